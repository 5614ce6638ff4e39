// Whether a sentence after the one with the answer leaves the answer unchanged. It must be a statement that explains
// it, a heading, or a remark of the table: "April fool!" and "Now double it." are not.

import { answerNouns, confirming, headings, isKnownNoun } from "./labels.ts";
import { namesAnswer } from "./lead.ts";
import { accepts, type Role, roleSet } from "./roles.ts";
import { calculating, isVerb, type Refusal, refused, withOwnOperands } from "./sentence.ts";
import { isForeign, type WordSpan } from "./spans.ts";
import { wordSet } from "./word-set.ts";

const context = "after a mark";

/** Pronouns that refer to the answer. */
const pointing = wordSet`this that it these those`;
/** First and second persons: their statements about the answer must be in the table. */
const persons = wordSet`i my me you your he she they someone everyone people everybody nobody user assistant`;
/** Words that begin an explanation. */
const openers = wordSet`
  the a an each every all both no there we for in by since because as if when with at from thus so hence therefore then here where note
  notice observe recall also finally indeed similarly clearly since while after among of to let one two three any our its adding
  on once using consequently altogether overall total over not only first second third next another other remember
`;
const doubts = roleSet("denial hedge exception condition report example scale choice contrast");
const never = roleSet("correction question unknown hidden");

/** Text in a sentence after an answer that may withdraw or change it. */
export function refusedLater(sentence: readonly WordSpan[]): Refusal | undefined {
  const all = withOwnOperands(sentence).filter(({ kind }) => kind !== "break");
  if (all.find(({ kind }) => kind === "word")?.role === "closing") return refusedInClosing(all);
  const bad = all.find(({ role }) => never.has(role));
  if (bad) return refused(bad, bad.role, context);
  const isTable = all[0]?.text === "|";
  let spans = all.filter(({ kind, role }) => kind !== "sign" || role !== "link");
  const colon = spans.findIndex(({ text }) => /^[:：]$/.test(text));
  if (colon > 0 && colon <= 4 && isHeading(spans.slice(0, colon))) spans = spans.slice(colon + 1);
  else if (
    colon > 0 &&
    colon <= 3 &&
    !spans.slice(0, colon).some(({ text, role }) => isKnownNoun(text) || role !== "noun")
  )
    return refused(spans[0]!, "unknown", context);
  while (spans[0]?.role === "remark" && spans.length > 0) spans = spans.slice(1);
  const words = spans.filter(({ kind }) => kind === "word");
  const [first] = words;
  if (first === undefined || isHeading(spans)) return undefined;
  if (isTable) return doubted(spans);
  if (isForeign(sentence)) return foreignStatement(spans) ?? doubted(spans, plain);
  if (spans[0]!.role === "operator") return refused(spans[0]!, "operator", context);
  if (spans[0]!.kind === "value" || spans[0]!.kind === "sign")
    return (
      doubted(spans) ??
      (hasVerb(words) || words.length <= 4 || words[0]!.isEnglish
        ? undefined
        : refused(first, "unknown", context))
    );
  // "Could be 43."
  if (first.role === "hedge") return refused(first, "hedge", context);
  // "The sum is 43, which is the answer."
  const value = spans.findIndex(({ kind }) => kind === "value");
  const named =
    value < 0 ? undefined : spans.slice(value).find(({ text }) => /^which is .*answer$/.test(text));
  if (named) return refused(named, "unknown", context);
  const reason = words.findIndex(({ role }) => role === "reason");
  const said = reason < 0 ? words : words.slice(0, reason);
  const doing = said.find(
    ({ text }, i) => (calculating.test(text) && isAboutAnswer(said, i)) || text.startsWith("should"),
  );
  if (doing) return refused(doing, "scale", context);
  if (persons.has(first.text))
    return isInvitation(words) ? doubted(spans, plain) : refused(first, "report", context);
  if (pointing.has(first.text)) return deniesOther(spans) ? undefined : pointed(words);
  if (first.role === "leadIn" && /^(?:make|makes|write|submit|find|get|take)$/.test(first.text))
    return refused(first, "unknown", context);
  const other = changedAnswer(spans);
  if (other) return refused(other, "unknown", context);
  const unfinished = words.find(({ text }) =>
    /^(?:still|yet|missing|missed|forgotten|transposed)$/.test(text),
  );
  if (unfinished) return refused(unfinished, "contrast", context);
  const isOpened =
    openers.has(first.text) ||
    first.role === "leadIn" ||
    first.role === "reason" ||
    first.role === "condition" ||
    isKnownNoun(first.text);
  const isStatement =
    /^(?:the|an?|each|every|all|both|no|there|we|our|its)$/.test(first.text) && words.length > 3;
  if (
    (!isStatement && !headings.has(first.text) && !hasVerb(words)) ||
    (!isOpened &&
      !words.some(
        ({ text }) => confirming.has(text) && !/^(?:is|are|has|have|had|do|does|did|may|can)$/.test(text),
      ) &&
      !spans.some(({ kind }) => kind === "value"))
  )
    return refused(first, "unknown", context);
  const person = words.find(({ text }) => /^(?:i|my|me|you|your)$/.test(text));
  if (person) return refused(person, "report", context);
  const denied = spans.find(({ text }, i) => /^(?:this|that)$/.test(text) && deniesNext(spans, i));
  if (denied && reason < 0) return refused(denied, "denial", context);
  return doubted(spans, isAnswer(words) ? doubts : told);
}

