// What may follow a value: a unit of measure, a noun for what was counted, a second unit, a remark in brackets.

import {
  bendsMeaning,
  endsLabel,
  isCountingNoun,
  leavesOpen,
  namesThings,
  wordSet,
} from "../../words/index.ts";
import { typedFunctions } from "../functions/functions.ts";
import { isCounter, isHan, isHanNoun } from "../notation/han.ts";
import { printLatex } from "../notation/print.ts";
import { sameTree } from "../notation/same-tree.ts";
import {
  call,
  decimal,
  integer,
  isInteger,
  isPlainNumber,
  measured,
  type Node,
  type RelationOp,
  relation,
  some,
  type Unit,
} from "../notation/tree.ts";
import { isMoney, type Measure, measure, unitName } from "../notation/units.ts";
import { bySpelling } from "../notation/vocabulary.ts";
import { isDirection, isOrdinalEnding, isWord, mayLabel } from "../notation/words.ts";
import { arrangements } from "./brackets.ts";
import { numberWords, partsOf, quotientOf, readNumber, startsNumberWords } from "./numbers.ts";
import { formulaAt } from "./quantities.ts";
import type { Reader } from "./reader.ts";
import { currencySigns, endsExpression, isAnyOp, isOp, isSign, isWordIn, type Token } from "./token.ts";

/** Reads a unit or noun phrase after a value; undefined, and nothing read, if there is none. */
export function readUnit(r: Reader, arg: Node): Node | undefined {
  const token = r.token;
  if (isOp(token, "¢") || isAnyOp(token, currencySigns)) {
    if (!isPlainNumber(arg)) return undefined;
    r.i++;
    return measured(arg, token.value);
  }
  if (token.kind !== "word") return undefined;
  return (
    readOrdinalMark(r, arg) ??
    readNamedMark(r, arg) ??
    readParts(r, arg) ??
    readRate(r, arg) ??
    readNoun(r, arg)
  );
}

/** `5th`, `the 5th day`. */
function readOrdinalMark(r: Reader, arg: Node): Node | undefined {
  const { value, gap, upright } = r.token;
  if ((gap !== "" && !upright) || !isOrdinalEnding(value) || arg.kind !== "number") return undefined;
  r.i++;
  const noun = r.token.kind === "word" ? r.token.value.toLowerCase() : "";
  if (!inOrder.has(noun) || !endsPhrase(r.peek())) return { kind: "ordinal", arg };
  r.i++;
  return { kind: "unit", arg, unit: { factors: [], noun } };
}

/** Marks in words, by their first word: the rest of the words, how many these are, and the meaning of the whole. */
// biome-ignore format: a table reads better in rows
const namedMarks: ReadonlyMap<string, readonly (readonly [rest: RegExp, length: number, name: string])[]> = new Map([
  ["percent", [[/^/, 0, "%"]]],
  ["per", [[/^cent$/, 1, "%"], [/^mille?$/, 1, "permille"]]],
  ...["degree", "degrees", "deg"].map((word): [string, [RegExp, number, string][]] =>
    [word, [[/^(?:celsius|c)$/, 1, "°C"], [/^(?:fahrenheit|f)$/, 1, "°F"], [/^/, 0, "°"]]]),
  ["basis", [[/^points?$/, 1, "bp"]]],
  ["parts", [[/^per thousand$/, 2, "permille"], [/^per million$/, 2, "ppm"], [/^per billion$/, 2, "ppb"]]],
]);

/** `percent`, `degrees Celsius`, `parts per million`. */
function readNamedMark(r: Reader, arg: Node): Node | undefined {
  for (const [rest, length, name] of namedMarks.get(r.token.value.toLowerCase()) ?? []) {
    const words = Array.from({ length }, (_, i) => r.peek(i + 1).value.toLowerCase());
    if (!rest.test(words.join(" "))) continue;
    r.i += length + 1;
    if (name === "%") return { kind: "percent", arg };
    if (name === "°") return { kind: "degrees", arg, minutes: null, seconds: null };
    return measured(arg, name);
  }
  return undefined;
}

/** Units of measure, and words that say what was counted or measured. */
function readNoun(r: Reader, arg: Node): Node | undefined {
  const start = r.i;
  const factors = readFactors(r);
  const words = nounPhrase(r, factors.length > 0);
  const rated = words && factors.length === 0 ? withoutRate(words) : undefined;
  const unit = rated ? unitOf(r, arg, rated.factors, rated.words) : words && unitOf(r, arg, factors, words);
  if (!unit) r.i = start;
  return unit;
}

