// Tables of spellings, one test a row: `spelling | spelling | what it is`.

import { expect, it } from "vitest";
import { type Node, parse, printLatex } from "../src/math/index.ts";
import { sameTree } from "../src/math/notation/same-tree.ts";
import type { Row } from "./grading-table.ts";

/** The tree of a text, or a failure that says what could not be read. */
export function read(text: string): Node {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.reason} (at ${parsed.at})`);
  return parsed.tree;
}

/** Both spellings are the same tree, and what is printed of it reads back as that tree. */
export function same(rows: Row[]): void {
  it.each(rows.map((r) => [`${r.gold} is ${r.answer} (${r.why})`, r] as const))("%s", (_, r) => {
    expect(sameTree(read(r.answer), read(r.gold))).toBe(true);
    expect(sameTree(read(printLatex(read(r.gold))), read(r.gold))).toBe(true);
  });
}

/** The spellings are not the same tree. */
export function unlike(rows: Row[]): void {
  it.each(rows.map((r) => [`${r.gold} is not ${r.answer} (${r.why})`, r] as const))("%s", (_, r) => {
    expect(sameTree(read(r.answer), read(r.gold))).toBe(false);
  });
}
