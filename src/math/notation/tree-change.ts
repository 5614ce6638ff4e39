// Trees made from trees: both signs of `\pm`, factors moved into a matrix, exchanged children; and the names in a tree.

import { type Branch, children, type Field, innerFieldsOf, type Node, some } from "./tree.ts";

export const someSign = (node: Node): boolean =>
  node.kind !== "relation" && node.kind !== "list" && some(node, (n) => n.kind === "pm");

export const someSignIn = (node: Node): boolean => some(node, (n) => n.kind === "pm");

/**
 * All meanings of plus-minus signs: `\pm` and `\mp` together have opposite signs, several `\pm` alone are independent
 * of one another.
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

export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  const fields = innerFieldsOf(node);
  if (fields.length === 0) return node;
  const changed = { ...node } as unknown as Record<string, unknown>;
  for (const { name, content } of fields) changed[name] = mapField(changed[name], content, change);
  return changed as unknown as Node;
}

function mapField(value: unknown, content: Field["content"], change: (child: Node) => Node): unknown {
  switch (content) {
    case "node":
      return change(value as Node);
    case "perhaps":
      return value === null ? null : change(value as Node);
    case "nodes":
      return (value as Node[]).map(change);
    case "rows":
      return (value as Node[][]).map((row) => row.map(change));
    case "branches":
      return (value as Branch[]).map(({ value, condition }) => ({
        value: change(value),
        condition: condition && change(condition),
      }));
    case "data":
      return value;
  }
}

export function rename(node: Node, names: ReadonlyMap<string, Node>): Node {
  if (node.kind === "symbol") return names.get(node.name) ?? node;
  return mapChildren(node, (child) => rename(child, names));
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

/** The free names in a tree; π, e and i are not variables. */
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
