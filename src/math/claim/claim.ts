// The claim of an answer: a value, several values, a set of numbers, an equation, a function, words. The tree is the
// notation; the claim is the kind of thing, and comparisons are based on it.

import { printLatex } from "../notation/print.ts";
import { sameTree } from "../notation/same-tree.ts";
import {
  children,
  integer,
  isInteger,
  type Node,
  type NodeOf,
  type RelationOp,
  relates,
  relation,
  some,
} from "../notation/tree.ts";
import { expandSigns, namesIn, someSign, someSignIn } from "../notation/tree-change.ts";
import { claimOfList, gatherNames, qualify, withoutDots } from "./claim-list.ts";
import type { Context } from "./context.ts";
import { claimOfIndexed } from "./indexed.ts";
import { calculated, scaled } from "./matrix-arithmetic.ts";
import { nameOf } from "./name-of.ts";

/** A letter with the set that it runs through. */
export interface Member {
  name: string;
  domain: string;
}

export type Claim =
  | { kind: "value"; node: Node }
  /** Values that are stated to be equal, of which the last may be rounded: `2\sqrt3 = \sqrt{12} \approx 3.46`. */
  | { kind: "chain"; values: Claim[]; rounded?: { value: Node; decimal: Node } }
  /**
   * Several things side by side; `either` if they are alternatives, joined by `or` or a plus-minus sign, and `unnamed`
   * if `or` joins them without a name.
   */
  | {
      kind: "list";
      items: Claim[];
      either: boolean;
      unnamed?: true;
      partlyNamed?: true;
      lines?: true;
      ordered?: true;
    }
  | { kind: "set"; items: Claim[] }
  /** A point, a vector or an interval; as `vector` made it, a single row or column of a matrix. */
  | { kind: "tuple"; items: Claim[]; node: NodeOf<"sequence"> }
  /** Row by row. */
  | { kind: "matrix"; items: Claim[]; columns: number }
  /** A value, or the alternatives for it, under a name; `subject` is the name as it was written. */
  | { kind: "named"; name: string; value: Claim; subject: Node | null }
  /** `shared`: one value was written for all names, as in `x = y = z = 2`. */
  | { kind: "record"; names: string[]; items: Claim[]; shared?: true }
  /** A set of numbers given by bounds, a condition or a name. */
  | { kind: "numbers"; node: Node }
  | { kind: "equation"; left: Node; right: Node }
  /** `formula`: whether the body alone means the same, as `2n` does for `a_n = 2n` but not for `a_{n+1} = 2n`. */
  | {
      kind: "function";
      name: string;
      parameters: string[];
      /** A formula, or a chain of equal ones; `claimOfSides` gives its claim. */
      body: Node;
      node: Node;
      formula: boolean;
      constants?: Member[];
    }
  /**
   * The claim of `node` for each value of the parameters. Written as a set, it is not the expression of one of its
   * members.
   */
  | { kind: "family"; node: Node; parameters: Member[]; isSet?: boolean }
  | { kind: "restricted"; body: Claim; conditions: Node[] }
  | { kind: "cases"; branches: { value: Claim; condition: Node | null }[] }
  | { kind: "congruence"; name: string; residues: Node[]; modulus: Node }
  /** `names` are the genotypes of `1 AA : 2 Aa : 1 aa`, of which the items are the shares. */
  | { kind: "ratio"; items: Node[]; names?: string[] }
  | { kind: "text"; words: string }
  | { kind: "statement"; node: Node };

export type ClaimOf<Kind extends Claim["kind"]> = Extract<Claim, { kind: Kind }>;

export const oneValue = (node: Node): Claim => ({ kind: "value", node });

/** The name of a function that has none: `x \mapsto 2x`. */
export const anonymous = "↦";

/** `5 = \pi` names nothing. */
const isConstant = (node: Node): boolean => node.kind === "symbol" && namesIn(node).size === 0;
const hasDecimal = (node: Node): boolean => some(node, (n) => n.kind === "number" && n.places > 0);

