// Braces that print does not show, around more than one thing. They are read where print says the same without them, and
// refused elsewhere: `2{x+1}` prints 2x+1, and nobody can tell whether that is what was meant.

import { functionNamed } from "../functions/functions.ts";
import { type Node, some } from "../notation/tree.ts";
import { beginsAfter, endsBefore } from "./groups.ts";
import { isDifferential } from "./read-expression.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

/**
 * What a group holds: one thing, factors, one term with its sign, several terms, a statement, or something that goes on
 * in print, as `\sin x` does, if a factor follows.
 */
type Held = "one" | "factors" | "open" | "signed" | "terms" | "statement";

const operator = (token: Token | undefined, signs: string): boolean =>
  token?.kind === "op" && token.value.length === 1 && signs.includes(token.value);

/** Signs that belong to what stands directly before them. */
const isPostfix = (token: Token): boolean => operator(token, "^_!'°%‰") || token.value === "**";

function heldBy(r: Reader, open: number, close: number, node: Node): Held {
  const first = r.tokens[open + 1]!;
  const last = r.tokens[close - 1]!;
  if (r.brackets.get(open + 1)?.close === close - 1 && first.value !== "{") return "one";
  if (hasDirectly(r, open, close, (t) => t.kind === "command" && /^(?:over|choose)$/.test(t.value)))
    return "one";
  switch (node.kind) {
    case "add":
    case "pm":
      return "terms";
    case "neg":
      return "signed";
    case "relation":
    case "list":
    case "labelled":
    case "qualified":
    case "ratio":
    case "text":
    case "setop":
      return "statement";
    case "div":
      if (operator(first, "+")) return "signed";
      return hasDirectly(r, open, close, (t) => operator(t, "/÷")) ? "factors" : "one";
    case "call":
      return first.kind === "op" || first.kind === "command" || endsInArguments(r, open, close)
        ? "one"
        : "open";
    case "mul":
    case "pow": {
      if (operator(first, "+")) return "signed";
      const end = node.kind === "mul" ? node.factors[node.factors.length - 1]! : node;
      return goesOn(end) && !operator(last, ")|") ? "open" : "factors";
    }
    case "percent":
    case "degrees":
    case "unit":
      return "factors";
    default:
      if (operator(first, "+")) return "signed";
      return goesOn(node) ? "open" : "one";
  }
}

const goesOn = ({ kind }: Node): boolean =>
  ["call", "sum", "bigop", "limit", "integral", "derivative"].includes(kind);

/** `\sin(x)`, all of it. */
const endsInArguments = (r: Reader, open: number, close: number): boolean =>
  r.brackets.get(open + 2)?.close === close - 1 && r.tokens[open + 2]!.value !== "{";

/** Whether a token directly inside the braces is as asked. */
function hasDirectly(r: Reader, open: number, close: number, test: (token: Token) => boolean): boolean {
  for (let i = open + 1; i < close; i++) {
    if (test(r.tokens[i]!)) return true;
    i = Math.max(i, r.brackets.get(i)?.close ?? i);
  }
  return false;
}

const isDigits = (token: Token | undefined): boolean =>
  token?.kind === "number" || token?.kind === "fraction";
const isLetters = ({ kind }: Token): boolean => kind === "word" || kind === "symbol";
const isFraction = (token: Token): boolean => token.kind === "command" && token.value.endsWith("frac");

/** Whether what the braces hold begins with a number, or is a fraction of plain TeX. */
const startsDigits = (r: Reader, open: number): boolean => {
  const first = r.tokens[open + 1]!;
  return isDigits(first) || isFraction(first) || (first.value === "{" && startsDigits(r, open + 1));
};

/** Whether digits inside and outside are one number in print, or a mixed one, or stand behind a letter. */
function touchesDigits(r: Reader, open: number, close: number): boolean {
  const before = r.tokens[open - 1];
  const [last, after] = [r.tokens[close - 1]!, r.tokens[close + 1]!];
  if (isDigits(before) && startsDigits(r, open)) return true;
  const next = after.value === "{" && after.kind === "op" ? r.tokens[close + 2]! : after;
  return isDigits(last) ? isDigits(next) || isFraction(next) : isLetters(last) && isDigits(next);
}

/** Whether a differential stands at the place, in an integral. */
function isDifferentialAt(r: Reader, at: number): boolean {
  if (!r.around.inIntegral) return false;
  const { i } = r;
  r.i = at;
  const found = isDifferential(r);
  r.i = i;
  return found;
}

/** Whether print says the same of what the group holds, with what stands before and after it. */
function saysTheSame(r: Reader, open: number, close: number, node: Node): boolean {
  const before = r.tokens[open - 1];
  const after = r.tokens[close + 1]!;
  const inBars = r.around.bars > 0;
  const begins = beginsAfter(before) || (inBars && operator(before, "|"));
  const ends = endsBefore(after) || (inBars && operator(after, "|")) || isDifferentialAt(r, close + 1);
  const held = heldBy(r, open, close, node);
  if (held !== "one" && isPostfix(after)) return false;
  const touches = operator(after, "(") && isLetters(r.tokens[close - 1]!);
  switch (held) {
    case "one":
      return true;
    case "factors":
      return !operator(before, "/÷") && !touches;
    case "signed":
      return (
        !touches && (begins || operator(before, "+-*×") || (operator(before, "/") && close - open === 3))
      );
    case "terms":
      return (begins || operator(before, "+")) && (ends || operator(after, "+-"));
    case "statement":
      return begins && ends;
    case "open":
      return (ends || mayFollowOpen(r, close, node)) && !(operator(before, "/÷") && node.kind !== "call");
  }
}

/** Whether what stands behind `{\sin x}` would not be taken for a part of the argument. */
function mayFollowOpen(r: Reader, close: number, node: Node): boolean {
  const after = r.tokens[close + 1]!;
  if (operator(after, "+-*×")) return true;
  // `\sin \pi/6` is the sine of a sixth.
  if (operator(after, "/÷")) return !some(node, (n) => n.kind === "symbol" && n.name === "pi");
  const next = operator(after, "{") ? r.tokens[close + 2]! : after;
  return next.kind === "function" || (next.kind === "word" && functionNamed(next.value) !== undefined);
}

/** Refuses the group from `open` to the cursor if print does not say what its braces do. */
export function checkPrint(r: Reader, open: number, node: Node): void {
  const close = r.i - 1;
  if (touchesDigits(r, open, close) || !saysTheSame(r, open, close, node))
    r.fail("braces that print does not show", r.tokens[open]!);
}
