// Which letters of a pair do not commute. Letters are numbers unless the structure of a side says otherwise: an arrow, a
// transpose, an inverse beside other matrices, a product together with its reverse. Done once, before anything is compared.

import type { OrderedLetters } from "../exact/lower.ts";
import { printLatex } from "../notation/print.ts";
import { sameTree } from "../notation/same-tree.ts";
import {
  children,
  isInteger,
  type Node,
  type NodeOf,
  some,
  walkLength,
  wholeNumber,
} from "../notation/tree.ts";
import { mapChildren, namesIn } from "../notation/tree-change.ts";
import type { Budget } from "../terms/limits.ts";
import { isLetterSet, letterOf, named, prefixesOf, runsOf } from "./names.ts";

/** Two trees in which each name is one symbol, with the letters that do not commute, if any. */
export interface Settled {
  gold: Node;
  answer: Node;
  letters: OrderedLetters | undefined;
}

/** What kinds of letters a pair has; in nearly every pair all are numbers. */
export function settleLetters(goldTree: Node, answerTree: Node, budget: Budget): Settled {
  if (goldTree.kind === "mul" && goldTree.crossed)
    return { gold: asSets(goldTree), answer: asSets(answerTree), letters: undefined };
  if (!mayBeOther(goldTree, answerTree)) return { gold: goldTree, answer: answerTree, letters: undefined };
  const [gold, answer] = [respelt(goldTree, answerTree), respelt(answerTree, goldTree)];
  budget.spend(walkLength(gold) + walkLength(answer));
  const prefixes = prefixesOf(gold, answer);
  const plain = [gold, answer].map((tree) => named(tree, { prefixes, segments: false })) as [Node, Node];
  const evidence = new Evidence(plain, budget);
  // Beside an inverse or a transpose a run of capitals is a product of matrices.
  const runs = evidence.ofMatrices ? "products" : runsOf(gold);
  if (runs === "products") return settled(plain, evidence);
  const capitals = runLetters(gold);
  if (runs === "words") return settled(plain, evidence, capitals);
  const [g, a] = [gold, answer].map((tree) => named(tree, { prefixes, segments: true })) as [Node, Node];
  // The ends of a segment are points. If an answer calculates with one, its runs of capitals are products: `A(B+C)` for
  // `AB+AC`. Then their order counts, unless there is only one run: `\frac{AB}{AC}` is not `\frac BC`.
  const names = namesIn(a);
  if ([...capitals].some((name) => names.has(name)))
    return settled(plain, evidence, capitals.size > 2 ? capitals : none);
  return settled([g, a], new Evidence([g, a], budget));
}

/** `A \times B`, with nothing that says numbers, may be a product of sets, and beside it `A^2` too. */
function asSets(tree: Node): Node {
  if (tree.kind === "mul" && tree.crossed) return { kind: "setop", op: "×", args: tree.factors };
  if (tree.kind !== "pow" || tree.base.kind !== "symbol" || !isInteger(tree.exp)) return tree;
  const times = Number(tree.exp.mantissa);
  return times < 2 || times > 9 ? tree : { kind: "setop", op: "×", args: Array(times).fill(tree.base) };
}

function settled(
  [gold, answer]: readonly [Node, Node],
  evidence: Evidence,
  given: Iterable<string> = none,
): Settled {
  return { gold, answer, letters: orderedIn(gold, answer, evidence, given) };
}

