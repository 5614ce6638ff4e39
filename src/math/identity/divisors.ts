// Greatest common divisors of polynomials in one letter, made shorter by Euclid's steps over the whole numbers.

import { fractionOf } from "../algebra/polynomial.ts";
import { type Expr, fn, freeNames, has, mul, num, pow } from "../expression/expr.ts";
import { isWhole } from "../expression/rational.ts";
import type { Budget } from "../terms/limits.ts";

type Whole = bigint[];

const isDivisor = (e: Expr): boolean => e.t === "fn" && (e.name === "gcd" || e.name === "lcm");

/**
 * The same value; of numbers that are not negative, as whole ones are taken to be, a least common multiple is the product
 * without the greatest common divisor.
 */
export function withShortDivisors(e: Expr, budget: Budget): Expr {
  if (!has(e, isDivisor)) return e;
  budget.spend(2);
  const go = (part: Expr): Expr => withShortDivisors(part, budget);
  if (e.t === "fn" && isDivisor(e) && e.args.length === 2) {
    const [x, y] = e.args.map(go) as [Expr, Expr];
    if (e.name === "gcd") return shortened(x, y, budget);
    return mul(x, y, pow(shortened(x, y, budget), num(-1n)));
  }
  if (e.t === "add" || e.t === "mul" || e.t === "fn") return { ...e, args: e.args.map(go) };
  return e.t === "pow" ? { ...e, base: go(e.base), exp: go(e.exp) } : e;
}

function wholePolynomial(e: Expr, name: string, budget: Budget): Whole | undefined {
  const fraction = fractionOf(e, name, budget);
  if (fraction?.den.length !== 1) return undefined;
  const { n, d } = fraction.den[0]!;
  const all = fraction.num.map((c) => ({ n: c.n * d, d: c.d * n }));
  return all.every(isWhole) ? all.map((c) => c.n / c.d) : undefined;
}

/** Subtracts multiples of the one from the other while the leading coefficients allow it. */
function shortened(x: Expr, y: Expr, budget: Budget): Expr {
  const kept = fn("gcd", x, y);
  const [name, ...others] = freeNames(kept);
  if (name === undefined || others.length > 0) return kept;
  let a = wholePolynomial(x, name, budget);
  let b = wholePolynomial(y, name, budget);
  if (!a || !b) return kept;
  for (let i = 0; i < 40; i++) {
    budget.spend(8 + a.length + b.length);
    if (a.length > b.length || (a.length === b.length && size(a) > size(b))) [a, b] = [b, a];
    // Now the first is the shorter one; a number, or what divides the other, is the end.
    if (a.length <= 1) break;
    const factor: bigint = b[b.length - 1]! / a[a.length - 1]!;
    if (factor === 0n) break;
    const shift: number = b.length - a.length;
    const next: Whole = b.map((c, k) => c - factor * (k >= shift ? a![k - shift]! : 0n));
    while (next.length > 0 && next[next.length - 1] === 0n) next.pop();
    b = next;
  }
  if (a.length === 0) return fn("abs", polynomial(b, name));
  if (a.length === 1 && (a[0] === 1n || a[0] === -1n)) return num(1n);
  return fn("gcd", polynomial(a, name), polynomial(b, name));
}

const size = (p: Whole): bigint => {
  const lead = p[p.length - 1] ?? 0n;
  return lead < 0n ? -lead : lead;
};

const polynomial = (p: Whole, name: string): Expr =>
  p.length <= 1
    ? num(p[0] ?? 0n)
    : { t: "add", args: p.map((c, k) => mul(num(c), pow({ t: "sym", name }, num(BigInt(k))))) };
