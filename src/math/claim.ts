// What an answer claims: a value, several values, a set of numbers, an equation, a function, words. The tree says
// how it was written; the claim says what kind of thing it is, and comparisons go by that.

import { claimOfList, qualify } from "./claim-list.ts";
import type { Context } from "./context.ts";
import { printLatex } from "./print.ts";
import { children, type Node, type RelationOp, some } from "./tree.ts";
import { expandSigns, namesIn, scaledEntries, someSign, someSignIn } from "./tree-change.ts";

/** A letter with the set that it runs through. */
export interface Member {
  name: string;
  domain: string;
}

export type Claim =
  | { kind: "value"; node: Node }
  /** Values said to be equal to one another: `2\sqrt3 \approx 3.46`. */
  | { kind: "chain"; values: Claim[] }
  | { kind: "list"; items: Claim[] }
  | { kind: "set"; items: Claim[] }
  | { kind: "tuple"; items: Claim[]; node: Extract<Node, { kind: "sequence" }> }
  | { kind: "matrix"; rows: Claim[][] }
  | { kind: "named"; name: string; value: Claim; node: Node }
  | { kind: "record"; entries: { name: string; value: Claim }[] }
  /** A set of numbers given by bounds, a condition or a name. */
  | { kind: "numbers"; node: Node }
  | { kind: "equation"; left: Node; right: Node }
  | { kind: "function"; name: string; parameters: string[]; body: Claim; node: Node; constants?: Member[] }
  | { kind: "family"; body: Claim; parameters: Member[] }
  | { kind: "restricted"; body: Claim; conditions: Node[] }
  | { kind: "cases"; branches: { value: Claim; condition: Node | null }[] }
  | { kind: "congruence"; name: string; residues: Node[]; modulus: Node }
  | { kind: "ratio"; items: Node[] }
  | { kind: "text"; words: string }
  | { kind: "statement"; node: Node };

/** `x = y = z = 1` gives one value to several names; `a = b = c` only says that they are equal. */
function chainOfNames(terms: Node[], node: Node, context: Context): Claim {
  const last = terms[terms.length - 1]!;
  if (last.kind === "symbol" || namesIn(last).size > 0) return { kind: "statement", node };
  const value = claimOf(last, context);
  return {
    kind: "record",
    entries: terms.slice(0, -1).map((term) => ({ name: (term as { name: string }).name, value })),
  };
}

export const inequalities = new Set<RelationOp>(["<", "≤", ">", "≥", "≠"]);

/** The name that a left-hand side gives to the right: a variable, a measured figure, or capital letters. */
function nameOf(node: Node): string | undefined {
  if (node.kind === "symbol") return node.name;
  if (node.kind === "apply") return printLatex(node);
  if (
    node.kind === "mul" &&
    node.factors.length <= 3 &&
    node.factors.every((f) => f.kind === "symbol" && /^[A-Z]$/.test(f.name))
  )
    return node.factors.map((f) => (f as { name: string }).name).join("");
  if (node.kind === "call" && (node.name === "abs" || node.name === "conj")) {
    const inner = nameOf(node.args[0]!);
    return inner && inner.length > 1 && /^[A-Z]+$/.test(inner) ? inner : undefined;
  }
  return undefined;
}

/** The names of `(x, y) = …`. */
function tupleNames(node: Node): string[] | undefined {
  if (node.kind !== "sequence") return undefined;
  const names = node.items.map((item) => (item.kind === "symbol" ? item.name : undefined));
  return names.every((name) => name !== undefined) ? (names as string[]) : undefined;
}

