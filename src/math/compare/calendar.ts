// Times of day and dates. Each is a pattern over the words of a whole text; other texts are left to the rules of
// mathematics, where `15:45` is a ratio.

import { isInteger } from "../notation/tree.ts";
import { lex } from "../read/lex.ts";
import { numberWords, startsNumberWords } from "../read/numbers.ts";
import { type Decision, different, equal } from "../terms/decision.ts";

const layout = new Set(["{", "}", "**", '"', "^"]);

/**
 * The words, numbers and signs of a text in lower case with single spaces, numbers in words as digits, without a full
 * stop.
 */
function wordsOf(text: string): string {
  const tokens = lex(text).filter(({ kind, value }) => !(kind === "op" && layout.has(value)));
  const words: string[] = [];
  let at = 0;
  while (tokens[at]!.kind !== "end") {
    const { kind, value, exponent = "" } = tokens[at]!;
    const spoken = kind === "word" && startsNumberWords(value) ? numberWords(tokens, at) : undefined;
    const number = spoken?.node.kind === "ordinal" ? spoken.node.arg : spoken?.node;
    const isWhole = number !== undefined && isInteger(number);
    words.push(isWhole ? String(number.mantissa) : `${value.toLowerCase()}${exponent}`);
    at = isWhole ? spoken!.next : at + 1;
  }
  return words.join(" ").replace(/ \.$/, "");
}

interface Time {
  /** Seconds from midnight, in the given half of the day, or on a clock of twenty-four hours. */
  seconds: number;
  /** Whether it has no other reading than a time. */
  certain: boolean;
  /** Whether the half of the day is left open, as in `5 o'clock`. */
  open: boolean;
}

const clockTime = new RegExp(
  [
    /^(?:(?:(?<am>上午|早上|凌晨)|(?<pm>下午|晚上|傍晚)) )?/,
    /(?<hour>\d\d?)(?: : (?<minutes>\d\d)(?: : (?<seconds>\d\d?))?|(?<han> [点时])(?: (?<hanMinutes>\d\d?)(?: 分)?)?)?/,
    /(?<clock> o ' clock)?(?: (?<name>noon|midday|midnight))?/,
    /(?: (?:(?<before>am|a \. m(?: \.)?|in the morning)|(?<after>pm|p \. m(?: \.)?|in the (?:afternoon|evening))))?$/,
  ]
    .map(({ source }) => source)
    .join(""),
);

const noon = 43_200;

/** `noon`, `12 midnight`. */
const namedTime = (name: string): Time => ({
  seconds: name === "midnight" ? 0 : noon,
  certain: true,
  open: false,
});

function timeOf(text: string): Time | undefined {
  const words = wordsOf(text);
  if (/^(?:noon|midday|midnight)$/.test(words)) return namedTime(words);
  const found = clockTime.exec(words)?.groups;
  if (!found) return undefined;
  const hour = Number(found.hour);
  const minutes = found.minutes ?? found.hanMinutes;
  const [m, s] = [Number(minutes ?? 0), Number(found.seconds ?? 0)];
  const isMorning = (found.am ?? found.before) !== undefined;
  const isLater = (found.pm ?? found.after) !== undefined;
  const isClock = found.clock !== undefined && m === 0;
  if (found.clock !== undefined && (m > 0 || found.seconds !== undefined)) return undefined;
  if (found.name !== undefined)
    return hour === 12 && m === 0 && !isMorning && !isLater ? namedTime(found.name) : undefined;
  const certain = isClock || isMorning || isLater || found.han !== undefined;
  if ((minutes === undefined && !certain) || m > 59 || s > 59 || hour > 24) return undefined;
  const rest = 60 * m + s;
  const isOfDay = (found.am ?? found.pm) !== undefined && hour > 12;
  if ((!isMorning && !isLater) || isOfDay)
    return { seconds: (hour % 24) * 3600 + rest, certain, open: isClock && hour <= 12 };
  if (hour < 1 || hour > 12) return undefined;
  return { seconds: (hour % 12) * 3600 + (isLater ? noon : 0) + rest, certain, open: false };
}

/** Times, if one side is clearly one; undefined if the gold is not a time. */
function compareTimes(gold: string, answer: string): Decision | undefined {
  const g = timeOf(gold);
  const a = g && timeOf(answer);
  if (!g || !(g.certain || a?.certain)) return undefined;
  if (!a) return different("time", "a time of day against something else");
  // Five o'clock does not say whether it is in the morning or in the evening.
  if (g.open !== a.open && (g.open ? a : g).certain)
    return different("time", "the half of the day on one side only");
  return g.seconds === a.seconds ? equal("time") : different("time");
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const day = "(\\d\\d?)(?: (?:st|nd|rd|th))?";
const weekday = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:day)?(?: ,)? /;
const spokenDate = new RegExp(
  `^(?:(${month})(?: \\.)? ${day}|(?:the )?${day} (?:of )?(${month})(?: \\.)?)(?: ,)?(?: (\\d{1,4}))?$`,
);
/** `2024-03-05`, `2024年3月5日`, `3月5日`. */
const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const hanDate = /^(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?\s*。?$/;

/** The date of a text in a canonical form; undefined if it is not a date. */
function dateOf(text: string): string | undefined {
  const words = wordsOf(text);
  const [named = "", onWeekday = ""] = weekday.exec(words) ?? [];
  const [, ...spoken] = spokenDate.exec(words.slice(named.length)) ?? [];
  const [, ...written] = isoDate.exec(text.trim()) ?? hanDate.exec(text.trim()) ?? [];
  const name = spoken[0] ?? spoken[3];
  const [year = "", inYear, inMonth] =
    name === undefined
      ? written
      : [spoken[4], String(1 + months.indexOf(name.slice(0, 3))), spoken[1] ?? spoken[2]];
  const [m, d] = [Number(inYear), Number(inMonth)];
  const longest = m === 2 ? 29 : [4, 6, 9, 11].includes(m) ? 30 : 31;
  return m >= 1 && m <= 12 && d >= 1 && d <= longest ? `${onWeekday} ${year}-${m}-${d}` : undefined;
}

function compareDates(gold: string, answer: string): Decision | undefined {
  const g = dateOf(gold);
  if (g === undefined) return undefined;
  const a = dateOf(answer);
  if (a === undefined) return different("date", "a date against something else");
  return g === a ? equal("date") : different("date");
}

const mayBeTime = /\d\s*(?::|点|时)|(?<![A-Za-z])[ap]\.?\s?m\b|o['’]\s?clock|noon|midday|midnight/i;
const mayBeDate = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\d{4}-\d\d-\d\d|月/i;

/** Compares a gold that is a time of day or a date; undefined if it is neither. */
export function compareCalendar(gold: string, answer: string): Decision | undefined {
  if (gold.length > 80 || answer.length > 200) return undefined;
  if (mayBeTime.test(gold)) {
    const times = compareTimes(gold, answer);
    if (times) return times;
  }
  return mayBeDate.test(gold) && /\d|[a-z]{3}/i.test(gold) ? compareDates(gold, answer) : undefined;
}
