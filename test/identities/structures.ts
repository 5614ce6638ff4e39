// Answers of more than one value: tuples, sets, lists, intervals, families, equations, functions, cases. Each is
// written in two ways with the same meaning, or in two that certainly differ.

import type { Dice } from "./dice.ts";
import { identity, nearIdentity } from "./rewritings.ts";
import { spell, type Texts } from "./spelling.ts";
import { hasNode, namesIn, type Pair, type Term } from "./term.ts";
import { areApart, certainlyDiffer, valueAt } from "./value.ts";

/** Writes one pair of texts that are equal, or certainly not; undefined if the random choices do not allow it. */
type Writer = (dice: Dice, equal: boolean) => Texts | undefined;

/** Sums, integrals and the like are compared elsewhere; here only the structure matters. */
const isTask = (t: Term): boolean => t.k === "work" || t.k === "big";

/** A value in two notations, or two values that certainly differ. */
function values(dice: Dice, realm: "constant" | "real", equal: boolean): Pair | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const pair = equal ? identity(dice, realm) : nearIdentity(dice, realm);
    if (!pair || [pair.left, pair.right].some((side) => hasNode(side, isTask))) continue;
    if (!namesIn(pair.left, namesIn(pair.right)).has("y")) return pair;
  }
  return undefined;
}

