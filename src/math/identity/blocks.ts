// Expressions whose absolute values, floors, roots and the like are of the same things. Each of these is taken as a
// letter of its own: what is left is the same or not wherever such functions turn or jump.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { add, type Expr, freeNames, mul, neg, num, pow } from "../expression/expr.ts";
import { functionNamed } from "../functions/functions.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Decision } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { withShortDivisors } from "./divisors.ts";
import { draw, type RealPoint, type Sampling } from "./points.ts";
import { isIndicator } from "./turns.ts";

/** A function of something, as a letter. */
interface Block {
  name: string;
  args: Expr[];
  values: (Ball | undefined)[];
  letter: Expr;
}

type Compare = (a: Expr, b: Expr, budget: Budget) => Decision;

/** So many different blocks are told apart. */
const most = 8;

/** Whether a function may turn or jump, or asks what divides what. */
export function isBlock(e: Expr): boolean {
  if (isIndicator(e)) return true;
  if (e.t === "pow") return !(e.exp.t === "num" && e.exp.d === 1n) && freeNames(e.base).size > 0;
  if (e.t !== "fn" || freeNames(e).size === 0) return false;
  const entry = functionNamed(e.name);
  return entry?.turnsAt !== undefined || entry?.steps === true || entry?.divides === true;
}

/** Whether two expressions are the same with all their blocks taken as letters. */
export function sameByBlocks(a: Expr, b: Expr, compare: Compare, sampling: Sampling): Decision | undefined {
  const blocks = new Blocks(compare, sampling);
  const { budget } = sampling;
  const left = blocks.replace(withShortDivisors(a, budget));
  const known = blocks.count;
  const right = left && blocks.replace(withShortDivisors(b, budget));
  // A block of one side alone is no help.
  if (!left || !right || known === 0 || blocks.count > known) return undefined;
  const found = compare(left, right, budget);
  return found.verdict === "equal" ? found : undefined;
}

class Blocks {
  private readonly known: Block[] = [];
  private readonly point: RealPoint;
  private readonly budget: Budget;

  constructor(
    private readonly compare: Compare,
    { names, habits, random, budget }: Sampling,
  ) {
    this.budget = budget;
    this.point = new Map(names.map((name, k) => [name, draw(random, 3 * k, habits.whole.has(name), habits)]));
  }

  get count(): number {
    return this.known.length;
  }

  /** The expression with letters for its blocks; undefined where there are too many, or below a sum or a limit. */
  replace(e: Expr): Expr | undefined {
    this.budget.spend(1);
    if (freeNames(e).size === 0) return e;
    if (isBlock(e) && e.t === "fn") return this.letterOf(e.name, e.args);
    // The square root of a square is an absolute value; other roots of powers are blocks of their base.
    if (e.t === "pow" && isBlock(e) && e.exp.t === "num") {
      const { base, exp } = e;
      const isSquare = base.t === "pow" && base.exp.t === "num" && base.exp.n === 2n && base.exp.d === 1n;
      return isSquare && exp.d === 2n
        ? this.power(this.letterOf("abs", [base.base]), exp.n)
        : this.power(this.letterOf(`1/${exp.d}`, [base]), exp.n);
    }
    if (e.t === "add" || e.t === "mul" || e.t === "fn") {
      const args: Expr[] = [];
      for (const arg of e.args) {
        const next = this.replace(arg);
        if (!next) return undefined;
        args.push(next);
      }
      return { ...e, args };
    }
    if (e.t === "pow") {
      const [base, exp] = [this.replace(e.base), this.replace(e.exp)];
      return base && exp && { ...e, base, exp };
    }
    return e.t === "sym" ? e : undefined;
  }

  private power(letter: Expr | undefined, n: bigint): Expr | undefined {
    return letter && (n === 1n ? letter : pow(letter, num(n)));
  }

  private letterOf(name: string, args: Expr[]): Expr | undefined {
    const values = args.map((arg) => {
      const value = realValue(arg, this.point, 64, this.budget);
      return typeof value === "string" ? undefined : value;
    });
    for (const block of this.known) {
      const shift = this.shiftTo(block, name, args, values);
      if (shift) return add(block.letter, shift);
      const factor = this.factorTo(block, name, args, values);
      if (factor)
        return factor.t === "num" && factor.n === factor.d ? block.letter : mul(factor, block.letter);
    }
    if (this.known.length === most) return undefined;
    const letter: Expr = { t: "sym", name: `block ${this.known.length}` };
    this.known.push({ name, args, values, letter });
    return letter;
  }

