// Answers in words: labels, conditions, sets of numbers, and answers that are text.

import { isFigure, mayName, wordSet } from "../../words/index.ts";
import { typedFunctions } from "../functions/functions.ts";
import { readFormula } from "../notation/chemistry.ts";
import { isHan } from "../notation/han.ts";
import { integer, type Node, negate, type RelationOp, relation, symbol } from "../notation/tree.ts";
import { bySpelling } from "../notation/vocabulary.ts";
import { isWord } from "../notation/words.ts";
import { isSpokenNumber } from "./atoms.ts";
import { startsCode } from "./code.ts";
import { typedSymbols } from "./names.ts";
import type { Reader } from "./reader.ts";
import { readJoiner } from "./relations.ts";
import {
  closesEnvironment,
  isAnyOp,
  isJoiningWord,
  isLetter,
  isOp,
  isSign,
  isWordIn,
  type Token,
} from "./token.ts";

const closing = new Set(", ; ) ] } \\} & \\\\ | |) **".split(" "));

const endsItem = (token: Token): boolean =>
  token.kind === "end" || isAnyOp(token, closing) || closesEnvironment(token) || isJoiningWord(token);

const speaks = (token: Token): boolean =>
  token.kind === "word" &&
  (isWord(token.value) || isHan(token.value[0]!) || (token.upright && token.value.length > 1)) &&
  !typedFunctions.has(token.value) &&
  !typedSymbols.has(token.value.toLowerCase());

const setNamed = (name: string): Node => ({ kind: "setname", name });

/** The mathematical meaning of some phrases, with a line for each meaning. */
const meanings: readonly (readonly [phrases: string, node: Node])[] = [
  ["all real numbers, all reals, real numbers, the real numbers, all real, any real number", setNamed("R")],
  ["every real number, the set of all real numbers, the set of real numbers", setNamed("R")],
  ["all integers, integers, any integer, every integer, the integers, the set of integers", setNamed("Z")],
  ["all positive integers, positive integers, any positive integer", setNamed("Z^{+}")],
  ["every positive integer, the positive integers", setNamed("Z^{+}")],
  ["all positive real numbers, positive real numbers, all positive reals", setNamed("R^{+}")],
  ["empty set, the empty set", setNamed("empty")],
  ["infinity, positive infinity", { kind: "infinity" }],
  ["negative infinity", negate({ kind: "infinity" })],
  ["true", { kind: "bool", value: true }],
  ["false", { kind: "bool", value: false }],
];
const phrases = bySpelling(meanings, ", ");

/** Words after a set that remove elements. */
const exceptions = ["except for", "except when", "except", "excluding", "other than", "but not"].map(
  (phrase) => phrase.split(" "),
);

/** `all real numbers except 2`, `all reals other than x = 2`. */
export function readSetWithException(r: Reader): Node | undefined {
  if (r.token.kind !== "word" || r.token.value.length === 1) return undefined;
  let said = "";
  for (let i = r.i; r.tokens[i]!.kind === "word" && i < r.i + 6; i++) {
    said += `${said === "" ? "" : " "}${r.tokens[i]!.value.toLowerCase()}`;
    const set = phrases.get(said);
    if (set?.kind !== "setname") continue;
    const bound = r.tokens[i + 1]!;
    if (isSign(bound, "<≤>≥≠")) {
      r.i = i + 2;
      return builderOf(set, bound.value as RelationOp, r.rules.sum(r));
    }
    const words = exceptions.find((exception) =>
      exception.every((word, at) => r.tokens[i + 1 + at]?.value.toLowerCase() === word),
    );
    if (!words) continue;
    r.i = i + 1 + words.length;
    return { kind: "setop", op: "∖", args: [set, { kind: "set", items: readExcluded(r) }] };
  }
  return undefined;
}

/** `all integers less than 3`: the members of a set under a bound, under any name. */
function builderOf(set: Node, op: RelationOp, bound: Node): Node {
  const x = symbol("x");
  const items = [relation([x, set], ["∈"]), relation([x, bound], [op])];
  return { kind: "builder", element: x, condition: { kind: "list", items, joiner: "," } };
}

/** `2`, `x = 2`, `0 and 1`: the numbers that are removed. */
function readExcluded(r: Reader): Node[] {
  const list = r.rules.list(r);
  const items = list.kind === "list" ? list.items : [list];
  return items.flatMap((item) => {
    const isValue = item.kind === "relation" && item.ops.length === 1 && item.ops[0] === "=";
    if (item.kind === "relation" && !(isValue && item.terms[0]!.kind === "symbol"))
      return r.fail("an exception that is not a number");
    return item.kind === "relation" ? [item.terms[1]!] : [item];
  });
}

