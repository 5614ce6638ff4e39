// The value of an expression of the reference's language: a fraction if it only has numbers, and otherwise the same
// expression in unambiguous LaTeX, which `verify` decides.

import type { Expression } from "./expression.ts";

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Larger powers are left to `verify`, which has its own limits. */
const largestExponent = 64n;

/**
 * Longer numbers are left to it too: `((9^9)^9)^9` has 2,300 binary digits, and each further `^9` multiplies that by
 * nine.
 */
const mostBits = 100_000;

/** The binary digits of the longer of two numbers, approximately. */
const bitsOf = (a: bigint, b: bigint): number => 4 * Math.max(a.toString(16).length, b.toString(16).length);

const isShort = ({ numerator, denominator }: Fraction): boolean => bitsOf(numerator, denominator) <= mostBits;

/** Undefined if there are roots, letters, a division by zero, or numbers that are too long. */
export function exactValue(expression: Expression): Fraction | undefined {
  switch (expression.kind) {
    case "number":
      return fractionOf(expression.digits);
    case "negative": {
      const value = exactValue(expression.of);
      return value && { numerator: -value.numerator, denominator: value.denominator };
    }
    case "sum":
    case "product":
    case "quotient":
    case "power": {
      const left = exactValue(expression.left);
      const right = left && exactValue(expression.right);
      const value = right && combine(expression.kind, left, right);
      return value && isShort(value) ? value : undefined;
    }
    default:
      return undefined;
  }
}

function combine(
  kind: "sum" | "product" | "quotient" | "power",
  { numerator: a, denominator: b }: Fraction,
  { numerator: c, denominator: d }: Fraction,
): Fraction | undefined {
  switch (kind) {
    case "sum":
      return { numerator: a * d + c * b, denominator: b * d };
    case "product":
      return { numerator: a * c, denominator: b * d };
    case "quotient":
      return c === 0n ? undefined : { numerator: a * d, denominator: b * c };
    case "power": {
      if (c % d !== 0n) return undefined;
      const exponent = c / d;
      const size = exponent < 0n ? -exponent : exponent;
      if (size > largestExponent || (exponent < 0n && a === 0n)) return undefined;
      const [top, bottom] = exponent < 0n ? [b, a] : [a, b];
      if (Number(size) * (bitsOf(top, bottom) - 4) > mostBits) return undefined;
      return { numerator: top ** size, denominator: bottom ** size };
    }
  }
}

/** Undefined for an exponent that does not occur in answers. */
function fractionOf(digits: string): Fraction | undefined {
  const [mantissa, exponent = "0"] = digits.split("e");
  const [whole, decimals = ""] = mantissa!.split(".");
  const shift = Number(exponent) - decimals.length;
  if (Math.abs(shift) > 1000) return undefined;
  const value = BigInt(`${whole}${decimals}` || "0");
  return shift < 0
    ? { numerator: value, denominator: 10n ** BigInt(-shift) }
    : { numerator: value * 10n ** BigInt(shift), denominator: 1n };
}

/** Letters without a special meaning; `e` and `i` are plain letters in the reference, too. */
const freeLetters = "xyzabcuvwpqrst";

/** A free letter for each symbol of both sides; undefined if there are too many. */
export function namesOf(...expressions: Expression[]): ReadonlyMap<string, string> | undefined {
  const symbols = new Set<string>();
  const stack = [...expressions];
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (next.kind === "symbol") symbols.add(next.name);
    else if ("of" in next) stack.push(next.of);
    else if ("left" in next) stack.push(next.left, next.right);
  }
  if (symbols.size > freeLetters.length) return undefined;
  return new Map([...symbols].sort().map((name, i) => [name, freeLetters[i]!]));
}

export function latexOf(expression: Expression, names: ReadonlyMap<string, string>): string {
  const write = (part: Expression): string => {
    switch (part.kind) {
      case "number": {
        const value = fractionOf(part.digits);
        return value ? `\\frac{${value.numerator}}{${value.denominator}}` : part.digits;
      }
      case "pi":
        return "\\pi";
      case "symbol":
        return names.get(part.name)!;
      case "negative":
        return `(-${write(part.of)})`;
      case "call":
        return part.name === "sqrt" ? `\\sqrt{${write(part.of)}}` : `\\ln(${write(part.of)})`;
      case "sum":
        return `(${write(part.left)}+${write(part.right)})`;
      case "product":
        return `(${write(part.left)}\\cdot ${write(part.right)})`;
      case "quotient":
        return `\\frac{${write(part.left)}}{${write(part.right)}}`;
      case "power":
        return `(${write(part.left)})^{${write(part.right)}}`;
    }
  };
  return write(expression);
}
