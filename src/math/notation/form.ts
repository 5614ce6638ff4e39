// Work left undone: a trainer that pays `2+3` for `5` pays for the question, not for the answer.

import { functionNamed } from "../functions/functions.ts";
import { children, isInteger, type Node } from "./tree.ts";

/** The kinds of work that a tree leaves to be done. */
export function undoneWork(node: Node): Set<string> {
  const found = new Set<string>();
  collect(node, found);
  return found;
}

function collect(node: Node, found: Set<string>): void {
  switch (node.kind) {
    case "sum":
    case "bigop":
      found.add(node.op === "prod" ? "a product" : "a sum");
      break;
    case "integral":
      found.add("an integral");
      break;
    case "limit":
      found.add("a limit");
      break;
    case "derivative":
      found.add("a derivative");
      break;
    case "factorial":
      found.add("a factorial");
      break;
    case "call":
      if (functionNamed(node.name)?.work && node.args.every(isArithmetic)) found.add(node.name);
      break;
    case "add":
    case "mul":
    case "pow":
      if (children(node).some((child) => child.kind === "matrix")) found.add("arithmetic of matrices");
      if (isArithmetic(node) && !isPlain(node)) {
        found.add("arithmetic");
        return;
      }
      break;
    default:
      if (isArithmetic(node) && !isPlain(node)) {
        found.add("arithmetic");
        return;
      }
  }
  for (const child of children(node)) collect(child, found);
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
      return children(node).every(isArithmetic) && isExactRoot(node);
    default:
      return false;
  }
}

/** A root that comes out even is arithmetic; `\sqrt2` is a number of its own. */
function isExactRoot(node: Extract<Node, { kind: "root" }>): boolean {
  if (node.index !== null || !isInteger(node.arg)) return false;
  const root = Math.round(Math.sqrt(Number(node.arg.mantissa)));
  return BigInt(root) * BigInt(root) === node.arg.mantissa;
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
      const [mantissa, power] = node.factors;
      return (
        node.factors.length === 2 &&
        isNumber(mantissa!) &&
        power!.kind === "pow" &&
        isInteger(power!.base) &&
        power!.base.mantissa === 10n &&
        isNumber(power!.exp)
      );
    }
    default:
      return false;
  }
}
