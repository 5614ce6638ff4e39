// Random identities: a law filled with random terms, put in a random context, and then rewritten at random places by
// rules that are always true. Near-identities: the same with one change, for which plain arithmetic shows that the
// sides really differ.

import type { Dice } from "./dice.ts";
import { type Law, type Realm, wrapping } from "./law.ts";
import { algebra } from "./laws-algebra.ts";
import { analysis } from "./laws-analysis.ts";
import { numbers } from "./laws-numbers.ts";
import { spell, type Texts } from "./spelling.ts";
import {
  add,
  changeAt,
  div,
  fn,
  hasNode,
  isNonNegative,
  isPositive,
  mul,
  namesIn,
  neg,
  num,
  type Pair,
  parts,
  pi,
  pow,
  root,
  sizeOf,
  square,
  type Term,
} from "./term.ts";
import { certainlyDiffer } from "./value.ts";

export const allLaws: readonly Law[] = [...algebra, ...analysis, ...numbers];

/** A rewriting of one node into an equal one; it may return undefined. */
type Rewriting = (t: Term, dice: Dice) => Term | undefined;

const rewritings: Record<string, Rewriting> = {
  commuted: (t, dice) => (t.k === "add" || t.k === "mul" ? { ...t, args: dice.shuffle(t.args) } : undefined),
  grouped: (t, dice) => {
    if ((t.k !== "add" && t.k !== "mul") || t.args.length < 3) return undefined;
    const cut = dice.int(1, t.args.length - 2);
    return { ...t, args: [...t.args.slice(0, cut), { ...t, args: t.args.slice(cut) }] };
  },
  "multiplied out": (t) => {
    if (t.k !== "mul" || t.args.length > 3) return undefined;
    const at = t.args.findIndex((arg) => arg.k === "add");
    const spread = t.args[at];
    if (spread?.k !== "add") return undefined;
    const others = t.args.filter((_, i) => i !== at);
    return add(...spread.args.map((arg) => mul(...others, arg)));
  },
  "turned round": (t) => (t.k === "add" && t.args.length === 2 ? neg(add(...t.args.map(neg))) : undefined),
  "squared by hand": (t) =>
    t.k === "pow" && t.exp.k === "num" && t.exp.n >= 2 && t.exp.n <= 4
      ? mul(t.base, pow(t.base, num(t.exp.n - 1)))
      : undefined,
  "expanded fraction": (t, dice) => {
    if (t.k !== "div") return undefined;
    const by = num(dice.intBut(-4, 6, 0, 1));
    return div(mul(by, t.top), mul(by, t.bottom));
  },
  "split fraction": (t) =>
    t.k === "div" && t.top.k === "add" ? add(...t.top.args.map((arg) => div(arg, t.bottom))) : undefined,
  "fraction as a product": (t) => (t.k === "div" ? mul(t.top, div(num(1), t.bottom)) : undefined),
  "number taken apart": (t, dice) => {
    if (t.k !== "num" || t.n < 2 || t.n > 1000) return undefined;
    const part = dice.int(1, t.n - 1);
    return add(num(part), num(t.n - part));
  },
  "added and taken away": (t, dice) => {
    if (t.k === "num" || t.k === "add") return undefined;
    const c = num(dice.int(1, 6));
    return add(t, c, neg(c));
  },
  "root of the square": (t, dice) =>
    isNonNegative(t) && t.k !== "num" && dice.chance(0.3) ? root(square(t)) : undefined,
  "absolute value by a root": (t) =>
    t.k === "fn" && t.name === "abs" ? root(square(t.args[0]!)) : undefined,
  "absolute value of the opposite": (t) =>
    t.k === "fn" && t.name === "abs" ? fn("abs", neg(t.args[0]!)) : undefined,
  "sine of the supplement": (t) =>
    t.k === "fn" && t.name === "sin" ? fn("sin", add(pi, neg(t.args[0]!))) : undefined,
  "sine as a cosine": (t) =>
    t.k === "fn" && t.name === "sin" ? fn("cos", add(div(pi, num(2)), neg(t.args[0]!))) : undefined,
  "cosine of the opposite": (t) =>
    t.k === "fn" && t.name === "cos" ? fn("cos", neg(t.args[0]!)) : undefined,
  "tangent as a quotient": (t) =>
    t.k === "fn" && t.name === "tan" ? div(fn("sin", t.args[0]!), fn("cos", t.args[0]!)) : undefined,
  "root as a power": (t) => (t.k === "root" ? pow(t.arg, div(num(1), num(t.index))) : undefined),
  "root divided by itself": (t) =>
    t.k === "root" && t.index === 2 && isPositive(t.arg) ? div(t.arg, t) : undefined,
  "sum in the exponent": (t) =>
    t.k === "pow" && t.exp.k === "add" && isPositive(t.base)
      ? mul(...t.exp.args.map((arg) => pow(t.base, arg)))
      : undefined,
};
const rewritingNames = Object.keys(rewritings);

