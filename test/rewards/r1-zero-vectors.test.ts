// The reference's modes compared with the results of the Python reference.

import { expect, it } from "vitest";
import { type GroundTruth, type R1ZeroScore, r1ZeroReward } from "../../src/rewards/index.ts";
import { describeVectors } from "./vectors.ts";

interface Row {
  response: string;
  ground_truth: GroundTruth;
  fast: boolean;
  result: R1ZeroScore;
}

describeVectors<Row>("r1zero.jsonl", (rows) => {
  /** The share of rows on which all three figures agree. */
  const agreement = (some: Row[]) => {
    const agree = some.filter(({ response, ground_truth, fast, result }) => {
      const ours = r1ZeroReward(response, ground_truth, { fast });
      return JSON.stringify(ours) === JSON.stringify(result);
    });
    return agree.length / some.length;
  };

  it("agrees in fast mode", () => {
    expect(agreement(rows.filter((row) => row.fast))).toBe(1);
  });

  it("agrees in full mode", () => {
    expect(agreement(rows.filter((row) => !row.fast))).toBeGreaterThanOrEqual(0.97);
  });

  it("agrees in full mode on every answer that the reference pays: ours may only know more", () => {
    const paid = rows.filter((row) => !row.fast && row.result.reward === 1);
    expect(agreement(paid)).toBe(1);
  });
});
