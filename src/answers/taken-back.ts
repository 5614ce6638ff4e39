// Whether a response takes its answer back after it gave it.

import { type Refusal, spansIn, type WordSpan } from "../words/index.ts";

/** The first words after an answer that take it back. */
export function takenBackIn(text: string, from: number, to: number, answer: string): Refusal | undefined {
  if (from >= to || /^[\s.$*_)\]}\\]*$/.test(text.slice(from, to))) return undefined;
  const spans = spansIn(text, from, to).filter(({ kind }) => kind !== "break");
  const at = spans.findIndex((span, i) => span.role === "correction" || deniesValue(text, spans, i, answer));
  if (at < 0) return undefined;
  const { start, end } = spans[at]!;
  return { start, end, role: "correction", context: "after a mark" };
}

/** "42 is wrong", where 42 was the answer. */
function deniesValue(text: string, spans: readonly WordSpan[], at: number, answer: string): boolean {
  const [value, verb, said] = spans.slice(at, at + 3);
  if (value?.kind !== "value" || verb?.role !== "leadIn" || said?.role !== "denial") return false;
  return text.slice(value.start, value.end).replace(/[$\s]|\\[()]/g, "") === answer.replace(/\s/g, "");
}
