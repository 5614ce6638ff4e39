// Text → tree. Never throws: text that cannot be read is reported with its position.

import { decimal, type Node, negate } from "../notation/tree.ts";
import { LimitExceeded, limits } from "../terms/limits.ts";
import { readAtom } from "./atoms.ts";
import { checkPrint } from "./braces.ts";
import { readOver } from "./brackets.ts";
import { canHoldTogether } from "./code.ts";
import { lex } from "./lex.ts";
import { readPower, readProduct, readSum } from "./products.ts";
import { uprightUnits } from "./quantities.ts";
import { type ParseOptions, Reader, type Rules, Unreadable } from "./reader.ts";
import { endsItem, type Joiner, readJoiner, readRange, readRelation } from "./relations.ts";
import {
  dropLeadIn,
  listed,
  readAnyLabel,
  readCondition,
  readNamedWords,
  readSetWithException,
  readSpokenSet,
  readTextItem,
  startsCondition,
} from "./sentences.ts";
import { isLineBreak, separateLines, settle, unwrap } from "./spellings.ts";
import { closingSigns, isAnyOp, isLatinAt, isLetter, isOp, type Token } from "./token.ts";
import { readRestatement } from "./units.ts";

export type Parsed =
  | {
      ok: true;
      tree: Node;
    }
  | { ok: false; reason: string; at: number };

/** `(iv)`, the number of a statement. */
const numbered = /^[([]\s*(?:i{2,3}|iv|vi{1,3}|ix|xi{1,3})\s*[)\]]$/;

/** The most common answers; read at once, with the result of the reader. */
const plainNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

function readPlainNumber(text: string): Node {
  return text[0] === "-" ? negate(decimal(text.slice(1))) : decimal(text);
}

export function parse(text: string, options: ParseOptions = {}): Parsed {
  if (plainNumber.test(text)) return { ok: true, tree: readPlainNumber(text) };
  if (text.length > limits.length)
    return { ok: false, reason: `longer than ${limits.length} characters`, at: limits.length };
  if ((text[0] === "(" || text[0] === "[") && numbered.test(text))
    return { ok: true, tree: { kind: "text", words: text } };
  try {
    const { tokens: settled, lines, modulus, units } = settle(lex(text, options));
    const tokens = lines ? separateLines(settled, options.signs) : settled;
    unwrap(tokens);
    if (tokens.length < 2) return { ok: false, reason: "nothing is written", at: 0 };
    const { letters } = options;
    const measured =
      units && letters !== "variables" ? uprightUnits(tokens, text, letters === "measured") : tokens;
    const read = readTokens(measured, options, modulus);
    return read.ok || measured === tokens ? read : readTokens(tokens, options, modulus);
  } catch (error) {
    return failure(error);
  }
}

const rules: Rules = {
  atom: readAtom,
  power: readPower,
  product: readProduct,
  sum: readSum,
  relation: readRelation,
  condition: readCondition,
  item: readItem,
  list: readList,
};

function readTokens(tokens: Token[], options: ParseOptions, hasModulus: boolean): Parsed {
  try {
    const reader = new Reader(tokens, rules, options, hasModulus);
    const tree = readAll(reader);
    checkPrint(reader, tree, (printed) => readAll(new Reader(printed, rules, options, hasModulus)));
    return { ok: true, tree };
  } catch (error) {
    return failure(error);
  }
}

function readAll(r: Reader): Node {
  const tree = readOver(r, readList(r));
  while (r.isOp("**")) r.i++;
  if (r.token.kind !== "end") r.fail("cannot go on");
  return tree;
}

function failure(error: unknown): Parsed {
  if (error instanceof Unreadable) return { ok: false, reason: error.reason, at: error.at };
  if (error instanceof LimitExceeded) return { ok: false, reason: error.message, at: 0 };
  throw error;
}

/** Items joined by commas, semicolons, `and`, `or`. One item alone is itself. */
function readList(r: Reader): Node {
  const first = r.rules.item(r);
  if (isAnyOp(r.token, closingSigns)) return first;
  const items = [first];
  const joiners: Joiner[] = [];
  let lines = true;
  let logical = false;
  for (;;) {
    if (joiners.length > 0 && readOrder(r)) return { ...arrange(items, joiners), ordered: true } as Node;
    const line = isLineBreak(r.token);
    logical ||= (r.token.sign === true && r.isWord("and")) || r.isOp("&");
    const joiner = readJoiner(r) ?? readBitwise(r, items[items.length - 1]!);
    if (!joiner) break;
    lines &&= line;
    joiners.push(joiner);
    // `5,00` and `3,05` are decimals with a comma, or groups of digits, and no lists.
    if (joiner === "," && r.token.gap === "" && r.token.kind === "number" && /^0\d/.test(r.token.value))
      r.fail("digits after a comma");
    items.push(r.rules.item(r));
  }
  if (joiners.length === 0) return first;
  if (logical && !joiners.includes("or") && !canHoldTogether(items))
    r.fail("statements that exclude each other");
  const list = arrange(items, joiners);
  if (list.kind === "list" && list.items === items && joiners.includes("or") && joiners.includes("and"))
    r.fail("'and' beside 'or'");
  const solves = lines && items.every((item) => item.kind === "relation");
  return solves && list.kind === "list" ? { ...list, lines: true } : list;
}