/** `x = y = z = 1` gives one value to several names; `a = b = c` only says that they are equal. */
function chainOfNames(terms: Node[], node: Node, context: Context): Claim {
  const last = terms[terms.length - 1]!;
  if (last.kind === "symbol" || namesIn(last).size > 0) return { kind: "statement", node };
  const value = claimOf(last, context);
  const names = terms.slice(0, -1).map((term) => (term as { name: string }).name);
  return { kind: "record", names, items: names.map(() => value), shared: true };
}

const isEqualities = ({ ops }: { ops: RelationOp[] }): boolean => ops.every((op) => op === "=" || op === "≈");

export const inequalities = new Set<RelationOp>(["<", "≤", ">", "≥", "≠"]);

/** `x`, `\bar x`, `x_1`; not `\bar 3`, which is a number with a mark. */
const isLetter = (name: string): boolean =>
  /\p{L}/u.test(name.replace(/\\(?:overline|bar|hat|tilde|dot|vec)/g, ""));

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
      return bothSigns(node, context);
    case "set":
      return claimOfSet(node, context);
    case "sequence":
      return someSign(node) ? bothSigns(node, context) : claimOfSequence(node, context);
    case "matrix":
      return claimOfMatrix(node, context);
    case "relation":
      return claimOfRelation(node, context);
    case "labelled":
      return { kind: "named", name: node.label, value: claimOf(node.value, context), subject: null };
    case "qualified":
      return qualify(claimOf(node.body, context), node.body, node.conditions);
    case "builder":
      return claimOfBuilder(node, context);
    case "setop":
      return claimOfSetOperation(node, context);
    case "setname":
      return { kind: "numbers", node };
    case "bigop":
      return claimOfUnion(node) ?? oneValue(node);
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
      const rows = transposed && rowsOf(transposed);
      if (rows)
        return claimOf({ kind: "matrix", rows: rows[0]!.map((_, i) => rows.map((row) => row[i]!)) }, context);
      if (transposed?.kind === "sequence") return claimOf(transposed, context);
      return claimOfCalculation(node, calculated(node, context.budget), context);
    }
    case "ratio":
      return claimOfRatio(node.items);
    case "bool":
      return { kind: "text", words: String(node.value) };
    case "text":
      return { kind: "text", words: node.words };
    case "ellipsis":
      return { kind: "statement", node };
    case "add":
    case "neg":
    case "mul":
    case "div": {
      const bearing = bearingOf(node);
      if (bearing !== undefined) return { kind: "text", words: bearing };
      const point = namedPoint(node);
      if (point) return claimOf(point, context);
      const entries = node.kind === "add" ? undefined : scaled(node, context.budget);
      return claimOfCalculation(node, entries ?? calculated(node, context.budget), context);
    }
    default:
      return claimOfCalculation(node, undefined, context);
  }
}

/** A matrix or a point as it is calculated, or one value for each sign. */
function claimOfCalculation(node: Node, entries: Node | undefined, context: Context): Claim {
  if (entries) return claimOf(entries, context);
  return someSign(node) ? bothSigns(node, context) : oneValue(node);
}

/** `\bigcup_{k \in \mathbb{Z}} (2k\pi, 2k\pi + \pi)`; undefined if the index is of a different form. */
function claimOfUnion({ op, under, over, body }: NodeOf<"bigop">): Claim | undefined {
  if (op !== "bigcup" || over || !under || !relates(under, "∈")) return undefined;
  const [index, set] = under.terms as [Node, Node];
  return index.kind === "symbol" && set.kind === "setname"
    ? { kind: "family", node: body, parameters: [{ name: index.name, domain: set.name }], isSet: true }
    : undefined;
}

/** The rows of a matrix, which may be written as a sequence of sequences. */
function rowsOf(node: Node): readonly Node[][] | undefined {
  if (node.kind === "matrix") return node.rows;
  if (node.kind !== "sequence") return undefined;
  const rows = node.items.map((item) => (item.kind === "sequence" ? item.items : []));
  return rows.every((row) => row.length > 0 && row.length === rows[0]!.length) ? rows : undefined;
}

