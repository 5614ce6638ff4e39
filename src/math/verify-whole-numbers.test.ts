// Whole numbers are decided at once; the verdict and the charge must be those of the general rule.

import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyNoting } from "./verify.ts";

test("whole numbers are decided and charged as the general rule does, which writes down what it finds", () => {
  const small = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(
      fc.array(small, { minLength: 2, maxLength: 5 }),
      fc.array(small, { minLength: 2, maxLength: 5 }),
      (g, a) => {
        for (const [open, close] of [
          ["(", ")"],
          ["\\{", "\\}"],
          ["", ""],
        ]) {
          const [gold, answer] = [g, a].map((items) => `${open}${items.join(", ")}${close}`) as [
            string,
            string,
          ];
          expect(verifyNoting(gold, answer, undefined, undefined)).toEqual(
            verifyNoting(gold, answer, undefined, []),
          );
        }
      },
    ),
  );
});
