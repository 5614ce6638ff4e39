// What lies beyond the methods of the room: a thing without a single value, an inequality that is not solved, numbers
// that cannot be put in order. Each is thrown where it is met, and whoever compares says undecided.

import { Unsolved } from "../algebra/inequality.ts";
import { Unordered } from "../algebra/reals.ts";
import { Undefined } from "../exact/exact.ts";
import { NoValue } from "../exact/lower.ts";

/** Whether an error says only that a comparison cannot be carried out. */
export const isBeyond = (error: unknown): error is Error =>
  error instanceof NoValue || error instanceof Unsolved || error instanceof Unordered;

/** The same, or that something has no value at all. */
export const isBeyondOrUndefined = (error: unknown): error is Error =>
  isBeyond(error) || error instanceof Undefined;
