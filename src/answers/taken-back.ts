// Whether a response takes its answer back after it gave it, or goes on to say a different one.

import { type Refusal, type Role, spansIn, type WordSpan } from "../words/index.ts";

/** The first words after an answer that take it back. */
export function takenBackIn(text: string, from: number, to: number, answer: string): Refusal | undefined {
  const spans = spansAfterAnswer(text, from, to).filter(({ kind }) => kind !== "break");
  const at = spans.findIndex(
    (span, i) => span.role === "correction" || deniesValue(text, spans, i, answer) || isVerdict(spans, i),
  );
  if (at < 0) return undefined;
  const { start, end } = spans[at]!;
  return { start, end, role: "correction", context: "after a mark" };
}

const spansAfterAnswer = (text: string, from: number, to: number): WordSpan[] =>
  from >= to || /^[\s.$*_)\]}\\]*$/.test(text.slice(from, to)) ? [] : spansIn(text, from, to);

/** "42 is wrong", where 42 was the answer. */
function deniesValue(text: string, spans: readonly WordSpan[], at: number, answer: string): boolean {
  const [value, verb, said] = spans.slice(at, at + 3);
  if (value?.kind !== "value" || verb?.role !== "leadIn" || said?.role !== "denial") return false;
  return text.slice(value.start, value.end).replace(/[$\s]|\\[()]/g, "") === answer.replace(/\s/g, "");
}

const isStop = ({ kind, text }: WordSpan): boolean => kind === "sign" && /^[.!。．！…?？]$/.test(text);
const isEnd = (span: WordSpan): boolean =>
  isStop(span) || span.kind === "break" || (span.kind === "sign" && /^[,;:，；：—–()（）]$/.test(span.text));
const doubting: ReadonlySet<Role> = new Set<Role>(["denial", "hedge"]);

/** "NOT!", "Perhaps.": a sentence that does nothing but deny or doubt is about the answer before it. */
function isVerdict(spans: readonly WordSpan[], at: number): boolean {
  if (!doubting.has(spans[at]!.role)) return false;
  const [before, after] = [spans[at - 1], spans[at + 1]];
  return (before === undefined || isStop(before)) && (after === undefined || isStop(after));
}

/**
 * Values after an answer in clauses of which no word is known: they may be said instead of it in a language that the table
 * lacks, so they must be the same value. A clause with known words is about something: "attained at $x=2$".
 */
export function valuesOfUnknownClauses(text: string, from: number, to: number): string[] {
  const values: string[] = [];
  let clause: WordSpan[] = [];
  for (const span of spansAfterAnswer(text, from, to)) {
    if (!isEnd(span)) clause.push(span);
    else {
      values.push(...valueOf(text, clause));
      clause = [];
    }
  }
  return [...values, ...valueOf(text, clause)];
}

function valueOf(text: string, clause: readonly WordSpan[]): string[] {
  const words = clause.filter(({ kind }) => kind === "word");
  const value = clause.at(-1);
  const isUnknown = words.length > 0 && words.every(({ role }) => role === "noun" || role === "unknown");
  return isUnknown && value?.kind === "value" ? [text.slice(value.start, value.end)] : [];
}
