// Whether the words after an answer, up to the end of its sentence, leave it as it is. Three states: right after the answer
// its label may follow, "apples left"; after a label, or after a verb that is not one of stating ("sold 4 …"), a sentence
// goes on about its objects; in all other places each step must be known.

import {
  answerNouns,
  confirming,
  eastern,
  isEasternLabel,
  isKnownNoun,
  isLabelHead,
  isMeasure,
  isNumberWord,
  leavesOpen,
  participles,
  quantities,
} from "./labels.ts";
import { accepts, roleSet } from "./roles.ts";
import {
  calculating,
  concluding,
  isPunctuation,
  isVerb,
  type Refusal,
  refused,
  withOwnOperands,
} from "./sentence.ts";
import type { WordSpan } from "./spans.ts";
import { wordSet } from "./word-set.ts";

/** How the words before an answer introduce it: not at all, by stating it, by any other verb, or by naming it. */
export type Governor = "nothing" | "statement" | "verb" | "name";

/** Facts about an answer that are known before the words after it are read. */
export interface Given {
  governor: Governor;
  /** Whether the answer contains its own unit: `\\boxed{84 pounds}`. */
  isMeasured: boolean;
  /** Whether the answer is one, so that a label may be in the singular. */
  isOne: boolean;
  /** Whether its sentence is in a language other than English. */
  isForeign: boolean;
  /** Whether the answer is a name or other words, so that a predicate is about it. */
  isWords: boolean;
  /** Whether the clause before it names the answer itself: "the answer is". */
  isNamed: boolean;
}
const context = "after a mark";

const anyVerb: Given = {
  governor: "verb",
  isMeasured: false,
  isOne: false,
  isForeign: false,
  isWords: false,
  isNamed: false,
};

