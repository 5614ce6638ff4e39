// Numbers as people write them: digit groups in every style, decimals, repeating decimals, mixed numbers, bases; and numbers in
// English words.

import { decimal, integer, isInteger, type Node, type NumberNode, negate } from "../notation/tree.ts";
import { vulgarFractions } from "../notation/vocabulary.ts";
import { scaleOf } from "../notation/words.ts";
import type { Reader } from "./reader.ts";
import { currencySigns, isAnyOp, isOp, isSign, opensEnvironment, type Token } from "./token.ts";

const plainDigits = (token: Token): boolean =>
  token.kind === "number" && token.exponent === undefined && !token.value.includes(".");

/** A group after a separator: exactly three digits, or three and a decimal part at the end. */
const isGroup = (token: Token): boolean =>
  token.kind === "number" &&
  (token.value.length === 3 ? !token.value.includes(".") : /^\d{3}\.\d+$/.test(token.value));

/** Whether a comma between two numbers, close to both, may group digits: `1,234` in `12,341,234.5`. */
function mayGroup(tokens: readonly Token[], comma: number, joins: (at: number) => boolean): boolean {
  const [before, group] = [tokens[comma - 1], tokens[comma + 1]!];
  if (
    !before ||
    tokens[comma]!.gap !== "" ||
    !plainDigits(before) ||
    !isGroup(group) ||
    group.exponent !== undefined
  )
    return false;
  if (joins(comma - 2)) return before.value.length === 3;
  // In `x_1,234`, `\sqrt2,345` and `12 345,678` the digits before the comma begin no number.
  const first = tokens[comma - 2];
  const isPart =
    isSign(first, "^_'") ||
    (first?.kind === "command" && !opensEnvironment(first)) ||
    (first?.kind === "number" && before.value.length === 3);
  return !isPart && before.value.length <= 3 && before.value[0] !== "0";
}

/**
 * The tokens in which a comma that groups digits, as in `1,234`, is the sign `{,}`. A comma before a space always
 * separates; of the others, either all group or none does, and those of a bracket count only if it also has a comma
 * before a space, or a semicolon, or the bar of a set. In an amount of money they group.
 */
export function groupedDigits(tokens: Token[]): Token[] {
  const mayJoin = ({ kind, gap }: Token): boolean => kind === "number" && gap !== " ";
  if (!tokens.some((token, i) => isOp(token, ",") && mayJoin(tokens[i + 1]!))) return tokens;
  const groups = new Set<number>();
  const commas: number[] = [];
  const side = { commas, isLoose: true, isSet: false };
  const around = [side];
  for (const [i, token] of tokens.entries()) {
    const scope = around[around.length - 1]!;
    if (isSign(token, "([⟨") || isOp(token, "\\{"))
      around.push({ commas: [], isLoose: false, isSet: token.value === "\\{" });
    else if (isSign(token, ")]⟩") || isOp(token, "\\}")) {
      if (around.length > 1) around.pop();
      if (scope !== side && scope.isLoose) commas.push(...scope.commas);
    } else if (isOp(token, ";") || (scope.isSet && isSign(token, "|∣:"))) scope.isLoose = true;
    else if (isOp(token, ",")) {
      const { kind, gap } = tokens[i + 1]!;
      const isAmount = isAnyOp(tokens[i - 2], currencySigns) || groups.has(i - 2);
      if (gap === "back" && kind === "number") groups.add(i);
      else if (gap !== "") scope.isLoose = true;
      else if (isAmount && mayGroup(tokens, i, (at) => groups.has(at))) groups.add(i);
      else scope.commas.push(i);
    }
  }
  const others = new Set(commas);
  if (commas.every((at) => mayGroup(tokens, at, (before) => others.has(before))))
    for (const at of commas) groups.add(at);
  return groups.size === 0
    ? tokens
    : tokens.map((token, i) => (groups.has(i) ? { ...token, value: "{,}" } : token));
}

type Separator = "{,}" | "thin" | " " | "'" | "_";

/** The separator between the token at `i` and the group after it, with that group's index. */
function separatorAt({ tokens }: Reader, i: number): [Separator, number] | undefined {
  const next = tokens[i + 1]!;
  if (next.kind === "number") {
    if (next.gap === "thin") return ["thin", i + 1];
    return next.gap === " " && next.start - tokens[i]!.end === 1 ? [" ", i + 1] : undefined;
  }
  const group = tokens[i + 2];
  if (next.kind !== "op" || next.gap !== "" || group?.kind !== "number") return undefined;
  if (next.value === "{,}") return ["{,}", i + 2];
  return (next.value === "'" || next.value === "_") && group.gap === "" ? [next.value, i + 2] : undefined;
}

