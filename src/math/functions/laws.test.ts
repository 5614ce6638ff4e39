// Laws for every function: an entry gives its values, its calculus and its graph, and here these are compared with each
// other at random arguments.

import { describe, expect, it } from "vitest";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { exactValue } from "../exact/exact.ts";
import { differentiate } from "../exact/symbolic.ts";
import { add, type Expr, fn, fromRational, isSame, mul, neg, num, sub } from "../expression/expr.ts";
import { type Rational, rational } from "../expression/rational.ts";
import { printLatex } from "../notation/print.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, symbol } from "../notation/tree.ts";
import { complexValue, realValue } from "../numeric/evaluate.ts";
import { parse } from "../read/parse.ts";
import { Budget } from "../terms/limits.ts";
import { Stream } from "../terms/random.ts";
import { NoResult } from "../terms/result.ts";
import type { FunctionEntry } from "./entry.ts";
import { allFunctions, functionNamed, functionSpellings, typedFunctions } from "./functions.ts";

const x: Expr = { t: "sym", name: "x" };
const purse = (): Budget => new Budget(10_000_000);
const prec = 128;

/**
 * Rational arguments of both signs near the points where functions turn: whole numbers, small fractions, larger ones.
 */
function* rationals(entry: FunctionEntry): Generator<Rational> {
  const random = Stream.of(entry.name);
  for (const n of [-2n, -1n, 0n, 1n, 2n, 3n]) yield rational(n);
  for (let i = 0; i < 24; i++) {
    const d = BigInt(random.below(12) + 1);
    yield rational(BigInt(random.below(61)) - 30n, 2n * d + 1n);
    yield rational(BigInt(random.below(400)) - 200n, d);
  }
}

/** The function of x, with other arguments for which it is not trivial. */
const applied = ({ name, takes, whole }: FunctionEntry, of: Expr = x): Expr =>
  takes === undefined || takes === 1 ? fn(name, of) : fn(name, of, whole ? num(6n) : num(7n, 2n));

const valueAt = (e: Expr, at: Ball) => realValue(e, new Map([["x", at]]), prec, purse());
const ballOf = ({ n, d }: Rational): Ball => ball.fromRational(n, d, prec) as Ball;
const within = (value: Ball, [low, high]: readonly [number, number]): boolean => {
  const number = ball.toNumber(value);
  return number >= low - 1e-15 * Math.abs(low) && number <= high + 1e-15 * Math.abs(high);
};

const cases = (has: (entry: FunctionEntry) => unknown) =>
  allFunctions.filter(has).map((entry): [string, FunctionEntry] => [entry.name, entry]);

describe("the names of functions", () => {
  it("are each used once, and so is every spelling", () => {
    expect(new Set(allFunctions.map(({ name }) => name)).size).toBe(allFunctions.length);
    const spellings = allFunctions.flatMap(
      ({ spelt, commands }) => [spelt, commands].join(" ").match(/\S+/g) ?? [],
    );
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(functionSpellings.size).toBe(spellings.length);
  });
  it("with a base mean another function for another base", () => {
    for (const { name, base, means } of allFunctions.filter((entry) => entry.base)) {
      const [two, three] = [means?.(x, num(2n)), means?.(x, num(3n))];
      expect(two && three && isSame(two, three, purse()), `${name}, ${base}`).toBe(false);
    }
  });
  it("that an entry speaks of are those of entries", () => {
    const inverses = allFunctions.flatMap(({ inverse }) => inverse ?? []);
    expect(inverses.length).toBeGreaterThan(5);
    for (const name of inverses) expect(functionNamed(name)?.reads).toBe("loose");
  });
  it.each(cases(({ reads }) => reads === "loose" || reads === "brackets"))(
    "%s is read by each of them",
    (name) => {
      for (const [spelling, meant] of functionSpellings) {
        if (meant !== name || functionNamed(name)?.takes === 2) continue;
        const found = parse(`\\${spelling}(z)`);
        expect(found.ok && found.tree, `\\${spelling}`).toMatchObject({ kind: "call", name });
        if (!typedFunctions.has(spelling)) continue;
        const typed = parse(`${spelling}(z)`);
        expect(typed.ok && typed.tree, spelling).toMatchObject({ kind: "call", name });
      }
    },
  );
});