/** Whether the words right after an answer name what was counted: "apples", "more apples", "of them". */
export function isCounted(after: readonly WordSpan[]): boolean {
  const end = after.findIndex(({ kind, text }) => kind === "sign" && /^[,;:.，；：。—–(（]$/.test(text));
  const words = (end < 0 ? after : after.slice(0, end)).filter(
    ({ kind, role }) => kind !== "sign" || role !== "link",
  );
  const last = words.findIndex(({ role, text }) => role !== "noun" && !/^(?:more|other|such|of)$/.test(text));
  return (last < 0 ? words : words.slice(0, last)).some(
    ({ kind, text }) => kind === "word" && isLabelHead(text),
  );
}

/** Units that are followed by smaller ones: "5 feet and 3 inches". */
const divided = wordSet`
  foot feet ft yard yards yd mile miles meter meters metre metres m km hour hours h hr hrs minute minutes min degree
  degrees pound pounds lb lbs stone year years month months week weeks day days dollar dollars euro euros gallon gallons
  quart quarts kg
`;

/** "21 integers $n$", "16 triples $(a, b)$" name what is counted. */
const isName = ({ text }: WordSpan): boolean =>
  /^[$\\([\s{]*[A-Za-z]/.test(text.replace(/\\(?:left|text)/g, ""));

/**
 * Text after an answer that makes it a part of a larger value, or one case of several: "5 feet 3 inches", "5 R 2", "3
 * score", "10 for $a>0$, and 12 for $a<0$".
 */
function furtherValue(spans: readonly WordSpan[]): WordSpan | undefined {
  if (spans.length === 0) return undefined;
  // "5 : 3", "5 to 3", "5 out of 7", "5 in 7"
  if (spans[1]?.text === "every" && spans[2]?.kind === "value") return spans[2];
  // "to the fourth", "% of x", "from the total"
  const operand = spans[1]?.text === "the" && spans[0]!.text !== "of" ? spans[2] : spans[1];
  if (
    /^(?::|：|to|from|by|over|per|of|out of|against|in every|for every|out of every)$/.test(spans[0]!.text) &&
    operand !== undefined &&
    isOperand(operand, spans[0]!.text === "from")
  )
    return operand;
  if (
    spans[0]!.text === "in" &&
    spans[1]?.kind === "value" &&
    (spans[2] === undefined || isPunctuation(spans[2]))
  )
    return spans[1];
  const half =
    spans[0]!.text === "and" ? spans.find(({ text }, i) => i > 0 && !/^an?$/.test(text)) : undefined;
  if (half && (isNumberWord(half.text) || half.text.startsWith("half"))) return half;
  let at = 0;
  while (spans[at]?.role === "noun" && spans[at]!.kind === "word") {
    if (isNumberWord(spans[at]!.text) && !divided.has(spans[at]!.text)) return spans[at];
    at++;
  }
  const isDivided = at > 0 && divided.has(spans[at - 1]!.text);
  // "5 feet and 3 inches", "5 feet, 3 inches"
  const isSmaller = spans[at]?.text === "," && isLabelWord(spans[at + 2]) && isMeasure(spans[at + 2]!.text);
  const next = isDivided && (spans[at]?.text === "and" || isSmaller) ? spans[at + 1] : spans[at];
  if (
    at > 0 &&
    ((next?.kind === "value" && !isName(next)) || (next !== undefined && isNumberWord(next.text)))
  )
    return next;
  return spans.find(({ kind }, i) => {
    const [before, after] = [spans[i - 1], spans[i + 1]];
    const isJoined = before !== undefined && /^(?:and|,|;|et|und|y|e|и)$/.test(before.text);
    return (
      kind === "value" &&
      isJoined &&
      after !== undefined &&
      /^(?:for|when|if|in|pour|für|para|при|wenn|si|se)$/.test(after.text)
    );
  });
}

/** "is the first digit of the answer", "is the answer to the previous part": the value is called something else. */
function partOfAnswer(spans: readonly WordSpan[]): WordSpan | undefined {
  const at = spans.findIndex(({ text }) => /^answers?$/.test(text));
  if (at < 0) return undefined;
  const of = spans.slice(0, at).findLastIndex(({ text }) => text === "of");
  const isObject =
    of > 0 && spans.slice(of + 1, at).every(({ role, text }) => role === "link" || answering.has(text));
  const part = spans.slice(0, Math.max(of, 0)).findLast(({ role }) => role === "noun");
  if (isObject && part && !answerNouns.has(part.text)) return part;
  if (!/^(?:to|of|for)$/.test(spans[at + 1]?.text ?? "")) return undefined;
  const end = spans.findIndex((span, i) => i > at && isPunctuation(span));
  return spans
    .slice(at + 2, end < 0 ? spans.length : end)
    .find(
      ({ kind, role, text }) =>
        kind === "word" && (role !== "link" || /^an?$/.test(text)) && !answering.has(text),
    );
}
/** What an answer may be the answer to. */
const answering = wordSet`
  the this our given original whole final correct question problem exercise equation puzzle task riddle system
`;

/** A number, a letter for one, "fourth", or the name of a quantity that something may be taken from. */
const isOperand = ({ kind, text }: WordSpan, isTaken: boolean): boolean =>
  kind === "value" ||
  /^(?:[b-z](?:-?th)?|second)$/.test(text) ||
  (kind === "word" && isNumberWord(text)) ||
  (isTaken && quantities.has(text));

const isShown = ({ kind, role, text }: WordSpan): boolean =>
  kind !== "break" && (kind !== "sign" || role !== "link" || /^[,;，；、—–.。!！(（]$/.test(text));
const opensTail = ({ kind, text }: WordSpan): boolean =>
  kind === "sign" && /^[,;，；、—–.。!！(（]$/.test(text);

/** The first span after an answer, up to the end of its sentence, that may change it. */
export function refusedAfter(sentence: readonly WordSpan[], facts: Partial<Given> = {}): Refusal | undefined {
  const given = { ...anyVerb, ...facts };
  const spans = withOwnOperands(sentence).filter(isShown);
  const [first] = spans;
  if (first === undefined) return undefined;
  const part = partOfAnswer(spans);
  if (part) return refused(part, "unknown", context);
  const conditions = spans.filter(({ text }) => text === "when");
  if (conditions.length > 1) return refused(conditions[1]!, "condition", context);
  const more = furtherValue(spans.filter((span) => !/^[(（]$/.test(span.text)));
  if (more) return refused(more, "unknown", context);
  if (first.kind === "value") return refused(first, "unknown", context);
  const label = labelLength(spans, given);
  const isLabelled = label > 0 || given.isMeasured;
  const isFree =
    isLabelled ||
    (label === 0 &&
      !given.isForeign &&
      (given.governor === "verb" ||
        (given.isWords && given.governor === "nothing" && first.role === "noun")));
  const at = isFree ? { loose: Math.max(0, label) } : label < 0 ? { span: first } : knownSteps(spans, given);
  if ("span" in at)
    return refused(at.span, accepts[context].has(at.span.role) ? "unknown" : at.span.role, context);
  const next = spans[at.loose];
  if (next?.text === "and" && isFree && !isClauseOrNouns(spans, at.loose + 1, label > 0))
    return refused(next, "unknown", context);
  return refusedInClause(spans, at.loose, given.governor === "verb");
}

/** The number of spans after an answer that are its label; -1 if there are words that are not a label. */
function labelLength(spans: readonly WordSpan[], given: Given): number {
  // "12 a day"
  if (/^an?$/.test(spans[0]!.text) && spans[1] && isMeasure(spans[1].text)) return 2;
  let end = 0;
  // "km/h" is one word.
  while (isLabelWord(spans[end]) || (end > 0 && spans[end]?.text === "/" && isLabelWord(spans[end + 1])))
    end++;
  const run = spans.slice(0, end).filter(({ text }) => text !== "/");
  if (end === 0) return spans[0]!.text === "of" && !isStop(spans[1]) ? 1 : 0;
  const words = run.map(({ text }) => text);
  // "42 times pi" is a product; "42 times" counts.
  if (words[0] === "times" && words.length > 1) return -1;
  if (leavesOpen(words) || words.some((word) => isNumberWord(word) && !isMeasure(word))) return -1;
  if (eastern.test(words[0]!)) return isEasternLabel(words) ? end : -1;
  const isSubject = given.governor === "name" || given.governor === "nothing";
  if (isSubject && confirming.has(words[0]!)) return 0;
  // "overshoots the mark": an object follows, so this is a verb.
  if (isSubject && /^(?:the|an?)$/.test(spans[end]?.text ?? "") && !given.isWords) return -1;
  const head = words.findLastIndex((word) => isLabelHead(word) || (given.isOne && isSingular(word)));
  const isMore = /^(?:more|other|others)$/.test(words.at(-1)!);
  // Korean nouns carry the words that deny or doubt as endings.
  if (/\p{Script=Hangul}/u.test(words[0]!)) return -1;
  if (given.isForeign) return isSubject || end > 3 ? -1 : end;
  if (isSubject && given.isWords) return 0;
  if (head < 0) return isMore && given.governor !== "nothing" ? end : given.governor === "verb" ? 0 : -1;
  return given.governor === "name" && !isMeasure(words[head]!) ? -1 : end;
}

const isStop = (span: WordSpan | undefined): boolean => span === undefined || isPunctuation(span);
const isLabelWord = (span: WordSpan | undefined): boolean =>
  span?.kind === "word" && (span.role === "noun" || /^(?:more|other|such|same|most|all)$/.test(span.text));
/** A noun in the singular, and not a participle or adverb. */
const isSingular = (word: string): boolean => !/(?:ed|ing|ly|wards?|ways?)$/.test(word);

/** Whether a clause, or with a label more nouns, follow "and". */
function isClauseOrNouns(spans: readonly WordSpan[], from: number, isLabelled: boolean): boolean {
  const next = spans[from];
  if (next === undefined) return false;
  if (next.role === "remark" || next.role === "reason" || next.kind === "value") return true;
  let end = from;
  while (spans[end] && !isPunctuation(spans[end]!)) end++;
  const clause = spans.slice(from, end);
  if (next.role === "link" || concluding.has(next.text)) return clause.some(isVerb);
  const words = clause.map(({ text }) => text);
  return isLabelled && !/(?:ing|wards?)$/.test(next.text) && words.some(isLabelHead);
}

/** Prepositions that may place a value if the words after them are known. */
const placing = wordSet`
  for at in on by using via from over with within across among throughout around where when under to
`;
/** Words that introduce a statement about something else. */
const strange =
  /^(?:other|another|different|my|your|his|her|their|its|least|most|best|worst|earliest|latest|which|whom|some|many)$/;

/**
 * Reads the words that must be known, step by step; returns where the rest of the clause is free, or the first unknown
 * step.
 */
function knownSteps(spans: readonly WordSpan[], given: Given): { loose: number } | { span: WordSpan } {
  let inTail = false;
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i]!;
    const { role, text, kind } = span;
    const next = spans[i + 1];
    if (opensTail(span)) {
      inTail = true;
      continue;
    }
    if (/^(?:is|are) (?:the|our|my|your)$/.test(text) && role === "remark")
      return nounIsKnown(spans, i + 1, 3) ?? earlierState(spans, i + 1) ?? { loose: i + 1 };
    if (/^[:：]$/.test(text)) {
      inTail = true;
      continue;
    }
    if (role === "remark" || /^(?:too|as well|again)$/.test(text)) continue;
    if (role === "reason" || role === "closing") return { loose: i };
    // German puts the verb last: "dass die Summe 4 ist".
    if (given.isForeign && i === 0 && isVerb(span) && isStop(next)) continue;
    // "is 600 greater than $19^2$"; but "the answer is 6 less than 10" is 4.
    if (text.endsWith(" than") && i === 0 && next && given.governor === "statement" && !given.isNamed)
      return { loose: i + 1 };
    // "\\boxed{B} satisfies both conditions"
    const isPredicate = i === 0 && (given.governor === "name" || given.governor === "nothing");
    if (isPredicate && role === "noun" && confirming.has(text)) return { loose: i + 1 };
    if (kind === "value") return inTail ? { loose: i + 1 } : { span };
    if (role === "contrast") return deniesOther(spans, i + 1) ? { loose: spans.length } : { span };
    if (concluding.has(text) || /^(?:i.e|ie|that is|namely)$/.test(text)) return { loose: i + 1 };
    if (role === "leadIn")
      return inTail && (kind === "sign" || spans[i - 1]?.role === "remark")
        ? { loose: i + 1 }
        : leadsOn.has(text)
          ? { loose: i + 1 }
          : { span };
    if (text === "not" && role === "link") return { loose: i + 1 };
    if (role === "choice" && next?.kind === "value") return { loose: i + 2 };
    if (text === "and") return isClauseOrNouns(spans, i + 1, false) ? { loose: i + 1 } : { span };
    if (/^(?:each|per|apiece|every|的)$/.test(text) && text !== "的") return { loose: i + 1 };
    if (text === "for" && /^(?:all|any|every|each|both)$/.test(next?.text ?? "")) return { loose: i + 2 };
    // "5 for odd n", "5 in the first case": right after a box alone, only known words leave it as it is.
    if (
      i === 0 &&
      given.governor === "nothing" &&
      !given.isForeign &&
      limiting.test(`${text} ${next?.text ?? ""}`) &&
      !isForm(spans, 1)
    )
      return { span };
    // "as 14 and 15 are composite"
    const isReason =
      next?.role === "link" ||
      next?.role === "remark" ||
      (inTail && next?.kind === "value" && spans.slice(i + 2).some(isVerb));
    if (text === "as" && /^an?$/.test(next?.text ?? "")) return { loose: i + 1 };
    if (text === "as" && isReason) return { loose: spans.length };
    if (text === "as" && next && participles.has(next.text)) return { loose: i + 1 };
    // "42 it is", "but 42 does"
    if (text === "it" && next?.text === "is" && isStop(spans[i + 2])) return { loose: i + 2 };
    if (isPredicate && /^(?:does|do|is)$/.test(text) && isStop(next)) return { loose: i + 1 };
    // "which is the area of the rectangle", and nothing more.
    if (inTail && text === "which" && /^(?:is|are) the$/.test(next?.text ?? ""))
      return isPlainName(spans.slice(i + 2)) ? { loose: spans.length } : { span };
    if (inTail && text === "which" && next && (next.role === "leadIn" || confirming.has(next.text)))
      return next.text === "was" ? { span: next } : { loose: i + 2 };
    if (inTail && /^(?:where|we|there)$/.test(text)) return { loose: i + 1 };
    if (inTail && /^(?:it|this)$/.test(text) && next && isVerb(next))
      return next.text === "was" ? { span: next } : (nounIsKnown(spans, i + 2, 2) ?? { loose: i + 2 });
    if (inTail && participles.has(text)) return { loose: i + 1 };
    if (inTail && /^(?:the|an?|our|this|both|all)$/.test(text))
      return nounIsKnown(spans, i + 1, 3) ?? { loose: i + 1 };
    if (inTail && /^(?:option|choice|answer)$/.test(text)) return { loose: i + 1 };
    if (inTail && role === "noun" && isLabelOnly(spans, i)) return { loose: i + 1 };
    // "with remainder 3": a further value belongs to the answer.
    const added = text === "with" ? valueInClause(spans, i + 1) : undefined;
    if (added && !/=/.test(added.text)) return { span: added };
    if (placing.has(text)) {
      if (next?.kind === "value" && !isStop(spans[i + 2]) === false && text === "in") return { span };
      if (next?.kind === "value") return { loose: i + 2 };
      return nounIsKnown(spans, i + 1) ?? { loose: i + 1 };
    }
    if (!given.isForeign && text === "each other") continue;
    return { span };
  }
  return { loose: spans.length };
}

const limiting = /^(?:(?:for|when|where|in|under|to|at)(?= )|as an?$)/;
/** "in centimetres" */
const isForm = (spans: readonly WordSpan[], at: number): boolean =>
  spans[at] !== undefined && isMeasure(spans[at].text) && isStop(spans[at + 1]);

function valueInClause(spans: readonly WordSpan[], from: number): WordSpan | undefined {
  let end = from;
  while (spans[end] && !isPunctuation(spans[end]!)) end++;
  return spans.slice(from, end).find(({ kind }) => kind === "value");
}

/** "but not 41", "but 41 does not work": a different value is denied. */
const deniesOther = (spans: readonly WordSpan[], from: number): boolean =>
  spans.slice(from, from + 2).some(({ kind }) => kind === "value") &&
  spans.slice(from).some(({ role, text }) => role === "denial" || text === "not");

const leadsOn = new Set(
  "in total in all altogether overall exactly indeed currently".split(" ").concat("in total", "in all"),
);

/** Units and things in brackets: "(dollars)", "(square units)". */
function isLabelOnly(spans: readonly WordSpan[], from: number): boolean {
  let end = from;
  while (isLabelWord(spans[end])) end++;
  const words = spans.slice(from, end).map(({ text }) => text);
  const isNumber = words.some((word) => isNumberWord(word) && !isMeasure(word));
  return (
    isStop(spans[end]) && words.length <= 3 && isLabelHead(words.at(-1)!) && !isNumber && !leavesOpen(words)
  );
}

/** "is the value before the discount" */
function earlierState(spans: readonly WordSpan[], from: number): { span: WordSpan } | undefined {
  const span = spans.slice(from).find(({ text }) => /^(?:before|after|without|until)$/.test(text));
  return span && { span };
}

/** Whether words name a known quantity of something: "area of the rectangle", "desired sum". */
const isPlainName = (spans: readonly WordSpan[]): boolean =>
  spans.some(({ text }) => isKnownNoun(text)) &&
  spans.every(({ role, text }) =>
    role === "noun"
      ? !strange.test(text) && !leavesOpen([text]) && !/^(?:approximate|old|previous)$/.test(text)
      : /^(?:of|the|a|an|our|this|to|in|for)$/.test(text),
  );

/**
 * The first word of a noun phrase that does not occur in explanations of solutions; undefined if its first noun is
 * known.
 */
function nounIsKnown(spans: readonly WordSpan[], from: number, nouns = 1): { span: WordSpan } | undefined {
  let left = nouns;
  for (let i = from; i < spans.length; i++) {
    const span = spans[i]!;
    if (strange.test(span.text)) return { span };
    if (span.kind === "value" || span.role === "remark") return undefined;
    if (span.role === "noun") {
      if (isKnownNoun(span.text) || /^[a-z]$/.test(span.text)) return undefined;
      if (--left === 0) return { span };
    }
    if (isPunctuation(span)) return { span: spans[from]! };
  }
  return { span: spans[from] ?? spans[from - 1]! };
}

const relative = wordSet`that which who whom whose where such when until 的`;
const inRelative = roleSet("denial exception hedge operator choice scale condition");

/** The first span of the rest of a sentence that its place does not accept. */
function refusedInClause(spans: readonly WordSpan[], from: number, mayDepend: boolean): Refusal | undefined {
  let isRelative = false;
  let isReason = false;
  let isNamed = from > 0;
  for (let i = from; i < spans.length; i++) {
    const span = spans[i]!;
    if (/^[;；]$/.test(span.text)) isReason = false;
    const last = spans[i - 1];
    // "…, and the second gives 15, which is the answer"
    if (span.text.endsWith("answer") && spans.slice(from, i).some(({ kind }) => kind === "value"))
      return refused(span, "unknown", context);
    // A reason may be about anything, up to statements about other cases.
    if (/^(?:otherwise|else)$/.test(span.text)) return refused(span, "condition", context);
    isReason ||= span.role === "reason";
    if (isReason) continue;
    const isTold = last !== undefined && (isPunctuation(last) || /^(?:now|then|and|just)$/.test(last.text));
    if (isTold && calculating.test(span.text)) return refused(span, "scale", context);
    // An action under a condition is what was asked: "earns 40 dollars if he works all day".
    if (mayDepend && /^(?:if|when|provided|provided that|as long as)$/.test(span.text)) return undefined;
    // "to make 4 dozen croissants": a number in the rest has its own words.
    if (/^(?:instead of|rather than|as opposed to)$/.test(span.text) && i > 0) continue;
    if (span.role === "scale" && spans[i - 1]?.kind === "value") continue;
    const isPredicate = from > 0 && isNamed && /^(?:not|no|neither|nor|without|never)$/.test(span.text);
    if (isPredicate && spans[i - 1]?.role !== "leadIn" && !isPunctuation(spans[i - 1]!)) continue;
    const compares = span.text.endsWith(" than") && i > 0 && i + 1 < spans.length;
    const superlative =
      /^(?:least|most|minimum|maximum|best|worst|max|min)$/.test(span.text) && isStop(spans[i + 1]);
    if (superlative && spans.slice(Math.max(0, i - 3), i).some(({ text }) => text === "at"))
      return refused(span, "hedge", context);
    if (span.role === "noun") isNamed = true;
    if ((relative.has(span.text) && isNamed) || compares) isRelative = true;
    else if (isPunctuation(span)) isRelative = false;
    const isOther = isRelative && inRelative.has(span.role);
    if (!accepts[context].has(span.role) && !isOther) return refused(span, span.role, context);
  }
  return undefined;
}
