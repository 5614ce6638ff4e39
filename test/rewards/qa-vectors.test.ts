// The QA rewards compared with the results of the Python reference.

import { expect, it } from "vitest";
import { emScore, f1Score, qaF1Reward, qaF1RewardFormat } from "../../src/rewards/qa/f1.ts";
import { normalizeAnswer, type QaScore } from "../../src/rewards/qa/score.ts";
import { describeVectors } from "./vectors.ts";

type RewardArgs = { final_response: string; answer: string; trajectory: unknown[] };
type Row =
  | { fn: "normalize_answer"; args: [string]; result: string }
  | { fn: "f1_score"; args: [string, string]; result: [number, number, number] }
  | { fn: "em_score"; args: [string, string]; result: number | boolean }
  | { fn: "qa_f1_reward" | "qa_f1_reward_tool"; args: RewardArgs; result: QaScore };

function ours(row: Row): unknown {
  switch (row.fn) {
    case "normalize_answer":
      return normalizeAnswer(...row.args);
    case "f1_score": {
      const { f1, precision, recall } = f1Score(...row.args);
      return [f1, precision, recall];
    }
    case "em_score":
      return emScore(...row.args);
    case "qa_f1_reward":
      return qaF1Reward(row.args.final_response, row.args.answer, row.args.trajectory);
    case "qa_f1_reward_tool":
      return qaF1RewardFormat(row.args.final_response, row.args.answer, row.args.trajectory);
  }
}

/** The one difference: an empty prediction has no exact match with a gold that is empty once normalised. */
function isEmptyMatch(row: Row): boolean {
  const isReward = row.fn === "qa_f1_reward" || row.fn === "qa_f1_reward_tool";
  return isReward && row.result.em === 1 && row.args.final_response.trim() === "";
}

describeVectors<Row>("qa.jsonl", (rows) => {
  it("returns what the reference returns, but for empty predictions", () => {
    for (const row of rows) {
      const expected = isEmptyMatch(row) ? { ...(row.result as QaScore), em: 0 } : row.result;
      const plain = typeof expected === "boolean" ? Number(expected) : expected;
      expect(ours(row), JSON.stringify(row)).toEqual(plain);
    }
  });

  it("differs on an empty prediction only in the reward lines that have an empty gold as well", () => {
    expect(rows.filter(isEmptyMatch)).toHaveLength(14);
  });
});
