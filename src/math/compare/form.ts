// Work left undone: a trainer that rewards `2+3` for `5`, or `x^2-5x+6>0` for `x<2 or x>3`, rewards a copy of the
// question.

import { inequalities } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { exactRoot } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { children, isInteger, type Node, type NodeOf, some } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { triedOr } from "../terms/result.ts";
import { numbersOf } from "./numbers.ts";
import { powerOfTen } from "./rounding.ts";

/** What the answer leaves undone and the gold does not; undefined if there is nothing. */
export function undoneWork(gold: Node, answer: Node, context: Context): string | undefined {
  const left = workIn(answer, context);
  if (left.size === 0) return undefined;
  const allowed = workIn(gold, context);
  // A gold with a power of e may be written with sines or logarithms.
  if (some(gold, (node) => node.kind === "symbol" && node.name === "e")) allowed.add(functionValue);
  // An unsolved gold, `|x| < 3`, accepts any description; a finite one requires the items.
  if (allowed.has(unsolved) || !isListed(gold)) allowed.add(bounds);
  for (const work of left) if (!allowed.has(work)) return work;
  return undefined;
}

const [unsolved, bounds] = ["a condition", "the list of the numbers that a condition allows"];
export const functionValue = "the value of a function";

/** The kinds of work that a tree leaves undone. */
function workIn(tree: Node, context: Context): Set<string> {
  const found = new Set<string>();
  const collect = (node: Node): void => {
    context.budget.spend(1);
    const work = workOf(node, context);
    if (work !== undefined) found.add(work);
    if (work === "arithmetic") return;
    // A written calculation ends in its last side: `6 \cdot 7 = 42`.
    const isCalculation = node.kind === "relation" && node.ops.every((op) => op === "=" || op === "≈");
    for (const child of isCalculation ? node.terms.slice(-1) : children(node)) collect(child);
  };
  collect(tree);
  return found;
}

/** The work that a node itself leaves undone, regardless of the nodes below it. */
function workOf(node: Node, context: Context): string | undefined {
  switch (node.kind) {
    case "sum":
    case "bigop":
      return node.op === "prod" ? "a product" : "a sum";
    case "integral":
      return "an integral";
    case "limit":
      return "a limit";
    case "derivative":
      return "a derivative";
    case "factorial":
      return "a factorial";
    case "call": {
      const work = functionNamed(node.name)?.work;
      if (work === "none" || namesIn(node).size > 0) return undefined;
      return work === "arithmetic" ? node.name : functionValue;
    }
    case "setop":
      return workOfSets(node, context);
    case "relation":
      // An equation outside a set equals only equations; with a value it has a name: `\sin\theta = \frac12`.
      return node.ops.every((op) => op === "=" || op === "≈") ? undefined : workOfRelation(node);
    case "builder": {
      const conditions = node.condition.kind === "list" ? node.condition.items : [node.condition];
      const isUnsolved = (condition: Node): boolean =>
        condition.kind === "relation" && workOfRelation(condition) === unsolved;
      return conditions.some(isUnsolved) ? unsolved : undefined;
    }
    case "cases":
    case "qualified":
      return undefined;
    default:
      return workOfValue(node);
  }
}

const isVector = ({ kind }: Node): boolean => kind === "sequence" || kind === "matrix";
const isImaginary = (node: Node): boolean => node.kind === "symbol" && node.name === "i";
const hasImaginary = (node: Node): boolean => namesIn(node).size === 0 && some(node, isImaginary);

function workOfValue(node: Node): string | undefined {
  if (node.kind === "add" || node.kind === "mul" || node.kind === "pow") {
    const parts = children(node);
    const vectors = parts.filter(isVector).length;
    if (parts.some(({ kind }) => kind === "matrix")) return "arithmetic of matrices";
    if (vectors > 1 || (vectors > 0 && node.kind === "add")) return "arithmetic of vectors";
  }
  const multiplies =
    (node.kind === "mul" && node.factors.filter(hasImaginary).length > 1) ||
    (node.kind === "pow" && hasImaginary(node.base)) ||
    (node.kind === "div" && hasImaginary(node.den));
  if (multiplies) return "a product of complex numbers";
  return isArithmetic(node) && !isPlain(node) ? "arithmetic" : undefined;
}

