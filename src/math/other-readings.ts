// Other readings of an answer. The gold determines the kind: if the first reading of an answer is of a different kind,
// `4e-2` may be a calculation with e, `3 and 1/2` a mixed number, and, if the caller allows it, `2,5` a decimal.

import { isInteger, type Node, some, symbol } from "./notation/tree.ts";
import { mapChildren, namesIn, rename } from "./notation/tree-change.ts";
import { type Parsed, parse } from "./read/parse.ts";
import type { Policies } from "./terms/policies.ts";

type Read = Extract<Parsed, { ok: true }>;

/** The further readings of the answer as trees, for this gold. */
export function* otherReadings(
  { tree: gold }: Read,
  text: string,
  answer: Parsed,
  { decimalComma }: Policies,
): Generator<Node> {
  const again = (isAsked: boolean, as = text, options?: Parameters<typeof parse>[1]): Node | undefined => {
    const parsed = isAsked ? parse(as, options) : undefined;
    return parsed?.ok ? parsed.tree : undefined;
  };
  const said = answer.ok ? answer.tree : undefined;
  // A number that is read as one beside a number has no other reading.
  if (gold.kind === "number" && said?.kind === "number" && !decimalComma) return;
  const [ofGold, ofAnswer] = [isMeasured(gold), said !== undefined && isMeasured(said)];
  if (said) {
    const isPower = /\d[eE]-\d/.test(text) && isNamed(gold, "e");
    yield* known(again(isPower, text, { exponents: "euler" }));
    // `3 t` is a product if the gold has the letter.
    const isProduct = ofAnswer && !ofGold && namesIn(gold).size > 0;
    yield* known(again(isProduct, text, { letters: "variables" }));
    // In `F = 5 N` the letter after a number is a unit if the gold has one.
    const isLettered = ofGold && !ofAnswer && /[=≈]\s*-?[\d.]+ [A-Za-z]+$/.test(text);
    const units = again(isLettered, text, { letters: "measured" });
    if (units && isMeasured(units)) yield units;
    yield* known(withImaginary(said, gold));
    if (text.includes("**")) yield* known(withEuler(said, gold));
    yield* known(withFactors(said, gold));
    yield* known(asMixedNumber(said));
  } else {
    // If the gold has a label, only that label matches.
    yield* known(again(hasLabel(gold), text, { labels: "any" }));
  }
  const isRatio = gold.kind === "ratio" && inRatio.test(text);
  yield* known(again(isRatio, isRatio ? text.replaceAll(to, ":") : text));
  // `1f_{16}` may be a letter with an index.
  const isTyped = gold.kind === "based" && gold.base > 10 && /^[\s$]*\(?[\da-f]+\)?_/.test(text);
  yield* known(again(isTyped, text.toUpperCase()));
  const isChain = gold.kind === "relation" && gold.ops.length === 2;
  const isRange = isChain && /^\s*[\d.]+(?:-| to )[\d.]+\s*$/.test(text);
  yield* known(again(isRange, text.replace(" to ", "-"), { hyphens: "range" }));
  const points = decimalComma ? withDecimalPoints(text) : text;
  yield* known(again(points !== text, points));
}

const known = (tree: Node | undefined): Node[] => (tree ? [tree] : []);
const isMeasured = (tree: Node): boolean => some(tree, ({ kind }) => kind === "unit");

const hasLabel = (tree: Node): boolean =>
  some(tree, (node) => node.kind === "unit" && node.unit.factors.length === 0 && node.unit.noun !== "");

/** `4 to 9`, if the gold is a ratio. */
const inRatio = /^\s*\$?\d+(?:\s*(?:to|\\text\s*\{\s*to\s*\})\s*\d+)+\$?[.\s]*$/;
const to = /\s*(?:to|\\text\s*\{\s*to\s*\})\s*/g;

const isNamed = (tree: Node, name: string): boolean =>
  some(tree, (node) => node.kind === "symbol" && node.name === name);

/**
 * If the gold is complex, an answer without i may write j or I, as programs do. A pure multiple of i may also be a
 * vector, and there j is a different one.
 */
function withImaginary(answer: Node, gold: Node): Node | undefined {
  if (!isNamed(gold, "i") || isNamed(answer, "i")) return undefined;
  // `Si` is an element, or two letters.
  if (!some(gold, ({ kind }) => kind === "number")) return undefined;
  const letters = ["I", "j"].filter((letter) => isNamed(answer, letter));
  const [letter] = letters;
  if (letters.length !== 1 || isNamed(gold, letter!)) return undefined;
  const hasRealPart = gold.kind === "add" && gold.terms.some((term) => !isNamed(term, "i"));
  if (letter === "j" && !hasRealPart) return undefined;
  return rename(answer, new Map([[letter!, symbol("i")]]));
}

/** In SymPy's `E**2` the letter is Euler's number, if the gold has that number and no letter E. */
const withEuler = (answer: Node, gold: Node): Node | undefined =>
  isNamed(gold, "e") && !isNamed(gold, "E") && isNamed(answer, "E") && !isNamed(answer, "e")
    ? rename(answer, new Map([["E", symbol("e")]]))
    : undefined;

/**
 * `g(m_1 - m_2)` is a product if the gold has g as a number: only before a sum, because a letter before one number or
 * one letter in brackets is a function (`f(2)` is not 2f).
 */
function withFactors(answer: Node, gold: Node): Node | undefined {
  const isApplied = (node: Node) => node.kind === "apply";
  if (!some(answer, isApplied) || some(gold, isApplied)) return undefined;
  const change = (node: Node): Node => {
    const changed = mapChildren(node, change);
    const [argument, ...others] = changed.kind === "apply" ? changed.args : [];
    return changed.kind === "apply" &&
      others.length === 0 &&
      argument?.kind === "add" &&
      isNamed(gold, changed.name)
      ? { kind: "mul", factors: [symbol(changed.name), argument] }
      : changed;
  };
  const changed = change(answer);
  return some(changed, isApplied) ? undefined : changed;
}

/** `3 and 1/2`: a whole number and a proper fraction. */
function asMixedNumber(tree: Node): Node | undefined {
  if (tree.kind !== "list" || tree.joiner !== "and" || tree.items.length !== 2) return undefined;
  const [whole, part] = tree.items as [Node, Node];
  const negative = whole.kind === "neg";
  const count = negative ? whole.arg : whole;
  if (!isInteger(count) || count.mantissa === 0n || part.kind !== "div") return undefined;
  if (!isInteger(part.num) || !isInteger(part.den)) return undefined;
  const [num, den] = [part.num.mantissa, part.den.mantissa];
  if (num === 0n || num >= den) return undefined;
  const node: Node = { kind: "mixed", whole: count.mantissa, num, den };
  return negative ? { kind: "neg", arg: node } : node;
}

const number = /(?<![\d.,])(?:\d{1,3}(?:[. ]\d{3})+|\d+)(?:,|\{,\})\d+(?![\d.,]*\d)/g;
const thousands = /^[1-9]\d{0,2}(?:,|\{,\})\d{3}$/;

/** Decimal commas as points, in numbers that have no other reading: `1,234` stays a thousand and more. */
const withDecimalPoints = (text: string): string =>
  text.replace(number, (found) =>
    thousands.test(found) ? found : found.replace(/[. ]/g, "").replace(/,|\{,\}/, "."),
  );