/** An item that consists of words to its end: a phrase with a meaning, or text. */
export function readTextItem(r: Reader): Node | undefined {
  if (startsCode(r)) return undefined;
  if (isSpokenNumber(r, ({ token }) => endsItem(token))) return undefined;
  let i = r.i;
  let spoken = false;
  let says = false;
  for (; !endsItem(r.tokens[i]!); i++) {
    const token = r.tokens[i]!;
    if (token.kind === "word") {
      if (speaks(token)) spoken = true;
      if (/^(is|are|has|have|was|wins|not)$/i.test(token.value)) says = true;
      continue;
    }
    const inside = i > r.i && r.tokens[i + 1]?.kind === "word";
    if (!isSign(token, '".') && !(inside && isSign(token, "'-"))) return undefined;
  }
  if (i === r.i || !spoken) return undefined;
  const first = r.tokens.slice(r.i, i).find((token) => token.kind === "word")!;
  const article = /^(an?|the)$/i.test(first.value) && i > r.i + 1;
  if (!speaks(first) && !says && !article) return undefined;
  const words: string[] = [];
  for (let at = r.i; at < i; at++) {
    const token = r.tokens[at]!;
    if (token.kind === "word") {
      const previous = r.tokens[at - 1];
      const glued = token.gap === "" && words.length > 0 && previous?.kind === "op";
      if (glued)
        words[words.length - 1] += previous.value === "." ? token.value : `${previous.value}${token.value}`;
      else words.push(token.value);
    }
  }
  r.i = i;
  const said = words.join(" ");
  return phrases.get(said.toLowerCase()) ?? { kind: "text", words: said };
}

// biome-ignore format: a table reads better in rows
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "Z", integers: "Z", real: "R", reals: "R", rational: "Q", rationals: "Q", natural: "N", complex: "C",
    prime: "P", primes: "P",
  }),
);
/** Words for a subset of a set, each with its mark. */
const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({ positive: "^{+}", negative: "^{-}", nonnegative: "_{\\ge 0}", nonzero: "^{*}" }),
);
const filler = wordSet`all any every each some a an the arbitrary given number numbers is are`;

/** `all real x`, `any positive integer k`, `k is an integer`: membership in a set of numbers. */
function readSpokenCondition(r: Reader): Node[] | undefined {
  const start = r.i;
  const giveUp = (): undefined => {
    r.i = start;
  };
  let set: string | undefined;
  let quantified = false;
  let parity = "";
  let sign = "";
  const names: string[] = [];
  for (; ; r.i++) {
    const token = r.token;
    if (isOp(token, "-") && r.peek().kind === "word" && sign === "non") continue;
    if (isOp(token, "∀")) {
      quantified = true;
      continue;
    }
    if (token.kind !== "word" && token.kind !== "symbol") break;
    const word = token.value.toLowerCase();
    if (kinds.has(word) && !(set && word === "prime")) set = kinds.get(word);
    else if (/^constants?$/.test(word)) set ??= "U";
    else if (word === "non" || marks.has(word)) sign = sign === "non" ? `non${word}` : word;
    else if ((word === "even" || word === "odd") && names.length > 0) parity = word;
    else if (
      filler.has(word) &&
      token.value.length > 0 &&
      !(word === "a" && names.length === 0 && r.peek().kind !== "word")
    ) {
      if (/^(all|any|every|each)$/.test(word)) quantified = true;
    } else if (token.value.length === 1 || token.kind === "symbol") names.push(token.value);
    else if (word === "and" && names.length === 1 && r.peek().value.length === 1) continue;
    else break;
  }
  if (names.length === 0 || (!set && !quantified && parity === "")) return giveUp();
  if (parity !== "") return endsItem(r.token) ? names.map((name) => ofParity(name, parity)) : giveUp();
  const kind = setNamed((set ?? "U") + (marks.get(sign) ?? ""));
  const members = names.map((name) => relation([symbol(name), kind], ["∈"]));
  // `integers k \ge 1`: the name just read begins a relation.
  if (isSign(r.token, "<≤>≥≠=∈≡")) {
    r.i--;
    const relation = r.rules.relation(r);
    return set ? [...members, relation] : [relation];
  }
  return endsItem(r.token) || isWordIn(r.token, /^(?:such|with|where|for)$/i) ? members : giveUp();
}

const ofParity = (name: string, parity: string): Node =>
  relation([symbol(name), integer(parity === "even" ? 0 : 1)], ["≡"], integer(2));

