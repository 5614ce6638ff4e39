// Times of day and dates. Each has a closed grammar of its own over the tokens of a whole text; what is no time and no date
// is left to the rules of mathematics, where `15:45` is a ratio.

import { lex } from "../read/lex.ts";
import { numberWords, startsNumberWords } from "../read/numbers.ts";
import type { Token } from "../read/token.ts";
import { type Decision, different, equal } from "../terms/decision.ts";

/** Tokens that are read from the left, one after the other. */
class Tokens {
  private at = 0;
  private readonly tokens: Token[];

  constructor(text: string) {
    const layout = new Set(["{", "}", "**", '"', "^"]);
    this.tokens = lex(text).filter(({ kind, value }) => !(kind === "op" && layout.has(value)));
  }

  get ended(): boolean {
    // A full stop ends the sentence, and no part of it.
    const { kind, value } = this.tokens[this.at]!;
    return kind === "end" || (value === "." && this.tokens[this.at + 1]?.kind === "end");
  }

  /** Takes the token, if it is such a word or sign. */
  eat(wanted: RegExp): string | undefined {
    const { kind, value } = this.tokens[this.at]!;
    if ((kind !== "word" && kind !== "op") || !wanted.test(value)) return undefined;
    this.at++;
    return value.toLowerCase();
  }

  /** Takes a number in digits, of at most so many. */
  digits(most: number): string | undefined {
    const { kind, value, exponent } = this.tokens[this.at]!;
    if (kind !== "number" || exponent !== undefined || value.length > most || /\D/.test(value))
      return undefined;
    this.at++;
    return value;
  }

  /** Takes all that is left. */
  skipAll(): void {
    this.at = this.tokens.length - 1;
  }

  /** Takes all of these, or nothing. */
  sequence(...wanted: RegExp[]): boolean {
    const start = this.at;
    if (wanted.every((each) => this.eat(each) !== undefined)) return true;
    this.at = start;
    return false;
  }

  /** Takes a whole number or a position in words. */
  spoken(): number | undefined {
    const { kind, value } = this.tokens[this.at]!;
    if (kind !== "word" || !startsNumberWords(value)) return undefined;
    const found = numberWords(this.tokens, this.at);
    const number = found?.node.kind === "ordinal" ? found.node.arg : found?.node;
    if (number?.kind !== "number" || number.places > 0) return undefined;
    this.at = found!.next;
    return Number(number.mantissa);
  }
}

interface Time {
  /** Seconds from midnight, in the half of the day that is said, or on a clock of twenty-four hours. */
  seconds: number;
  /** Whether it cannot be anything but a time. */
  certain: boolean;
  /** Whether the half of the day is left open, as in `5 o'clock`. */
  open: boolean;
}

const am = /^am$/i;
const pm = /^pm$/i;

/** `AM`, `p.m.`, `in the morning`; "" where nothing is said. */
function halfOfDay(t: Tokens): "am" | "pm" | "" {
  const half = t.eat(am) ? "am" : t.eat(pm) ? "pm" : undefined;
  if (half) return half;
  for (const [letter, name] of [
    [/^a$/i, "am"],
    [/^p$/i, "pm"],
  ] as const)
    if (t.sequence(letter, /^\.$/, /^m$/i)) {
      if (!t.ended) t.eat(/^\.$/);
      return name;
    }
  if (t.sequence(/^in$/i, /^the$/i, /^morning$/i)) return "am";
  if (t.sequence(/^in$/i, /^the$/i, /^(?:afternoon|evening)$/i)) return "pm";
  return "";
}

const hanHalves: Readonly<Record<string, "am" | "pm">> = {
  上午: "am",
  早上: "am",
  凌晨: "am",
  下午: "pm",
  晚上: "pm",
  傍晚: "pm",
};

function timeOf(text: string): Time | undefined {
  const t = new Tokens(text);
  const found = namedTime(t) ?? clockTime(t);
  return found && t.ended ? found : undefined;
}

/** `noon`, `12 midnight`. */
function namedTime(t: Tokens): Time | undefined {
  const name = t.eat(/^(?:noon|midday|midnight)$/i);
  return name === undefined
    ? undefined
    : { seconds: name === "midnight" ? 0 : 43_200, certain: true, open: false };
}