/** A single row or column is a vector, whatever its brackets. */
function claimOfMatrix({ rows }: NodeOf<"matrix">, context: Context): Claim {
  const items = rows.flatMap((row) => row.map((cell) => claimOf(cell, context)));
  const columns = rows[0]!.length;
  return rows.length === 1 || columns === 1 ? vector(items) : { kind: "matrix", items, columns };
}

/** Brackets that no interval has. */
export const vector = (items: Claim[]): Claim => ({
  kind: "tuple",
  items,
  node: { kind: "sequence", open: "⟨", close: "⟩", items: [] },
});

/** `1 AA : 2 Aa : 1 aa` has the shares of genotypes, whose letters come in pairs and are of the same genes in one cross. */
function claimOfRatio(items: Node[]): Claim {
  const parts = items.map((item) => {
    const [share, ...letters] = item.kind === "mul" ? item.factors : [item];
    const name = letters.map((letter) => (letter.kind === "symbol" ? letter.name : "?")).join("");
    return { name, share: share! };
  });
  const names = parts.map(({ name }) => name);
  const isOfGenes =
    new Set(names.map((name) => name.toLowerCase())).size === 1 &&
    new Set(names).size === names.length &&
    /^(?:([A-Za-z])\1)+$/i.test(names[0]!) &&
    parts.every(({ share }) => namesIn(share).size === 0);
  return isOfGenes
    ? { kind: "ratio", items: parts.map(({ share }) => share), names }
    : { kind: "ratio", items };
}

/** `N30^\circ E` is a direction: 30 degrees from north to east. */
function bearingOf(node: Node): string | undefined {
  if (node.kind !== "mul" || node.factors.length !== 3) return undefined;
  const [from, turn, to] = node.factors as [Node, Node, Node];
  if (from.kind !== "symbol" || to.kind !== "symbol" || turn.kind !== "degrees") return undefined;
  const isBearing =
    (/^[NS]$/.test(from.name) && /^[EW]$/.test(to.name)) ||
    (/^[EW]$/.test(from.name) && /^[NS]$/.test(to.name));
  return isBearing ? `${from.name} ${printLatex(turn)} ${to.name}` : undefined;
}

/** `A(1, 2)` is the point A. */
function namedPoint(node: Node): Node | undefined {
  if (node.kind !== "mul" || node.factors.length !== 2) return undefined;
  const [name, place] = node.factors as [Node, Node];
  const isPoint = name.kind === "symbol" && /^[A-Z]'?$/.test(name.name) && place.kind === "sequence";
  return isPoint && place.open === "(" && place.close === ")" && place.items.length > 1
    ? // Brackets that no interval has.
      { kind: "relation", terms: [name, { ...place, open: "⟨", close: "⟩" }], ops: ["="], modulus: null }
    : undefined;
}

/** `\{x = 1, x = 2\}` names its elements. */
function claimOfSet(node: NodeOf<"set">, context: Context): Claim {
  const written = withoutDots(node.items, context.budget);
  if (!written) return { kind: "statement", node };
  const items = written.flatMap((item) => spread(item, context));
  return items.some((item) => item.kind === "named")
    ? gatherNames(items, false, node)
    : { kind: "set", items };
}

/** `(x = 1, y = 2)` names its entries, each by a name of its own. */
function claimOfSequence(node: NodeOf<"sequence">, context: Context): Claim {
  const items = node.items.map((item) => claimOf(item, context));
  if (!items.some((item) => item.kind === "named")) return { kind: "tuple", items, node };
  const gathered = gatherNames(items, false, node);
  return gathered.kind === "record" ? gathered : { kind: "statement", node };
}

/** `\pm 3` is 3 or -3. */
const bothSigns = (node: Node, context: Context): Claim =>
  eitherOf(expandSigns(node).map((n) => claimOf(n, context)));

const eitherOf = (items: Claim[]): Claim => ({ kind: "list", items, either: true });

/** `\pm 3` inside a list or a set is two of its items. */
export function spread(node: Node, context: Context): Claim[] {
  const claim = claimOf(node, context);
  const signed = node.kind === "pm" || (node.kind !== "list" && claim.kind === "list" && someSign(node));
  return signed && claim.kind === "list" ? claim.items : [claim];
}

