// Compares the real work with the charged steps. Counted steps limit grading only if they reflect the work: here every
// construct is nested in every other, three levels deep and far deeper, with many names and long numbers, and the
// visited nodes, the computed digits and the constructed points must stay within a constant factor of the charged
// steps.

import { describe, expect, it } from "vitest";
import { Dice } from "../../test/identities/dice.ts";
import { trials } from "../../test/seed.ts";
import { verify } from "./index.ts";
import { limits, work } from "./terms/limits.ts";

type Wrap = (inner: string) => string;

/** Each makes an expression from an expression in x; the names in it are the same everywhere, so that they collide. */
const constructs: Record<string, Wrap> = {
  integral: (s) => `\\int_0^1 \\left(${s}\\right) dx`,
  "integral with a factor": (s) => `\\int_0^x x\\left(${s}\\right) dx`,
  "improper integral": (s) => `\\int_1^{\\infty} \\frac{${s}}{x^2} dx`,
  derivative: (s) => `\\frac{d}{dx}\\left(x\\left(${s}\\right)\\right)`,
  "derivative of a sine": (s) => `\\frac{d}{dx}\\sin\\left(${s}\\right)`,
  sum: (s) => `\\sum_{k=1}^{n}\\left(k+${s}\\right)`,
  "sum with a power": (s) => `\\sum_{k=1}^{5} 2^k\\left(${s}\\right)`,
  "bound of a sum": (s) => `\\sum_{k=1}^{${s}} k^3`,
  "bound of an integral": (s) => `\\int_0^{${s}} (t^4+t) dt`,
  "target of a limit": (s) => `\\lim_{t\\to ${s}} \\frac{t^2-t}{t+1}`,
  series: (s) => `\\sum_{k=0}^{\\infty}\\frac{${s}}{2^k}`,
  "series of fractions": (s) => `\\sum_{k=1}^{\\infty}\\frac{${s}}{k^2}`,
  "long product": (s) => `\\prod_{k=1}^{50}\\left(k+${s}\\right)`,
  product: (s) => `\\prod_{k=1}^{5}\\left(k+${s}\\right)`,
  "limit at a point": (s) => `\\lim_{x\\to 0}\\frac{\\sin\\left(x\\left(${s}\\right)\\right)}{x}`,
  "limit at infinity": (s) => `\\lim_{x\\to\\infty}\\left(1+\\frac{${s}}{x}\\right)^x`,
  root: (s) => `\\sqrt{x^2+${s}}`,
  "cube root": (s) => `\\sqrt[3]{${s}}`,
  maximum: (s) => `\\max\\left(x,${s},3\\right)`,
  "absolute value": (s) => `\\left|x-\\left(${s}\\right)\\right|`,
  fraction: (s) => `\\frac{1}{x+${s}}`,
  floor: (s) => `\\left\\lfloor ${s}\\right\\rfloor`,
  remainder: (s) => `\\left(${s}\\right) \\bmod 7`,
  factorial: (s) => `\\left(${s}\\right)!`,
  binomial: (s) => `\\binom{${s}}{2}`,
  power: (s) => `\\left(x+1\\right)^{${s}}`,
  square: (s) => `\\left(${s}\\right)^2`,
  "whole power": (s) => `\\left(x+${s}\\right)^{17}`,
  logarithm: (s) => `\\ln\\left(2+${s}\\right)`,
  exponential: (s) => `e^{-\\left(${s}\\right)}`,
  tangent: (s) => `\\arctan\\left(${s}\\right)`,
  twice: (s) => `\\left(${s}\\right)\\left(${s}\\right)`,
  determinant: (s) => `\\begin{vmatrix} x & ${s} \\\\ 1 & ${s}\\end{vmatrix}`,
  "determinant of five rows": (s) =>
    `\\begin{vmatrix} ${s}&1&2&3&x \\\\ 1&${s}&2&3&4 \\\\ 1&2&x&3&4 \\\\ 1&2&3&x&4 \\\\ 4&3&2&1&x\\end{vmatrix}`,
  "power of a matrix": (s) => `\\begin{pmatrix} x & ${s} \\\\ 1 & 2\\end{pmatrix}^6`,
  "inverse of a matrix": (s) => `\\begin{pmatrix} x & 1 & 2\\\\ 1 & ${s} & 3\\\\ 2&x&1\\end{pmatrix}^{-1}`,
  "multiple of a matrix": (s) => `\\left(${s}\\right)\\begin{pmatrix} x & 1 \\\\ 1 & 2\\end{pmatrix}`,
  "unknown function": (s) => `f(${s})`,
  "imaginary power": (s) => `e^{i\\left(${s}\\right)}`,
  "real part": (s) => `\\operatorname{Re}(${s})`,
  "limit of a quotient": (s) => `\\lim_{n\\to\\infty}\\frac{${s}}{n!}`,
  divisor: (s) => `\\gcd\\left(${s},12\\right)`,
};
const names = Object.keys(constructs);
const longest = 20_000;
const count = trials(3_000, 300);

/** The maximum amount of work for one step, and for one character. */
const perStep = { nodes: 6, digits: 600, places: 2 };
const perCharacter = { nodes: 2, digits: 200, places: 1 };

function expectPaid(gold: string, answer: string): void {
  Object.assign(work, { nodes: 0, digits: 0, places: 0 });
  const { steps } = verify(gold, answer);
  expect(steps).toBeLessThanOrEqual(limits.steps);
  for (const kind of ["nodes", "digits", "places"] as const) {
    const allowed = perStep[kind] * steps + perCharacter[kind] * (gold.length + answer.length + 100);
    if (work[kind] > allowed)
      expect.fail(`${work[kind]} ${kind} for ${steps} steps:\n  ${gold}\n  ${answer.slice(0, 400)}`);
  }
}

