// Whether the sentence around an answer gives it as the answer. Both halves must be known to do so: the clause before it by
// its last words and by how it begins, what follows by each of its spans.

import { isNumberWord, leavesOpen } from "./labels.ts";
import { accepts, type Context, type Role } from "./roles.ts";
import type { WordSpan } from "./spans.ts";

/** The span that a place does not accept. */
export interface Refusal {
  start: number;
  end: number;
  role: Role;
  context: Context;
}

const refused = ({ start, end }: WordSpan, role: Role, context: Context): Refusal => ({
  start,
  end,
  role,
  context,
});

const isPunctuation = ({ kind, text }: WordSpan): boolean =>
  kind === "sign" && /^[,;:，；：、—–.。!！]$/.test(text);
const isLayout = ({ kind, role, text }: WordSpan): boolean =>
  kind === "break" || (kind === "sign" && role === "link" && !/^[,;，；、—–.。!！]$/.test(text));

/** Before an answer, what takes something back takes back what was said before it; unless it says what follows is wrong. */
const saysWrong = /wrong|incorrect|mistake|false|untrue|invalid|nonsense|n't|not/;

/** Words that begin a clause which comes to its own conclusion. */
const concluding = new Set(
  "so thus therefore hence then consequently accordingly finally but 所以 因此 故 于是 从而 则 donc ainsi also somit daher entonces luego portanto logo следовательно значит поэтому".split(
    " ",
  ),
);

/** Who speaks, or what is spoken of, where a clause is about the answer and not the answer's own subject. */
const framing = new Set(
  "i it this that we you one they he she some many most people nobody everyone someone who ich es man je il on yo ela ele я это 我 这 那 有人".split(
    " ",
  ),
);

const doubts: ReadonlySet<Role> = new Set<Role>(["denial", "exception", "hedge", "condition"]);

/**
 * What keeps the words before an answer, from the beginning of its sentence, from giving it; undefined where they give it.
 * @param quantity whether what follows says what was counted, so that any verb may lead to the answer: "sold 4 apples"
 * @param led whether a formula leads to the answer, so that the words before it are about that formula: "at $x=4$"
 */
export function refusedBefore(
  sentence: readonly WordSpan[],
  quantity = true,
  led = false,
): Refusal | undefined {
  const spans = withOwnOperands(sentence).map((span) =>
    span.role === "correction" && saysWrong.test(span.text) ? { ...span, role: "denial" as const } : span,
  );
  const last = spans.findLastIndex((span) => !isLayout(span) && !isPunctuation(span));
  if (last < 0) return undefined;
  const start = clauseStart(spans, last);
  const clause = spans.slice(start);
  const context: Context = "before a mark";
  // The last words before the answer, with the verb that leads to it.
  const ends = clause.slice(nearFrom(clause));
  const isReason = clause[0]?.role === "reason" || clause[0]?.role === "condition";
  const isClosed = isReason && spans.slice(last + 1).some(({ text }) => /^[,;，；]$/.test(text));
  if (!isClosed) {
    const between = ends.find(({ text }) => text === "between");
    if (between) return refused(between, "hedge", context);
    // "Had we forgotten the sign, we would get": it is not so.
    const isStory = spans
      .slice(0, start)
      .some(({ role, text }, i) => doubts.has(role) || (i === 0 && /^(?:had|were)$/.test(text)));
    const would = clause.find(({ text }) => /^would\b/.test(text));
    if (would && isStory) return refused(would, "condition", context);
    for (const span of ends) if (!accepts[context].has(span.role)) return refused(span, span.role, context);
    const nearest = spans[last]!;
    if (
      nearest.role === "noun" &&
      last === spans.length - 1 &&
      spans[last - 1]?.kind !== "value" &&
      !quantity &&
      !answerNouns.has(nearest.text)
    )
      return refused(nearest, "unknown", context);
    const modifier = led || last < spans.length - 1 ? undefined : modifierOf(clause, quantity);
    if (modifier) return refused(modifier, "unknown", context);
    const first = clause.find(({ kind }) => kind === "word" || kind === "value");
    const isFrame = first !== undefined && (framing.has(first.text) || doubts.has(first.role));
    const doubt = clause.find(({ role }) => doubts.has(role));
    if (doubt && isFrame) return refused(doubt, doubt.role, context);
  }
  const said = spans.find(({ role }) => !accepts["earlier in the sentence"].has(role));
  if (!said) return undefined;
  const isConcluded = spans.slice(spans.indexOf(said), start + 1).some(({ text }) => concluding.has(text));
  const isPast = said.start < clause[0]!.start && (isConcluded || said.role === "question");
  return isPast ? undefined : refused(said, said.role, "earlier in the sentence");
}

