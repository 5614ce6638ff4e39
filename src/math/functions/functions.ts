// All functions, by name and by spelling.

import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { FunctionEntry } from "./entry.ts";
import { exponential, special } from "./exponential.ts";
import { complexParts, rounding } from "./rounding.ts";
import { hyperbolic, trigonometric } from "./trigonometric.ts";
import { whole } from "./whole.ts";

/** A value that holds only if all conditions are positive: the sum of a power series inside its circle. */
function givenThat(signs: readonly ReturnType<typeof ball.sign>[], value: Ball): Result {
  if (signs.some((sign) => sign === -1 || sign === 0)) return "outside";
  return signs.includes(undefined) ? "undecided" : value;
}

/**
 * Names that are read as functions and have no value here: of matrices, of probabilities, of bounds. One of them cannot
 * be written in a text: a value that holds under conditions.
 */
const named: readonly FunctionEntry[] = [
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
  { name: "star", takes: 2, print: { between: "\\star" }, valueless: true },
  { name: "wedge", takes: 2, print: { between: "\\wedge" }, valueless: true },
  {
    name: "given",
    takes: "any",
    exact: (x, _, args) => (args.slice(1).every((condition) => condition.n > 0n) ? x : "outside the domain"),
    real: (x, _, __, args) => givenThat(args.slice(1).map(ball.sign), x),
  },
];

export const allFunctions: readonly FunctionEntry[] = [
  ...trigonometric,
  ...hyperbolic,
  ...exponential,
  ...rounding,
  ...complexParts,
  ...whole,
  ...special,
  ...named,
];

const byName: ReadonlyMap<string, FunctionEntry> = new Map(allFunctions.map((entry) => [entry.name, entry]));

/** What is known of a function; undefined for an unknown one, such as f. */
export const functionNamed = (name: string): FunctionEntry | undefined => byName.get(name);

const words = (text: string | undefined): string[] => text?.split(" ") ?? [];

/** Every spelling of a function, as a command, with the name that it means. */
export const functionSpellings: ReadonlyMap<string, string> = new Map(
  allFunctions.flatMap(({ name, spelt, commands }) =>
    [...words(spelt), ...words(commands)].map((word): [string, string] => [word, name]),
  ),
);

/** Spellings that name a function without a backslash too, although they might also be a product of letters. */
export const typedFunctions: ReadonlySet<string> = new Set(allFunctions.flatMap(({ spelt }) => words(spelt)));

/** The functions that a letter before a bracket names. */
export const letterFunctions: ReadonlyMap<string, string> = new Map(
  allFunctions.flatMap(({ name, letter }): [string, string][] =>
    letter === undefined ? [] : [[letter, name]],
  ),
);

/** Whether a function may have this many arguments. */
export const takes = ({ takes: wanted = 1 }: FunctionEntry, count: number): boolean =>
  wanted === "any" ? count > 0 : count === wanted;

/** Names that may run together with a letter, the longer ones first: `sinhx` is not a sine. */
export const joiningFunctions: readonly string[] = allFunctions
  .filter(({ joins }) => joins)
  .map(({ name }) => name)
  .sort((a, b) => b.length - a.length);
