// Identity of rational expressions, by evaluation modulo random primes at random points. A difference at any point is a
// proof; agreement at enough of them leaves a probability of error below 2^-60.

import { bitLength } from "../ball/bits.ts";
import { type Expr, type ExprOf, freeNames, has, joined, nodesIn } from "../expression/expr.ts";
import { type Decision, different, provenDifferent, undecided } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { work } from "../terms/limits.ts";
import { Stream } from "../terms/random.ts";

/** a·b mod p for p < 2^30, with the quotient guessed in doubles and the rest corrected in 32 bits. */
function multiply(a: number, b: number, p: number): number {
  const quotient = Math.floor((a * b) / p);
  let rest = (Math.imul(a, b) - Math.imul(quotient, p)) | 0;
  if (rest < 0) rest += p;
  else if (rest >= p) rest -= p;
  return rest;
}

/** For exponents below 2^31. */
function raise(base: number, exponent: number, p: number): number {
  let result = 1;
  let square = base;
  for (let k = exponent; k > 0; k >>= 1) {
    if ((k & 1) === 1) result = multiply(result, square, p);
    square = multiply(square, square, p);
  }
  return result;
}

const witnesses = [2, 7, 61];
const smallPrimes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/** Of an odd number below 2^30. */
function isPrime(n: number): boolean {
  for (const p of smallPrimes) if (n % p === 0) return false;
  let odd = n - 1;
  let twos = 0;
  while ((odd & 1) === 0) {
    odd >>= 1;
    twos++;
  }
  next: for (const witness of witnesses) {
    let x = raise(witness, odd, n);
    if (x === 1 || x === n - 1) continue;
    for (let i = 1; i < twos; i++) {
      x = multiply(x, x, n);
      if (x === n - 1) continue next;
    }
    return false;
  }
  return true;
}

/** A random prime between 2^29 and 2^30, of the form 4k + 1, so that -1 has a square root. */
function randomPrime(random: Stream): number {
  for (;;) {
    const n = 2 ** 29 + 4 * (random.next() >>> 5) + 1;
    if (isPrime(n)) return n;
  }
}

interface Size {
  degree: number;
  bits: number;
}

/**
 * Bounds for the degree and for the bits of the coefficients of numerator and denominator; undefined if an expression
 * is not rational.
 */
function sizeOf(expr: Expr): Size | undefined {
  switch (expr.t) {
    case "num":
      return { degree: 0, bits: Math.max(bitLength(expr.n), bitLength(expr.d)) };
    case "sym":
      return { degree: 1, bits: 1 };
    case "const":
      return expr.name === "infinity" ? undefined : { degree: 1, bits: 1 };
    case "add":
    case "mul":
      return joined<Size, undefined>(expr.args, { degree: 0, bits: 0 }, sizeOf, (a, b) => ({
        degree: a.degree + b.degree,
        bits: a.bits + b.bits + 1,
      }));
    case "pow": {
      const size = expr.exp.t === "num" && expr.exp.d === 1n ? sizeOf(expr.base) : undefined;
      const times = expr.exp.t === "num" ? Math.abs(Number(expr.exp.n)) : 0;
      return size && { degree: size.degree * times, bits: (size.bits + size.degree + 1) * times };
    }
    default:
      return undefined;
  }
}

interface Field {
  p: number;
  values: ReadonlyMap<string, number>;
  imaginary: number;
}

const reduce = (n: bigint, p: number): number => {
  const rest = Number(n % BigInt(p));
  return rest < 0 ? rest + p : rest;
};