/** `624 pages a year`: what is counted, and how often. */
function withoutRate(words: readonly Token[]): { factors: Unit["factors"]; words: Token[] } | undefined {
  const [word, time] = words.slice(-2);
  const counted = words.slice(0, -2).map(({ value }) => value);
  if (!time || !isRateOf(word!, time) || counted.length === 0 || leavesOpen(counted) || !namesThings(counted))
    return undefined;
  return { factors: [{ name: unitName(time.value, true)!, power: -1 }], words: words.slice(0, -2) };
}

function unitOf(r: Reader, arg: Node, factors: Unit["factors"], words: Token[]): Node | undefined {
  const isMeasured = factors.length > 0;
  if (!isMeasured && words.length === 0) return undefined;
  if (leavesOpen(words.map(({ value }) => value)) && !(isMeasured && areDirection(words))) return undefined;
  if (!isMeasured && r.options.labels !== "any" && !isCounted(words, arg)) return undefined;
  const isUnit = (word: string): boolean => unitName(word, true) !== undefined;
  if (words.some(({ value }) => isUnit(value) || isUnit(asciiLower(value)))) return undefined;
  const noun = words.map(({ value }) => (value.length > 4 ? asciiLower(value) : value)).join(" ");
  // A noun names what a number counts; after a formula, only the plainest nouns are not part of it.
  if (!isMeasured && hasVariable(arg) && !isCountingNoun(noun)) return undefined;
  // `(3, 4) m`: each entry has the unit.
  if (isMeasured && arg.kind === "sequence")
    return { ...arg, items: arg.items.map((each) => ({ kind: "unit", arg: each, unit: { factors, noun } })) };
  // `$15,000 profit`
  if (!isMeasured && arg.kind === "unit" && arg.unit.noun === "" && isMoney(arg.unit))
    return { ...arg, unit: { ...arg.unit, noun } };
  return { kind: "unit", arg, unit: { factors, noun } };
}

/** Things that are numbered in order; a fifth part or power is something else. */
const inOrder = wordSet`
  day week month year century hour minute floor place position rank term row column line page chapter step round game time turn
  person student child grade question item element number letter house
`;

/** `2 thirds`, with nothing after it: two thirds of something are not a plain number. */
function readParts(r: Reader, arg: Node): Node | undefined {
  if (!isInteger(arg)) return undefined;
  const found = partsOf(r.tokens, r.i, arg.mantissa !== 1n);
  if (!found || !endsPhrase(r.tokens[found.next]!)) return undefined;
  r.i = found.next;
  return { kind: "div", num: arg, den: integer(found.den) };
}

/** `$60000 per month`, `12 per box`, `$2.50 per $100`: a rate of money or of a count. */
function readRate(r: Reader, arg: Node): Node | undefined {
  const below = r.peek();
  if (
    r.isWord("per") &&
    arg.kind === "unit" &&
    below.kind === "op" &&
    arg.unit.factors[0]?.name === below.value
  ) {
    if (r.peek(2).kind !== "number" || !endsPhrase(r.peek(3))) return undefined;
    r.i += 2;
    return { kind: "ratio", items: [arg.arg, readNumber(r)] };
  }
  const isRate = r.isWord("per") || isRateOf(r.token, below);
  if (
    !isRate ||
    below.kind !== "word" ||
    !endsPhrase(r.peek(2)) ||
    (r.isWord("per") && bendsMeaning(below.value))
  )
    return undefined;
  const unit = arg.kind === "unit" ? arg.unit : { factors: [], noun: "" };
  const value = arg.kind === "unit" ? arg.arg : arg;
  if (!isPlainNumber(value) || unit.noun !== "" || !isWord(below.value)) return undefined;
  const name = unitName(below.value, true);
  r.i += 2;
  const factors = name === undefined ? unit.factors : [...unit.factors, { name, power: -1 }];
  return {
    kind: "unit",
    arg: value,
    unit: { factors, noun: name === undefined ? `per ${below.value}` : "" },
  };
}

/** Whether words without a unit name what was counted; after one, or a part of one, they need not be plural. */
function isCounted(words: readonly Token[], arg: Node): boolean {
  if (words.length === 0 || isHan(words[0]!.value[0]!) || isOneOrLess(arg)) return true;
  const [first] = words;
  const isSign = first!.upright && /^(?:.$|[A-Za-z]?[a-z][A-Z])/.test(first!.value);
  return isSign || namesThings(words.map(({ value }) => value));
}