/** Reads a label of any kind; undefined, and nothing read, if there is none. */
export const readAnyLabel = (r: Reader): string | undefined =>
  r.token.kind === "word" ? (readLabel(r) ?? readQuantity(r)) : (readBoldLabel(r) ?? readPartLabel(r));

const quantities = wordSet`
  maximum minimum max min mean median mode range sum product total area perimeter volume value mass weight length width height
  radius diameter distance speed velocity acceleration force pressure temperature concentration density charge current voltage
  resistance energy age cost price profit
`;
/** Quantities that need no word before their number. */
const bare = /^(maximum|minimum|max|min|total)$/;

/** The name that begins at a token, with its index: `A`, `N_2`, `H_{2}`, `CO2`. */
function nameAt(tokens: readonly Token[], at: number): { name: string; next: number } | undefined {
  const { kind, value } = tokens[at]!;
  if (kind !== "word" || /^[a-z]/.test(value)) return undefined;
  if (value.length > 1 && readFormula(value) === undefined) return undefined;
  const sign = tokens[at + 1]!;
  if (sign.kind === "number" && sign.gap === "") return { name: `${value}_{${sign.value}}`, next: at + 2 };
  if (sign.value !== "_") return { name: value, next: at + 1 };
  const braced = tokens[at + 2]!.value === "{" ? 1 : 0;
  const index = tokens[at + 2 + braced]!;
  const isClosed = braced === 0 || tokens[at + 4]!.value === "}";
  return index.kind === "number" && isClosed
    ? { name: `${value}_{${index.value}}`, next: at + 3 + 2 * braced }
    : undefined;
}

/**
 * `the maximum is 2`, `minimum value 1`, `the mass of O_2 is 5 g`, `The net force on the block is 36 N`: a quantity, perhaps of
 * something with a name, or a subject in words that do not change the meaning, and its value.
 */
function readQuantity(r: Reader): string | undefined {
  const words: string[] = [];
  let at = r.i;
  let of: string | undefined;
  for (; r.tokens[at]!.kind === "word" && r.tokens[at]!.value !== "is" && words.length < 10; at++) {
    const word = r.tokens[at]!.value;
    const isOf = word === "of" && words.length > 0;
    const name = of === undefined ? nameAt(r.tokens, isOf ? at + 1 : at) : undefined;
    of ??= name?.name;
    if (name) at = name.next - 1;
    else words.push(word.toLowerCase());
  }
  const said = words.join(" ");
  const [first, ...others] = words[0] === "the" ? words.slice(1) : words;
  if (first === undefined) return undefined;
  const isKnown =
    first !== "value" && words.length <= 4 && [first, ...others].every((word) => quantities.has(word));
  const isSubject =
    words[0] === "the" && words.every(mayName) && !judged.test(said) && !calculates.test(said);
  const says = r.tokens[at]!.value === "is";
  const [next, after] = r.tokens.slice(says ? at + 1 : at);
  const isSigned = next?.kind === "op" && /^[-$€£¥₹]$/.test(next.value) && after?.kind === "number";
  const begins = next?.kind === "number" || next?.kind === "command" || isSigned;
  const isBare = isKnown && bare.test(first) && next?.kind === "number";
  if (says ? !begins || !(isKnown || isSubject) : !isBare) return undefined;
  r.i = says ? at + 1 : at;
  return of ?? said;
}

/** A phrase about someone's opinion of the answer is not a quantity. */
const judged = /\b(?:answers?|results?|solutions?|options?|choices?|values?)$/i;

/** `**Final answer:** 5`. */
function readBoldLabel(r: Reader): string | undefined {
  if (!r.isOp("**") || r.peek().kind !== "word") return undefined;
  const mark = r.mark();
  r.i++;
  const label = readLabel(r);
  if (label !== undefined && r.eat("**")) return label;
  r.reset(mark);
  return undefined;
}

/** `(a) 5, (b) 6`: the letters number the parts. */
function readPartLabel(r: Reader): string | undefined {
  const [open, letter, close, value] = [r.token, r.peek(), r.peek(2), r.peek(3)];
  if (open.part) {
    r.i += 3;
    return `(${letter.value.toLowerCase()})`;
  }
  const numbered =
    open.value === "(" &&
    letter.kind === "word" &&
    /^([a-h]|i{1,3}|iv|v)$/.test(letter.value) &&
    close.value === ")";
  const begins =
    value.kind === "number" || value.kind === "command" || value.value === "-" || value.value === "(";
  if (!numbered || !begins || value.gap === "" || open.kind !== "op") return undefined;
  r.i += 3;
  return `(${letter.value})`;
}

