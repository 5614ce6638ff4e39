// The shape of a whole answer: lists of statements, labels, relations, and conditions behind them.

import { printLatex } from "../notation/print.ts";
import { isInteger, type Node, type RelationOp, symbol, unnamed } from "../notation/tree.ts";
import { isWord } from "../notation/words.ts";
import { isLineBreak } from "./lines.ts";
import { readSum } from "./read-expression.ts";
import { fractions } from "./read-fraction.ts";
import { readAnyLabel } from "./read-label.ts";
import { readNumber } from "./read-number.ts";
import { readRestatement } from "./read-remark.ts";
import { readSetExpression } from "./read-set-expression.ts";
import { readUnit } from "./read-unit.ts";
import { readSetWithException, readSpokenCondition, readTextItem } from "./read-words.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

type Joiner = "," | ";" | "and" | "or";

/** Items joined by commas, semicolons, `and`, `or`. One item alone is itself. */
export function readList(r: Reader): Node {
  const items = [readItem(r)];
  const joiners: Joiner[] = [];
  let lines = true;
  for (;;) {
    if (joiners.length > 0 && readOrder(r)) return { ...arrange(items, joiners), ordered: true } as Node;
    const line = isLineBreak(r.token);
    const joiner = readJoiner(r) ?? readBitwise(r, items[items.length - 1]!);
    if (!joiner) break;
    lines &&= line;
    joiners.push(joiner);
    // `5,00` and `3,05` are decimals with a comma, or groups of digits, and no lists.
    if (joiner === "," && r.token.gap === "" && r.token.kind === "number" && /^0\d/.test(r.token.value))
      r.fail("digits after a comma");
    items.push(readItem(r));
  }
  if (joiners.length === 0) return items[0]!;
  const list = arrange(items, joiners);
  const solves = lines && items.every((item) => item.kind === "relation");
  return solves && list.kind === "list" ? { ...list, lines: true } : list;
}

/** `2 and 3, respectively`, `2, 3 in that order`: the list goes by its order. */
function readOrder(r: Reader): boolean {
  const { kind } = r.isOp(",") ? r.peek() : r.token;
  if (kind !== "word" && kind !== "op") return false;
  const mark = r.mark();
  if (r.isOp(",")) r.i++;
  const bracketed = r.eat("(");
  const words = r.isWord("respectively")
    ? 1
    : r.isWord("in") && /^(?:that|this)$/.test(r.peek().value)
      ? 3
      : 0;
  const isSaid = words === 1 || (words === 3 && r.peek(2).value === "order");
  if (isSaid) r.i += words;
  if (isSaid && (!bracketed || r.eat(")")) && endsItem(r)) return true;
  r.reset(mark);
  return false;
}

const endsItem = (r: Reader): boolean => r.token.kind === "end" || r.isOp(",") || r.isOp(";");

