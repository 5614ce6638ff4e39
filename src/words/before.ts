// Whether the words before an answer, from the beginning of its sentence, introduce it as the answer.

import type { Governor } from "./after.ts";
import {
  answerNouns,
  headings,
  isCalculation,
  isKnownNoun,
  isLabelHead,
  isMeasure,
  isNumberWord,
  leavesOpen,
  participles,
  quantities,
} from "./labels.ts";
import { type Lead, namesAnswer, unknownLead } from "./lead.ts";
import { accepts, type Context, roleSet } from "./roles.ts";
import {
  clauseStart,
  concluding,
  isLayout,
  isPunctuation,
  isVerb,
  type Refusal,
  refused,
  withOwnOperands,
} from "./sentence.ts";
import { isForeign, type WordSpan } from "./spans.ts";
import { wordSet } from "./word-set.ts";

/** Words before an answer that withdraw something refer to earlier text, unless they deny what follows. */
const saysWrong = /wrong|incorrect|mistake|false|untrue|invalid|nonsense|n't|not/;

/** Persons and topics: a clause about them does not state the answer itself. */
const framing = wordSet`
  let let's us i it this that we you one they he she some many most people nobody everyone someone who ich es man je il
  on yo ela ele я это 我 这 那 有人
`;

const doubts = roleSet("denial exception hedge condition");

/**
 * What keeps the words before an answer, from the beginning of its sentence, from giving it; undefined if they give it.
 * @param quantity whether what follows says what was counted, so that any verb may lead to the answer: "sold 4 apples"
 * @param isWords whether the answer is words, which count nothing: "the day after Monday"
 * @param led whether a formula leads to the answer, so that the words before it are about that formula: "at $x=4$"
 */
