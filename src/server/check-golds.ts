// Reads all golds before the service listens: one that cannot be graded against would end a training run hours later.

import { readRow, sentence } from "../jsonl/answer-lines.ts";
import { InputError, reasonOf } from "../jsonl/errors.ts";
import { fileLines } from "../jsonl/file-lines.ts";
import type { Row } from "../jsonl/line-module.ts";
import { findReward } from "../rewards/index.ts";

export interface CheckedGolds {
  rows: number;
  /** A sentence for each row whose gold is unusable, as many as fit a screen. */
  problems: string[];
  unusable: number;
}

const goldFields = ["ground_truth", "golden_answer"];
/** What data sets for trainers call a gold. */
const otherNames = ["label", "answer", "expected_answer"];
const problemsShown = 20;

/** @throws {InputError} when the file cannot be read */
export async function checkGolds(path: string, rewardName: string): Promise<CheckedGolds> {
  const reward = findReward(rewardName)!;
  const gold = goldFields.find((field) => field in reward.fields.shape) ?? "answer";
  const blank = "prediction" in reward.fields.shape ? { prediction: "", trajectory: [] } : { response: "" };
  const checked: CheckedGolds = { rows: 0, problems: [], unusable: 0 };
  const problemOf = (text: string): string | undefined => {
    try {
      return reward.score({ ...blank, [gold]: goldOf(readRow(text), gold) }).unscored;
    } catch (error) {
      return sentence(error);
    }
  };
  try {
    for await (const { bytes, number } of fileLines(path)) {
      const text = bytes.toString("utf8");
      if (text.trim() === "") continue;
      checked.rows++;
      const problem = problemOf(text);
      if (problem === undefined) continue;
      checked.unusable++;
      if (checked.problems.length < problemsShown)
        checked.problems.push(`${path}: line ${number}: ${problem}`);
    }
  } catch (error) {
    throw new InputError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
  return checked;
}

function goldOf(row: Row, gold: string): unknown {
  const name = [gold, ...otherNames].find((each) => Object.hasOwn(row, each));
  return name === undefined ? undefined : row[name];
}