/** Reads `1,234,567.8` in any one style of grouping; the digits, or undefined if there are no groups. */
function digitGroups(r: Reader): string | undefined {
  const first = r.token;
  if (!plainDigits(first) || first.value.length > 3 || first.value[0] === "0") return undefined;
  const start = separatorAt(r, r.i);
  if (!start) return undefined;
  const [style] = start;
  let digits = first.value;
  let at = r.i;
  for (let next: [Separator, number] | undefined = start; next; next = separatorAt(r, at)) {
    const group = r.tokens[next[1]]!;
    if (next[0] !== style) {
      // `1,234 567` groups in no style.
      if (style === "{,}" && (next[0] === " " || next[0] === "thin")) break;
      return undefined;
    }
    if (!isGroup(group) || group.exponent !== undefined) {
      if (style === " " && /^\d{1,3}$/.test(group.value) && isOp(r.tokens[next[1] + 1], "/")) break;
      return undefined;
    }
    digits += group.value;
    at = next[1];
    if (group.value.includes(".")) break;
  }
  if (at === r.i || (style === "_" && isOp(r.tokens[at + 1], "_"))) return undefined;
  r.i = at + 1;
  return digits;
}

/** `1.234.567` and `1.234.567,89`: dots that group digits show by being several. */
function dottedGroups(r: Reader): string | undefined {
  const first = r.token;
  if (first.exponent !== undefined || !/^[1-9]\d{0,2}\.\d{3}$/.test(first.value)) return undefined;
  let digits = first.value.replace(".", "");
  let at = r.i;
  for (;;) {
    const next = r.tokens[at + 1]!;
    if (next.kind !== "number" || next.gap !== "" || !/^\.\d{3}$/.test(next.value)) break;
    digits += next.value.slice(1);
    at++;
  }
  if (at === r.i) return undefined;
  r.i = at + 1;
  return digits;
}

/** A mark over digits that repeat. */
export const isRepeatMark = ({ kind, value }: Token): boolean =>
  kind === "command" && /^(?:overline|bar|dot)$/.test(value);

/** What may follow the digits of a decimal: an overline, dots over digits, brackets, an ellipsis. */
function repeatingTail(r: Reader, digits: string): NumberNode | undefined {
  const next = r.token;
  if (!digits.includes(".")) return undefined;
  if (isRepeatMark(next)) return readRepeating(r, digits);
  if (isOp(next, "(") && next.gap === "") {
    const [inner, close, after] = [r.peek(), r.peek(2), r.peek(3)];
    const isApart = after.kind === "end" || (inner.gap === "" && after.gap !== "");
    if (!plainDigits(inner) || !isOp(close, ")") || !isApart) return undefined;
    r.i += 3;
    return decimal(digits, inner.value);
  }
  if (!isOp(next, "…") || next.gap !== "") return undefined;
  r.i++;
  return decimal(digits, "", true);
}

/** `0.1\overline{6}`, `0.\dot{1}4285\dot{7}`: one block of digits under one or several marks. */
export function readRepeating(r: Reader, digits: string): NumberNode {
  let block = "";
  const first = r.token.value;
  for (let marks = 0; ; ) {
    const token = r.token;
    if (token.kind === "command" && token.value === first && (marks === 0 || first === "dot")) {
      r.i++;
      marks++;
      const braced = r.eat("{");
      const inner = r.token;
      if (!plainDigits(inner)) r.fail("expected the digits that repeat");
      block += braced ? inner.value : inner.value[0];
      if (braced || inner.value.length === 1) r.i++;
      else r.shorten(1);
      if (braced) r.expect("}");
    } else if (first === "dot" && marks === 1 && plainDigits(token) && isDot(r.peek())) {
      block += token.value;
      r.i++;
    } else return decimal(digits, block);
  }
}

const isDot = ({ kind, value }: Token): boolean => kind === "command" && value === "dot";

/** Signs that may belong to the number before them. */
const inNumbers: ReadonlySet<string> = new Set(["{,}", "'", "_", ".", "(", "…"]);

