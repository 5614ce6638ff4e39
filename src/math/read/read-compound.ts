// Quantities in two or three units: `2 hours 30 minutes`, `2h30m`, `5 feet 6 inches`. One value, in its first unit.

import { integer, type Node } from "../notation/tree.ts";
import { numberWords, startsNumberWords } from "./number-words.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

interface Rung {
  /** The canonical name of the unit. */
  name: string;
  names: ReadonlySet<string>;
  /** How many of the next smaller unit make one. */
  holds: bigint;
}

interface Ladder {
  rungs: Rung[];
  /** Whether commas may part the units too; of lengths, two with a comma between are two. */
  commas: boolean;
  joins: boolean;
}

const rung = (text: string, holds: number): Rung => {
  const names = text.split(" ");
  return { name: names[0]!, names: new Set(names), holds: BigInt(holds) };
};

const ladders: readonly Ladder[] = [
  {
    rungs: [
      rung("week weeks wk wks", 7),
      rung("day days d", 24),
      rung("h hr hrs hour hours", 60),
      rung("min mins minute minutes m", 60),
      rung("s sec secs second seconds", 1),
    ],
    commas: true,
    joins: true,
  },
  { rungs: [rung("year years yr yrs", 12), rung("month months", 1)], commas: true, joins: true },
  {
    rungs: [rung("yd yard yards", 3), rung("ft foot feet", 12), rung("inch inches in", 1)],
    commas: false,
    joins: true,
  },
  { rungs: [rung("lb lbs pound pounds", 16), rung("oz ounce ounces", 1)], commas: false, joins: true },
  { rungs: [rung("$ dollar dollars", 100), rung("¢ cent cents", 1)], commas: false, joins: true },
  {
    rungs: [
      rung("km kilometer kilometers", 1000),
      rung("m meter meters metre metres", 100),
      rung("cm centimeter centimeters", 10),
      rung("mm millimeter millimeters", 1),
    ],
    commas: false,
    joins: false,
  },
  {
    rungs: [rung("kg kilogram kilograms", 1000), rung("g gram grams", 1)],
    commas: false,
    joins: false,
  },
];

interface Part {
  digits: string;
  unit: string;
  joint: "" | "," | "and";
  next: number;
}

/** A number and a word behind it, with what joins it to the part before. */
function partAt(r: Reader, from: number): Part | undefined {
  let at = from;
  let joint: Part["joint"] = "";
  if (r.tokens[at]!.kind === "op" && r.tokens[at]!.value === ",") {
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
  const isShort =
    unit.value.length < 4 && stop.kind === "op" && stop.value === "." && r.tokens[unitAt + 2]!.kind !== "end";
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

/** Two whole numbers and what stands between them: `1 in 6`, `10C3`, `5 R 2`. */
interface Phrase {
  between: RegExp;
  /** Whether it may stand without spaces. */
  glued?: true;
  means(first: string, second: string): Node | undefined;
}

const factorial = (arg: Node): Node => ({ kind: "factorial", arg, order: 1 });
const whole = (digits: string): Node => integer(BigInt(digits));

const phrases: readonly Phrase[] = [
  {
    between: /^(?:in|out of)$/,
    means: (first, second) => ({ kind: "div", num: whole(first), den: whole(second) }),
  },
  {
    between: /^(?:R|r|rem|remainder)$/,
    glued: true,
    means: (first, second) => ({ kind: "text", words: `${first} remainder ${second}` }),
  },
  {
    between: /^C$/,
    glued: true,
    means: (first, second) => ({
      kind: "call",
      name: "binom",
      args: [whole(first), whole(second)],
      base: null,
    }),
  },
  {
    between: /^P$/,
    glued: true,
    means: (first, second) => ({
      kind: "div",
      num: factorial(whole(first)),
      den: factorial({ kind: "add", terms: [whole(first), { kind: "neg", arg: whole(second) }] }),
    }),
  },
];

/** The first words of the phrases. */
const phraseWords = new Set("in out R r rem remainder C P".split(" "));

const isWhole = (token: Token): boolean =>
  token.kind === "number" && token.exponent === undefined && /^\d{1,9}$/.test(token.value);

function readPhrase(r: Reader): Node | undefined {
  if (r.token.kind !== "number" || !phraseWords.has(r.peek().value)) return undefined;
  if (!/^\d{1,40}$/.test(r.token.value)) return undefined;
  let at = 1;
  while (r.peek(at).kind === "word" && at < 3) at++;
  const words = Array.from({ length: at - 1 }, (_, i) => r.peek(1 + i));
  const between = words.map(({ value }) => value).join(" ");
  const second = r.peek(at);
  if (words.length === 0 || !isWhole(second) || r.peek(at + 1).kind !== "end") return undefined;
  const phrase = phrases.find((row) => row.between.test(between));
  const isGlued = words[0]!.gap === "" && second.gap === "";
  if (!phrase || (isGlued && !phrase.glued) || (/^[CP]$/.test(between) && !isGlued)) return undefined;
  const node = phrase.means(r.token.value, second.value);
  if (node) r.i += at + 1;
  return node;
}

/** Reads such a quantity; undefined, and nothing read, where there is none. */
export function readCompound(r: Reader): Node | undefined {
  if (r.token.kind !== "number" && r.token.kind !== "word") return undefined;
  const phrase = readPhrase(r);
  if (phrase) return phrase;
  for (let parts = partsAt(r); parts.length > 1; parts = parts.slice(0, -1)) {
    const found = ladders.map((ladder) => onLadder(ladder, parts)).find((node) => node !== undefined);
    if (!found) continue;
    r.i = parts.at(-1)!.next;
    return found;
  }
  return undefined;
}

/** The value in the first unit, where each part is of a smaller unit and less than one of the unit before. */
function onLadder({ rungs, commas, joins }: Ladder, parts: readonly Part[]): Node | undefined {
  let last = -1;
  let value = 0n;
  let size = 1n;
  for (const [i, { digits, unit, joint }] of parts.entries()) {
    const at = rungs.findIndex(
      ({ names }) => names.has(unit) || (unit.length > 3 && names.has(unit.toLowerCase())),
    );
    if (at <= last || (joint === "," && !commas) || (joint !== "" && !joins)) return undefined;
    if (!/^\d{1,15}$/.test(digits)) return undefined;
    const steps = i === 0 ? 1n : rungs.slice(last, at).reduce((product, { holds }) => product * holds, 1n);
    if (i > 0 && BigInt(digits) >= steps) return undefined;
    value = value * steps + BigInt(digits);
    size *= steps;
    last = at;
  }
  const first = rungs.find(
    ({ names }) => names.has(parts[0]!.unit) || names.has(parts[0]!.unit.toLowerCase()),
  )!;
  return {
    kind: "unit",
    arg: ratio(value, size),
    unit: { factors: [{ name: first.name, power: 1 }], noun: "" },
  };
}

function ratio(value: bigint, size: bigint): Node {
  const [whole, rest] = [value / size, value % size];
  if (rest === 0n) return integer(whole);
  const common = gcd(size, rest);
  return whole === 0n
    ? { kind: "div", num: integer(rest / common), den: integer(size / common) }
    : { kind: "mixed", whole, num: rest / common, den: size / common };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