function isOneOrLess(node: Node): boolean {
  if (node.kind === "number") return Number(node.mantissa) <= 10 ** node.places;
  return (
    node.kind === "div" && isInteger(node.num) && isInteger(node.den) && node.num.mantissa < node.den.mantissa
  );
}

/** Other alphabets keep their capitals, whose lower-case letters may be different symbols. */
const asciiLower = (word: string): string => word.replace(/[A-Z]/g, (c) => c.toLowerCase());

const hasVariable = (node: Node): boolean =>
  some(node, (n) => n.kind === "symbol" && n.name !== "pi" && n.name !== "e" && n.name !== "i");

const powerWords = bySpelling([
  ["square sq squared", 2],
  ["cubic cu cubed", 3],
]);

/** Known units with exponents: `m/s^2`, `square feet`, `km per hour`, `ft-lb`, `J/(mol K)`. */
function readFactors(r: Reader): Unit["factors"] {
  const factors: Unit["factors"] = [];
  let sign = 1;
  for (let i = 0; i < 12; i++) {
    const group = factors.length > 0 && isOp(r.token, "(") ? readGroup(r) : undefined;
    if (group) for (const { name, power } of group) factors.push({ name, power: sign * power });
    else if (!readFactor(r, sign, factors)) break;
    if (isOp(r.token, "/") && (unitFollows(r, 1) || isOp(r.peek(), "{") || groupFollows(r, 1))) {
      r.i++;
      sign = -1;
    } else if (
      (r.isWord("per") && unitFollows(r, 1)) ||
      (factors.length > 0 && isRateOf(r.token, r.peek()))
    ) {
      r.i++;
      sign = -1;
    } else if ((isOp(r.token, "*") || isOp(r.token, "×") || isHyphen(r)) && unitFollows(r, 1)) r.i++;
    else if (!(r.token.kind === "word" && r.token.upright && unitFollows(r, 0)) && !groupFollows(r, 0)) break;
  }
  return factors;
}

/** `a week`, `per year`, `each day`: how often. */
const isRateOf = (word: Token, time: Token): boolean =>
  word.kind === "word" &&
  time.kind === "word" &&
  /^(?:per|an?|each|every)$/.test(word.value) &&
  /^(?:second|minute|hour|day|week|month|year)$/.test(time.value);

function readFactor(r: Reader, sign: number, factors: Unit["factors"]): boolean {
  const before = r.i;
  let power = 1;
  const prefix = r.token.kind === "word" ? powerWords.get(r.token.value.toLowerCase()) : undefined;
  if (prefix !== undefined && r.peek().kind === "word") {
    power = prefix;
    r.i++;
    if (isOp(r.token, ".")) r.i++;
  }
  const name = unitAt(r, factors.length > 0);
  if (name === undefined) {
    r.i = before;
    return false;
  }
  r.i++;
  power *= readPowerMark(r);
  factors.push({ name, power: sign * power });
  return true;
}

/** `(mol K)`, in a unit; undefined, and nothing read, if it is anything else. */
function readGroup(r: Reader): Unit["factors"] | undefined {
  const start = r.i;
  r.i++;
  const factors = r.nested(() => readFactors(r));
  if (factors.length > 0 && r.eat(")")) return factors;
  r.i = start;
  return undefined;
}

const groupFollows = (r: Reader, ahead: number): boolean =>
  isOp(r.peek(ahead), "(") && r.peek(ahead + 1).upright && unitFollows(r, ahead + 1);

/** The hyphen of `ft-lb`. */
const isHyphen = (r: Reader): boolean => isOp(r.token, "-") && r.token.gap === "" && r.peek().gap === "";

function unitFollows(r: Reader, ahead: number): boolean {
  const token = r.peek(ahead);
  return token.kind === "word" && (unitName(token.value, true) !== undefined || powerWords.has(token.value));
}

function unitAt(r: Reader, inside: boolean): string | undefined {
  const token = r.token;
  if (token.kind === "symbol" && token.value === "Omega" && token.upright) return "Ω";
  if (token.kind !== "word") return undefined;
  // `in` is a word that joins, unless nothing follows it.
  if (token.value === "in" && endsPhrase(r.peek())) return "inch";
  const name = unitName(token.value, token.upright || inside || isQuotient(r));
  if (name === undefined) return undefined;
  // `5 min` is a time, `2 min(3, 4)` a function.
  if (typedFunctions.has(token.value) && isOp(r.peek(), "(") && r.peek().gap === "") return undefined;
  return name;
}

