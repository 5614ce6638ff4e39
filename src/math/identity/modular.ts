// Identity of rational expressions, by evaluation modulo random primes at random points. A difference at any
// point is a proof; agreement at enough of them leaves an error below 2^-60.

import { bitLength } from "../ball/bits.ts";
import { type Expr, freeNames, has, nodesIn } from "../expression/expr.ts";
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

/** A random prime between 2^29 and 2^30 with the wanted residue modulo 4 (0: any). */
function randomPrime(random: Stream, residue: 0 | 1 | 3): number {
  for (;;) {
    const n = 2 ** 29 + (random.next() >>> 3);
    const odd = n | 1;
    if (odd < 2 ** 30 && (residue === 0 || odd % 4 === residue) && isPrime(odd)) return odd;
  }
}

/** What identity modulo primes can handle, and how large the numbers behind it can get. */
interface Shape {
  imaginary: boolean;
  /** Primes under square roots. */
  roots: Set<number>;
}

/** Looks the expression over; undefined where it is not a rational expression. */
function shapeOf(expr: Expr, shape: Shape): Shape | undefined {
  switch (expr.t) {
    case "num":
    case "sym":
      return shape;
    case "const":
      if (expr.name === "infinity") return undefined;
      if (expr.name === "i") shape.imaginary = true;
      return shape;
    case "add":
    case "mul":
      for (const arg of expr.args) if (!shapeOf(arg, shape)) return undefined;
      return shape;
    case "pow": {
      if (expr.exp.t !== "num") return undefined;
      if (expr.exp.d === 1n) return shapeOf(expr.base, shape);
      if (expr.exp.d !== 2n || expr.base.t !== "num") return undefined;
      const primes = rootPrimes(expr.base);
      if (!primes) return undefined;
      for (const [p] of primes) shape.roots.add(p);
      return shape.roots.size > 4 ? undefined : shape;
    }
    default:
      return undefined;
  }
}

/** The prime factors of a small positive rational, negative exponents for the denominator. */
function rootPrimes({ n, d }: { n: bigint; d: bigint }): [number, number][] | undefined {
  if (n <= 0n || n > 1_000_000n || d > 1_000_000n) return undefined;
  const found: [number, number][] = [];
  for (const [value, sign] of [
    [Number(n), 1],
    [Number(d), -1],
  ] as const) {
    let rest = value;
    for (let p = 2; p * p <= rest; p++) {
      let count = 0;
      while (rest % p === 0) {
        rest /= p;
        count++;
      }
      if (count > 0) found.push([p, sign * count]);
    }
    if (rest > 1) found.push([rest, sign]);
  }
  return found;
}

/** Bounds for the degree and for the bits of the coefficients of numerator and denominator. */
function sizeOf(expr: Expr): { degree: number; bits: number } {
  switch (expr.t) {
    case "num":
      return { degree: 0, bits: Math.max(bitLength(expr.n), bitLength(expr.d)) };
    case "add":
    case "mul": {
      let degree = 0;
      let bits = expr.args.length;
      for (const arg of expr.args) {
        const size = sizeOf(arg);
        degree += size.degree;
        bits += size.bits;
      }
      return { degree, bits };
    }
    case "pow": {
      if (expr.exp.t !== "num") return { degree: 1, bits: 32 };
      const times = Math.abs(Number(expr.exp.n)) / Number(expr.exp.d);
      const size = sizeOf(expr.base);
      return { degree: size.degree * times, bits: (size.bits + size.degree + 1) * times };
    }
    default:
      return { degree: 1, bits: 1 };
  }
}

interface Field {
  p: number;
  values: ReadonlyMap<string, number>;
  imaginary: number;
  roots: ReadonlyMap<number, number>;
}

const reduce = (n: bigint, p: number): number => {
  const rest = Number(n % BigInt(p));
  return rest < 0 ? rest + p : rest;
};

