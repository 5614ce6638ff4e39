// The work of a thread of `assay reward` on a line: a built-in reward, or the user's own module.

import { fileURLToPath } from "node:url";
import { type FieldFrom, withFields } from "../../datasets/row-fields.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import type { Answered, Handle, Row } from "../../jsonl/line-module.ts";
import {
  hasRuled,
  type Judgement,
  judgedOutcome,
  judgedSeen,
  notShown,
  questionOfReward,
  type Told,
  toldOf,
} from "../../judge/question.ts";
import { explained, findReward, type Outcome, type Seen } from "../../rewards/index.ts";
import { namedScore, readOutcome, userScore } from "../../rewards/own.ts";
import { underGradingOptions } from "../../rewards/reward.ts";
import { hashOfModule } from "../lines/module-hash.ts";

export const onUnscoredChoices = ["null", "zero", "fail"] as const;
type OnUnscored = (typeof onUnscoredChoices)[number];

/** The data that the command gives each thread. */
export interface RewardLines {
  name: string | undefined;
  /** The address of the user's module. */
  module?: string;
  /** The required sha256 of its file. */
  hash?: string;
  onUnscored: OnUnscored;
  /** Grading options; those of a row override them. */
  gradingOptions?: Record<string, unknown> | undefined;
  /** Whether each row gets the reason for its reward. */
  explain?: boolean | undefined;
  /** Whether a judge decides what the rules leave open. */
  judged?: boolean | undefined;
  fields: FieldFrom[];
}

/** A failed line has a `result` too, so all lines have the same members. */
export const failed: Row = { result: null };

/** A response whose grading had to be stopped is wrong; a user's module that had to be stopped is an error. */
export function endedOf(data: unknown): Row | undefined {
  const { name, module } = data as RewardLines;
  if (module !== undefined) return undefined;
  return { result: Object.fromEntries(findReward(name!)!.keys.map((key) => [key, 0])), unscored: undefined };
}

export async function open(data: unknown): Promise<Handle> {
  const { name, module, hash, onUnscored, gradingOptions, explain, judged, fields } = data as RewardLines;
  if (module !== undefined) {
    const score = await (name === undefined ? userScore(module, name) : namedScore(module, name));
    if (hash !== undefined) await expectUnchanged(module, hash);
    return async (row) => answer(readOutcome(await score(withFields(row, fields))), onUnscored);
  }
  const reward = findReward(name!)!;
  const rowOf = (row: Row): Row => underGradingOptions(reward, withFields(row, fields), gradingOptions);
  if (!explain && !judged) return (row) => answer(reward.score(rowOf(row)), onUnscored);
  return (row, told) => {
    let seen: Seen | undefined;
    const given = rowOf(row);
    const rules = reward.score(given, (each) => {
      seen = each;
    });
    const question = judged ? questionOfReward(rules, seen, given) : undefined;
    const judgement = toldOf(told as Told | undefined, question);
    const answered = answer(judgement ? judgedOutcome(rules, judgement) : rules, onUnscored);
    const said = judgement && hasRuled(judgement) ? judgedSeen(seen, judgement) : seen;
    if (explain) answered.add = { ...answered.add, explain: explained(said) };
    if (!judged) return answered;
    const asks = question && !judgement ? { asks: question } : {};
    answered.add = { ...answered.add, judge: judgement ?? null };
    return { ...answered, ...judgedCount(answered.count, judgement), ...asks };
  };
}

/** Checked when it is loaded: if the file is edited in the meantime, some rows must not get different rewards. */
async function expectUnchanged(module: string, hash: string): Promise<void> {
  const path = fileURLToPath(module);
  if ((await hashOfModule(path)) !== hash)
    throw new ExpectedError(
      `${path} has changed since this worker joined the run; it must be byte-identical to the run's file`,
    );
}

function answer({ result, unscored }: Outcome, onUnscored: OnUnscored): Answered {
  // The reason of an earlier run must be removed with its score.
  if (unscored === undefined) return { add: { result, unscored: undefined }, ...told(result) };
  if (onUnscored === "fail") throw new Error(`unscored: ${unscored}`);
  const value = onUnscored === "zero" ? 0 : null;
  const filled = Object.fromEntries(Object.keys(result).map((key) => [key, value]));
  return { add: { result: filled, unscored }, count: "unscored" };
}

/** Rows that the judge decided are counted separately. */
function judgedCount(count: string | undefined, judgement: Pick<Judgement, "outcome"> | null | undefined) {
  if (!judgement || !hasRuled(judgement) || count === undefined) return {};
  return { count: judgement.outcome === "refused" ? notShown : `${count} by the judge` };
}

/** The main figure of a result: the reward itself, or its first member. */
export const mainKey = (keys: readonly string[]): string | undefined =>
  keys.includes("reward") ? "reward" : keys[0];

/** The counter of a line that an earlier run has written. */
export function recount({ result, unscored, judge }: Row): Pick<Answered, "count" | "figures"> {
  const judged = (count: string | undefined) => judgedCount(count, judge as Judgement | null | undefined);
  if (unscored !== undefined) return { count: "unscored", ...judged("unscored") };
  if (typeof result !== "object" || result === null) return {};
  const counted = told(result as Outcome["result"]);
  return { ...counted, ...judged(counted.count) };
}

/** The additions of a scored line to the summary; a composition says by `acc` whether the answer is right. */
function told(result: Outcome["result"]): Pick<Answered, "count" | "figures"> {
  const figures = result as Record<string, number>;
  const main = mainKey(Object.keys(figures));
  return main === undefined ? {} : { count: outcomeName(figures.acc ?? figures[main]!), figures };
}

function outcomeName(reward: number): string {
  if (reward === 1) return "right";
  if (reward === 0) return "wrong";
  return reward > 0 && reward < 1 ? "partly right" : "other";
}