/** "The answer is its square.": a statement about the answer, with no value, that is not known to leave it as it is. */
function changedAnswer(spans: readonly WordSpan[]): WordSpan | undefined {
  const verb = spans.findIndex(isVerb);
  const said = spans.slice(verb + 1);
  const isAbout =
    verb > 0 && namesAnswer(spans.slice(0, verb)) && !spans.some(({ kind }) => kind === "value");
  if (!isAbout || !/^(?:is|are|equals?|becomes?)$/.test(spans[verb]!.text)) return undefined;
  const isSame = said.some(({ role, text }) => role === "remark" || role === "reason" || leaving.has(text));
  return isSame ? undefined : (said.find(({ kind }) => kind === "word") ?? spans[verb]);
}
/** What an answer may be said to be without a change. */
const leaving = wordSet`
  correct right boxed above verified confirmed checked proved proven unique simplified exact consistent reasonable positive
  integer whole complete
`;

/** "…, so this is not the inverse" */
const deniesNext = (spans: readonly WordSpan[], at: number): boolean =>
  spans.slice(at + 1, at + 3).some(({ role }) => role === "denial") && isVerb(spans[at + 1]!);

/** A sentence to the reader may ask, offer or wish anything, if it does not mention a value: "Shall I go on?" */
function refusedInClosing(spans: readonly WordSpan[]): Refusal | undefined {
  const bad = spans.find(
    ({ kind, role, text }) => kind === "value" || speaking.has(role) || calculating.test(text),
  );
  return bad && refused(bad, accepts[context].has(bad.role) ? "unknown" : bad.role, context);
}
const speaking = roleSet("correction denial scale hidden unknown");

const told = roleSet("report example hidden");
const plain = roleSet("denial hedge exception report example scale contrast");

/** The first span that makes the answer uncertain, up to a reason. */
function doubted(spans: readonly WordSpan[], roles: ReadonlySet<Role> = doubts): Refusal | undefined {
  for (const span of spans) {
    if (span.role === "reason") return undefined;
    if (roles.has(span.role)) return refused(span, span.role, context);
  }
  return undefined;
}

/** "Key idea", "Step 3", "Sanity check". */
function isHeading(spans: readonly WordSpan[]): boolean {
  const words = spans.filter(({ kind }) => kind === "word");
  if (words.length === 0 || words.length > 4) return false;
  const isCheck = /^(?:checks?|checking|verification)$/.test(words.at(-1)!.text);
  return (
    words.every(({ text, role }) => headings.has(text) || role === "link" || (isCheck && role === "noun")) &&
    words.some(({ text }) => headings.has(text))
  );
}

/** Whether the subject of a sentence is the answer. */
function isAnswer(words: readonly WordSpan[]): boolean {
  const verb = words.findIndex(
    ({ role, text }, i) =>
      role === "leadIn" || (confirming.has(text) && !(i === 1 && /^checks?$/.test(text))),
  );
  return words
    .slice(0, verb < 0 ? 4 : verb)
    .some(
      ({ text }) => answerNouns.has(text) || /^(?:box|boxed|above|checks?|verification|test)$/.test(text),
    );
}

