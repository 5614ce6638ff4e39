// The evidence of a comparison for people: exact fractions, and the values of both sides with as many digits as it
// takes to see the difference. Made only if an explanation is requested.

import type { Ball } from "../ball/index.ts";
import type { Expr } from "../expression/expr.ts";
import type { Rational } from "../expression/rational.ts";
import type { Evidence, Note, Verdict } from "../terms/decision.ts";
import { Budget } from "../terms/limits.ts";
import { ofLimits, triedOr } from "../terms/result.ts";
import type { Agreement, Pair } from "./agreement.ts";
import { ballAt, type Point, valueParts } from "./evaluate.ts";

/** Digits of an integer or fraction from which on it is cut in the middle. */
const longest = 60;

function shorten(digits: string): string {
  return digits.length <= longest
    ? digits
    : `${digits.slice(0, 20)}…${digits.slice(-20)} (${digits.length} digits)`;
}

const fraction = ({ n, d }: Rational): string =>
  d === 1n ? shorten(String(n)) : `${shorten(String(n))}/${shorten(String(d))}`;

export const noteFractions = (a: Rational, b: Rational, found: Verdict): Note => ({
  rule: "rational",
  found,
  said: "both sides as exact fractions",
  evidence: { gold: fraction(a), answer: fraction(b) },
});

/** The midpoint of a ball in decimal digits; powers of ten where it is far from 1. */
export function decimalText({ m, e }: Ball, digits: number): string {
  if (m === 0n) return "0";
  const sign = m < 0n ? "-" : "";
  const size = m < 0n ? -m : m;
  // The exponent of ten of the first digit, at first up to one off.
  let ten = Math.floor((size.toString(2).length - 1 + e) * Math.log10(2));
  const scaled = (places: number): bigint => {
    const above = size * 10n ** BigInt(Math.max(places, 0)) * 2n ** BigInt(Math.max(e, 0));
    const below = 10n ** BigInt(Math.max(-places, 0)) * 2n ** BigInt(Math.max(-e, 0));
    return (2n * above + below) / (2n * below);
  };
  let text = String(scaled(digits - 1 - ten));
  if (text.length > digits) text = String(scaled(digits - 1 - ++ten));
  const plain = text.replace(/0+$/, "");
  if (ten < -4 || ten > 20) return `${sign}${plain[0]}${plain.length > 1 ? `.${plain.slice(1)}` : ""}e${ten}`;
  if (ten < 0) return `${sign}0.${"0".repeat(-ten - 1)}${plain}`;
  if (plain.length <= ten + 1) return sign + plain.padEnd(ten + 1, "0");
  return `${sign}${plain.slice(0, ten + 1)}.${plain.slice(ten + 1)}`;
}

/** Beyond this, the decimal digits of a ball are not worth computing. */
const widest = 4_000;
const isWide = (x: Ball): boolean => Math.abs(x.e) > widest || x.r === Number.POSITIVE_INFINITY;

function sideAt(expr: Expr, point: Point, complex: boolean, digits: number): string | undefined {
  const precision = 4 * digits + 64;
  const find = () => valueParts(expr, point, complex, precision, new Budget());
  const found = triedOr(find, "undecided", ofLimits);
  if (typeof found === "string" || found.some(isWide)) return undefined;
  const [re, im] = found.map((x) => decimalText(x, digits));
  return im === undefined || im === "0" ? re : `${re} + ${im}i`;
}

/** Both values at a point, with as many digits as it takes to see the difference; undefined if one has none. */
export function valuesAt({ a, b, complex }: Pair, point: Point): Evidence | undefined {
  const letters = [...point].map(([name, x]): [string, Ball] => [name, ballAt(x, 64)]);
  if (letters.some(([, x]) => isWide(x))) return undefined;
  const at = Object.fromEntries(letters.map(([name, x]) => [name, decimalText(x, 8)]));
  let seen: Evidence | undefined;
  for (const digits of [12, 30, 100]) {
    const gold = sideAt(a, point, complex, digits);
    const answer = sideAt(b, point, complex, digits);
    if (gold === undefined || answer === undefined) return seen;
    if (gold !== answer || !seen) seen = point.size === 0 ? { gold, answer } : { gold, answer, at };
    if (gold !== answer) break;
  }
  return seen;
}

const foundBy: Record<Agreement, Note["found"]> = {
  apart: "different",
  agree: "open",
  open: "open",
  undefined: "different",
  lacking: "open",
};

const saidOf: Record<Agreement, string> = {
  apart: "the values are proven apart",
  agree: "the values agree so far",
  open: "so few digits do not tell",
  undefined: "a side has no value",
  lacking: "the answer has no value, and the gold has one",
};

/** Two constants, or two expressions at a point. */
export function noteValues(pair: Pair, point: Point, agreement: Agreement): Note {
  const isNone = agreement === "undefined" || agreement === "lacking";
  const evidence = isNone ? undefined : valuesAt(pair, point);
  const rule = isNone ? "undefined" : point.size === 0 ? "interval" : "sampling";
  const note: Note = { rule, found: foundBy[agreement], said: saidOf[agreement] };
  return evidence ? { ...note, evidence } : note;
}
