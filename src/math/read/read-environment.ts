// Matrices, case distinctions and aligned systems.

import type { Node } from "../notation/tree.ts";
import { readCondition, readItem, readList } from "./read-answer.ts";
import type { Reader } from "./reader.ts";

const matrices = new Set([
  "matrix",
  "pmatrix",
  "bmatrix",
  "Bmatrix",
  "smallmatrix",
  "array",
  "psmallmatrix",
  "bsmallmatrix",
]);
const determinants = new Set(["vmatrix", "Vmatrix"]);
const systems = new Set([
  "aligned",
  "align",
  "gathered",
  "split",
  "gather",
  "equation",
  "alignedat",
  "center",
]);

export function readEnvironment(r: Reader): Node {
  const start = r.take();
  const name = start.value.slice("begin:".length);
  return r.nested(() => {
    if (name === "cases" || name === "dcases" || name === "rcases") return readCases(r, name);
    const rows = r.within({ bars: 0 }, () => readRows(r, name));
    // A table of one cell is a frame around it.
    if ((name === "array" || name === "tabular") && rows.length === 1 && rows[0]!.length === 1)
      return rows[0]![0]!;
    if (name === "array" && rows.every((row) => row.length === 1 && row[0]!.kind === "relation"))
      return system(r, rows);
    if (matrices.has(name)) return matrix(r, rows);
    if (determinants.has(name)) return { kind: "call", name: "det", args: [matrix(r, rows)], base: null };
    if (systems.has(name)) return system(r, rows);
    return r.fail(`the environment ${name} has no meaning here`, start);
  });
}

/** Cells by `&`, rows by `\\`, up to the environment's end; an empty last row is mere layout. */
function readRows(r: Reader, name: string): Node[][] {
  const rows: Node[][] = [];
  let row: Node[] = [];
  for (;;) {
    while (r.token.kind === "command" && (r.token.value === "hline" || r.token.value === "cline")) r.i++;
    if (r.isCommand(`end:${name}`)) break;
    if (r.isOp("&")) {
      r.fail("an empty cell");
    }
    row.push(systems.has(name) ? readList(r) : readItem(r));
    if (r.eat("&")) continue;
    eatRowEnd(r, name);
    if (r.eat("\\\\")) {
      rows.push(row);
      row = [];
      continue;
    }
    if (!r.isCommand(`end:${name}`)) r.fail(`the environment ${name} is not closed`);
  }
  r.i++;
  if (row.length > 0) rows.push(row);
  return rows;
}

/** The comma or full stop of a sentence, where a row ends with it. */
function eatRowEnd(r: Reader, name: string): void {
  const { kind, value } = r.peek();
  const isLast = (kind === "op" && value === "\\\\") || (kind === "command" && value === `end:${name}`);
  if (isLast && (r.isOp(",") || r.isOp(".") || r.isOp(";"))) r.i++;
}

function matrix(r: Reader, rows: Node[][]): Node {
  if (rows.length === 0) r.fail("a matrix without entries");
  if (rows.some((row) => row.length !== rows[0]!.length)) r.fail("rows of different lengths");
  return { kind: "matrix", rows };
}

function system(r: Reader, rows: Node[][]): Node {
  const items = rows.flat();
  if (items.length === 0) return r.fail("nothing in the environment");
  return items.length === 1 ? items[0]! : { kind: "list", items, joiner: "," };
}

/** `value & condition \\ …`; rows of single equations are a system. */
function readCases(r: Reader, name: string): Node {
  const branches: { value: Node; condition: Node | null }[] = [];
  while (!r.isCommand(`end:${name}`)) {
    const value = readItem(r);
    r.eat(",");
    let condition: Node | null = null;
    if (r.eat("&") || !(r.isOp("\\\\") || r.isCommand(`end:${name}`))) {
      if (r.isWord("if") || r.isWord("for") || r.isWord("when")) r.i++;
      condition = r.isOp("\\\\") || r.isCommand(`end:${name}`) ? null : readCondition(r);
    }
    branches.push({ value, condition });
    eatRowEnd(r, name);
    if (!r.eat("\\\\") && !r.isCommand(`end:${name}`)) r.fail("the cases are not closed");
  }
  r.i++;
  if (branches.length === 0) return r.fail("cases without a branch");
  if (branches.length === 1 && !branches[0]!.condition) return branches[0]!.value;
  if (branches.every((b) => b.condition === null))
    return { kind: "list", items: branches.map((b) => b.value), joiner: "," };
  return { kind: "cases", branches };
}
