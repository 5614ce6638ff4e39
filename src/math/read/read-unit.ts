// What may stand behind a value: a unit of measure, or a noun that says what was counted.

import { bendsMeaning, isCountingNoun, leavesOpen, namesThings } from "../../words/index.ts";
import { typedFunctions } from "../functions/functions.ts";
import { integer, isInteger, isPlainNumber, type Node, some, type Unit } from "../notation/tree.ts";
import { unitName } from "../notation/units.ts";
import { isDirection, isOrdinalEnding, isWord, mayLabel } from "../notation/words.ts";
import { isCounter, isHan, isHanNoun } from "./han.ts";
import { partsOf } from "./number-words.ts";
import { formulaAt } from "./quantities.ts";
import { readNumber } from "./read-number.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

const op = (token: Token, value: string): boolean => token.kind === "op" && token.value === value;

/** Reads a unit or noun phrase behind a value; undefined, and nothing read, where there is none. */
export function readUnit(r: Reader, arg: Node): Node | undefined {
  const token = r.token;
  if (token.kind === "op" && "€£¥₹$¢".includes(token.value)) {
    if (!isPlainNumber(arg)) return undefined;
    r.i++;
    return { kind: "unit", arg, unit: { factors: [{ name: token.value, power: 1 }], noun: "" } };
  }
  if (token.kind === "op" && token.value === "°" && r.peek().value === "C") return undefined;
  if (token.kind !== "word") return undefined;
  if (token.gap === "" || token.upright) {
    if (isOrdinalEnding(token.value) && arg.kind === "number") {
      r.i++;
      const noun = r.token.kind === "word" ? r.token.value.toLowerCase() : "";
      if (!inOrder.has(noun) || !endsPhrase(r.peek())) return { kind: "ordinal", arg };
      r.i++;
      return { kind: "unit", arg, unit: { factors: [], noun } };
    }
  }
  if (/^percent$/i.test(token.value)) {
    r.i++;
    return { kind: "percent", arg };
  }
  if (/^per$/i.test(token.value) && /^cent$/i.test(r.peek().value)) {
    r.i += 2;
    return { kind: "percent", arg };
  }
  if (/^deg(?:rees?)?$/i.test(token.value) && /^(?:celsius|fahrenheit|[CF])$/i.test(r.peek().value)) {
    const name = /^c/i.test(r.peek().value) ? "°C" : "°F";
    r.i += 2;
    return { kind: "unit", arg, unit: { factors: [{ name, power: 1 }], noun: "" } };
  }
  if (/^(degree|degrees|deg)$/i.test(token.value)) {
    r.i++;
    return { kind: "degrees", arg, minutes: null, seconds: null };
  }
  const fraction = readParts(r, arg);
  if (fraction) return fraction;
  const rate = readRate(r, arg);
  if (rate) return rate;
  const share = readShare(r);
  if (share) return { kind: "unit", arg, unit: { factors: [{ name: share, power: 1 }], noun: "" } };
  const start = r.i;
  const factors = readFactors(r);
  const words = nounPhrase(r, factors.length > 0);
  if (words === undefined || (factors.length === 0 && words.length === 0)) {
    r.i = start;
    return undefined;
  }
  if (
    (leavesOpen(words.map(({ value }) => value)) && !(factors.length > 0 && areDirection(words))) ||
    (factors.length === 0 && !r.anyLabel && !isCounted(words, arg)) ||
    words.some(
      (w) => unitName(w.value, true) !== undefined || unitName(asciiLower(w.value), true) !== undefined,
    )
  ) {
    r.i = start;
    return undefined;
  }
  const noun = words.map((w) => (w.value.length > 4 ? asciiLower(w.value) : w.value)).join(" ");
  // A noun says what a number counts; behind a formula only the plainest ones are no part of it.
  if (factors.length === 0 && hasVariable(arg) && !isCountingNoun(noun)) {
    r.i = start;
    return undefined;
  }
  return { kind: "unit", arg, unit: { factors, noun } };
}

/** Things that are numbered in their order; a fifth part or power is something else. */
const inOrder = new Set(
  (
    "day week month year century hour minute floor place position rank term row column line page chapter step round game time turn " +
    "person student child grade question item element number letter house"
  ).split(" "),
);

