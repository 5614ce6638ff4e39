// `assay reward NAME`: one reward over JSON Lines.

import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Summary } from "../../jsonl/run-lines.ts";
import { notShown } from "../../judge/question.ts";
import { changed, choice, flag, group, number, text } from "../../options/option.ts";
import { counted } from "../../outgoing/counted.ts";
import { findReward, noReward, type Reward } from "../../rewards/index.ts";
import { takesGradingOptions } from "../../rewards/reward.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { gradingOptionsOf, policyOptions } from "../grade/grade-options.ts";
import { fieldsFrom, openRowsJudge, runLineCommand } from "../lines/lines.ts";
import { lineOptions, workText } from "../lines/lines-options.ts";
import { hashOfModule } from "../lines/module-hash.ts";
import { judgeOptions, namesJudge } from "../options/judge-options.ts";
import { failBelowOption, isBelow, jsonHelp } from "../options/shared-options.ts";
import { checkJudged, rewardGiven } from "./given-reward.ts";
import { failed, mainKey, onUnscoredChoices, type RewardLines, recount } from "./lines-reward.ts";

const options = {
  ...group("The reward", {
    onUnscored: choice(onUnscoredChoices, {
      value: "WHAT",
      default: "null",
      help: "Give this reward if the gold cannot be used; 'unscored' gives the reason in each case.",
    }),
    module: text({
      value: "FILE",
      completes: "file",
      help:
        "Use your own reward: a module that exports 'score(row)', or with NAME a function of that name. " +
        "It returns a number or an object of numbers, or a promise of one.",
    }),
    timeout: number({
      value: "S",
      above: 0,
      most: 86_400,
      default: 10,
      needs: "module",
      help: "Stop your own reward after S seconds on one row.",
    }),
    explain: flag({
      help: "Add the reason to each row: 'explain' has the extracted answer, its mark, the rule and the reason.",
    }),
    failBelow: failBelowOption("the mean reward"),
  }),
  ...lineOptions,
  preset: changed(policyOptions.preset, { excludes: ["module"] }),
  tolerance: changed(policyOptions.tolerance, { excludes: ["module"] }),
  gradingOptions: changed(policyOptions.gradingOptions, {
    excludes: ["module"],
    help: 'Set grading options, for example \'{"units": "required"}\'; those of a row override them.',
  }),
  ...judgeOptions,
  judge: changed(judgeOptions.judge, { excludes: ["module"] }),
  judgeBaseUrl: changed(judgeOptions.judgeBaseUrl, { excludes: ["module"] }),
  json: changed(lineOptions.json, { help: jsonHelp("version, the summary, reward, scored, mean, means") }),
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, given, positionals } = readOptions(argv, options, { what: "reward", most: 1 });
  const [name] = positionals;
  const { module, onUnscored } = values;
  const reward = module === undefined ? await builtIn(name) : undefined;
  const data: RewardLines = {
    name: reward?.name ?? name,
    ...(module === undefined ? {} : { module: await modulePath(module) }),
    onUnscored,
    ...optionsFor(reward, gradingOptionsOf(values)),
    ...(values.explain ? { explain: true } : {}),
    fields: fieldsFrom(given, {
      gold: reward?.gold,
      answer: reward?.answer,
      known: reward && Object.keys(reward.fields.shape),
    }),
  };
  // The same file is the same work in any folder; a different file under its name is not.
  const hash = module === undefined ? undefined : await hashOfModule(module);
  const timeoutMs = (module === undefined ? values.gradingTimeout : values.timeout) * 1000;
  if (reward && namesJudge(values)) checkJudged(reward);
  const judge = module === undefined ? await openRowsJudge(values, "reward") : undefined;
  if (judge) data.judged = true;
  const { code, summary } = await runLineCommand({
    values,
    judge,
    worker: new URL("./lines-reward.js", import.meta.url),
    data,
    unreadable: "unscored",
    work: workText("reward", {
      ...data,
      ...(hash === undefined ? {} : { module: `sha256:${hash}` }),
      ...(judge ? { judge: judge.judge.stamp } : {}),
    }),
    timeoutMs,
    failed,
    shared: () => ({
      command: "reward",
      data: { ...data, ...(hash === undefined ? {} : { module: hash }) },
      timeoutMs,
    }),
    recount,
    figuresOf(figured) {
      const { words, members } = figuresOf(figured);
      return { words, members: { ...rewardMembers(data), ...members } };
    },
  });
  const main = meanOf(summary);
  return isBelow("reward", "the mean reward", main, values.failBelow) ? code || 1 : code;
}

