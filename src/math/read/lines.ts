// Line breaks between complete expressions join a list, as commas do: `3⏎-2` is two numbers and not a difference.
// A line goes on where it cannot be complete, or where the next one cannot begin an expression.

import type { Token } from "./scanner.ts";

const openers = new Set(["(", "[", "{", "\\{", "⟨", "⌊", "⌈", "|("]);
const closers = new Set([")", "]", "}", "\\}", "⟩", "⌋", "⌉", "|)"]);
const relations = "= ≠ < ≤ > ≥ ≈ ≡ ∼ ∈ ∉ ⊂ ⊆ → ∣ ∤ ∥ ⊥ ⇒ ⇔".split(" ");
const separators = [",", ";", ":", "&", "\\\\"];
const binary = "* × / ÷ ∪ ∩ ∖ ^ _".split(" ");

/** After one of these a line is not complete. */
const leavesOpen = new Set([...relations, ...separators, ...binary, "+", "-", "±", "∓", "∴"]);
/** Before one of these a line goes on; another operator there makes what cannot be read. */
const continues = new Set([...relations, ...separators, "**", '"', "."]);
const joiningWords = /^(and|or|for|where|when|whenever|if|with|such|given|that|mod|in|otherwise|else)$/i;

const isJoiningWord = (token: Token): boolean => token.kind === "word" && joiningWords.test(token.value);

const goesOn = (before: Token, token: Token): boolean =>
  isJoiningWord(before) ||
  isJoiningWord(token) ||
  (before.kind === "op" && leavesOpen.has(before.value)) ||
  (token.kind === "op" && continues.has(token.value)) ||
  (token.kind === "command" && token.value.startsWith("end:"));

const isSign = (token: Token): boolean =>
  token.kind === "op" && (token.value === "+" || token.value === "-" || token.value === "±");

/** The separator that a line break became, which takes no room in the text. */
export const isLineBreak = (token: Token): boolean =>
  token.kind === "op" && token.value === ";" && token.end === token.start;

const isRowBreak = (token: Token | undefined): boolean => token?.kind === "op" && token.value === "\\\\";

/** Outside an environment a row ends as a line does. */
function rowsAsLines(tokens: Token[]): Token[] {
  if (!tokens.some(isRowBreak) || tokens.some((token) => token.value.startsWith("begin:"))) return tokens;
  return tokens.flatMap((token, i) => {
    if (isRowBreak(token)) return [];
    return isRowBreak(tokens[i - 1]) ? [{ ...token, line: true as const }] : [token];
  });
}

/** Puts a separator between lines that are complete; `signsContinue` where a sign may carry a sum on. */
export function separateLines(given: Token[], signsContinue: boolean): Token[] {
  const tokens = rowsAsLines(given);
  if (!tokens.some((token) => token.line)) return tokens;
  const result: Token[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.line && before && depth === 0 && token.kind !== "end" && !goesOn(before, token))
      if (!(signsContinue && isSign(token)))
        result.push({ ...token, kind: "op", value: ";", gap: "", end: token.start });
    if (token.kind === "op" && openers.has(token.value)) depth++;
    else if (token.kind === "op" && closers.has(token.value)) depth--;
    else if (token.kind === "command" && token.value.startsWith("begin:")) depth++;
    else if (token.kind === "command" && token.value.startsWith("end:")) depth--;
    result.push(token);
  }
  return result;
}