/** Where the clause that leads to the answer begins: after punctuation, or with a word that concludes. */
function clauseStart(spans: readonly WordSpan[], last: number): number {
  for (let i = last; i > 0; i--) {
    if (concluding.has(spans[i]!.text) && i < last) return i;
    if (isPunctuation(spans[i - 1]!)) return i;
    if (spans[i - 1]!.text === "\n\n") return i;
  }
  return 0;
}

/** From which span on a clause leads to its answer: its last verb, and what denies or weakens this verb before it. */
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

/** Prepositions that give a value as what something is: "a total of 4", "leads to 4". */
const genitive = new Set("of de von di đến".split(" "));
/** Those that place a measure: "after 4 hours". Where nothing was measured they make the value a mere point of reference. */
const placing = new Set("in on at by to for with as after per into during over through".split(" "));
/** Those after which a value is never the answer itself: "the day before Tuesday". */
const referring = new Set("from before until than between among within".split(" "));

/**
 * What makes a value that follows it directly something else than the answer: "upwards of", "one in", "from 3 to", "the day
 * before". A preposition must have a verb, or the name of a quantity, before it.
 */
function modifierOf(clause: readonly WordSpan[], quantity: boolean): WordSpan | undefined {
  // "10 to the 5"
  const shown = clause.filter((span) => !isLayout(span));
  const isArticle = /^(?:the|a|an)$/.test(shown.at(-1)?.text ?? "");
  const words = isArticle && !quantity ? shown.slice(0, -1) : shown;
  const last = words.at(-1);
  if (last === undefined) return undefined;
  // "is nominally", "stays upwards": right after the verb, and not the name of a person.
  const manner = words.findLastIndex(({ role, text }) => role === "noun" && isManner(text));
  const isVerb = words[manner - 1]?.role === "leadIn" && !concluding.has(words[manner - 1]!.text);
  if (isVerb && manner >= words.length - 2) return words[manner];
  const { text } = last;
  if (referring.has(text)) return last;
  if (last.role !== "link") return undefined;
  const before = words.at(-2);
  const noun = before?.text.split(" ").at(-1) ?? "";
  if (genitive.has(text)) return quantities.has(noun) ? undefined : last;
  if (!placing.has(text)) return undefined;
  if (before === undefined) return quantity ? undefined : last;
  // "exceeds $10-x$ by"
  const isChange = text === "by" && words.some((word) => changing.test(word.text));
  if (before.kind === "value" || isNumberWord(noun)) return isChange ? undefined : last;
  // "as many as 4"
  if (text === "as") return words.slice(0, -1).some((word) => word.text === "as") ? last : undefined;
  const isLed = before.role === "leadIn" || leading.test(noun) || (text === "at" && before.role === "noun");
  return quantity || isLed || isChange ? undefined : last;
}

/** Verbs of an open class, and what stands between a verb and its preposition: "arrive at", "down to". */
const leading = /(?:[^s]s|ed|ing|^(?:up|down|out|back|arrive|left))$/;
const changing = /^(?:exceed|increas|decreas|differ|chang|reduc|greater|more|less|larger|smaller)/;

/** Nouns of which a value is said with "of". */
const quantities = new Set(
  (
    "answer answers value values total count sum product quotient difference result remainder ratio rate score number amount area volume " +
    "length width height depth distance radius diameter perimeter circumference angle speed velocity acceleration weight mass density age " +
    "time duration price cost profit loss revenue income salary wage tip tax discount interest balance budget change debt bill payment " +
    "probability chance percentage average mean median mode range variance deviation minimum maximum slope intercept coefficient degree " +
    "solution solutions root roots roots limit measure magnitude temperature pressure force energy power capacity gain increase decrease " +
    "reduction grade size frequency period term population dimension side base sale share fee charge refund savings side hypotenuse " +
    "answer: option choice composed consists made valeur somme aire longueur produit résultat réponse nombre valor suma área total " +
    "resultado respuesta resposta número soma wert summe fläche länge ergebnis anzahl antwort valore somma"
  ).split(" "),
);