/** The name of the reward in the figures; the text of a file may be anything. */
export const rewardMembers = ({ name, module }: { name?: unknown; module?: unknown }): object => ({
  reward: typeof name === "string" ? name : "score",
  ...(typeof module === "string" && module.startsWith("file:") ? { module: fileURLToPath(module) } : {}),
});

/** Rows with a score; a response whose grading was stopped is wrong. */
function scoredIn({ counts }: Pick<Summary, "counts">): number {
  const { right = 0, wrong = 0, other = 0, ended = 0, "partly right": partly = 0 } = counts;
  const names = ["right by the judge", "wrong by the judge", notShown];
  const judged = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return right + wrong + other + ended + partly + judged;
}

function meansOf(summary: Pick<Summary, "counts" | "sums">): Record<string, number> {
  const scored = scoredIn(summary);
  return Object.fromEntries(Object.entries(summary.sums).map(([key, sum]) => [key, sum / scored]));
}

function meanOf(summary: Pick<Summary, "counts" | "sums">): number | undefined {
  const means = meansOf(summary);
  const main = mainKey(Object.keys(means));
  return main === undefined ? undefined : means[main];
}

export function figuresOf(summary: Pick<Summary, "counts" | "sums">): { words: string[]; members: object } {
  const means = meansOf(summary);
  const scored = scoredIn(summary);
  const shown = Object.entries(means).map(([key, mean]) => `${key} ${mean.toFixed(4)}`);
  const words =
    scored === 0
      ? ["no row was scored, so there is no mean"]
      : [`mean over ${counted(scored, "scored row")}: ${shown.join(", ")}`];
  return { words, members: { scored, mean: meanOf(summary) ?? null, means } };
}

/** @throws {UsageError} if the reward has no such options */
function optionsFor(
  reward: Reward | undefined,
  gradingOptions: RewardLines["gradingOptions"],
): Partial<RewardLines> {
  if (gradingOptions === undefined || reward === undefined) return {};
  if (!takesGradingOptions(reward))
    throw new UsageError(`no grading option changes the reward ${reward.name}`);
  return { gradingOptions };
}

async function builtIn(given: string | undefined): Promise<Reward> {
  if (given === undefined) throw new UsageError("which reward? Give its name, or --module FILE");
  const name = await rewardGiven(given);
  const reward = findReward(name);
  if (reward) return reward;
  throw new UsageError(noReward(name));
}

async function modulePath(path: string): Promise<string> {
  const file = resolve(path);
  await access(file).catch(() => {
    throw new UsageError(`--module ${path}: there is no such file`);
  });
  return pathToFileURL(file).href;
}

export const command: Command = {
  usage: ["NAME [options]", "[NAME] --module FILE [options]"],
  examples: [
    {
      does: "reward a file of responses",
      typed: "assay reward r1_zero --input rows.jsonl --output rewarded.jsonl",
    },
    {
      does: "reward rollouts that verl dumped, and fail in CI if the mean is below 0.6",
      typed:
        "assay reward r1_zero --input 100.jsonl --answer-field output \\\n" +
        "--gold-field gts --output rewarded.jsonl --fail-below 0.6",
    },
  ],
  options,
  names: "reward",
  notes: [
    "The fields of a row are the arguments of the reward; 'result' is added to the row. 'assay rewards' lists " +
      "the rewards and their fields. The summary has the mean reward over the scored rows, and counts by outcome.",
    "NAME can be a composition, such as 'r1_zero_boxed + 0.1*format - 0.5*repetition(n=4)', or a JSON file with " +
      "one; docs/serve.md has its grammar and parts.",
    "A row that fails gets 'error', and the exit code is 1. Other codes: 0 done, 2 wrong usage, 130 after " +
      "Ctrl-C. With standard input and output, each line is answered at once.",
  ],
  run,
};
