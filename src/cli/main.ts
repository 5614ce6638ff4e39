// The door of the command line: finds the command, runs it, and turns what went wrong into one sentence and
// an exit code. 0 done, 1 failed, 2 wrong usage.

import { readFileSync } from "node:fs";
import { type Command, UsageError } from "./command.ts";
import { tellOfCode } from "./config-notice.ts";
import { didYouMean } from "./options/nearest.ts";
import { errorText } from "./terminal/error-text.ts";
import { guardTerminal } from "./terminal/terminal.ts";

/** Loaded when asked for, so that one command's start does not pay for another's modules. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  grade: () => import("./grade/grade.ts"),
  reward: () => import("./reward/reward.ts"),
  rewards: () => import("./rewards.ts"),
  eval: () => import("./eval/eval.ts"),
  processbench: () => import("./processbench/processbench.ts"),
  search: () => import("./search/search.ts"),
  score: () => import("./score.ts"),
  show: () => import("./show/show.ts"),
  view: () => import("./view.ts"),
  report: () => import("./report.ts"),
  regrade: () => import("./regrade.ts"),
  compare: () => import("./compare.ts"),
  tasks: () => import("./tasks.ts"),
  models: () => import("./models.ts"),
  serve: () => import("./serve.ts"),
  "serve-model": () => import("./serve-model.ts"),
  demo: () => import("./demo/demo.ts"),
  fetch: () => import("./fetch.ts"),
  validate: () => import("./validate.ts"),
  export: () => import("./export.ts"),
};

const overview = `assay says whether a language model's reasoning is right.

Usage: assay COMMAND [options]

Commands:
  grade         one answer, or a file of them, against gold answers
  reward        a reward over a file of responses
  rewards       the rewards there are
  eval          a benchmark on a model
  processbench  whether a model can tell the first wrong step of a solution
  search        problems solved with a process reward model's guidance
  score         the accuracy of guided searches
  show          what a run holds, as a person would look at it
  view          runs in a browser: figures, samples, a playground for the grader
  report        one run as a file that can be sent to somebody
  regrade       the verdicts of a run again, without a model
  compare       two runs, problem by problem
  tasks         the benchmarks there are
  models        the model sources there are
  serve         rewards for trainers over HTTP
  serve-model   an OpenAI-compatible server over a small model on this machine
  fetch         a task's data set into the cache
  validate      every gold of a task through its own rule
  export        the conversations of a task as JSON Lines, for training
  demo          the whole path on two small models, with no network

'assay COMMAND --help' explains a command. Every command takes --config FILE|none: which configuration is
read instead of assay.config.* in the working folder, or that none is. Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

export async function main(argv: readonly string[]): Promise<void> {
  guardTerminal();
  process.on("uncaughtException", endOnMistake);
  process.exitCode = await run(argv);
}

/** Said through the gate, as all else; whoever stopped reading our output needs to hear nothing. */
function endOnMistake(error: unknown): void {
  if ((error as NodeJS.ErrnoException)?.code !== "EPIPE")
    process.stderr.write(errorText("assay", error, version));
  process.exit(1);
}

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...words] = argv;
  if (name === "help" && words[0] !== undefined) return run([words[0], "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(overview);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v" || name === "-V" || name === "version") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const meant = didYouMean(name, Object.keys(commands));
    process.stderr.write(`assay: there is no command '${name}'.${meant} 'assay --help' lists them\n`);
    return 2;
  }
  const { command } = await load();
  const { rest, config } = withoutConfig(words);
  if (config !== undefined) process.env.ASSAY_CONFIG = config;
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    if (!configless.has(name)) await tellOfCode((sentence) => process.stderr.write(`assay: ${sentence}\n`));
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`assay ${name}: ${error.message}\n'assay ${name} --help' shows the options\n`);
      return 2;
    }
    process.stderr.write(errorText(`assay ${name}`, error, version));
    return 1;
  }
}

/** Commands that do not look for a configuration. */
const configless = new Set(["grade", "reward", "rewards", "serve-model"]);

/** Every command takes `--config FILE|none`. */
function withoutConfig(words: readonly string[]): { rest: string[]; config: string | undefined } {
  const rest: string[] = [];
  let config: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--config" && i + 1 < words.length) config = words[++i];
    else if (word.startsWith("--config=")) config = word.slice("--config=".length);
    else rest.push(word);
  }
  return { rest, config };
}

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
