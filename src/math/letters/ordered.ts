// Two expressions in letters that do not commute: equal if their normal forms are, and otherwise undecided, because
// matrices and vectors may satisfy more laws than their notation shows.

import type { OrderedLetters } from "../exact/lower.ts";
import { div, type Expr, mul, num } from "../expression/expr.ts";
import { compareExpressions } from "../identity/identity.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, some } from "../notation/tree.ts";
import { all, type Decision, equal, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { tried } from "../terms/result.ts";
import { Vectors } from "./vectors.ts";
import { Words } from "./words.ts";

/** The context of a comparison: the letters, and how numbers are treated. */
export interface Ordering {
  letters: OrderedLetters;
  numberOf: (node: Node) => Expr;
  budget: Budget;
}

export const hasOrdered = (node: Node, { names }: OrderedLetters): boolean =>
  some(node, (n) => n.kind === "symbol" && names.has(n.name));

/** A normal form: the coefficient of each word or vector; under "" the plain number. */
type Form = ReadonlyMap<string, Expr>;

function formOf(node: Node, { letters, numberOf, budget }: Ordering): Form {
  if (letters.algebra === "words") {
    const sum = new Words(letters.names, letters.identity, numberOf, budget).read(node);
    return new Map([...sum].map(([key, { factor }]) => [key, factor]));
  }
  const found = new Vectors(letters.names, numberOf, budget).read(node);
  return found.sort === "number"
    ? new Map([["", found.value]])
    : new Map([...found.value].map(([key, { factor }]) => [key, factor]));
}

const zero = num(0n);
const open = (reason = "letters that do not commute"): Decision => undecided("order", reason);

function compareForms(gold: Form, answer: Form, budget: Budget): Decision {
  const keys = [...new Set([...gold.keys(), ...answer.keys()])];
  const parts: Decision[] = [];
  for (const key of keys) {
    const part = compareExpressions(gold.get(key) ?? zero, answer.get(key) ?? zero, budget);
    if (part.verdict !== "equal") return open();
    parts.push(part);
  }
  return all("order", parts);
}

/** Runs a comparison; if there is no normal form, the notation is compared. */
function attempt(same: () => boolean, compare: () => Decision): Decision {
  const found = tried(compare);
  if (found.ok) return found.value;
  return same() ? equal("identical") : open(found.reason);
}

export const compareOrdered = (gold: Node, answer: Node, ordering: Ordering): Decision =>
  attempt(
    () => sameTree(gold, answer),
    () => compareForms(formOf(gold, ordering), formOf(answer, ordering), ordering.budget),
  );

export interface Sides {
  left: Node;
  right: Node;
}

/** Equations between such expressions: the same up to a number other than zero. */
export const compareOrderedEquations = (gold: Sides, answer: Sides, ordering: Ordering): Decision =>
  attempt(
    () => sameTree(gold.left, answer.left) && sameTree(gold.right, answer.right),
    () => {
      const difference = ({ left, right }: Sides): Form =>
        formOf({ kind: "add", terms: [left, { kind: "neg", arg: right }] }, ordering);
      const [g, a] = [difference(gold), difference(answer)];
      const direct = compareForms(g, a, ordering.budget);
      if (compareForms(g, new Map(), ordering.budget).verdict === "equal")
        return open("an equation that always holds");
      if (direct.verdict === "equal") return direct;
      const shared = [...g.keys()].find((key) => a.has(key));
      if (shared === undefined) return open();
      const factor = div(g.get(shared)!, a.get(shared)!);
      const isRational = [g, a].every((form) => form.get(shared)!.t === "num");
      if (!isRational) return open();
      return compareForms(
        g,
        new Map([...a].map(([key, value]) => [key, mul(factor, value)])),
        ordering.budget,
      );
    },
  );