/**
 * A relation in one unknown is solved if the unknown is alone on a side, and occurs once: `2 < x < 5`, not `x^2 < 4`.
 */
function workOfRelation({ terms, ops }: NodeOf<"relation">): string | undefined {
  const [unknown, ...parameters] = new Set(terms.flatMap((term) => [...namesIn(term)]));
  const isBounded = ops.every((op) => inequalities.has(op));
  if (unknown === undefined || parameters.length > 0) return undefined;
  const alone = terms.filter(({ kind }) => kind === "symbol").length;
  const holding = terms.filter((term) => namesIn(term).size > 0).length;
  if (holding > 1 || alone < holding) return unsolved;
  return isBounded ? bounds : undefined;
}

/** Values side by side, or none: what is finite as it is written. */
function isListed(gold: Node): boolean {
  switch (gold.kind) {
    case "setname":
      return gold.name === "empty";
    case "relation":
      return gold.ops.every((op) => op === "=" || op === "∈") && isListed(gold.terms.at(-1)!);
    case "list":
    case "set":
      return gold.items.every(isListed);
    case "sequence":
    case "setop":
    case "builder":
    case "qualified":
    case "cases":
      return false;
    default:
      return true;
  }
}

/** Sets that are not simplified: more pieces than the set has, or differences that remove more than single points. */
function workOfSets(node: NodeOf<"setop">, context: Context): string | undefined {
  if (node.op === "×") return undefined;
  if (node.op === "∩") return "an intersection";
  if (node.op === "∖" && node.args[1]!.kind !== "set") return "a difference of sets";
  if (node.op === "∪" && node.args.filter(({ kind }) => kind === "set").length > 1) return "a union";
  return triedOr(() => {
    const written = piecesOf(node, context);
    const numbers = numbersOf(node, context);
    if (written === undefined || !numbers || numbers.reals.length >= written) return undefined;
    return node.op === "∪" ? "a union" : "a difference of sets";
  }, undefined);
}

/** How many pieces of the line are written; undefined if that is not known. */
function piecesOf(node: Node, context: Context): number | undefined {
  if (node.kind === "set") return node.items.length;
  if (node.kind !== "setop") return numbersOf(node, context)?.reals.length;
  return node.args.reduce<number | undefined>((sum, arg) => {
    const pieces = piecesOf(arg, context);
    return sum === undefined || pieces === undefined ? undefined : sum + pieces;
  }, 0);
}

/** Nothing but integers and decimals joined by operations. */
function isArithmetic(node: Node): boolean {
  switch (node.kind) {
    case "number":
    case "mixed":
      return true;
    case "add":
    case "mul":
    case "neg":
    case "div":
    case "pow":
      return children(node).every(isArithmetic);
    case "root":
      // A root of a perfect power is arithmetic; `\\sqrt2` is an irreducible number.
      return node.index === null && isInteger(node.arg) && exactRoot(node.arg.mantissa, 2) !== undefined;
    default:
      return false;
  }
}

const isNumber = (node: Node): boolean =>
  node.kind === "number" || (node.kind === "neg" && node.arg.kind === "number");

/** A number, one fraction, one power or one root of numbers, or a number times a power of ten. */
function isPlain(node: Node): boolean {
  switch (node.kind) {
    case "number":
    case "mixed":
      return true;
    case "neg":
      return isPlain(node.arg);
    case "div":
      return isNumber(node.num) && isNumber(node.den);
    case "pow":
      return isNumber(node.base) && isNumber(node.exp);
    case "root":
      return isNumber(node.arg);
    case "mul": {
      const [mantissa, power, ...rest] = node.factors;
      return rest.length === 0 && isNumber(mantissa!) && powerOfTen(power!) !== undefined;
    }
    default:
      return false;
  }
}