function clockTime(t: Tokens): Time | undefined {
  const han = t.eat(/^(?:上午|早上|凌晨|下午|晚上|傍晚)$/);
  const written = t.digits(2);
  const hour = written === undefined ? t.spoken() : Number(written);
  if (hour === undefined) return undefined;
  const parted = written !== undefined && t.eat(/^(?:[:]|点|时)$/);
  const minutes = parted ? t.digits(2) : undefined;
  if (parted === ":" && minutes?.length !== 2) return undefined;
  if (parted && parted !== ":" && minutes !== undefined) t.eat(/^分$/);
  const seconds = parted === ":" && t.eat(/^:$/) ? t.digits(2) : undefined;
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  const clock = m === 0 && seconds === undefined && t.sequence(/^o$/i, /^'$/, /^clock$/i);
  const name = namedTime(t);
  const half = han ? hanHalves[han]! : halfOfDay(t);
  const isHan = parted !== undefined && parted !== ":";
  const certain = clock || half !== "" || name !== undefined || isHan;
  if ((minutes === undefined && !certain) || m > 59 || s > 59 || hour > 24) return undefined;
  if (name) return hour === 12 && m === 0 && half === "" ? name : undefined;
  const rest = 60 * m + s;
  if (half === "" || (han && hour > 12))
    return { seconds: (hour % 24) * 3600 + rest, certain, open: clock && hour <= 12 };
  if (hour < 1 || hour > 12) return undefined;
  return { seconds: (hour % 12) * 3600 + (half === "pm" ? 43_200 : 0) + rest, certain: true, open: false };
}

/** Times, where one side is said to be one; undefined where the gold is none. */
function compareTimes(gold: string, answer: string): Decision | undefined {
  const g = timeOf(gold);
  const a = g && timeOf(answer);
  if (!g || !(g.certain || a?.certain)) return undefined;
  if (!a) return different("time", "a time of day against something else");
  // Five o'clock is five on a clock; it is said neither of the morning nor of the evening.
  if (g.open !== a.open && (g.open ? a : g).certain)
    return different("time", "the half of the day on one side only");
  return g.seconds === a.seconds ? equal("time") : different("time");
}

const months = "january february march april may june july august september october november december".split(
  " ",
);
const monthWord =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?$/i;

function monthIn(t: Tokens): number | undefined {
  const name = t.eat(monthWord);
  if (name === undefined) return undefined;
  t.eat(/^\.$/);
  return 1 + months.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

/** `5`, `5th`, `fifth`. */
function dayIn(t: Tokens): number | undefined {
  const digits = t.digits(2);
  if (digits === undefined) return t.spoken();
  t.eat(/^(?:st|nd|rd|th)$/i);
  return Number(digits);
}

interface Day {
  month: number;
  day: number;
  year: string;
  weekday: string;
}

/** The date that a text names; undefined where it is none. */
function dateOf(text: string): Day | undefined {
  const t = new Tokens(text);
  const name = t.eat(weekday)?.slice(0, 3) ?? "";
  if (name !== "") t.eat(/^,$/);
  const found = numericDate(t, text) ?? spokenDate(t);
  if (
    !found ||
    !t.ended ||
    found.day < 1 ||
    found.day > (found.month === 2 ? 29 : [4, 6, 9, 11].includes(found.month) ? 30 : 31)
  )
    return undefined;
  return { ...found, weekday: name };
}

/** `2024-03-05`, `2024年3月5日`, `3月5日`. */
function numericDate(t: Tokens, text: string): Omit<Day, "weekday"> | undefined {
  const [, isoYear, isoMonth, isoDay] = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/.exec(text) ?? [];
  const [, year = "", month, day] = isoYear
    ? ["", isoYear, isoMonth, isoDay]
    : (/^\s*(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?\s*。?\s*$/.exec(text) ?? []);
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  t.skipAll();
  return { year, month: Number(month), day: Number(day) };
}

/** `March 5th, 2024`, `the fifth of March`. */
function spokenDate(t: Tokens): Omit<Day, "weekday"> | undefined {
  let month = monthIn(t);
  if (month === undefined) t.eat(/^the$/i);
  const day = dayIn(t);
  if (month === undefined) {
    t.eat(/^of$/i);
    month = monthIn(t);
  }
  if (month === undefined || day === undefined) return undefined;
  t.eat(/^,$/);
  return { month, day, year: t.digits(4) ?? "" };
}

function compareDates(gold: string, answer: string): Decision | undefined {
  const g = dateOf(gold);
  if (!g) return undefined;
  const a = dateOf(answer);
  if (!a) return different("date", "a date against something else");
  const isSame = g.month === a.month && g.day === a.day && g.year === a.year && g.weekday === a.weekday;
  return isSame ? equal("date") : different("date");
}

const mayBeTime = /\d\s*(?::|点|时)|(?<![A-Za-z])[ap]\.?\s?m\b|o['’]\s?clock|noon|midday|midnight/i;
const mayBeDate = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\d{4}-\d\d-\d\d|月/i;

/** A gold that is a time of day or a date is compared as one; undefined where it is neither. */
export function compareCalendar(gold: string, answer: string): Decision | undefined {
  if (gold.length > 80 || answer.length > 200) return undefined;
  if (mayBeTime.test(gold)) {
    const times = compareTimes(gold, answer);
    if (times) return times;
  }
  return mayBeDate.test(gold) && /\d|[a-z]{3}/i.test(gold) ? compareDates(gold, answer) : undefined;
}
