// All functions, by name and by spelling.

import { complexParts } from "./complex.ts";
import type { FunctionEntry } from "./entry.ts";
import { exponential } from "./exponential.ts";
import { hyperbolic } from "./hyperbolic.ts";
import { named } from "./named.ts";
import { rounding } from "./rounding.ts";
import { special } from "./special.ts";
import { trigonometric } from "./trigonometric.ts";
import { whole } from "./whole.ts";

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

/** What is known of a function; undefined for one that nobody defined, such as f. */
export const functionNamed = (name: string): FunctionEntry | undefined => byName.get(name);

const words = (text: string | undefined): string[] => text?.split(" ") ?? [];

/** Every spelling of a function, as a command, with the name that it means. */
export const functionSpellings: ReadonlyMap<string, string> = new Map(
  allFunctions.flatMap(({ name, spelt, commands }) =>
    [...words(spelt), ...words(commands)].map((word): [string, string] => [word, name]),
  ),
);

/** Spellings that name a function without a backslash too, where a newcomer could take them for a product of letters. */
export const typedFunctions: ReadonlySet<string> = new Set(allFunctions.flatMap(({ spelt }) => words(spelt)));

/** The functions that a letter names where a bracket follows. */
export const letterFunctions: ReadonlyMap<string, string> = new Map(
  allFunctions.flatMap(({ name, letter }): [string, string][] =>
    letter === undefined ? [] : [[letter, name]],
  ),
);

/** Whether a function may have so many arguments. */
export const takes = ({ takes: wanted = 1 }: FunctionEntry, count: number): boolean =>
  wanted === "any" ? count > 0 : count === wanted;

/** Names that may run together with a letter, the longer ones first: `sinhx` is no sine. */
export const joiningFunctions: readonly string[] = allFunctions
  .filter(({ joins }) => joins)
  .map(({ name }) => name)
  .sort((a, b) => b.length - a.length);