/** The value in the field; undefined at a pole. */
function evaluate(expr: Expr, field: Field, budget: Budget): number | undefined {
  budget.spend(1);
  const { p } = field;
  const go = (part: Expr): number | undefined => evaluate(part, field, budget);
  switch (expr.t) {
    case "num": {
      budget.spend(nodesIn(expr) - 1);
      const top = reduce(expr.n, p);
      if (expr.d === 1n) return top;
      const bottom = reduce(expr.d, p);
      return bottom === 0 ? undefined : multiply(top, raise(bottom, p - 2, p), p);
    }
    case "sym":
      return field.values.get(expr.name)!;
    case "const":
      return expr.name === "i" ? field.imaginary : field.values.get(`#${expr.name}`)!;
    case "add":
      return joined<number, undefined>(expr.args, 0, go, (a, b) => (a + b >= p ? a + b - p : a + b));
    case "mul":
      return joined<number, undefined>(expr.args, 1, go, (a, b) => multiply(a, b, p));
    case "pow": {
      const exp = expr.exp as ExprOf<"num">;
      const base = evaluate(expr.base, field, budget);
      if (base === undefined) return undefined;
      return raiseSigned(base, exp.n, p);
    }
    default:
      return undefined;
  }
}

function raiseSigned(base: number, exponent: bigint, p: number): number | undefined {
  if (base === 0) return exponent > 0n ? 0 : undefined;
  // Fermat: exponents are reduced modulo p-1.
  const rest = Number(exponent % BigInt(p - 1));
  return raise(base, rest < 0 ? rest + p - 1 : rest, p);
}

/** A random point modulo a prime. */
function fieldOf(p: number, names: readonly string[], random: Stream): Field {
  let g = 2;
  while (raise(g, (p - 1) / 2, p) === 1) g++;
  return {
    p,
    imaginary: raise(g, (p - 1) / 4, p),
    values: new Map(names.map((name) => [name, 1 + random.below(p - 1)])),
  };
}

/** The largest prime of the form 4k + 1 below 2^30. */
const knownPrime = 2 ** 30 - 35;

const hasVariableBelow = (expr: Expr): boolean =>
  has(expr, (e) => e.t === "pow" && e.exp.t === "num" && e.exp.n < 0n && freeNames(e.base).size > 0);

/** Decides the identity of two rational expressions; undefined for other expressions. */
export function compareRationalExpressions(
  a: Expr,
  b: Expr,
  drawn: () => Stream,
  budget: Budget,
): Decision | undefined {
  const left = sizeOf(a);
  const right = left && sizeOf(b);
  if (!right) return undefined;
  const degree = 2 * (left.degree + right.degree) + 2;
  const bits = 2 * (left.bits + right.bits) + 2;
  // The probability that one round misses a difference: the point is a zero, or the prime divides a coefficient.
  const perRound = Math.min(29 - Math.log2(degree), 24 - Math.log2(bits / 29 + 1)) - 1;
  if (!(perRound >= 4)) return undecided("polynomial", "the degree or the coefficients are too large");
  const names = [...new Set([...freeNames(a), ...freeNames(b)]), "#pi", "#e"];
  const rounds = Math.ceil(60 / perRound);
  let done = 0;
  // A difference modulo any prime is a proof, and drawing a prime costs the most. A known prime therefore comes first;
  // agreement modulo that one proves nothing.
  for (let tries = 0; done < rounds; tries++) {
    const isFirst = tries === 0;
    const field = isFirst
      ? fieldOf(knownPrime, names, Stream.known())
      : fieldOf(randomPrime(drawn()), names, drawn());
    budget.spend((isFirst ? 1 : 30) + (names.length >> 1));
    work.places += names.length;
    const x = evaluate(a, field, budget);
    const y = evaluate(b, field, budget);
    if (x === undefined || y === undefined) {
      if (tries > 9) return different("undefined", "a side has no value anywhere");
      continue;
    }
    if (x !== y) return provenDifferent("polynomial");
    if (!isFirst) done++;
  }
  const certainty = { verdict: "equal", by: "polynomial", certainty: "probable" } as const;
  return hasVariableBelow(a) !== hasVariableBelow(b)
    ? { ...certainty, reason: "where both sides are defined" }
    : certainty;
}
