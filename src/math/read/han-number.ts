// Numbers in Chinese words: `二十一`, `四分之三`, `三点五`, `百分之五十`. A closed grammar; what it does not know is no number.

/** The parts of a number as it would be written in digits. */
export interface HanNumber {
  /** Digits, perhaps with a decimal point. */
  digits: string;
  /** The denominator, where it is a fraction. */
  under?: string;
  percent?: true;
  /** How many characters it takes. */
  length: number;
}

const ones = "零一二三四五六七八九";
const digitOf = (c: string | undefined): number => {
  if (c === undefined) return -1;
  if (c === "〇") return 0;
  return c === "两" ? 2 : ones.indexOf(c);
};
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const myriads: Readonly<Record<string, bigint>> = { 亿: 100_000_000n, 万: 10_000n };

/** Characters that a number may begin with. */
export const startsHanNumber = (c: string): boolean => digitOf(c) >= 0 || "十百半".includes(c);

/** Reads the number that begins here; undefined where there is none. */
export const readHanNumber = (text: string, from: number): HanNumber | undefined =>
  share(text, from) ?? half(text, from) ?? plain(text, from);

/** `四分之三` names the denominator first. */
function share(text: string, from: number): HanNumber | undefined {
  const under = text[from] === "百" ? { value: 100n, length: 1 } : whole(text, from);
  if (!under || under.value === 0n) return undefined;
  const after = from + under.length;
  if (!text.startsWith("分之", after)) return undefined;
  const over = plain(text, after + 2);
  if (!over) return undefined;
  const length = under.length + 2 + over.length;
  if (under.value === 100n) return { digits: over.digits, percent: true, length };
  return over.digits.includes(".") ? undefined : { digits: over.digits, under: String(under.value), length };
}

const half = (text: string, from: number): HanNumber | undefined => {
  const length = text.startsWith("一半", from) ? 2 : text[from] === "半" ? 1 : 0;
  return length === 0 ? undefined : { digits: "1", under: "2", length };
};

/** `十二`, `三点五`. */
function plain(text: string, from: number): HanNumber | undefined {
  const before = whole(text, from);
  if (!before) return undefined;
  let at = from + before.length;
  if (text[at] !== "点" || digitOf(text[at + 1]) < 0)
    return { digits: String(before.value), length: before.length };
  let digits = `${before.value}.`;
  for (at++; digitOf(text[at]) >= 0; at++) digits += digitOf(text[at]);
  return { digits, length: at - from };
}

/** Parts below ten thousand, each but the last with its myriad: `三万五千`. */
function whole(text: string, from: number): { value: bigint; length: number } | undefined {
  let total = 0n;
  let last: bigint | undefined;
  let at = from;
  for (;;) {
    const skips = last !== undefined && digitOf(text[at]) === 0;
    if (skips) at++;
    const part = belowMyriad(text, at);
    if (!part) break;
    const myriad = myriads[text[at + part.length] ?? ""];
    // `一万五` is fifteen thousand to most, as `一百五` is a hundred and fifty.
    if (last !== undefined && !skips && part.length === 1 && myriad === undefined) return undefined;
    // Parts go down; after the one without a myriad there is nothing more.
    if (myriad !== undefined && last !== undefined && myriad >= last) return undefined;
    total += BigInt(part.value) * (myriad ?? 1n);
    at += part.length + (myriad === undefined ? 0 : 1);
    last = myriad;
    if (myriad === undefined) break;
  }
  // Digits in a row (`二〇二四`, `三五`) are no count, and neither is a number that breaks off at a digit.
  if (at === from || digitOf(text[at]) >= 0 || (text[at] ?? "") in places) return undefined;
  return { value: total, length: at - from };
}

/** `三百零五`, `十二`, `七`. */
function belowMyriad(text: string, from: number): { value: number; length: number } | undefined {
  let value = 0;
  let least = 10_000;
  let at = from;
  for (;;) {
    const isFirst = at === from;
    // A zero stands for the places that are left out.
    const skips = !isFirst && digitOf(text[at]) === 0;
    const digit = digitOf(text[skips ? at + 1 : at]);
    const place = places[text[(skips ? at + 1 : at) + (digit > 0 ? 1 : 0)] ?? ""];
    if (digit < 0 && !(isFirst && place === 10)) break;
    if (digit === 0) return isFirst && place === undefined ? { value: 0, length: 1 } : undefined;
    if (place !== undefined && place >= least) return undefined;
    value += (digit < 0 ? 1 : digit) * (place ?? 1);
    at += (skips ? 1 : 0) + (digit < 0 ? 0 : 1) + (place === undefined ? 0 : 1);
    if (place === undefined) {
      // `一百五` is a hundred and fifty to some: the last digit needs the tens, or a zero, before it.
      if (!isFirst && !skips && least > 10) return undefined;
      break;
    }
    least = place;
  }
  return at === from ? undefined : { value, length: at - from };
}
