// `assay serve`: rewards for trainers over HTTP.

import { fstatSync } from "node:fs";
import { availableParallelism } from "node:os";
import { loadConfig } from "../../config/index.ts";
import { canBeSent, isLoopback } from "../../http/origin.ts";
import {
  changed,
  choice,
  flag,
  group,
  number,
  text,
  type Values,
  variable,
  whole,
} from "../../options/option.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { openScorer, type ScorerInterface, scorerInterfaces } from "../../prm/index.ts";
import { findReward, noReward } from "../../rewards/index.ts";
import { versions } from "../../runs/versions.ts";
import { checkGolds } from "../../server/check-golds.ts";
import { logLevels, openLog } from "../../server/logs.ts";
import type { Routing } from "../../server/operation.ts";
import { readOwnModule } from "../../server/own-reward.ts";
import { onUnscoredChoices } from "../../server/protocols/protocol.ts";
import { readPythonModule } from "../../server/python-reward.ts";
import { type ServiceOptions, startService } from "../../server/service.ts";
import type { StepModel } from "../../server/steps.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { gradingOptionsOf, policyOptions } from "../grade/grade-options.ts";
import { judgeOptions, namesJudge } from "../options/judge-options.ts";
import { findSource } from "../options/model-source.ts";
import { hostOption, jsonOption, portOption, workersOption } from "../options/shared-options.ts";
import { checkJudged, rewardGiven } from "../reward/given-reward.ts";

const options = {
  ...group("Network", {
    host: hostOption,
    port: portOption(8100),
    tokenEnv: variable({
      value: "VAR",
      excludes: ["noToken"],
      help:
        "Require clients to send the token in this environment variable, as a Bearer token or as a password: " +
        "http://x:TOKEN@HOST:8100/openrlhf.",
    }),
    noToken: flag({ help: "Require no token, even if other machines can reach the address." }),
  }),
  ...group("Rewards", {
    reward: text({
      value: "NAME",
      usually: "r1_zero",
      completes: "reward",
      help:
        "Use this reward if a request names none; 'assay rewards' lists them. It can be a composition " +
        "such as 'r1_zero_boxed + 0.1*format - overlong(max=4096, cache=512)', or a JSON file with one.",
    }),
    route: text({
      value: "ROUTE",
      excludes: ["module"],
      help:
        "Choose the reward of each row by one of its fields, for example " +
        "'data_source=openai/gsm8k:r1_zero_boxed,*:r1_zero'. If an item has a field 'reward' with the " +
        "name of a reward, that reward scores it.",
    }),
    module: text({
      value: "FILE",
      completes: "file",
      help:
        "Use your own reward: a module that exports 'score(row)', which returns a number or an object " +
        "of numbers, or a promise of one. The file is read once, at the start.",
    }),
    python: text({
      value: "FILE:FUNCTION",
      excludes: ["module", "route"],
      help:
        "Use your own reward in Python: FUNCTION(rows) returns a number or a dictionary of numbers for " +
        "each row. Each thread has its own python3 process.",
    }),
    preset: changed(policyOptions.preset, { excludes: ["module", "python"] }),
    tolerance: changed(policyOptions.tolerance, { excludes: ["module", "python"] }),
    gradingOptions: changed(policyOptions.gradingOptions, {
      excludes: ["module", "python"],
      help: 'Set grading options, for example \'{"units": "required"}\'; options in a request override them.',
    }),
    check: text({
      value: "ROWS",
      completes: "file",
      excludes: ["module", "python"],
      help: "Read the golds of a JSON Lines file first, and do not start if one is unusable.",
    }),
    onUnscored: choice(onUnscoredChoices, {
      value: "WHAT",
      default: "fail",
      help:
        "If an item cannot be scored, answer with status 422 and the reason (fail), or with a " +
        "reward of 0 (zero).",
    }),
    steps: text({
      value: "SOURCE",
      help:
        "Score the steps of solutions at /v1/steps with this process reward model: a source of assay.config.*, or " +
        "embedded:prm.",
    }),
    stepsInterface: choice(scorerInterfaces, {
      value: "KIND",
      default: "logprobs",
      needs: "steps",
      help: "Use this interface of the reward model; see --interface of 'assay search'.",
    }),
    nemoGym: flag({ help: "Also answer NeMo Gym's paths at the root." }),
  }),
  ...group("Limits", {
    workers: workersOption({ help: "Use N threads to score items." }),
    warmUp: number({
      value: "S",
      least: 0,
      most: 60,
      default: 1.2,
      help: "Let each thread grade sample answers for S seconds first, so that the first batch is fast.",
    }),
    requestTimeout: number({
      value: "S",
      least: 0.1,
      most: 86_400,
      default: 60,
      help: "Answer a request with status 503 after S seconds.",
    }),
    itemTimeout: number({
      value: "S",
      least: 0.1,
      most: 86_400,
      default: 10,
      help: "Replace a thread that spends S seconds on one item.",
    }),
    maxQueue: whole({
      least: 1,
      default: 65_536,
      help: "Refuse requests with status 503 while N items are in progress.",
    }),
    maxBody: number({
      value: "MB",
      least: 1,
      default: 1_024,
      help: "Refuse a batch whose body is larger " + "than this, in megabytes.",
    }),
  }),
  ...judgeOptions,
  judge: changed(judgeOptions.judge, { excludes: ["module", "python"] }),
  judgeBaseUrl: changed(judgeOptions.judgeBaseUrl, { excludes: ["module", "python"] }),
  ...group("Output", {
    log: text({
      value: "FILE",
      completes: "file",
      help: "Write items with their results to FILE as JSON Lines; the file is rotated at 100 MB.",
    }),
    logEvery: whole({ least: 1, default: 1, needs: "log", help: "Write only every Nth item." }),
    logLevel: choice(logLevels, {
      value: "LEVEL",
      default: "info",
      help: "Log the service's own messages of this level and above on standard error.",
    }),
    json: jsonOption("url, the address of the service"),
  }),
};

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const opened = namesJudge(values)
    ? await (await import("../run/open-judge.ts")).openJudge(values, "serve")
    : undefined;
  const service = { ...(await serviceOptions(values)), judge: opened?.judge };
  if (values.check !== undefined && !(await goldsAreUsable(values.check, service))) return 1;
  const ending = awaitEnd();
  try {
    const { url, end } = await startService(service);
    process.stdout.write(values.json ? `${JSON.stringify({ url })}\n` : `listening on ${url}\n`);
    const by = await ending.asked;
    service.log("info", `ending: ${by}`);
    // Threads of Node that wait for a disk would delay a normal exit.
    if (!(await end())) endBy("SIGTERM");
    return 0;
  } finally {
    ending.forget();
    await opened?.close();
  }
}

