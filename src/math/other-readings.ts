// Other ways to read an answer. The gold fixes the kind: where the first reading of an answer is not of it, `5,120` may be a
// list, `4e-2` a calculation with e, `3 and 1/2` a mixed number, and, where the caller says so, `2,5` a decimal.

import { isInteger, type Node, some } from "./notation/tree.ts";
import { type Parsed, parse } from "./read/parse.ts";
import type { Policies } from "./terms/policies.ts";

type Read = Extract<Parsed, { ok: true }>;

/** The trees that the answer may also be, for this gold. */
export function* otherReadings(
  gold: Read,
  text: string,
  answer: Parsed,
  { decimalComma }: Policies,
): Generator<Node> {
  const commas = answer.ok && answer.commasGroupDigits && !gold.commasGroupDigits;
  const euler = /\d[eE]-\d/.test(text) && some(gold.tree, (n) => n.kind === "symbol" && n.name === "e");
  if (answer.ok && (commas || euler)) {
    const parsed = parse(text, {
      ...(commas ? { commas: "list" } : {}),
      ...(euler ? { exponents: "euler" } : {}),
    });
    if (parsed.ok) yield parsed.tree;
  }
  const mixed = answer.ok ? asMixedNumber(answer.tree) : undefined;
  if (mixed) yield mixed;
  const points = decimalComma ? withDecimalPoints(text) : text;
  if (points !== text) {
    const parsed = parse(points);
    if (parsed.ok) yield parsed.tree;
  }
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

/** Decimal commas as points, in numbers that can be nothing else: `1,234` stays a thousand and more. */
const withDecimalPoints = (text: string): string =>
  text.replace(number, (found) =>
    thousands.test(found) ? found : found.replace(/[. ]/g, "").replace(/,|\{,\}/, "."),
  );
