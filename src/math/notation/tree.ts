// The notation of an answer, as a tree. The tree keeps what grading policies need (how many decimals, which brackets,
// which unit) and drops what never matters (spacing, sizing, `\dfrac` or `\frac`).

export type Node =
  | NumberNode
  | { kind: "mixed"; whole: bigint; num: bigint; den: bigint }
  | { kind: "based"; digits: string; base: number }
  /**
   * `bold` and `run` describe how a letter was set: in bold type, or first in a run of this many capitals, as in `AB`.
   */
  | { kind: "symbol"; name: string; bold?: true; run?: number }
  | { kind: "infinity" }
  | { kind: "add"; terms: Node[] }
  | { kind: "neg"; arg: Node }
  /** `dotted`: the dot product of two factors that look like vectors. `crossed`: capitals joined by `\times` alone. */
  | { kind: "mul"; factors: Node[]; dotted?: true; crossed?: true }
  | { kind: "div"; num: Node; den: Node }
  | { kind: "pow"; base: Node; exp: Node }
  | { kind: "root"; arg: Node; index: Node | null }
  | { kind: "pm"; sign: "±" | "∓"; left: Node | null; right: Node }
  | { kind: "factorial"; arg: Node; order: 1 | 2 }
  /** A predefined function: sin, log, gcd, floor, binom, det, … */
  | { kind: "call"; name: string; args: Node[]; base: Node | null }
  /** A named function without a definition: f(x), P(A). */
  | { kind: "apply"; name: string; args: Node[] }
  | { kind: "sum"; op: "sum" | "prod"; variable: string; lower: Node; upper: Node; body: Node }
  /** A sum or product over a condition, or without bounds. */
  | { kind: "bigop"; op: string; under: Node | null; over: Node | null; body: Node }
  | { kind: "limit"; variable: string; target: Node; side: "" | "+" | "-"; body: Node }
  | { kind: "integral"; variable: string; lower: Node | null; upper: Node | null; body: Node }
  /** `partial`: letters other than the variable are constants. */
  | { kind: "derivative"; variable: string; order: number; body: Node; partial?: true }
  | { kind: "percent"; arg: Node }
  | { kind: "degrees"; arg: Node; minutes: Node | null; seconds: Node | null }
  | { kind: "ordinal"; arg: Node }
  | { kind: "unit"; arg: Node; unit: Unit }
  /** Round, square or angle brackets around entries: a point, a vector, an interval. */
  | { kind: "sequence"; open: Open; close: Close; items: Node[] }
  | { kind: "set"; items: Node[] }
  | { kind: "builder"; element: Node; condition: Node }
  | { kind: "setop"; op: SetOp; args: Node[] }
  | { kind: "setname"; name: string }
  | { kind: "matrix"; rows: Node[][] }
  | { kind: "cases"; branches: Branch[] }
  | { kind: "relation"; terms: Node[]; ops: RelationOp[]; modulus: Node | null }
  /**
   * Items side by side, with what joined them: commas alone, or a word; `lines` if each is a relation on its own line,
   * `ordered` if the text says that their order matters.
   */
  | { kind: "list"; items: Node[]; joiner: "," | "and" | "or"; lines?: true; ordered?: true }
  | { kind: "labelled"; label: string; value: Node }
  /** A claim under a condition: `x^2 for x > 0`, `k\pi where k is an integer`. */
  | { kind: "qualified"; body: Node; conditions: Node[] }
  | { kind: "ratio"; items: Node[] }
  | { kind: "ellipsis" }
  | { kind: "bool"; value: boolean }
  | { kind: "text"; words: string };

export type NodeOf<Kind extends Node["kind"]> = Extract<Node, { kind: Kind }>;

export interface NumberNode {
  kind: "number";
  /** The digits without the decimal point. */
  mantissa: bigint;
  /** Digits after the decimal point; 0 for `5`, 2 for `5.00`. */
  places: number;
  /** The repeating block after them, or "". */
  repeating: string;
  /** Written with an ellipsis that does not repeat: `3.14159…`. */
  open: boolean;
}

/** A value, and the condition under which it holds; null for the last one. */
export interface Branch {
  value: Node;
  condition: Node | null;
}

export type Open = "(" | "[" | "⟨" | "]";
export type Close = ")" | "]" | "⟩" | "[";
export type SetOp = "∪" | "∩" | "∖" | "×";
// biome-ignore format: a table reads better in rows
export const relationOps = [
  "=", "≠", "<", "≤", ">", "≥", "≈", "≡", "∼", "∈", "∉", "⊂", "⊆", "→", "∣", "∤", "∥", "⊥", "⇒", "⇔",
] as const;
export type RelationOp = (typeof relationOps)[number];