/** `2 and 3, respectively`, `2, 3 in that order`: the order of the list matters. */
function readOrder(r: Reader): boolean {
  const { kind } = r.isOp(",") ? r.peek() : r.token;
  if (kind !== "word" && kind !== "op") return false;
  const mark = r.mark();
  if (r.isOp(",")) r.i++;
  const bracketed = r.eat("(");
  const isOrdered = r.isWord("in") && /^(?:that|this)$/.test(r.peek().value) && r.peek(2).value === "order";
  const words = r.isWord("respectively") ? 1 : isOrdered ? 3 : 0;
  r.i += words;
  if (words > 0 && (!bracketed || r.eat(")")) && endsItem(r)) return true;
  r.reset(mark);
  return false;
}

/** `(x < 1) | (x > 3)`, `(x > 1) & (x < 3)`: programs join statements in brackets. */
function readBitwise(r: Reader, left: Node): Joiner | undefined {
  const sign = r.isOp("|") ? "or" : r.isOp("&") ? "and" : undefined;
  const next = r.peek();
  if (!sign || left.kind !== "relation" || r.tokens[r.i - 1]!.value !== ")") return undefined;
  if (!isOp(next, "(") || !r.brackets.get(r.i + 1)!.relation) return undefined;
  r.i++;
  return sign;
}

const isStatement = (node: Node): boolean => node.kind === "relation" || node.kind === "labelled";

/**
 * `x=1, y=2 or x=3, y=4` is two solutions, not four statements: if a stronger joiner separates groups that commas join,
 * the groups are kept.
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
    // `x > 1 and x < 2 or x > 3`: `and` binds more closely, with any number of operands.
    const alike =
      (size > 1 && groups.every((g) => g.length === size)) ||
      (strong === "or" && joiners.every((joiner) => joiner === "and" || joiner === "or"));
    if (!alike || (strong === "or" && !items.every(isStatement))) continue;
    return {
      kind: "list",
      items: groups.map((g, i) => (g.length === 1 ? g[0]! : arrange(g, inner[i]!))),
      joiner: strong === ";" ? "," : "or",
    };
  }
  const joiner = joiners.includes("or") ? "or" : joiners.includes("and") ? "and" : ",";
  return { kind: "list", items, joiner };
}

/** One statement: words, a labelled value, a relation or a value, with conditions after it. */
function readItem(r: Reader): Node {
  if (r.isOp("∴")) r.i++;
  const { kind, value } = r.token;
  if (kind === "number" || kind === "word") {
    const number = readLoneNumber(r) ?? readRange(r);
    if (number) return number;
  }
  if (kind === "word" ? !isVariable(r) : kind === "op" && beginWords.has(value)) {
    const said = readSaid(r);
    if (said) return said;
  }
  if (kind === "word" || kind === "symbol") noteFunctionName(r);
  let body = r.rules.relation(r);
  const conditions: Node[] = [];
  for (;;) {
    const restated = conditions.length === 0 ? readRestatement(r, body) : undefined;
    if (restated) body = restated;
    else if (r.isOp("(") && r.brackets.get(r.i)!.relation) {
      r.i++;
      conditions.push(...listed(r.grouped(() => r.rules.condition(r))));
      r.expect(")");
    } else if (startsCondition(r)) {
      conditions.push(...listed(r.nested(() => r.rules.condition(r))));
    } else break;
  }
  return conditions.length > 0 ? { kind: "qualified", body, conditions } : body;
}

/** Signs that an item in words may begin with. */
const beginWords: ReadonlySet<string> = new Set(['"', ".", "∀", "**", "("]);

/** After one letter these show that it is a variable. */
const afterVariables: ReadonlySet<string> = new Set("+^*/<>≤≥,()]}");

const isVariable = (r: Reader): boolean =>
  r.token.value.length === 1 && isLatinAt(r.token.value, 0) && isAnyOp(r.peek(), afterVariables);

/** An item that begins with words; undefined, and nothing but words before the answer read, if it has no meaning as such. */
function readSaid(r: Reader): Node | undefined {
  dropLeadIn(r);
  const said = readSetWithException(r) ?? readTextItem(r) ?? readSpokenSet(r) ?? readNamedWords(r);
  if (said) return said;
  const label = readAnyLabel(r);
  return label === undefined
    ? undefined
    : { kind: "labelled", label, value: r.nested(() => r.rules.item(r)) };
}

const endItems: ReadonlySet<string> = new Set([",", ";", ")", "]", "}", "\\}", "&", "\\\\"]);

/** The most common item is a number and nothing else, which needs no other rule. */
function readLoneNumber(r: Reader): Node | undefined {
  const { kind, value, exponent } = r.token;
  const next = r.peek();
  const isAlone = next.kind === "end" || isAnyOp(next, endItems);
  // `2, 3 \pmod 5` are residues.
  if (kind !== "number" || !isAlone || exponent !== undefined || r.hasModulus) return undefined;
  r.i++;
  return decimal(value);
}

/** `P(x) = …`: anything before a bracket and an equals sign at the start is a function's name. */
function noteFunctionName(r: Reader): void {
  const name = r.token;
  if (!isLetter(name)) return;
  let at = r.i + 1;
  while (isOp(r.tokens[at], "'")) at++;
  if (isOp(r.tokens[at], "_")) at = isOp(r.tokens[at + 1], "{") ? r.brackets.get(at + 1)!.close + 1 : at + 2;
  const close = isOp(r.tokens[at], "(") ? r.brackets.get(at)!.close : -1;
  if (close >= 0 && isOp(r.tokens[close + 1], "=")) r.noteFunctionName(name.value);
}