function readJoiner(r: Reader): Joiner | undefined {
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

/** `(x < 1) | (x > 3)`, `(x > 1) & (x < 3)`: programs join statements in brackets. */
function readBitwise(r: Reader, left: Node): Joiner | undefined {
  const sign = r.isOp("|") ? "or" : r.isOp("&") ? "and" : undefined;
  const next = r.peek();
  if (!sign || left.kind !== "relation" || r.tokens[r.i - 1]!.value !== ")") return undefined;
  if (next.kind !== "op" || next.value !== "(" || !r.brackets.get(r.i + 1)!.relation) return undefined;
  r.i++;
  return sign;
}

/** An escaped ampersand outside a table joins two things. */
const isAmpersandJoin = (r: Reader): boolean => r.token.end - r.token.start === 2;

const isStatement = (node: Node): boolean => node.kind === "relation" || node.kind === "labelled";

/**
 * `x=1, y=2 or x=3, y=4` is two solutions, not four statements: where a stronger joiner separates groups
 * that commas hold together, the groups are kept.
 */
function arrange(items: Node[], joiners: Joiner[]): Node {
  for (const strong of [";", "or"] as const) {
    if (!joiners.includes(strong) || joiners.every((j) => j === strong)) continue;
    const groups: Node[][] = [[items[0]!]];
    const inner: Joiner[][] = [[]];
    joiners.forEach((joiner, i) => {
      if (joiner === strong) {
        groups.push([]);
        inner.push([]);
      } else inner[inner.length - 1]!.push(joiner);
      groups[groups.length - 1]!.push(items[i + 1]!);
    });
    const size = groups[0]!.length;
    const alike = size > 1 && groups.every((g) => g.length === size);
    if (!alike || (strong === "or" && !items.every(isStatement))) continue;
    return {
      kind: "list",
      items: groups.map((g, i) => arrange(g, inner[i]!)),
      joiner: strong === ";" ? "," : "or",
    };
  }
  const joiner = joiners.includes("or") ? "or" : joiners.includes("and") ? "and" : ",";
  return { kind: "list", items, joiner };
}

/** One statement: words, a labelled value, a relation or a value, with conditions behind it. */
export function readItem(r: Reader): Node {
  if (r.isOp("∴")) r.i++;
  const range = readRange(r);
  if (range) return range;
  dropLeadIn(r);
  const text = readSetWithException(r) ?? readTextItem(r) ?? readSpokenSet(r);
  if (text) return text;
  const named = readNamedWords(r);
  if (named) return named;
  const label = readAnyLabel(r);
  if (label !== undefined) return { kind: "labelled", label, value: r.nested(() => readItem(r)) };
  noteFunctionName(r);
  let body = readRelation(r);
  const conditions: Node[] = [];
  for (;;) {
    const restated = conditions.length === 0 ? readRestatement(r, body) : undefined;
    if (restated) body = restated;
    else if (r.isOp("(") && r.brackets.get(r.i)!.relation) {
      const open = r.i;
      r.i++;
      conditions.push(...listed(r.inside(open, () => readCondition(r))));
      r.expect(")");
    } else if (startsCondition(r)) {
      conditions.push(...listed(r.nested(() => readCondition(r))));
    } else break;
  }
  return conditions.length > 0 ? { kind: "qualified", body, conditions } : body;
}

/** `The answer is 5`, `It is 5`. */
function dropLeadIn(r: Reader): void {
  if (r.i > 0 || r.token.kind !== "word") return;
  let at = 0;
  while (at < 5 && r.peek(at).kind === "word" && !/^(?:is|are)$/.test(r.peek(at).value)) at++;
  const words = Array.from({ length: at }, (_, i) => r.peek(i).value.toLowerCase()).join(" ");
  if (/^(?:is|are)$/.test(r.peek(at).value) && leadIn.test(words) && r.peek(at + 1).kind !== "end")
    r.i = at + 1;
}

const leadIn = /^(?:it|there|(?:the |my )?(?:final |correct )?answer)$/;

/** `A = ethanol`: words under a letter. */
function readNamedWords(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  const first = r.peek(2);
  if (kind !== "word" || value.length > 1 || r.peek().value !== "=" || first.kind !== "word")
    return undefined;
  const mark = r.mark();
  r.i += 2;
  // `F = am` is a product, though English has the word.
  const isProduct = first.value.length < 4 && !first.upright && r.peek().kind !== "word";
  const words = isWord(first.value) && !isProduct ? readTextItem(r) : undefined;
  if (words?.kind === "text" || words?.kind === "setname")
    return { kind: "labelled", label: value, value: words };
  r.reset(mark);
  return undefined;
}

const rangeWords = new Map(Object.entries({ from: "to", between: "and" }));

/**
 * `3–5 years`, `2010-2015`, `from 3 to 5`, `between 3 and 5`: two ends, and no difference. A hyphen joins two ends between years or
 * before a unit; alone, as in `3-5`, only where the text is a gold, which leaves no work undone, or where the gold is a range.
 */
function readRange(r: Reader): Node | undefined {
  const opening = r.token.kind === "word" ? rangeWords.get(r.token.value.toLowerCase()) : undefined;
  if ((opening === undefined && r.token.kind !== "number") || r.peek(opening ? 3 : 2).kind !== "number")
    return undefined;
  const mark = r.mark();
  if (opening) r.i++;
  const [low, sign, high] = [r.token, r.peek(), r.peek(2)];
  if (low.kind !== "number" || high.kind !== "number") return void r.reset(mark);
  const isTypedDash = sign.kind === "op" && sign.value === "--";
  const isTight =
    sign.gap === "" && high.gap === "" && sign.kind === "op" && (sign.value === "-" || isTypedDash);
  const isJoined = sign.kind === "word" && sign.value.toLowerCase() === (opening ?? "to");
  if (!isJoined && (!isTight || opening)) return void r.reset(mark);
  const from = readNumber(r);
  r.i++;
  const to = readNumber(r);
  const unit: Node | undefined = r.eat("%") ? { kind: "percent", arg: to } : readUnit(r, to);
  const isYears = [low, high].every(({ value }) => /^\d{4}$/.test(value));
  // `4 to 9` may be odds.
  const isWhole = r.ranges && low === r.tokens[0] && r.token.kind === "end";
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
  return {
    kind: "relation",
    terms: [ends[0]!, { kind: "symbol", name: "x" }, ends[1]!],
    ops: ["≤", "≤"],
    modulus: null,
  };
}

/** `all positive integers n such that …`, `integers n \ge 2`: a set said in words. */
function readSpokenSet(r: Reader): Node | undefined {
  const quantifier = r.isOp("∀");
  if (!quantifier && (r.token.kind !== "word" || r.token.value.length === 1)) return undefined;
  const spoken = readSpokenCondition(r);
  if (!spoken) return undefined;
  // A quantifier of its own is a condition on what stands before it in the list.
  if (quantifier && spoken.length === 1) return spoken[0];
  const named = spoken[0]!;
  if (named.kind !== "relation" || named.terms[0]!.kind !== "symbol") return undefined;
  const conditions = [...spoken];
  if (startsCondition(r)) conditions.push(...listed(r.nested(() => readCondition(r))));
  const [only] = conditions;
  return {
    kind: "builder",
    element: named.terms[0]!,
    condition: conditions.length === 1 ? only! : { kind: "list", items: conditions, joiner: "," },
  };
}

const listed = (node: Node): Node[] => (node.kind === "list" && node.joiner !== "or" ? node.items : [node]);

/** Eats `for`, `where`, `such that`, …. */
function startsCondition(r: Reader): boolean {
  const token = r.token;
  if (r.isOp("∀")) return true;
  if (token.kind !== "word") return false;
  switch (token.value.toLowerCase()) {
    case "such":
      if (!/^that$/i.test(r.peek().value)) return false;
      r.i += 2;
      return true;
    case "given":
      r.i++;
      if (r.isWord("that")) r.i++;
      return true;
    case "for":
    case "where":
    case "when":
    case "whenever":
    case "with":
    case "if":
      r.i++;
      return true;
    default:
      return false;
  }
}

/** Conditions, which may be spoken: `for all real x`, `where k is an integer`. */
export function readCondition(r: Reader): Node {
  const items = readSpokenCondition(r) ?? [readItem(r)];
  let joined: "or" | "," = ",";
  for (;;) {
    // A comma may also end the condition: `x for x > 0, -x for x < 0`.
    const mark = r.mark();
    const joiner = readJoiner(r);
    if (!joiner || r.token.kind === "end") {
      r.reset(mark);
      break;
    }
    const next = readSpokenCondition(r) ?? [readTextItem(r) ?? readRelation(r)];
    if (!next.every((node) => (node.kind === "relation" && node.ops[0] !== "=") || node.kind === "text")) {
      r.reset(mark);
      break;
    }
    if (joiner === "or") joined = "or";
    items.push(...next);
  }
  return items.length === 1 ? items[0]! : { kind: "list", items, joiner: joined };
}

/** `P(x) = …`: whatever stands before a bracket and an equals sign at the start is a function's name. */
function noteFunctionName(r: Reader): void {
  const name = r.token;
  if (!(name.kind === "symbol" || (name.kind === "word" && name.value.length === 1))) return;
  let at = r.i + 1;
  while (r.tokens[at]?.kind === "op" && r.tokens[at]!.value === "'") at++;
  if (r.tokens[at]?.kind === "op" && r.tokens[at]!.value === "_") {
    const next = r.tokens[at + 1];
    if (next?.kind === "op" && next.value === "{") at = r.brackets.get(at + 1)!.close + 1;
    else at += 2;
  }
  const open = r.tokens[at];
  if (open?.kind !== "op" || open.value !== "(") return;
  const close = r.brackets.get(at)!.close;
  const after = r.tokens[close + 1];
  if (close >= 0 && after?.kind === "op" && after.value === "=") r.noteFunctionName(name.value);
}

const relations: ReadonlyMap<string, RelationOp> = new Map(
  (
    [
      "=",
      "≠",
      "<",
      "≤",
      ">",
      "≥",
      "≈",
      "≡",
      "∼",
      "∈",
      "∉",
      "⊂",
      "⊆",
      "→",
      "∣",
      "∤",
      "∥",
      "⊥",
      "⇒",
      "⇔",
    ] as const
  ).map((op) => [op, op]),
);

export function readRelation(r: Reader): Node {
  const terms: Node[] = [];
  const ops: RelationOp[] = [];
  let modulus: Node | null = null;
  // `= 5` continues a calculation that was left out; it says 5.
  const continues =
    r.isOp("=") || (r.isOp("≈") && r.peek().kind === "number" && r.peek().value.includes("."));
  if (continues && r.peek().kind !== "end") r.i++;
  if (isBareResidues(r)) {
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
    r.i++;
    ops.push(op);
    const typed = op === "∈" || op === "∉" ? readTypedSet(r) : undefined;
    terms.push(typed ?? (op === "≡" ? readResidues(r) : readSetExpression(r)));
    if (op === "≡") modulus = readModulus(r) ?? modulus;
  }
  if (ops.length === 0) return terms[0]!;
  if (isBracketed && ops.length === 1 && ops[0] === "=" && isLegendreValue(terms[1]!))
    terms[0] = symbol(`\\left(${printLatex(terms[0]!)}\\right)`);
  return { kind: "relation", terms, ops, modulus };
}

/** A fraction and the brackets around it are all that was read since a token. */
const isBracketedFraction = (r: Reader, from: number): boolean => {
  const [open, fraction, close] = [r.tokens[from], r.tokens[from + 1], r.tokens[r.i - 1]];
  return open?.value === "(" && fractions.has(fraction?.value ?? "") && close?.value === ")";
};

/** `\left(\frac{a}{p}\right) = 1`: brackets around a lone fraction say nothing else there. */
const isLegendreValue = (node: Node): boolean => {
  const size = node.kind === "neg" ? node.arg : node;
  return isInteger(size) && size.mantissa <= 1n;
};

/** `k ∈ Z`: a set of numbers under its plain letter, with what may be taken away from it. */
function readTypedSet(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  if (kind !== "word" || !/^[RNZQC]$/.test(value) || r.peek().value === "(") return undefined;
  r.tokens[r.i] = { ...r.token, kind: "setname" };
  return readSetExpression(r);
}

function relationHere(r: Reader): RelationOp | undefined {
  const token = r.token;
  if (
    token.kind === "word" &&
    token.value === "in" &&
    r.peek().kind !== "end" &&
    (r.peek().kind === "op" || r.peek().kind === "setname")
  )
    return "∈";
  if (token.kind !== "op") return undefined;
  if (token.value === "∣" && r.around.inBuilder) return undefined;
  if (token.value === "→" && isRule(r)) return "=";
  return relations.get(token.value);
}

/** `x -> 3` on a keyboard gives a name its value; `x \to 3` in print approaches it. */
function isRule(r: Reader): boolean {
  const [name, before] = [r.tokens[r.i - 1], r.tokens[r.i - 2]];
  const typed = r.token.end - r.token.start === 2;
  const begins = before === undefined || (before.kind === "op" && ruleOpeners.has(before.value));
  const isName = name?.kind === "symbol" || (name?.kind === "word" && name.value.length === 1);
  return typed && begins && isName && isValueAhead(r);
}

/** Whether what follows, up to the end of the item, has no letters: `p -> q` and `x -> x+1` give no name a value. */
function isValueAhead(r: Reader): boolean {
  for (let ahead = 1; ; ahead++) {
    const token = r.peek(ahead);
    const isEnd = token.kind === "op" && /^(?:[,;}\])]|\\\})$/.test(token.value);
    if (token.kind === "end" || isEnd) return ahead > 1;
    const isConstant = token.kind === "function" || /^(?:pi|e|i|sqrt)$/.test(token.value);
    if ((token.kind === "word" || token.kind === "symbol") && !isConstant) return false;
  }
}