/** A unit as it was written: names with exponents, and in plain words for display. */
export interface Unit {
  /** Known units with their exponents; empty for a plain noun. */
  factors: { name: string; power: number }[];
  /** The noun phrase, in lower case, if it is not a known unit: `red balls`. */
  noun: string;
}

export const integer = (n: bigint | number): NumberNode => ({
  kind: "number",
  mantissa: BigInt(n),
  places: 0,
  repeating: "",
  open: false,
});

/** A number as its digits are written, `5.00` or `12`, perhaps with a block that repeats or an open end. */
export function decimal(digits: string, repeating = "", open = false): NumberNode {
  const point = digits.indexOf(".");
  const places = point < 0 ? 0 : digits.length - point - 1;
  const written = point < 0 ? digits : digits.replace(".", "");
  // A short number is converted faster than a text.
  const mantissa = BigInt(written.length < 16 ? Number(written) : written);
  return { kind: "number", mantissa, places, repeating, open };
}

export const isInteger = (node: Node): node is NumberNode =>
  node.kind === "number" && node.places === 0 && node.repeating === "" && !node.open;

const isWrittenNumber = (node: Node): boolean => node.kind === "number" || node.kind === "mixed";

/** An integer, a decimal, a fraction of two of them, or one with a power of ten: the values that may have a mark. */
export function isPlainNumber(node: Node): boolean {
  switch (node.kind) {
    case "neg":
      return isPlainNumber(node.arg);
    case "div":
      return isWrittenNumber(node.num) && isWrittenNumber(node.den);
    case "mul": {
      const [mantissa, power, ...rest] = node.factors;
      return rest.length === 0 && isWrittenNumber(mantissa!) && power!.kind === "pow" && isTen(power!.base);
    }
    default:
      return isWrittenNumber(node);
  }
}

const isTen = (node: Node): boolean => isInteger(node) && node.mantissa === 10n;

/** The name of an unnamed value, as in `2, 3 \pmod 5`. */
export const unnamed = "";
export const negate = (arg: Node): Node => ({ kind: "neg", arg });

/** An integer with its sign. */
export const signed = (n: bigint): Node => (n < 0n ? negate(integer(-n)) : integer(n));

/** The integer that a tree is, whatever its sign. */
export function wholeNumber(node: Node): bigint | undefined {
  if (node.kind !== "neg") return isInteger(node) ? node.mantissa : undefined;
  const value = wholeNumber(node.arg);
  return value === undefined ? undefined : -value;
}

export const call = (name: string, ...args: Node[]): Node => ({ kind: "call", name, args, base: null });

/** Whether a tree is a relation of two terms by one of some signs. */
export const relates = (
  node: Node,
  ...ops: RelationOp[]
): node is NodeOf<"relation"> & { terms: [Node, Node] } =>
  node.kind === "relation" && node.ops.length === 1 && ops.includes(node.ops[0]!);

export const relation = (terms: Node[], ops: RelationOp[], modulus: Node | null = null): Node => ({
  kind: "relation",
  terms,
  ops,
  modulus,
});

/** A value with one unit to the first power. */
export const measured = (arg: Node, name: string): Node => ({
  kind: "unit",
  arg,
  unit: { factors: [{ name, power: 1 }], noun: "" },
});

export const product = (factors: Node[]): Node =>
  factors.length === 1 ? factors[0]! : { kind: "mul", factors };

export const symbol = (name: string): Node => ({ kind: "symbol", name });

/**
 * The content of a field of a node: a node, possibly none, several, rows of them, branches, or something that is not a
 * node.
 */
type Content = "node" | "perhaps" | "nodes" | "rows" | "branches" | "data";

type ContentOf<Field> = [Field] extends [Node]
  ? "node"
  : [Field] extends [Node | null]
    ? "perhaps"
    : [Field] extends [Node[]]
      ? "nodes"
      : [Field] extends [Node[][]]
        ? "rows"
        : [Field] extends [Branch[]]
          ? "branches"
          : "data";

type Shape<Kind extends Node["kind"]> =
  Omit<Extract<Node, { kind: Kind }>, "kind"> extends infer Fields
    ? { readonly [Field in keyof Fields]: ContentOf<Fields[Field]> }
    : never;

/**
 * The fields of every kind of node, in writing order. All walks over trees follow from this table, and the compiler
 * asks for an entry here when a kind or a field is added.
 */