/** A tree with names as the other tree spells them: `Z_4` is `\\mathbb{Z}_4` there, and `\\frac{d^2y}{dx^2}` is `y''`. */
function respelt(tree: Node, other: Node): Node {
  const spellings = new Map<string, Node>();
  const [names, others] = [namesIn(tree), namesIn(other)];
  some(other, (node) => {
    if (node.kind === "setname" && node.name.startsWith("Z_")) spellings.set(node.name, node);
    const isNamed = node.kind === "apply" || node.kind === "symbol";
    if (!isNamed || !/^[a-z]'+$/.test(node.name)) return false;
    const [argument, ...more] = node.kind === "apply" ? node.args : [];
    if (argument?.kind === "symbol" && more.length === 0)
      spellings.set(quotientOf(node.name, argument.name), node);
    if (node.kind === "symbol")
      for (const [variable, another] of [
        ["x", "t"],
        ["t", "x"],
      ] as const) {
        const quotient = quotientOf(node.name, variable);
        // If x occurs too, `\\frac{dy}{dt}` need not be `y'`.
        const isOther =
          [names, others].some((all) => all.has(another)) || names.has(quotientOf(node.name, another));
        if (names.has(quotient) && !isOther) spellings.set(quotient, node);
      }
    return false;
  });
  if (spellings.size === 0) return tree;
  const spell = (node: Node): Node =>
    node.kind === "symbol" ? (spellings.get(node.name) ?? node) : mapChildren(node, spell);
  return spell(tree);
}

/** The name of the quotient of differentials that a function with primes is: `y''` and `x` give `\frac{d^2y}{dx^2}`. */
function quotientOf(name: string, variable: string): string {
  const order = name.length - 1;
  const power = order === 1 ? "" : `^{${order}}`;
  return `\\frac{d${power} \\cdot ${name[0]}}{d \\cdot ${variable}${power}}`;
}

const none: ReadonlySet<string> = new Set();

function runLetters(tree: Node): ReadonlySet<string> {
  const found = new Set<string>();
  some(tree, (node) => {
    if (node.kind === "mul")
      node.factors.forEach((factor, i) => {
        const run = factor.kind === "symbol" ? (factor.run ?? 0) : 0;
        for (const part of node.factors.slice(i, i + run)) found.add(letterOf(part)?.name ?? "");
      });
    return false;
  });
  return found;
}

/** Whether a pair has anything in it that could make letters other than numbers; most pairs have nothing of the kind. */
const mayBeOther = (...trees: readonly Node[]): boolean =>
  trees.some((tree) => {
    let pairs = 0;
    // A hat, bold type or an inverse is a hint only beside a product: `1\\hat i`, `e^{-x}`.
    let [isMarked, isProduct] = [false, false];
    return some(tree, (node) => {
      switch (node.kind) {
        case "symbol":
          if (node.bold || isHat(node.name)) isMarked = true;
          else if (mayBePart(node)) return true;
          return isMarked && isProduct;
        case "call":
          return node.name === "cross" || node.name === "wedge";
        case "setop":
          return node.op === "×" || node.args.every(isLetterSet);
        case "derivative":
          return true;
        case "setname":
          return node.name.startsWith("Z_");
        case "pow":
          if (isInverse(node.exp)) isMarked = true;
          return (isMarked && isProduct) || isTransposed(node);
        case "mul": {
          const letters = node.factors.filter(letterOf).length;
          if (letters > 1) pairs++;
          if (
            node.factors.filter(
              (factor) => factor.kind !== "number" && (letterOf(factor) || factor.kind !== "symbol"),
            ).length > 1
          )
            isProduct = true;
          // `A(BA)`: the factors in brackets belong to the enclosing product. An exponential that is a number comes
          // last.
          const isOrdered = (factor: Node, i: number): boolean =>
            factor.kind === "mul" ||
            (factor.kind === "pow" && isExponential(factor) && i < node.factors.length - 1);
          return letters > 2 || pairs > 1 || (isMarked && isProduct) || node.factors.some(isOrdered);
        }
        default:
          return false;
      }
    });
  });

const backslash = "\\".charCodeAt(0);

/** A letter that may make one name with others, or that has a mark which says vector, matrix or operator. */
const mayBePart = ({ name, run }: NodeOf<"symbol">): boolean =>
  run !== undefined ||
  name === "d" ||
  name === "Delta" ||
  name === "delta" ||
  name.charCodeAt(0) === backslash;

/** `-1`, `-tA`: the sign of an exponent is its own, or that of its first factor. */
const isInverse = (exp: Node): boolean =>
  exp.kind === "neg" || (exp.kind === "mul" && exp.factors[0]!.kind === "neg");

type Power = NodeOf<"pow">;

/** The meaning of an exponent that is not a number: `A^T`, `A^\top`, `A^{-T}`, `A^\dagger`. */
export function markOf(node: Node): { mark: "⊤" | "†"; inverse: boolean } | undefined {
  if (node.kind === "neg") {
    const inner = markOf(node.arg);
    return inner && { ...inner, inverse: true };
  }
  if (node.kind !== "symbol") return undefined;
  if (node.name === "T" || node.name === "\\top") return { mark: "⊤", inverse: false };
  return node.name === "H" || node.name === "*" || node.name === "\\dagger"
    ? { mark: "†", inverse: false }
    : undefined;
}

/** A transpose or an adjoint; what holds a number, as `(1+r)^T` does, is a power. */
const isTransposed = (node: Power): boolean =>
  markOf(node.exp) !== undefined &&
  !some(node.base, ({ kind }) => kind === "number") &&
  namesIn(node.base).size > 0;

const isExponential = ({ base }: Power): boolean => base.kind === "symbol" && base.name === "e";

/** `e^A`, `e^{tA}`, `e^{A+B}`; the exponent of `e^{-E/kT}` is a quotient. */
const isOfCapital = (node: Node): boolean =>
  node.kind === "pow" &&
  isExponential(node) &&
  !some(node.exp, ({ kind }) => kind === "div") &&
  some(node.exp, (part) => part.kind === "symbol" && isCapital(part.name));

const isNegative = (exp: Node): boolean => (wholeNumber(exp) ?? 0n) < 0n;

/** The factors of a product, those of its brackets among them; of a fraction those above its line. */
function factorsOf(node: Node): Node[] {
  switch (node.kind) {
    case "mul":
      return node.factors.flatMap(factorsOf);
    case "neg":
      return factorsOf(node.arg);
    case "div":
      return factorsOf(node.num);
    default:
      return [node];
  }
}

/** `(AB)^{-1}`: of numbers one would write a fraction. */
const isInverseOfProduct = ({ base, exp }: Power): boolean =>
  base.kind === "mul" &&
  base.factors.every((factor) => factor.kind === "symbol" && isCapital(factor.name)) &&
  wholeNumber(exp) === -1n;

const hasNames = (node: Node): boolean => namesIn(node).size > 0;
const isCapital = (name: string): boolean => /^[A-Z]/.test(name);
const isArrow = (name: string): boolean => name.startsWith("\\vec{");
const isHat = (name: string): boolean => /^\\(?:hat|mathbf)\{/.test(name);

/** Operations on numbers: a tree without them may be a word in a group. */
const calculations: ReadonlySet<string> = new Set("add pm call apply root sum integral factorial".split(" "));

/** What is said about the letters of a pair, gathered from both trees. */
class Evidence {
  /** Letters whose products have an order. */
  readonly ordered = new Set<string>();
  /** Letters that are vectors. */
  readonly vectors = new Set<string>();
  /** Whether a transpose or an inverse says that some are matrices. */
  ofMatrices = false;
  /** Whether the current tree consists of products alone, like words in a group. */
  private isWord = false;
  /** Letters whose type or hat says vector, matrix or operator where two of them meet. */
  private readonly marked = new Set<string>();

  constructor(
    private readonly trees: readonly Node[],
    private readonly budget: Budget,
  ) {
    for (const tree of trees)
      some(tree, (node) => {
        if (node.kind !== "symbol") return false;
        if (isArrow(node.name)) this.vectors.add(node.name);
        if (node.bold || isHat(node.name)) this.marked.add(node.name);
        return false;
      });
    for (const tree of trees) this.signs(tree);
    for (const tree of trees) {
      this.isWord = !some(tree, ({ kind }) => calculations.has(kind));
      this.visit(tree, true);
    }
  }

  /** Crosses and dots, which are between vectors. */
  private signs(tree: Node): void {
    some(tree, (node) => {
      const isCross = node.kind === "call" && node.name === "cross";
      if (isCross || (node.kind === "mul" && node.dotted))
        for (const name of namesIn(node)) if (this.marked.has(name)) this.vectors.add(name);
      return false;
    });
  }

  private visit(node: Node, outermost: boolean): void {
    if (node.kind === "pow" && isTransposed(node)) this.transposed(node);
    if (node.kind === "pow" && isInverseOfProduct(node)) {
      this.ofMatrices = true;
      this.flag(namesIn(node.base));
    }
    const isProduct = node.kind === "mul" || node.kind === "neg" || node.kind === "div";
    if (isProduct && outermost) this.product(factorsOf(node).filter(hasNames));
    if (node.kind === "add") this.reverses(node.terms);
    if (node.kind === "relation") this.reverses(node.terms.flatMap(termsOf));
    for (const child of children(node)) {
      // Factors in brackets belong to the enclosing product, and denominators do not.
      const continues = isProduct && !(node.kind === "div" && child === node.den);
      this.visit(child, !continues);
    }
  }

  /** T is a transpose sign only if it has no other meaning. */
  private transposed(node: Power): void {
    const letter = node.exp.kind === "neg" ? node.exp.arg : node.exp;
    const name = letter.kind === "symbol" ? letter.name : "";
    const [gold, answer] = this.trees as [Node, Node];
    this.budget.spend(walkLength(gold) + walkLength(answer));
    const owner = namesIn(gold).has(name) ? gold : answer;
    if (/^[TH]$/.test(name) && standsElsewhere(owner, name)) return;
    this.ofMatrices = true;
    this.flag(namesIn(node.base));
  }

  private flag(names: Iterable<string>): void {
    for (const name of names) this.ordered.add(name);
  }

  /** The same, for what vectors do as well: `(\vec a \cdot \vec b)\vec a`. */
  private flagOthers(names: readonly string[]): void {
    if (!names.some((name) => this.vectors.has(name))) this.flag(names);
  }

  private product(factors: Node[]): void {
    if (factors.length < 2) return;
    const letters = factors.map((factor) => letterOf(factor)?.name);
    const marked = new Set(letters.filter((name) => name !== undefined && this.marked.has(name)));
    if (marked.size > 1) this.flagOthers([...marked] as string[]);
    this.repeated(letters);
    this.around(factors);
    this.exponentials(factors);
    factors.forEach((factor, i) => {
      if (factor.kind !== "pow" || !isNegative(factor.exp)) return;
      for (const other of [factors[i - 1], factors[i + 1]])
        if (other && !sameTree(letterOf(other) ?? other, factor.base)) this.beside(factor, other);
    });
  }

  /** `ABAB`, `xyx`: a letter on both sides of another. */
  private repeated(letters: (string | undefined)[]): void {
    const first = new Map<string, number>();
    letters.forEach((name, i) => {
      // In a sum or under a function, small letters are numbers in any kind of product.
      if (name === undefined || (!this.isWord && /^[a-z]/.test(name))) return;
      const start = first.get(name);
      if (start === undefined) first.set(name, i);
      else {
        this.budget.spend(i - start);
        const between = letters.slice(start, i).filter((other) => other !== undefined) as string[];
        if (between.some((other) => other !== name)) this.flagOthers(alike(name, between));
      }
    });
  }

  /** `P^{-1}AP`, `e^{-A}Be^{A}`: something and its inverse around another letter. */
  private around(factors: Node[]): void {
    const first = new Map<string, number>();
    const names = factors.map((factor) => [...namesIn(factor)]);
    factors.forEach((factor, i) => {
      const power = powerOf(factor);
      if (!power) return;
      const [mine, other] = power.inverse ? ["-", "+"] : ["+", "-"];
      const start = first.get(other + power.key);
      if (start !== undefined) {
        const own = namesIn(factor);
        this.budget.spend(i - start);
        const between = names.slice(start + 1, i).flat();
        if (between.some((name) => !own.has(name))) {
          this.ofMatrices = true;
          this.flagOthers([...own].flatMap((name) => alike(name, [...own, ...between])));
        }
      }
      if (!first.has(mine + power.key)) first.set(mine + power.key, i);
    });
  }

  /** `e^Ae^B`: exponentials of different capitals side by side; of numbers one would write a sum. */
  private exponentials(factors: Node[]): void {
    const names = factors.filter(isOfCapital).map((factor) => [...namesIn(factor)].filter(isCapital));
    const [first, ...others] = names;
    if (others.some((other) => other.some((name) => !first!.includes(name)))) this.flag(names.flat());
  }

  /** `CB^{-1}`, `(sI-A)^{-1}B`: an inverse beside other capitals. */
  private beside(inverse: Power, other: Node): void {
    const capitals = (node: Node): string[] => [...namesIn(node)].filter(isCapital);
    const [own, others] = [capitals(inverse.base), capitals(other)];
    if (own.length === 0 || others.length === 0) return;
    this.ofMatrices = true;
    // In `(I-A)^{-1}B` the letter I is the identity.
    this.flag([...own, ...others].filter((name) => name !== "I" || letterOf(inverse)?.name === "I"));
  }

  /** `AB - BA`, `(ab)^{-1} = b^{-1}a^{-1}`: letters and their reverse among the terms of one sum or relation. */
  private reverses(terms: readonly Node[]): void {
    if (terms.length < 2) return;
    const seen = new Set<string>();
    for (const term of terms) {
      const letters = lettersInOrder(term);
      if (letters === undefined || new Set(letters).size < 2) continue;
      const reversed = [...letters].reverse();
      if (seen.has(reversed.join("·")) && letters.some((name, i) => name !== reversed[i]))
        this.flagOthers(letters);
      seen.add(letters.join("·"));
    }
  }
}

/** The letters of a product in order, whatever their powers; undefined if it has other factors with letters. */
function lettersInOrder(term: Node): string[] | undefined {
  const found: string[] = [];
  for (const factor of factorsOf(term).filter(hasNames)) {
    const letter = letterOf(factor)?.name;
    if (letter !== undefined) found.push(letter);
    else {
      const inner = factor.kind !== "pow" ? undefined : isExponential(factor) ? factor.exp : factor.base;
      const letters = inner && lettersInOrder(inner);
      if (!letters) return undefined;
      found.push(...letters);
    }
  }
  return found;
}

/** The letters of the same sort as a letter: among capitals, a small one may be a number. */
const alike = (name: string, names: readonly string[]): string[] =>
  isCapital(name) ? names.filter((other) => !/^[a-z]/.test(other)) : [...names];

const termsOf = (node: Node): Node[] => (node.kind === "add" ? node.terms : [node]);

/** A factor as a power with a sign: `P^{-1}`, `e^{-tA}`, and anything else as its own first power. */
function powerOf(factor: Node): { key: string; inverse: boolean } | undefined {
  if (factor.kind !== "pow") return { key: printLatex(factor), inverse: false };
  const { base, exp } = factor;
  if (isExponential(factor)) {
    const inverse = isInverse(exp);
    return { key: `e^${printLatex(inverse ? opposite(exp) : exp)}`, inverse };
  }
  if (isNegative(exp)) return { key: printLatex(base), inverse: true };
  return isInteger(exp) ? { key: printLatex(base), inverse: false } : undefined;
}

function opposite(node: Node): Node {
  if (node.kind === "neg") return node.arg;
  if (node.kind !== "mul") return node;
  const [first, ...rest] = node.factors as [Node, ...Node[]];
  return { ...node, factors: [opposite(first), ...rest] };
}

/** Whether a letter occurs in other roles than as the sign of a transpose. */
const standsElsewhere = (tree: Node, name: string): boolean =>
  children(tree).some((child) => {
    const isMark = tree.kind === "pow" && child === tree.exp && isTransposed(tree);
    return isMark ? false : (child.kind === "symbol" && child.name === name) || standsElsewhere(child, name);
  }) ||
  (tree.kind === "symbol" && tree.name === name);

function orderedIn(
  gold: Node,
  answer: Node,
  { ordered, vectors }: Evidence,
  given: Iterable<string>,
): OrderedLetters | undefined {
  for (const name of given) ordered.add(name);
  if (ordered.size === 0)
    return vectors.size === 0 ? undefined : { names: vectors, algebra: "vectors", identity: undefined };
  const flagged = new Set([...ordered, ...vectors]);
  const names = new Set(flagged);
  const isCandidate = (name: string): boolean => flagged.has(name) || isCapital(name) || isHat(name);
  const identity = flagged.has("I") ? undefined : "I";
  for (const [tree, known] of [
    [gold, none],
    [answer, namesIn(gold)],
  ] as const)
    for (const name of namesIn(tree)) {
      if (known.has(name) || name === identity || markOf({ kind: "symbol", name })) continue;
      if (isCandidate(name) || namesIn(tree).size > maxNames || !isCoefficient(tree, name, isCandidate))
        names.add(name);
    }
  return { names, algebra: "words", identity };
}

/** With this many letters, none is checked for being a number. */
const maxNames = 40;

/**
 * Whether a letter is a number among matrices: it comes before them in every product, as in `cP^{-1}AP`, or is in an
 * exponent, as in `e^{tA}`. Before a letter of its own kind, as in `xy^T`, it may be a vector.
 */
function isCoefficient(tree: Node, name: string, isCandidate: (name: string) => boolean): boolean {
  const holds = (node: Node): boolean => namesIn(node).has(name);
  const orders = (node: Node): boolean =>
    [...namesIn(node)].some((other) => other !== name && isCandidate(other));
  const isFree = (node: Node, outermost: boolean): boolean => {
    const isProduct = node.kind === "mul" || node.kind === "neg" || node.kind === "div";
    if (isProduct && outermost) {
      const factors = factorsOf(node);
      const place = factors.findLastIndex((factor) => letterOf(factor)?.name === name);
      const first = factors.findIndex((factor) => letterOf(factor)?.name !== name && orders(factor));
      if (place >= 0 && first >= 0) {
        if (place > first) return false;
        const next = letterOf(factors[first]!)?.name;
        if (/^[a-z](?![a-z])/.test(name) && next !== undefined && !isCapital(next)) return false;
      }
    }
    return children(node).every((child) => {
      if (!holds(child) || (node.kind === "pow" && child === node.exp)) return true;
      return isFree(child, !isProduct || (node.kind === "div" && child === node.den));
    });
  };
  return isFree(tree, true);
}