/** Words of manner and direction, which no quantity has as its name: "nominally", "upwards". */
const isManner = (word: string): boolean => leavesOpen([word]) && /(?:ly|wards?|mente)$/.test(word);

/** Nouns that a value may follow with nothing between. */
const answerNouns = new Set(
  "answer answers value values number numbers solution solutions result results sum total product probability area length option choice letter ratio zahl anzahl wert summe nombre valeur somme número valor suma soma numero valore число значение сумма 答案 最终答案 结果 值 最小值 最大值 答 antwort lösung ergebnis réponse résultat respuesta resultado resposta ответ 答え 解答 正解".split(
    " ",
  ),
);

const auxiliary = new Set("do does did can will shall to be also".split(" "));

/** "not 41", "less than 100", "about the axis": these words are about what follows them, and not about the answer. */
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

/** Units that are followed by smaller ones: "5 feet and 3 inches". */
const divided = new Set(
  "foot feet ft yard yards yd mile miles meter meters metre metres m km hour hours h hr hrs minute minutes min degree degrees pound pounds lb lbs stone year years month months week weeks day days dollar dollars euro euros gallon gallons quart quarts kg".split(
    " ",
  ),
);

/**
 * What follows an answer and makes it a part of a larger value, or one case of several: "5 feet 3 inches", "5 R 2", "3 score",
 * "10 for $a>0$, and 12 for $a<0$".
 */
function furtherValue(spans: readonly WordSpan[]): WordSpan | undefined {
  // "5 : 3", "5 to 3", "5 and a half"
  if (/^(?::|：|to|by|over|per)$/.test(spans[0]!.text) && spans[1]?.kind === "value") return spans[1];
  const half =
    spans[0]!.text === "and" ? spans.find(({ text }, i) => i > 0 && !/^an?$/.test(text)) : undefined;
  if (half && (isNumberWord(half.text) || half.text.startsWith("half"))) return half;
  let at = 0;
  while (spans[at]?.role === "noun" && spans[at]!.kind === "word") {
    if (isNumberWord(spans[at]!.text) && !divided.has(spans[at]!.text)) return spans[at];
    at++;
  }
  const isDivided = at > 0 && divided.has(spans[at - 1]!.text);
  const next = spans[at]?.text === "and" && isDivided ? spans[at + 1] : spans[at];
  if (at > 0 && (next?.kind === "value" || (next !== undefined && isNumberWord(next.text)))) return next;
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

const relative = new Set("that which who whom whose where such when until 的".split(" "));

/** What keeps the words after an answer, up to the end of its sentence, from leaving it as it is. */
export function refusedAfter(
  sentence: readonly WordSpan[],
  context: Context = "after a mark",
): Refusal | undefined {
  const spans = withOwnOperands(sentence).filter((span) => !isLayout(span));
  const [first] = spans;
  if (first === undefined) return undefined;
  // A verb or a sign right after the answer says something of it: "is a trap", "→ 41". What may be said is in the table.
  const isInBrackets = /^[([（]$/.test(sentence[0]!.text);
  const isVerb =
    first.role === "leadIn" && !concluding.has(first.text) && !/^[:：]$/.test(first.text) && !isInBrackets;
  const conditions = spans.filter(({ text }) => text === "when");
  if (conditions.length > 1) return refused(conditions[1]!, "condition", context);
  if (first.kind === "value" || isVerb) return refused(first, "unknown", context);
  const more = furtherValue(spans);
  if (more) return refused(more, "unknown", context);
  let isRelative = false;
  let isNamed = false;
  for (const [i, span] of spans.entries()) {
    if (span.role === "reason") return undefined;
    const compares = span.text.endsWith(" than") && i > 0 && i + 1 < spans.length;
    if (span.role === "noun") isNamed = true;
    if ((relative.has(span.text) && isNamed) || compares) isRelative = true;
    else if (isPunctuation(span)) isRelative = false;
    const isOther =
      isRelative &&
      (span.role === "denial" ||
        span.role === "exception" ||
        span.role === "hedge" ||
        span.role === "operator" ||
        span.role === "choice" ||
        span.role === "scale");
    if (!accepts[context].has(span.role) && !isOther) return refused(span, span.role, context);
  }
  return undefined;
}
