// Whether a response takes its answer back after it gave it, or goes on to say a different one.

import { type Refusal, type Role, refusedLater, spansIn, type WordSpan } from "../words/index.ts";
import { announcementsIn } from "./spoken.ts";

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

/** What the sentences after that of an answer say that is not known to leave it as it is. */
export function refusedLaterIn(text: string, from: number, to: number): Refusal | undefined {
  let sentence: WordSpan[] = [];
  for (const span of spansAfterAnswer(text, from, to)) {
    const isAbbreviated = /^\p{L}(?:\.\p{L})+$/u.test(sentence.at(-1)?.text ?? "");
    const isEnd = (isStop(span) && !isAbbreviated) || span.kind === "break";
    if (!isEnd || /[?？]/.test(span.text)) sentence.push(span);
    if (!isEnd) continue;
    const refusal = sentence.length > 0 ? refusedLater(sentence) : undefined;
    if (refusal) return refusal;
    sentence = [];
  }
  return sentence.length > 0 ? refusedLater(sentence) : undefined;
}

const isStop = ({ kind, text }: WordSpan): boolean => kind === "sign" && /^[.!。．！…?？]$/.test(text);
const isEnd = (span: WordSpan): boolean =>
  isStop(span) || span.kind === "break" || (span.kind === "sign" && /^[,;:，；：—–()（）]$/.test(span.text));
const doubts: ReadonlySet<Role> = new Set<Role>(["denial", "hedge"]);
const doubting: ReadonlySet<Role> = new Set<Role>(["denial", "hedge", "choice", "contrast"]);

/** "NOT!", "Or not.", "Perhaps.": a sentence that does nothing but deny or doubt is about the answer before it. */
function isVerdict(spans: readonly WordSpan[], at: number): boolean {
  if (at > 0 && !isStop(spans[at - 1]!)) return false;
  let isDoubted = false;
  for (let i = at; i < spans.length && !isStop(spans[i]!); i++) {
    const { role } = spans[i]!;
    if (!doubting.has(role)) return false;
    isDoubted ||= doubts.has(role);
  }
  return isDoubted;
}

/**
 * Values after an answer that are announced in turn, or said in clauses without a word that the table knows, verbs aside:
 * they may be said instead of it in a language that the table lacks, so they must be the same value. A clause with known
 * words is about something: "attained at $x=2$".
 */
export function laterValues(text: string, from: number, to: number): string[] {
  const spans = spansAfterAnswer(text, from, to);
  if (!spans.some(({ kind }) => kind === "value")) return [];
  const values = announcementsIn(text, from, to)
    .filter(({ start, end }) => end > start && end - start < longestValue)
    .map(({ start, end }) => text.slice(start, end));
  let clause: WordSpan[] = [];
  for (const span of spans) {
    if (!isEnd(span)) clause.push(span);
    else {
      for (const value of lastValueOf(text, clause)) values.push(value);
      clause = [];
    }
  }
  return [...new Set([...values, ...lastValueOf(text, clause)])].slice(0, mostValues);
}

const longestValue = 60;
/** Who calculates compares each of them with the answer; more are not needed to find one that differs. */
const mostValues = 20;

/** "so 43", "hence the result is 43", "it is 43": a clause that does nothing but state a value. */
function isStatement(clause: readonly WordSpan[]): boolean {
  const words = clause.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const value = clause.at(-1);
  if (value?.kind !== "value" || /=/.test(value.text) || words.length === 0 || words.length > 8) return false;
  return stating.test(words.join(" "));
}
const stating =
  /^(?:(?:so|thus|hence|therefore|then|now|finally)(?: |$))?(?:(?:the |our )?(?:final |correct |right |actual |true |real )?(?:answer|result|total|count)(?: is| equals| becomes)?|(?:it|this) (?:is|equals|becomes)|(?:\S+ )*it (?:is|to|becomes|at))?(?: now| actually| then| therefore)?$/;

function lastValueOf(text: string, clause: readonly WordSpan[]): string[] {
  if (isStatement(clause)) return [text.slice(clause.at(-1)!.start, clause.at(-1)!.end)];
  const words = clause.filter(({ kind }) => kind === "word");
  const isForeign = words.some(({ role }) => role === "unknown");
  const value = isForeign ? clause.findLast(({ kind }) => kind === "value") : clause.at(-1);
  const isUnknown =
    words.some(({ role }) => role === "noun" || role === "unknown") &&
    words.every(
      ({ role, text }) =>
        role === "noun" ||
        role === "unknown" ||
        (role === "leadIn" && !/^(?:see|note)$/.test(text)) ||
        text === "to",
    );
  return isUnknown && value?.kind === "value" ? [text.slice(value.start, value.end)] : [];
}
