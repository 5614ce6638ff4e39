// Tables of pairs with their required verdict, for the rules.

import { expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import type { Row } from "../grading-table.ts";

/** Every row has this verdict, and no other: undecided is not different. */
export function verdict(expected: "equal" | "different", rows: Row[]): void {
  it.each(rows.map((row) => [`${row.gold} ← ${row.answer} (${row.why})`, row] as const))(
    `${expected}: %s`,
    (_, { gold, answer }) => {
      expect(verify(gold, answer)).toMatchObject({ verdict: expected });
    },
  );
}
