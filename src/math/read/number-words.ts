// Numbers in English words: `twenty-one`, `two thirds`, `two and a half`, `a dozen`, `one million`, `first`. A closed grammar:
// words beside it, or in another order, are no number.

import { decimal, integer, type Node } from "../notation/tree.ts";
import type { Token } from "./scanner.ts";

const ones = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const small: ReadonlyMap<string, number> = new Map(
  [...ones, ...teens].map((name, value): [string, number] => [name, value]),
);
const tenfold: ReadonlyMap<string, number> = new Map(
  tens.map((name, i): [string, number] => [name, 20 + 10 * i]),
);
const scales: ReadonlyMap<string, bigint> = new Map([
  ["thousand", 1000n],
  ["million", 10n ** 6n],
  ["billion", 10n ** 9n],
  ["trillion", 10n ** 12n],
]);

const irregular = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const ordinalOf = (name: string): string =>
  (irregular as Record<string, string>)[name] ??
  (name.endsWith("y") ? `${name.slice(0, -1)}ieth` : `${name}th`);
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
    return token?.kind === "op" && token.value === ",";
  }

  private following(): number {
    const hyphen = this.tokens[this.at + 1];
    const tied = this.tokens[this.at + 2];
    const ties =
      hyphen?.kind === "op" &&
      hyphen.value === "-" &&
      hyphen.gap === "" &&
      tied?.kind === "word" &&
      tied.gap === "";
    return this.at + (ties ? 2 : 1);
  }
}

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
      scales.has(w.word()) && !total ? { value: 1n, joined: false, large: true } : belowThousand(w);
    if (!group) break;
    const scale = scales.get(w.word());
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
  const value = w.word() === "dozen" ? 12n : (scales.get(w.word()) ?? 1n);
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
  const scale = scales.get(w.word());
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
  ...scales.keys(),
  ...smallOrdinals.keys(),
  ...tenfoldOrdinals.keys(),
  ..."a an half hundred negative minus".split(" "),
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
  if (startsBelowHundred(w.word()) || scales.has(w.word()) || isPart(w)) return undefined;
  return { node: negative ? { kind: "neg", arg: node } : node, next: w.at };
}

const isPart = (w: Words): boolean =>
  w.word() === "hundred" || [false, true].some((several) => denominator(w, several) !== undefined);
