// assay workers: the workers of a queue, their runs, their speed, and the units that wait.

import { count, counted } from "../outgoing/counted.ts";
import { harmless } from "../outgoing/secrets.ts";
import { snakeNames } from "../outgoing/snake-names.ts";
import type { WorkerState } from "../queue/messages.ts";
import type { QueueOverview } from "../queue/overview.ts";
import { type Command, readOptions, warnAs } from "./command.ts";
import { neededQueue, ownQueueOptions } from "./options/queue-options.ts";
import { jsonOption } from "./options/shared-options.ts";
import { installed } from "./run/over-queue.ts";
import { textTable } from "./terminal/show-table.ts";

const options = { ...ownQueueOptions, json: jsonOption("workers, other_versions, runs") };

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const url = neededQueue(values, warnAs("workers"));
  const { lookAtQueue } = await installed(() => import("../queue/overview.ts"));
  const overview = await lookAtQueue(url);
  process.stdout.write(values.json ? `${JSON.stringify(asJson(overview))}\n` : overviewText(overview));
  return 0;
}

function asJson({ workers, others, runs }: QueueOverview): object {
  return {
    workers: workers.map(({ protocol: _, runs, ...worker }) => ({
      ...snakeNames(worker),
      in_flight: inFlightOf(runs),
      runs: runs.map((each) => snakeNames({ ...each })),
    })),
    other_versions: others.map(({ id, stamp }) => ({ id, ...stamp })),
    runs: runs.map((each) => snakeNames({ ...each })),
  };
}

const inFlightOf = (runs: WorkerState["runs"]): number =>
  runs.reduce((sum, { inFlight }) => sum + inFlight, 0);

function overviewText({ workers, others, runs }: QueueOverview): string {
  const parts: string[] = [];
  if (workers.length > 0) parts.push(textTable([head, ...workers.map(rowOf)]));
  else parts.push("no worker is connected to this queue; 'assay worker' starts one");
  const refusals = workers.flatMap(({ name, runs }) =>
    runs.flatMap(({ run, refused }) =>
      refused === undefined ? [] : [`${name} refuses the run ${run}: ${refused}`],
    ),
  );
  if (refusals.length > 0) parts.push(refusals.join("\n"));
  if (others.length > 0)
    parts.push(
      others
        .map(({ id, stamp }) => `the worker ${id} is of version ${stamp.version}, build ${stamp.build}`)
        .join("\n"),
    );
  if (runs.length > 0)
    parts.push(
      textTable([
        ["run", "kind", "coordinator", "waiting", "under way", "results to write"],
        ...runs.map(({ run, kind, hasCoordinator, waiting, underWay, results }) => [
          run,
          kind ?? "-",
          hasCoordinator ? "there" : "gone",
          ...[waiting, underWay, results].map(count),
        ]),
      ]),
    );
  return `${harmless(parts.join("\n\n"))}\n`;
}

const head = [
  "worker",
  "machine",
  "slots",
  "under way",
  "units/s",
  "seconds a unit",
  "done",
  "failed",
  "works for",
];

function rowOf(worker: QueueOverview["workers"][number]): string[] {
  const { name, host, pid, slots, unitsPerSecond, done, failed, seconds, runs } = worker;
  const ended = done + failed;
  const served = runs.filter(({ refused }) => refused === undefined);
  return [
    name,
    `${host} (${pid})`,
    count(slots),
    count(inFlightOf(runs)),
    unitsPerSecond.toFixed(1),
    ended === 0 ? "-" : (seconds / ended).toFixed(3),
    count(done),
    count(failed),
    served.length > 3
      ? counted(served.length, "run")
      : served.map(({ run, kind }) => `${kind} ${run}`).join(", ") || "-",
  ];
}

export const command: Command = {
  usage: ["--queue URL [--json]", "--queue-env VAR [--json]"],
  examples: [
    { does: "list the workers of a queue", typed: "assay workers --queue redis://10.0.0.5:6379" },
    { does: "the same for a program", typed: "assay workers --queue-env QUEUE --json" },
  ],
  options,
  notes: [
    "The speed of a worker is measured over two seconds. The numbers of units done and failed are " +
      "counted from its start. A unit is one request of an evaluation, one step or one critique of " +
      "ProcessBench, one iteration of a search, or up to 1,000 rows.",
    "A run whose coordinator has ended is listed while its units or results are in the queue; the command that started it continues it.",
  ],
  run,
};