export function claimOf(node: Node, context: Context): Claim {
  switch (node.kind) {
    case "list":
      return claimOfList(node, context);
    case "pm":
      return { kind: "list", items: expandSigns(node).map((n) => claimOf(n, context)) };
    case "set":
      return { kind: "set", items: node.items.flatMap((item) => spread(item, context)) };
    case "sequence":
      if (someSign(node)) return { kind: "list", items: expandSigns(node).map((n) => claimOf(n, context)) };
      return { kind: "tuple", items: node.items.map((item) => claimOf(item, context)), node };
    case "matrix":
      return { kind: "matrix", rows: node.rows.map((row) => row.map((cell) => claimOf(cell, context))) };
    case "relation":
      return claimOfRelation(node, context);
    case "labelled":
      return { kind: "named", name: node.label, value: claimOf(node.value, context), node };
    case "qualified":
      return qualify(claimOf(node.body, context), node.body, node.conditions);
    case "builder":
      return claimOfBuilder(node, context);
    case "setop":
      return claimOfSetOperation(node, context);
    case "setname":
      return { kind: "numbers", node };
    case "cases":
      return {
        kind: "cases",
        branches: node.branches.map(({ value, condition }) => ({
          value: claimOf(value, context),
          condition,
        })),
      };
    case "pow": {
      const transposed = node.exp.kind === "symbol" && node.exp.name === "T" ? node.base : undefined;
      if (transposed?.kind === "sequence") return claimOf(transposed, context);
      if (transposed?.kind === "matrix")
        return claimOf(
          { kind: "matrix", rows: transposed.rows[0]!.map((_, i) => transposed.rows.map((row) => row[i]!)) },
          context,
        );
      return someSign(node)
        ? { kind: "list", items: expandSigns(node).map((n) => claimOf(n, context)) }
        : { kind: "value", node };
    }
    case "ratio":
      return { kind: "ratio", items: node.items };
    case "bool":
      return { kind: "text", words: String(node.value) };
    case "text":
      return { kind: "text", words: node.words };
    case "ellipsis":
      return { kind: "statement", node };
    case "neg":
    case "mul":
    case "div": {
      const scaled = scaledEntries(node);
      if (scaled) return claimOf(scaled, context);
      return someSign(node)
        ? { kind: "list", items: expandSigns(node).map((n) => claimOf(n, context)) }
        : { kind: "value", node };
    }
    default:
      return someSign(node)
        ? { kind: "list", items: expandSigns(node).map((n) => claimOf(n, context)) }
        : { kind: "value", node };
  }
}

/** `\pm 3` inside a list or a set is two of its items. */
export function spread(node: Node, context: Context): Claim[] {
  const claim = claimOf(node, context);
  const signed = node.kind === "pm" || (node.kind !== "list" && claim.kind === "list" && someSign(node));
  return signed && claim.kind === "list" ? claim.items : [claim];
}

function claimOfRelation(node: Extract<Node, { kind: "relation" }>, context: Context): Claim {
  const { terms, ops } = node;
  const [first, second] = terms as [Node, Node];
  if (ops.every((op) => op === "=" || op === "≈")) return claimOfEquality(terms, node, context);
  if (ops.length === 1 && ops[0] === "≡" && node.modulus && first.kind === "symbol")
    return {
      kind: "congruence",
      name: first.name,
      residues: second.kind === "list" ? second.items : [second],
      modulus: node.modulus,
    };
  if (ops.length === 1 && ops[0] === "∈") {
    const names = tupleNames(first);
    if (names || first.kind === "symbol") return claimOf(second, context);
    return { kind: "statement", node };
  }
  if (ops.length === 1 && ops[0] === "∉" && first.kind === "symbol") return { kind: "numbers", node };
  if (ops.every((op) => inequalities.has(op)) && namesIn(node).size >= 1) {
    if (!someSignIn(node)) return { kind: "numbers", node };
    return {
      kind: "numbers",
      node: { kind: "list", items: expandSigns(node), joiner: ops.includes("≠") ? "and" : "or" },
    };
  }
  if (ops[0] === "=" && first.kind === "symbol" && ops.slice(1).every((op) => inequalities.has(op)))
    return { kind: "statement", node };
  return { kind: "statement", node };
}