/** `2 thirds`, with nothing after it: two thirds of something say less. */
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
  if (!r.isWord("per") || below.kind !== "word" || !endsPhrase(r.peek(2)) || bendsMeaning(below.value))
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

/** Whether words without a unit name what was counted; of one thing, or a part of it, there need not be several. */
function isCounted(words: readonly Token[], arg: Node): boolean {
  if (words.length === 0 || isHan(words[0]!.value[0]!) || isOneOrLess(arg)) return true;
  const [first] = words;
  const isSign = first!.upright && (first!.value.length <= 2 || /^[A-Za-z]?[a-z][A-Z]/.test(first!.value));
  return isSign || namesThings(words.map(({ value }) => value));
}

function isOneOrLess(node: Node): boolean {
  if (node.kind === "number") return Number(node.mantissa) <= 10 ** node.places;
  return (
    node.kind === "div" && isInteger(node.num) && isInteger(node.den) && node.num.mantissa < node.den.mantissa
  );
}

const currencies = new Set("USD EUR GBP INR Rs CNY RMB".split(" "));

/** `USD 150`, `Rs. 150`: a currency by its letters, before its amount. */
export function readAmount(r: Reader): Node | undefined {
  const name = currencies.has(r.token.value) ? unitName(r.token.value, true) : undefined;
  const at = op(r.peek(), ".") ? 2 : 1;
  if (name === undefined || r.peek(at).kind !== "number") return undefined;
  r.i += at;
  return { kind: "unit", arg: readNumber(r), unit: { factors: [{ name, power: 1 }], noun: "" } };
}

const shares: ReadonlyMap<string, readonly (readonly [rest: RegExp, length: number, name: string])[]> =
  new Map([
    ["basis", [[/^points?$/, 1, "bp"]]],
    ["per", [[/^mille?$/, 1, "permille"]]],
    [
      "parts",
      [
        [/^per thousand$/, 2, "permille"],
        [/^per million$/, 2, "ppm"],
        [/^per billion$/, 2, "ppb"],
      ],
    ],
  ]);

/** `basis points`, `parts per million`: a fraction with a name of several words. */
function readShare(r: Reader): string | undefined {
  const candidates = shares.get(r.token.value.toLowerCase());
  for (const [rest, length, name] of candidates ?? []) {
    const words = Array.from({ length }, (_, i) => r.peek(i + 1).value.toLowerCase());
    if (!rest.test(words.join(" "))) continue;
    r.i += length + 1;
    return name;
  }
  return undefined;
}

/** Other alphabets keep their capitals, which may be symbols in lower case. */
const asciiLower = (word: string): string => word.replace(/[A-Z]/g, (c) => c.toLowerCase());

const hasVariable = (node: Node): boolean =>
  some(node, (n) => n.kind === "symbol" && n.name !== "pi" && n.name !== "e" && n.name !== "i");

const powerWords: ReadonlyMap<string, number> = new Map([
  ["square", 2],
  ["sq", 2],
  ["squared", 2],
  ["cubic", 3],
  ["cu", 3],
  ["cubed", 3],
]);

/** Known units with exponents: `m/s^2`, `square feet`, `km per hour`, `ft-lb`, `J/(mol K)`. */
function readFactors(r: Reader): Unit["factors"] {
  const factors: Unit["factors"] = [];
  let sign = 1;
  for (let i = 0; i < 12; i++) {
    const group = factors.length > 0 && op(r.token, "(") ? readGroup(r) : undefined;
    if (group) for (const { name, power } of group) factors.push({ name, power: sign * power });
    else if (!readFactor(r, sign, factors)) break;
    if (op(r.token, "/") && (unitFollows(r, 1) || op(r.peek(), "{") || groupFollows(r, 1))) {
      r.i++;
      sign = -1;
    } else if (r.isWord("per") && unitFollows(r, 1)) {
      r.i++;
      sign = -1;
    } else if ((op(r.token, "*") || op(r.token, "×") || isHyphen(r)) && unitFollows(r, 1)) r.i++;
    else if (!(r.token.kind === "word" && r.token.upright && unitFollows(r, 0)) && !groupFollows(r, 0)) break;
  }
  return factors;
}