export function refusedBefore(
  sentence: readonly WordSpan[],
  quantity = true,
  led = false,
  isWords = false,
): Refusal | undefined {
  const spans = withOwnOperands(sentence).map((span) =>
    span.role === "correction" && saysWrong.test(span.text) ? { ...span, role: "denial" as const } : span,
  );
  const last = spans.findLastIndex((span) => !isLayout(span) && !isPunctuation(span));
  if (last < 0) return undefined;
  const start = clauseStart(spans, last);
  const clause = spans.slice(start);
  const context: Context = "before a mark";
  const unsure =
    /^(?:but|though|although)$/.test(clause[0]?.text ?? "") && uncertaintyIn(spans.slice(0, start));
  if (unsure) return refused(unsure, "hedge", "earlier in the sentence");
  const sign = signBefore(spans, last);
  if (sign) return refused(sign, "operator", context);
  // The last words before the answer, with the verb that introduces it.
  const ends = clause.slice(nearFrom(clause));
  const isReason = clause[0]?.role === "reason" || clause[0]?.role === "condition";
  const isClosed = isReason && spans.slice(last + 1).some(({ text }) => /^[,;，；]$/.test(text));
  if (!isClosed) {
    // "since x = 5": the value is a part of the reason.
    // "The answer is 5, because 7 - 2 = 5": the caller compares the two.
    const isRepeated = spans[start - 2]?.kind === "value" && namesAnswer(spans.slice(0, start - 2));
    if (clause[0]?.role === "reason" && !quantity && !isRepeated && !namesAnswer(clause))
      return refused(clause[0], "reason", context);
    const between = ends.find(({ text }) => text === "between");
    if (between) return refused(between, "hedge", context);
    // "Had we forgotten the sign, we would get": a hypothesis.
    const isStory = spans
      .slice(0, start)
      .some(({ role, text }, i) => doubts.has(role) || (i === 0 && /^(?:had|were)$/.test(text)));
    // "if he agrees, he would earn 72 dollars" may be what was asked.
    const isAsked = quantity && governorOf(sentence) === "verb";
    const would = clause.find(({ text }) => /^would\b/.test(text));
    if (would && isStory && !isAsked) return refused(would, "condition", context);
    // "Had we added, we get", "Suppose, for now, it is"
    const [opener] = spans;
    const isUnreal = opener?.text === "if" && spans.slice(0, start).some(({ text }) => text === "were");
    const isSupposed =
      start > 0 &&
      (inverted.test(opener!.text) ||
        (opener!.role === "condition" && supposing.test(opener!.text)) ||
        isUnreal);
    if (isSupposed && !isAsked && !concluding.has(clause[0]?.text ?? ""))
      return refused(opener!, "condition", context);
    for (const [i, span] of ends.entries()) {
      if (accepts[context].has(span.role)) continue;
      if (isAsked && /^(?:could|would have been)$/.test(span.text)) continue;
      const isChanged = /^(?:increased|decreased|reduced) by$/.test(span.text) && i === ends.length - 1;
      if (!isChanged || spans[spans.indexOf(span) - 1]?.kind === "value")
        return refused(span, span.role, context);
    }
    const isOpened = led && start === 0 && spans.slice(last + 1).some(isPunctuation);
    const opened = sentence.slice(0, isOpened ? last + 1 : start);
    const adjunct = (isOpened ? undefined : adjunctOf(opened)) ?? unknownPhrase(opened);
    if (adjunct && !concluding.has(clause[0]?.text ?? "") && clause[0]?.role !== "contrast")
      return refused(adjunct, adjunct.role, "earlier in the sentence");
    const frame =
      frameOf(spans, start, last) ?? unknownLeadIn(spans, start, { quantity, led, isFirst: start === 0 });
    // A span that speaks against the answer is a better reason than one that is only unknown.
    const known = frame && spans.find(({ role }) => !accepts["earlier in the sentence"].has(role));
    if (known) return refused(known, known.role, "earlier in the sentence");
    if (frame) return refused(frame, "unknown", context);
    const isParted = spans.slice(last + 1).some(isPunctuation);
    const modifier = led || isParted ? undefined : modifierOf(clause, quantity && !isWords);
    if (modifier) return refused(modifier, "unknown", context);
    const first = clause.find(({ kind }) => kind === "word" || kind === "value");
    const isFrame = first !== undefined && (framing.has(first.text) || doubts.has(first.role));
    const doubt = clause.find(({ role }) => doubts.has(role));
    if (doubt && isFrame && !(isAsked && doubt.text === "could")) return refused(doubt, doubt.role, context);
  }
  const said = spans.find(({ role }) => !accepts["earlier in the sentence"].has(role));
  // "…: Final answer:" starts again.
  const isAnnounced = clause.some(({ role, text }) => role === "remark" && text === "final answer");
  if (!said || (isAnnounced && said.start < clause[0]!.start)) return undefined;
  const isConcluded = spans.slice(spans.indexOf(said), start + 1).some(({ text }) => concluding.has(text));
  const isParted = spans.slice(spans.indexOf(said), start).some(({ text }) => /^[;；]$/.test(text));
  const isPast = said.start < clause[0]!.start && (isConcluded || isParted || said.role === "question");
  return isPast ? undefined : refused(said, said.role, "earlier in the sentence");
}

/**
 * Punctuation before an answer that is a sign of mathematics: a dash after "is", "=" or a colon is a minus sign, and a
 * colon after a number belongs to a ratio where the number begins the clause, is itself stated, or has a space after it.
 */
function signBefore(spans: readonly WordSpan[], last: number): WordSpan | undefined {
  const at = spans.findIndex(({ text }, i) => i > last && /^(?:[-–—:：])$/.test(text));
  const [sign, before] = [spans[at], spans[at - 1]];
  if (!sign || !before) return undefined;
  const next = spans[at + 1];
  if (/[:：]/.test(sign.text)) {
    if (next && /^[-–—]$/.test(next.text)) return next;
    const isNumber = before.kind === "value" && !/=|[A-Za-z]{2}/.test(before.text);
    const isStated = at === 1 || isVerb(spans[at - 2]!) || sign.start > before.end;
    return isNumber && isStated ? sign : undefined;
  }
  return isVerb(before) || before.text === "=" ? sign : undefined;
}

