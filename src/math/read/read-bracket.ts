// What stands between brackets, braces and bars.

import { printLatex } from "../notation/print.ts";
import { type Close, decimal, type Node, type Open, symbol } from "../notation/tree.ts";
import { readCondition, readItem, readList } from "./read-answer.ts";
import type { Reader } from "./reader.ts";

/** Round, square or angle brackets: one thing in brackets is that thing, several are a sequence. */
export function readBracket(r: Reader, asArguments: boolean): Node {
  const start = r.token;
  const open = start.value as Open;
  if (open === "]" || (open === "[" && r.brackets.get(r.i)!.close < 0)) return readOutward(r);
  const grid = open === "[" && !asArguments ? readGrid(r) : undefined;
  if (grid) return grid;
  const bracket = r.i;
  r.i++;
  if (r.isOp(")") || r.isOp("]")) r.fail("nothing between the brackets");
  const inner = r.inside(bracket, () => readList(r));
  const end = r.token;
  if (end.kind !== "op" || ![")", "]", "⟩"].includes(end.value)) r.fail("the bracket is not closed");
  if ((open === "⟨") !== (end.value === "⟩")) r.fail("brackets that do not match");
  r.i++;
  const close = end.value as Close;
  const several = inner.kind === "list" && inner.joiner === "," ? inner.items : undefined;
  if (several && open === "[" && several.every(isSolution)) return alternatives(several);
  if (several) return { kind: "sequence", open, close, items: several };
  if (!asArguments && (open === "(") !== (close === ")")) r.fail("an interval needs two ends", end);
  if (!asArguments && (open === "⟨" || (open === "[" && isLetter(inner)))) return namedBy(open, inner);
  return inner;
}

const isLetter = (node: Node): boolean =>
  node.kind === "symbol" && node.name !== "pi" && node.name !== "e" && node.name !== "i";

/**
 * A mean, a group with its generator, a concentration, a whole part: `\langle x^2 \rangle`, `[A]`. These are names of their
 * own, since only round brackets around a letter, and square ones around more than a letter, just group.
 */
const namedBy = (open: "⟨" | "[", inner: Node): Node =>
  symbol(open === "[" ? `[${printLatex(inner)}]` : `\\langle ${printLatex(inner)} \\rangle`);

/** `{x: 2}`, a solution as programs print it. */
const isSolution = (node: Node): node is Extract<Node, { kind: "set" }> =>
  node.kind === "set" &&
  node.items.every((item) => item.kind === "relation" && item.ops.length === 1 && item.ops[0] === "=");

/** `[{x: 2}, {x: -2}]`: either of several solutions. */
const alternatives = (solutions: Node[]): Node => ({
  kind: "list",
  joiner: "or",
  items: solutions.map((solution): Node => {
    const { items } = solution as Extract<Node, { kind: "set" }>;
    return items.length === 1 ? items[0]! : { kind: "list", items, joiner: "," };
  }),
});

/** `]a,b[` in the French manner, and `[a,b[`, `]a,b]`. */
function readOutward(r: Reader): Node {
  const start = r.token;
  r.i++;
  const items = r.within({ outward: true }, () => {
    const first = r.nested(() => readItem(r));
    if (!r.eat(",") && !r.eat(";")) r.fail("an interval needs two ends");
    return [first, r.nested(() => readItem(r))];
  });
  const end = r.token;
  if (end.kind !== "op" || !["[", "]"].includes(end.value)) r.fail("the interval is not closed");
  r.i++;
  return {
    kind: "sequence",
    open: start.value === "]" ? "(" : "[",
    close: end.value === "[" ? ")" : "]",
    items,
  };
}

/** `\{1, 2\}`, `\{x \mid x > 0\}`, `\{x : x > 0\}`. */
export function readSetBraces(r: Reader, close: "\\}" | "}" = "\\}"): Node {
  const bracket = r.i;
  r.i++;
  if (r.eat(close)) return { kind: "setname", name: "empty" };
  return r.inside(bracket, () => {
    // Bars in pairs are absolute values; one that is left over separates.
    const barSeparates = r.brackets.get(bracket)!.bars % 2 === 1;
    const element = r.within({ inBuilder: true, barSeparates }, () => readList(r));
    const items = itemsOf(element);
    // Where commas are decimal, semicolons separate: `\{1; 2\}`.
    while (items.length > 0 && !r.brackets.get(bracket)!.relation && r.isOp(";")) {
      if (element.kind === "list") r.fail("commas and semicolons");
      r.i++;
      items.push(readItem(r));
    }
    if (r.eat("∣") || r.eat("|") || r.eat(":") || r.eat(";")) {
      const condition = r.within({ commasGroupDigits: true }, () => readCondition(r));
      r.expect(close);
      return { kind: "builder", element, condition };
    }
    r.expect(close);
    return { kind: "set", items };
  });
}