describe("what is printed", () => {
  it.each(cases(({ name, reads }) => reads !== "root" && name !== "given" && !name.endsWith("factorial")))(
    "of %s reads back as the same tree",
    (name, { takes }) => {
      // A cross product is one of vectors; for numbers, the sign is a product. A wedge is between differentials, and a
      // bar is a conjugate over a letter that usually is complex.
      const operands: Record<string, string[]> = { cross: ["\\vec{a}", "\\vec{b}"], wedge: ["dx", "dy"] };
      const many = (operands[name] ?? ["a", "b"]).map(symbol);
      const args = takes === undefined || takes === 1 ? [symbol(name === "conj" ? "z" : "x")] : many;
      const call: Node = { kind: "call", name, args, base: null };
      for (const tree of [
        call,
        { kind: "neg", arg: call } as Node,
        { kind: "add", terms: [call, call] } as Node,
      ]) {
        const back = parse(printLatex(tree));
        expect(back.ok && sameTree(back.tree, tree), printLatex(tree)).toBe(true);
      }
    },
  );
});

describe("exact values", () => {
  it.each(cases(({ exact, real }) => exact && real))("of %s lie in the balls around them", (_, entry) => {
    let seen = 0;
    for (const argument of rationals(entry)) {
      const exact = (() => {
        try {
          return exactValue(applied(entry, fromRational(argument)), purse());
        } catch (error) {
          if (error instanceof NoResult && error.because === "undefined") return "outside";
          throw error;
        }
      })();
      const real = valueAt(applied(entry), ballOf(argument));
      if (exact === undefined || typeof exact === "string") {
        if (exact === "outside") expect(typeof real).toBe("string");
        continue;
      }
      if (typeof real === "string") continue;
      seen++;
      expect(ball.containsRational(real, exact.n, exact.d), `at ${argument.n}/${argument.d}`).toBe(true);
    }
    // Some are exact at whole numbers only, or at zero.
    expect(seen).toBeGreaterThan(0);
  });
});

describe("complex values", () => {
  it.each(cases(({ complex, real }) => complex && real))(
    "of %s are the real ones on the real line",
    (_, entry) => {
      let seen = 0;
      for (const argument of rationals(entry)) {
        const at = ballOf(argument);
        const point = new Map([["x", ball.complex.fromReal(at)]]);
        const [real, complex] = [
          valueAt(applied(entry), at),
          complexValue(applied(entry), point, prec, purse()),
        ];
        if (typeof real === "string" || typeof complex === "string") continue;
        seen++;
        expect(ball.overlap(real, complex.re), `at ${argument.n}/${argument.d}`).toBe(true);
        expect(ball.containsZero(complex.im)).toBe(true);
      }
      expect(seen).toBeGreaterThan(8);
    },
  );
});

describe("derivatives", () => {
  it.each(cases(({ derivative }) => derivative))("of %s are the slopes that balls show", (_, entry) => {
    const f = applied(entry);
    const slope = differentiate(f, "x", purse())!;
    const step = ball.scale(ball.ONE, -40);
    let seen = 0;
    for (const argument of rationals(entry)) {
      const at = ballOf(argument);
      const [low, high] = [ball.sub(at, step, prec), ball.add(at, step, prec)];
      const [left, right] = [valueAt(f, low), valueAt(f, high)];
      // The mean value theorem: the slope of the chord is the derivative somewhere between its ends.
      const between = valueAt(slope, ball.hull(low, high, prec));
      if (typeof left === "string" || typeof right === "string" || typeof between === "string") continue;
      const chord = ball.scale(ball.sub(right, left, prec), 39);
      if (ball.accuracyBits(between) < 20 && ball.magnitude(between) > -20) continue;
      seen++;
      expect(ball.overlap(chord, between), `at ${argument.n}/${argument.d}`).toBe(true);
    }
    expect(seen).toBeGreaterThan(5);
  });
});