/** Digits of other bases: `1A_{16}`, `0xFF`. */
const otherDigits = /^(?:[A-F]+|[xX][A-Fa-f].*)$/;

/** Whether a token may belong to the number before it; most do not. */
function mayContinue({ kind, value }: Token): boolean {
  if (kind === "op") return inNumbers.has(value);
  if (kind === "word") return otherDigits.test(value);
  return kind !== "end" && kind !== "symbol";
}

/** Reads a number and everything that belongs to it, except a unit. */
export function readNumber(r: Reader): Node {
  const token = r.token;
  if (token.kind === "fraction") {
    r.i++;
    const [num, den] = vulgarFractions.get(token.value)!;
    return { kind: "div", num: integer(num), den: integer(den) };
  }
  if (token.exponent === undefined && !mayContinue(r.peek())) {
    r.i++;
    return decimal(token.value);
  }
  const grouped = digitGroups(r) ?? dottedGroups(r);
  if (grouped !== undefined) return decimal(grouped);
  r.i++;
  let digits = token.value;
  // `0.\overline{3}`: the lexer does not consume the point if no digit follows it.
  if (!digits.includes(".") && r.isOp(".") && r.token.gap === "") {
    const mark = r.peek();
    if (isRepeatMark(mark) || (isOp(mark, "(") && plainDigits(r.peek(2)) && mark.gap === "")) {
      r.i++;
      digits += ".";
    }
  }
  const repeating = repeatingTail(r, digits);
  if (repeating) return repeating;
  if (token.exponent !== undefined) {
    const exponent = Number(token.exponent);
    if (!Number.isSafeInteger(exponent)) r.fail("an exponent out of range", token);
    const power = exponent < 0 ? negate(integer(-exponent)) : integer(exponent);
    return { kind: "mul", factors: [decimal(digits), { kind: "pow", base: integer(10), exp: power }] };
  }
  const based = readBased(r, r.i - 1);
  if (based) return based;
  if (
    digits === "0" &&
    r.token.gap === "" &&
    r.token.kind === "word" &&
    /^[xX][\dA-Fa-f]/.test(r.token.value)
  )
    r.fail("a number as programs write it");
  return mixedTail(r, decimal(digits), token);
}

const validInBase = (digits: string, base: number): boolean =>
  [...digits].every((c) => c === "." || Number.parseInt(c, 36) < base);

/**
 * `1011_2`, `1A3_{16}`, `FF_{16}`, `(1F)_{16}`, `12_{\text{seven}}`, from a token on; undefined, and nothing read, if
 * it is anything else.
 */
export function readBased(r: Reader, from: number): Node | undefined {
  const isBracketed = isOp(r.tokens[from], "(");
  let at = isBracketed ? from + 1 : from;
  const first = r.tokens[at]!;
  let digits = "";
  for (; at < from + 8; at++) {
    const { kind, value, gap } = r.tokens[at]!;
    const belongs = kind === "number" || (kind === "word" && /^[A-F]+$/.test(value));
    if (!belongs || (digits !== "" && gap !== "")) break;
    digits += value;
  }
  if (isBracketed && !isOp(r.tokens[at++], ")")) return undefined;
  const found = digits !== "" && isOp(r.tokens[at], "_") ? subscriptBase(r, at + 1) : undefined;
  if (!found) return undefined;
  const [base, next] = found;
  if (base < 2 || base > 36 || (!isBracketed && base < 11 && /[A-F]/.test(digits))) return undefined;
  const isName = first.kind === "word" && !isBracketed;
  if (isName && (digits.length === 1 || !validInBase(digits, base))) return undefined;
  if (!validInBase(digits, base)) r.fail(`a digit that base ${base} does not have`, first);
  r.i = next;
  return { kind: "based", digits, base };
}

/** The base written in a subscript at token `at`, and the token after it. */
function subscriptBase(r: Reader, at: number): [number, number] | undefined {
  const token = r.tokens[at]!;
  if (plainDigits(token)) return [Number(token.value), at + 1];
  if (!(token.kind === "op" && (token.value === "{" || token.value === "("))) return undefined;
  const inner = r.tokens[at + 1]!;
  const close = r.tokens[at + 2]!;
  if (isOp(inner, "(")) {
    const nested = subscriptBase(r, at + 1);
    return nested && r.tokens[nested[1]]!.value === "}" ? [nested[0], nested[1] + 1] : undefined;
  }
  if (!(close?.kind === "op" && (close.value === "}" || close.value === ")"))) return undefined;
  if (plainDigits(inner)) return [Number(inner.value), at + 3];
  const named = inner.kind === "word" ? vocabulary.get(inner.value) : undefined;
  return named && "zdn".includes(named.kind) ? [Number(named.value), at + 3] : undefined;
}

