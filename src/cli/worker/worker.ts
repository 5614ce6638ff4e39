// assay worker: processes the units of runs on other machines until it is stopped.

import { hostname } from "node:os";
import { resolve } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { defaultConcurrency } from "../../models/open-model.ts";
import { changed, group, repeated, text, whole } from "../../options/option.ts";
import { harmless } from "../../outgoing/secrets.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { hashOfModule } from "../lines/module-hash.ts";
import { neededQueue, ownQueueOptions } from "../options/queue-options.ts";
import { hostOption } from "../options/shared-options.ts";
import { installed } from "../run/over-queue.ts";
import { listenForStop } from "../run/watched.ts";
import { originOf } from "./allowed-source.ts";
import { workMakers } from "./makers.ts";
import { serveMetrics } from "./metrics.ts";

const options = {
  ...group("The queue", {
    ...ownQueueOptions,
    concurrency: whole({ least: 1, default: defaultConcurrency, help: "Work on at most N units at once." }),
    name: text({ usually: "the machine's name and the process", help: "Show this name to coordinators." }),
    metricsPort: whole({
      value: "P",
      least: 0,
      most: 65_535,
      help: "Serve metrics for Prometheus at http://HOST:P/metrics; 0 takes any free port.",
    }),
    metricsHost: changed(hostOption, {
      needs: "metricsPort",
      help: "Serve the metrics on this address; 127.0.0.1 is this machine only.",
    }),
  }),
  ...group("Permissions of runs", {
    allowOrigin: repeated(
      text({
        value: "ORIGIN",
        help: "Allow runs to use the server at this address, for example http://127.0.0.1:8000.",
      }),
    ),
    allowEnv: repeated(
      text({ value: "VAR", help: "Allow runs to use the key in this environment variable." }),
    ),
    module: repeated(
      text({
        value: "FILE",
        completes: "file",
        help: "Use this reward module for runs that use the same file.",
      }),
    ),
  }),
};

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const url = neededQueue(values, say);
  const { concurrency, allowOrigin = [], allowEnv = [] } = values;
  const origins = allowOrigin.map((word) => originOf(word) ?? noOrigin(word));
  const modules = await readable(values.module ?? []);
  const { sources } = await loadConfig();
  const { work } = await installed(() => import("../../queue/worker.ts"));
  const metrics =
    values.metricsPort === undefined ? undefined : await serveMetrics(values.metricsHost, values.metricsPort);
  if (metrics) say(`metrics are at ${metrics.url}/metrics`);
  const { drain, stop, code, forget } = listenForStop(say);
  try {
    await work({
      url,
      name: values.name ?? `${hostname()}-${process.pid}`,
      slots: concurrency,
      makers: workMakers({ sources, origins, variables: allowEnv, modules }, concurrency),
      say,
      onState: (state) => metrics?.update(state),
      drain,
      stop,
    });
  } finally {
    await metrics?.close();
    forget();
  }
  // Everything is printed and closed, but BullMQ keeps timers for a while, and connections to an unreachable Redis.
  process.exit(code() === codeOfTerm ? codeOfTerm : 0);
}

/** The exit code of a process that was ended by SIGTERM. */
const codeOfTerm = 143;

/** The files are read again for each run, because they may have changed. @throws {UsageError} */
async function readable(paths: readonly string[]): Promise<string[]> {
  for (const path of paths)
    await hashOfModule(path).catch((error: Error) => {
      throw new UsageError(`--module ${path}: it cannot be read: ${error.message}`);
    });
  return paths.map((path) => resolve(path));
}

const noOrigin = (word: string): never => {
  throw new UsageError(`--allow-origin: '${word}' is not an origin such as http://127.0.0.1:8000`);
};

const say = (sentence: string) => process.stderr.write(`${harmless(sentence)}\n`);

export const command: Command = {
  usage: ["--queue URL [options]", "--queue-env VAR [options]"],
  examples: [
    {
      does: "work for runs whose sources are in this machine's assay.config.*",
      typed: "assay worker --queue redis://10.0.0.5:6379 --concurrency 256",
    },
    {
      does: "read the queue's address from a variable, and allow runs to use a server",
      typed: "assay worker --queue-env QUEUE --allow-origin http://127.0.0.1:8000",
    },
  ],
  options,
  notes: [
    "A run that is started with --queue sends its units of work to the workers of that queue. A worker " +
      "uses its own keys: a run names a source, which must be in the worker's own assay.config.*, or a " +
      "server and a variable that --allow-origin and --allow-env allow. Queues need two more packages: " +
      "npm install bullmq ioredis.",
    "After Ctrl-C, the worker finishes its units and takes no new ones. A second Ctrl-C returns them to the queue. " +
      "docs/scale.md explains what happens when a worker, a coordinator or Redis is lost.",
  ],
  run,
};
