// Vectors written by their basis: `2\mathbf{i} + 3\mathbf{j}`, `\hat\imath - 2\hat\jmath`, `i - 2j + 3k`.

import { type Claim, oneValue } from "../claim/claim.ts";
import { integer, type Node, some } from "../notation/tree.ts";
import type { Decision } from "../terms/decision.ts";
import { inOrder } from "./collection.ts";
import { type Comparison, isRound } from "./comparison.ts";

/** A vector written by its basis on one side at least, against the entries of the other. */
export function compareByBasis(gold: Claim, answer: Claim, context: Comparison): Decision | undefined {
  const size = entriesOf(gold)?.length ?? entriesOf(answer)?.length;
  const g = entriesBy(gold, size);
  const a = g && entriesBy(answer, size);
  return a ? inOrder(g, a, "vector", context) : undefined;
}

const entriesBy = (claim: Claim, size: number | undefined): Claim[] | undefined =>
  claim.kind === "value" ? basisEntries(claim.node, size)?.map(oneValue) : entriesOf(claim);

/** The entries of a point or a vector. */
const entriesOf = (claim: Claim): Claim[] | undefined =>
  claim.kind === "tuple" && (isRound(claim) || claim.items.length > 2) ? claim.items : undefined;

const letters = ["i", "j", "k"] as const;
type Letter = (typeof letters)[number];

const marked = /^\\(?:mathbf|hat|vec|bar|tilde)\{(?:\\mathbf\{)?([ijk])\}{1,2}$/;

/** The vector of the basis that a symbol names. */
function basisLetter(node: Node): Letter | undefined {
  if (node.kind !== "symbol") return undefined;
  const plain = letters.find((letter) => letter === node.name);
  return plain ?? (marked.exec(node.name)?.[1] as Letter | undefined);
}

const isBasis = (node: Node): boolean => basisLetter(node) !== undefined;

type Entries = Map<Letter, Node[]>;

/** Whether a value is written by a basis beyond doubt: i alone may be the imaginary unit. */
const isWrittenByBasis = (node: Node): boolean =>
  some(node, (n) => n.kind === "symbol" && (n.name === "j" || n.name === "k" || marked.test(n.name)));

/** The entries of a combination of two or three basis vectors; undefined if a value is anything else. */
function basisEntries(node: Node, size: number | undefined): Node[] | undefined {
  if (!isWrittenByBasis(node)) return undefined;
  const entries: Entries = new Map();
  if (!collect(node, (entry) => entry, entries)) return undefined;
  const needed = entries.has("k") ? 3 : 2;
  const wanted = size ?? needed;
  if (wanted < needed || wanted > 3) return undefined;
  return letters.slice(0, wanted).map((letter): Node => {
    const terms = entries.get(letter) ?? [];
    return terms.length === 0 ? integer(0) : terms.length === 1 ? terms[0]! : { kind: "add", terms };
  });
}

/** Adds the entries of a term; false if it is not a multiple of a basis vector. */
function collect(node: Node, scale: (entry: Node) => Node, into: Entries): boolean {
  const letter = basisLetter(node);
  if (letter !== undefined) {
    into.set(letter, [...(into.get(letter) ?? []), scale(integer(1))]);
    return true;
  }
  switch (node.kind) {
    case "add":
      return node.terms.every((term) => collect(term, scale, into));
    case "neg":
      return collect(node.arg, (entry) => scale({ kind: "neg", arg: entry }), into);
    case "div":
      if (some(node.den, isBasis)) return false;
      return collect(node.num, (entry) => scale({ kind: "div", num: entry, den: node.den }), into);
    case "mul": {
      const vectors = node.factors.filter((factor) => some(factor, isBasis));
      if (vectors.length !== 1) return false;
      const numbers = node.factors.filter((factor) => factor !== vectors[0]);
      return collect(vectors[0]!, (entry) => scale({ kind: "mul", factors: [...numbers, entry] }), into);
    }
    default:
      return false;
  }
}