/** The value in the field; undefined at a pole. */
function evaluate(expr: Expr, field: Field, budget: Budget): number | undefined {
  budget.spend(1);
  const { p } = field;
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
    case "add": {
      let sum = 0;
      for (const arg of expr.args) {
        const value = evaluate(arg, field, budget);
        if (value === undefined) return undefined;
        sum += value;
        if (sum >= p) sum -= p;
      }
      return sum;
    }
    case "mul": {
      let product = 1;
      for (const arg of expr.args) {
        const value = evaluate(arg, field, budget);
        if (value === undefined) return undefined;
        product = multiply(product, value, p);
      }
      return product;
    }
    case "pow": {
      const exp = expr.exp as Extract<Expr, { t: "num" }>;
      if (exp.d === 2n) return rootValue(expr.base as Extract<Expr, { t: "num" }>, exp.n, field);
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
  // Fermat: exponents count modulo p-1.
  const rest = Number(exponent % BigInt(p - 1));
  return raise(base, rest < 0 ? rest + p - 1 : rest, p);
}

function rootValue(base: { n: bigint; d: bigint }, times: bigint, field: Field): number | undefined {
  let product = 1;
  for (const [prime, count] of rootPrimes(base)!) {
    const factor = raiseSigned(field.roots.get(prime)!, BigInt(count) * times, field.p);
    if (factor === undefined) return undefined;
    product = multiply(product, factor, field.p);
  }
  return product;
}

/** A field with roots of all that needs one; square roots of -1 and of primes ask for different residues. */
function drawField(names: readonly string[], shape: Shape, random: Stream): Field | undefined {
  for (let tries = 0; tries < 400; tries++) {
    const p = randomPrime(random, shape.imaginary ? 1 : shape.roots.size > 0 ? 3 : 0);
    const field = fieldOf(p, names, shape, random);
    if (field) return field;
  }
  return undefined;
}

/** A random point modulo a prime; undefined where a root that is needed does not exist there. */
function fieldOf(p: number, names: readonly string[], shape: Shape, random: Stream): Field | undefined {
  const roots = new Map<number, number>();
  for (const q of shape.roots) {
    if (raise(q, (p - 1) / 2, p) !== 1) return undefined;
    roots.set(q, raise(q, (p + 1) / 4, p));
  }
  let imaginary = 0;
  if (shape.imaginary) {
    let g = 2;
    while (raise(g, (p - 1) / 2, p) === 1) g++;
    imaginary = raise(g, (p - 1) / 4, p);
  }
  const values = new Map(names.map((name) => [name, 1 + random.below(p - 1)]));
  return { p, values, imaginary, roots };
}

/** A point modulo a prime that everybody knows, the largest below 2^30 with the wanted residue modulo 4. */
const knownField = (names: readonly string[], shape: Shape): Field | undefined =>
  fieldOf(2 ** 30 - (shape.roots.size > 0 ? 41 : 35), names, shape, Stream.known());

const hasVariableBelow = (expr: Expr): boolean =>
  has(expr, (e) => e.t === "pow" && e.exp.t === "num" && e.exp.n < 0n && freeNames(e.base).size > 0);

/** Decides identity of two rational expressions; undefined where they are of another kind. */
export function compareRationalExpressions(
  a: Expr,
  b: Expr,
  drawn: () => Stream,
  budget: Budget,
): Decision | undefined {
  const shape: Shape = { imaginary: false, roots: new Set() };
  if (!shapeOf(a, shape) || !shapeOf(b, shape)) return undefined;
  if (shape.imaginary && shape.roots.size > 0) return undefined;
  const left = sizeOf(a);
  const right = sizeOf(b);
  const degree = 2 * (left.degree + right.degree) + 2;
  const bits = 2 * (left.bits + right.bits) + 2;
  // Chance that one round misses a difference: the point is a zero, or the prime divides a coefficient.
  const perRound = Math.min(29 - Math.log2(degree), 24 - Math.log2(bits / 29 + 1)) - 1;
  if (!(perRound >= 4)) return undecided("polynomial", "the degree or the coefficients are too large");
  const names = [...new Set([...freeNames(a), ...freeNames(b)]), "#pi", "#e"];
  const rounds = Math.ceil(60 / perRound);
  let done = 0;
  // A difference modulo any prime is a proof, and to draw one costs the most. So a known one comes first; that both sides
  // agree there counts for nothing.
  const first = knownField(names, shape);
  for (let tries = 0; done < rounds; tries++) {
    const isFirst = first !== undefined && tries === 0;
    const field = isFirst ? first : drawField(names, shape, drawn());
    if (!field) return undefined;
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
