// Sets and ratios, relations between them, congruences and ranges.

import { printLatex } from "../notation/print.ts";
import {
  isInteger,
  type Node,
  type RelationOp,
  relation,
  relationOps,
  type SetOp,
  symbol,
  unnamed,
} from "../notation/tree.ts";
import { fractions } from "../notation/vocabulary.ts";
import { readNumber } from "./numbers.ts";
import { isSetLike } from "./products.ts";
import type { Reader } from "./reader.ts";
import { isLetter, isOp, isSign, isWordIn, type Token, turnedRelations } from "./token.ts";
import { readUnit } from "./units.ts";

const setOps: ReadonlyMap<string, SetOp> = new Map((["∪", "∩", "∖"] as const).map((op) => [op, op]));

/** Sets joined by union, intersection and difference. */
function readSetExpression(r: Reader): Node {
  let node = difference(readRatio(r));
  for (let layers = 0; ; layers++) {
    r.layer(layers);
    const token = r.token;
    const op =
      token.kind === "op"
        ? setOps.get(token.value)
        : token.kind === "word" && token.value === "U" && isSetLike(node)
          ? "∪"
          : undefined;
    if (!op) return node;
    r.i++;
    const braced = r.isOp("{");
    const read = difference(readRatio(r));
    // After a sign between sets, plain braces hold elements: `\mathbb{R} \setminus {0}`.
    const right: Node =
      braced && r.tokens[r.i - 1]!.value === "}" && isElement(read) ? { kind: "set", items: [read] } : read;
    if (node.kind === "setop" && node.op === op && op !== "∖")
      node = { ...node, args: [...node.args, right] };
    // Intersections bind more closely than unions, as products bind more closely than sums.
    else if (op === "∩" && layers > 0 && node.kind === "setop" && node.op === "∪")
      node = { ...node, args: [...node.args.slice(0, -1), intersected(node.args.at(-1)!, right)] };
    else node = { kind: "setop", op, args: [node, right] };
  }
}

const intersected = (left: Node, right: Node): Node => ({ kind: "setop", op: "∩", args: [left, right] });

const isElement = ({ kind }: Node): boolean => kind === "number" || kind === "div" || kind === "neg";

/** `\mathbb{R} - \{0\}` is a difference of sets. */
function difference(node: Node): Node {
  if (node.kind !== "add" || !isSetLike(node.terms[0]!)) return node;
  if (!node.terms.slice(1).every((t) => t.kind === "neg" && isSetLike(t.arg))) return node;
  return node.terms
    .slice(1)
    .reduce<Node>(
      (left, t) => ({ kind: "setop", op: "∖", args: [left, (t as { arg: Node }).arg] }),
      node.terms[0]!,
    );
}

/** `3:05` with its zero is a time, and stays text. */
function readClock(r: Reader): Node | undefined {
  const [hours, colon] = [r.token, r.peek()];
  const minutes = r.peek(2);
  if (!/^\d{1,2}$/.test(hours.value) || colon.value !== ":" || !/^0\d$/.test(minutes.value)) return undefined;
  r.i += 3;
  return { kind: "text", words: `${hours.value}:${minutes.value}` };
}

/** `2:3:4`; a clock's `3:30` with a unit after it is not a ratio. */
function readRatio(r: Reader): Node {
  const clock = readClock(r);
  if (clock) return clock;
  const leadingZero = r.token.kind === "number" && /^0\d/.test(r.token.value);
  const first = r.rules.sum(r);
  if (!r.isOp(":") || r.around.inBuilder) return first;
  if (leadingZero) r.fail("a time of day");
  const items = [first];
  while (r.eat(":")) {
    const padded = r.token.kind === "number" && /^0\d/.test(r.token.value);
    const item = r.rules.sum(r);
    if (padded || item.kind === "unit") r.fail("a time of day");
    items.push(item);
  }
  return { kind: "ratio", items };
}

export type Joiner = "," | ";" | "and" | "or";

export const endsItem = (r: Reader): boolean => r.token.kind === "end" || r.isOp(",") || r.isOp(";");

export function readJoiner(r: Reader): Joiner | undefined {
  let joiner: Joiner | undefined;
  if (r.isOp(",")) joiner = ",";
  else if (r.isOp(";") && !r.around.inBuilder) joiner = ";";
  if (joiner) {
    // In the rows of a system a comma or full stop at the end is punctuation.
    const after = r.peek();
    if (after.value === "\\\\" || after.value.startsWith("end:")) return undefined;
    r.i++;
  }
  if (r.isWord("and") || (r.isOp("&") && r.peek(-1).value !== "&" && isAmpersandJoin(r))) {
    r.i++;
    return "and";
  }
  if (r.isWord("or")) {
    r.i++;
    return "or";
  }
  return joiner;
}