  /** Rounding keeps whole summands as they are. */
  private shiftTo(
    block: Block,
    name: string,
    [arg]: readonly Expr[],
    [value]: readonly (Ball | undefined)[],
  ): Expr | undefined {
    const known = block.values[0];
    if ((name !== "floor" && name !== "ceil") || name !== block.name || !value || !known) return undefined;
    const gap = ball.toNumber(ball.sub(value, known, 64));
    const by = num(BigInt(Math.round(gap)));
    if (Math.abs(gap) < 0.5 || Math.abs(gap) > 1e6 || Math.abs(gap - Math.round(gap)) > 1e-9)
      return undefined;
    return this.compare(arg!, add(block.args[0]!, by), this.budget).verdict === "equal" ? by : undefined;
  }

  /** By which number the letter of a block must be multiplied to be a function of these arguments. */
  private factorTo(
    block: Block,
    name: string,
    args: readonly Expr[],
    values: readonly (Ball | undefined)[],
  ): Expr | undefined {
    if (block.args.length !== args.length) return undefined;
    const order = isSymmetric(name) ? orders(args.length) : [args.map((_, i) => i)];
    const opposite = opposites[name] === block.name;
    if (block.name !== name && !opposite) return undefined;
    for (const indices of order) {
      const factors = indices.map((i, j) => shortRatio(values[i], block.values[j]));
      const [first] = factors;
      if (!first || factors.some((f) => !f)) continue;
      const result = opposite ? (isMinusOne(first) ? num(-1n) : undefined) : outside(name, factors as Expr[]);
      if (!result) continue;
      const same = indices.every((i, j) => {
        const wanted = mul(factors[j]!, block.args[j]!);
        return (
          this.compare(args[i]!, isOne(factors[j]!) ? block.args[j]! : wanted, this.budget).verdict ===
          "equal"
        );
      });
      if (same) return result;
    }
    return undefined;
  }
}

/** Rounding down is rounding up on the other side of zero. */
const opposites: Readonly<Record<string, string>> = { floor: "ceil", ceil: "floor" };

const isSymmetric = (name: string): boolean => ["gcd", "lcm", "min", "max"].includes(name);
const orders = (count: number): number[][] => {
  const rising = Array.from({ length: count }, (_, i) => i);
  return count === 2 ? [rising, [1, 0]] : [rising];
};

const isOne = (e: Expr): boolean => e.t === "num" && e.n === e.d;
const isMinusOne = (e: Expr): boolean => e.t === "num" && e.n === -e.d;

/** What a factor within becomes outside; undefined where it does not come out. */
function outside(name: string, factors: readonly Expr[]): Expr | undefined {
  const [first] = factors as [Expr, ...Expr[]];
  if (factors.every(isOne)) return num(1n);
  if (first.t !== "num") return undefined;
  const size = first.n < 0n ? neg(first) : first;
  if (name === "abs" || name === "norm") return size;
  if (name === "sgn") return num(first.n < 0n ? -1n : 1n);
  if (name === "arctan" || name === "arcsin" || name === "arcsinh" || name === "arctanh")
    return isMinusOne(first) ? num(-1n) : undefined;
  if (name === "gcd" || name === "lcm")
    return factors.every((f) => isOne(f) || isMinusOne(f)) ? num(1n) : undefined;
  if ((name === "min" || name === "max") && first.n > 0n)
    return factors.every((f) => f.t === "num" && f.n * first.d === first.n * f.d) ? first : undefined;
  return undefined;
}

/** The short fraction that a quotient of two values is near to. */
export function shortRatio(x: Ball | undefined, y: Ball | undefined): Expr | undefined {
  if (!x || !y) return undefined;
  if (ball.isExactZero(x) && ball.isExactZero(y)) return num(1n);
  const quotient = ball.div(x, y, 64);
  if (typeof quotient === "string") return undefined;
  const value = ball.toNumber(quotient);
  for (let d = 1; d <= 12; d++) {
    const n = Math.round(value * d);
    if (n !== 0 && Math.abs(value * d - n) < 1e-9) return num(BigInt(n), BigInt(d));
  }
  return undefined;
}
