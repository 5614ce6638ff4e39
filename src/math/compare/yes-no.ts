// Questions of yes or no. The first word decides; a reason may follow it, and nothing else.

import { accepts, spansIn, type WordSpan } from "../../words/index.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

const verdict = /^(?:yes|no|true|false)$/;

/** Words without the braces, stars and quotation marks around them. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/\\(?:text|textbf|mathrm|mathbf|mbox|textit)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\*\*|["“”`]/g, "")
    .replace(/^\$([^$]*)\$$/, "$1");

/** "It is true", where true or false is asked for. */
const statement =
  /^(?:it|this|that|the (?:statement|claim|assertion|proposition))(?: is|'s) (?=(?:true|false)\b)/i;

/** How a reason begins: with a word that says so, with what it is about, or with a formula. */
const begins =
  /^(?:as|so|it|it's|there|this|that|these|those|we|they|he|she|i|the|each|every|all|both|any|one|its|for|by|see)$/;

/** The verdict of an answer that is one of these words and perhaps its reason. */
function verdictOf(answer: string): string | undefined {
  if (answer.length > limits.shown) return undefined;
  const text = plain(answer).replace(statement, "");
  const [word] = /^[A-Za-z]+/.exec(text) ?? [];
  const first = word?.toLowerCase();
  if (first === undefined || !verdict.test(first)) return undefined;
  const after = text.slice(first.length);
  if (/^\s*[.!]*\s*$/.test(after)) return first;
  const [ending] = /^\s*(?:[.,;:!]|\s[-–—]+\s|[–—]|\n)\s*/.exec(after) ?? [];
  if (ending === undefined) return undefined;
  const spans = spansIn(after.slice(ending.length)).filter(({ kind }) => kind !== "break");
  return isReason(spans, /,/.test(ending)) ? first : undefined;
}

/** After a comma one word may change the verdict ("Yes, conditionally"); a clause of its own is a statement. */
function isReason(spans: readonly WordSpan[], isAfterComma: boolean): boolean {
  const [first] = spans;
  if (!first) return true;
  const isClause = !isAfterComma && spans.filter(({ kind }) => kind === "word").length >= 3;
  const isBegun =
    isClause ||
    first.kind === "value" ||
    first.role === "reason" ||
    first.role === "leadIn" ||
    begins.test(first.text.split(" ")[0]!);
  return (
    isBegun && spans.every((span, i) => accepts["after a verdict"].has(span.role) && !isVerdict(spans, i))
  );
}

/** A second verdict; "no" before a noun is not one. */
const isVerdict = (spans: readonly WordSpan[], i: number): boolean =>
  /^(?:yes|true|false)$/.test(spans[i]!.text) || (spans[i]!.text === "no" && spans[i + 1]?.kind !== "word");

/** A gold that is yes, no, true or false is compared as one; undefined where it is none. */
export function compareYesNo(gold: string, answer: string): Decision | undefined {
  if (gold.length > 40 || !/yes|no|true|false/i.test(gold)) return undefined;
  const wanted = plain(gold)
    .replace(/[.!\s]+$/, "")
    .toLowerCase();
  if (!verdict.test(wanted)) return undefined;
  return verdictOf(answer) === wanted ? equal("yes or no") : different("yes or no");
}