describe("antiderivatives", () => {
  it.each(cases(({ antiderivative }) => antiderivative))("of %s have it as their derivative", (_, entry) => {
    const slope = differentiate(entry.antiderivative!(x), "x", purse())!;
    let seen = 0;
    for (const argument of rationals(entry)) {
      const [f, g] = [valueAt(applied(entry), ballOf(argument)), valueAt(slope, ballOf(argument))];
      if (typeof f === "string" || typeof g === "string") continue;
      seen++;
      expect(ball.overlap(f, g), `at ${argument.n}/${argument.d}`).toBe(true);
    }
    expect(seen).toBeGreaterThan(5);
  });
});

describe("ranges", () => {
  it.each(cases(({ range }) => range))("of %s hold", (name, entry) => {
    let seen = 0;
    for (const argument of rationals(entry)) {
      // Factorials and binomials are for non-negative whole numbers.
      if (entry.whole && (argument.d !== 1n || argument.n < 0n)) continue;
      const call = name === "binom" ? fn(name, x, num(2n)) : applied(entry);
      const value = valueAt(call, ballOf(argument));
      if (typeof value === "string") continue;
      seen++;
      const number = Number(argument.n) / Number(argument.d);
      expect(within(value, entry.range!([number, number])), `at ${number}`).toBe(true);
      expect(within(value, entry.range!([number - 1, number + 2])), `around ${number}`).toBe(true);
    }
    expect(seen).toBeGreaterThan(3);
  });
});

describe("breaks", () => {
  /** Two expressions of an entry that have the same values wherever both have one. */
  function agrees(entry: FunctionEntry, left: Expr, right: Expr): void {
    let seen = 0;
    for (const argument of rationals(entry)) {
      if (entry.whole && argument.d !== 1n) continue;
      const [a, b] = [valueAt(left, ballOf(argument)), valueAt(right, ballOf(argument))];
      if (typeof a === "string" || typeof b === "string") continue;
      seen++;
      expect(ball.overlap(a, b), `at ${argument.n}/${argument.d}`).toBe(true);
    }
    expect(seen).toBeGreaterThan(3);
  }
  const both = ({ takes }: FunctionEntry, of: Expr = x, other: Expr = num(5n)): Expr[] =>
    takes === undefined ? [of] : [of, other];

  it.each(cases(({ formulas }) => formulas))("of %s leave one of its formulas", (name, entry) => {
    for (const argument of rationals(entry)) {
      const at = ballOf(argument);
      const value = valueAt({ t: "fn", name, args: both(entry) }, at) as Ball;
      const ways = entry.formulas!(both(entry)).map((way) => valueAt(way, at) as Ball);
      expect(ways.some((way) => ball.overlap(value, way))).toBe(true);
    }
  });
  it.each(cases(({ factor }) => factor))("of %s keep the factors that come out", (name, entry) => {
    for (const k of [rational(3n), rational(-1n), rational(-2n, 3n)]) {
      const outside = entry.factor!(k);
      const call = (args: Expr[]): Expr => ({ t: "fn", name, args });
      const inside = both(entry).map((arg) => mul(fromRational(k), arg));
      if (outside) agrees(entry, call(inside), mul(fromRational(outside), call(both(entry))));
    }
  });
  it.each(cases(({ opposite }) => opposite))("of %s are those of its opposite", (name, entry) => {
    agrees(entry, fn(name, x), neg(fn(entry.opposite!, neg(x))));
  });
  it.each(cases(({ symmetric }) => symmetric))("of %s do not ask for an order", (name, entry) => {
    const [a, b] = both(entry) as [Expr, Expr];
    agrees(entry, fn(name, a, b), fn(name, b, a));
  });
  it.each(cases(({ breaks }) => breaks?.steps))("of %s come again after its modulus", (name, entry) => {
    const { of, modulus } = entry.breaks!.steps!(both(entry))!;
    expect(of).toBe(x);
    const later = both(entry, add(x, fromRational(modulus)));
    const step = sub({ t: "fn", name, args: later }, { t: "fn", name, args: both(entry) });
    agrees(entry, step, fn("floor", step));
  });
});
