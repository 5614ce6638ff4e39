// Sums of products whose order counts: matrices, operators, elements of a group. Each is a sum of words with numeric
// factors; an inverse directly beside its letter cancels, and a transpose reverses a word.

import { noValue } from "../exact/lower.ts";
import { plus, by as times } from "../exact/symbolic.ts";
import { type Expr, type ExprOf, fromRational, isNumber, minusOne, num, pow } from "../expression/expr.ts";
import { inverse } from "../expression/rational.ts";
import { fingerprint } from "../identity/identity.ts";
import { printLatex } from "../notation/print.ts";
import { isInteger, type Node, type NodeOf, some } from "../notation/tree.ts";
import type { Budget } from "../terms/limits.ts";
import { markOf } from "./kinds.ts";

/** A letter, or an expression that is treated as one: an exponential, the inverse of a sum. */
interface Atom {
  name: string;
  mark: "" | "⊤" | "†";
  inverse: boolean;
  /** The argument of an exponential or an inverse. */
  of?: { sort: "exp" | "sum"; sum: Sum };
}

interface Term {
  word: Atom[];
  factor: Expr;
}

/** A sum of words, by what is written of each. */
export type Sum = ReadonlyMap<string, Term>;

const [zero, one] = [num(0n), num(1n)];
const maxTerms = 400;
const maxPower = 8n;

const keyOfAtom = ({ name, mark, inverse }: Atom): string => `${name}${mark}${inverse ? "⁻" : ""}`;
const keyOf = (word: Atom[]): string => word.map(keyOfAtom).join("·");

const isNum = (e: Expr): e is ExprOf<"num"> => e.t === "num";

const reciprocal = (e: Expr): Expr => (isNum(e) && e.n !== 0n ? fromRational(inverse(e)) : pow(e, minusOne));

const scalar = (factor: Expr): Sum => collect([{ word: [], factor }]);
const single = (atom: Atom): Sum => collect([{ word: [atom], factor: one }]);

function collect(terms: Iterable<Term>): Sum {
  const found = new Map<string, Term>();
  for (const { word, factor } of terms) {
    const key = keyOf(word);
    const before = found.get(key);
    found.set(key, { word, factor: before ? plus(before.factor, factor) : factor });
  }
  for (const [key, { factor }] of found) if (isNum(factor) && factor.n === 0n) found.delete(key);
  return found;
}

/** A text for a sum, the same for the same sum in any order. */
const textOf = (sum: Sum): string =>
  [...sum.entries()]
    .map(([key, { factor }]) => `${fingerprint(factor)} ${key}`)
    .sort()
    .join(" + ");

const cancels = (a: Atom, b: Atom): boolean =>
  a.name === b.name && a.mark === b.mark && a.inverse !== b.inverse;

function joined(left: Atom[], right: Atom[]): Atom[] {
  const word = [...left];
  for (const atom of right) {
    const last = word[word.length - 1];
    if (last && cancels(last, atom)) word.pop();
    else word.push(atom);
  }
  return word;
}

