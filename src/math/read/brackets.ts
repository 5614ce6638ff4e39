// The contents of brackets, braces and bars; arguments of commands, indices, and environments.

import { wordSet } from "../../words/index.ts";
import { printLatex } from "../notation/print.ts";
import {
  type Close,
  call,
  decimal,
  type Node,
  negate,
  type Open,
  relation,
  symbol,
} from "../notation/tree.ts";
import type { Reader } from "./reader.ts";
import { isDigits, isLetter, isOp, isSign, type Token } from "./token.ts";

/** Round, square or angle brackets: one thing in brackets is that thing, several are a sequence. */
export function readBracket(r: Reader, asArguments: boolean): Node {
  const start = r.token;
  const open = start.value as Open;
  if (open === "]" || (open === "[" && r.brackets.get(r.i)!.close < 0)) return readOutward(r);
  const grid = open === "[" && !asArguments ? readGrid(r) : undefined;
  if (grid) return grid;
  r.i++;
  const { gap } = r.token;
  const inner = r.grouped(() => r.rules.list(r));
  // `\left(\!\binom{n}{k}\!\right)`: brackets pushed over those of a binomial are one sign, which counts multisets.
  if (gap === "back" && inner.kind === "call" && inner.name === "binom")
    r.fail("a binomial in double brackets has no meaning here", start);
  const end = r.token;
  if (!isSign(end, ")]⟩")) r.fail("the bracket is not closed");
  if ((open === "⟨") !== (end.value === "⟩")) r.fail("brackets that do not match");
  r.i++;
  const close = end.value as Close;
  const several = inner.kind === "list" && inner.joiner === "," ? inner.items : undefined;
  if (several && open === "[" && several.every(isSolution)) return alternatives(several);
  if (several) return { kind: "sequence", open, close, items: several };
  if (!asArguments && (open === "(") !== (close === ")")) r.fail("an interval needs two ends", end);
  if (!asArguments && (open === "⟨" || (open === "[" && isVariable(inner)))) return namedBy(open, inner);
  return inner;
}

const isVariable = (node: Node): boolean =>
  node.kind === "symbol" && node.name !== "pi" && node.name !== "e" && node.name !== "i";

/**
 * A mean, a group with its generator, a concentration, an integer part: `\langle x^2 \rangle`, `[A]`. These are
 * separate names, because only round brackets around a letter, and square ones around more than a letter, merely group.
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
    const first = r.nested(() => r.rules.item(r));
    if (!r.eat(",") && !r.eat(";")) r.fail("an interval needs two ends");
    return [first, r.nested(() => r.rules.item(r))];
  });
  const end = r.token;
  if (!isSign(end, "[]")) r.fail("the interval is not closed");
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
  return r.grouped(() => {
    // Bars in pairs are absolute values; an unpaired one separates.
    const barSeparates = r.brackets.get(bracket)!.bars % 2 === 1;
    const element = r.within({ inBuilder: true, barSeparates }, () => r.rules.list(r));
    const items = itemsOf(element);
    // If commas are decimal, semicolons separate: `\{1; 2\}`.
    while (items.length > 0 && !r.brackets.get(bracket)!.relation && r.isOp(";")) {
      if (element.kind === "list") r.fail("commas and semicolons");
      r.i++;
      items.push(r.rules.item(r));
    }
    if (r.eat("∣") || r.eat("|") || r.eat(":") || r.eat(";")) {
      const condition = r.rules.condition(r);
      r.expect(close);
      return { kind: "builder", element, condition };
    }
    r.expect(close);
    return { kind: "set", items };
  });
}

const itemsOf = (element: Node): Node[] =>
  element.kind === "list" && element.joiner !== "or" ? element.items : [element];

/** Bars: the first opens, and the next one directly after a value closes. */
export function readAbsolute(r: Reader): Node {
  const bar = r.take().value;
  const arg = r.within({ bars: r.around.bars + 1 }, () => r.nested(() => r.rules.item(r)));
  const single = bar !== "‖";
  if (!(single ? r.eat("|)") || r.eat("|") : r.eat(bar))) r.fail("the bar is not closed");
  return { kind: "call", name: single ? "abs" : "norm", args: [arg], base: null };
}