function claimOfEquality(terms: Node[], node: Node, context: Context): Claim {
  const [first] = terms as [Node];
  const last = terms[terms.length - 1]!;
  const value = (nodes: Node[]): Claim =>
    nodes.length === 1
      ? claimOf(nodes[0]!, context)
      : { kind: "chain", values: nodes.map((n) => claimOf(n, context)) };
  if (first.kind === "apply" && terms.length >= 2) {
    const parameters = first.args.map((arg) => (arg.kind === "symbol" ? arg.name : undefined));
    if (
      parameters.every((p) => p !== undefined) &&
      !some(last, (n) => n.kind === "apply" && n.name === first.name)
    ) {
      // `P(A) = 0.5` names a value; `f(x) = 5` is a function that happens to be constant.
      if (parameters.some((p) => namesIn(last).has(p!)) || parameters.every((p) => /^[a-z]/.test(p!)))
        return functionsOf(first.name, parameters as string[], value(terms.slice(1)), node);
    }
  }
  const indexed = first.kind === "symbol" ? /^([a-zA-Z]+)_\{([i-n])\}$/.exec(first.name) : null;
  // `a_n = 2n + 1` is a function of n.
  if (indexed && namesIn(last).has(indexed[2]!))
    return functionsOf(`${indexed[1]}_`, [indexed[2]!], value(terms.slice(1)), node);
  const names = tupleNames(first);
  if (names && terms.length === 2) {
    const inner = claimOf(last, context);
    if (inner.kind === "tuple" && inner.items.length === names.length)
      return { kind: "record", entries: names.map((name, i) => ({ name, value: inner.items[i]! })) };
    return { kind: "named", name: `(${names.join(",")})`, value: inner, node };
  }
  if (terms.length > 2 && terms.slice(0, -1).every((term) => term.kind === "symbol"))
    return chainOfNames(terms, node, context);
  const name = nameOf(first);
  if (name !== undefined && !terms.slice(1).some((term) => namesIn(term).has(name)))
    return { kind: "named", name, value: value(terms.slice(1)), node };
  const lastName = nameOf(last);
  if (lastName !== undefined && namesIn(first).size === 0 && terms.length === 2)
    return { kind: "named", name: lastName, value: claimOf(first, context), node };
  if (terms.every((term) => namesIn(term).size === 0))
    return { kind: "chain", values: terms.map((term) => claimOf(term, context)) };
  if (terms.length === 2) return { kind: "equation", left: first, right: last };
  return { kind: "statement", node };
}

/** `f(x) = 1 \pm x` is two functions. */
function functionsOf(name: string, parameters: string[], body: Claim, node: Node): Claim {
  if (body.kind !== "list") return { kind: "function", name, parameters, body, node };
  return {
    kind: "list",
    items: body.items.map((item) => ({ kind: "function", name, parameters, body: item, node })),
  };
}

function claimOfBuilder(node: Extract<Node, { kind: "builder" }>, context: Context): Claim {
  const conditions =
    node.condition.kind === "list" && node.condition.joiner !== "or"
      ? node.condition.items
      : [node.condition];
  const { element } = node;
  if (element.kind === "symbol") {
    const aboutElement = conditions.every((c) => isElementCondition(c, element.name));
    if (aboutElement) return { kind: "numbers", node };
    // `\{x \mid x = 2k, k \in \mathbb{Z}\}`
    const [first, ...rest] = conditions;
    if (
      first?.kind === "relation" &&
      first.ops.length === 1 &&
      first.ops[0] === "=" &&
      first.terms[0]!.kind === "symbol" &&
      first.terms[0]!.name === element.name
    )
      return qualify(claimOf(first.terms[1]!, context), first.terms[1]!, rest);
    return { kind: "statement", node };
  }
  if (element.kind === "relation" && element.ops[0] === "∈" && element.terms[0]!.kind === "symbol") {
    const name = element.terms[0]!;
    return claimOfBuilder(
      {
        kind: "builder",
        element: name,
        condition: { kind: "list", items: [element, ...conditions], joiner: "," },
      },
      context,
    );
  }
  return qualify(claimOf(element, context), element, conditions, true);
}

function isElementCondition(condition: Node, name: string): boolean {
  if (condition.kind === "list") return condition.items.every((item) => isElementCondition(item, name));
  if (condition.kind !== "relation") return false;
  if (condition.ops.includes("=") && (condition.ops.length > 1 || condition.terms[0]!.kind === "symbol"))
    return false;
  const names = namesIn(condition);
  return names.size === 1 && names.has(name);
}

function claimOfSetOperation(node: Extract<Node, { kind: "setop" }>, context: Context): Claim {
  if (node.op === "∪" && node.args.every((arg) => arg.kind === "set"))
    return {
      kind: "set",
      items: node.args.flatMap((arg) => children(arg).flatMap((item) => spread(item, context))),
    };
  if (
    node.op === "∪" &&
    node.args.some((arg) => arg.kind === "builder" && claimOf(arg, context).kind === "family")
  )
    return { kind: "list", items: node.args.map((arg) => claimOf(arg, context)) };
  return { kind: "numbers", node };
}
