// The normal forms and the box extraction of the reference's modes, compared with the results of the Python reference.

import { expect, it } from "vitest";
import { lastBoxed } from "../../src/rewards/r1-zero/reference/boxed.ts";
import { mathdForm } from "../../src/rewards/r1-zero/reference/mathd.ts";
import { symbolicForm } from "../../src/rewards/r1-zero/reference/symbolic.ts";
import { describeVectors } from "./vectors.ts";

interface Row {
  input: string;
  mathd: string;
  symbolic: string;
  boxed: string | null;
}

describeVectors<Row>("r1zero_normalize.jsonl", (rows) => {
  it("writes both normal forms and the boxed content as the reference does", () => {
    for (const { input, ...expected } of rows) {
      const ours = {
        mathd: mathdForm(input),
        symbolic: symbolicForm(input),
        boxed: lastBoxed(input) ?? null,
      };
      expect(ours, JSON.stringify(input)).toEqual(expected);
    }
  });
});