/** `7 3/4`, `7\frac{3}{4}` and `7¾` are seven and three quarters. */
function mixedTail(r: Reader, whole: NumberNode, token: Token): Node {
  if (!isInteger(whole)) return whole;
  const mixed = (num: bigint, den: bigint): Node | undefined =>
    num > 0n && num < den ? { kind: "mixed", whole: whole.mantissa, num, den } : undefined;
  const next = r.token;
  if (next.kind === "fraction") {
    const [num, den] = vulgarFractions.get(next.value)!;
    r.i++;
    return mixed(num, den)!;
  }
  if (next.kind === "number" && next.gap !== "" && plainDigits(next)) {
    const den = r.peek(2);
    // If both are set in type, or at a dollar sign, print may show no space.
    const apart = next.gap !== "back" && next.upright === token.upright;
    if (apart && isOp(r.peek(), "/") && plainDigits(den)) {
      const node = mixed(BigInt(next.value), BigInt(den.value));
      if (!node) r.fail("two numbers side by side");
      r.i += 3;
      return node;
    }
    r.fail("two numbers side by side");
  }
  if (next.kind !== "command" || !/^[dt]?frac$/.test(next.value)) return whole;
  const at = r.mark();
  const parts = plainFraction(r);
  const node = parts && mixed(...parts);
  const isRaised =
    r.isOp("^") && !isSign(r.peek(), "∘°") && !(r.peek().value === "{" && r.peek(2).value === "∘");
  if (node && !isRaised && !r.isOp("!")) return node;
  r.reset(at);
  return whole;
}

/** `\frac{3}{4}`, `\frac34` of two plain integers, or undefined (the cursor may have moved). */
function plainFraction(r: Reader): [bigint, bigint] | undefined {
  r.i++;
  const numbers: string[] = [];
  while (numbers.length < 2) {
    const braced = r.eat("{");
    const { value } = r.token;
    if (!plainDigits(r.token)) return undefined;
    // TeX takes one digit for each part.
    if (!braced && value.length + numbers.length > 2) return undefined;
    numbers.push(...(braced ? [value] : value));
    r.i++;
    if (braced && !r.eat("}")) return undefined;
  }
  return [BigInt(numbers[0]!), BigInt(numbers[1]!)];
}

/**
 * The scale of a number in the word at the cursor, as in `3 million`; undefined, and nothing read, if there is none.
 */
export function readScale(r: Reader): Node | undefined {
  const scale = r.token.kind === "word" ? scaleOf(r.token.value) : undefined;
  if (scale === undefined) return undefined;
  r.i++;
  return powerOfTen(scale);
}

const powerOfTen = (scale: bigint): Node => ({
  kind: "pow",
  base: integer(10),
  exp: integer(String(scale).length - 1),
});

// Numbers in English words: `two thousand, five hundred and thirty-one`, `three quarters`, `twenty-first`. Each word has a letter
// for its kind, and the grammar is a pattern for these letters.

interface Word {
  kind: string;
  /** What it adds to a number; hundreds and scales multiply. */
  value: bigint;
}

