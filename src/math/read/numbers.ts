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

/** The digits of this base. */
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
  const named = inner.kind === "word" ? small.get(inner.value) : undefined;
  return named === undefined ? undefined : [named, at + 3];
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
  return { kind: "pow", base: integer(10), exp: integer(scale.toString().length - 1) };
}

// Numbers in English words: `two thousand, five hundred and thirty-one`, `three quarters`, `twenty-first`. The words
// are joined into one text, each after a space or its hyphen, and the grammar is a pattern for it.

const ones = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales = ["thousand", "million", "billion", "trillion"];
const counted = (words: readonly string[], first: number, step = 1): [string, number][] =>
  words.map((word, i) => [word, first + step * i]);
const small = new Map([...counted(ones, 0), ...counted(teens, 10)]);

const irregular: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);
const ordinalOf = (word: string): string => irregular.get(word) ?? `${word.replace(/y$/, "ie")}th`;
/** Parts that are not ordinals, or are ordinals only with a numerator before them. */
const parts: [string, number][] = [
  ["half", 2],
  ["quarter", 4],
  ["hundredth", 100],
  ["thousandth", 1000],
  ["millionth", 1_000_000],
];
const several = (part: string): string => (part === "half" ? "halves" : `${part}s`);
/** What each word adds to a number; hundreds and scales multiply. */
const added = new Map<string, number>([...small, ...counted(tens, 20, 10)]);
for (const [word, value] of [...added].slice(1)) added.set(ordinalOf(word), value);
for (const [part, value] of parts) added.set(part, value);
for (const [word, value] of [...added])
  if (/(?:th|rd|half|quarter|first|second)$/.test(word)) added.set(several(word), value);

const anyOf = (words: Iterable<string>): string => `(?:[ -](?:${[...words].join("|")})(?![a-z]))`;
const [digit, ten, and, a, hundred] = [ones.slice(1), tens, ["and"], ["a"], ["hundred"]].map(anyOf) as [
  string,
  string,
  string,
  string,
  string,
];
const below100 = `(?:${ten}${digit}?|${anyOf([...small.keys()].slice(1))})`;
const rest = `(?:${and}?${below100})?`;
/** `three hundred and five`, `fifteen hundred`, `a hundred`. */
const group = `(?:(?:${below100}|${a})?${hundred}${rest}|${below100})`;
/** A group after a larger one; `one thousand and two hundred` is two numbers. */
const later = `(?:(?: ,)?(?:${and}${below100}(?!${below100}|${hundred})|${digit}${hundred}${rest}|${below100}))`;
let behind = `${later}?`;
let cardinals = group;
for (const scale of scales) {
  cardinals = `(?:${group}|${a})?${anyOf([scale])}${behind}|${cardinals}`;
  behind = `(?:${later}${anyOf([scale])})?${behind}`;
}
const ordinals = [...small.keys()].slice(1).map(ordinalOf);
const fewOrdinals = ordinals.slice(0, 9);
const manyOrdinals = tens.map(ordinalOf);
/** One part, or several; "second" may be a time, and "first" is not a part. */
const denominatorOf = (spelt: (word: string) => string): string => {
  const alone = [...parts.map(([part]) => part), ...ordinals.slice(2), ...manyOrdinals];
  return `(?:${ten}${anyOf(fewOrdinals.map(spelt))}|${anyOf(alone.map(spelt))})`;
};
const pattern = (source: string): RegExp => new RegExp(source, "y");
const cardinal = pattern(`(?:${cardinals}|${anyOf(["zero"])})`);
const ordinal = pattern(
  `(?:(?:${digit}|${a})${hundred}${and}?)?(?:${ten}${anyOf(fewOrdinals)}|${anyOf([...ordinals, ...manyOrdinals])})`,
);
const [onePart, severalParts] = [pattern(denominatorOf((word) => word)), pattern(denominatorOf(several))];
const multiple = pattern(anyOf(["dozen", ...scales]));
const [article, joint, half, aDozen, point, decimalPlaces, sign] = [
  anyOf(["an?"]),
  and,
  anyOf(["half"]),
  `${a}${anyOf(["dozen"])}`,
  anyOf(["point"]),
  `${anyOf(ones)}+`,
  anyOf(["negative", "minus"]),
].map(pattern) as [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp, RegExp];
/** A number followed by a further number or part: how the two belong together is not known. */
const another = pattern(`${below100}|${hundred}|${anyOf(scales)}|${onePart.source}|${severalParts.source}`);

const vocabulary = new Set([
  ...added.keys(),
  ...scales,
  ..."a an half hundred and dozen point negative minus".split(" "),
]);

/** No number has more tokens, so a long list of numbers is not scanned again at each of them. */
const longest = 64;