/** "now", "then", "so": words that may precede an instruction to the reader. */
const isAdverb = (span: WordSpan): boolean => span.role === "leadIn" && !isVerb(span);

/** "multiply this by 5", "double it": an operation on the last value. */
const isAboutAnswer = (words: readonly WordSpan[], at: number): boolean =>
  (words.slice(0, at).every(isAdverb) && !words[at]!.text.endsWith("ing")) ||
  /^(?:must|still|need|needs|yet)$/.test(words[at - 1]?.text ?? "") ||
  words
    .slice(at + 1, at + 5)
    .some(({ text }) => pointing.has(text) || /^(?:answer|result|value|total)$/.test(text));

/** "You can check this". */
const isInvitation = (words: readonly WordSpan[]): boolean =>
  /^(?:you|they)$/.test(words[0]!.text) &&
  (words[0]!.text === "they"
    ? words[1]?.role === "leadIn"
    : words.slice(1, 4).some(({ text }) => /^(?:check|verify|see|confirm)$/.test(text)));

const verbEnding = /(?:[^su]s|ed)$/;
const hasVerb = (words: readonly WordSpan[]): boolean =>
  words.some(
    (span, i) =>
      isVerb(span) ||
      confirming.has(span.text) ||
      (i > 1 && span.role === "noun" && verbEnding.test(span.text) && words[i - 1]!.role === "noun"),
  );

/** "It cannot be 41." */
function deniesOther(spans: readonly WordSpan[]): boolean {
  const at = spans.findIndex(({ role }) => role === "denial");
  return at > 0 && at < 3 && spans.length <= at + 3 && spans.at(-1)!.kind === "value";
}

/** Known statements about "this": "is the largest value", "follows from symmetry". */
function pointed(words: readonly WordSpan[]): Refusal | undefined {
  const [, second] = words;
  let at = 1;
  // "This minimum occurs when": the noun must occur in explanations of solutions.
  while (words[at]?.role === "noun" && isKnownNoun(words[at]!.text) && !confirming.has(words[at]!.text)) at++;
  while (
    words[at] &&
    /^(?:also|indeed|can|will|then|thus|be|clearly|therefore|both|only|does|just)$/.test(words[at]!.text)
  )
    at++;
  const verb = words[at];
  if (second === undefined || verb === undefined) return refused(words[0]!, "unknown", context);
  const isVerb =
    /^(?:is|are) /.test(verb.text) ||
    verb.role === "leadIn" ||
    confirming.has(verb.text) ||
    (at > 1 && verbEnding.test(verb.text));
  if (!isVerb || /^(?:was|were|should|would|remains)\b/.test(verb.text))
    return refused(verb, verb.role === "noun" || verb.role === "leadIn" ? "unknown" : verb.role, context);
  if (/^(?:is|are|'s)(?: |$)/.test(verb.text)) {
    const rest = words.slice(at + 1);
    const noun = rest.find(({ role }) => role === "noun");
    const isExplained = rest.some(
      ({ role, text }, i) => i < 3 && (role === "reason" || /^(?:when|what|where|how|why|so)$/.test(text)),
    );
    if (noun && !isExplained && !isKnownNoun(noun.text) && !confirming.has(noun.text))
      return refused(noun, "unknown", context);
    return isExplained ? undefined : doubted(rest);
  }
  if (/^(?:matches|agrees|confirms|verifies|equals|accounts)$/.test(verb.text)) return undefined;
  return doubted(verb.text === "counts" ? words.slice(at) : words.slice(at, at + 4));
}

/** A sentence in another language must begin with a word of the table, and have a verb of the table. */
function foreignStatement(spans: readonly WordSpan[]): Refusal | undefined {
  const first = spans.find(({ kind }) => kind === "word")!;
  const isKnown =
    first.role === "leadIn" ||
    first.role === "remark" ||
    first.role === "link" ||
    first.role === "reason" ||
    spans[0]!.kind === "value";
  return isKnown &&
    spans.some(
      ({ role, text }) => role === "leadIn" || role === "reason" || role === "remark" || /=/.test(text),
    )
    ? undefined
    : refused(first, "unknown", context);
}