// biome-ignore format: a table reads better in rows
const shapes: { readonly [Kind in Node["kind"]]: Shape<Kind> } = {
  number: { mantissa: "data", places: "data", repeating: "data", open: "data" },
  mixed: { whole: "data", num: "data", den: "data" },
  based: { digits: "data", base: "data" },
  symbol: { name: "data" },
  infinity: {},
  add: { terms: "nodes" },
  neg: { arg: "node" },
  mul: { factors: "nodes" },
  div: { num: "node", den: "node" },
  pow: { base: "node", exp: "node" },
  root: { arg: "node", index: "perhaps" },
  pm: { sign: "data", left: "perhaps", right: "node" },
  factorial: { arg: "node", order: "data" },
  call: { name: "data", base: "perhaps", args: "nodes" },
  apply: { name: "data", args: "nodes" },
  sum: { op: "data", variable: "data", lower: "node", upper: "node", body: "node" },
  bigop: { op: "data", under: "perhaps", over: "perhaps", body: "node" },
  limit: { variable: "data", target: "node", side: "data", body: "node" },
  integral: { variable: "data", lower: "perhaps", upper: "perhaps", body: "node" },
  derivative: { variable: "data", order: "data", body: "node" },
  percent: { arg: "node" },
  degrees: { arg: "node", minutes: "perhaps", seconds: "perhaps" },
  ordinal: { arg: "node" },
  unit: { arg: "node", unit: "data" },
  sequence: { open: "data", close: "data", items: "nodes" },
  set: { items: "nodes" },
  builder: { element: "node", condition: "node" },
  setop: { op: "data", args: "nodes" },
  setname: { name: "data" },
  matrix: { rows: "rows" },
  cases: { branches: "branches" },
  relation: { terms: "nodes", ops: "data", modulus: "perhaps" },
  list: { items: "nodes", joiner: "data", ordered: "data" },
  labelled: { label: "data", value: "node" },
  qualified: { body: "node", conditions: "nodes" },
  ratio: { items: "nodes" },
  ellipsis: {},
  bool: { value: "data" },
  text: { words: "data" },
};

export interface Field {
  readonly name: string;
  readonly content: Content;
}

function listed(wanted: (content: Content) => boolean): ReadonlyMap<Node["kind"], readonly Field[]> {
  const kinds = Object.keys(shapes) as Node["kind"][];
  return new Map(
    kinds.map((kind) => {
      const fields = Object.entries(shapes[kind] as Readonly<Record<string, Content>>);
      return [kind, fields.flatMap(([name, content]) => (wanted(content) ? { name, content } : []))];
    }),
  );
}

const [allFields, innerFields] = [listed(() => true), listed((content) => content !== "data")];
const none: readonly Field[] = [];

export const fieldsOf = ({ kind }: Node): readonly Field[] => allFields.get(kind) ?? none;
export const innerFieldsOf = ({ kind }: Node): readonly Field[] => innerFields.get(kind) ?? none;

/** The nodes directly below one node, in writing order. */
export function children(node: Node): Node[] {
  const fields = innerFieldsOf(node);
  if (fields.length === 0) return [];
  const values = node as unknown as Readonly<Record<string, unknown>>;
  const [first] = fields;
  if (fields.length === 1 && first) {
    const value = values[first.name];
    // A single list need not be copied.
    if (first.content === "nodes") return value as Node[];
    if (first.content === "node") return [value as Node];
  }
  const found: Node[] = [];
  for (const { name, content } of fields) gather(values[name], content, found);
  return found;
}

function gather(value: unknown, content: Content, into: Node[]): void {
  switch (content) {
    case "node":
      into.push(value as Node);
      break;
    case "perhaps":
      if (value !== null) into.push(value as Node);
      break;
    case "nodes":
      for (const node of value as Node[]) into.push(node);
      break;
    case "rows":
      for (const row of value as Node[][]) for (const node of row) into.push(node);
      break;
    case "branches":
      for (const branch of value as Branch[]) {
        into.push(branch.value);
        if (branch.condition) into.push(branch.condition);
      }
      break;
    case "data":
      break;
  }
}

/** Whether the predicate holds for any node of the tree, including the root. */
export function some(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true;
  // Most nodes are of these kinds, and need no list of their children.
  switch (node.kind) {
    case "number":
    case "symbol":
      return false;
    case "neg":
      return some(node.arg, test);
    case "div":
      return some(node.num, test) || some(node.den, test);
    case "pow":
      return some(node.base, test) || some(node.exp, test);
    case "add":
      return someOf(node.terms, test);
    case "mul":
      return someOf(node.factors, test);
    default:
      return someOf(children(node), test);
  }
}

function someOf(nodes: readonly Node[], test: (node: Node) => boolean): boolean {
  for (const node of nodes) if (some(node, test)) return true;
  return false;
}

/**
 * How many nodes a walk over a tree visits. A node that occurs twice is visited twice, so this may be far more than
 * there are; it is computed once and cached.
 */
export function walkLength(node: Node, known: Map<Node, number> = new Map()): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  let length = 1;
  for (const child of children(node)) length += walkLength(child, known);
  known.set(node, length);
  return length;
}
