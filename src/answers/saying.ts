// The words around a value in its sentence. A value is taken out of its sentence without them, so two sentences with the
// same value may say different things about it: "an increase of 5%" and "a decrease of 5%".

import {
  isAdverb,
  isAnswerNoun,
  isFigure,
  isForeign,
  isLabelHead,
  spansIn,
  type WordSpan,
  wordSet,
} from "../words/index.ts";
import { withWholeFormulas } from "./whole-formulas.ts";

/** Words that say nothing about a value. */
const neutral = wordSet`
  a an the this that these those it its he she his her they their we our you your i me him us them my of is are be was were
  equal equals get gets got obtain obtains find finds give gives yield yields becomes and so then thus hence therefore also just only exactly
  simply in on at to for by with final correct required desired answer solution result value number there which
`;

/** Nouns of which a number after "of" is the value: "a length of 5". */
const measured = wordSet`
  total sum count number amount value answer area volume length width height depth distance radius diameter perimeter circumference
  angle speed velocity acceleration weight mass density age time duration price cost profit revenue income salary wage tip tax
  interest balance budget bill payment probability chance percentage average mean median score rate measure magnitude temperature
  pressure force energy capacity gain increase size frequency period population fee charge refund savings slope
`;

const longest = 400;

export interface Saying {
  /** The words that are not neutral. */
  words: ReadonlySet<string>;
  /** A noun before the value that may give it a sign: "a loss of 4". */
  change?: string;
}

/** The words of the sentence around a value; of the whole text if no place is given. Undefined if it is no one sentence. */
export function sayingOf(text: string, start?: number, end = text.length): Saying | undefined {
  const sentence = start === undefined ? text.trim() : sentenceAround(text, start, end);
  if (sentence.length > longest || /[\n!?。！？]\s*\S|\.\s+\S/.test(sentence)) return undefined;
  const all = withWholeFormulas(sentence, spansIn(sentence));
  const spans = all.filter(({ kind }) => kind === "word" || kind === "value");
  const values = spans.filter(({ kind }) => kind === "value");
  if (values.length === 0) return undefined;
  const last = spans.indexOf(values.at(-1)!);
  const words = new Set<string>();
  for (const [i, span] of spans.entries()) {
    if (span.kind === "value" || isAdverb(span) || neutral.has(span.text)) continue;
    // What was counted: "5 apples" are not compared with "5 fruits" after a number without a sentence either.
    if (i > last && (isAnswerNoun(span.text) || isLabelHead(span.text))) continue;
    words.add(span.text);
  }
  // After several values, as in "20 - 13 = 7", the word before the first one is not about the last.
  const change = values.length === 1 ? wordBefore(spans) : undefined;
  return change === undefined ? { words } : { words, change };
}

/** Whether the only value of a sentence follows a word that may make it something else: "the root of 4", "other 4". */
export function changesValue(sentence: readonly WordSpan[]): boolean {
  const spans = sentence.filter(({ kind }) => kind === "word" || kind === "value");
  const word = wordBefore(spans);
  // Other languages have their own function words, and a verb among them.
  const isOther = isForeign(spans) && spans.some(({ role }) => role === "leadIn");
  return word !== undefined && !isOther && !changes.has(word);
}

/** The last word before a value, or before the name of one, if it is not known to leave the value as it is. */
function wordBefore(spans: readonly WordSpan[]): string | undefined {
  const at = spans.findIndex(({ kind }) => kind === "value");
  const isLetter = /^[a-z]$/.test(spans[at - 1]?.text ?? "");
  const isName = isLetter || spans[at]!.text.includes("=");
  const [noun, word] = [spans[at - (isLetter ? 3 : 2)], spans[at - (isLetter ? 2 : 1)]];
  if (isName && word !== undefined && isFigure(word.text)) return word.text;
  if (word === undefined || word.role !== "link") return undefined;
  if (word.text === "of") return measured.has(noun?.text ?? "") && !isName ? undefined : (noun?.text ?? "of");
  return neutral.has(word.text) && !(isName && placing.has(word.text)) ? undefined : word.text;
}

/** "defined for x = 2" is about a case; "the minimum is at x = 2" names the place. */
const placing = wordSet`in on by for with to`;

/** Nouns for the size of a change or of a difference, which leave its sign open. */
const changes = wordSet`loss decrease reduction discount change difference drop debt deficit`;

/**
 * Whether an answer's words are not those of its gold: each side has words that the other does not have, or the answer
 * alone has a word that may change its value.
 */
export function saysOther(gold: Saying | undefined, answer: Saying | undefined): boolean {
  if (answer === undefined) return false;
  if (answer.change !== undefined && gold?.words.has(answer.change) !== true) return true;
  if (gold === undefined) return false;
  const lacks = (one: Saying, other: Saying) => [...one.words].some((word) => !other.words.has(word));
  return lacks(gold, answer) && lacks(answer, gold);
}

/** The text between the ends of two sentences, or of two lines. */
function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - longest), start);
  const after = text.slice(end, end + longest);
  const head = before.split(/(?<=[.!?])\s+|[。！？\n]/).at(-1)!;
  return head + text.slice(start, end) + after.split(/[.!?](?:\s|$)|[。！？\n]/)[0]!;
}
