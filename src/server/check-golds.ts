// Reads all golds before the service listens: one that cannot be graded would end a training run hours later.

import { createReadStream } from "node:fs";
import { lineTexts, readRow, sentence } from "../jsonl/answer-lines.ts";
import { InputError, reasonOf } from "../jsonl/errors.ts";
import type { Row } from "../jsonl/line-module.ts";
import { readBlocks } from "../jsonl/read-blocks.ts";
import { findReward, noReward, type Reward } from "../rewards/index.ts";
import { valueWithin } from "../workers/within-time.ts";
import { type Routing, routeOf } from "./operation.ts";

export interface CheckedGolds {
  rows: number;
  /** A sentence for each row whose gold is unusable, as many as fit on a screen. */
  problems: string[];
  unusable: number;
}

/** The names of the gold in data sets for trainers. */
const otherNames = ["label", "answer", "expected_answer"];
const problemsShown = 20;
/** For one gold. */
const mostMs = 2_000;
/**
 * A number that no gold equals: if this answer were right for one gold of a row, it would hide that another one is
 * unusable.
 */
const nobodysAnswer = "-918273645.5463728191";
/** Fits every template, so that no reward stops at the format and leaves the gold unread. */
const response = `Hm. </think> <answer>\\boxed{${nobodysAnswer}}</answer>`;
const trajectory = [{ role: "tool" }, { role: "tool" }];

/** @throws {InputError} when the file cannot be read */
export async function checkGolds(
  path: string,
  rewardName: string,
  routing?: Routing | undefined,
): Promise<CheckedGolds> {
  const checked: CheckedGolds = { rows: 0, problems: [], unusable: 0 };
  const note = (number: number, problem: string | undefined) => {
    checked.rows++;
    if (problem === undefined) return;
    checked.unusable++;
    if (checked.problems.length < problemsShown) checked.problems.push(`${path}: line ${number}: ${problem}`);
  };
  try {
    // As when streams of lines are read: a byte order mark does not belong to the first line.
    for await (const { bytes, first, reason } of readBlocks(createReadStream(path))) {
      if (reason !== undefined) {
        note(first, reason);
        continue;
      }
      let number = first;
      for (const text of lineTexts(bytes)) {
        if (text?.trim() !== "") note(number, problemOf(rewardName, routing, text));
        number++;
      }
    }
  } catch (error) {
    throw new InputError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
  return checked;
}

function problemOf(standard: string, routing: Routing | undefined, text: string | null): string | undefined {
  try {
    const row = readRow(text);
    const name = routeOf(row, routing) ?? standard;
    const reward = findReward(name);
    if (!reward) return noReward(name);
    if (reward.gold === undefined) return undefined;
    const gold = goldOf(row, reward.gold);
    const item = { response, prediction: nobodysAnswer, trajectory, response_length: 1, [reward.gold]: gold };
    return valueWithin(
      () => reward.score(item).unscored ?? unreachable(reward, item, gold),
      `reading the gold took longer than ${mostMs / 1000} s`,
      mostMs,
    );
  } catch (error) {
    return sentence(error);
  }
}

/** Words are compared with words: if a gold does not earn a reward with its own text, no prediction does. */
function unreachable(reward: Reward, item: Row, gold: unknown): string | undefined {
  if (reward.answer !== "prediction") return undefined;
  const golds = (Array.isArray(gold) ? gold : [gold]) as string[];
  // If a question may have no answer, an empty list is a gold too, and an empty prediction is right.
  const isReached = [...golds, ""].some(
    (prediction) => (reward.score({ ...item, prediction }).result.reward ?? 0) > 0,
  );
  return isReached ? undefined : "the gold answer is empty, or has no words to compare";
}

function goldOf(row: Row, gold: string): unknown {
  const name = [gold, ...otherNames].find((each) => Object.hasOwn(row, each));
  return name === undefined ? undefined : row[name];
}
