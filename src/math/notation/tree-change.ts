// Trees made from trees: both signs of `\pm`, factors moved into a matrix, children exchanged; and the names in one.

import { children, type Node, some } from "./tree.ts";

export const someSign = (node: Node): boolean =>
  node.kind !== "relation" && node.kind !== "list" && some(node, (n) => n.kind === "pm");

export const someSignIn = (node: Node): boolean => some(node, (n) => n.kind === "pm");

/**
 * All that plus-minus signs can mean: `\pm` and `\mp` together go opposite ways, several `\pm` alone are free of
 * one another.
 */
export function expandSigns(node: Node): Node[] {
  let signs = 0;
  let opposite = false;
  some(node, (n) => {
    if (n.kind === "pm") {
      signs++;
      if (n.sign === "∓") opposite = true;
    }
    return false;
  });
  const free = opposite || signs > maxFreeSigns ? 1 : signs;
  return Array.from({ length: 2 ** free }, (_, choices) => {
    let next = 0;
    const choose = (n: Node): Node => {
      if (n.kind !== "pm") return mapChildren(n, choose);
      const left = n.left && choose(n.left);
      const plus = ((choices >> (free === 1 ? 0 : next++)) & 1) === 0;
      const right = choose(n.right);
      const term: Node = (n.sign === "±") === plus ? right : { kind: "neg", arg: right };
      return left ? { kind: "add", terms: [left, term] } : term;
    };
    return choose(node);
  });
}

const maxFreeSigns = 4;

/** The same node over changed children. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  const perhaps = (child: Node | null): Node | null => child && change(child);
  switch (node.kind) {
    case "add":
      return { ...node, terms: node.terms.map(change) };
    case "mul":
      return { ...node, factors: node.factors.map(change) };
    case "neg":
    case "percent":
    case "unit":
    case "factorial":
    case "ordinal":
      return { ...node, arg: change(node.arg) };
    case "degrees":
      return {
        ...node,
        arg: change(node.arg),
        minutes: perhaps(node.minutes),
        seconds: perhaps(node.seconds),
      };
    case "div":
      return { ...node, num: change(node.num), den: change(node.den) };
    case "pow":
      return { ...node, base: change(node.base), exp: change(node.exp) };
    case "root":
      return { ...node, arg: change(node.arg), index: perhaps(node.index) };
    case "pm":
      return { ...node, left: perhaps(node.left), right: change(node.right) };
    case "call":
      return { ...node, args: node.args.map(change), base: perhaps(node.base) };
    case "apply":
      return { ...node, args: node.args.map(change) };
    case "sum":
      return { ...node, lower: change(node.lower), upper: change(node.upper), body: change(node.body) };
    case "bigop":
      return { ...node, under: perhaps(node.under), over: perhaps(node.over), body: change(node.body) };
    case "integral":
      return { ...node, lower: perhaps(node.lower), upper: perhaps(node.upper), body: change(node.body) };
    case "limit":
      return { ...node, target: change(node.target), body: change(node.body) };
    case "derivative":
      return { ...node, body: change(node.body) };
    case "sequence":
    case "set":
    case "list":
    case "ratio":
      return { ...node, items: node.items.map(change) };
    case "builder":
      return { ...node, element: change(node.element), condition: change(node.condition) };
    case "setop":
      return { ...node, args: node.args.map(change) };
    case "matrix":
      return { ...node, rows: node.rows.map((row) => row.map(change)) };
    case "cases":
      return {
        ...node,
        branches: node.branches.map((b) => ({ value: change(b.value), condition: perhaps(b.condition) })),
      };
    case "relation":
      return { ...node, terms: node.terms.map(change), modulus: perhaps(node.modulus) };
    case "labelled":
      return { ...node, value: change(node.value) };
    case "qualified":
      return { ...node, body: change(node.body), conditions: node.conditions.map(change) };
    default:
      return node;
  }
}

/** A matrix or a point times a number is calculated entry by entry. */
export function scaledEntries(node: Node): Node | undefined {
  const parts = children(node);
  const holders = parts.filter(
    (part) => part.kind === "matrix" || (part.kind === "sequence" && part.open === "("),
  );
  const [holder] = holders;
  if (holders.length !== 1 || !holder || (node.kind === "div" && holder !== node.num)) return undefined;
  const scale = (entry: Node): Node => mapChildren(node, (part) => (part === holder ? entry : part));
  return holder.kind === "matrix"
    ? { ...holder, rows: holder.rows.map((row) => row.map(scale)) }
    : mapChildren(holder, scale);
}

/** The names that are free in a tree; π, e and i are no variables. */
export function namesIn(node: Node, into: Set<string> = new Set()): Set<string> {
  if (node.kind === "symbol") {
    if (node.name !== "pi" && node.name !== "e" && node.name !== "i") into.add(node.name);
  } else if (node.kind === "sum" || node.kind === "limit" || node.kind === "integral") {
    for (const child of children(node)) {
      const names = namesIn(child);
      if (child === node.body) names.delete(node.variable);
      for (const name of names) into.add(name);
    }
  } else for (const child of children(node)) namesIn(child, into);
  return into;
}