/** An escaped ampersand outside a table joins two things. */
const isAmpersandJoin = (r: Reader): boolean => r.token.end - r.token.start === 2;

const rangeWords = new Map(Object.entries({ from: "to", between: "and" }));

/**
 * `3–5 years`, `2010-2015`, `from 3 to 5`, `between 3 and 5`: two ends, not a difference. A hyphen joins two ends
 * between years or before a unit; alone, as in `3-5`, only if the text is a gold, which leaves no work undone, or if
 * the gold is a range.
 */
export function readRange(r: Reader): Node | undefined {
  const opening = r.token.kind === "word" ? rangeWords.get(r.token.value.toLowerCase()) : undefined;
  if ((opening === undefined && r.token.kind !== "number") || r.peek(opening ? 3 : 2).kind !== "number")
    return undefined;
  const mark = r.mark();
  if (opening) r.i++;
  const [low, sign, high] = [r.token, r.peek(), r.peek(2)];
  if (low.kind !== "number" || high.kind !== "number") return void r.reset(mark);
  const isTypedDash = isOp(sign, "--");
  const isTight = sign.gap === "" && high.gap === "" && (isOp(sign, "-") || isTypedDash);
  const isJoined = sign.kind === "word" && sign.value.toLowerCase() === (opening ?? "to");
  if (!isJoined && (!isTight || opening)) return void r.reset(mark);
  const from = readNumber(r);
  r.i++;
  const to = readNumber(r);
  const unit: Node | undefined = r.eat("%") ? { kind: "percent", arg: to } : readUnit(r, to);
  const isYears = [low, high].every(({ value }) => /^\d{4}$/.test(value));
  // `4 to 9` may be odds.
  const isWhole = r.options.hyphens === "range" && low === r.tokens[0] && r.token.kind === "end";
  const isRange =
    opening !== undefined ||
    sign.dash ||
    isTypedDash ||
    unit !== undefined ||
    ((isYears || isWhole) && !isJoined);
  const ascends = Number(low.value) < Number(high.value);
  if (isRange && ascends && sign.dash && !endsItem(r)) r.fail("a range with more after it");
  if (!isRange || !endsItem(r) || !ascends) return void r.reset(mark);
  const ends = unit ? [{ ...unit, arg: from } as Node, unit] : [from, to];
  return relation([ends[0]!, { kind: "symbol", name: "x" }, ends[1]!], ["≤", "≤"]);
}

const relations: ReadonlyMap<string, RelationOp> = new Map([
  ...relationOps.map((op): [string, RelationOp] => [op, op]),
  ...turnedRelations,
]);

export function readRelation(r: Reader): Node {
  const terms: Node[] = [];
  const ops: RelationOp[] = [];
  let modulus: Node | null = null;
  let turned = 0;
  // `= 5` continues a calculation that was left out; its value is 5.
  const continues =
    r.isOp("=") || (r.isOp("≈") && r.peek().kind === "number" && r.peek().value.includes("."));
  if (continues && r.peek().kind !== "end") r.i++;
  if (r.hasModulus && isBareResidues(r)) {
    const residues = readResidues(r);
    return { kind: "relation", terms: [symbol(unnamed), residues], ops: ["≡"], modulus: readModulus(r) };
  }
  const opening = r.i;
  terms.push(readSetExpression(r));
  const [first] = terms;
  const isBracketed = first?.kind === "div" && first.num.kind !== "div" && isBracketedFraction(r, opening);
  for (;;) {
    const op = relationHere(r);
    if (!op) break;
    if (turnedRelations.has(r.take().value)) turned++;
    ops.push(op);
    const typed = op === "∈" || op === "∉" ? readTypedSet(r) : undefined;
    terms.push(typed ?? (op === "≡" ? readResidues(r) : readSetExpression(r)));
    if (op === "≡") modulus = readModulus(r) ?? modulus;
  }
  if (ops.length === 0) return terms[0]!;
  if (isBracketed && ops.length === 1 && ops[0] === "=" && isLegendreValue(terms[1]!))
    terms[0] = symbol(`\\left(${printLatex(terms[0]!)}\\right)`);
  if (turned === 0) return { kind: "relation", terms, ops, modulus };
  // `A \supseteq B` is `B \subseteq A`.
  if (turned < ops.length) return r.fail("relations in two directions");
  return { kind: "relation", terms: terms.reverse(), ops: ops.reverse(), modulus };
}

