// Spellings that are settled before the grammar looks: braces around the mere name of a function, and the angle brackets
// of a keyboard.

import type { Token } from "./scanner.ts";

const isOp = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** The index of the brace that closes the one at `open`, or -1. */
function closeOf(tokens: Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (isOp(tokens[i], "{")) depth++;
    else if (isOp(tokens[i], "}") && --depth === 0) return i;
  }
  return -1;
}

/** Where a subscript or exponent that begins at `at` ends; `at` itself where none stands there. */
function afterScript(tokens: Token[], at: number): number {
  if (!isOp(tokens[at], "_") && !isOp(tokens[at], "^")) return at;
  return isOp(tokens[at + 1], "{") ? closeOf(tokens, at + 1) + 1 : at + 2;
}

/** `{\sin}^2 x` and `{\log_2} 3`: the braces hold a name without its argument. */
function bareHeads(tokens: Token[]): Token[] {
  const dropped = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    if (!isOp(token, "{") || tokens[i + 1]?.kind !== "function") continue;
    const close = closeOf(tokens, i);
    if (close > 0 && afterScript(tokens, afterScript(tokens, i + 2)) === close) dropped.add(i).add(close);
  }
  return dropped.size === 0 ? tokens : tokens.filter((_, i) => !dropped.has(i));
}

const openers = new Set(["(", "[", "{", "\\{", ",", ";", "=", "+", "-", "*", "×"]);

/** `<1, 2>`: where no value stands before it, a sign of comparison opens a vector. */
function angleBrackets(tokens: Token[]): Token[] {
  let result = tokens;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const begins = before === undefined || (before.kind === "op" && openers.has(before.value));
    if (!isOp(token, "<") || !begins) continue;
    let commas = 0;
    let close = i + 1;
    for (; tokens[close]!.kind !== "end" && !/^[<>≤≥=]$/.test(tokens[close]!.value); close++)
      if (isOp(tokens[close], ",")) commas++;
    if (!isOp(tokens[close], ">") || commas === 0) continue;
    if (result === tokens) result = [...tokens];
    result[i] = { ...token, value: "⟨" };
    result[close] = { ...tokens[close]!, value: "⟩" };
  }
  return result;
}

/** The tokens as the grammar expects them. */
export function settle(tokens: Token[]): Token[] {
  let braced = false;
  let angled = false;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "function" && isOp(tokens[i - 1], "{")) braced = true;
    else if (token.kind === "op" && token.value === "<") angled = true;
  }
  const plain = braced ? bareHeads(tokens) : tokens;
  return angled ? angleBrackets(plain) : plain;
}
