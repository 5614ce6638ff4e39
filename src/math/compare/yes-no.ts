// Questions of yes or no. The first word decides; a reason may follow it, but nothing that bends it.

import { lex } from "../read/lex.ts";
import type { Token } from "../read/scanner.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

const verdict = /^(?:yes|no|true|false)$/i;
/** What may follow the first word. */
const ending = new Set(". , ; : ! -".split(" "));
const bending =
  /^(?:yes|no|true|false|or|but|unless|except|only|if|however|maybe|depends?|wait|actually|both|neither|perhaps|possibly|sometimes|although|though|yet|instead|sorry|correction|oops)$/i;

const isLayout = ({ kind, value }: Token): boolean =>
  kind === "op" && (value === "{" || value === "}" || value === "**" || value === '"');

/** The first word, where the answer is one of these words and perhaps its reason. */
function firstWord(text: string): string | undefined {
  if (text.length > limits.shown) return undefined;
  const [first, next, ...rest] = lex(text).filter((token) => !isLayout(token));
  if (first?.kind !== "word" || !verdict.test(first.value)) return undefined;
  const isEnded =
    next!.kind === "end" || next!.line === true || (next!.kind === "op" && ending.has(next!.value));
  // `no-one` and `true-false` are other words.
  const isTied = next!.value === "-" && next!.gap === "" && rest[0]?.gap === "";
  const bends = [next!, ...rest].some(
    ({ kind, value }) => (kind === "word" && bending.test(value)) || (kind === "op" && value === "?"),
  );
  return isEnded && !isTied && !bends ? first.value.toLowerCase() : undefined;
}

/** A gold that is yes, no, true or false is compared as one; undefined where it is none. */
export function compareYesNo(gold: string, answer: string): Decision | undefined {
  if (gold.length > 40 || !/yes|no|true|false/i.test(gold)) return undefined;
  const words = lex(gold).filter((token) => !isLayout(token));
  const isOne =
    words[0]?.kind === "word" &&
    verdict.test(words[0].value) &&
    words.slice(1).every(({ kind, value }) => kind === "end" || value === "." || value === "!");
  if (!isOne) return undefined;
  return firstWord(answer) === words[0]!.value.toLowerCase() ? equal("yes or no") : different("yes or no");
}
