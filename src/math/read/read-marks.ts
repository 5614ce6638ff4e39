// Marks on a number: degrees with minutes and seconds, temperatures, ordinal endings. Marks on a matrix, and the signs of
// multiplication that mean something of their own between vectors, spaces and differentials.

import { printLatex } from "../notation/print.ts";
import { decimal, isInteger, type Node, symbol } from "../notation/tree.ts";
import { isDifferential, takeDifferential } from "./read-expression.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

const isCircle = (r: Reader, ahead: number): boolean => {
  const token = r.peek(ahead);
  return token.kind === "op" && (token.value === "∘" || token.value === "°");
};

/** `90^{o}`: a letter in the place of the circle, on a number. */
const isLetterCircle = (r: Reader, node: Node): boolean =>
  node.kind === "number" && r.peek().value === "{" && r.peek(2).value === "o" && r.peek(3).value === "}";

/** `30^\circ`, `30°15'20''`, with `C` or `F` behind it a temperature. */
export function readDegrees(r: Reader, node: Node): Node | undefined {
  if (r.isOp("°")) r.i++;
  else if (isCircle(r, 1)) r.i += 2;
  else if (r.peek().value === "{" && isCircle(r, 2) && r.peek(3).value === "}") r.i += 4;
  else if (isLetterCircle(r, node)) r.i += 4;
  else return undefined;
  const scale = r.token;
  if (
    scale.kind === "word" &&
    (scale.value === "C" || scale.value === "F" || /^(celsius|fahrenheit)$/i.test(scale.value))
  ) {
    r.i++;
    return {
      kind: "unit",
      arg: node,
      unit: { factors: [{ name: `°${scale.value[0]!.toUpperCase()}`, power: 1 }], noun: "" },
    };
  }
  let minutes: Node | null = null;
  let seconds: Node | null = null;
  if (r.token.kind === "number" && primesAt(r, 1) === 1) {
    minutes = decimal(r.take().value);
    eatPrimes(r);
  }
  if (r.token.kind === "number" && primesAt(r, 1) > 0) {
    // Minutes twice, or minutes after seconds, are a slip.
    if (primesAt(r, 1) !== 2) r.fail("minutes where seconds are expected");
    seconds = decimal(r.take().value);
    eatPrimes(r);
    if (r.token.kind === "number" && primesAt(r, 1) > 0) r.fail("a mark after seconds");
  }
  return { kind: "degrees", arg: node, minutes: minutes ?? (seconds ? decimal("0") : null), seconds };
}

/** How many primes stand there: one for minutes, two for seconds, none where there is no such mark. */
function primesAt(r: Reader, ahead: number): number {
  const { kind, value } = r.peek(ahead);
  if (kind !== "op") return 0;
  if (value === "''" || value === '"') return 2;
  if (value === "'") return 1 + primesAt(r, ahead + 1);
  if (value !== "^") return 0;
  return primesAt(r, ahead + (r.peek(ahead + 1).value === "{" ? 2 : 1));
}

function eatPrimes(r: Reader): void {
  const raised = r.eat("^");
  const braced = raised && r.eat("{");
  while (r.eat("'") || r.eat("''") || r.eat('"'));
  if (braced) r.expect("}");
}

/** `5^{th}`, `5^{\text{th}}`. */
export function readOrdinal(r: Reader, node: Node): Node | undefined {
  if (!isInteger(node) && node.kind !== "symbol") return undefined;
  const word = r.peek().value === "{" ? r.peek(2) : r.peek();
  if (word.kind !== "word" || !/^(st|nd|rd|th)$/i.test(word.value)) return undefined;
  r.i++;
  if (r.eat("{")) {
    r.i++;
    r.expect("}");
  } else r.i++;
  return { kind: "ordinal", arg: node };
}

/** Marks of transposes and adjoints, as they are read. */
const adjointMarks: ReadonlyMap<string, string> = new Map([
  ["⊤", "\\top"],
  ["top", "\\top"],
  ["intercal", "\\top"],
  ["dagger", "\\dagger"],
  ["†", "\\dagger"],
  ["*", "*"],
]);

/** `^\top`, `^{*}`, `^\dagger`. */
export function readAdjointMark(r: Reader): Extract<Node, { kind: "symbol" }> | undefined {
  const braced = r.peek().kind === "op" && r.peek().value === "{";
  const { kind, value } = r.peek(braced ? 2 : 1);
  const mark = kind === "op" || kind === "command" ? adjointMarks.get(value) : undefined;
  if (mark === undefined || (braced && r.peek(3).value !== "}")) return undefined;
  r.i += braced ? 4 : 2;
  return { kind: "symbol", name: mark };
}

export function product(factors: Node[], dotted = false): Node {
  if (factors.length === 1) return factors[0]!;
  return dotted ? { kind: "mul", factors, dotted } : { kind: "mul", factors };
}

