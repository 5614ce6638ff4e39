// Wrong answers in the notation of programs, of integrals and of vectors, and values in two forms of which one is
// wrong.

import type { Mutator } from "./mutators.ts";

const constant = ["C", "c", "K", "k", "C_1"];

/** The numbers of an interval's text, and whether its ends are closed. */
function endsOf(text: string): { from: string; to: string; left: boolean; right: boolean } {
  const [from, to] = text.slice(1, -1).split(", ") as [string, string];
  return { from, to, left: text.startsWith("["), right: text.endsWith("]") };
}

export const notationMutators: Mutator[] = [
  // Constants of integration.
  {
    name: "no constant, or one before a function",
    kinds: ["antiderivative"],
    mutate: ({ parts: [f] }, dice) => {
      const c = dice.pick(constant);
      return dice.pick([
        f!,
        `${f} + ${c}x`,
        `${c}(${f})`,
        `${f} + x + ${c}`,
        `${f} + ${c} + D`,
        `${f} + 0${c}`,
      ]);
    },
  },
  {
    name: "another antiderivative",
    kinds: ["antiderivative"],
    mutate: ({ parts: [f] }, dice) =>
      dice.pick([`2(${f}) + C`, `-(${f}) + C`, `${f!.replace("x", "t")} + C`, `${f} + n`]),
  },
  {
    name: "another space of solutions",
    kinds: ["general solution"],
    mutate: ({ parts: [f, g] }, dice) =>
      dice.pick([
        `A(${f}) + B(${f})`,
        `A(${f} + ${g})`,
        `A(${f}) + ${g}`,
        `A(${f}) + B(${g}) + x`,
        `A(${f}) + Bx^2(${g})`,
        `A(${f}) + B(${g}) + D(${f})`,
        `A(${f})(${g}) + B`,
      ]),
  },
  // Vectors.
  {
    name: "another vector",
    kinds: ["vector by basis"],
    mutate: ({ parts: [a, b, c] }, dice) =>
      dice.pick([
        `(${b}, ${a}, ${c})`,
        `(${a}, ${b})`,
        `${a}\\hat{i} + ${c}\\hat{j} + ${b}\\hat{k}`,
        `${a}\\hat{i} - ${b}\\hat{j} + ${c}\\hat{k}`,
        `${a} + ${b} + ${c}`,
        `[${a} ${c} ${b}]`,
      ]),
  },
  // Statements.
  {
    name: "another value of the quantity",
    kinds: ["named quantity"],
    mutate: ({ parts: [name, value] }, dice) =>
      dice.pick([
        `1 + ${value}`,
        `${name} = 1 + ${value}`,
        `2\\cdot ${name} = ${value}`,
        `${name} \\ne ${value}`,
      ]),
  },
  {
    name: "solved wrongly",
    kinds: ["linear equation"],
    mutate: ({ parts: [a, b] }, dice) =>
      dice.pick([
        `\\frac{${b}x}{${a}}`,
        `\\frac{${a}}{${b}x}`,
        `\\frac{${b}}{${a}}`,
        `\\frac{${b}}{${a}z}`,
        `${b}`,
      ]),
  },
  {
    name: "another ratio",
    kinds: ["ratio"],
    mutate: ({ parts: [a, b] }, dice) =>
      dice.pick([`${b}:${a}`, `\\frac{${b}}{${a}}`, `${a}:${b}:1`, `${a}:${Number(b) + 1}`, `${a}${b}`]),
  },
  // Programs.
  {
    name: "a constructor of another number",
    kinds: ["fraction"],
    mutate: ({ text }, dice) => {
      const [n, d] = text.slice("\\frac{".length, -1).split("}{");
      return dice.pick([
        `Rational(${d}, ${n})`,
        `S(${d})/${n}`,
        `${n}//${d}`,
        `Rational(${n}, -${d})`,
        `int(${n}/${d})`,
      ]);
    },
  },
  {
    name: "a constructor of another interval",
    kinds: ["interval"],
    mutate: ({ text }) => {
      const { from, to, left, right } = endsOf(text);
      if (left && right) return `Interval.open(${from}, ${to})`;
      if (left) return `Interval.Lopen(${from}, ${to})`;
      return right ? `Interval.Ropen(${from}, ${to})` : `Interval(${from}, ${to})`;
    },
  },
  {
    name: "another matrix of a program",
    kinds: ["matrix"],
    mutate: ({ parts: [a, b, c, d] }, dice) =>
      dice.pick([
        `[[${a}, ${c}], [${b}, ${d}]]`,
        `Matrix([[${a}, ${c}], [${b}, ${d}]])`,
        `[${a}, ${b}, ${c}, ${d}]`,
      ]),
  },
  // One value in two forms, of which one is wrong.
  {
    name: "a false second spelling",
    kinds: ["integer", "fraction", "irrational"],
    mutate: ({ text }, dice) =>
      dice.pick([`${text} (\\approx 7919.1234)`, `${text} (= 7919)`, `${text} i.e. 7919`, `7919 (${text})`]),
  },
];
