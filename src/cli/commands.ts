// All commands: one line of description each, and their files. They are loaded on demand, so one command's start does
// not pay for the modules of others.

import { helpText } from "../options/help.ts";
import { type Command, commonOptions } from "./command.ts";

interface Listed {
  /** A line of description that begins with a verb. */
  about: string;
  load(): Promise<{ command: Command }>;
  /** The command does not look for a configuration. */
  isConfigless?: true;
}

export const commands: Readonly<Record<string, Listed>> = {
  grade: {
    about: "grade an answer, or a file of answers, against gold answers",
    load: () => import("./grade/grade.ts"),
    isConfigless: true,
  },
  reward: {
    about: "compute a reward for each row of a file of responses",
    load: () => import("./reward/reward.ts"),
    isConfigless: true,
  },
  audit: {
    about: "grade the logs of other tools again, and report where the verdicts differ",
    load: () => import("./audit/audit.ts"),
    isConfigless: true,
  },
  judge: {
    about: "examine a model before it judges answers that the rules cannot decide",
    load: () => import("./judge.ts"),
  },
  rewards: { about: "list the rewards", load: () => import("./rewards.ts"), isConfigless: true },
  eval: { about: "run a benchmark on a model", load: () => import("./eval/eval.ts") },
  processbench: {
    about: "measure whether a model finds the first wrong step of a solution",
    load: () => import("./processbench/processbench.ts"),
  },
  search: {
    about: "solve problems step by step, guided by a process reward model",
    load: () => import("./search/search.ts"),
  },
  score: { about: "compute the accuracy of guided searches", load: () => import("./score.ts") },
  show: { about: "show the samples of a run", load: () => import("./show.ts") },
  view: { about: "look at runs in a browser", load: () => import("./view.ts") },
  report: { about: "write a run as one HTML file that you can send", load: () => import("./report.ts") },
  regrade: {
    about: "grade the completions of a run again, without a model",
    load: () => import("./regrade.ts"),
  },
  compare: { about: "compare two runs, problem by problem", load: () => import("./compare.ts") },
  merge: { about: "merge shards into one run", load: () => import("./merge/merge.ts") },
  worker: {
    about: "process the work of runs on other machines, through a queue",
    load: () => import("./worker/worker.ts"),
  },
  workers: {
    about: "show the workers of a queue, their runs and their speed",
    load: () => import("./workers.ts"),
  },
  tasks: { about: "list the benchmarks", load: () => import("./tasks/tasks.ts") },
  models: { about: "list the models in the configuration", load: () => import("./models.ts") },
  serve: { about: "serve rewards to trainers over HTTP", load: () => import("./serve/serve.ts") },
  "serve-model": {
    about: "serve a small model on this machine with OpenAI's API",
    load: () => import("./serve/serve-model.ts"),
    isConfigless: true,
  },
  fetch: { about: "download the data set of a task into the cache", load: () => import("./tasks/fetch.ts") },
  validate: {
    about: "grade every gold of a task by the task's own rule",
    load: () => import("./tasks/validate.ts"),
  },
  export: {
    about: "write the conversations of a task for training, or a run in the format of another tool",
    load: () => import("./export/export.ts"),
  },
  completion: {
    about: "print a script that completes commands and options in your shell",
    load: () => import("./completion.ts"),
    isConfigless: true,
  },
  doctor: {
    about: "check what this machine has and what is missing",
    load: () => import("./doctor.ts"),
  },
  demo: {
    about: "run every part once on two small models, without a network",
    load: () => import("./demo/demo.ts"),
  },
};

// All commands with their declarations, for help and for shell completion. These functions load every command.

/** Each command's declaration, with the common options. */
export const declaredCommands = () =>
  Promise.all(
    Object.entries(commands).map(async ([name, { about, load }]) => {
      const { command } = await load();
      return { name, about, declared: { ...command, options: { ...command.options, ...commonOptions } } };
    }),
  );

/**
 * The help of each command. The build writes these texts into files, so help is shown without loading the command's
 * modules.
 */
export async function helpTexts(): Promise<{ name: string; help: string }[]> {
  const all = await declaredCommands();
  return all.map(({ name, about, declared }) => ({ name, help: helpText(name, about, declared) }));
}

/** docs/commands.md: the help of every command, with a list of them first. */
export async function commandReference(): Promise<string> {
  const all = await declaredCommands();
  const list = all.map(({ name, about }) => `| [\`assay ${name}\`](#assay-${name}) | ${about} |`);
  const pages = all.map(
    ({ name, about, declared }) =>
      `## assay ${name}\n\n\`\`\`text\n${helpText(name, about, declared).trimEnd()}\n\`\`\``,
  );
  const about =
    "This page has the help of every command, as `assay eval --help` prints it; `npm run reference` writes the page. The exit code is 0\n" +
    "if a command did its work, 1 if it failed, 2 if it was called wrongly, and 3 if `assay audit` found more differences than\n" +
    "`--fail-over` allows.";
  const table = ["| command | does |", "| --- | --- |", ...list].join("\n");
  return `${["# Commands", about, table, ...pages].join("\n\n")}\n`;
}