/** `Square of: `, `cube root: `, `last digit of the answer: `: the text after it is not the answer. */
const calculates =
  /(?:^|\s)(?:of|from|by|to)$|^(?:the )?(?:square|cube|fourth|floor|ceiling)(?: root)?(?: of|$)|of (?:the |my )?answer/i;

/** A colon after a name, as in `A: 5`; in a ratio, spaces are on both sides or on neither. */
const isColon = (tokens: readonly Token[], at: number): boolean =>
  isOp(tokens[at], ":") && tokens[at]!.gap === "" && tokens[at + 1]!.gap !== "";

const chemicalQuantities = new Set(["pH", "pOH", "pKa", "pKb"]);

/** `Minimum: `, `\text{Area} = `, `B: `, `N_2: `, `pH = `. */
function readLabel(r: Reader): string | undefined {
  if (r.token.kind === "word" && chemicalQuantities.has(r.token.value)) {
    const [sign, next] = [r.peek(), r.peek(2)];
    const says = sign.kind === "op" && /^[=:≈]$/.test(sign.value) && next.kind !== "end";
    if (!says && sign.kind !== "number") return undefined;
    const label = r.token.value;
    r.i += says ? 2 : 1;
    return label;
  }
  const indexed = nameAt(r.tokens, r.i);
  if (indexed && indexed.next > r.i + 1 && isColon(r.tokens, indexed.next)) {
    r.i = indexed.next + 1;
    return indexed.name;
  }
  let i = r.i;
  const words: string[] = [];
  while (words.length < 8) {
    const token = r.tokens[i]!;
    if (token.kind !== "word" || /[^A-Za-z]/.test(token.value)) break;
    const ending = isOp(r.tokens[i + 1], "-") ? r.tokens[i + 2] : undefined;
    // `y-intercept` is a word, and `y-x` is not.
    const isCompound =
      ending?.kind === "word" && isWord(ending.value) && r.tokens[i + 1]!.gap === "" && ending.gap === "";
    words.push(isCompound ? `${token.value}-${ending.value}` : token.value);
    i += isCompound ? 3 : 1;
  }
  const mark = r.tokens[i]!;
  if (words.length === 0 || !isSign(mark, ":=") || r.around.inBuilder || !words.every(mayName))
    return undefined;
  if (calculates.test(words.join(" "))) return undefined;
  const wordy = words.some((w) => isWord(w)) || (words.length === 1 && /^(min|max)$/i.test(words[0]!));
  const colon =
    mark.value === ":" && (wordy || (words.length === 1 && words[0]!.length === 1 && isColon(r.tokens, i)));
  const equals =
    mark.value === "=" &&
    wordy &&
    !(words.at(-1)!.length === 1 && (hasMore(r.tokens, i + 1) || words.some(isFigure))) &&
    words.every((w, at) => isWord(w) || /^(min|max)$/i.test(w) || (at > 0 && w.length === 1));
  if (!colon && !equals) return undefined;
  r.i = i + 1;
  return words.length === 1 && words[0]!.length === 1 ? words[0]! : words.join(" ").toLowerCase();
}

/** Whether an item goes on with a further `=`: in `the plane a = b = 7`, the letter is not a label. */
function hasMore(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (tokens[at]!.kind !== "end" && !isSign(tokens[at], ",;=")) at++;
  return isOp(tokens[at], "=");
}

/** `the point (3, -2)`, `the line y = 2x + 1`, `the year 1776`: a noun and the whole text that it names. */
function dropNoun(r: Reader): void {
  const [first, second] = [r.peek(), r.peek(2)];
  // `in 1776`, `at (3, -2)`, `at x = 2`: a time or a place.
  const isTime = r.isWord("in") && /^\d{4}$/.test(first.value) && second.kind === "end";
  const isPlace = r.isWord("at") && (isOp(first, "(") || (isLetter(first) && isOp(second, "=")));
  if (isTime || isPlace) {
    r.i++;
    return;
  }
  const at = isWordIn(r.token, /^(?:the|an?)$/i) ? 1 : 0;
  const noun = r.peek(at).kind === "word" ? r.peek(at).value.toLowerCase() : "";
  const next = r.peek(at + 1);
  const isYear = noun === "year" && next.kind === "number" && /^\d{4}$/.test(next.value);
  const isPoint = noun === "point" && isOp(next, "(");
  if ((isYear && r.peek(at + 2).kind === "end") || isPoint || (isFigure(noun) && isEquation(r, at + 1)))
    r.i = at + 1;
}

