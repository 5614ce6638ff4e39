// Plain braces as programs and keyboards write them: a set-builder `{x | x < 3}`, a dictionary `{'x': 2, 'y': 3}`. Around
// anything else braces are LaTeX's, which are not seen, or those of a set.

import { type Node, symbol } from "../notation/tree.ts";
import { readItem } from "./read-answer.ts";
import { readSetBraces } from "./read-bracket.ts";
import { readGroup } from "./read-fraction.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

export function readBraces(r: Reader): Node {
  if (isBuilder(r)) return readSetBraces(r, "}");
  const entries = readDictionary(r);
  if (entries) return { kind: "set", items: entries };
  const node = readGroup(r);
  return node.kind === "list" && node.joiner === "," ? { kind: "set", items: node.items } : node;
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