/** `9.8 m/s^2`: a letter is a unit if the slash after it is followed by another unit. */
export function isQuotient(r: Reader): boolean {
  const { value, gap, kind } = r.token;
  if (kind !== "word" || gap === "" || !"mgJNWVC".includes(value) || !isOp(r.peek(), "/")) return false;
  const below = r.peek(2);
  return below.kind === "word" && /^(s|h|L|mL|K|kg|mol|cm)$/.test(below.value);
}

/** `^2`, `^{2}`, `squared`, or nothing. */
function readPowerMark(r: Reader): number {
  const word = r.token.kind === "word" ? r.token.value.toLowerCase() : "";
  if (word === "squared" || word === "cubed" || word === "sq") {
    r.i++;
    return powerWords.get(word)!;
  }
  if (!isOp(r.token, "^")) return 1;
  let at = 1;
  const braced = isOp(r.peek(at), "{");
  if (braced) at++;
  const negative = isOp(r.peek(at), "-");
  if (negative) at++;
  const number = r.peek(at);
  if (number.kind !== "number" || !/^\d{1,2}$/.test(number.value)) return 1;
  at++;
  if (braced && !isOp(r.peek(at), "}")) return 1;
  r.i += at + (braced ? 1 : 0);
  return negative ? -Number(number.value) : Number(number.value);
}

const endsPhrase = (token: Token): boolean => endsExpression(token) || isSign(token, "+|‖∪∩∖");

/** Text after a measure that does not change it. */
const remarks = wordSet`
  old long tall wide high deep thick away apart apiece each total altogether overall combined left remaining ago per of
  in on at for to from
`;

/** `36 N to the right`: the direction of a measured quantity. */
const areDirection = (words: readonly Token[]): boolean =>
  words.length > 0 && words.every(({ value }) => isDirection(value));

/** The words from the cursor to the end of the item, if they are a direction. */
function directionAt(r: Reader): Token[] | undefined {
  let ahead = 0;
  while (ahead < 5 && r.peek(ahead).kind === "word" && !endsPhrase(r.peek(ahead))) ahead++;
  const words = Array.from({ length: ahead }, (_, i) => r.peek(i));
  return endsPhrase(r.peek(ahead)) && areDirection(words) && !/^(?:to|the|due)$/i.test(words.at(-1)!.value)
    ? words
    : undefined;
}

/**
 * Whether a word may follow a unit: a remark, a preposition before what was measured, or a substance. `pounds force`,
 * `feet square` and `seconds of arc` are different units.
 */
function mayFollowUnit(r: Reader, ahead: number): boolean {
  const [{ value }, next] = [r.peek(ahead), r.peek(ahead + 1)];
  if (value === "per") return next.kind === "word";
  if (value === "of") return next.value !== "arc";
  return remarks.has(value.toLowerCase()) || /^[A-Z][a-z]?$/.test(value);
}

/** Reads the words up to the end of the item, if they are a plain noun phrase; undefined if they say more. */
function nounPhrase(r: Reader, behindUnit: boolean): Token[] | undefined {
  const direction = behindUnit ? directionAt(r) : undefined;
  if (direction) {
    r.i += direction.length;
    return direction;
  }
  const words: Token[] = [];
  for (let ahead = 0; ahead < 12; ahead++) {
    const token = r.peek(ahead);
    const done = (): Token[] | undefined => {
      // An abbreviation changes the meaning: `1995 BC`.
      if (!behindUnit && /^[A-Z]{2,}$/.test(words.at(-1)?.value ?? "")) return undefined;
      r.i += ahead;
      return words;
    };
    if (endsPhrase(token)) return done();
    // `3.20 g Fe`
    const substance = behindUnit && ahead <= 1 ? formulaAt(r.tokens, r.i + ahead) : undefined;
    if (substance) {
      r.i = substance.next;
      return [...words, { ...token, value: substance.formula }];
    }
    if (isWordIn(token, /^(for|where|when|if|with|such|mod)$/i)) return done();
    if (isOp(token, "(") && (words.length > 0 || behindUnit)) return done();
    if (
      token.kind === "op" &&
      (token.value === "-" || token.value === "'" || token.value === ".") &&
      words.length > 0 &&
      r.peek(ahead + 1).kind === "word"
    )
      continue;
    if (token.kind !== "word") return undefined;
    if (isHan(token.value[0]!)) {
      // In Chinese, a number is followed by its counter, and then perhaps by what was counted.
      if (words.length === 0 && !behindUnit ? !isCounter(token.value) : !isHanNoun(token.value))
        return undefined;
      words.push(token);
      continue;
    }
    // `4 times` counts; before anything else the word multiplies.
    if (token.value === "times" && words.length === 0 && r.peek(ahead + 1).kind === "end") {
      words.push(token);
      continue;
    }
    if (endsLabel(token.value) && !isRateOf(token, r.peek(ahead + 1))) return undefined;
    if (!mayLabel(token.value)) return undefined;
    if (behindUnit && words.length === 0 && !mayFollowUnit(r, ahead)) return undefined;
    if (!token.upright && words.length === 0 && !isWord(token.value)) return undefined;
    if (
      token.upright &&
      words.length === 0 &&
      token.value.length === 1 &&
      r.peek(ahead + 1).kind !== "word" &&
      unitName(token.value, true) === undefined
    )
      return undefined;
    words.push(token);
  }
  return undefined;
}