const isComplex = (t: Term): boolean => hasNode(t, (part) => part.k === "const" && part.name === "i");
/** Rules for real numbers only. */
const realOnly = new Set([
  "root of the square",
  "absolute value by a root",
  "absolute value of the opposite",
  "root divided by itself",
]);

/** A fractional power of a number that may be negative is not a root: odd roots are real, powers need not be. */
const isRiskyPower = (t: Term): boolean => t.k === "root" && !isNonNegative(t.arg);

/** One true rewriting at a random place. */
function rewrite(t: Term, dice: Dice): { term: Term; rule: string } | undefined {
  const complex = isComplex(t);
  for (let tries = 0; tries < 12; tries++) {
    const rule = dice.pick(rewritingNames);
    if (complex && realOnly.has(rule)) continue;
    const place = dice.int(0, sizeOf(t) - 1);
    const term = changeAt(t, place, (node) =>
      isRiskyPower(node) ? undefined : rewritings[rule]!(node, dice),
    );
    if (term && !isBoundTo(t, place)) return { term, rule };
  }
  return undefined;
}

/** Numbers in exponents and bounds of sums are not rewritten, because the kind of a power depends on them. */
function isBoundTo(t: Term, place: number): boolean {
  if (place === 0) return false;
  let from = 1;
  for (const [i, child] of parts(t).entries()) {
    const size = sizeOf(child);
    if (place < from + size) {
      const plain = t.k === "pow" ? i === 1 && child.k === "num" : t.k === "big" && i < 2;
      return plain || isBoundTo(child, place - from);
    }
    from += size;
  }
  return false;
}

/** Laws of the same domain: whole numbers and complex ones are not mixed. */
const companions = new Map<Realm, Law[]>(
  (["real", "whole", "complex", "constant"] as const).map((realm) => [
    realm,
    allLaws.filter((law) => law.realm === realm),
  ]),
);

const maxSize = 70;

/** A random identity, of one domain if that is requested. */
export function identity(dice: Dice, realm?: Realm): Pair {
  const law = dice.pick(realm === undefined ? allLaws : companions.get(realm)!);
  const rules = [law.name];
  let [left, right] = law.build(dice);
  if (dice.chance(0.25)) {
    const second = dice.pick(companions.get(law.realm)!);
    const [l, r] = second.build(dice);
    rules.push(second.name);
    const join = dice.pick([add, mul, (a: Term, b: Term): Term => add(a, neg(b))]);
    if (sizeOf(left) + sizeOf(l) < maxSize) [left, right] = [join(left, l), join(right, r)];
  }
  for (let i = dice.int(0, 2); i > 0; i--) {
    const wrap = wrapping(law.realm, [left, right], dice);
    if (sizeOf(left) + sizeOf(right) < maxSize) [left, right] = [wrap(left), wrap(right)];
  }
  for (let i = dice.int(0, 3); i > 0; i--) {
    const side = dice.chance(0.3) ? left : right;
    if (sizeOf(side) > maxSize) continue;
    const changed = rewrite(side, dice);
    if (!changed) continue;
    rules.push(changed.rule);
    if (side === left) left = changed.term;
    else right = changed.term;
  }
  return dice.chance(0.5) ? { left, right, rules } : { left: right, right: left, rules };
}