/** All tokens since a given one are a fraction and the brackets around it. */
const isBracketedFraction = (r: Reader, from: number): boolean => {
  const [open, fraction, close] = [r.tokens[from], r.tokens[from + 1], r.tokens[r.i - 1]];
  return open?.value === "(" && fractions.has(fraction?.value ?? "") && close?.value === ")";
};

/** `\left(\frac{a}{p}\right) = 1`: brackets around a single fraction have no other meaning there. */
const isLegendreValue = (node: Node): boolean => {
  const size = node.kind === "neg" ? node.arg : node;
  return isInteger(size) && size.mantissa <= 1n;
};

/** `k ∈ Z`: a set of numbers under its plain letter, possibly with elements removed from it. */
function readTypedSet(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  if (kind !== "word" || !/^[RNZQC]$/.test(value) || r.peek().value === "(") return undefined;
  r.tokens[r.i] = { ...r.token, kind: "setname" };
  return readSetExpression(r);
}

function relationHere(r: Reader): RelationOp | undefined {
  const token = r.token;
  if (isWordIn(token, /^in$/) && /^(?:op|setname)$/.test(r.peek().kind)) return "∈";
  if (token.kind !== "op") return undefined;
  if (token.value === "∣" && r.around.inBuilder) return undefined;
  if (token.value === "→" && isRule(r)) return "=";
  return relations.get(token.value);
}

/** `x -> 3` on a keyboard gives a name its value; `x \to 3` in print approaches it. */
function isRule(r: Reader): boolean {
  const [name, before] = [r.tokens[r.i - 1], r.tokens[r.i - 2]];
  const typed = r.token.end - r.token.start === 2;
  const begins = before === undefined || isSign(before, ",;{[(") || isOp(before, "\\{");
  return typed && begins && isLetter(name) && isValueAhead(r);
}

/** Whether the rest of the item has no letters: `p -> q` and `x -> x+1` do not give a name a value. */
function isValueAhead(r: Reader): boolean {
  for (let ahead = 1; ; ahead++) {
    const token = r.peek(ahead);
    if (token.kind === "end" || isSign(token, ",;}])") || isOp(token, "\\}")) return ahead > 1;
    const isConstant = token.kind === "function" || /^(?:pi|e|i|sqrt)$/.test(token.value);
    if ((token.kind === "word" || token.kind === "symbol") && !isConstant) return false;
  }
}

/** `\pm 2 \pmod 5`, `2, 3 \pmod 5`: whole numbers with a modulus and without a name. */
function isBareResidues(r: Reader): boolean {
  let at = r.i;
  const inside = (token: Token): boolean =>
    token.kind === "number" || isSign(token, "±-,") || isWordIn(token, /^(?:and|or)$/);
  while (inside(r.tokens[at]!)) at++;
  const [{ kind, value }, next] = [r.tokens[at]!, r.tokens[at + 1]];
  const isModulus =
    kind === "command" ? value === "pmod" : value === "(" && /^b?mod$/.test(next?.value ?? "");
  return at > r.i && r.tokens[at - 1]!.kind === "number" && isModulus;
}

/** `n \equiv 1, 3 \pmod 4`: several residues share one modulus. */
function readResidues(r: Reader): Node {
  const first = readSetExpression(r);
  const mark = r.mark();
  const items = [first];
  for (let joiner = readJoiner(r); joiner; joiner = readJoiner(r)) {
    if (r.token.kind !== "number" && !isSign(r.token, "-±")) break;
    items.push(r.rules.sum(r));
  }
  if (items.length > 1 && modulusHere(r)) return { kind: "list", items, joiner: "," };
  r.reset(mark);
  return first;
}

/** `\pmod`, `mod`, or a bracket that begins with the latter. */
function modulusHere(r: Reader): boolean {
  const { kind, value } = r.isOp("(") ? r.peek() : r.token;
  if (kind === "command") return /^b?mod$/.test(value) || (value === "pmod" && !r.isOp("("));
  return kind === "word" && (r.isOp("(") ? value : value.toLowerCase()) === "mod";
}

function readModulus(r: Reader): Node | null {
  if (!modulusHere(r)) return null;
  const bracketed = r.eat("(");
  r.i++;
  const braced = !bracketed && r.eat("{");
  const modulus = braced ? r.grouped(() => r.rules.sum(r)) : r.rules.sum(r);
  if (bracketed || braced) r.expect(bracketed ? ")" : "}");
  return modulus;
}