/** Units that several parts of one value may have, the largest first; no word joins metric ones. */
const compounding = wordSet`year month week day h min s yd ft inch lb oz $ ¢ km m cm mm kg g`;
const metric = wordSet`km m cm mm kg g`;

interface Part {
  digits: string;
  unit: string;
  joint: "" | "," | "and";
  next: number;
}

/** A number and a word after it, with what joins it to the part before. */
function partAt(r: Reader, from: number): Part | undefined {
  let at = from;
  let joint: Part["joint"] = "";
  if (isOp(r.tokens[at], ",")) {
    joint = ",";
    at++;
  }
  const { kind, value } = r.tokens[at]!;
  if (kind === "word" && value.toLowerCase() === "and") {
    joint ||= "and";
    at++;
  }
  const count = r.tokens[at]!;
  const isSpoken = count.kind === "word" && startsNumberWords(count.value);
  const spoken = isSpoken ? numberWords(r.tokens, at) : undefined;
  const digits =
    count.kind === "number" && count.exponent === undefined
      ? count.value
      : spoken?.node.kind === "number" && spoken.node.places === 0
        ? String(spoken.node.mantissa)
        : undefined;
  if (digits === undefined) return undefined;
  const unitAt = count.kind === "number" ? at + 1 : spoken!.next;
  const unit = r.tokens[unitAt]!;
  if (unit.kind !== "word") return undefined;
  const stop = r.tokens[unitAt + 1]!;
  const isShort = unit.value.length < 4 && isOp(stop, ".") && r.tokens[unitAt + 2]!.kind !== "end";
  return { digits, unit: unit.value, joint, next: unitAt + (isShort ? 2 : 1) };
}

function partsAt(r: Reader): Part[] {
  const parts: Part[] = [];
  for (let at = r.i; parts.length < 5; at = parts.at(-1)!.next) {
    const part = partAt(r, at);
    if (!part || (parts.length === 0 && part.joint !== "")) break;
    parts.push(part);
  }
  return parts;
}

/** Two whole numbers and the token between them, as the whole rest of a text. */
const phrases: readonly (readonly [said: RegExp, means: (first: Node, second: Node) => Node])[] = [
  [/^(\d{1,40}) (?:in|out of) (\d{1,9})$/, (num, den) => ({ kind: "div", num, den })],
  [
    /^(\d{1,40}) ?(?:R|r|rem|remainder) ?(\d{1,9})$/,
    (first, second) => ({ kind: "text", words: `${printLatex(first)} remainder ${printLatex(second)}` }),
  ],
  [/^(\d{1,40})C(\d{1,9})$/, (first, second) => call("binom", first, second)],
  [/^(\d{1,40})P(\d{1,9})$/, arrangements],
];

/** `1 in 6`, `5 R 2`, `10C3`. */
function readPhrase(r: Reader): Node | undefined {
  const left = r.tokens.length - 1 - r.i;
  if (left < 3 || left > 4 || r.token.kind !== "number" || r.peek().kind !== "word") return undefined;
  if (r.tokens.at(-2)!.kind !== "number") return undefined;
  const tokens = r.tokens.slice(r.i, -1);
  if (tokens.some(({ exponent }) => exponent !== undefined)) return undefined;
  const text = tokens
    .map(({ gap, value }) => (gap === "" ? value : ` ${value}`))
    .join("")
    .trim();
  for (const [said, means] of phrases) {
    const [, first, second] = said.exec(text) ?? [];
    if (first === undefined || second === undefined) continue;
    r.i += left;
    return means(decimal(first), decimal(second));
  }
  return undefined;
}

