// A law builds two sides that are equal for all values of their variables at which both have one; the small terms here
// fill laws.

import type { Dice } from "./dice.ts";
import {
  add,
  div,
  exp,
  fn,
  frac,
  hasNode,
  mul,
  neg,
  num,
  pi,
  pow,
  root,
  square,
  sub,
  type Term,
  variable,
} from "./term.ts";

/** The domain of a law: real variables, whole numbers, complex numbers, or no variables. */
export type Realm = "real" | "whole" | "complex" | "constant";

export interface Law {
  name: string;
  realm: Realm;
  build: (dice: Dice) => readonly [Term, Term];
}

export const laws = (realm: Realm, entries: Record<string, Law["build"]>): Law[] =>
  Object.entries(entries).map(([name, build]) => ({ name, realm, build }));

export const x = variable("x");
export const y = variable("y");
export const n = variable("n");

export const letter = (dice: Dice): Term => (dice.chance(0.7) ? x : y);
export const coefficient = (dice: Dice): number => dice.intBut(-5, 7, 0, 1);
export const count = (dice: Dice): number => dice.int(2, 7);

/** a·x + b. */
export const linear = (dice: Dice): Term => {
  const a = dice.chance(0.5) ? 1 : dice.intBut(-3, 5, 0);
  return add(mul(num(a), letter(dice)), num(dice.int(-5, 7)));
};

/** Something in x and y that may take any sign. */
export function simple(dice: Dice): Term {
  switch (dice.int(0, 8)) {
    case 0:
    case 1:
    case 2:
      return letter(dice);
    case 3:
      return linear(dice);
    case 4:
      return mul(num(coefficient(dice)), letter(dice));
    case 5:
      return square(letter(dice));
    case 6:
      return mul(x, y);
    case 7:
      return fn(dice.pick(["sin", "cos"]), letter(dice));
    default:
      return num(count(dice));
  }
}

/** A term that is positive wherever it has a value. */
export function positive(dice: Dice): Term {
  switch (dice.int(0, 6)) {
    case 0:
      return num(count(dice));
    case 1:
    case 2:
      return add(square(letter(dice)), num(count(dice)));
    case 3:
      return add(fn("abs", letter(dice)), num(dice.int(1, 5)));
    case 4:
      return exp(letter(dice));
    case 5:
      return add(square(x), square(y), num(dice.int(1, 3)));
    default:
      return add(exp(letter(dice)), num(dice.int(1, 4)));
  }
}

export const angle = (dice: Dice): Term => {
  switch (dice.int(0, 5)) {
    case 0:
      return mul(num(count(dice)), letter(dice));
    case 1:
      return add(letter(dice), num(dice.int(1, 3)));
    case 2:
      return add(x, y);
    case 3:
      return div(letter(dice), num(dice.int(2, 3)));
    default:
      return letter(dice);
  }
};

/** A constant that may be irrational. */
export function constant(dice: Dice): Term {
  switch (dice.int(0, 5)) {
    case 0:
      return num(count(dice));
    case 1:
      return frac(dice.intBut(-7, 9, 0), dice.int(2, 9));
    case 2:
      return root(num(dice.pick([2, 3, 5, 6, 7, 10, 11, 15])));
    case 3:
      return div(pi, num(dice.int(2, 6)));
    case 4:
      return add(num(dice.int(1, 4)), root(num(dice.pick([2, 3, 5, 7]))));
    default:
      return fn("ln", num(dice.int(2, 9)));
  }
}

/** A term to add to a law's sides, from the same domain. */
function companion(realm: Realm, dice: Dice): Term {
  switch (realm) {
    case "real":
      return simple(dice);
    case "whole":
      return dice.pick([n, add(n, num(dice.int(1, 3))), square(n), num(count(dice)), pow(num(2), n)]);
    case "complex":
      return dice.pick([letter(dice), num(count(dice)), square(letter(dice))]);
    case "constant":
      return constant(dice);
  }
}

const isAbsolute = (t: Term): boolean => t.k === "fn" && t.name === "abs";

/** The same operation on both sides. */
export function wrapping(realm: Realm, sides: readonly [Term, Term], dice: Dice): (t: Term) => Term {
  const bars = sides.some((side) => hasNode(side, isAbsolute));
  const other = companion(realm, dice);
  const number = num(count(dice));
  const wave = dice.pick(["sin", "cos"]);
  const everywhere: ((t: Term) => Term)[] = [
    (t) => add(t, other),
    (t) => sub(other, t),
    (t) => mul(other, t),
    neg,
    (t) => div(t, number),
    square,
  ];
  if (realm === "complex") return dice.pick(everywhere);
  const below = realm === "real" ? positive(dice) : number;
  return dice.pick<(t: Term) => Term>([
    ...everywhere,
    (t) => div(t, below),
    (t) => div(num(1), add(square(t), num(1))),
    // Nested bars are ambiguous.
    ...(bars ? [] : [(t: Term) => fn("abs", t)]),
    (t) => root(add(square(t), number)),
    (t) => fn("arctan", t),
    (t) => fn("ln", add(square(t), num(2))),
    (t) => fn(wave, t),
  ]);
}