export function readFloor(r: Reader): Node {
  const open = r.take().value;
  const arg = r.grouped(() => r.rules.item(r));
  if (!r.isOp(open === "⌊" ? "⌋" : "⌉")) r.fail(`${open} is closed by ${r.token.value}`);
  r.i++;
  return call(open === "⌊" ? "floor" : "ceil", arg);
}

// Matrices and vectors as MATLAB and NumPy print them: entries side by side, rows by semicolons or in brackets of their own:
// `[1 2; 3 4]`, `[1, 2; 3, 4]`, `[1 -2 3]`, `[[1 2] [3 4]]`.

/** Reads a grid at a square bracket; undefined, and nothing read, if the bracket contains anything else. */
function readGrid(r: Reader): Node | undefined {
  if (!r.isOp("[") || r.brackets.get(r.i)!.close < 0) return undefined;
  const mark = r.mark();
  const rows = isOp(r.peek(), "[") ? readNestedRows(r) : readRows(r);
  if (rows?.every((row) => row.length === rows[0]!.length)) return { kind: "matrix", rows };
  r.reset(mark);
  return undefined;
}

/** `[[1 2] [3 4]]`, in which each row is separated by spaces. */
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

/** A number or a letter, perhaps with a sign directly before it. */
function readCell(r: Reader): Node | undefined {
  const negative = r.eat("-");
  if (negative && r.token.gap !== "") return undefined;
  const { kind, value, exponent } = r.token;
  const isNumber = kind === "number" && exponent === undefined;
  if (!isNumber && !isLetter(r.token)) return undefined;
  r.i++;
  // NumPy prints `1.` for a whole number.
  if (isNumber && r.isOp(".") && r.token.gap === "") r.i++;
  const node = isNumber ? decimal(value) : symbol(value);
  return negative ? negate(node) : node;
}

/** Braces in the place of a value; `argument` means that they are the argument of a script, which print shows. */
export function readBraces(r: Reader, argument = false): Node {
  if (isOp(r.peek(), "}")) {
    r.i += 2;
    return readLeftScripts(r);
  }
  if (isBuilder(r)) return readSetBraces(r, "}");
  const entries = readDictionary(r);
  if (entries) return { kind: "set", items: entries };
  // In plain text these are the braces of a set, whose only element is the empty set.
  const holdsEmpty = r.peek().value === "∅" && r.peek(2).value === "}" && r.peek().end - r.peek().start === 1;
  const open = r.i;
  const node = readGroup(r);
  if (holdsEmpty) return { kind: "set", items: [node] };
  if (node.kind === "list" && node.joiner === ",") return { kind: "set", items: node.items };
  // A digit beside a fraction makes a mixed number in print.
  const isFraction = node === r.fraction && !isDigits(r.tokens[open - 1]) && !isDigits(r.token);
  if (!argument && !isFraction && !isSign(r.tokens[open - 1], "∪∩∖")) r.loose.add(open);
  return readIndex(r, node);
}

/** Scripts before their letter: `{}_nC_k`, `{}^nC_k`, `{}^1/_2`. */
export function readLeftScripts(r: Reader): Node {
  const raised = r.isOp("^");
  if (!r.eat("^") && !r.eat("_")) return r.fail("a value is missing");
  const first = readArgument(r);
  if (raised && r.isOp("/") && r.peek().value === "_") {
    r.i += 2;
    return { kind: "div", num: first, den: readArgument(r) };
  }
  const letter = r.token;
  if (letter.kind !== "word" || !/^[CP]$/.test(letter.value) || r.peek().value !== "_")
    return r.fail("a value is missing");
  r.i += 2;
  const second = readArgument(r);
  return letter.value === "C" ? call("binom", first, second) : arrangements(first, second);
}

/** The ways to choose some of several in order: `_5P_2`. */
export function arrangements(all: Node, chosen: Node): Node {
  const factorial = (arg: Node): Node => ({ kind: "factorial", arg, order: 1 });
  return { kind: "div", num: factorial(all), den: factorial({ kind: "add", terms: [all, negate(chosen)] }) };
}