/** "I'm not sure, but", "Not verified, but": a clause about what the writer knows, and not about a value. */
function uncertaintyIn(spans: readonly WordSpan[]): WordSpan | undefined {
  const words = spans.filter(({ kind }) => kind === "word" || kind === "value");
  const [first] = words;
  if (first === undefined || words.some(({ kind }) => kind === "value")) return undefined;
  const doubt = words.find(({ role }) => role === "denial" || role === "hedge");
  if (doubt === first && words.length < 3) return doubt;
  if (!/^(?:i|we)(?:'|$)/.test(first.text)) return undefined;
  return doubt ?? (words.some(isVerb) ? undefined : first);
}

/** The clause that leads to the answer; its subject may be in a clause before it: "the area, in square feet, is". */
function unknownLeadIn(spans: readonly WordSpan[], start: number, lead: Lead): WordSpan | undefined {
  const unknown = unknownLead(spans.slice(start), lead);
  if (!unknown) return undefined;
  const verb = spans.findLast((span) => isVerb(span) || /^(?:is|are) /.test(span.text));
  if (!verb || !/^(?:is|are|be|equals?|becomes?|(?:is|are|must|should|will|would) .*|.* to)$/.test(verb.text))
    return unknown;
  for (let from = start; from > 0; ) {
    from = clauseStart(spans, from - 1);
    if (spans.slice(from, start).some(isVerb)) break;
    if (!unknownLead(spans.slice(from), { ...lead, isFirst: from === 0 })) return undefined;
  }
  return unknown;
}

/** "Without the factor 2,", "So far,", "Before adding 2,": words that open a sentence, with no verb, and leave something open. */
function adjunctOf(spans: readonly WordSpan[]): WordSpan | undefined {
  const words = spans.filter(({ kind }) => kind === "word" || kind === "value");
  const [first, second] = words;
  if (first === undefined || words.some(isVerb)) return undefined;
  const isBefore = first.text === "before" && second?.text.endsWith("ing") === true;
  const isGerund = first.role === "noun" && first.text.endsWith("ing");
  const isStrange =
    isGerund && !isCalculation(first.text) && !participles.has(first.text) && !isKnownNoun(first.text);
  const isScaled = first.role === "scale" && second?.kind === "value";
  return opening.has(first.role) || isScaled || isBefore || isStrange ? first : undefined;
}

/**
 * "In another problem,", "With luck,": what a short phrase refers to must be known from solutions. A theorem need not be,
 * and neither must the name of a value: "With radius 5,".
 */
function unknownPhrase(spans: readonly WordSpan[]): WordSpan | undefined {
  if (spans.some(({ kind }) => kind === "value")) return undefined;
  const words = spans.filter(({ kind }) => kind === "word");
  const isPhrase =
    /^(?:in|for|with|by)$/.test(words[0]?.text ?? "") &&
    words.length < 6 &&
    !words.some(isVerb) &&
    !spans.slice(0, -1).some(isPunctuation);
  if (!isPhrase || isForeign(spans)) return undefined;
  const nouns = words.filter(({ role }) => role === "noun");
  return (words[0]!.text === "by" ? nouns.slice(-1) : nouns).find(({ text }) => !mayOpen(text));
}
const mayOpen = (word: string): boolean =>
  isKnownNoun(word) ||
  isLabelHead(word) ||
  isMeasure(word) ||
  isNumberWord(word) ||
  headings.has(word) ||
  participles.has(word) ||
  quantities.has(word) ||
  isCalculation(word) ||
  /[^\p{ASCII}]|^.$/u.test(word);
const opening = roleSet("denial exception hedge");

const inverted = /^(?:had|were|should)$/;
const supposing =
  /^(?:suppos|assum|pretend|imagine|hypothe|angenommen|suponga|suponha|предположим|допустим|пусть|假)/;

/** Words of the question that was asked. */
const asked = /^(?:answer|result|desired|required|requested|sought|wanted|asked)$/;

/**
 * Words that make a clause state something else about the answer: "half of the desired sum equals", "the digits of the
 * answer add up to", "the answer has"; or a heading that is not known to announce one: "everyone's favourite blunder:".
 */
function frameOf(spans: readonly WordSpan[], start: number, last: number): WordSpan | undefined {
  const clause = spans.slice(start, last + 1).filter(({ kind }) => kind === "word");
  const verb = clause.findLastIndex(isVerb);
  const subject = clause.slice(0, verb < 0 ? clause.length : verb);
  const at = subject.findIndex(({ text }) => asked.test(text));
  if (at >= 0) {
    const end = subject.findIndex(({ text }) => /^(?:when|if|that|which|of)$/.test(text));
    const scale = subject
      .slice(0, end > at ? end : undefined)
      .find(({ role, text }) => role === "scale" || text === "times");
    if (scale) return scale;
    const isCondition = subject.slice(at).some(({ text }) => /^(?:when|if|that|which)$/.test(text));
    if (isCondition) return undefined;
    const of = subject.slice(0, at).findLastIndex(({ text }) => text === "of");
    const part = subject[of - 1];
    const isOfAnswer = subject
      .slice(of + 1, at)
      .every(({ text }) => /^(?:the|our|my|final|correct|and)$/.test(text));
    if (
      of > 0 &&
      isOfAnswer &&
      part!.role === "noun" &&
      !/^(?:value|expression|version|rest)$/.test(part!.text)
    )
      return part;
    const isSubject = subject.slice(at + 1).every(({ role }) => role !== "noun");
    if (
      isSubject &&
      verb >= 0 &&
      transitive.has(clause[verb]!.text) &&
      /^(?:answer|result)$/.test(subject[at]!.text)
    )
      return clause[verb];
  }
  // "let the count be"
  const let_ = clause.find(({ text }) => text === "let");
  if (let_ && verb >= 0 && clause[verb]!.text === "be") return let_;
  const isHeading = spans.slice(last + 1).some(({ text }) => /^[:：]$/.test(text));
  const isAnnounced = (span: WordSpan) =>
    span.role !== "noun" && span.role !== "link"
      ? true
      : isKnownNoun(span.text) ||
        headings.has(span.text) ||
        isLabelHead(span.text) ||
        eastern.test(span.text);
  return isHeading && clause.length > 0 && !isForeign(spans) && !clause.some(isAnnounced)
    ? clause[0]
    : undefined;
}
const eastern = /[^\p{ASCII}]/u;

/**
 * The span from which a clause introduces its answer: its last verb, and words before that verb that deny or weaken it.
 */
function nearFrom(clause: readonly WordSpan[]): number {
  let at = clause.findLastIndex(({ role, text }) => role === "leadIn" && text !== ":" && text !== "：");
  if (at < 0) return 0;
  for (; at > 0; at--) {
    const { role, text } = clause[at - 1]!;
    const isVerb = clause[at]!.text === "been" && /^ha(?:ve|s|d)$/.test(text);
    if (!isVerb && !doubts.has(role) && !auxiliary.has(text)) break;
  }
  return at;
}

/** Prepositions that give a value as a quantity: "a total of 4", "leads to 4". */
const genitive = wordSet`of de von di đến`;
/** Prepositions of a measure: "after 4 hours". If no measure was asked for, the value is only a point of reference. */
const placing = wordSet`in on at by to for with as after per into during over through`;
/** The same in other languages: "endet auf", "divisible par". */
const foreignPlacing = wordSet`
  auf an par en que a à als per con mit um durch über unter на в до от за к с por para sur dans avec em com in op met
`;
/** Prepositions after which a value is never the answer itself: "the day before Tuesday". */
const referring = wordSet`from before until than between among within per`;

/**
 * Words directly before a value that make it something other than the answer: "upwards of", "one in", "from 3 to", "the
 * day before". A preposition must have a verb, or the name of a quantity, before it.
 */
function modifierOf(clause: readonly WordSpan[], quantity: boolean): WordSpan | undefined {
  // "10 to the 5"
  const shown = clause.filter((span) => !isLayout(span));
  const isArticle = !isForeign(clause) && /^(?:the|a|an)$/.test(shown.at(-1)?.text ?? "");
  const words = isArticle && !quantity ? shown.slice(0, -1) : shown;
  const last = words.at(-1);
  if (last === undefined) return undefined;
  // "is nominally", "stays upwards": right after the verb, and not a person's name.
  const manner = words.findLastIndex(({ role, text }) => role === "noun" && isManner(text));
  const isVerb = words[manner - 1]?.role === "leadIn" && !concluding.has(words[manner - 1]!.text);
  if (isVerb && manner >= words.length - 2) return words[manner];
  const { text } = last;
  if (referring.has(text)) return last;
  if (last.role !== "link" && text !== "a") return undefined;
  const before = words.at(-2);
  if (isForeign(clause) && foreignPlacing.has(text)) return before?.role === "leadIn" ? undefined : last;
  const noun = before?.text.split(" ").at(-1) ?? "";
  if (genitive.has(text)) {
    // "est donc de 4"
    const isStated = isForeign(clause) && before?.role === "leadIn";
    return isStated || quantities.has(noun) ? undefined : last;
  }
  if (!placing.has(text)) return undefined;
  if (before === undefined) return quantity ? undefined : last;
  // "exceeds $10-x$ by"
  const isChange = text === "by" && words.some((word) => changing.test(word.text));
  if (before.kind === "value" || isNumberWord(noun)) return isChange ? undefined : last;
  // "as many as 4"
  if (text === "as") return words.slice(0, -1).some((word) => word.text === "as") ? last : undefined;
  const isLed =
    before.role === "leadIn" ||
    (/^(?:with|by)$/.test(text)
      ? given.test(noun) || words.at(-3)?.role === "leadIn"
      : leading.test(noun) && !isMeasure(noun)) ||
    (text === "at" && before.role === "noun");
  return quantity || isLed || isChange ? undefined : last;
}

/** Words that introduce a value by "with" or "by". */
const given = /^(?:left|divisible|given|denoted|represented|described|expressed)$/;
/** Verbs of an open class, and the words between a verb and its preposition: "arrive at", "down to". */
const leading = /(?:[^s]s|ed|ing|^(?:up|down|out|back|arrive|left))$/;
const changing =
  /^(?:exceed|increas|decreas|differ|chang|reduc|greater|more|less|larger|smaller|drop|fell|fall|rose|rise|grew|grow|gain|shrink|shrank|declin)/;

/** Words of manner and direction, which are not names of quantities: "nominally", "upwards". */
const isManner = (word: string): boolean => leavesOpen([word]) && /(?:ly|wards?|mente)$/.test(word);

const auxiliary = wordSet`do does did can will shall to be also`;

/**
 * Verbs of having, getting or needing the counted things, after which the sentence may continue: "earns 40 in June".
 */
const transitive = wordSet`
  makes make making made takes costs earns pays spends receives contributes needs requires contains leaves leaving has
  have had
`;
const speakers = wordSet`we i it there which`;

export function governorOf(sentence: readonly WordSpan[]): Governor {
  const last = sentence.findLastIndex((span) => !isLayout(span) && !isPunctuation(span));
  if (last < 0) return "nothing";
  const clause = sentence
    .slice(clauseStart(sentence, last))
    .filter((span) => span.kind !== "break" && (span.kind !== "sign" || span.role !== "link"));
  const end = clause.at(-1);
  const words = clause.filter(({ kind, text }) => kind === "word" && !concluding.has(text));
  if (sentence.slice(last + 1).some(({ text }) => /^[,，、]$/.test(text)))
    return /^(?:of|out|among|amongst)$/.test(clause[0]?.text ?? "") ? "verb" : "nothing";
  if (end === undefined || (words.length === 0 && end.kind === "word")) return "nothing";
  if (end.kind !== "word") return "statement";
  const verb = words.findLastIndex(({ role }) => role === "leadIn");
  if (end.role === "noun" && !answerNouns.has(end.text) && !quantities.has(end.text) && words.length > 1)
    return "verb";
  if (verb < 0) return end.role === "noun" ? "name" : words.length > 1 ? "verb" : "nothing";
  const isTransitive = transitive.has(words[verb]!.text) && !speakers.has(words[verb - 1]?.text ?? "");
  return isTransitive ? "verb" : "statement";
}
