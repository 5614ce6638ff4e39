// Common parts of reading a sentence around an answer: its punctuation, its clauses, and words that refer to what
// follows them.

import { isCalculation } from "./labels.ts";
import type { Context, Role, Span } from "./roles.ts";
import type { WordSpan } from "./spans.ts";
import { wordSet } from "./word-set.ts";

/** The span that a place does not accept. */
export interface Refusal {
  start: number;
  end: number;
  role: Role;
  context: Context;
}

export const refused = ({ start, end }: Omit<Span, "role">, role: Role, context: Context): Refusal => ({
  start,
  end,
  role,
  context,
});

export const isPunctuation = ({ kind, text }: WordSpan): boolean =>
  kind === "sign" && /^[,;:，；：、—–.。!！]$/.test(text);
export const isLayout = ({ kind, role, text }: WordSpan): boolean =>
  kind === "break" || (kind === "sign" && role === "link" && !/^[,;，；、—–.。!！]$/.test(text));

/** Words that begin a clause with its own conclusion. */
export const concluding = wordSet`
  so thus therefore hence then consequently accordingly finally but 所以 因此 故 于是 从而 则 donc ainsi also somit daher entonces
  luego portanto logo следовательно значит поэтому
`;

/** Words with the role of a lead-in that are not verbs. */
const adverbs = new Set([
  ...concluding,
  ..."namely i.e ie overall altogether exactly simply just precisely indeed clearly ultimately now currently".split(
    " ",
  ),
  "that is",
  "in conclusion",
  "in all",
  "in total",
  "on average",
  "in sum",
  "all told",
]);
export const isVerb = ({ role, kind, text }: WordSpan): boolean =>
  role === "leadIn" && kind === "word" && !adverbs.has(text);

/**
 * Whether the words that lead to an answer go on from what is before them: "therefore", "in all", `\\implies`, and at the
 * beginning of the sentence also a calculation, "simplifying, we get".
 */
export function concludes(spans: readonly WordSpan[]): boolean {
  const clause = spans.slice(clauseStart(spans, spans.length - 1));
  const first = spans.find(({ kind, role }) => kind === "word" || role === "leadIn");
  return (
    [first, ...clause].some((span) => span !== undefined && isConclusion(span)) ||
    (first?.text.endsWith("ing") === true && isCalculation(first.text))
  );
}

/** "therefore", "altogether", "namely" */
export const isAdverb = (span: WordSpan): boolean =>
  span.role === "leadIn" &&
  span.kind === "word" &&
  !isVerb(span) &&
  !/^(?:then|but|now|currently)$/.test(span.text);

const isConclusion = (span: WordSpan): boolean =>
  span.role === "leadIn" &&
  (span.kind === "word"
    ? isAdverb(span)
    : /^(?:[→⇒⟹⟶∴➜]|\\(?:Rightarrow|implies|Longrightarrow|therefore))$/.test(span.text));

/** Operations on the answer that a reader is asked to do: "multiply this by 5". */
export const calculating =
  /^(?:add|adding|subtract|subtracting|multiply|multiplying|divide|dividing|double|doubling|halve|halving|square|squaring|negate|swap|flip|reverse|round|rounding|plus|minus|increase|decrease|take|replace|change|append|remove)$/;

/** The beginning of the clause that introduces the answer: after punctuation, or at a word that concludes. */
export function clauseStart(spans: readonly WordSpan[], last: number): number {
  for (let i = last; i > 0; i--) {
    const isPurpose = spans[i]!.text === "so" && spans[i + 1]?.text === "that";
    if (concluding.has(spans[i]!.text) && i < last && !isPurpose) return i;
    if (isPunctuation(spans[i - 1]!)) return i;
    if (spans[i - 1]!.text === "\n\n") return i;
  }
  return 0;
}

/** "not 41", "less than 100", "about the axis": these words refer to what follows them, and not to the answer. */
export function withOwnOperands(spans: readonly WordSpan[]): WordSpan[] {
  return spans.map((span, i) => {
    const next = spans[i + 1];
    if (next === undefined) return span;
    if (span.text === "no") return span;
    const isOwn = next.kind === "value" || /^(?:the|a|an|one|two|three|its)$/.test(next.text);
    if (
      isOwn &&
      (span.role === "hedge" || (span.role === "denial" && next.kind === "value")) &&
      i + 1 < spans.length
    )
      return { ...span, role: "link" as const };
    return span;
  });
}