/** `\left\{ \begin{array} … \end{array} \right.`: one brace before the rows of a system, or of cases. */
export function readSystem(r: Reader): Node | undefined {
  const next = r.peek();
  if (r.brackets.get(r.i)!.close >= 0 || next.kind !== "command" || !next.value.startsWith("begin:"))
    return undefined;
  r.i++;
  const inner = readEnvironment(r);
  if (inner.kind === "list") return afterBrace(inner.items);
  if (inner.kind !== "matrix") return inner;
  const [first] = inner.rows;
  if (first!.length === 1) return afterBrace(inner.rows.map((row) => row[0]!));
  if (first!.length !== 2) return r.fail("a system of more than two columns");
  return {
    kind: "cases",
    branches: inner.rows.map((row) => ({ value: row[0]!, condition: row[1]! })),
  };
}

/** The rows of a system; inequalities after one brace hold together. */
const afterBrace = (items: Node[]): Node => ({
  kind: "list",
  items,
  joiner: items.every(isInequality) ? "and" : ",",
});
const isInequality = (node: Node): boolean =>
  node.kind === "relation" && node.ops.every((op) => /^[<>≤≥≠]$/.test(op));

/** `{x | …}`, `{x : …}`, `{x ∈ ℝ | …}` with a relation in it. */
function isBuilder(r: Reader): boolean {
  const bracket = r.brackets.get(r.i)!;
  if (!bracket.relation || bracket.close < 0 || !isLetter(r.peek())) return false;
  const { value } = r.peek(2);
  const separates = (token: Token): boolean => isSign(token, "|∣:");
  return value === "∈" || value === "in"
    ? r.tokens.slice(r.i, bracket.close).some(separates)
    : separates(r.peek(2));
}

/** `{x: 2, y: 3}` as equations of its keys; undefined, and nothing read, if the braces contain anything else. */
function readDictionary(r: Reader): Node[] | undefined {
  const bracket = r.brackets.get(r.i)!;
  if (bracket.relation || bracket.colons === 0 || bracket.close < 0) return undefined;
  const mark = r.mark();
  r.i++;
  const entries: Node[] = [];
  do {
    const entry = readDictionaryEntry(r);
    if (!entry) return void r.reset(mark);
    entries.push(entry);
  } while (r.eat(","));
  r.expect("}");
  return entries;
}

function readDictionaryEntry(r: Reader): Node | undefined {
  const quote = isSign(r.token, `'"`) ? r.take().value : undefined;
  const key = r.token;
  if (key.kind !== "symbol" && key.kind !== "word") return undefined;
  r.i++;
  if (quote !== undefined && !r.eat(quote)) return undefined;
  if (!r.eat(":")) return undefined;
  const value = r.nested(() => r.rules.item(r));
  if (key.kind === "word" && key.value.length > 1) {
    if (quote === undefined) return undefined;
    return { kind: "labelled", label: key.value.toLowerCase(), value };
  }
  return relation([symbol(key.value), value], ["="]);
}

const matrices = wordSet`matrix pmatrix bmatrix Bmatrix smallmatrix array psmallmatrix bsmallmatrix`;
const systems = wordSet`aligned align gathered split gather equation alignedat center`;

export function readEnvironment(r: Reader): Node {
  const start = r.take();
  const name = start.value.slice("begin:".length);
  return r.nested(() => {
    if (name === "cases" || name === "dcases" || name === "rcases") return readCases(r, name);
    const rows = r.within({ bars: 0 }, () => readTableRows(r, name));
    // A table of one cell is only a frame.
    if ((name === "array" || name === "tabular") && rows.length === 1 && rows[0]!.length === 1)
      return rows[0]![0]!;
    if (name === "array" && rows.every((row) => row.length === 1 && row[0]!.kind === "relation"))
      return system(r, rows);
    if (matrices.has(name)) return matrix(r, rows);
    if (name === "vmatrix") return call("det", matrix(r, rows));
    if (name === "Vmatrix") return call("norm", matrix(r, rows));
    if (systems.has(name)) return system(r, rows);
    return r.fail(`the environment ${name} has no meaning here`, start);
  });
}