/** A letter set as vectors are: with an arrow or a hat, or in bold type. */
const isVectorLetter = (node: Node): boolean =>
  node.kind === "symbol" &&
  (node.bold === true || (node.name[0] === "\\" && /^\\(?:vec|hat|mathbf)\{/.test(node.name)));

/** What is a vector if letters set as vectors are. */
function isVector(node: Node): boolean {
  switch (node.kind) {
    case "symbol":
      return isVectorLetter(node);
    case "add":
      return node.terms.every(isVector);
    case "neg":
      return isVector(node.arg);
    case "mul":
      return node.factors.filter(isVector).length === 1;
    case "div":
      return isVector(node.num) && !isVector(node.den);
    case "call":
      return node.name === "cross";
    default:
      return false;
  }
}

/** `\mathbb{R}`, or `S^1`, the name of a space; a power of a number is not written so. */
const isSpace = (node: Node): boolean =>
  node.kind === "setname" ||
  (node.kind === "pow" &&
    node.base.kind === "symbol" &&
    /^[A-Z]$/.test(node.base.name) &&
    isInteger(node.exp) &&
    node.exp.mantissa > 0n);

const isPlainCapital = (node: Node): boolean => node.kind === "symbol" && /^[A-Z]$/.test(node.name);

const crossed = (left: Node, right: Node): Node => ({
  kind: "call",
  name: "cross",
  args: [left, right],
  base: null,
});

/** Between vectors a dot and a cross are two operations, and between spaces a cross is neither. */
export class VectorSigns {
  /** How many signs stand between spaces. */
  private spaces = 0;
  /** How many stand between capitals, which may name sets. */
  private capitals = 0;
  /** Where a vector waits for the other side of its cross: `2\vec a \times 3\vec b`. */
  private waiting = -1;

  join(factors: Node[], sign: "·" | "×" | "", right: Node): void {
    // Side by side, which is nearly all.
    if (sign === "" && this.waiting < 0) {
      factors.push(right);
      return;
    }
    const last = factors.length - 1;
    const left = factors[last]!;
    if (sign === "×" && isSpace(left) && isSpace(right)) this.spaces++;
    if (sign === "×" && isPlainCapital(left) && isPlainCapital(right)) this.capitals++;
    if (sign === "×" && isVector(left)) this.waiting = last;
    else if (sign === "·") this.waiting = -1;
    if (right.kind === "number" || !isVector(right)) factors.push(right);
    else if (this.waiting >= 0) {
      factors[this.waiting] = crossed(factors[this.waiting]!, right);
      this.waiting = -1;
    } else if (sign === "·" && isVector(left)) factors[last] = product([left, right], true);
    else if (sign === "×" && left.kind === "mul" && left.dotted) {
      // In `a \cdot b \times c` the cross comes first, since a number has none.
      const [first, second] = left.factors as [Node, Node];
      factors[last] = { ...left, factors: [first, crossed(second, right)] };
    } else factors.push(right);
  }

  product(factors: Node[]): Node {
    if (this.spaces > 0 && this.spaces === factors.length - 1)
      return { kind: "setop", op: "×", args: factors };
    if (this.capitals > 0 && this.capitals === factors.length - 1)
      return { kind: "mul", factors, crossed: true };
    return product(factors);
  }
}

/** `\wedge` or its character; the word stands between statements. */
const isWedgeSign = ({ kind, value, start, end }: Token): boolean =>
  kind === "word" && value === "and" && (end - start === 1 || end - start === "\\wedge".length);

/** `dx` as two letters at the end of a product. */
const endsInDifferential = (factors: Node[]): boolean => {
  const [d, variable] = factors.slice(-2);
  return d?.kind === "symbol" && d.name === "d" && variable?.kind === "symbol";
};

export const isWedge = (r: Reader, factors: Node[]): boolean => {
  if (!isWedgeSign(r.token)) return false;
  const last = factors[factors.length - 1]!;
  const begun = endsInDifferential(factors) || (last.kind === "call" && last.name === "wedge");
  r.i++;
  const found = begun && isDifferential(r);
  r.i--;
  return found || isForm(last) || (last.kind === "call" && last.name === "wedge");
};

/** Letters of logic, and capitals, stand for statements or sets; others for vectors and forms. */
const isForm = (node: Node): boolean => node.kind === "symbol" && !/^[p-sA-Z]$/.test(node.name);

const differential = (variable: string): Node => symbol(`d${printLatex(symbol(variable))}`);

/** `dx \wedge dy`, of what stands last among the factors and what comes next. */
export function readWedge(r: Reader, factors: Node[], readNext: () => Node): void {
  const isDifferentials = endsInDifferential(factors);
  const last = factors.pop()!;
  if (isDifferentials) factors.pop();
  const left = isDifferentials ? differential((last as { name: string }).name) : last;
  const right = isDifferential(r) ? differential(takeDifferential(r)) : readNext();
  factors.push({ kind: "call", name: "wedge", args: [left, right], base: null });
}
