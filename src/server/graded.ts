// The outcome of one item: its result as it is sent, and its counts.

import type { Row } from "../jsonl/line-module.ts";
import { writeFloats } from "../jsonl/write-floats.ts";
import {
  hasRuled,
  type Judgement,
  judgedOutcome,
  judgedSeen,
  problemIn,
  type Question,
  questionOf,
  questionOfReward,
} from "../judge/question.ts";
import { explained, type Outcome, type Seen } from "../rewards/index.ts";

export const outcomes = [
  "right",
  "wrong",
  "no_format",
  "unparsed",
  "undecided",
  "unscored",
  "error",
] as const;
export type OutcomeName = (typeof outcomes)[number];

export interface Graded {
  outcome: OutcomeName;
  /** The members of the result; all null if there is no score. */
  result: Record<string, unknown>;
  reward: number | null;
  /** The reward that scored it, if the row chose a different one than the request. */
  by?: string | undefined;
  unscored?: string | undefined;
  error?: string | undefined;
  seen?: Seen | undefined;
}

/**
 * A composition states separately from its sum whether the answer is right. Other rewards count as right from 1 on;
 * below that, the format and the comparison show what went wrong.
 */
export function gradedOf({ result, unscored }: Outcome, seen: Seen | undefined): Graded {
  if (unscored !== undefined) return { outcome: "unscored", result, reward: null, unscored };
  const reward = result.reward ?? null;
  return { outcome: outcomeOf(result, reward, seen), result, reward, seen };
}

function outcomeOf(result: Outcome["result"], reward: number | null, seen: Seen | undefined): OutcomeName {
  const raw = result.acc ?? reward;
  if (raw !== null && raw >= 1) return "right";
  if (result.format_reward === 0 || seen?.by === "format") return "no_format";
  if (seen?.unparsed !== undefined) return "unparsed";
  return seen?.verdict === "undecided" ? "undecided" : "wrong";
}

export const failedItem = (keys: readonly string[], error: string): Graded => ({
  outcome: "error",
  result: nulls(keys),
  reward: null,
  error,
});

export const unscoredItem = (keys: readonly string[], reason: string): Graded => ({
  outcome: "unscored",
  result: nulls(keys),
  reward: null,
  unscored: reason,
});

export const nulls = (keys: readonly string[]): Record<string, null> =>
  Object.fromEntries(keys.map((key) => [key, null]));

/** Whether a response hedges: it gives alternatives, a list for one value, or doubts its answer. */
export function isHedge({ seen }: Graded): boolean {
  if (seen === undefined || seen.verdict === "equal") return false;
  if (seen.by === "one answer" || seen.by === "repeats") return true;
  if (seen.by === "no answer" && seen.reason?.startsWith("hedge:")) return true;
  return seen.by === "kind" && seen.reason === "one value against a list";
}

/** The result as JSON: the reward's members in their order, each number a float, then the error if there is one. */
export function resultText({ result, unscored, error }: Graded): string {
  let text = "{";
  for (const key in result) text += `${text === "{" ? "" : ","}${nameText(key)}:${valueText(result[key])}`;
  if (unscored !== undefined) text += `${text === "{" ? "" : ","}"unscored":${JSON.stringify(unscored)}`;
  if (error !== undefined) text += `${text === "{" ? "" : ","}"error":${JSON.stringify(error)}`;
  return `${text}}`;
}

/** The same, with the reason for the reward. */
export const explainedText = (graded: Graded): string => {
  const text = resultText(graded);
  return `${text.slice(0, -1)}${text === "{}" ? "" : ","}"explain":${JSON.stringify(explained(graded.seen))}}`;
};

/**
 * Result lines that only give the reason for a missing score, because the members were not known yet: with these
 * members.
 */
export function withNulls(lines: string, keys: readonly string[]): string {
  const members = keys.map((key) => `${nameText(key)}:null,`).join("");
  return lines
    .split("\n")
    .map((line) => `{${members}${line.slice(1)}`)
    .join("\n");
}

const valueText = (value: unknown): string =>
  value === 1 ? "1.0" : value === 0 ? "0.0" : value === null ? "null" : writeFloats(value);

const names = new Map<string, string>();

/** The names of members are few, and repeat with every item; users' modules choose their own. */
function nameText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (names.size < 1_000) names.set(name, text);
  return text;
}

/** The response of a row, and its gold, under the reward's own names. */
export function textsOf(row: Row): { response: string; gold: string } {
  const response = row.response ?? row.prediction ?? row.answer;
  const gold = row.ground_truth ?? row.golden_answer ?? row.gold ?? (row.prediction && row.answer);
  return { response: asText(response), gold: asText(gold) };
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : jsonText(value);

/** JSON for display. A value may be nested so deeply that it was read but cannot be written. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '"(nested too deeply to be shown)"';
  }
}

/** The open questions of an item; `/v1/grade` compares one pair. */
export function openQuestion({ result, seen }: Graded, row: Row): Question | undefined {
  if ("equal" in result) return questionOf(seen?.answer ?? null, seen?.compared ?? [], problemIn(row));
  return questionOfReward({ result: result as Outcome["result"] }, seen, row);
}

/** An item with a judge's reply on its answer. */
export function judgedItem(graded: Graded, judgement: Judgement): Graded {
  if (!hasRuled(judgement)) return graded;
  const seen = judgedSeen(graded.seen, judgement);
  if (!("equal" in graded.result))
    return {
      ...gradedOf(judgedOutcome({ result: graded.result as Outcome["result"] }, judgement), seen),
      by: graded.by,
    };
  const { verdict, reason = null } = seen;
  const certainty = judgement.outcome === "failed" ? null : "judged";
  const said = { equal: verdict === "equal", verdict, by: "judge", certainty, unparsed: null, reason };
  const outcome = verdict === "equal" ? "right" : verdict === "undecided" ? "undecided" : "wrong";
  return {
    ...graded,
    outcome,
    result: { ...graded.result, ...said },
    reward: verdict === "equal" ? 1 : 0,
    seen,
  };
}