/** Several values, all but one of which stay the same; the changed one is anywhere among them. */
function several(dice: Dice, count: number, realm: "constant" | "real", equal: boolean): Pair[] | undefined {
  const odd = equal ? -1 : dice.int(0, count - 1);
  const pairs = Array.from({ length: count }, (_, i) => values(dice, realm, i !== odd));
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

/** Whether all the values are certainly different from one another. */
const areDistinct = (terms: readonly Term[]): boolean =>
  terms.every((a, i) => terms.slice(i + 1).every((b) => certainlyDiffer(a, b)));

const at = new Map<string, number>();
const isBelow = (a: Term, b: Term): boolean => {
  const [low, high] = [valueAt(a, at), valueAt(b, at)];
  return areApart(low, high) && low.re < high.re;
};

const listed = (terms: readonly Term[], dice: Dice): string => terms.map((t) => spell(t, dice)).join(", ");

const tuple: Writer = (dice, equal) => {
  const realm = dice.pick(["constant", "real"] as const);
  const pairs = several(dice, dice.int(2, 4), realm, equal);
  if (!pairs) return undefined;
  const write = (terms: Term[]): string => `(${listed(terms, dice)})`;
  return { gold: write(pairs.map((p) => p.left)), answer: write(pairs.map((p) => p.right)) };
};

const exchangedTuple: Writer = (dice, equal) => {
  const pairs = several(dice, 2, "constant", true);
  if (!pairs) return undefined;
  const [a, b] = pairs as [Pair, Pair];
  if (!equal && !certainlyDiffer(a.left, b.left)) return undefined;
  return {
    gold: `(${listed([a.left, b.left], dice)})`,
    answer: `(${listed(equal ? [a.right, b.right] : [b.right, a.right], dice)})`,
  };
};

const matrix: Writer = (dice, equal) => {
  const pairs = several(dice, 4, "constant", equal);
  if (!pairs) return undefined;
  const write = (terms: Term[]): string => {
    const [a, b, c, d] = terms.map((t) => spell(t, dice));
    return `\\begin{pmatrix}${a} & ${b} \\\\ ${c} & ${d}\\end{pmatrix}`;
  };
  return { gold: write(pairs.map((p) => p.left)), answer: write(pairs.map((p) => p.right)) };
};

/** Between the braces of a set a bar may also mean "such that". */
const hasBars = (t: Term): boolean => hasNode(t, (part) => part.k === "fn" && part.name === "abs");

/** Sets and bare lists: in any order; a changed value must also differ from the others. */
const collection =
  (kind: "set" | "list"): Writer =>
  (dice, equal) => {
    const pairs = several(dice, dice.int(2, 4), "constant", equal);
    if (!pairs) return undefined;
    const [left, right] = [pairs.map((p) => p.left), pairs.map((p) => p.right)];
    if (!areDistinct(left) || (kind === "set" && [...left, ...right].some(hasBars))) return undefined;
    if (!equal && !right.some((r) => left.every((l) => certainlyDiffer(l, r)))) return undefined;
    const repeated = kind === "set" && dice.chance(0.3) ? [...right, right[0]!] : right;
    const write = (terms: Term[]): string =>
      kind === "set" ? `\\{${listed(terms, dice)}\\}` : listed(terms, dice);
    return { gold: write(left), answer: write(dice.shuffle(repeated)) };
  };

interface Span {
  from: string;
  to: string;
  fromClosed: boolean;
  toClosed: boolean;
}

/** One interval in one of its many writings. */
function writeSpan({ from, to, fromClosed, toClosed }: Span, dice: Dice): string {
  const [rise, fall] = [fromClosed ? "\\le" : "<", toClosed ? "\\le" : "<"];
  const chain = `${from} ${rise} x ${fall} ${to}`;
  const brackets = `${fromClosed ? "[" : "("}${from}, ${to}${toClosed ? "]" : ")"}`;
  switch (dice.int(0, 4)) {
    case 0:
      return chain;
    case 1:
      return `${to} ${toClosed ? "\\ge" : ">"} x ${fromClosed ? "\\ge" : ">"} ${from}`;
    case 2:
      return `\\{x \\mid ${chain}\\}`;
    case 3:
      return `x \\in ${brackets}`;
    default:
      return brackets;
  }
}

const interval: Writer = (dice, equal) => {
  const closednessDiffers = !equal && dice.chance(0.5);
  const pairs = several(dice, 2, "constant", equal || closednessDiffers);
  if (!pairs) return undefined;
  const [a, b] = pairs as [Pair, Pair];
  if (!isBelow(a.left, b.left) || !isBelow(a.right, b.right)) return undefined;
  const closed = { fromClosed: dice.chance(0.5), toClosed: dice.chance(0.5) };
  const changed = !closednessDiffers
    ? closed
    : dice.chance(0.5)
      ? { ...closed, fromClosed: !closed.fromClosed }
      : { ...closed, toClosed: !closed.toClosed };
  return {
    gold: writeSpan({ from: spell(a.left, dice), to: spell(b.left, dice), ...closed }, dice),
    answer: writeSpan({ from: spell(a.right, dice), to: spell(b.right, dice), ...changed }, dice),
  };
};

const ray: Writer = (dice, equal) => {
  const pair = values(dice, "constant", equal);
  if (!pair) return undefined;
  const closed = dice.chance(0.5);
  const upward = dice.chance(0.5);
  const write = (t: Term): string => {
    const end = spell(t, dice);
    if (dice.chance(0.5)) return `x ${upward ? ">" : "<"}${closed ? "=" : ""} ${end}`;
    return upward ? `${closed ? "[" : "("}${end}, \\infty)` : `(-\\infty, ${end}${closed ? "]" : ")"}`;
  };
  return { gold: write(pair.left), answer: write(pair.right) };
};

const outside: Writer = (dice, equal) => {
  const pairs = several(dice, 2, "constant", true);
  if (!pairs) return undefined;
  const [a, b] = pairs as [Pair, Pair];
  if (!isBelow(a.left, b.left)) return undefined;
  const closed = dice.chance(0.5);
  const gold = `(-\\infty, ${spell(a.left, dice)}${closed ? "]" : ")"} \\cup ${closed ? "[" : "("}${spell(b.left, dice)}, \\infty)`;
  const [below, above] = (equal ? closed : !closed) ? ["\\le", "\\ge"] : ["<", ">"];
  return {
    gold,
    answer: `x ${below} ${spell(a.right, dice)} \\text{ or } x ${above} ${spell(b.right, dice)}`,
  };
};

const punctured: Writer = (dice, equal) => {
  const pair = values(dice, "constant", equal);
  if (!pair || hasBars(pair.left) || hasBars(pair.right)) return undefined;
  const write = (t: Term): string => {
    const point = spell(t, dice);
    return dice.pick([
      `x \\ne ${point}`,
      `\\mathbb{R} \\setminus \\{${point}\\}`,
      `(-\\infty, ${point}) \\cup (${point}, \\infty)`,
    ]);
  };
  return { gold: write(pair.left), answer: write(pair.right) };
};

const signed = (n: number): string => (n < 0 ? `-${-n}` : `+${n}`);

const solvedInequality: Writer = (dice, equal) => {
  const [low, width] = [dice.int(-8, 7), dice.int(1, 9)];
  const high = low + width;
  const strict = dice.chance(0.5);
  const answerStrict = equal ? strict : !strict;
  const [open, close] = answerStrict ? ["(", ")"] : ["[", "]"];
  const relation = strict ? "<" : "\\le";
  const gold = dice.chance(0.5)
    ? `x^2${signed(-(low + high))}x${signed(low * high)} ${relation} 0`
    : `|2x${signed(-(low + high))}| ${relation} ${width}`;
  return { gold, answer: `${open}${low}, ${high}${close}` };
};

/** offset + k·step in units of 1/denominator of π or of 1. */
interface Steps {
  offset: number;
  step: number;
}

function writeFamily({ offset, step }: Steps, unit: (n: number) => string, dice: Dice, lead: string): string {
  const name = dice.pick(["k", "n", "m"]);
  const sign = dice.chance(0.25) ? -1 : 1;
  const start = offset + step * dice.int(-2, 2);
  const slope = unit(step);
  const run = slope.startsWith("\\frac")
    ? `${slope}${name}`
    : dice.chance(0.5)
      ? `${slope} \\cdot ${name}`
      : `${name} \\cdot ${slope}`;
  const body = start === 0 ? (sign < 0 ? `-${run}` : run) : `${unit(start)} ${sign < 0 ? "-" : "+"} ${run}`;
  return `${lead}${body}, ${name} \\in \\mathbb{Z}`;
}

const family: Writer = (dice, equal) => {
  const denominator = dice.pick([1, 2, 3, 4, 6, 12]);
  const withPi = dice.chance(0.7);
  const unit = (n: number): string => {
    const value = withPi ? "\\pi" : "1";
    const top = withPi ? `${Math.abs(n) === 1 ? "" : Math.abs(n)}${value}` : String(Math.abs(n));
    return `${n < 0 ? "-" : ""}${denominator === 1 ? top : `\\frac{${top}}{${denominator}}`}`;
  };
  const step = dice.int(2, 12);
  const offset = dice.int(0, step - 1);
  const changed: Steps = equal
    ? { offset, step }
    : dice.chance(0.5)
      ? { offset: offset + dice.int(1, step - 1), step }
      : { offset, step: step + dice.int(1, 3) };
  const lead = dice.chance(0.5) ? "x = " : "";
  return {
    gold: writeFamily({ offset, step }, unit, dice, lead),
    answer: writeFamily(changed, unit, dice, lead),
  };
};

const splitFamily: Writer = (dice, equal) => {
  const offset = dice.pick(["\\frac{\\pi}{6}", "\\frac{\\pi}{4}", "\\frac{\\pi}{3}", "\\frac{2\\pi}{5}"]);
  const second = equal ? `${offset} + (2k+1)\\pi` : `${offset} + (2k+1)\\pi + \\frac{\\pi}{7}`;
  return {
    gold: `x = ${offset} + k\\pi, k \\in \\mathbb{Z}`,
    answer: `x = ${offset} + 2k\\pi \\text{ or } x = ${second}, k \\in \\mathbb{Z}`,
  };
};

const congruence: Writer = (dice, equal) => {
  const modulus = dice.int(2, 15);
  const residue = dice.int(0, modulus - 1);
  const other = residue + modulus * dice.int(-2, 2) + (equal ? 0 : dice.int(1, modulus - 1));
  const answer = dice.chance(0.5)
    ? `n \\equiv ${other} \\pmod{${modulus}}`
    : `${modulus}k${signed(other)}, k \\in \\mathbb{Z}`;
  return { gold: `n \\equiv ${residue} \\pmod{${modulus}}`, answer };
};

const curve: Writer = (dice, equal) => {
  const pair = values(dice, "real", equal);
  if (!pair || !namesIn(pair.left).has("x") || !namesIn(pair.right).has("x")) return undefined;
  const factor = dice.intBut(-5, 6, 0, 1);
  return {
    gold: `y = ${spell(pair.left, dice)}`,
    answer: `${factor}y = ${factor}\\left(${spell(pair.right, dice)}\\right)`,
  };
};

const line: Writer = (dice, equal) => {
  const [a, b, c] = [dice.intBut(-7, 8, 0), dice.intBut(-7, 8, 0), dice.intBut(-9, 9, 0)];
  const factor = dice.intBut(-4, 5, 0);
  const changed = [a, b, c].map((n) => n * factor);
  if (!equal) changed[dice.int(0, 2)]! *= -1;
  const [p, q, r] = changed as [number, number, number];
  return { gold: `${a}x${signed(b)}y${signed(c)} = 0`, answer: `${p}x${signed(r)} = ${-q}y` };
};

const functionOf: Writer = (dice, equal) => {
  const pair = values(dice, "real", equal);
  if (!pair || !namesIn(pair.left).has("x") || !namesIn(pair.right).has("x")) return undefined;
  const right = spell(pair.right, dice);
  return {
    gold: `f(x) = ${spell(pair.left, dice)}`,
    answer: dice.pick([right, `f(x) = ${right}`, `y = ${right}`]),
  };
};

const assignment: Writer = (dice, equal) => {
  const pair = values(dice, "constant", equal);
  if (!pair) return undefined;
  const right = spell(pair.right, dice);
  return { gold: `a = ${spell(pair.left, dice)}`, answer: dice.pick([right, `a = ${right}`]) };
};

const cases: Writer = (dice, equal) => {
  const [border, slope, shift] = [dice.int(-4, 4), dice.int(2, 6), dice.int(1, 6)];
  const upper = `${slope}x${signed(shift)}`;
  const lower = `x^2${signed(-shift - 40)}`;
  const write = (closedAbove: boolean, turned: boolean): string => {
    const branches = [
      `${upper} & x ${closedAbove ? "\\ge" : ">"} ${border}`,
      `${lower} & x ${closedAbove ? "<" : "\\le"} ${border}`,
    ];
    return `\\begin{cases}${(turned ? branches.reverse() : branches).join(" \\\\ ")}\\end{cases}`;
  };
  const closed = dice.chance(0.5);
  return { gold: write(closed, false), answer: write(equal ? closed : !closed, dice.chance(0.5)) };
};

const restricted: Writer = (dice, equal) => {
  const a = dice.int(1, 9);
  return {
    gold: `\\frac{x^2-${a * a}}{x-${a}}`,
    answer: `x${equal ? "+" : "-"}${a}, x \\ne ${a}`,
  };
};

const plusMinus: Writer = (dice, equal) => {
  const [a, b] = [dice.int(1, 9), dice.pick([2, 3, 5, 6, 7, 10])];
  const gold = `${a} \\pm \\sqrt{${b}}`;
  return {
    gold,
    answer: equal ? `${a}-\\sqrt{${b}}, ${a}+\\sqrt{${b}}` : `${a}-\\sqrt{${b}}, -${a}+\\sqrt{${b}}`,
  };
};

const writers: Record<string, Writer> = {
  tuple,
  exchangedTuple,
  matrix,
  set: collection("set"),
  list: collection("list"),
  interval,
  ray,
  outside,
  punctured,
  solvedInequality,
  family,
  splitFamily,
  congruence,
  curve,
  line,
  functionOf,
  assignment,
  cases,
  restricted,
  plusMinus,
};
export const kinds = Object.keys(writers);

/** A random structure in two notations, with its kind. */
export function structure(dice: Dice, equal: boolean): (Texts & { kind: string }) | undefined {
  const kind = dice.pick(kinds);
  const texts = writers[kind]!(dice, equal);
  return texts && { ...texts, kind };
}
