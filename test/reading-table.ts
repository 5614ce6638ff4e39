// Tables of spellings, one test for each row: `spelling | spelling | what it is`.

import { expect, it } from "vitest";
import { type Node, parse, printLatex } from "../src/math/index.ts";
import { sameTree } from "../src/math/notation/same-tree.ts";
import type { Row } from "./grading-table.ts";

/** The tree of a text, or a failure with the unreadable part. */
export function read(text: string): Node {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.reason} (at ${parsed.at})`);
  return parsed.tree;
}

/** Both spellings give the same tree, and its printed form is read as that tree again. */
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
