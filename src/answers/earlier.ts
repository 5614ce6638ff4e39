// Values that a response gives before its last box. The box replaces one of them only where its own words are known to
// go on from there: they conclude, they name the answer, or they name a quantity other than the one before.

import { isQuantity, namesAnswer, roleSet, spansIn, type WordSpan } from "../words/index.ts";
import type { Around } from "./around.ts";
import type { Marked, Place } from "./mark.ts";
import { announcementsIn, namedChoicesIn } from "./spoken.ts";
import { lastCorrectionIn } from "./taken-back.ts";

/** What the words that lead to a box make of it. */
export interface Lead {
  /** Whether they name the answer: "the answer is". */
  isAnswer: boolean;
  /** Whether they conclude: "therefore". */
  isConclusion: boolean;
  /** The quantity that they name: `x =`, "the area is". */
  name?: string;
  /** Where its sentence begins. */
  start: number;
}

/** An earlier box with one of these words around it is not given as an answer. */
const unsaid = roleSet("denial question report example condition correction hidden");

/** More boxes or announcements than a solution has parts are not compared. */
const mostValues = 20;
const longestValue = 60;

/**
 * The earlier values that the last box must equal.
 * @param read reads the words around an earlier box
 */
export function earlierValues(
  text: string,
  from: number,
  last: Place,
  { lead, joined }: Around,
  boxes: readonly Marked[],
  read: (box: Marked) => Around,
): string[] {
  const values: { value: string; end: number }[] = [];
  for (const box of boxes.slice(-mostValues)) {
    // Both are parts of one formula.
    if (joined && joined.from <= box.from) continue;
    const around = read(box);
    const isSaid = around.refusal === undefined || !unsaid.has(around.refusal.role);
    if (isSaid && !replaces(text, lead, around, last))
      values.push({ value: text.slice(box.start, box.end).trim(), end: box.to });
  }
  const isGoingOn = lead?.isAnswer === true || lead?.isConclusion === true;
  for (const { start, end } of isGoingOn ? [] : announcedIn(text, from, last.to).slice(-mostValues)) {
    // "The answer is 7, since \\boxed{5} is the number of sides."
    const isRunning = start < last.to && last.from < end;
    const value = isRunning ? partedValue(text, start, last.from) : shortValue(text, start, end);
    const isOwn = boxes.some((box) => box.from < end && start < box.to);
    if (value !== undefined && !isOwn) values.push({ value, end: start + value.length });
  }
  if (values.length === 0) return [];
  const first = values.reduce((least, { end }) => Math.min(least, end), last.from);
  const corrected = lastCorrectionIn(text, first, last.from);
  return values.filter(({ end }) => end > corrected).map(({ value }) => value);
}

/** Whether the words of the last box make an earlier one a part of the solution. */
function replaces(text: string, lead: Lead | undefined, earlier: Around, last: Place): boolean {
  if (!lead) return false;
  if (lead.isConclusion) return true;
  const isLater = lead.start >= earlier.end && last.from > earlier.end;
  if (!isLater || earlier.lead?.isAnswer) return false;
  // A box without a name may be the same quantity, unless a sentence goes on from it.
  const before = earlier.lead?.name;
  const isOther =
    lead.name !== undefined &&
    (before === undefined ? /\p{L}{3}/u.test(text.slice(earlier.end, lead.start)) : lead.name !== before);
  // A later paragraph that says more before the sentence of the last box goes on with the solution.
  const between = text.slice(earlier.end, Math.max(earlier.end, lead.start));
  const paragraph = between.search(/\n[^\S\n]*\n/);
  const isFurther = paragraph >= 0 && /\p{L}{3}/u.test(between.slice(paragraph));
  return lead.isAnswer || isOther || isFurther;
}

const announcing =
  /answer|ans\b|option|choice|correct|答|选|解|정답|답|r[ée]ponse|resp[uo]|antwort|lösung|endergebnis|ответ/i;

const announcedIn = (text: string, from: number, to: number): Marked[] =>
  announcing.test(text.slice(from, to))
    ? [...announcementsIn(text, from, to), ...namedChoicesIn(text, from, to)]
    : [];

function shortValue(text: string, start: number, end: number): string | undefined {
  const [value, ...more] = end > start ? spansIn(text, start, Math.min(end, start + 200)) : [];
  const isValue = value?.kind === "value" || more.length === 0;
  const isShort = end - start < longestValue && !/[,，](?!\d)/.test(text.slice(start, end));
  return isValue && isShort ? text.slice(start, end) : partedValue(text, start, end);
}

/** The value at the beginning of a text, with a comma after it. */
function partedValue(text: string, start: number, end: number): string | undefined {
  const [value, comma] = end > start ? spansIn(text, start, Math.min(end, start + 200)) : [];
  const isParted = value?.kind === "value" && /^[,，]$/.test(comma?.text ?? "");
  return isParted ? text.slice(value.start, value.end) : undefined;
}

/** What the words before a box say of it. */
export function leadOf(
  clause: readonly WordSpan[],
  start: number,
  isConclusion: boolean,
  formula: string,
): Lead {
  const nouns = clause.filter(({ role }) => role === "noun");
  const named = nouns.some(isQuantity) ? nouns.map(({ text }) => text).join(" ") : "";
  const name = /([A-Za-z\\][^=,;$]*)=[\s&]*$/.exec(formula)?.[1]?.trim() ?? named;
  return { isAnswer: namesAnswer(clause), isConclusion, start, ...(name === "" ? {} : { name }) };
}