/** Whether the rest of the text is one equation in two variables: `x = 3` would be read as a value. */
function isEquation(r: Reader, from: number): boolean {
  let signs = 0;
  const letters = new Set<string>();
  for (let at = from; ; at++) {
    const { kind, value } = r.peek(at);
    if (kind === "end") return signs === 1 && letters.size > 1;
    if (kind === "word" && value.length > 2) return false;
    if (kind === "word") for (const letter of value) letters.add(letter);
    if (isSign(r.peek(at), ",;<>≤≥≠")) return false;
    if (isOp(r.peek(at), "=")) signs++;
  }
}

/** `The answer is 5`, `It is 5`. */
export function dropLeadIn(r: Reader): void {
  if (r.i === 0 && r.token.kind === "word") dropNoun(r);
  if (r.i > 0 || !isWordIn(r.token, leadInStart)) return;
  let at = 0;
  while (at < 5 && r.peek(at).kind === "word" && !/^(?:is|are)$/.test(r.peek(at).value)) at++;
  const words = Array.from({ length: at }, (_, i) => r.peek(i).value.toLowerCase()).join(" ");
  if (/^(?:is|are)$/.test(r.peek(at).value) && leadIn.test(words) && r.peek(at + 1).kind !== "end")
    r.i = at + 1;
}

const leadInStart = /^(?:it|there|the|my|final|correct|answer)$/i;
const leadIn = /^(?:it|there|(?:the |my )?(?:final |correct )?answer)$/;

/** `A = ethanol`: words under a letter. */
export function readNamedWords(r: Reader): Node | undefined {
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

/** `all positive integers n such that …`, `integers n \ge 2`: a set in words. */
export function readSpokenSet(r: Reader): Node | undefined {
  const quantifier = r.isOp("∀");
  const isFirst = r.i === 0;
  if (!quantifier && (r.token.kind !== "word" || r.token.value.length === 1)) return undefined;
  const spoken = readSpokenCondition(r);
  if (!spoken) return undefined;
  // A separate quantifier is a condition on the items before it in the list. A statement about all elements of a set,
  // as in `\forall x \in \mathbb{R}, x^2 \ge 0`, is neither the set nor its solutions.
  if (quantifier && isFirst && r.token.kind !== "end") return undefined;
  if (quantifier && spoken.length === 1) return spoken[0];
  const named = spoken[0]!;
  if (named.kind !== "relation" || named.terms[0]!.kind !== "symbol") return undefined;
  const conditions = [...spoken];
  if (startsCondition(r)) conditions.push(...listed(r.nested(() => r.rules.condition(r))));
  const [only] = conditions;
  return {
    kind: "builder",
    element: named.terms[0]!,
    condition: conditions.length === 1 ? only! : { kind: "list", items: conditions, joiner: "," },
  };
}

export const listed = (node: Node): Node[] =>
  node.kind === "list" && node.joiner !== "or" ? node.items : [node];

/** Words that introduce a condition, each with those that may or must follow it. */
const conditionWords = bySpelling([
  ["for where when whenever with if", "alone"],
  ["such", "before that"],
  ["given", "perhaps before that"],
]);

/** Consumes `for`, `where`, `such that`, …. */
export function startsCondition(r: Reader): boolean {
  if (r.isOp("∀")) return true;
  const stands = r.token.kind === "word" ? conditionWords.get(r.token.value.toLowerCase()) : undefined;
  const that = stands !== "alone" && isWordIn(r.peek(), /^that$/i);
  if (!stands || (stands === "before that" && !that)) return false;
  r.i += that ? 2 : 1;
  return true;
}

/** Conditions, possibly in words: `for all real x`, `where k is an integer`. */
export function readCondition(r: Reader): Node {
  const items = readSpokenCondition(r) ?? [r.rules.item(r)];
  let joined: "or" | "," = ",";
  for (;;) {
    // A comma may also end the condition: `x for x > 0, -x for x < 0`.
    const mark = r.mark();
    const joiner = readJoiner(r);
    if (!joiner || r.token.kind === "end") {
      r.reset(mark);
      break;
    }
    const next = readSpokenCondition(r) ?? [readTextItem(r) ?? r.rules.relation(r)];
    if (!next.every((node) => (node.kind === "relation" && node.ops[0] !== "=") || node.kind === "text")) {
      r.reset(mark);
      break;
    }
    if (joiner === "or") joined = "or";
    items.push(...next);
  }
  return items.length === 1 ? items[0]! : { kind: "list", items, joiner: joined };
}