const vocabulary = new Map<string, Word>();
// biome-ignore format: a table reads better in rows
const others = [
  ["zero", "z", 0], ["and", "&", 0], ["a", "a", 0], ["an", "A", 0], ["dozen", "D", 12], ["point", ".", 0], [",", ",", 0],
  ["negative", "-", 0], ["minus", "-", 0],
  ["hundred", "h", 0], ["thousand", "k", 1e3], ["million", "m", 1e6], ["billion", "b", 1e9], ["trillion", "T", 1e12],
  // Parts that are not ordinals, or are ordinals only with a numerator before them.
  ["half", "H", 2], ["halves", "V", 2], ["quarter", "q", 4], ["quarters", "V", 4], ["hundredth", "p", 100],
  ["hundredths", "P", 100], ["thousandth", "p", 1000], ["thousandths", "P", 1000], ["millionth", "p", 1e6], ["millionths", "P", 1e6],
] as const;
/** Numbers, each with the kinds of its ordinal, in the singular and in the plural. */
const rows = [
  ["one", "d", 1, "fF"],
  ["two", "d", 2, "sS"],
  ["three four five six seven eight nine", "d", 3, "oO"],
  ["ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", "n", 10, "wW"],
  ["twenty thirty forty fifty sixty seventy eighty ninety", "t", 20, "wW"],
] as const;
// biome-ignore format: a table reads better in rows
const irregular: ReadonlyMap<string, string> = new Map([
  ["one", "first"], ["two", "second"], ["three", "third"], ["five", "fifth"], ["eight", "eighth"], ["nine", "ninth"], ["twelve", "twelfth"],
]);
for (const [word, kind, value] of others) vocabulary.set(word, { kind, value: BigInt(value) });
for (const [words, kind, first, [one, several]] of rows)
  for (const [i, word] of words.split(" ").entries()) {
    const value = BigInt(first + (kind === "t" ? 10 * i : i));
    const ordinal = irregular.get(word) ?? `${word.replace(/y$/, "ie")}th`;
    vocabulary.set(word, { kind, value });
    vocabulary.set(ordinal, { kind: one!, value }).set(`${ordinal}s`, { kind: several!, value });
  }

const below100 = "(?:td?|[dn])";
const rest = `(?:&?${below100})?`;
/** `three hundred and five`, `fifteen hundred`, `a hundred`. */
const group = `(?:(?:${below100}|a)?h${rest}|${below100})`;
/** A group after a larger one; `one thousand and two hundred` is two numbers. */
const later = `(?:,?(?:&${below100}(?!${below100}|h)|dh${rest}|${below100}))`;
let [behind, cardinals] = [`${later}?`, `${group}|z`];
for (const scale of "kmbT") {
  cardinals = `(?:${group}|a)?${scale}${behind}|${cardinals}`;
  behind = `(?:${later}${scale})?${behind}`;
}
const cardinal = new RegExp(cardinals, "y");
const ordinal = /(?:[da]h&?)?(?:t[fso]|[fsow])/y;
/** One part, or several; "second" may be a time, and "first" is not a part. */
const [onePart, severalParts] = [/t[fso]|[Hqpow]/y, /t[FSO]|[VPOW]/y];
/** A further number or part: how it belongs to the number before it is not known. */
const another = /[tdnhkmbTHqpowVPOW]/y;

/** No number has more tokens, so a long list of numbers is not scanned again at each of them. */
const longest = 64;

/** The words of a number that may begin at a place, and how many of them are read. */
class Words {
  private readonly words: Word[] = [];
  /** The kinds of the words, and the token after each of them. */
  private kinds = "";
  private readonly ends: number[] = [];
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly from: number,
  ) {
    for (let end = from; end < from + longest; this.ends.push(end)) {
      const [token, next] = tokens.slice(end, end + 2);
      const isTied = isOp(token, "-") && token!.gap === "" && next?.gap === "" && this.kinds !== "";
      const said = isTied ? next! : token;
      const isSaid = said?.kind === "word" || (isOp(said, ",") && this.kinds !== "");
      const word = isSaid ? vocabulary.get(said!.value.toLowerCase()) : undefined;
      if (!word) break;
      this.words.push(word);
      this.kinds += word.kind;
      end += isTied ? 2 : 1;
    }
  }

  sees(kinds: RegExp): boolean {
    kinds.lastIndex = this.at;
    return kinds.test(this.kinds);
  }

  take(kinds: RegExp): Word[] | undefined {
    const from = this.at;
    if (!this.sees(kinds)) return undefined;
    this.at = kinds.lastIndex;
    return this.words.slice(from, this.at);
  }

  /** The result of a reading; if there is none, nothing is read. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const { at } = this;
    const found = read();
    if (found === undefined) this.at = at;
    return found;
  }

  /** The token after the part that is read. */
  next(): number {
    return this.ends[this.at - 1] ?? this.from;
  }

  goesOn(): boolean {
    return this.tokens[this.next()]?.kind === "word";
  }
}

const kindsOf = (words: readonly Word[]): string => words.map(({ kind }) => kind).join("");

