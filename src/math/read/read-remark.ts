// Remarks in brackets behind a value: `\frac{1}{3} (\approx 0.333333)` says it once more, `(simplest form)` says nothing of it.

import { sameTree } from "../notation/same-tree.ts";
import type { Node, RelationOp } from "../notation/tree.ts";
import { numberWords } from "./number-words.ts";
import { readSum } from "./read-expression.ts";
import type { Reader } from "./reader.ts";

const remarks = new Set([
  "simplest form",
  "in simplest form",
  "simplified",
  "in lowest terms",
  "lowest terms",
  "exact",
  "exactly",
  "exact value",
  "exact form",
  "decimal form",
]);

/** A body with the remark at the cursor taken in; undefined, and nothing read, where none stands there. */
export function readRestatement(r: Reader, body: Node): Node | undefined {
  if (!r.isOp("(") || r.brackets.get(r.i)!.close < 0) return undefined;
  return readRemark(r, body) ?? readSpelledOut(r, body) ?? readSecondSpelling(r, body);
}

/** Whether the round bracket at the cursor holds nothing but `simplest form` and the like. */
export function isRemark(r: Reader): boolean {
  const { close } = r.brackets.get(r.i)!;
  if (close < 0 || close - r.i > 4 || r.peek().kind !== "word") return false;
  const inside = r.tokens.slice(r.i + 1, close);
  return (
    inside.every((token) => token.kind === "word") &&
    remarks.has(inside.map((token) => token.value.toLowerCase()).join(" "))
  );
}

/** Whether a last bracket behind a space says the value once more, where the text is read so: `3/4 (0.75)`. */
export const isRestatement = (r: Reader): boolean =>
  r.restates && r.token.gap === " " && r.tokens[r.brackets.get(r.i)!.close + 1]?.kind === "end";

/** `(simplest form)`. */
function readRemark(r: Reader, body: Node): Node | undefined {
  if (!isRemark(r)) return undefined;
  r.i = r.brackets.get(r.i)!.close + 1;
  return body;
}

/** Whether the round bracket at the cursor holds nothing but a number in words: `2 (two)`. */
export function isSpelledOut(r: Reader): boolean {
  const { close } = r.brackets.get(r.i)!;
  return r.peek().kind === "word" && close > 0 && numberWords(r.tokens, r.i + 1)?.next === close;
}

/** `2 (two)`, which must say the same number. */
function readSpelledOut(r: Reader, body: Node): Node | undefined {
  const found = isSpelledOut(r) ? numberWords(r.tokens, r.i + 1) : undefined;
  if (!found || !isChain(body)) return undefined;
  r.i = found.next + 1;
  if (sameTree(body, found.node)) return body;
  return continued(body, found.node, "=");
}

const continued = (body: Node, value: Node, op: RelationOp): Node =>
  body.kind === "relation"
    ? { ...body, terms: [...body.terms, value], ops: [...body.ops, op] }
    : { kind: "relation", terms: [body, value], ops: [op], modulus: null };

/** `(\approx 0.75)`, `(= 0.75)`, `(or 0.75)`: one more side of a chain. */
function readSecondSpelling(r: Reader, body: Node): Node | undefined {
  const mark = secondMark(r);
  if ((!mark && !isRestatement(r)) || !isChain(body)) return undefined;
  const open = r.i;
  const start = r.mark();
  r.i += mark ? 2 : 1;
  const value = r.inside(open, () => readSum(r));
  if (!r.eat(")")) {
    r.reset(start);
    return undefined;
  }
  return continued(body, value, mark ?? "=");
}

/** Whether the bracket at the cursor says a value once more in so many words: `(or 0.75)`. */
export const isAlternative = (r: Reader): boolean =>
  r.peek().kind === "word" && secondMark(r) !== undefined && r.brackets.get(r.i)!.close >= 0;

/** The sign or word at the beginning of a bracket that leads to a second spelling. */
function secondMark(r: Reader): RelationOp | undefined {
  const { kind, value } = r.peek();
  if (kind === "op" && (value === "≈" || value === "=")) return value;
  return kind === "word" && /^or$/i.test(value) ? "=" : undefined;
}

const isChain = (node: Node): boolean =>
  node.kind !== "relation" || node.ops.every((op) => op === "=" || op === "≈");