async function serviceOptions(values: Values<typeof options>): Promise<ServiceOptions> {
  const { host, port, workers = availableParallelism(), onUnscored, log, logEvery } = values;
  const token = readToken(values.tokenEnv);
  if (!isLoopback(host) && token === undefined && !values.noToken)
    throw new UsageError(
      `--host ${host} can be reached from other machines: give --token-env VAR, or --no-token`,
    );
  const reward = values.reward === undefined ? undefined : await rewardGiven(values.reward);
  const own =
    values.python !== undefined
      ? await readPythonModule(values.python, reward, values.itemTimeout * 1000)
      : values.module === undefined
        ? undefined
        : await readOwnModule(values.module, reward);
  if (own === undefined) checkReward(reward, namesJudge(values));
  return {
    host,
    port,
    version: versions().assay,
    reward,
    own,
    gradingOptions: gradingOptionsOf(values),
    steps: values.steps === undefined ? undefined : await stepModel(values.steps, values.stepsInterface),
    routing: values.route === undefined ? undefined : readRoute(values.route),
    workers,
    warmUpS: values.warmUp,
    token,
    onUnscored,
    requestTimeoutS: values.requestTimeout,
    itemTimeoutS: values.itemTimeout,
    maxQueue: values.maxQueue,
    maxBodyBytes: values.maxBody * 1024 * 1024,
    nemoGym: values.nemoGym,
    itemLog: log === undefined ? undefined : { file: log, every: logEvery },
    log: openLog(values.logLevel, (line) => process.stderr.write(line)),
  };
}

function checkReward(name: string | undefined, isJudged = false): void {
  if (name === undefined) return;
  const reward = findReward(name);
  if (!reward) throw new UsageError(noReward(name));
  if (isJudged) checkJudged(reward);
}