/** Computes sums of words; the caller provides the treatment of letters and numbers. */
export class Words {
  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly identity: string | undefined,
    private readonly numberOf: (node: Node) => Expr,
    private readonly budget: Budget,
  ) {}

  read(node: Node): Sum {
    this.budget.spend(1);
    if (node.kind === "symbol") {
      if (node.name === this.identity) return scalar(one);
      if (this.names.has(node.name)) return single({ name: node.name, mark: "", inverse: false });
    }
    if (!this.isOrdered(node)) return scalar(this.numberOf(node));
    switch (node.kind) {
      case "add":
        return collect(node.terms.flatMap((term) => [...this.read(term).values()]));
      case "neg":
        return this.scaled(this.read(node.arg), minusOne);
      case "mul":
        return this.product(node.factors.map((factor) => this.read(factor)));
      case "div":
        return this.product([this.read(node.num), this.inverse(this.read(node.den))]);
      case "pow":
        return this.power(node);
      case "call":
        return this.call(node);
      case "root":
      case "apply":
      case "factorial":
        return single({ name: printLatex(node), mark: "", inverse: false });
      default:
        throw noValue(node.kind);
    }
  }

  private isOrdered(node: Node): boolean {
    return some(node, (n) => n.kind === "symbol" && (this.names.has(n.name) || n.name === this.identity));
  }

  scaled(sum: Sum, by: Expr): Sum {
    return collect([...sum.values()].map(({ word, factor }) => ({ word, factor: times(by, factor) })));
  }

  private product(sums: Sum[]): Sum {
    let result = scalar(one);
    for (const sum of sums) {
      this.budget.spend(result.size * sum.size);
      if (result.size * sum.size > maxTerms) throw noValue("a long product");
      result = collect(
        [...result.values()].flatMap((left) =>
          [...sum.values()].map((right) => ({
            word: joined(left.word, right.word),
            factor: times(left.factor, right.factor),
          })),
        ),
      );
    }
    return result;
  }

  private inverse(sum: Sum): Sum {
    const [first, ...rest] = [...sum.values()].sort((a, b) => (keyOf(a.word) < keyOf(b.word) ? -1 : 1));
    if (!first) throw noValue("the inverse of zero");
    // `X^TX` has an inverse even if X has none, so it is not taken apart.
    if (rest.length === 0 && (first.word.length < 2 || first.word.every(({ mark }) => mark === ""))) {
      const word = first.word.map((atom): Atom => this.inverted(atom)).reverse();
      return collect([{ word, factor: reciprocal(first.factor) }]);
    }
    // The inverse of `2A+2B` and of `-A-B` is a multiple of that of `A+B`.
    const by = isNum(first.factor) ? first.factor : one;
    const base = this.scaled(sum, reciprocal(by));
    const atom: Atom = { name: `(${textOf(base)})`, mark: "", inverse: true, of: { sort: "sum", sum: base } };
    return collect([{ word: [atom], factor: reciprocal(by) }]);
  }

  private inverted(atom: Atom): Atom {
    return atom.of?.sort === "exp"
      ? exponential(this.scaled(atom.of.sum, minusOne))
      : { ...atom, inverse: !atom.inverse };
  }

  private transposed(sum: Sum, mark: "⊤" | "†"): Sum {
    return collect(
      [...sum.values()].map(({ word, factor }) => {
        // An adjoint conjugates the numbers, which has no effect on real ones.
        if (mark === "†" && !isNum(factor)) throw noValue("an adjoint");
        return { word: word.map((atom) => this.marked(atom, mark)).reverse(), factor };
      }),
    );
  }

  private marked(atom: Atom, mark: "⊤" | "†"): Atom {
    if (atom.of) {
      const sum = this.transposed(atom.of.sum, mark);
      return atom.of.sort === "exp"
        ? exponential(sum)
        : { ...atom, name: `(${textOf(sum)})`, of: { sort: "sum", sum } };
    }
    if (atom.mark === "") return { ...atom, mark };
    return atom.mark === mark ? { ...atom, mark: "" } : { ...atom, name: `${atom.name}${atom.mark}`, mark };
  }

  private power(node: NodeOf<"pow">): Sum {
    const { base, exp } = node;
    if (base.kind === "symbol" && base.name === "e") return this.exponential(exp);
    const mark = markOf(exp);
    if (mark) {
      const sum = this.transposed(this.read(base), mark.mark);
      return mark.inverse ? this.inverse(sum) : sum;
    }
    const negative = exp.kind === "neg";
    const count = negative ? exp.arg : exp;
    const sum = this.read(base);
    if (!isInteger(count) || count.mantissa > maxPower) return this.symbolicPower(sum, exp, node);
    const factor = negative ? this.inverse(sum) : sum;
    return this.product(Array.from({ length: Number(count.mantissa) }, () => factor));
  }

  private exponential(exp: Node): Sum {
    const sum = this.read(exp);
    return [...sum.values()].every(({ word }) => word.length === 0)
      ? scalar(pow({ t: "const", name: "e" }, sum.get("")?.factor ?? zero))
      : single(exponential(sum));
  }

  /** `(PDP^{-1})^n` is `PD^nP^{-1}`. */
  private symbolicPower(sum: Sum, exp: Node, node: Node): Sum {
    if (this.isOrdered(exp)) throw noValue(node.kind);
    const [term, ...more] = sum.values();
    if (more.length > 0 || !term || !isNumber(term.factor, 1n))
      return single({ name: `(${textOf(sum)})^${printLatex(exp)}`, mark: "", inverse: false });
    let { word } = term;
    const outer: Atom[] = [];
    while (word.length > 2 && cancels(word[0]!, word[word.length - 1]!)) {
      outer.push(word[0]!);
      word = word.slice(1, -1);
    }
    const inner: Atom = { name: `(${keyOf(word)})^${printLatex(exp)}`, mark: "", inverse: false };
    const closing = outer.map((atom): Atom => ({ ...atom, inverse: !atom.inverse })).reverse();
    return collect([{ word: [...outer, inner, ...closing], factor: one }]);
  }

  private call(node: NodeOf<"call">): Sum {
    const [argument] = node.args;
    if (node.args.length !== 1 || !argument || node.base) throw noValue(node.kind);
    switch (node.name) {
      case "exp":
        return this.exponential(argument);
      case "tr":
        return this.trace(this.read(argument));
      case "det":
        return this.determinant(this.read(argument));
      case "abs":
      case "norm":
      case "rank":
        return scalar({ t: "sym", name: `${node.name}(${textOf(this.read(argument))})` });
      default:
        return single({ name: `${node.name}(${textOf(this.read(argument))})`, mark: "", inverse: false });
    }
  }

  /** The trace is linear, and words under it may be rotated. */
  private trace(sum: Sum): Sum {
    return collect(
      [...sum.values()].map(({ word, factor }) => {
        const turns = word.map((_, i) => keyOf(joined(word.slice(i), word.slice(0, i))));
        const least = turns.reduce((a, b) => (a < b ? a : b), turns[0] ?? "1");
        return { word: [], factor: times(factor, { t: "sym", name: `tr(${least})` }) };
      }),
    );
  }

  private determinant(sum: Sum): Sum {
    const [term, ...more] = sum.values();
    const plain = more.length === 0 && term && isNumber(term.factor, 1n);
    if (!plain || term.word.some((atom) => atom.mark === "†"))
      return scalar({ t: "sym", name: `det(${textOf(sum)})` });
    return scalar(
      term.word.reduce<Expr>((factor, { name, inverse }) => {
        const value: Expr = { t: "sym", name: `det(${name})` };
        return times(factor, inverse ? pow(value, minusOne) : value);
      }, one),
    );
  }
}

const exponential = (sum: Sum): Atom => ({
  name: `exp(${textOf(sum)})`,
  mark: "",
  inverse: false,
  of: { sort: "exp", sum },
});
