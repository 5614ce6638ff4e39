// What stands between brackets, braces and bars.

import { printLatex } from "../notation/print.ts";
import { type Close, type Node, type Open, symbol } from "../notation/tree.ts";
import { readCondition, readItem, readList } from "./read-answer.ts";
import { readGrid } from "./read-grid.ts";
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
