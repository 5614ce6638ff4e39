// Everything that is known of a function, in one entry: its spellings, how it is read and printed, its values, its
// calculus, and where its graph breaks. Readers, printers and evaluators use this entry, so a function is defined only
// once.

import type { Ball, ComplexBall, Result } from "../ball/index.ts";
import type { Expr } from "../expression/expr.ts";
import type { Rational } from "../expression/rational.ts";
import type { Budget } from "../terms/limits.ts";

/** Bounds of real values. */
export type Range = readonly [low: number, high: number];

/** A rational value; undefined if it is not known to be rational, a reason if there is no value at all. */
export type ExactResult = Rational | undefined | string;

export interface FunctionEntry {
  /** Its name in trees and expressions. */
  readonly name: string;

  // How it is written.
  /** Words that name it, with a backslash or without; separated by spaces. */
  readonly spelt?: string;
  /** Words that name it with a backslash only. */
  readonly commands?: string;
  /** The letter that names it before a bracket, and is a letter elsewhere. */
  readonly letter?: string;
  /** Whether it may be joined to a letter: `sinx`. */
  readonly joins?: true;
  /** Where its argument is: without brackets if possible, in brackets, or under a root. */
  readonly reads?: "loose" | "brackets" | "root";
  /** How many arguments it has; default: one. */
  readonly takes?: 1 | 2 | "any";
  /** Whether brackets inside it can be removed: `\max(a, \max(b, c))` is `\max(a, b, c)`. */
  readonly nests?: true;
  /** Whether it may have a base, as in `\log_2 8`. */
  readonly base?: true;
  /** The function that `\sin^{-1}` denotes. */
  readonly inverse?: string;
  readonly print?: Print;

  // What it is worth.
  /** Whether it only names something that is not a number here, such as a probability. */
  readonly valueless?: true;
  /** Its definition by other functions, with the base that was written. */
  readonly means?: (x: Expr, base: Expr | undefined) => Expr;
  /** Its value at rational arguments; the first is passed twice, because most functions have no other. */
  readonly exact?: (x: Rational, budget: Budget, args: readonly Rational[]) => ExactResult;
  readonly real?: (x: Ball, prec: number, budget: Budget, args: readonly Ball[]) => Result;
  /** Without it, there is no value at complex arguments, and `real` gives that at real ones. */
  readonly complex?: (z: ComplexBall, prec: number) => Result<ComplexBall>;
  /** Whether its values are algebraic numbers: at algebraic arguments, or at rational multiples of π. */
  readonly algebraic?: "like its arguments" | "conjugate" | "at parts of π";

  // Its calculus.
  readonly derivative?: (x: Expr) => Expr;
  readonly antiderivative?: (x: Expr) => Expr;
  /** Its square, without powers. */
  readonly square?: (x: Expr) => Expr;
  // The properties of its graph.
  /** Bounds of its values, from bounds of its one argument; slightly too wide rather than too narrow. */
  readonly range?: (argument: Range) => Range;
  /** Where one of its formulas ends and another begins, where it jumps, and where its domain ends. */
  readonly breaks?: Breaks;
  /** The formulas that it switches between, without the function itself: x and -x for |x|. */
  readonly formulas?: (args: readonly Expr[]) => readonly Expr[];
  /** The same function far out, on the side of a sign, in an argument that tends to zero there. */
  readonly far?: (x: Expr, sign: 1 | -1) => Expr;
  /** An expression that is zero exactly where the function is zero or has a pole. */
  readonly zeros?: (x: Expr) => readonly Expr[];
  /** The factor outside for a common factor of its arguments; undefined if it cannot be taken out. */
  readonly factor?: (common: Rational) => Rational | undefined;
  /** Whether its two arguments may be exchanged. */
  readonly symmetric?: true;
  /** The function of the opposite argument with the opposite sign: \lceil x\rceil = -\lfloor -x\rfloor. */
  readonly opposite?: string;
  /** It is mainly used for whole numbers. */
  readonly whole?: true;
  /** Its degree as a polynomial of its first argument, if it is one. */
  readonly degree?: (args: readonly Expr[]) => number | undefined;
  readonly periodic?: true;
  /** Its values far out are too large to compute, or too close to a constant. */
  readonly grows?: true;
  /** It is only useful for complex numbers, so letters beside it stand for such. */
  readonly aboutComplex?: true;
  /**
   * Of numbers, it is work that an evaluated answer has done if the gold gives the same number without such a function,
   * as \frac12 does for \sin 30° and 7 for \operatorname{Im}(3+7i). "arithmetic" is always work, and "none" never.
   */
  readonly work?: "arithmetic" | "none";
}

/** Where a function changes, and how. */
export interface Breaks {
  /**
   * "turns": its formula changes where a sign does. "jumps": it also has a separate value there. "ends": it has no
   * value on one side. "divides": it depends on divisibility.
   */
  readonly how: "turns" | "jumps" | "ends" | "divides";
  /** The expression that is zero there; without it, the function breaks only where its argument has a pole. */
  readonly zeros?: (args: readonly Expr[]) => readonly Expr[];
  /** Its period, for a function that jumps again and again; undefined if that is not known. */
  readonly steps?: (args: readonly Expr[]) => Steps | undefined;
}

/** A function jumps where `of` is a multiple of the modulus, and is periodic in `of`, up to whole multiples. */
export interface Steps {
  readonly of: Expr;
  /** Positive. */
  readonly modulus: Rational;
  /** An expression without jumps that is always near it. */
  readonly near: Expr;
}

/** Printed as `\name(…)` by default. */
type Print =
  | { readonly as: string }
  | { readonly around: readonly [open: string, close: string] }
  | { readonly braces: string }
  | { readonly between: string; readonly loosely?: true };