async function stepModel(name: string, asked: ScorerInterface): Promise<StepModel> {
  const source = await findSource("--steps", name, await loadConfig());
  const scorer = await openScorer({ source, interface: asked });
  let asks = 0;
  return {
    score: async (solution, signal) =>
      (await scorer.score({ ...solution, from: 0, key: `${asks++}` }, { signal })).scores,
    close: () => scorer.close(),
  };
}

/** `FIELD=VALUE:REWARD,VALUE:REWARD`; a value may hold colons, and a composition commas within brackets. */
function readRoute(given: string): Routing {
  const [, field, table] = /^\s*([^=]+?)\s*=(.+)$/s.exec(given) ?? [];
  const rewards: Record<string, string> = {};
  for (const entry of table?.split(/,(?![^()]*\))/) ?? []) {
    const [, value, reward] = /^(.+):(.+)$/s.exec(entry)?.map((part) => part.trim()) ?? [];
    if (!value || !reward)
      throw new UsageError(`--route is FIELD=VALUE:REWARD,VALUE:REWARD; '${entry.trim()}' has no reward`);
    if (Object.hasOwn(rewards, value)) throw new UsageError(`--route names the value '${value}' twice`);
    checkReward(reward);
    rewards[value] = reward;
  }
  if (field === undefined) throw new UsageError("--route is FIELD=VALUE:REWARD,VALUE:REWARD");
  return { field, rewards };
}

async function goldsAreUsable(path: string, { reward, routing }: ServiceOptions): Promise<boolean> {
  const { rows, unusable, problems } = await checkGolds(path, reward ?? "r1_zero", routing);
  if (unusable === 0) return true;
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stderr.write(
    `assay serve: ${count(unusable)} of ${counted(rows, "gold")} ${unusable === 1 ? "is" : "are"} unusable; not started\n`,
  );
  return false;
}

interface Ending {
  /** How the service is asked to stop. */
  asked: Promise<string>;
  /** Removes the listeners, so they no longer keep the process alive. */
  forget(): void;
}

/** A signal after the first, or after the end of standard input, ends the service at once. */
function awaitEnd(): Ending {
  let isAsked = false;
  let ask: (by: string) => void = () => {};
  const asked = new Promise<string>((resolve) => {
    ask = (by) => {
      isAsked = true;
      resolve(by);
    };
  });
  const signals = { SIGINT: "Ctrl-C", SIGTERM: "SIGTERM" } as const;
  const hear = (signal: NodeJS.Signals) =>
    isAsked ? endBy(signal) : ask(signals[signal as keyof typeof signals]);
  for (const signal of Object.keys(signals)) process.on(signal, hear);
  if (isPipe(0)) {
    const onEnd = () => ask("standard input has ended");
    process.stdin.on("end", onEnd).on("error", onEnd).resume();
  }
  return {
    asked,
    forget() {
      for (const signal of Object.keys(signals)) process.off(signal, hear);
      if (isPipe(0)) process.stdin.pause();
    },
  };
}

/** As the system would do: Node's own exit waits for threads, which may hang. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function isPipe(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}

function readToken(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const token = process.env[variable];
  if (!token) throw new UsageError(`--token-env: the environment variable ${variable} is not set`);
  if (!canBeSent(token))
    throw new UsageError(
      `--token-env: the token in ${variable} has a space or a letter beyond ASCII, which no client can send; ` +
        "use ASCII letters, digits and punctuation",
    );
  return token;
}

export const command: Command = {
  usage: ["[options]"],
  examples: [
    { does: "serve r1_zero on this machine", typed: "assay serve" },
    {
      does: "serve a reward to a cluster, protected by a token",
      typed: "assay serve --host 0.0.0.0 --token-env REWARD_TOKEN --reward qa_f1",
    },
  ],
  options,
  notes: [
    "It prints 'listening on http://HOST:PORT' when it is ready. After Ctrl-C or SIGTERM it answers the " +
      "requests in progress and ends; a second signal ends it at once. If standard input is a pipe, " +
      "closing the pipe counts as the first signal, so the service ends together with the program that " +
      "started it. docs/serve.md explains the requests of trainers.",
  ],
  run,
};
