// Names that are read as functions and have no value of their own here: of matrices, of probabilities, of bounds. And the
// one that no text can write: a value that holds under conditions.

import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { FunctionEntry } from "./entry.ts";

/** A value that holds only where all conditions are positive: the sum of a power series inside its circle. */
function givenThat(signs: readonly ReturnType<typeof ball.sign>[], value: Ball): Result {
  if (signs.some((sign) => sign === -1 || sign === 0)) return "outside";
  return signs.includes(undefined) ? "undecided" : value;
}

export const named: readonly FunctionEntry[] = [
  { name: "det", spelt: "det", reads: "loose", work: "arithmetic" },
  { name: "tr", commands: "tr", reads: "loose" },
  { name: "rank", commands: "rank", reads: "loose" },
  { name: "dim", commands: "dim", reads: "loose" },
  { name: "deg", commands: "deg", reads: "loose" },
  { name: "sup", commands: "sup", reads: "brackets", takes: "any", valueless: true },
  { name: "inf", commands: "inf", reads: "brackets", takes: "any", valueless: true },
  { name: "Pr", commands: "Pr", reads: "brackets", takes: "any", valueless: true },
  { name: "Var", commands: "Var", reads: "brackets", takes: "any", valueless: true },
  { name: "cross", takes: 2, print: { between: "\\times" }, valueless: true },
  { name: "wedge", takes: 2, print: { between: "\\wedge" }, valueless: true },
  {
    name: "given",
    takes: "any",
    exact: (x, _, args) => (args.slice(1).every((condition) => condition.n > 0n) ? x : "outside the domain"),
    real: (x, _, __, args) => givenThat(args.slice(1).map(ball.sign), x),
  },
];
