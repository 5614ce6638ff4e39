// Plain braces as programs and keyboards write them: a set-builder `{x | x < 3}`, a dictionary `{'x': 2, 'y': 3}`. Around
// anything else braces are LaTeX's, which are not seen, or those of a set.

import { type Node, symbol } from "../notation/tree.ts";
import { checkPrint } from "./held-together.ts";
import { readItem } from "./read-answer.ts";
import { readSetBraces } from "./read-bracket.ts";
import { readEnvironment } from "./read-environment.ts";
import { readArgument, readGroup } from "./read-fraction.ts";
import { readIndex } from "./read-symbol.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

/** Braces where a value is expected; `argument` says that they are the argument of a script, which print shows. */
export function readBraces(r: Reader, argument = false): Node {
  if (r.peek().value === "}" && r.peek().kind === "op") {
    r.i += 2;
    return readLeftScripts(r);
  }
  if (isBuilder(r)) return readSetBraces(r, "}");
  const entries = readDictionary(r);
  if (entries) return { kind: "set", items: entries };
  // In plain text these are the braces of a set, whose one element is the empty set.
  const holdsEmpty = r.peek().value === "∅" && r.peek(2).value === "}" && r.peek().end - r.peek().start === 1;
  const open = r.i;
  const node = readGroup(r);
  if (holdsEmpty) return { kind: "set", items: [node] };
  if (node.kind === "list" && node.joiner === ",") return { kind: "set", items: node.items };
  if (!argument) checkPrint(r, open, node);
  return readIndex(r, node);
}

/** What stands before its letter: `{}_nC_k`, `{}^nC_k`, `{}^1/_2`. */
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
  if (letter.value === "C") return { kind: "call", name: "binom", args: [first, second], base: null };
  const factorial = (arg: Node): Node => ({ kind: "factorial", arg, order: 1 });
  const rest: Node = { kind: "add", terms: [first, { kind: "neg", arg: second }] };
  return { kind: "div", num: factorial(first), den: factorial(rest) };
}

/** `\left\{ \begin{array} … \end{array} \right.`: one brace before the rows of a system, or of cases. */
export function readSystem(r: Reader): Node | undefined {
  const next = r.peek();
  if (r.brackets.get(r.i)!.close >= 0 || next.kind !== "command" || !next.value.startsWith("begin:"))
    return undefined;
  r.i++;
  const inner = readEnvironment(r);
  if (inner.kind !== "matrix") return inner;
  const [first] = inner.rows;
  if (first!.length === 1) return { kind: "list", items: inner.rows.map((row) => row[0]!), joiner: "," };
  if (first!.length !== 2) return r.fail("a system of more than two columns");
  return {
    kind: "cases",
    branches: inner.rows.map((row) => ({ value: row[0]!, condition: row[1]! })),
  };
}

const isName = (r: Reader, ahead: number): boolean =>
  r.peek(ahead).kind === "symbol" || (r.peek(ahead).kind === "word" && r.peek(ahead).value.length === 1);

/** `{x | …}`, `{x : …}`, `{x ∈ ℝ | …}` with a relation in it. */
function isBuilder(r: Reader): boolean {
  const bracket = r.brackets.get(r.i)!;
  if (!bracket.relation || bracket.close < 0 || !isName(r, 1)) return false;
  const { value } = r.peek(2);
  const separates = (token: Token): boolean => token.kind === "op" && /^[|∣:]$/.test(token.value);
  return value === "∈" || value === "in"
    ? r.tokens.slice(r.i, bracket.close).some(separates)
    : separates(r.peek(2));
}

const quotes = new Set(["'", '"']);

/** `{x: 2, y: 3}` as equations of its keys; undefined, and nothing read, where the braces hold anything else. */
function readDictionary(r: Reader): Node[] | undefined {
  const bracket = r.brackets.get(r.i)!;
  if (bracket.relation || bracket.colons === 0 || bracket.close < 0) return undefined;
  const mark = r.mark();
  r.i++;
  const entries: Node[] = [];
  do {
    const entry = readEntry(r);
    if (!entry) {
      r.reset(mark);
      return undefined;
    }
    entries.push(entry);
  } while (r.eat(","));
  r.expect("}");
  return entries;
}

function readEntry(r: Reader): Node | undefined {
  const quote = r.token.kind === "op" && quotes.has(r.token.value) ? r.take().value : undefined;
  const key = r.token;
  if (key.kind !== "symbol" && key.kind !== "word") return undefined;
  r.i++;
  if (quote !== undefined && !r.eat(quote)) return undefined;
  if (!r.eat(":")) return undefined;
  const value = r.nested(() => readItem(r));
  if (key.kind === "word" && key.value.length > 1) {
    if (quote === undefined) return undefined;
    return { kind: "labelled", label: key.value.toLowerCase(), value };
  }
  return { kind: "relation", terms: [symbol(key.value), value], ops: ["="], modulus: null };
}
