// assay demo: all parts on the models that come with the package. Each part is one of the other commands, printed as a
// user would type it, so a user can repeat it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEmbedded, type Serving, serve } from "../../embedded/index.ts";
import { flag, text, type Values, whole } from "../../options/option.ts";
import { count, counted } from "../../outgoing/counted.ts";
import type { SubsetMetrics } from "../../processbench/metrics.ts";
import { orDash } from "../../runs/figure.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import type { DatasetScore } from "../../search/score.ts";
import { quoted } from "../../view/quoted.ts";
import { type Command, type Performed, readOptions, UsageError } from "../command.ts";
import { perform as evaluate } from "../eval/eval.ts";
import { perform as judgeSteps } from "../processbench/processbench.ts";
import { viewLine } from "../run/ending.ts";
import { duration } from "../run/progress.ts";
import { perform as score } from "../score.ts";
import { perform as search } from "../search/search.ts";
import { textTable } from "../terminal/show-table.ts";
import { viewUntilEnd } from "../view.ts";
import { trickyAnswers } from "./demo-answers.ts";

const options = {
  problems: whole({
    name: "limit",
    aliases: ["problems"],
    short: "x",
    least: 1,
    default: 60,
    help: "Solve N problems.",
  }),
  n: whole({
    short: "n",
    least: 1,
    default: 8,
    help: "Draw N samples of each problem, and N candidates for each step.",
  }),
  steps: whole({ least: 1, default: 100, help: "Judge N labelled solutions." }),
  seed: whole({ value: "S", least: 0, default: 0, help: "Derive the seeds of all requests from S." }),
  out: text({
    value: "FOLDER",
    completes: "folder",
    usually: "a new folder in runs",
    help: "Store the runs in this folder.",
  }),
  open: flag({ help: "Open the runs in the browser at the end." }),
};

type DemoOptions = Values<typeof options> & { out: string };

/** A part of the demo failed, and has printed the reason. */
class PartFailed extends Error {}

async function run(argv: readonly string[]): Promise<number> {
  const asked = readDemo(argv);
  const ending = listenForEnd(asked.out);
  try {
    return await show(asked, ending);
  } catch (error) {
    if (!(error instanceof PartFailed)) throw error;
    if (ending.isAsked) process.stderr.write(ending.sentence);
    return 1;
  } finally {
    ending.forget();
  }
}

interface Ending {
  /** Whether the user wants the demo to stop early. */
  isAsked: boolean;
  /** The message for that case. */
  sentence: string;
  forget(): void;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Parts handle signals too, and end in order by themselves. If none is running, there is nothing to wait for. */
function listenForEnd(out: string): Ending {
  const hear = (signal: NodeJS.Signals) => {
    ending.isAsked = true;
    if (process.listenerCount(signal) > 1) return;
    process.stderr.write(ending.sentence);
    process.exit(1);
  };
  const ending = {
    isAsked: false,
    sentence: `assay demo: stopped; the results so far are in ${out}, and 'assay demo' starts from the beginning\n`,
    forget() {
      for (const signal of signals) process.off(signal, hear);
    },
  };
  for (const signal of signals) process.on(signal, hear);
  return ending;
}

async function show(options: DemoOptions, ending: Ending): Promise<number> {
  const began = performance.now();
  say("Strict grading, on a list of tricky answers:\n");
  say(`${trickyAnswers()}\n`);
  say("Two servers, as in a deployment: a policy that writes steps, and a reward model that judges them.");
  const servers = await startServers();
  try {
    say(`  policy-model  ${servers.policy}\n  reward-model  ${servers.reward}`);
    const figures = await measure(options, servers, ending);
    say(`\n${demoTable(figures, options)}`);
    say(`\n${duration((performance.now() - began) / 1000)}; the runs are in ${options.out}:`);
    say(`  assay show ${join(options.out, "eval")} --random 1`);
    say(`  assay show ${join(options.out, "search", "arith")} --random 1`);
    say(viewLine(options.out));
  } finally {
    await servers.close();
  }
  if (!options.open || ending.isAsked) return 0;
  ending.forget();
  await viewUntilEnd({ folders: [options.out], port: 0, open: true });
  return 0;
}

function readDemo(argv: readonly string[]): DemoOptions {
  const { values } = readOptions(argv, options);
  const out = values.out ?? join("runs", `demo-${new Date().toISOString().replace(/[-:]|\..*/g, "")}`);
  if (existsSync(out)) throw new UsageError(`--out: ${out} exists already; the demo needs a new folder`);
  return { ...values, out };
}

/** The labelled steps that come with the models. */
const stepSet = fileURLToPath(new URL("../../../models/arith-steps.jsonl", import.meta.url));

async function measure(
  { problems, n, steps, seed, out }: DemoOptions,
  servers: DemoServers,
  ending: Ending,
): Promise<DemoFigures> {
  /** Announces the next part, and runs a command, which is printed as a user would type it. */
  const shown = async <Result>(
    about: string,
    name: string,
    perform: (argv: readonly string[]) => Promise<Performed<Result>>,
    argv: readonly string[],
  ): Promise<Result> => {
    if (ending.isAsked) throw new PartFailed();
    say(`\n${about}`);
    say(typed(["$", "assay", name, ...argv.map(quoted)]));
    const { code, result } = await perform(argv);
    if (code !== 0 || result === undefined) throw new PartFailed();
    return result;
  };
  const draws = ["--temperature", "1", "--seed", `${seed}`];

  const evaluated = await shown(
    "The policy alone: several samples of each problem, graded.",
    "eval",
    evaluate,
    [
      ...["--base-url", servers.policy, "--model", "policy-model", "-a", "arith", "-x", `${problems}`],
      ...["-n", `${n}`, ...draws, "--out", join(out, "eval")],
    ],
  );

  const judged = await shown(
    "Can the reward model judge? It looks for the first wrong step of labelled solutions.",
    "processbench",
    judgeSteps,
    [
      ...["--api_url", servers.reward, "--model_name", "reward-model", "--data", stepSet, "-x", `${steps}`],
      ...["--temperature", "0", "--seed", `${seed}`, "--output_dir", join(out, "processbench")],
      ...["--output_prefix", "demo"],
    ],
  );

  const guided = await shown(
    "Does its judgement help? It chooses each step among the policy's candidates.",
    "search",
    search,
    [
      ...["--policy_api_base", servers.policy, "--reward_api_base", servers.reward, "--data", "arith"],
      ...["--data_begin", "0", "--data_end", `${problems}`, "--n", `${n}`, ...draws],
      ...["--reward-temperature", "0", "--prompt", "none", "--output_dir", join(out, "search", "arith")],
    ],
  );

  const scored = await shown("The final accuracy, from the result file.", "score", score, [
    join(out, "search"),
  ]);
  return {
    policy: evaluated.tasks.arith!,
    judge: Object.values(judged.subsets)[0]!,
    guided: scored.datasets.arith!,
    requests: guided.requests,
  };
}

/** A long command is printed on several lines, in shell syntax. */
function typed(words: readonly string[]): string {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= 98) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`    ${word}`);
  }
  return lines.join(" \\\n");
}