const swapped: Record<string, readonly string[]> = {
  sin: ["cos", "tan", "sinh"],
  cos: ["sin", "cosh", "sec"],
  tan: ["sin", "cot"],
  cot: ["tan"],
  sec: ["csc", "cos"],
  csc: ["sec", "sin"],
  sinh: ["cosh", "sin"],
  cosh: ["sinh", "cos"],
  tanh: ["sinh", "tan"],
  arctan: ["arcsin", "tanh"],
  arcsin: ["arccos"],
  arccos: ["arcsin"],
  floor: ["ceil"],
  ceil: ["floor"],
  max: ["min"],
  min: ["max"],
};

const otherLetter = (t: Extract<Term, { k: "var" }>): Term =>
  t.name === "x" || t.name === "y" ? { ...t, name: t.name === "x" ? "y" : "x" } : add(t, num(2));

/** A power that is real only for some values of its exponent implies those values. */
const isDoubtfulPower = (t: Term): boolean =>
  t.k === "pow" && !isPositive(t.base) && [...namesIn(t.exp)].some((name) => name === "x" || name === "y");

/** One change: a number, a sign, an exponent, a function, an operation. */
function damage(t: Term, dice: Dice): Term | undefined {
  switch (t.k) {
    case "num":
      return num(t.n + dice.pick(t.n > 1 ? [1, -1, 2, -2, 10] : [1, 2]));
    case "var":
      return dice.pick<Term>([neg(t), add(t, num(1)), mul(num(2), t), square(t), otherLetter(t)]);
    case "const":
      return t.name === "i" ? neg(t) : { ...t, name: t.name === "pi" ? "e" : "pi" };
    case "add": {
      const i = dice.int(0, t.args.length - 1);
      return dice.chance(0.7)
        ? { ...t, args: t.args.map((arg, j) => (i === j ? neg(arg) : arg)) }
        : dice.chance(0.5)
          ? { k: "mul", args: t.args }
          : add(...t.args.filter((_, j) => i !== j));
    }
    case "mul":
      return dice.chance(0.3)
        ? { k: "add", args: t.args }
        : mul(...t.args.filter((_, j) => j !== 0), dice.chance(0.5) ? neg(t.args[0]!) : square(t.args[0]!));
    case "neg":
      return t.arg;
    case "div":
      return dice.chance(0.5) ? div(t.bottom, t.top) : neg(t);
    case "pow":
      return dice.chance(0.5) ? pow(t.base, add(t.exp, num(1))) : pow(t.base, neg(t.exp));
    case "root":
      return dice.chance(0.5) ? root(t.arg, t.index + 1) : t.arg;
    case "log":
      return { ...t, base: t.base + 1 };
    case "fn": {
      if (t.name === "abs" || t.name === "ln") return dice.chance(0.7) ? t.args[0]! : neg(t);
      if (t.name === "factorial") return fn("factorial", add(t.args[0]!, num(1)));
      const others = swapped[t.name];
      return others ? { ...t, name: dice.pick(others) } : neg(t);
    }
    case "big":
      return dice.chance(0.5)
        ? { ...t, upper: add(t.upper, num(dice.pick([1, -1]))) }
        : { ...t, op: t.op === "sum" ? "prod" : "sum" };
    case "work":
      return undefined;
  }
}

/** A random near-identity; undefined if it is not certain that the change makes a difference. */
export function nearIdentity(dice: Dice, realm?: Realm): Pair | undefined {
  const { left, right, rules } = identity(dice, realm);
  const place = dice.int(0, sizeOf(right) - 1);
  const changed = changeAt(right, place, (node) => damage(node, dice));
  if (!changed || hasNode(changed, isDoubtfulPower) || !certainlyDiffer(left, changed)) return undefined;
  return dice.chance(0.5) ? { left, right: changed, rules } : { left: changed, right: left, rules };
}

/** Both sides as texts. */
export const textsOf = ({ left, right }: Pair, dice: Dice): Texts => ({
  gold: spell(left, dice),
  answer: spell(right, dice),
});
