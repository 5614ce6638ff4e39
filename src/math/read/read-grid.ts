// Matrices and vectors as MATLAB and NumPy print them: entries side by side, rows by semicolons or in brackets of their
// own. `[1 2; 3 4]`, `[1, 2; 3, 4]`, `[1 -2 3]`, `[[1 2] [3 4]]`.

import { decimal, type Node, symbol } from "../notation/tree.ts";
import type { Reader } from "./reader.ts";

/** Reads a grid at a square bracket; undefined, and nothing read, where the bracket holds anything else. */
export function readGrid(r: Reader): Node | undefined {
  if (!r.isOp("[") || r.brackets.get(r.i)!.close < 0) return undefined;
  const mark = r.mark();
  const rows = r.peek().value === "[" && r.peek().kind === "op" ? readNestedRows(r) : readRows(r);
  if (rows?.every((row) => row.length === rows[0]!.length)) return { kind: "matrix", rows };
  r.reset(mark);
  return undefined;
}

/** `[[1 2] [3 4]]`, of which each row is spaced. */
function readNestedRows(r: Reader): Node[][] | undefined {
  const rows: Node[][] = [];
  r.i++;
  while (r.isOp("[")) {
    const row = readRows(r);
    if (row?.length !== 1) return undefined;
    rows.push(row[0]!);
  }
  return r.eat("]") && rows.length > 0 ? rows : undefined;
}

/** The rows of one bracket, where spaces or semicolons show that it is a grid. */
function readRows(r: Reader): Node[][] | undefined {
  const start = r.i;
  const rows: Node[][] = [[]];
  let spaced = false;
  r.i++;
  for (let comma = true; !r.eat("]"); ) {
    const row = rows[rows.length - 1]!;
    if (!comma && row.length > 0) {
      if (r.eat(",")) comma = true;
      else if (r.eat(";")) {
        rows.push([]);
        comma = true;
      } else if (r.token.gap === "") return undefined;
      else spaced = true;
    }
    const cell = readCell(r);
    if (!cell) return undefined;
    rows[rows.length - 1]!.push(cell);
    comma = false;
  }
  const wide = rows[0]!.length > 1;
  if (!wide || (!spaced && rows.length === 1)) return undefined;
  return rows.length === 1 && groupsDigits(r, start) ? undefined : rows;
}

/** `[1 234]` may be one number. */
function groupsDigits(r: Reader, start: number): boolean {
  const inside = r.tokens.slice(start + 1, r.i - 1);
  return (
    inside.every((token) => token.kind === "number") &&
    /^[1-9]\d{0,2}$/.test(inside[0]!.value) &&
    inside.slice(1).every((token) => /^\d{3}$/.test(token.value))
  );
}

/** A number, a fraction of two, or a letter, perhaps with a sign that stands close before it. */
function readCell(r: Reader): Node | undefined {
  const negative = r.eat("-");
  if (negative && r.token.gap !== "") return undefined;
  const value = readEntry(r);
  if (!value) return undefined;
  let node = value;
  if (r.isOp("/") && r.token.gap === "" && r.peek().gap === "") {
    r.i++;
    const den = readEntry(r);
    if (!den) return undefined;
    node = { kind: "div", num: value, den };
  }
  return negative ? { kind: "neg", arg: node } : node;
}

function readEntry(r: Reader): Node | undefined {
  const { kind, value, exponent } = r.token;
  if (kind === "number" && exponent === undefined) {
    r.i++;
    // NumPy prints `1.` for a whole number.
    if (r.isOp(".") && r.token.gap === "") r.i++;
    return decimal(value);
  }
  if (kind === "symbol" || (kind === "word" && value.length === 1)) {
    r.i++;
    return symbol(value);
  }
  return undefined;
}