const itemsOf = (element: Node): Node[] =>
  element.kind === "list" && element.joiner !== "or" ? element.items : [element];

/** Bars: the first opens, the next one that comes where a value just ended closes. */
export function readAbsolute(r: Reader): Node {
  const bar = r.take().value;
  const arg = r.within({ bars: r.around.bars + 1 }, () => r.nested(() => readItem(r)));
  const single = bar !== "‖";
  if (!(single ? r.eat("|)") || r.eat("|") : r.eat(bar))) r.fail("the bar is not closed");
  return { kind: "call", name: single ? "abs" : "norm", args: [arg], base: null };
}

export function readFloor(r: Reader): Node {
  const open = r.take().value;
  const arg = r.grouped(() => readItem(r));
  const close = r.token.value;
  if (open === "⌊" && r.eat("⌋")) return { kind: "call", name: "floor", args: [arg], base: null };
  if (open === "⌈" && r.eat("⌉")) return { kind: "call", name: "ceil", args: [arg], base: null };
  return r.fail(`${open} is closed by ${close}`);
}

// Matrices and vectors as MATLAB and NumPy print them: entries side by side, rows by semicolons or in brackets of their own:
// `[1 2; 3 4]`, `[1, 2; 3, 4]`, `[1 -2 3]`, `[[1 2] [3 4]]`.

/** Reads a grid at a square bracket; undefined, and nothing read, where the bracket holds anything else. */
function readGrid(r: Reader): Node | undefined {
  if (!r.isOp("[") || r.brackets.get(r.i)!.close < 0) return undefined;
  const mark = r.mark();
  const rows = r.peek().value === "[" && r.peek().kind === "op" ? readNestedRows(r) : readRows(r);
  if (rows?.every((row) => row.length === rows[0]!.length)) return { kind: "matrix", rows };
  r.reset(mark);
  return undefined;
}

/** `[[1 2] [3 4]]`, of which each row is spaced. */
function readNestedRows(r: Reader): Node[][] | undefined {
  const rows: Node[][] = [];
  r.i++;
  while (r.isOp("[")) {
    const row = readRows(r);
    if (row?.length !== 1) return undefined;
    rows.push(row[0]!);
  }
  return r.eat("]") && rows.length > 0 ? rows : undefined;
}

/** The rows of one bracket, where spaces or semicolons show that it is a grid. */
function readRows(r: Reader): Node[][] | undefined {
  const start = r.i;
  const rows: Node[][] = [[]];
  let spaced = false;
  r.i++;
  for (let comma = true; !r.eat("]"); ) {
    const row = rows[rows.length - 1]!;
    if (!comma && row.length > 0) {
      if (r.eat(",")) comma = true;
      else if (r.eat(";")) {
        rows.push([]);
        comma = true;
      } else if (r.token.gap === "") return undefined;
      else spaced = true;
    }
    const cell = readCell(r);
    if (!cell) return undefined;
    rows[rows.length - 1]!.push(cell);
    comma = false;
  }
  const wide = rows[0]!.length > 1;
  if (!wide || (!spaced && rows.length === 1)) return undefined;
  return rows.length === 1 && groupsDigits(r, start) ? undefined : rows;
}

/** `[1 234]` may be one number. */
function groupsDigits(r: Reader, start: number): boolean {
  const inside = r.tokens.slice(start + 1, r.i - 1);
  return (
    inside.every((token) => token.kind === "number") &&
    /^[1-9]\d{0,2}$/.test(inside[0]!.value) &&
    inside.slice(1).every((token) => /^\d{3}$/.test(token.value))
  );
}

/** A number, a fraction of two, or a letter, perhaps with a sign that stands close before it. */
function readCell(r: Reader): Node | undefined {
  const negative = r.eat("-");
  if (negative && r.token.gap !== "") return undefined;
  const value = readEntry(r);
  if (!value) return undefined;
  let node = value;
  if (r.isOp("/") && r.token.gap === "" && r.peek().gap === "") {
    r.i++;
    const den = readEntry(r);
    if (!den) return undefined;
    node = { kind: "div", num: value, den };
  }
  return negative ? { kind: "neg", arg: node } : node;
}

function readEntry(r: Reader): Node | undefined {
  const { kind, value, exponent } = r.token;
  if (kind === "number" && exponent === undefined) {
    r.i++;
    // NumPy prints `1.` for a whole number.
    if (r.isOp(".") && r.token.gap === "") r.i++;
    return decimal(value);
  }
  if (kind === "symbol" || (kind === "word" && value.length === 1)) {
    r.i++;
    return symbol(value);
  }
  return undefined;
}