function claimOfRelation(node: NodeOf<"relation">, context: Context): Claim {
  const { terms, ops } = node;
  const [first, second] = terms as [Node, Node];
  if (isEqualities(node)) return claimOfEquality(node, context);
  // `a \equiv b` says the same of both.
  const isOfTwo = second.kind === "symbol" && namesIn(second).size > 0;
  if (relates(node, "≡") && node.modulus && first.kind === "symbol" && !isOfTwo)
    return {
      kind: "congruence",
      name: first.name,
      residues: (second.kind === "list" ? second.items : [second]).flatMap(expandSigns),
      modulus: node.modulus,
    };
  // `3 \mid n`
  if (relates(node, "∣") && isInteger(first) && second.kind === "symbol")
    return { kind: "congruence", name: second.name, residues: [integer(0)], modulus: first };
  if (relates(node, "→") && first.kind === "symbol" && namesIn(second).has(first.name)) {
    return { kind: "function", name: anonymous, parameters: [first.name], body: second, node, formula: true };
  }
  if (relates(node, "∈")) {
    const names = tupleNames(first);
    if (!names && !(first.kind === "symbol" && isLetter(first.name))) return { kind: "statement", node };
    // The letter is not known to be a set of numbers, so the claim is the membership itself.
    if (second.kind === "symbol") return { kind: "statement", node };
    // A set that contains a number is an interval, not a point.
    return !names && second.kind === "sequence"
      ? { kind: "numbers", node: second }
      : claimOf(second, context);
  }
  if (relates(node, "∉") && first.kind === "symbol") return { kind: "numbers", node };
  if (ops.every((op) => inequalities.has(op)) && namesIn(node).size >= 1) {
    if (!someSignIn(node)) return { kind: "numbers", node };
    return {
      kind: "numbers",
      node: { kind: "list", items: expandSigns(node), joiner: ops.includes("≠") ? "and" : "or" },
    };
  }
  return { kind: "statement", node };
}

/** Usual variables of functions. */
const variables: ReadonlySet<string> = new Set("x y z t u s theta".split(" "));

function claimOfEquality(node: NodeOf<"relation">, context: Context): Claim {
  const { terms, ops } = node;
  const [first] = terms as [Node];
  const last = terms[terms.length - 1]!;
  const rest = terms.slice(1);
  const right = terms.length === 2 ? last : relation(rest, ops.slice(1));
  // `2 = 2` contains no calculation and no name.
  if (rest.every((term) => sameTree(first, term))) return { kind: "statement", node };
  // `x \approx 42` does not say that x is 42; before a decimal the sign says that it was rounded.
  if (terms.length === 2 && ops[0] === "≈" && !hasDecimal(last) && !hasDecimal(first))
    return { kind: "statement", node };
  if (first.kind === "apply") {
    const parameters = first.args.map((arg) => (arg.kind === "symbol" ? arg.name : undefined));
    if (
      parameters.every((p) => p !== undefined) &&
      !some(last, (n) => n.kind === "apply" && n.name === first.name)
    ) {
      // `P(A) = 0.5` and `\phi(n) = 4` name a value; `f(x) = 5` is a constant function.
      if (parameters.some((p) => namesIn(last).has(p)) || parameters.every((p) => variables.has(p)))
        return functionsOf({
          kind: "function",
          name: first.name,
          parameters,
          body: right,
          node,
          formula: true,
        });
    }
  }
  const sequence = first.kind === "symbol" ? claimOfIndexed(first.name, right, node) : undefined;
  if (sequence) return sequence.kind === "function" ? functionsOf(sequence) : sequence;
  const functions = terms.length === 2 ? functionsInTurn(first, last) : undefined;
  if (functions) return claimOf({ kind: "list", items: functions, joiner: "," }, context);
  const names = tupleNames(first);
  if (names && terms.length === 2) {
    const inner = claimOf(last, context);
    if (inner.kind === "tuple" && inner.items.length === names.length)
      return { kind: "record", names, items: inner.items };
    // `(a, b) = 1` is about a greatest common divisor or an inner product.
    if (inner.kind === "value") return { kind: "statement", node };
    return { kind: "named", name: `(${names.join(",")})`, value: inner, subject: null };
  }
  if (terms.length > 2 && terms.slice(0, -1).every((term) => term.kind === "symbol"))
    return chainOfNames(terms, node, context);
  const name = nameOf(first, last);
  if (name !== undefined && !rest.some((term) => namesIn(term).has(name)))
    return { kind: "named", name, value: claimOfSides(right, context), subject: first };
  const lastName = isConstant(last) ? undefined : nameOf(last, first);
  if (lastName !== undefined && namesIn(first).size === 0 && terms.length === 2)
    return { kind: "named", name: lastName, value: claimOf(first, context), subject: last };
  if (terms.every((term) => namesIn(term).size === 0)) return claimOfSides(node, context);
  if (terms.length === 2) return { kind: "equation", left: first, right: last };
  return { kind: "statement", node };
}