const nested = (wraps: readonly string[], core: string): string => {
  let s = core;
  for (const name of wraps) {
    const next = constructs[name]!(s);
    if (next.length > longest) break;
    s = next;
  }
  return s;
};

describe("work is paid", () => {
  it.each(names)("for all in all others, with %s outside", (outer) => {
    const dice = new Dice(7, names.indexOf(outer));
    for (const middle of names) {
      const inner = dice.pick(names);
      expectPaid("5", nested([inner, middle, outer], "x"));
      expectPaid("x", nested([inner, middle, outer], "\\frac{2}{7}"));
    }
  });
  it.each(names)("for 30 of the same, with %s", (name) => {
    for (const depth of [8, 15, 30]) expectPaid("5", nested(Array(depth).fill(name), "x"));
  });
  it("for anything in anything, down to the limit of depth", () => {
    for (let trial = 0; trial < count; trial++) {
      const dice = new Dice(11, trial);
      const wraps = Array.from({ length: dice.int(3, 22) }, () => dice.pick(names));
      expectPaid(
        dice.pick(["5", "x", "\\sin x+y"]),
        nested(wraps, dice.pick(["x", "3", "x+y", "10^{40}", "7".repeat(300)])),
      );
    }
  });
});

describe("work is paid where there are many names", () => {
  const many = (n: number, joiner: string): string =>
    Array.from({ length: n }, (_, i) => `x_{${i}}`).join(joiner);
  it.each([
    "\\lfloor y\\rfloor",
    "|y|",
    "\\ln y",
    "\\sqrt{y}",
    "\\min(y,3)",
    "y \\bmod 3",
    "y!",
    "2^y",
    "\\binom{y}{2}",
    "\\sqrt{-1}y",
    "\\arcsin(\\sin y)",
    "iy",
  ])("%s beside them", (corner) => {
    for (const n of [10, 100, 800]) expectPaid(`${corner}+${many(n, "+")}`, `${many(n, "+")}+${corner}`);
  });
  it("in products inside series", () => {
    for (const n of [10, 100, 600])
      for (const series of [
        "\\sum_{k=1}^{\\infty}\\frac{#}{2^k}",
        "\\sum_{k=1}^{\\infty}\\frac{#}{k^2}",
        "\\sum_{k=1}^{n} #k",
      ]) {
        let s = many(n, "\\cdot ");
        for (let depth = 0; depth < 20; depth++) s = series.replace("#", s);
        expectPaid("x_{3}", s);
      }
  });
  it("in powers inside series", () => {
    const powers = Array.from({ length: 300 }, (_, i) => `x_{${i}}^{k}`).join("\\cdot ");
    expectPaid("x_{3}", `\\sum_{k=1}^{n} ${powers}`);
  });
  it("in minima, products and roots", () => {
    for (const n of [10, 100, 600]) {
      expectPaid(`\\min(${many(n, ",")})`, `\\min(${many(n, ",")})+0`);
      expectPaid(`\\sqrt{${many(n, "+")}}`, `\\sqrt{${many(n, "+")}}+0y`);
      expectPaid(`|${many(n, "||")}|`, `-|${many(n, "||")}|`);
    }
  });
});

describe("work is paid where numbers are long", () => {
  const sevens = "7".repeat(360);
  it("in powers of names, of sums and of imaginary numbers, one upon the other", () => {
    const tower = (base: string, product: string): string =>
      product.replace("#", `(${base})^{${product.replace("#", `(${base})^{${sevens}}`)}}`);
    for (const base of ["x+1", "x+iy", "\\sqrt{x}", "-x"])
      for (const product of ["#", "\\prod_{k=1}^{50}(k+#)", "\\prod_{k=1}^{5}(k+\\sqrt{x^2+#})"]) {
        expectPaid(tower(base, product), `1\\cdot ${tower(base, product)}`);
        expectPaid(`(${base})^{${sevens}}`, `(${base})^{${sevens}}+0y`);
        expectPaid(`(${base})^{\\frac{${sevens}}{3}}`, `(${base})^{\\frac{${sevens}}{3}}+0y`);
      }
  });
  it("in arguments of unknown functions that are compared many times", () => {
    const inner = `f(\\prod_{k=1}^{50}(k+${sevens}))`;
    expectPaid("x", `\\lim_{n\\to\\infty}\\frac{(1+\\frac{${inner}}{n})^n}{n!}`);
    expectPaid("x", `\\lim_{n\\to\\infty}(1+\\frac{${inner}}{n})^n`);
  });
  it("in fractions, powers and sums of them", () => {
    for (const n of [20, 200]) {
      const fractions = Array.from({ length: n }, (_, i) => `\\frac{1}{3^{2500}+${i}}`).join("+");
      expectPaid("1", fractions);
      expectPaid("x", `x+${fractions}`);
      expectPaid("\\pi", `\\pi+${fractions}`);
      expectPaid("1", Array.from({ length: n }, (_, i) => `\\frac{${i + 2}^{900}}{7^{800}}`).join("\\cdot "));
      expectPaid("\\sqrt2", Array.from({ length: n }, (_, i) => `\\sqrt{${i}^{99}+2}`).join("+"));
      expectPaid("\\sin x", `\\sin x+${"9".repeat(300 * n)}`);
    }
  });
});