/** The words of a number that may begin at a place, and how many of them are read. */
class Words {
  private readonly text: string;
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly from: number,
  ) {
    let text = "";
    for (let i = from; i < from + longest; i++) {
      const token = tokens[i];
      const tied = isOp(token, "-") && token!.gap === "" && tokens[i + 1]?.gap === "";
      if (tied && text !== "" && tokens[i + 1]!.kind === "word") i++;
      else if (token?.kind !== "word" && !(isOp(token, ",") && text !== "")) break;
      const word = tokens[i]!.value.toLowerCase();
      text += (tied ? "-" : " ") + word;
      if (word !== "," && !vocabulary.has(word)) break;
    }
    this.text = text;
  }

  sees(words: RegExp): boolean {
    words.lastIndex = this.at;
    return words.test(this.text);
  }

  take(words: RegExp): string | undefined {
    words.lastIndex = this.at;
    const found = words.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  /** The result of a reading; if there is none, nothing is read. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const { at } = this;
    const found = read();
    if (found === undefined) this.at = at;
    return found;
  }

  /** Whether any word follows. */
  goesOn(): boolean {
    return this.tokens[this.next()]?.kind === "word";
  }

  /** The token after the part that is read; a hyphen is a separate token. */
  next(): number {
    return (
      this.from +
      [...this.text.slice(0, this.at)].reduce((n, c) => n + (c === " " ? 1 : c === "-" ? 2 : 0), 0)
    );
  }
}

/** The number that words say. */
function sumOf(said: string): bigint {
  let total = 0n;
  let value = 0n;
  for (const word of said.split(/[ -]/)) {
    const scale = scaleOf(word);
    if (word === "hundred") value = 100n * (value || 1n);
    else if (scale !== undefined) {
      total += scale * (value || 1n);
      value = 0n;
    } else value += BigInt(added.get(word) ?? 0);
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
    const before = words.attempt(() => words.take(article) && (words.sees(onePart) ? "one" : undefined));
    const count = before ?? words.take(cardinal);
    if (count === undefined || / and\b/.test(count)) return undefined;
    const num = before ? 1n : sumOf(count);
    const part = words.take(num === 1n ? onePart : severalParts);
    // `two hundred thousandths` is ambiguous.
    const isOpen =
      /hundred|illion|thousand/.test(count) && /(?:hundred|thousand|million)ths?$/.test(part ?? "");
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
function multiplier(words: Words): bigint {
  const said = words.take(multiple)?.slice(1);
  return said === "dozen" ? 12n : (scaleOf(said ?? "") ?? 1n);
}

function unsigned(words: Words): Node | undefined {
  if (words.take(half)) {
    // `half a million`, `half an hour`.
    const isOf = words.attempt(() => words.take(article) && (words.goesOn() || undefined));
    return quotientOf(isOf ? multiplier(words) : 1n, 2n);
  }
  if (words.take(aDozen)) return integer(12);
  const share = fraction(words);
  if (share) return { kind: "div", num: integer(share.num), den: integer(share.den) };
  const position = words.take(ordinal);
  if (position !== undefined) return { kind: "ordinal", arg: integer(sumOf(position)) };
  const said = words.take(cardinal);
  if (said === undefined) return undefined;
  const count = sumOf(said);
  const places = words.attempt(() => words.take(point) && words.take(decimalPlaces));
  if (places) return withDigits(words, count, places);
  const mixed = words.attempt(() => {
    const more = words.take(joint) && fraction(words);
    return more && more.num < more.den ? more : undefined;
  });
  if (mixed) return quotientOf((count * mixed.den + mixed.num) * multiplier(words), mixed.den);
  return integer(count * (words.sees(aFew) ? multiplier(words) : 1n));
}

const aFew = pattern(anyOf(["dozen"]));

/** `three point one four`, digit by digit, perhaps with a scale. */
function withDigits(words: Words, whole: bigint, said: string): Node {
  const digits = said.split(/[ -]/).slice(1);
  const number = decimal(`${whole}.${digits.map((word) => added.get(word)).join("")}`);
  const scale = words.sees(aFew) ? 1n : multiplier(words);
  if (scale === 1n) return number;
  const power: Node = { kind: "pow", base: integer(10), exp: integer(String(scale).length - 1) };
  return { kind: "mul", factors: [number, power] };
}

export interface NumberInWords {
  node: Node;
  /** The token after it. */
  next: number;
}

/** Whether a number in words may begin with this word. */
export const startsNumberWords = (word: string): boolean => first.has(word.toLowerCase());
const first = new Set(
  [...vocabulary].filter(
    (word) =>
      !/^(?:and|dozen|point|quarter|(?:hundred|thousand|million)th)$|(?:ths|rds|ves|sts|nds|ters)$/.test(
        word,
      ),
  ),
);

/** The number in words that begins at token `at`; undefined if there is none. */
export function numberWords(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const words = new Words(tokens, at);
  const negative = words.take(sign) !== undefined;
  const node = unsigned(words);
  if (!node || (negative && node.kind === "ordinal") || words.sees(another)) return undefined;
  return { node: negative ? negate(node) : node, next: words.next() };
}