/** One unit with its power, added to the factors. */
function readFactor(r: Reader, sign: number, factors: Unit["factors"]): boolean {
  const before = r.i;
  let power = 1;
  const prefix = r.token.kind === "word" ? powerWords.get(r.token.value.toLowerCase()) : undefined;
  if (prefix !== undefined && r.peek().kind === "word") {
    power = prefix;
    r.i++;
    if (op(r.token, ".")) r.i++;
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

/** `(mol K)`, in a unit; undefined, and nothing read, where it is something else. */
function readGroup(r: Reader): Unit["factors"] | undefined {
  const start = r.i;
  r.i++;
  const factors = r.nested(() => readFactors(r));
  if (factors.length > 0 && op(r.token, ")")) {
    r.i++;
    return factors;
  }
  r.i = start;
  return undefined;
}

const groupFollows = (r: Reader, ahead: number): boolean =>
  op(r.peek(ahead), "(") && r.peek(ahead + 1).upright && unitFollows(r, ahead + 1);

/** The hyphen of `ft-lb`. */
const isHyphen = (r: Reader): boolean => op(r.token, "-") && r.token.gap === "" && r.peek().gap === "";

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
  if (typedFunctions.has(token.value) && op(r.peek(), "(") && r.peek().gap === "") return undefined;
  return name;
}

/** `9.8 m/s^2`: a letter is a unit where the slash behind it leads to another one. */
export function isQuotient(r: Reader): boolean {
  const { value, gap, kind } = r.token;
  if (kind !== "word" || gap === "" || !"mgJNWVC".includes(value) || !op(r.peek(), "/")) return false;
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
  if (!op(r.token, "^")) return 1;
  let at = 1;
  const braced = op(r.peek(at), "{");
  if (braced) at++;
  const negative = op(r.peek(at), "-");
  if (negative) at++;
  const number = r.peek(at);
  if (number.kind !== "number" || !/^\d{1,2}$/.test(number.value)) return 1;
  at++;
  if (braced && !op(r.peek(at), "}")) return 1;
  r.i += at + (braced ? 1 : 0);
  return negative ? -Number(number.value) : Number(number.value);
}

const closingMarks = new Set(", ; ) ] } \\} & \\\\ = ≈ : ** + < > ≤ ≥ ≠ ⟩ | |) ‖ ⌋ ⌉ ∪ ∩ ∖ ∈".split(" "));

const endsPhrase = (token: Token): boolean =>
  token.kind === "end" ||
  (token.kind === "command" && token.value.startsWith("end:")) ||
  (token.kind === "op" && closingMarks.has(token.value)) ||
  (token.kind === "word" && /^(and|or)$/i.test(token.value));

/** What is said after a measure and changes nothing of it. */
const remarks = new Set(
  "old long tall wide high deep thick away apart apiece each total altogether overall combined left remaining ago per of in on at for to from".split(
    " ",
  ),
);

/** `36 N to the right`: where a measured quantity points. */
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
 * Whether a word may follow a unit: a remark, a preposition before what was measured, or a substance. `pounds force`, `feet square` and
 * `seconds of arc` are other units.
 */
function mayFollowUnit(r: Reader, ahead: number): boolean {
  const [{ value }, next] = [r.peek(ahead), r.peek(ahead + 1)];
  if (value === "per") return next.kind === "word";
  if (value === "of") return next.value !== "arc";
  return remarks.has(value.toLowerCase()) || /^[A-Z][a-z]?$/.test(value);
}

/** Reads the words up to the end of the item, if they are a mere noun phrase; undefined if they say more. */
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
      // An abbreviation says more than what is counted: `1995 BC`.
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
    if (token.kind === "word" && /^(for|where|when|if|with|such|mod)$/i.test(token.value)) return done();
    if (token.kind === "op" && token.value === "(" && (words.length > 0 || behindUnit)) return done();
    if (
      token.kind === "op" &&
      (token.value === "-" || token.value === "'" || token.value === ".") &&
      words.length > 0 &&
      r.peek(ahead + 1).kind === "word"
    )
      continue;
    if (token.kind !== "word") return undefined;
    if (isHan(token.value[0]!)) {
      // After a number Chinese names its counter first, and then perhaps what was counted.
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
    if (bendsMeaning(token.value) || !mayLabel(token.value)) return undefined;
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
