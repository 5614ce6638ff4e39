// Numbers as people write them: digit groups in every style, decimals, repeating decimals, mixed numbers, bases; and numbers in
// English words.

import { decimal, integer, isInteger, type Node, type NumberNode, negate } from "../notation/tree.ts";
import { vulgarFractions } from "../notation/vocabulary.ts";
import { scaleOf } from "../notation/words.ts";
import type { Reader } from "./reader.ts";
import { currencySigns, isAnyOp, isOp, isSign, opensEnvironment, type Token } from "./token.ts";

const plainDigits = (token: Token): boolean =>
  token.kind === "number" && token.exponent === undefined && !token.value.includes(".");

/** A group behind a separator: exactly three digits, or three and a decimal part at the end. */
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
 * The tokens in which a comma that groups digits, as in `1,234`, is the sign `{,}`. A comma before a space always separates; of the others
 * all group or none does, and those of a bracket count only where it also has a comma before a space, or a semicolon, or the bar
 * of a set. In an amount of money they group.
 */
export function groupedDigits(tokens: Token[]): Token[] {
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

/** The separator between the token at `i` and the group behind it, with that group's index. */
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

/** Reads `1,234,567.8` in any one style of grouping; the digits, or undefined where there are no groups. */
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

/** Reads a number and all that belongs to it, but no unit. */
export function readNumber(r: Reader): Node {
  const token = r.token;
  if (token.kind === "fraction") {
    r.i++;
    const [num, den] = vulgarFractions.get(token.value)!;
    return { kind: "div", num: integer(num), den: integer(den) };
  }
  const grouped = digitGroups(r) ?? dottedGroups(r);
  if (grouped !== undefined) return decimal(grouped);
  r.i++;
  let digits = token.value;
  // `0.\overline{3}`: the lexer leaves the point behind when no digit follows it.
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

/** Digits that a base of so many allows. */
const validInBase = (digits: string, base: number): boolean =>
  [...digits].every((c) => c === "." || Number.parseInt(c, 36) < base);

/** `1011_2`, `1A3_{16}`, `FF_{16}`, `(1F)_{16}`, `12_{\text{seven}}`, from a token on; undefined, and nothing read, where it is none. */
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

/** The base written in a subscript at token `at`, and the token behind it. */
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
    // Between type and type, or at a dollar sign, there may be no space in print.
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

/** The scale of a number in the word at the cursor, as in `3 million`; undefined, and nothing read, where there is none. */
export function readScale(r: Reader): Node | undefined {
  const scale = r.token.kind === "word" ? scaleOf(r.token.value) : undefined;
  if (scale === undefined) return undefined;
  r.i++;
  return { kind: "pow", base: integer(10), exp: integer(scale.toString().length - 1) };
}

const ones = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const small: ReadonlyMap<string, number> = new Map(
  [...ones, ...teens].map((name, value): [string, number] => [name, value]),
);
const tenfold: ReadonlyMap<string, number> = new Map(
  tens.map((name, i): [string, number] => [name, 20 + 10 * i]),
);

const irregular: ReadonlyMap<string, string> = new Map(
  "one first, two second, three third, five fifth, eight eighth, nine ninth, twelve twelfth"
    .split(", ")
    .map((row) => row.split(" ") as [string, string]),
);
const ordinalOf = (name: string): string =>
  irregular.get(name) ?? (name.endsWith("y") ? `${name.slice(0, -1)}ieth` : `${name}th`);
const smallOrdinals: ReadonlyMap<string, number> = new Map(
  [...small].slice(1).map(([name, value]): [string, number] => [ordinalOf(name), value]),
);
const tenfoldOrdinals: ReadonlyMap<string, number> = new Map(
  [...tenfold].map(([name, value]): [string, number] => [ordinalOf(name), value]),
);
/** Parts that are no ordinals, or such only with a numerator before them. */
const parts: ReadonlyMap<string, bigint> = new Map([
  ["half", 2n],
  ["quarter", 4n],
  ["hundredth", 100n],
  ["thousandth", 1000n],
  ["millionth", 10n ** 6n],
]);

/** Words at a place of a row of tokens, in lower case; a hyphen counts only between two words that it ties. */
class Words {
  constructor(
    private readonly tokens: readonly Token[],
    public at: number,
  ) {}

  word(): string {
    const token = this.tokens[this.at];
    return token?.kind === "word" ? token.value.toLowerCase() : "";
  }

  /** The word after the current one, across a hyphen. */
  next(): string {
    return new Words(this.tokens, this.following()).word();
  }

  step(): void {
    this.at = this.following();
  }

  isComma(): boolean {
    const token = this.tokens[this.at];
    return isOp(token, ",");
  }

  private following(): number {
    const hyphen = this.tokens[this.at + 1];
    const tied = this.tokens[this.at + 2];
    const ties = isOp(hyphen, "-") && hyphen!.gap === "" && tied?.kind === "word" && tied.gap === "";
    return this.at + (ties ? 2 : 1);
  }
}

/** `thousand` and more. */
const scaleAfter = (w: Words): bigint | undefined => (w.word() === "hundred" ? undefined : scaleOf(w.word()));

interface Cardinal {
  value: bigint;
  /** Whether `and` occurs in it, so that a part after it could belong to the last words alone. */
  joined: boolean;
  /** Whether hundreds or more occur. */
  large: boolean;
}

/** `seven`, `twelve`, `forty-two`; undefined, and nothing read, where there is none. */
function belowHundred(w: Words): number | undefined {
  const ten = tenfold.get(w.word());
  if (ten !== undefined) {
    const unit = small.get(w.next());
    w.step();
    if (unit === undefined || unit < 1 || unit > 9) return ten;
    w.step();
    return ten + unit;
  }
  const value = small.get(w.word());
  if (value !== undefined) w.step();
  return value;
}

/** `three hundred and five`, `fifteen hundred`, `a hundred`. */
function belowThousand(w: Words): Cardinal | undefined {
  const isArticle = w.word() === "a" && /^(?:hundred|thousand|million|billion|trillion)$/.test(w.next());
  if (isArticle) w.step();
  const value = isArticle || w.word() === "hundred" ? 1 : belowHundred(w);
  if (value === undefined) return undefined;
  if (w.word() !== "hundred" || value === 0) return { value: BigInt(value), joined: false, large: false };
  w.step();
  const joined = w.word() === "and" && startsBelowHundred(w.next());
  if (joined) w.step();
  const rest = startsBelowHundred(w.word()) ? belowHundred(w)! : 0;
  return { value: BigInt(100 * value + rest), joined, large: true };
}

const startsBelowHundred = (word: string): boolean => tenfold.has(word) || (small.get(word) ?? 0) > 0;

/** Groups with falling scales: `two thousand, five hundred and thirty-one`. */
function cardinal(w: Words): Cardinal | undefined {
  let total: Cardinal | undefined;
  let least: bigint | undefined;
  for (;;) {
    const before = w.at;
    const group =
      scaleAfter(w) !== undefined && !total ? { value: 1n, joined: false, large: true } : belowThousand(w);
    if (!group) break;
    const scale = scaleAfter(w);
    const isDown = least === undefined || (scale ?? 1n) < least;
    if (!isDown || (total && group.value >= 1000n) || (scale !== undefined && group.value === 0n)) {
      w.at = before;
      break;
    }
    if (scale !== undefined) w.step();
    total = {
      value: (total?.value ?? 0n) + group.value * (scale ?? 1n),
      joined: (total?.joined ?? false) || group.joined,
      large: (total?.large ?? false) || group.large || scale !== undefined,
    };
    if (scale === undefined || !passJoint(w, total)) break;
    least = scale;
  }
  return total;
}

/** Steps over the comma, or the `and`, that parts a thousand from what follows; false where the number ends. */
function passJoint(w: Words, total: Cardinal): boolean {
  const before = w.at;
  if (w.isComma()) w.step();
  const joined = w.word() === "and";
  if (joined) w.step();
  const from = w.at;
  const group = startsBelowHundred(w.word()) ? belowThousand(w) : undefined;
  // `one thousand and two hundred` is two numbers.
  const goesOn = group !== undefined && !(joined && group.large);
  w.at = goesOn ? from : before;
  if (goesOn) total.joined ||= joined;
  return goesOn;
}

/** The denominator that a word names, with what it takes: `thirds`, `twenty-fifth`. Plural where there are several. */
function denominator(w: Words, several: boolean): bigint | undefined {
  const singular = (word: string): string | undefined => {
    if (!several) return word;
    if (word === "halves") return "half";
    return word.endsWith("s") ? word.slice(0, -1) : undefined;
  };
  const ten = tenfold.get(w.word());
  if (ten !== undefined) {
    const unit = smallOrdinals.get(singular(w.next()) ?? "");
    if (unit === undefined || unit > 9) return undefined;
    w.step();
    w.step();
    return BigInt(ten + unit);
  }
  const word = singular(w.word()) ?? "";
  const value = parts.get(word) ?? smallOrdinals.get(word) ?? tenfoldOrdinals.get(word);
  // A second is a time, and a first no part.
  if (value === undefined || word === "second" || word === "first") return undefined;
  w.step();
  return BigInt(value);
}

/** The parts that a word after a number in digits names, and the token after it: `2 thirds`. */
export function partsOf(
  tokens: readonly Token[],
  at: number,
  several: boolean,
): { den: bigint; next: number } | undefined {
  const w = new Words(tokens, at);
  const den = denominator(w, several);
  return den === undefined ? undefined : { den, next: w.at };
}

/** `a half`, `one third`, `three quarters`: a numerator and its parts. */
function fraction(w: Words): { num: bigint; den: bigint } | undefined {
  const before = w.at;
  const isArticle = w.word() === "a" || w.word() === "an";
  if (isArticle) w.step();
  const count = isArticle ? { value: 1n, joined: false, large: false } : cardinal(w);
  const den = count && !count.joined ? denominator(w, count.value !== 1n) : undefined;
  if (count && den !== undefined && !(count.large && parts.has(`${scaleName(den)}th`)))
    return { num: count.value, den };
  w.at = before;
  return undefined;
}

const scaleName = (den: bigint): string =>
  den === 100n ? "hundred" : den === 1000n ? "thousand" : den === 10n ** 6n ? "million" : "";

/** `twenty-first`, `one hundred and third`, `fifth`. */
function ordinal(w: Words): bigint | undefined {
  const before = w.at;
  let value = 0n;
  const hundreds = small.get(w.word()) ?? (w.word() === "a" ? 1 : 0);
  if (hundreds > 0 && hundreds < 10 && w.next() === "hundred") {
    w.step();
    w.step();
    if (w.word() === "and") w.step();
    value = BigInt(100 * hundreds);
  }
  const ten = tenfold.get(w.word());
  const unit = smallOrdinals.get(ten === undefined ? w.word() : w.next());
  const whole =
    ten === undefined ? (unit ?? tenfoldOrdinals.get(w.word())) : unit && unit < 10 ? ten + unit : undefined;
  if (whole === undefined) {
    w.at = before;
    return undefined;
  }
  if (ten !== undefined) w.step();
  w.step();
  return value + BigInt(whole);
}

const scaled = (num: bigint, den: bigint): Node => {
  if (num % den === 0n) return integer(num / den);
  if (num < den) return { kind: "div", num: integer(num), den: integer(den) };
  return { kind: "mixed", whole: num / den, num: num % den, den };
};

/** A scale or a dozen after a number: `two and a half million`, `three dozen`. */
function multiplier(w: Words): bigint {
  const value = w.word() === "dozen" ? 12n : (scaleAfter(w) ?? 1n);
  if (value !== 1n) w.step();
  return value;
}

function unsigned(w: Words): Node | undefined {
  const before = w.at;
  if (w.word() === "half") {
    w.step();
    // `half a million`, `half an hour`.
    const isOf = (w.word() === "a" || w.word() === "an") && w.next() !== "";
    if (isOf) w.step();
    return scaled(isOf ? multiplier(w) : 1n, 2n);
  }
  if (w.word() === "a" && w.next() === "dozen") {
    w.step();
    w.step();
    return integer(12);
  }
  if (w.word() === "dozen") return undefined;
  const share = fraction(w);
  if (share) return { kind: "div", num: integer(share.num), den: integer(share.den) };
  const position = ordinal(w);
  if (position !== undefined) return { kind: "ordinal", arg: integer(position) };
  w.at = before;
  const count = cardinal(w);
  if (!count) return undefined;
  if (w.word() === "point" && small.has(w.next())) return withDigits(w, count.value);
  if (w.word() === "and") {
    const joint = w.at;
    w.step();
    const more = fraction(w);
    if (more && more.num < more.den)
      return scaled((count.value * more.den + more.num) * multiplier(w), more.den);
    w.at = joint;
  }
  return integer(count.value * (w.word() === "dozen" ? multiplier(w) : 1n));
}

/** `three point one four`, digit by digit. */
function withDigits(w: Words, value: bigint): Node {
  w.step();
  let digits = "";
  for (let digit = small.get(w.word()); digit !== undefined && digit < 10; digit = small.get(w.word())) {
    digits += digit;
    w.step();
  }
  const number = decimal(`${value}.${digits}`);
  const scale = scaleAfter(w);
  if (scale === undefined) return number;
  w.step();
  return {
    kind: "mul",
    factors: [number, { kind: "pow", base: integer(10), exp: integer(String(scale).length - 1) }],
  };
}

export interface NumberInWords {
  node: Node;
  /** The token behind it. */
  next: number;
}

const first = new Set([
  ...small.keys(),
  ...tenfold.keys(),
  ...smallOrdinals.keys(),
  ...tenfoldOrdinals.keys(),
  ..."a an half hundred thousand million billion trillion negative minus".split(" "),
]);

/** Whether a number in words may begin with this word. */
export const startsNumberWords = (word: string): boolean => first.has(word.toLowerCase());

/** The number in words that begins at token `at`; undefined where there is none. */
export function numberWords(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const w = new Words(tokens, at);
  const negative = w.word() === "negative" || w.word() === "minus";
  if (negative) w.step();
  const node = unsigned(w);
  if (!node || (negative && node.kind === "ordinal")) return undefined;
  // Where another number or a part follows, nobody knows how the two belong together.
  if (startsBelowHundred(w.word()) || scaleAfter(w) !== undefined || isPart(w)) return undefined;
  return { node: negative ? negate(node) : node, next: w.at };
}

const isPart = (w: Words): boolean =>
  w.word() === "hundred" || [false, true].some((several) => denominator(w, several) !== undefined);
