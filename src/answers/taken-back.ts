// Whether a response withdraws its answer after giving it, or gives a different one later.

import {
  concluding,
  isAdverb,
  isAnswerNoun,
  isKnownNoun,
  isNumberWord,
  isQuantity,
  isVerb,
  namesAnswer,
  type Refusal,
  refused,
  refusedLater,
  roleSet,
  spansIn,
  type WordSpan,
} from "../words/index.ts";
import type { Lead } from "./earlier.ts";
import { announcementsIn, hashesIn, headingsIn } from "./spoken.ts";

/** First words after an answer that withdraw it. */
export function takenBackIn(text: string, from: number, to: number, answer: string): Refusal | undefined {
  const spans = spansAfterAnswer(text, from, to).filter(({ kind }) => kind !== "break");
  const at = spans.findIndex(
    (span, i) => span.role === "correction" || deniesValue(text, spans, i, answer) || isVerdict(spans, i),
  );
  return at < 0 ? undefined : refused(spans[at]!, "correction", "after a mark");
}

/** Where the last words of a part of a text that withdraw what is before them begin; -1 if there are none. */
export function lastCorrectionIn(text: string, from: number, to: number): number {
  const spans = spansAfterAnswer(text, from, to).filter(({ kind }) => kind !== "break");
  return spans.findLast((span, i) => span.role === "correction" || isVerdict(spans, i))?.start ?? -1;
}

const spansAfterAnswer = (text: string, from: number, to: number): WordSpan[] =>
  from >= to || /^[\s.$*_)\]}\\]*$/.test(text.slice(from, to)) ? [] : spansIn(text, from, to);

/** "42 is wrong", where 42 was the answer. */
function deniesValue(text: string, spans: readonly WordSpan[], at: number, answer: string): boolean {
  const [value, verb, said] = spans.slice(at, at + 3);
  if (value?.kind !== "value" || verb?.role !== "leadIn" || said?.role !== "denial") return false;
  return text.slice(value.start, value.end).replace(/[$\s]|\\[()]/g, "") === answer.replace(/\s/g, "");
}

/** Text in the sentences after the answer that is not known to leave it unchanged. */
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
const doubts = roleSet("denial hedge");
const doubting = roleSet("denial hedge choice contrast");

/** "NOT!", "Or not.", "Perhaps.": a sentence that only denies or doubts refers to the answer before it. */
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
 * Values after an answer that are announced in turn, or are in clauses without a word that the table has, except for
 * verbs. They may be a different answer in a language that the table lacks, so they must be equal to the answer. A
 * clause with known words is about something else: "attained at $x=2$".
 */
export function laterValues(
  text: string,
  { from, sentenceEnd, to, lead }: { from: number; sentenceEnd: number; to: number; lead?: Lead | undefined },
): string[] {
  const spans = spansAfterAnswer(text, from, to);
  if (!spans.some((span) => span.kind === "value" || isNumber(span))) return [];
  const marked = text.slice(from, to).includes("#") ? hashesIn(text, from, to) : [];
  const values = [...announcementsIn(text, from, to), ...marked, ...headingsIn(text, from, to)]
    .filter(({ start, end }) => end > start && end - start < longestValue)
    .map(({ start, end }) => text.slice(start, end));
  const isNamed = lead?.name !== undefined || lead?.isAnswer === true;
  let clause: WordSpan[] = [];
  let opener: WordSpan | undefined;
  const stated = (isLone: boolean, isItem = false): string[] => {
    const said = loneValueOf(clause, isLone).concat(lastValueOf(clause, isNamed));
    const [first] = clause;
    if (said.length > 0 || isItem || first === undefined || first.start < sentenceEnd) return said;
    opener ??= clause.find(({ kind }) => kind === "word");
    const value = governedIn(clause, opener, lead?.name);
    return value ? [value.text] : said;
  };
  for (const [i, span] of spans.entries()) {
    // "Thus, 43", "Final: 43", "i.e. 43"
    const isAbbreviated = isStop(span) && /\.\p{L}$/u.test(spans[i - 1]?.text ?? "");
    if (isAbbreviated) continue;
    if (!isEnd(span) || (!isStop(span) && opens(clause))) clause.push(span);
    else {
      // A value alone is a second answer, unless it numbers the rest of its line.
      const isLone = isStop(span) ? (spans[i + 1]?.kind ?? "break") === "break" : span.kind === "break";
      // "These are 15, 21 and 35."
      const isItem = /^[,，]$/.test(span.text) && spans[i + 1]?.kind === "value";
      for (const value of stated(isLone, isItem)) values.push(value);
      clause = [];
      if (isStop(span) || span.kind === "break") opener = undefined;
    }
  }
  return [...new Set(values.concat(stated(true)))].slice(0, mostValues);
}