const ruleOpeners = new Set([",", ";", "{", "\\{", "[", "("]);

/** `\pm 2 \pmod 5`, `2, 3 \pmod 5`: whole numbers with a modulus and without a name. */
function isBareResidues(r: Reader): boolean {
  let at = r.i;
  const inside = ({ kind, value }: Token): boolean =>
    kind === "number" ||
    (kind === "op" && "±-,".includes(value)) ||
    (kind === "word" && /^(?:and|or)$/.test(value));
  while (inside(r.tokens[at]!)) at++;
  const [{ kind, value }, next] = [r.tokens[at]!, r.tokens[at + 1]];
  const isModulus =
    kind === "command"
      ? value === "pmod"
      : value === "(" && (next?.value === "mod" || next?.value === "bmod");
  return r.tokens[at - 1]?.kind === "number" && at > r.i && isModulus;
}

/** `n \equiv 1, 3 \pmod 4`: several residues share one modulus. */
function readResidues(r: Reader): Node {
  const first = readSetExpression(r);
  const mark = r.mark();
  const items = [first];
  for (let joiner = readJoiner(r); joiner; joiner = readJoiner(r)) {
    if (r.token.kind !== "number" && !r.isOp("-") && !r.isOp("±")) break;
    items.push(readSum(r));
  }
  if (items.length > 1 && modulusHere(r)) return { kind: "list", items, joiner: "," };
  r.reset(mark);
  return first;
}

function modulusHere(r: Reader): boolean {
  return (
    r.isCommand("pmod") || r.isCommand("bmod") || r.isCommand("mod") || r.isWord("mod") || isBracketedMod(r)
  );
}

const isBracketedMod = (r: Reader): boolean => {
  if (!r.isOp("(")) return false;
  const next = r.peek();
  return (
    (next.kind === "word" && next.value === "mod") ||
    (next.kind === "command" && (next.value === "mod" || next.value === "bmod"))
  );
};

function readModulus(r: Reader): Node | null {
  if (!modulusHere(r)) return null;
  const bracketed = r.eat("(");
  r.i++;
  if (!bracketed && r.isOp("{")) {
    r.i++;
    const inner = r.grouped(() => readSum(r));
    r.expect("}");
    return inner;
  }
  const modulus = readSum(r);
  if (bracketed) r.expect(")");
  return modulus;
}
