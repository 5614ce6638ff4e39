// Golds of every kind in benchmarks, drawn at random. A gold has its kind and its parts, so a mutator can make an
// answer from it that is certainly wrong.

import type { Dice } from "../identities/dice.ts";

export type Kind =
  | "integer"
  | "decimal"
  | "fraction"
  | "irrational"
  | "formula"
  | "assignment"
  | "line"
  | "function"
  | "sequence"
  | "list"
  | "words"
  | "letters"
  | "tuple"
  | "record"
  | "set"
  | "interval"
  | "matrix"
  | "degrees"
  | "percent"
  | "measure"
  | "pair of signs"
  | "inequality"
  | "antiderivative"
  | "general solution"
  | "vector by basis"
  | "named quantity"
  | "linear equation"
  | "ratio"
  | "choice"
  | "verdict"
  | "time"
  | "date"
  | "duration"
  | "spoken number"
  | "counted in Chinese";

export interface Gold {
  kind: Kind;
  text: string;
  /** The items of a list, a tuple, a record or a set; the summands of a formula. */
  parts: string[];
}

const whole = (dice: Dice): number => dice.int(2, 90);
const signedWhole = (dice: Dice): string => `${dice.chance(0.3) ? "-" : ""}${whole(dice)}`;

const prime = (dice: Dice): number => dice.pick([2, 3, 5, 7, 11, 13, 17, 19]);

/** A fraction that is no whole number and no multiple of 1/16. */
const fraction = (dice: Dice): string => {
  const q = dice.pick([3, 7, 9, 11, 13]);
  return `\\frac{${q * dice.int(0, 5) + dice.int(1, q - 1)}}{${q}}`;
};

const irrational = (dice: Dice): string =>
  dice.pick([
    `${whole(dice)}\\sqrt{${prime(dice)}}`,
    `\\frac{${dice.pick([2, 3, 5, 7])}\\pi}{${dice.pick([11, 13])}}`,
    `\\sqrt{${prime(dice)}} + ${whole(dice)}`,
    `e^{${dice.int(2, 5)}}`,
    `\\ln ${dice.int(2, 9)}`,
    `\\log_{2} ${dice.pick([3, 5, 6, 7])}`,
    `\\sqrt[3]{${prime(dice)}}`,
  ]);

const formula = (dice: Dice, x: string): string[] =>
  dice.pick([
    [`${whole(dice)}${x}`, `${whole(dice)}`],
    [`${x}^2`, `${whole(dice)}${x}`, `${whole(dice)}`],
    [`\\sqrt{${x}}`, `${whole(dice)}`],
    [`\\sin ${x}`, `${whole(dice)}${x}`],
    [`\\frac{1}{${x}}`, `${prime(dice)}`],
    [`2^{${x}}`, `${whole(dice)}`],
  ]);

const value = (dice: Dice): string => dice.pick([signedWhole, fraction, irrational])(dice);

/** Values of which no two are the same. */
function values(dice: Dice, count: number): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(dice.chance(0.6) ? signedWhole(dice) : value(dice));
  return [...found];
}

const names = ["Alice", "Bob", "Carol", "David", "Monday", "Friday", "Paris", "Einstein"];

function some<T>(dice: Dice, items: readonly T[], count: number): T[] {
  const rest = [...items];
  return Array.from({ length: count }, () => rest.splice(dice.int(0, rest.length - 1), 1)[0]!);
}

