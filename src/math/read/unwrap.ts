// What stands around a whole answer and says nothing of it: marks of emphasis, quotation marks, ticks, the end of a proof, an
// arrow before it.

import type { Token } from "./scanner.ts";

export const isOp = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** Signs that open and close: bold and slanted type of Markdown, and quotation marks. */
const pairs = ["**", '"', "'", "*", "_"];
const beginnings = new Set("⇒➡✓✔✅☑👉");
const endings = new Set("✓✔✅☑∎■🎉");
const endCommands = new Set(["blacksquare", "qed", "qedsymbol"]);
const finalPunctuation = new Set([".", ",", ";", ":"]);

const isEnding = ({ kind, value }: Token): boolean =>
  (kind === "op" && endings.has(value)) || (kind === "command" && endCommands.has(value));

/** The index of the last token before the end. */
const lastOf = (tokens: readonly Token[]): number => tokens.length - 2;

/** Takes the decorations away, in place. */
export function unwrap(tokens: Token[]): void {
  for (let before = 0; before !== tokens.length; ) {
    before = tokens.length;
    dropBeginning(tokens);
    dropEnding(tokens);
    dropPair(tokens);
  }
  dropInnerStop(tokens);
}

/** `⇒ 42`, `✅ 42`. */
function dropBeginning(tokens: Token[]): void {
  while (tokens.length > 2 && tokens[0]!.kind === "op" && beginnings.has(tokens[0]!.value)) tokens.shift();
}

/** Final punctuation ends a sentence, not a formula; ticks and the end of a proof end it too, and so does an empty group. */
function dropEnding(tokens: Token[]): void {
  for (;;) {
    const last = lastOf(tokens);
    const token = tokens[last];
    if (!token) return;
    const isStop = token.kind === "op" && finalPunctuation.has(token.value);
    const isEmptyGroup =
      last > 1 && isOp(token, "}") && isOp(tokens[last - 1], "{") && endsValue(tokens[last - 2]!);
    if (!isStop && !(last > 0 && isEnding(token)) && !isEmptyGroup) return;
    tokens.splice(isEmptyGroup ? last - 1 : last, isEmptyGroup ? 2 : 1);
  }
}

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "number" || kind === "symbol" || kind === "word" || value === ")" || value === "}";

function dropPair(tokens: Token[]): void {
  // `***42***` closes with two stars and one, as it opens.
  const last = lastOf(tokens);
  if (last > 3 && isOp(tokens[1], "*") && isOp(tokens[last], "*") && isOp(tokens[last - 1], "**"))
    if (isOp(tokens[0], "**")) {
      tokens.splice(last - 1, 2);
      tokens.splice(0, 2);
    }
  for (const mark of pairs)
    if (tokens.length > 3 && isOp(tokens[0], mark) && isOp(tokens[lastOf(tokens)], mark)) {
      tokens.splice(lastOf(tokens), 1);
      tokens.shift();
    }
}

/** The full stop in `\boxed{5.}`. */
function dropInnerStop(tokens: Token[]): void {
  let last = lastOf(tokens);
  while (last > 0 && isOp(tokens[last], "}")) last--;
  if (last < lastOf(tokens) && isOp(tokens[last], ".")) tokens.splice(last, 1);
}