const longestValue = 60;
/** The caller compares each of them with the answer; more are not needed to find one that differs. */
const mostValues = 20;

const isNumber = ({ role, text }: WordSpan): boolean => role === "noun" && isNumberWord(text);

/** The value of a line that has nothing else: `43`, `**43**`. */
function loneValueOf(clause: readonly WordSpan[], isLone: boolean): string[] {
  const [value, ...more] = clause.filter(({ kind, text }) => kind !== "sign" || !/^[*_`#()[\]]$/.test(text));
  if (!isLone || value?.kind !== "value" || more.length > 0) return [];
  // "Check: 42 + 3 = 45" is a calculation; `x = 43` is a value.
  if (/=/.test(value.text) && !/^[\s$\\([]*[A-Za-z]\s*=[^=]*$/.test(value.text)) return [];
  return [value.text];
}
const wordsOf = (clause: readonly WordSpan[]): string =>
  clause
    .filter(({ kind }) => kind === "word")
    .map(({ text }) => text)
    .join(" ");
const opens = (clause: readonly WordSpan[]): boolean =>
  clause.length > 0 &&
  clause.every(({ kind }) => kind !== "value") &&
  (stating.test(wordsOf(clause)) || clause.every(isAdverb));

/**
 * The value of "so 43", "hence the result is 43", "it is 43": of a clause that only states a value, or whose subject is
 * the answer.
 */
function statedIn(clause: readonly WordSpan[]): WordSpan | undefined {
  const at = clause.findIndex(({ kind }) => kind === "value");
  const words = wordsOf(clause.slice(0, Math.max(0, at)));
  if (words === "" || !stating.test(words)) return undefined;
  const last = clause.findLast(({ kind }) => kind === "value")!;
  const isPlain = last === clause.at(-1) && !/=/.test(last.text);
  return isPlain || /(?:answer|result)(?: is| equals| becomes| :)*$/.test(words) ? last : undefined;
}
const stating =
  /^(?:(?:so|thus|hence|therefore|then|now|finally)(?: |$))?(?:(?:the |our )?(?:final|correct|right|actual|true|real)? ?(?:answer|result|total|count)?(?: is| equals| becomes)?|(?:it|this) (?:is|equals|becomes)|(?:\S+ )*it (?:is|to|becomes|at))?(?: now| actually| then| therefore)?$/;

/**
 * The value that a clause derives from the answer or sets beside it, and which may therefore be the actual answer: "so
 * 168 in total", "which makes 168", "that leaves 58", "43 also works". A value that tells where or when does not count:
 * "so it occurs at $x=3$".
 */
function concludedIn(clause: readonly WordSpan[]): WordSpan | undefined {
  const spans = clause.filter(({ kind, text }) => kind !== "sign" && text !== "and");
  const [first, second] = spans;
  // "i.e. seven"
  if (first && isAdverb(first) && spans.length === 2 && isNumber(second!)) return second;
  const at = spans.findLastIndex(({ kind }) => kind === "value");
  if (at < 0) return undefined;
  const words = wordsOf(spans);
  if (furtherAnswer.test(words)) return spans[at];
  const isDrawn =
    isAdverb(first!) ||
    /^(?:leaving|making|giving|yielding|together)$/.test(first!.text) ||
    (/^(?:that|this|which)$/.test(first!.text) && deriving.test(second?.text ?? ""));
  const isLast = spans.slice(at + 1).every(({ role, text }) => role === "noun" || summing.test(text));
  // "among the 4 children" speaks of what is known.
  const isKnown = /^(?:the|these|those|its|their|all)$/.test(spans[at - 1]?.text ?? "");
  const before = spans[isKnown ? at - 2 : at - 1]?.text ?? "";
  return isDrawn && isLast && !placing.test(before) ? spans[at] : undefined;
}
const deriving = /^(?:leaves|makes|yields|gives|means|totals|leads to|results in|amounts to)$/;
const summing = /^(?:in total|in all|altogether|together|overall|total|are|is)$/;
const placing =
  /^(?:at|when|where|for|if|with|since|because|as|of|by|from|on|among|between|within|into|let|set|case|step|mod|modulo)$/;
const furtherAnswer =
  /^there (?:is|are) also|\balso (?:works|work|solves|satisfies|possible|valid)\b|\bis also (?:an?|the|possible|valid)\b|\b(?:works|solves it|is possible|is valid) too\b/;

/**
 * The value at the end of a clause with nothing before it but words that state it: "we get 43"; or with the name of a
 * quantity, if the clause concludes or the box has no name of its own: "the area is therefore 43".
 */
function givenIn(clause: readonly WordSpan[], isNamed: boolean): WordSpan | undefined {
  const spans = clause.filter(({ kind, role }) => kind !== "sign" || role !== "link");
  const at = spans.findLastIndex(({ kind }) => kind === "value");
  const before = spans.slice(0, Math.max(0, at));
  const isLed = before.some(isVerb) || before.some(isAdverb);
  const isLast = spans.slice(at + 1).every(({ role }) => role === "noun");
  if (at < 1 || !isLed || !isLast || /=/.test(spans[at]!.text)) return undefined;
  const words = before.filter((span) => !isVerb(span) && !isAdverb(span));
  if (words.every(({ text }) => speaking.test(text))) return spans[at];
  const isQuantityOnly = words.every(
    (span) => isQuantity(span) || /^(?:the|our|la|le|die|der|das|el|il|o|a)$/.test(span.text),
  );
  const isConcluded = before.some(({ text }) => concluding.has(text));
  return isQuantityOnly && (isConcluded || !isNamed || namesAnswer(before)) ? spans[at] : undefined;
}
const speaking = /^(?:we|it|this|there|thus|and)$/;

/**
 * The value that a clause of a later sentence ends with, if a verb or a sign governs it: "the desired value turns out to
 * be 43", "doubling gives ten", "∴ 43". The sentence must not be known to explain something else: a check, a reason, a
 * case, or a quantity with a name of its own.
 */
function governedIn(
  clause: readonly WordSpan[],
  opener: WordSpan | undefined,
  name: string | undefined,
): WordSpan | undefined {
  const spans = clause.filter(({ kind, role }) => kind !== "break" && (kind !== "sign" || role !== "link"));
  const value = spans.at(-1);
  if (value === undefined || (value.kind !== "value" && !isNumber(value))) return undefined;
  if (/[=<>≤≥≠∈]|\\(?:[lg]eq?|neq?|in|approx|equiv)(?![A-Za-z])/.test(value.text) && !isNamedValue(value))
    return undefined;
  const before = spans.slice(0, -1);
  if ((opener && checking.test(opener.text)) || before.some(isReason)) return undefined;
  const verb = before.findLastIndex(isVerb);
  if (before.slice(verb + 1).some(({ text }) => placing.test(text) && text !== "as")) return undefined;
  const governor = before.findLast(({ role, text }) => role !== "link" && !/^(?:to|as|up|out)$/.test(text));
  const isGoverned =
    governor?.role === "leadIn" ||
    (governor?.role === "noun" && !isKnownNoun(governor.text) && !governor.text.endsWith("ing"));
  if (!isGoverned) return undefined;
  const subject = before.slice(0, Math.max(0, before.findIndex(isVerb)));
  return name !== undefined && namesOther(subject, name) ? undefined : value;
}
/** First words of a sentence that checks or explains the answer. */
const checking =
  /^(?:check|checks|checking|verify|verifying|verification|proof|note|notice|recall|remember|observe|indeed|here|similarly|alternatively|example|step|case|part)$/;
const isReason = ({ role, text }: WordSpan): boolean =>
  role === "reason" || role === "condition" || role === "denial" || /^(?:when|where|if|for|with)$/.test(text);
const isNamedValue = ({ text }: WordSpan): boolean => /^[\s$\\([]*[A-Za-z]\s*=[^=]*$/.test(text);

/** Whether a subject names a quantity other than that of the answer. */
function namesOther(subject: readonly WordSpan[], name: string): boolean {
  if (namesAnswer(subject)) return false;
  const said = subject.findLast(({ kind }) => kind === "value");
  if (said) return said.text.replace(/[$\s]|\\[()]/g, "") !== name.replace(/\s/g, "");
  const quantity = subject.findLast((span) => isQuantity(span));
  const isOther = quantity !== undefined && !isAnswerNoun(quantity.text) && !name.includes(quantity.text);
  // The name of a quantity in letters may be the one in words.
  return isOther && /\p{L}{3}/u.test(name);
}

function lastValueOf(clause: readonly WordSpan[], isNamed: boolean): string[] {
  const stated = statedIn(clause) ?? concludedIn(clause) ?? givenIn(clause, isNamed);
  if (stated) return [stated.text];
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
  // "5 pairs $(a,b)$" names what is counted.
  const isName =
    value !== undefined && /^[\s$\\([]*[A-Za-z](?:\s*,\s*[A-Za-z])*[\s$)\]\\]*$/.test(value.text);
  return isUnknown && value?.kind === "value" && !isName ? [value.text] : [];
}