/** `(P(x), Q(x)) = (x, x + 1)` says what each function is. */
function functionsInTurn(left: Node, right: Node): Node[] | undefined {
  if (left.kind !== "sequence" || right.kind !== "sequence" || left.items.length !== right.items.length)
    return undefined;
  if (!left.items.every((item) => item.kind === "apply" && item.args.every((arg) => arg.kind === "symbol")))
    return undefined;
  return left.items.map(
    (item, i): Node => ({ kind: "relation", terms: [item, right.items[i]!], ops: ["="], modulus: null }),
  );
}

/** The claim of one side, or of a chain of equal sides. */
export function claimOfSides(node: Node, context: Context): Claim {
  if (node.kind !== "relation" || !isEqualities(node)) return claimOf(node, context);
  const last = node.terms.at(-1)!;
  const isRounded = node.ops.at(-1) === "≈" && hasDecimal(last);
  const exact = isRounded ? node.terms.slice(0, -1) : node.terms;
  const values = exact.map((term) => claimOf(term, context));
  return { kind: "chain", values, ...(isRounded && { rounded: { value: exact.at(-1)!, decimal: last } }) };
}

/** `f(x) = 1 \pm x` is two functions. */
function functionsOf(claim: ClaimOf<"function">): Claim {
  return someSignIn(claim.body)
    ? eitherOf(expandSigns(claim.body).map((body) => ({ ...claim, body })))
    : claim;
}

function claimOfBuilder(node: NodeOf<"builder">, context: Context): Claim {
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
      first &&
      relates(first, "=") &&
      first.terms[0]!.kind === "symbol" &&
      first.terms[0]!.name === element.name
    )
      return asSet(qualify(claimOf(first.terms[1]!, context), first.terms[1]!, rest));
    return { kind: "statement", node };
  }
  if (relates(element, "∈")) {
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
  return asSet(qualify(claimOf(element, context), element, conditions, true));
}

const asSet = (claim: Claim): Claim => (claim.kind === "family" ? { ...claim, isSet: true } : claim);

function isElementCondition(condition: Node, name: string): boolean {
  if (condition.kind === "list") return condition.items.every((item) => isElementCondition(item, name));
  if (condition.kind !== "relation") return false;
  if (condition.ops.includes("=") && (condition.ops.length > 1 || condition.terms[0]!.kind === "symbol"))
    return false;
  const names = namesIn(condition);
  return names.size === 1 && names.has(name);
}

function claimOfSetOperation(node: NodeOf<"setop">, context: Context): Claim {
  if (node.op === "∪" && node.args.every((arg) => arg.kind === "set"))
    return {
      kind: "set",
      items: node.args.flatMap((arg) => children(arg).flatMap((item) => spread(item, context))),
    };
  if (
    node.op === "∪" &&
    node.args.some((arg) => arg.kind === "builder" && claimOf(arg, context).kind === "family")
  )
    return { kind: "list", items: node.args.map((arg) => claimOf(arg, context)), either: false };
  return { kind: "numbers", node };
}