/** Cells are separated by `&`, rows by `\\`, up to the end of the environment; an empty last row is ignored. */
function readTableRows(r: Reader, name: string): Node[][] {
  const rows: Node[][] = [];
  let row: Node[] = [];
  for (;;) {
    while (r.isCommand("hline") || r.isCommand("cline")) r.i++;
    if (r.isCommand(`end:${name}`)) break;
    if (r.isOp("&")) r.fail("an empty cell");
    row.push(systems.has(name) ? r.rules.list(r) : r.rules.item(r));
    if (r.eat("&")) continue;
    eatRowEnd(r, name);
    if (r.eat("\\\\")) {
      rows.push(row);
      row = [];
      continue;
    }
    if (!r.isCommand(`end:${name}`)) r.fail(`the environment ${name} is not closed`);
  }
  r.i++;
  if (row.length > 0) rows.push(row);
  return rows;
}

/** The comma or full stop of a sentence, if a row ends with it. */
function eatRowEnd(r: Reader, name: string): void {
  const { kind, value } = r.peek();
  const isLast = isOp(r.peek(), "\\\\") || (kind === "command" && value === `end:${name}`);
  if (isLast && isSign(r.token, ",.;")) r.i++;
}

function matrix(r: Reader, rows: Node[][]): Node {
  if (rows.length === 0) r.fail("a matrix without entries");
  if (rows.some((row) => row.length !== rows[0]!.length)) r.fail("rows of different lengths");
  return { kind: "matrix", rows };
}

function system(r: Reader, rows: Node[][]): Node {
  const items = rows.flat();
  if (items.length === 0) return r.fail("nothing in the environment");
  return items.length === 1 ? items[0]! : { kind: "list", items, joiner: "," };
}

/** `value & condition \\ …`; rows of single equations are a system. */
function readCases(r: Reader, name: string): Node {
  const branches: { value: Node; condition: Node | null }[] = [];
  while (!r.isCommand(`end:${name}`)) {
    const value = r.rules.item(r);
    r.eat(",");
    let condition: Node | null = null;
    if (r.eat("&") || !(r.isOp("\\\\") || r.isCommand(`end:${name}`))) {
      if (r.isWord("if") || r.isWord("for") || r.isWord("when")) r.i++;
      condition = r.isOp("\\\\") || r.isCommand(`end:${name}`) ? null : r.rules.condition(r);
    }
    branches.push({ value, condition });
    eatRowEnd(r, name);
    if (!r.eat("\\\\") && !r.isCommand(`end:${name}`)) r.fail("the cases are not closed");
  }
  r.i++;
  if (branches.length === 0) return r.fail("cases without a branch");
  if (branches.length === 1 && !branches[0]!.condition) return branches[0]!.value;
  if (branches.every((b) => b.condition === null)) return afterBrace(branches.map((b) => b.value));
  return { kind: "cases", branches };
}

/** A name with the subscript after it, if it has none yet: `\mathbf{u}_1`, `{x}_2`. */
export function readIndex(r: Reader, node: Node): Node {
  if (node.kind !== "symbol" || !r.isOp("_") || node.name.includes("_{")) return node;
  r.i++;
  return symbol(`${node.name}_{${readSubscript(r).text}}`);
}

export function readArguments(r: Reader): Node[] {
  const inner = readBracket(r, true);
  if (inner.kind === "sequence") return inner.items;
  return [inner];
}

/** A subscript as it will be printed, because it is part of a name, and its value. */
export interface Subscript {
  text: string;
  value?: Node | undefined;
}

