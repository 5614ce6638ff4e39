// What lies beyond the methods of the room: a thing without a single value, an inequality that is not solved, numbers
// that cannot be put in order. Each is thrown where it is met, and whoever compares says undecided.

import { Undefined } from "./exact.ts";
import { NoValue } from "./expr.ts";
import { Unsolved } from "./inequality.ts";
import { Unordered } from "./reals.ts";

/** Whether an error says only that a comparison cannot be carried out. */
export const isBeyond = (error: unknown): error is Error =>
  error instanceof NoValue || error instanceof Unsolved || error instanceof Unordered;

/** The same, or that something has no value at all. */
export const isBeyondOrUndefined = (error: unknown): error is Error =>
  isBeyond(error) || error instanceof Undefined;