const makers: Record<Kind, (dice: Dice) => { text: string; parts?: string[] }> = {
  integer: (dice) => ({ text: dice.pick([signedWhole(dice), `${whole(dice)}!`, `2^{${whole(dice)}} - 1`]) }),
  decimal: (dice) => ({
    text: `${dice.int(0, 40)}.${dice.int(1, 9)}${dice.int(1, 9)}${dice.pick([1, 3, 7, 9])}`,
  }),
  fraction: (dice) => ({ text: fraction(dice) }),
  irrational: (dice) => ({ text: irrational(dice) }),
  formula: (dice) => {
    const parts = formula(dice, dice.pick(["x", "n", "t"]));
    return { text: parts.join(" + "), parts };
  },
  assignment: (dice) => ({ text: `${dice.pick(["x", "y", "k", "m"])} = ${value(dice)}` }),
  line: (dice) => {
    const parts = formula(dice, "x");
    return { text: `y = ${parts.join(" + ")}`, parts };
  },
  function: (dice) => {
    const parts = formula(dice, "x");
    return { text: `f(x) = ${parts.join(" + ")}`, parts };
  },
  sequence: (dice) => {
    const parts = [`${whole(dice)}n`, `${whole(dice)}`];
    return { text: `a_n = ${parts.join(" + ")}`, parts };
  },
  list: (dice) => {
    const parts = values(dice, dice.int(2, 4));
    return { text: parts.join(", "), parts };
  },
  words: (dice) => {
    const parts = some(dice, names, dice.int(2, 3));
    return { text: parts.join(", "), parts };
  },
  letters: (dice) => {
    const parts = some(dice, ["B", "C", "D", "E"], 2);
    return { text: parts.join(", "), parts };
  },
  tuple: (dice) => {
    const parts = values(dice, dice.int(2, 4));
    return { text: `(${parts.join(", ")})`, parts };
  },
  record: (dice) => {
    const parts = values(dice, 3);
    return { text: ["x", "y", "z"].map((name, i) => `${name} = ${parts[i]}`).join(", "), parts };
  },
  set: (dice) => {
    const parts = values(dice, dice.int(2, 4));
    return { text: `\\{${parts.join(", ")}\\}`, parts };
  },
  interval: (dice) => {
    const from = whole(dice);
    const [open, close] = [dice.pick(["(", "["]), dice.pick([")", "]"])];
    return { text: `${open}${from}, ${from + whole(dice)}${close}` };
  },
  matrix: (dice) => {
    const parts = values(dice, 4);
    return {
      text: `\\begin{pmatrix}${parts[0]} & ${parts[1]} \\\\ ${parts[2]} & ${parts[3]}\\end{pmatrix}`,
      parts,
    };
  },
  degrees: (dice) => ({ text: `${whole(dice)}^\\circ` }),
  percent: (dice) => ({ text: `${whole(dice)}\\%` }),
  measure: (dice) => ({ text: `${whole(dice)} \\text{ ${dice.pick(["cm", "kg", "hours", "m/s"])}}` }),
  "pair of signs": (dice) => ({ text: `\\pm ${whole(dice)}` }),
  inequality: (dice) => ({ text: `x ${dice.pick(["<", ">", "\\le", "\\ge"])} ${signedWhole(dice)}` }),
  antiderivative: (dice) => {
    const parts = [dice.pick([`${whole(dice)}x^2`, "\\sin x", "e^{x}", "\\ln |x|", `\\sqrt{x}`]), "C"];
    return { text: parts.join(" + "), parts };
  },
  "general solution": (dice) => {
    const a = dice.int(1, 4);
    const parts = dice.pick([
      [`e^{${a}x}`, `e^{-${a + 1}x}`],
      [`\\cos ${a + 1}x`, `\\sin ${a + 1}x`],
      [`e^{${a}x}`, `xe^{${a}x}`],
    ]);
    return { text: `C_1${parts[0]} + C_2${parts[1]}`, parts };
  },
  "vector by basis": (dice) => {
    const parts = some(dice, ["2", "3", "5", "7", "11"], 3);
    return { text: `${parts[0]}\\mathbf{i} + ${parts[1]}\\mathbf{j} + ${parts[2]}\\mathbf{k}`, parts };
  },
  "named quantity": (dice) => {
    const parts = [
      dice.pick(["\\frac{dy}{dx}", "\\sin\\theta", "P(A)", "\\frac{AB}{CD}", "\\angle ABC"]),
      fraction(dice),
    ];
    return { text: parts.join(" = "), parts };
  },
  "linear equation": (dice) => {
    const parts = [String(dice.int(2, 9)), String(whole(dice))];
    return { text: `${parts[0]}xy = ${parts[1]}`, parts };
  },
  ratio: (dice) => {
    const parts = [String(prime(dice)), dice.pick(["4", "6", "8", "9"])].map(String);
    return Number(parts[1]) % Number(parts[0]) === 0
      ? { text: "5:6", parts: ["5", "6"] }
      : { text: parts.join(":"), parts };
  },
  choice: (dice) => {
    const letter = dice.pick(["A", "B", "C", "D", "E"]);
    return { text: dice.pick([letter, `(${letter})`, `\\text{${letter}}`]), parts: [letter] };
  },
  verdict: (dice) => {
    const word = dice.pick(["yes", "no", "true", "false"]);
    return { text: word, parts: [word] };
  },
  time: (dice) => {
    const parts = [String(dice.int(1, 11)), String(dice.int(10, 58)), dice.pick(["AM", "PM"])];
    return { text: `${parts[0]}:${parts[1]} ${parts[2]}`, parts };
  },
  date: (dice) => {
    const parts = [dice.pick(["January", "March", "May", "July", "August"]), String(dice.int(2, 30))];
    return { text: parts.join(" "), parts };
  },
  duration: (dice) => {
    const parts = [String(dice.int(2, 9)), String(dice.int(1, 11) * 5)];
    return { text: `${parts[0]} hours ${parts[1]} minutes`, parts };
  },
  "spoken number": (dice) => {
    const parts = [
      dice.pick(["twenty", "thirty", "forty", "fifty"]),
      dice.pick(["one", "two", "three", "five", "eight"]),
    ];
    return { text: parts.join("-"), parts };
  },
  "counted in Chinese": (dice) => {
    const count = String(whole(dice));
    return { text: `${count}个`, parts: [count] };
  },
};

export const kinds = Object.keys(makers) as Kind[];

export function gold(dice: Dice): Gold {
  const kind = dice.pick(kinds);
  return { kind, parts: [], ...makers[kind](dice) };
}