const say = (text: string) => process.stdout.write(`${text}\n`);

export const command: Command = {
  usage: ["[options]"],
  examples: [
    { does: "run a shorter demo", typed: "assay demo --limit 20 --steps 40" },
    { does: "open the runs in the browser at the end", typed: "assay demo --open" },
  ],
  options,
  notes: [
    "First, a list of tricky answers is graded. Then two servers start, as in a real deployment: a policy " +
      "that solves arithmetic problems step by step, and a reward model that judges steps. The policy is " +
      "evaluated, the reward model judges labelled steps, and then it guides the policy. At the end, one " +
      "table shows whether the reward model can judge, and whether its judgements help the policy.",
    "It needs onnxruntime-web: npm install onnxruntime-web (with --global if assay is installed globally).",
  ],
  run,
};

// The table at the end of the demo: the two questions of the specification, and the measurements.

interface DemoFigures {
  policy: TaskMetrics;
  judge: SubsetMetrics;
  guided: DatasetScore;
  requests: { policy: number; reward: number };
}

function demoTable({ policy, judge, guided, requests }: DemoFigures, { n }: { n: number }): string {
  const single = policy.pass_at_k[1] ?? null;
  const accuracy = guided.figure.value;
  const gain = single === null || accuracy === null ? null : accuracy - single;
  const points = (value: number | null): string => orDash(value, (known) => known.toFixed(1));
  const table = textTable([
    ["", "result", "of"],
    ["Can it judge?", "", ""],
    ["  first wrong steps found", `${points(judge.error_accuracy)}%`, count(judge.erroneous)],
    ["  right solutions accepted", `${points(judge.correct_accuracy)}%`, count(judge.correct)],
    ["  F1", points(judge.f1), ""],
    ["Is it useful?", "", ""],
    ["  the policy alone, one sample (pass@1)", orDash(single), count(policy.problems)],
    [`  majority of ${counted(n, "sample")} (maj@${n})`, orDash(policy.maj_at_k[n]), count(policy.problems)],
    [`  guided, ${counted(n, "candidate")} per step`, orDash(accuracy), count(guided.problems)],
    [
      `  any of ${counted(n, "sample")} right (pass@${n})`,
      orDash(policy.pass_at_k[n]),
      count(policy.problems),
    ],
  ]);
  if (gain === null) return table;
  const sign = gain < 0 ? "loses" : "gains";
  return (
    `${table}\nThe guided search ${sign} ${Math.abs(100 * gain).toFixed(1)} points over one sample, for\n` +
    `${counted(requests.policy, "request")} to the policy and ${count(requests.reward)} to the reward model.`
  );
}

// The two servers of the specification's deployment, with the models that come with the package. They run in this
// process, each model in its own thread, so nothing is left behind when it ends.

interface DemoServers {
  policy: string;
  reward: string;
  close(): Promise<void>;
}

/** On the usual ports, or on others if those are in use. */
async function startServers(): Promise<DemoServers> {
  const opened: { close(): Promise<void> }[] = [];
  const start = async (folder: string, name: string, port: number): Promise<string> => {
    const model = await openEmbedded(folder);
    opened.push(model);
    const serving = await onPort({ model, name }, port);
    opened.push(serving);
    return serving.url;
  };
  const close = async () => {
    for (const each of opened.reverse()) await each.close();
  };
  try {
    const policy = await start("policy", "policy-model", 8000);
    const reward = await start("prm", "reward-model", 8001);
    return { policy, reward, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function onPort(options: Omit<Parameters<typeof serve>[0], "port">, port: number): Promise<Serving> {
  return serve({ ...options, port }).catch(() => serve({ ...options, port: 0 }));
}