function sumOf(said: readonly Word[]): bigint {
  let [total, value] = [0n, 0n];
  for (const word of said) {
    if (word.kind === "h") value = 100n * (value || 1n);
    else if ("kmbT".includes(word.kind)) {
      total += word.value * (value || 1n);
      value = 0n;
    } else value += word.value;
  }
  return total + value;
}

/** The parts that a word after a number in digits names, and the token after it: `2 thirds`. */
export function partsOf(
  tokens: readonly Token[],
  at: number,
  isSeveral: boolean,
): { den: bigint; next: number } | undefined {
  const words = new Words(tokens, at);
  const den = words.take(isSeveral ? severalParts : onePart);
  return den === undefined ? undefined : { den: sumOf(den), next: words.next() };
}

/** `a half`, `one third`, `three quarters`: a numerator and its parts. */
const fraction = (words: Words): { num: bigint; den: bigint } | undefined =>
  words.attempt(() => {
    const isOne = words.attempt(() => words.take(/[aA]/y) && (words.sees(onePart) || undefined));
    const count = isOne ? [] : words.take(cardinal);
    if (count === undefined || kindsOf(count).includes("&")) return undefined;
    const num = isOne ? 1n : sumOf(count);
    const part = words.take(num === 1n ? onePart : severalParts);
    // `two hundred thousandths` is ambiguous.
    const isOpen = /[hkmbT]/.test(kindsOf(count)) && /[pP]$/.test(kindsOf(part ?? []));
    return part === undefined || isOpen ? undefined : { num, den: sumOf(part) };
  });

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** A fraction in lowest terms as it is written: `3`, `1/2`, `2 1/2`. */
export function quotientOf(num: bigint, den: bigint): Node {
  const [whole, over] = [num / den, num % den];
  if (over === 0n) return integer(whole);
  const common = gcd(den, over);
  const [top, below] = [over / common, den / common];
  return whole === 0n
    ? { kind: "div", num: integer(top), den: integer(below) }
    : { kind: "mixed", whole, num: top, den: below };
}

/** A scale or a dozen after a number: `two and a half million`, `three dozen`. */
const multiplier = (words: Words): bigint => sumOf(words.take(/[DkmbT]/y) ?? []) || 1n;
const dozen = /D/y;

function unsigned(words: Words): Node | undefined {
  if (words.take(/H/y)) {
    // `half a million`, `half an hour`.
    const isOf = words.attempt(() => words.take(/[aA]/y) && (words.goesOn() || undefined));
    return quotientOf(isOf ? multiplier(words) : 1n, 2n);
  }
  if (words.take(/aD/y)) return integer(12);
  const share = fraction(words);
  if (share) return { kind: "div", num: integer(share.num), den: integer(share.den) };
  const position = words.take(ordinal);
  if (position !== undefined) return { kind: "ordinal", arg: integer(sumOf(position)) };
  const said = words.take(cardinal);
  if (said === undefined) return undefined;
  const count = sumOf(said);
  // `three point one four`, digit by digit, perhaps with a scale.
  const places = words.attempt(() => words.take(/\./y) && words.take(/[zd]+/y));
  if (places) {
    const number = decimal(`${count}.${places.map(({ value }) => value).join("")}`);
    const scale = words.sees(dozen) ? 1n : multiplier(words);
    return scale === 1n ? number : { kind: "mul", factors: [number, powerOfTen(scale)] };
  }
  const mixed = words.attempt(() => {
    const more = words.take(/&/y) && fraction(words);
    return more && more.num < more.den ? more : undefined;
  });
  if (mixed) return quotientOf((count * mixed.den + mixed.num) * multiplier(words), mixed.den);
  return integer(count * (words.sees(dozen) ? multiplier(words) : 1n));
}

export interface NumberInWords {
  node: Node;
  /** The token after it. */
  next: number;
}

/** Whether a number in words may begin with this word. */
export const startsNumberWords = (word: string): boolean =>
  !/[&D.,qpFSOWVP]/.test(vocabulary.get(word.toLowerCase())?.kind ?? "&");

/** The number in words that begins at token `at`; undefined if there is none. */
export function numberWords(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const words = new Words(tokens, at);
  const negative = words.take(/-/y) !== undefined;
  const node = unsigned(words);
  if (!node || (negative && node.kind === "ordinal") || words.sees(another)) return undefined;
  return { node: negative ? negate(node) : node, next: words.next() };
}
