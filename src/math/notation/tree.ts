// What was written, as a tree. The tree keeps what grading policies ask about (how many decimals, which
// brackets, which unit) and forgets what never matters (spacing, sizing, `\dfrac` or `\frac`).

export type Node =
  | NumberNode
  | { kind: "mixed"; whole: bigint; num: bigint; den: bigint }
  | { kind: "based"; digits: string; base: number }
  | { kind: "symbol"; name: string }
  | { kind: "infinity" }
  | { kind: "add"; terms: Node[] }
  | { kind: "neg"; arg: Node }
  | { kind: "mul"; factors: Node[] }
  | { kind: "div"; num: Node; den: Node }
  | { kind: "pow"; base: Node; exp: Node }
  | { kind: "root"; arg: Node; index: Node | null }
  | { kind: "pm"; sign: "±" | "∓"; left: Node | null; right: Node }
  | { kind: "factorial"; arg: Node; order: 1 | 2 }
  /** A function with a meaning of its own: sin, log, gcd, floor, binom, det, … */
  | { kind: "call"; name: string; args: Node[]; base: Node | null }
  /** A named function nobody defined: f(x), P(A). */
  | { kind: "apply"; name: string; args: Node[] }
  | { kind: "sum"; op: "sum" | "prod"; variable: string; lower: Node; upper: Node; body: Node }
  /** A sum or product over a condition, or without bounds. */
  | { kind: "bigop"; op: string; under: Node | null; over: Node | null; body: Node }
  | { kind: "limit"; variable: string; target: Node; side: "" | "+" | "-"; body: Node }
  | { kind: "integral"; variable: string; lower: Node | null; upper: Node | null; body: Node }
  | { kind: "derivative"; variable: string; order: number; body: Node }
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
  | { kind: "cases"; branches: { value: Node; condition: Node | null }[] }
  | { kind: "relation"; terms: Node[]; ops: RelationOp[]; modulus: Node | null }
  /** Items side by side, with what joined them: commas alone, or a word; `lines` where each is a relation on a line of its own. */
  | { kind: "list"; items: Node[]; joiner: "," | "and" | "or"; lines?: true }
  | { kind: "labelled"; label: string; value: Node }
  /** Something said under a condition: `x^2 for x > 0`, `k\pi where k is an integer`. */
  | { kind: "qualified"; body: Node; conditions: Node[] }
  | { kind: "ratio"; items: Node[] }
  | { kind: "ellipsis" }
  | { kind: "bool"; value: boolean }
  | { kind: "text"; words: string };

export interface NumberNode {
  kind: "number";
  /** The digits with the decimal point taken out. */
  mantissa: bigint;
  /** Digits behind the decimal point; 0 for `5`, 2 for `5.00`. */
  places: number;
  /** The repeating block behind them, or "". */
  repeating: string;
  /** Written with an ellipsis that does not repeat: `3.14159…`. */
  open: boolean;
}

export type Open = "(" | "[" | "⟨" | "]";
export type Close = ")" | "]" | "⟩" | "[";
export type SetOp = "∪" | "∩" | "∖" | "×";
export type RelationOp =
  | "="
  | "≠"
  | "<"
  | "≤"
  | ">"
  | "≥"
  | "≈"
  | "≡"
  | "∼"
  | "∈"
  | "∉"
  | "⊂"
  | "⊆"
  | "→"
  | "∣"
  | "∤"
  | "∥"
  | "⊥"
  | "⇒"
  | "⇔";

/** A unit as it was written: names with exponents, and the plain words for a person. */
export interface Unit {
  /** Known units with their exponents, empty for a mere noun. */
  factors: { name: string; power: number }[];
  /** The noun phrase, lower case, for what is no known unit: `red balls`. */
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
  return { kind: "number", mantissa: BigInt(digits.replace(".", "") || "0"), places, repeating, open };
}

export const isInteger = (node: Node): node is NumberNode =>
  node.kind === "number" && node.places === 0 && node.repeating === "" && !node.open;

const isWrittenNumber = (node: Node): boolean => node.kind === "number" || node.kind === "mixed";

/** An integer, a decimal, a fraction of two of them, or one with a power of ten: what a mark may stand on. */
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

export const symbol = (name: string): Node => ({ kind: "symbol", name });

/** The nodes directly below one node, in writing order. */
export function children(node: Node): Node[] {
  switch (node.kind) {
    case "add":
      return node.terms;
    case "mul":
      return node.factors;
    case "neg":
    case "percent":
    case "ordinal":
    case "unit":
    case "factorial":
      return [node.arg];
    case "div":
      return [node.num, node.den];
    case "pow":
      return [node.base, node.exp];
    case "root":
      return node.index ? [node.arg, node.index] : [node.arg];
    case "pm":
      return node.left ? [node.left, node.right] : [node.right];
    case "call":
      return node.base ? [node.base, ...node.args] : node.args;
    case "apply":
      return node.args;
    case "sum":
      return [node.lower, node.upper, node.body];
    case "bigop":
      return [node.under, node.over, node.body].filter((n) => n !== null);
    case "limit":
      return [node.target, node.body];
    case "integral":
      return [node.lower, node.upper, node.body].filter((n) => n !== null);
    case "derivative":
      return [node.body];
    case "degrees":
      return [node.arg, node.minutes, node.seconds].filter((n) => n !== null);
    case "sequence":
    case "set":
    case "list":
    case "ratio":
      return node.items;
    case "builder":
      return [node.element, node.condition];
    case "setop":
      return node.args;
    case "matrix":
      return node.rows.flat();
    case "cases":
      return node.branches.flatMap((b) => (b.condition ? [b.value, b.condition] : [b.value]));
    case "relation":
      return node.modulus ? [...node.terms, node.modulus] : node.terms;
    case "labelled":
      return [node.value];
    case "qualified":
      return [node.body, ...node.conditions];
    default:
      return [];
  }
}

/** Whether any node of the tree, itself included, is as asked. */
export function some(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || children(node).some((child) => some(child, test));
}
