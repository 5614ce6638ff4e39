// Names of quantities: the name that one side of an equation gives to the other.

import { printLatex } from "../notation/print.ts";
import { children, type Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";

const isLetters = (node: Node): boolean =>
  node.kind === "mul" &&
  node.factors.length === 2 &&
  node.factors.every((f) => f.kind === "symbol" && /^[A-Z]$/.test(f.name));

const isNameOrNumber = (node: Node): boolean =>
  node.kind === "symbol" || node.kind === "number" || (node.kind === "neg" && node.arg.kind === "number");

/** `X = 2`, `A \mid B`, `A \cap B`: possible arguments of a probability. */
const isEvent = (node: Node): boolean =>
  (node.kind === "relation" || node.kind === "setop") &&
  children(node).every((part) => isNameOrNumber(part) || isEvent(part));

/** Functions of an angle that name a quantity, and usual names of angles; `\sin x = 0` is an equation to solve. */
const angleFunctions = new Set(["sin", "cos", "tan", "cot"]);
const isAngleName = (node: Node): boolean =>
  node.kind === "symbol" &&
  /^(?:[A-Z]|\\angle .*|alpha|beta|gamma|delta|theta|phi|psi|omega)$/.test(node.name);

/** Functions of a matrix, a space, a polynomial or a random variable: they have no value that could be calculated here. */
const ofObjects = new Set("det tr rank dim deg Pr Var".split(" "));

/**
 * The name that one side of an equation gives to the other: a variable, a function of names or numbers, or, for a
 * number, a length named by its two ends. A product such as `PV` or `m(n+1)` is not a name.
 */
export function nameOf(node: Node, other: Node): string | undefined {
  if (node.kind === "symbol") {
    // `\bar{3}` is no letter.
    if (node.name === "pi" || /^\\\w+\{[\d.]+\}$/.test(node.name)) return undefined;
    const segment = /^\\overline\{([A-Z]{2})\}$/.exec(node.name)?.[1];
    return segment !== undefined && namesIn(other).size === 0 ? segment : node.name;
  }
  if (node.kind === "apply") {
    const named = node.args.every(isNameOrNumber) || (/^P/.test(node.name) && node.args.every(isEvent));
    return named ? printLatex(node) : undefined;
  }
  if (node.kind === "call" && angleFunctions.has(node.name) && isAngleName(node.args[0]!))
    return printLatex(node);
  if (node.kind === "call" && ofObjects.has(node.name) && node.args.every(isNameOrNumber))
    return printLatex(node);
  if (node.kind === "div" || (node.kind === "ratio" && node.items.length === 2)) {
    const parts = node.kind === "div" ? [node.num, node.den] : node.items;
    return parts.every((part) => isQuantity(part, other)) ? printLatex(node) : undefined;
  }
  if (namesIn(other).size > 0) return undefined;
  const barred = node.kind === "call" && (node.name === "abs" || node.name === "conj");
  const letters = barred ? node.args[0]! : node;
  return isLetters(letters) ? printLatex(letters).replace(/[^A-Z]/g, "") : undefined;
}

/** One of two quantities in a quotient. */
const isQuantity = (node: Node, other: Node): boolean =>
  node.kind !== "div" && node.kind !== "ratio" && nameOf(node, other) !== undefined;