export function readCompound(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  if (kind === "number" ? r.peek().kind !== "word" : kind !== "word" || !startsNumberWords(value))
    return undefined;
  const phrase = readPhrase(r);
  if (phrase) return phrase;
  for (let parts = partsAt(r); parts.length > 1; parts = parts.slice(0, -1)) {
    const found = totalOf(parts);
    if (!found) continue;
    r.i = parts.at(-1)!.next;
    return found;
  }
  return undefined;
}

/** The value in the first unit, if each part is of a smaller unit and less than one of the unit before. */
function totalOf(parts: readonly Part[]): Node | undefined {
  const isTime = parts.some(({ unit }) => unit !== "m" && sizeOf(unit)?.dimension === "time^1");
  const sizes = parts.map(({ unit }) => sizeOf(unit === "m" && isTime ? "min" : unit));
  let [value, size] = [0n, 1n];
  for (const [i, { digits, joint }] of parts.entries()) {
    const [before, next] = [sizes[i - 1], sizes[i]];
    if (!next || !/^\d{1,15}$/.test(digits)) return undefined;
    const mayJoin = joint === "," ? /^(?:time|month)\^1$/.test(next.dimension) : !metric.has(next.name);
    if (joint !== "" && !mayJoin) return undefined;
    const [above, below] = before ? [before.num * next.den, before.den * next.num] : [1n, 1n];
    const isWhole = above % below === 0n && next.dimension === (before ?? next).dimension;
    if (!isWhole || (before && BigInt(digits) >= above / below)) return undefined;
    value = value * (above / below) + BigInt(digits);
    size *= above / below;
  }
  return measured(quotientOf(value, size), sizes[0]!.name);
}

interface Size extends Measure {
  name: string;
}

function sizeOf(word: string): Size | undefined {
  const name = word === "in" ? "inch" : word === "d" ? "day" : unitName(word, true);
  const size =
    name && compounding.has(name) ? measure({ factors: [{ name, power: 1 }], noun: "" }) : undefined;
  return size && { ...size, name: name! };
}

const remarkPhrases = new Set(
  (
    "simplest form,in simplest form,simplified,in lowest terms,lowest terms,exact,exactly,exact value,exact form," +
    "decimal form"
  ).split(","),
);

/** A body that includes the remark at the cursor; undefined, and nothing read, if there is none. */
export function readRestatement(r: Reader, body: Node): Node | undefined {
  if (!r.isOp("(") || r.brackets.get(r.i)!.close < 0) return undefined;
  return readRemark(r, body) ?? readSpelledOut(r, body) ?? readSecondSpelling(r, body);
}

/** Whether the round bracket at the cursor contains only `simplest form` and the like. */
export function isRemark(r: Reader): boolean {
  const { close } = r.brackets.get(r.i)!;
  if (close < 0 || close - r.i > 4 || r.peek().kind !== "word") return false;
  const inside = r.tokens.slice(r.i + 1, close);
  return (
    inside.every((token) => token.kind === "word") &&
    remarkPhrases.has(inside.map((token) => token.value.toLowerCase()).join(" "))
  );
}

/** Whether a last bracket after a space repeats the value, if the text is read so: `3/4 (0.75)`. */
export const isRestatement = (r: Reader): boolean =>
  r.options.brackets === "restate" &&
  r.token.gap === " " &&
  r.tokens[r.brackets.get(r.i)!.close + 1]?.kind === "end";

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

/** `2 (two)`, which must give the same number. */
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
    : relation([body, value], [op]);

/** `(\approx 0.75)`, `(= 0.75)`, `(or 0.75)`: one more side of a chain. */
function readSecondSpelling(r: Reader, body: Node): Node | undefined {
  const mark = secondMark(r);
  if ((!mark && !isRestatement(r)) || !isChain(body)) return undefined;
  const start = r.mark();
  r.i += mark ? 2 : 1;
  const value = r.grouped(() => r.rules.sum(r));
  if (r.eat(")")) return continued(body, value, mark ?? "=");
  r.reset(start);
  return undefined;
}

/** Whether the bracket at the cursor explicitly repeats a value: `(or 0.75)`. */
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
