// Tables of graded pairs, one test for each row: `gold | answer | why`. Cells are raw LaTeX; bars inside a cell have no
// space on at least one side, and ⏎ is a line break.

import { expect, it } from "vitest";
import { type VerifyOptions, verify } from "../src/math/index.ts";

export interface Row {
  gold: string;
  answer: string;
  why: string;
}

/** Reads `gold | answer | why` lines. */
export function table(strings: TemplateStringsArray): Row[] {
  return strings.raw[0]!.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split(/\s+\|\s+/);
      const [gold, answer, why] = cells;
      if (cells.length !== 3 || !gold || !answer || !why)
        throw new Error(`not 'gold | answer | why': ${line}`);
      const broken = (cell: string) => cell.replaceAll("⏎", "\n");
      return { gold: broken(gold), answer: broken(answer), why };
    });
}

const titled = (rows: Row[]) => rows.map((row) => [`${row.gold} ← ${row.answer} (${row.why})`, row] as const);

/** Every row is equal. */
export function equal(rows: Row[], options?: VerifyOptions): void {
  it.each(titled(rows))("equal: %s", (_, { gold, answer }) => {
    const result = verify(gold, answer, options);
    expect(result).toMatchObject({ verdict: "equal", equal: true });
  });
}

/** No row is equal. */
export function different(rows: Row[], options?: VerifyOptions): void {
  it.each(titled(rows))("different: %s", (_, { gold, answer }) => {
    const result = verify(gold, answer, options);
    expect(result).toMatchObject({ equal: false });
    expect(result.verdict).not.toBe("equal");
  });
}
