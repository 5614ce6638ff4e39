// A small expression tree from which identities are built. It is separate from the grader's trees, so that a bug there
// cannot hide here.

export type Term =
  | { k: "num"; n: number }
  | { k: "var"; name: string }
  | { k: "const"; name: "pi" | "e" | "i" }
  | { k: "add"; args: readonly Term[] }
  | { k: "mul"; args: readonly Term[] }
  | { k: "neg"; arg: Term }
  | { k: "div"; top: Term; bottom: Term }
  | { k: "pow"; base: Term; exp: Term }
  | { k: "root"; index: number; arg: Term }
  | { k: "log"; base: number; arg: Term }
  | { k: "fn"; name: string; args: readonly Term[] }
  | { k: "big"; op: "sum" | "prod"; variable: string; lower: Term; upper: Term; body: Term }
  /** A calculation, with its result. */
  | { k: "work"; text: string; value: Term };

/** Two sides that are equal, or are certified not to be. */
export interface Pair {
  left: Term;
  right: Term;
  /** The rules that turn one into the other. */
  rules: readonly string[];
}

export const num = (n: number): Term => (n < 0 ? { k: "neg", arg: { k: "num", n: -n } } : { k: "num", n });
export const variable = (name: string): Term => ({ k: "var", name });
export const pi: Term = { k: "const", name: "pi" };
export const euler: Term = { k: "const", name: "e" };
export const imaginary: Term = { k: "const", name: "i" };

const isNum = (t: Term, n: number): boolean => t.k === "num" && t.n === n;

/** A sum; zeros are left out. */
export const add = (...args: Term[]): Term => {
  const kept = args.flatMap((t) => (t.k === "add" ? t.args : isNum(t, 0) ? [] : [t]));
  return kept.length === 0 ? num(0) : kept.length === 1 ? kept[0]! : { k: "add", args: kept };
};

/** A product; ones are left out, and signs are drawn to the front. */
export const mul = (...args: Term[]): Term => {
  let negative = false;
  const kept: Term[] = [];
  for (const t of args.flatMap((a) => (a.k === "mul" ? a.args : [a]))) {
    let factor = t;
    if (factor.k === "neg") {
      negative = !negative;
      factor = factor.arg;
    }
    if (isNum(factor, 0)) return num(0);
    if (!isNum(factor, 1)) kept.push(...(factor.k === "mul" ? factor.args : [factor]));
  }
  const product: Term = kept.length === 0 ? num(1) : kept.length === 1 ? kept[0]! : { k: "mul", args: kept };
  return negative ? neg(product) : product;
};

export const neg = (arg: Term): Term => (arg.k === "neg" ? arg.arg : isNum(arg, 0) ? arg : { k: "neg", arg });
export const sub = (a: Term, b: Term): Term => add(a, neg(b));
export const div = (top: Term, bottom: Term): Term => (isNum(bottom, 1) ? top : { k: "div", top, bottom });
export const pow = (base: Term, exp: Term): Term =>
  isNum(exp, 1) ? base : isNum(exp, 0) ? num(1) : { k: "pow", base, exp };
export const square = (t: Term): Term => pow(t, num(2));
export const root = (arg: Term, index = 2): Term => ({ k: "root", index, arg });
export const exp = (t: Term): Term => pow(euler, t);
export const log = (base: number, arg: Term): Term => ({ k: "log", base, arg });
export const fn = (name: string, ...args: Term[]): Term => ({ k: "fn", name, args });
export const frac = (n: number, d: number): Term =>
  n < 0 ? neg({ k: "div", top: num(-n), bottom: num(d) }) : { k: "div", top: num(n), bottom: num(d) };
export const big = (op: "sum" | "prod", name: string, lower: Term, upper: Term, body: Term): Term => ({
  k: "big",
  op,
  variable: name,
  lower,
  upper,
  body,
});
export const work = (text: string, value: Term): Term => ({ k: "work", text, value });

export function parts(t: Term): readonly Term[] {
  switch (t.k) {
    case "num":
    case "var":
    case "const":
    case "work":
      return [];
    case "add":
    case "mul":
    case "fn":
      return t.args;
    case "neg":
    case "root":
    case "log":
      return [t.arg];
    case "div":
      return [t.top, t.bottom];
    case "pow":
      return [t.base, t.exp];
    case "big":
      return [t.lower, t.upper, t.body];
  }
}

/** The same node with other parts, in the order of `parts`. */
function withParts(t: Term, next: readonly Term[]): Term {
  switch (t.k) {
    case "num":
    case "var":
    case "const":
    case "work":
      return t;
    case "add":
    case "mul":
    case "fn":
      return { ...t, args: next };
    case "neg":
    case "root":
    case "log":
      return { ...t, arg: next[0]! };
    case "div":
      return { ...t, top: next[0]!, bottom: next[1]! };
    case "pow":
      return { ...t, base: next[0]!, exp: next[1]! };
    case "big":
      return { ...t, lower: next[0]!, upper: next[1]!, body: next[2]! };
  }
}

export const sizeOf = (t: Term): number => parts(t).reduce((sum, part) => sum + sizeOf(part), 1);

/** Changes the node with this number, counted from the top; `change` may return undefined. */
export function changeAt(t: Term, index: number, change: (t: Term) => Term | undefined): Term | undefined {
  if (index === 0) return change(t);
  let from = 1;
  const children = parts(t);
  for (const [i, child] of children.entries()) {
    const size = sizeOf(child);
    if (index < from + size) {
      const changed = changeAt(child, index - from, change);
      return (
        changed &&
        withParts(
          t,
          children.map((c, j) => (i === j ? changed : c)),
        )
      );
    }
    from += size;
  }
  return undefined;
}

export function namesIn(t: Term, into: Set<string> = new Set()): Set<string> {
  if (t.k === "var") into.add(t.name);
  else if (t.k === "work") namesIn(t.value, into);
  else if (t.k === "big") {
    const inner = namesIn(t.body);
    inner.delete(t.variable);
    for (const name of inner) into.add(name);
    namesIn(t.lower, into);
    namesIn(t.upper, into);
  } else for (const part of parts(t)) namesIn(part, into);
  return into;
}

export const hasNode = (t: Term, test: (t: Term) => boolean): boolean =>
  test(t) || parts(t).some((part) => hasNode(part, test));

/** Whether a term is positive for all real values of its variables, as far as its form shows. */
export function isPositive(t: Term): boolean {
  switch (t.k) {
    case "num":
      return t.n > 0;
    case "const":
      return t.name !== "i";
    case "add":
      return t.args.every(isNonNegative) && t.args.some(isPositive);
    case "mul":
      return t.args.every(isPositive);
    case "div":
      return isPositive(t.top) && isPositive(t.bottom);
    case "pow":
      return isPositive(t.base);
    case "root":
      return isPositive(t.arg);
    case "fn":
      return t.name === "cosh" || (t.name === "abs" && isPositive(t.args[0]!));
    default:
      return false;
  }
}

export function isNonNegative(t: Term): boolean {
  if (isPositive(t)) return true;
  switch (t.k) {
    case "num":
      return t.n >= 0;
    case "add":
    case "mul":
      return t.args.every(isNonNegative);
    case "div":
      return isNonNegative(t.top) && isPositive(t.bottom);
    case "pow":
      return t.exp.k === "num" && t.exp.n % 2 === 0;
    case "root":
      return t.index % 2 === 0;
    case "fn":
      return t.name === "abs";
    default:
      return false;
  }
}