export function readSubscript(r: Reader): Subscript {
  if (r.isOp("{")) {
    r.i++;
    // In `x_{\max}`, the index is the name of a function.
    if (
      (r.token.kind === "function" || (r.token.kind === "word" && r.token.value.length > 1)) &&
      r.peek().value === "}"
    ) {
      const name = r.take().value;
      r.i++;
      return { text: `\\text{${name}}` };
    }
    const sign = r.peek().value === "}" ? readSign(r) : undefined;
    // `X_{(1)}` is the smallest of several (an order statistic), not the first.
    const isBracketed = isSign(r.token, "([") && r.tokens[r.brackets.get(r.i)!.close + 1]?.value === "}";
    const open = r.token.value;
    const value = sign === undefined ? lettersFirst(r.grouped(() => r.rules.list(r))) : undefined;
    const text = value ? printLatex(value) : sign!;
    r.expect("}");
    return { text: isBracketed ? `${open}${text}${open === "(" ? ")" : "]"}` : text, value };
  }
  const token = r.token;
  const sign = readSign(r);
  if (sign !== undefined) return { text: sign };
  switch (token.kind) {
    case "function":
      r.i++;
      return { text: `\\text{${token.value}}` };
    case "number":
      if (token.value.includes(".")) break;
      r.i++;
      return { text: token.value };
    case "word": {
      if (token.upright && token.value.length > 1) return { text: `\\text{${r.take().value}}` };
      const letter = r.takeFirst();
      return { text: letter, value: symbol(letter) };
    }
    case "symbol":
      r.i++;
      return { text: printLatex(symbol(token.value)) };
  }
  if (!r.eat("∞")) r.fail("a subscript that cannot be read");
  return { text: "\\infty" };
}

/** `a_{1+n}` is `a_{n+1}`. */
const lettersFirst = (node: Node): Node =>
  node.kind === "add" && node.terms[0]!.kind === "number"
    ? { ...node, terms: [...node.terms.slice(1), node.terms[0]!] }
    : node;

const subscriptSigns: ReadonlyMap<string, string> = new Map(
  Object.entries({ odot: "\\odot", "⊕": "\\oplus", "⊗": "\\otimes", "⊥": "\\perp", "∥": "\\parallel" }),
);

/** `R_{\odot}`: the sign is a part of the name. */
function readSign(r: Reader): string | undefined {
  const { kind, value } = r.token;
  const sign = kind === "op" || kind === "command" ? subscriptSigns.get(value) : undefined;
  if (sign !== undefined) r.i++;
  return sign;
}

/** One argument of a command: a braced group, or one digit, letter or atom. */
export function readArgument(r: Reader): Node {
  const token = r.token;
  if (isOp(token, "{")) return readGroup(r);
  if (token.kind === "number" && token.value.includes(".")) return readRadicand(r);
  if (token.kind === "number" || token.kind === "word") {
    const first = r.takeFirst();
    return token.kind === "number" ? decimal(first) : symbol(first);
  }
  if (isOp(token, "-")) return r.fail("an argument is missing");
  return r.nested(() => r.rules.atom(r));
}

/** `{(2)}`, `{[n]}` in an exponent: how often a function is applied or differentiated, and not a power. */
export const isOrderAhead = (r: Reader, signs = "(["): boolean =>
  r.isOp("{") && isSign(r.peek(), signs) && isSign(r.peek(3), ")]") && isOp(r.peek(4), "}");

/** LaTeX's braces: invisible around one thing, a set around several. */
export function readGroup(r: Reader): Node {
  r.i++;
  const node = r.grouped(() => readOver(r, r.rules.list(r)));
  r.expect("}");
  return node;
}

/** `1 \over 2`, `n \choose k`: TeX's own fractions, which take everything on both sides. */
export function readOver(r: Reader, num: Node): Node {
  const isOver = r.isCommand("over");
  if (!isOver && !r.isCommand("choose")) return num;
  r.i++;
  const below = r.rules.list(r);
  r.fraction = isOver ? { kind: "div", num, den: below } : call("binom", num, below);
  return r.fraction;
}

/** `\sqrt3`, `\sqrt{3}`, `√(3)`, `√3`: a whole number without braces belongs under the root. */
export function readRadicand(r: Reader): Node {
  return r.token.kind === "number" ? decimal(r.take().value) : readArgument(r);
}
