// The text around a box or a tag: the formula that contains it, and the sentence that gives it, denies it, or has a
// different value next to it.

import {
  clauseStart,
  concludes,
  concluding,
  type Formula,
  formulasIn,
  type Given,
  type Governor,
  governorOf,
  isAnswerNoun,
  isCounted,
  isForeign,
  type Refusal,
  refused,
  refusedAfter,
  refusedBefore,
  roleSet,
  spansIn,
  type WordSpan,
} from "../words/index.ts";
import { type Lead, leadOf } from "./earlier.ts";
import { inFormula, inText, type Region } from "./joined.ts";
import type { Place } from "./mark.ts";

export interface Around {
  /** Where the formula of the mark ends, and where its sentence does. */
  past: number;
  end: number;
  /** Why the mark gives no answer. */
  refusal?: Refusal;
  /** What the words before it say of it. */
  lead?: Lead;
  /** The formula, or the number with its unit, of which the mark is a part; this is then the answer. */
  joined?: Place;
  /** Words that calculate with the value: "million". */
  scale?: string;
  /** The words right after the mark, which may be its unit; the caller decides, because it knows units. */
  unit?: string;
  /** A decimal that the text gives as an approximation of the mark: `\\boxed{\\frac13} (\\approx 0.333)`. */
  rounded?: string;
  /** Values right beside the mark, which the answer must equal: `24+4\pi` in "is $24+4\pi$, or $\boxed{24+4\pi}$". */
  rivals: string[];
}

/** Reads the text around a mark in this part of a text. @param previous the end of the previous mark */
export function around(
  text: string,
  from: number,
  to: number,
  mark: Place,
  kind: "box" | "tag",
  previous = from,
): Around {
  const formulas = formulasIn(text, from, to);
  const formula = kind === "box" ? formulas.find((f) => f.from <= mark.from && mark.to <= f.to) : undefined;
  const region =
    kind === "tag"
      ? besideTag(text, from, to, mark)
      : formula
        ? withNeighbours(text, from, to, inFormula(text, formula, mark))
        : inText(text, from, to, mark);
  if (region.isHidden) {
    const refusal = refused({ start: region.from, end: region.to }, "hidden", "before a mark");
    return { refusal, past: region.to, end: region.to, rivals: [] };
  }
  const within = region.words.flatMap((words) => spansIn(text, words.from, words.to, []));
  const before = [...spansBefore(text, from, region.from, formulas, previous), ...within];
  const rounded = kind === "box" ? roundedAfter(text, region.to, to) : undefined;
  const unit = kind === "box" && !rounded ? unitAfter(text, region.to, to) : undefined;
  const past = rounded?.to ?? (unit?.isPower ? unit.to : region.to);
  // `$x = \\boxed{4}.$` ends its sentence.
  const isEnded = past === region.to && /[.!。][\s$)\]\\]*$/.test(text.slice(mark.to, past));
  const { spans: after, end: sentenceEnd } = isEnded
    ? { spans: [], end: past }
    : spansAfter(text, past, to, formulas);
  const isScaled = after[0]?.role === "scale";
  const { from: start, to: end } = region.joined ?? mark;
  const shown = text.slice(start, end).replace(/\\(?:circ|degrees?|(?:text|mathrm)\s*\{\s*[A-Za-z])/g, "°");
  const held = shown.replace(/\\[A-Za-z]+/g, "");
  const isMeasured =
    kind === "box" &&
    (/[$%°€£]/.test(held) || (/\d/.test(held) && /\p{L}{2}/u.test(held)) || unit?.isPower === true);
  const isNamed = after[0]?.role === "noun" && /^\p{Lu}/u.test(text.slice(after[0].start, after[0].end));
  const isForeignText = isForeign([...before, ...after]);
  // German writes its nouns with capitals: "30 Minuten".
  const isQuantity =
    region.isLed ||
    isScaled ||
    (isForeignText && isNamed) ||
    isMeasured ||
    after[0]?.text === "of" ||
    isCounted(after);
  const given: Given = {
    governor: region.isLed ? "statement" : governorOf(before),
    isMeasured,
    isOne: /^\W*1\W*$/.test(held),
    isForeign: isForeignText,
    isWords: /\p{L}{3}/u.test(held) && !/\d/.test(held),
    isNamed: before.some(({ text }) => isAnswerNoun(text)),
  };
  const lead = text.slice(Math.max(from, mark.from - 24), mark.from);
  const [, name] = /(?<=(?:^|[$,;]|\\\(|\s(?:and|or|is|are))\s*)([A-Za-z])\s*=[\s$]*$/.exec(lead) ?? [];
  const rivals = [
    ...(region.items ?? itemsBefore(before, name)),
    ...rivalBefore(text, before),
    ...rivalAfter(after),
  ];
  const sentence = sentenceStart(text, from, region.from, formulas);
  const started = clauseStart(before, before.length - 1);
  // "the expected value, which is"
  const isRelative = before[started]?.text === "which" && started > 1;
  const clause = before.slice(isRelative ? clauseStart(before, started - 2) : started);
  const said = leadOf(
    clause,
    Math.max(sentence, previous),
    concludes(before),
    text.slice(Math.max(region.from, mark.from - longestName), mark.from),
  );
  // "is ~5" is about 5; in "is~5" the sign is a space of LaTeX.
  const isRough =
    !formula && /(?<![^\s(])~(?=[\s~]*$)/.test(text.slice(Math.max(from, mark.from - 9), mark.from));
  const refusal =
    (isRough ? refused({ start: mark.from - 1, end: mark.from }, "hedge", "before a mark") : undefined) ??
    conditionOf(before, after) ??
    quotedAt(text, from, to, mark, given.governor) ??
    framedAt(text, from, region.from, formulas) ??
    refusedBefore(before, isQuantity, region.isLed, given.isWords) ??
    (isScaled || rivals.length > 0 ? undefined : refusedAfter(after, given));
  if (refusal) return { refusal, lead: said, past, end: sentenceEnd, rivals: [] };
  const joined = isScaled ? (region.joined ?? mark) : region.joined;
  const scale = isScaled ? { scale: after.map(({ text }) => text).join(" ") } : {};
  return {
    past,
    end: sentenceEnd,
    lead: said,
    rivals,
    ...(joined ? { joined } : {}),
    ...scale,
    ...(rounded ? { rounded: rounded.decimal } : {}),
    ...(unit && !isScaled && !region.joined ? { unit: unit.words } : {}),
  };
}

/** A longer left side of an equation is no name. */
const longestName = 80;

/** "If it rains, 5": a value alone after a condition holds under it; "if one is removed, 5 remain" may be what was asked. */
function conditionOf(before: readonly WordSpan[], after: readonly WordSpan[]): Refusal | undefined {
  const [opener] = before.filter(({ kind }) => kind === "word");
  const isAlone =
    /^[,，]$/.test(before.findLast(({ kind }) => kind !== "break")?.text ?? "") && after.length === 0;
  if (opener?.role !== "condition" || !isAlone || before.some(({ text }) => concluding.has(text)))
    return undefined;
  return refused(opener, "condition", "earlier in the sentence");
}

const roundedTo =
  /,?\s{0,2}(?:[([]|or(?= )|which is(?= ))?\s{0,2}(?:\$|\\\()?\s{0,2}(?:\\approx|≈|(?:approximately|approx\.?|about|roughly)(?= ))\s{0,2}(?:\$|\\\()?(-?\d*\.\d+)\s{0,2}(?:\$|\\\))?\s{0,2}[)\]]?(?=[\s.,;。]|$)/y;

function roundedAfter(text: string, at: number, to: number): { decimal: string; to: number } | undefined {
  roundedTo.lastIndex = at;
  const found = roundedTo.exec(text);
  return found && roundedTo.lastIndex <= to ? { decimal: found[1]!, to: roundedTo.lastIndex } : undefined;
}

const unitWords =
  /[^\S\n]*((?:(?:square|cubic|sq\.?|cu\.?) )?\p{L}+(?:(?:\s?\/\s?| per )\p{L}+)?)(\$\^\{?[23]\}?\$|\^\{?[23]\}?|[²³])?(?![\p{L}\d])/uy;

/** The words after a mark that may be its unit; if a power follows them, they are. */
function unitAfter(
  text: string,
  at: number,
  to: number,
): { words: string; to: number; isPower: boolean } | undefined {
  unitWords.lastIndex = at;
  const found = unitWords.exec(text);
  if (!found || unitWords.lastIndex > to) return undefined;
  const power = found[2]
    ?.replace(/[$^{}]/g, "")
    .replace("²", "2")
    .replace("³", "3");
  return {
    words: power === undefined ? found[1]! : `${found[1]}^${power}`,
    to: unitWords.lastIndex,
    isPower: power !== undefined,
  };
}

/** A formula with a sign or a digit right beside it is a part of a larger expression: `−$\\boxed{11}$`. */
function withNeighbours(text: string, from: number, to: number, region: Region): Region {
  const [before, after] = [text[region.from - 1] ?? " ", text[region.to] ?? " "];
  const joinsBefore = region.from > from && /[-−+×÷√≠<≤≥^/\d]/.test(before);
  const joinsAfter = region.to < to && /[\d²³%‰^/×÷+]/.test(after);
  if (!joinsBefore && !joinsAfter) return region;
  return {
    ...region,
    joined: { from: region.from - Number(joinsBefore), to: region.to + Number(joinsAfter) },
  };
}

const closings: Record<string, string> = { "“": "”", "«": "»", "「": "」", "『": "』", "„": "“", '"': '"' };

/**
 * A mark in a quotation that contains more than the mark, or that a person utters, is not the response's own answer. If
 * the whole response is in quotation marks, nothing is quoted; the same holds for a member of a JSON object.
 */
function quotedAt(
  text: string,
  from: number,
  to: number,
  mark: Place,
  governor: Governor,
): Refusal | undefined {
  const begun = Math.max(from, text.lastIndexOf("\n\n", mark.from) + 1, mark.from - 600);
  let open = -1;
  for (let i = begun; i < mark.from; i++) {
    const c = text[i]!;
    if (open >= 0 && c === closings[text[open]!]) open = -1;
    else if (open < 0 && c in closings && !/[\\=\d]/.test(text[i - 1] ?? "")) open = i;
  }
  if (open < 0 || /"\s*:\s*$/.test(text.slice(begun, open))) return undefined;
  const close = text.indexOf(closings[text[open]!]!, mark.to);
  if (close < 0 || close >= to) return undefined;
  const isWhole = text.slice(from, open).trim() === "" && text.slice(close + 1, to).trim() === "";
  const said = text.slice(open + 1, mark.from) + text.slice(mark.to, close);
  const isSentence = /\p{L}{2}/u.test(said.replace(/\\[A-Za-z]+/g, ""));
  if (isWhole || !(isSentence || governor === "verb")) return undefined;
  return refused({ start: open, end: mark.from }, "report", "before a mark");
}

const pointer =
  /(?<!\p{L})(?:following|follows|below|next|suit|folgende[sn]?|siguiente|seguinte|segue|i (?:only |just )?(?:write|say|tell)|следующ\p{L}+)(?!\p{L})|下面|以下/iu;
const disowning = roleSet("denial report example correction");

/** A sentence before that of the mark that denies what follows: "What follows is wrong." */
export function framedAt(
  text: string,
  from: number,
  at: number,
  formulas: readonly Formula[],
): Refusal | undefined {
  if (!pointer.test(text.slice(Math.max(from, at - 300), at))) return undefined;
  const start = sentenceStart(text, from, at, formulas);
  let end = start;
  while (end > from && /[\s.!。！]/.test(text[end - 1]!)) end--;
  const begun = sentenceStart(text, from, end, formulas);
  if (end <= begun || !pointer.test(text.slice(begun, end))) return undefined;
  const words = spansIn(text, begun, end, []).filter(({ kind }) => kind === "word");
  const last = [words.at(-1), words[0]].find((word) => word && disowning.has(word.role));
  return last && refused(last, last.role, "earlier in the sentence");
}

/** A digit or a sign of arithmetic at a tag makes what it holds a part of something else. */
function besideTag(text: string, from: number, to: number, tag: Place): Region {
  const isJoined =
    (tag.from > from && /[\d.+\-−*/^=<≠\\]/.test(text[tag.from - 1]!)) ||
    (tag.to < to && /[\d+\-−*/^=≠%!]/.test(text[tag.to]!));
  return { from: tag.from, to: tag.to, words: [], isLed: true, isHidden: isJoined };
}

/** The spans of the sentence before a place. */
function spansBefore(
  text: string,
  from: number,
  at: number,
  formulas: readonly Formula[],
  previous: number,
): WordSpan[] {
  const start = sentenceStart(text, from, at, formulas);
  const isSecond = previous > start;
  const spans = spansIn(
    text,
    isSecond ? previous : start,
    at,
    formulas.filter((f) => f.from >= start && f.to <= at),
  );
  if (!isSecond) return spans;
  // Words right after a different mark belong to that mark: "\\boxed{1} is wrong: \\boxed{2}".
  const end = spans.findIndex(({ kind, text }) => kind === "sign" && /^[,;:.，；：。—–]$/.test(text));
  return end > 0 ? spans.slice(end + 1) : spans;
}

const isStop = (text: string, i: number): boolean =>
  "。．！？".includes(text[i]!) ||
  (".!?".includes(text[i]!) &&
    /[\s"'*)”’]/.test(text[i + 1] ?? " ") &&
    !/(?:\b(?:i\.e|e\.g|vs|approx|ca|no|dr|mr|ms|mrs|st|fig|eq|cf|resp|z\.b|bzw))$/i.test(
      text.slice(Math.max(0, i - 7), i),
    ));

/**
 * Where the sentence before a place begins. A line that ends in words or a colon leads to the next one, over a blank line
 * as well; one that ends in a value does not.
 */
function sentenceStart(text: string, from: number, at: number, formulas: readonly Formula[]): number {
  let formula = formulas.findLastIndex((f) => f.to <= at);
  let lines = 0;
  for (let i = at - 1; i >= from; i--) {
    const inside = formulas[formula];
    if (inside && i < inside.to) {
      i = inside.from;
      formula--;
    } else if (isStop(text, i)) return i + 1;
    else if (text[i] === "\n") {
      let last = i - 1;
      while (last >= from && /[\s*_`#]/.test(text[last]!)) last--;
      const isInside = inside !== undefined && last < inside.to;
      const leads = isInside
        ? opensOperation.test(text.slice(inside.from, inside.to))
        : last >= from && /[\p{L}\p{M}:：,，]/u.test(text[last]!);
      // A command alone has no meaning here.
      const isCommand = /(?:^|\n)[^\S\n]*\\[A-Za-z]+$/.test(text.slice(Math.max(from, last - 40), last + 1));
      if (!leads || isCommand || ++lines > 1) return i + 1;
      i = last + 1;
    }
  }
  return from;
}

/** The spans from a place to the end of its sentence. */
function spansAfter(
  text: string,
  from: number,
  to: number,
  formulas: readonly Formula[],
): { spans: WordSpan[]; end: number } {
  let end = from;
  let next = formulas.findIndex((f) => f.from >= from);
  for (; end < to; end++) {
    const formula = next < 0 ? undefined : formulas[next];
    if (formula?.from === end) {
      end = formula.to - 1;
      next = next + 1 < formulas.length ? next + 1 : -1;
    } else if (isStop(text, end)) {
      // A question is not a statement; the question mark is included.
      if ("?？".includes(text[end]!)) end++;
      break;
    } else if (
      text[end] === "\n" &&
      (/^\s*\n/.test(text.slice(end + 1, end + 40)) || !/^\s*[\p{Ll}]/u.test(text.slice(end + 1, end + 20)))
    )
      break;
  }
  const last = Math.min(end, to);
  const inside = formulas.filter((f) => f.from >= from && f.to <= end);
  return { spans: spansIn(text, from, last, inside), end: last };
}

const isBetween = ({ kind, role, text }: WordSpan): boolean =>
  kind === "break" ||
  (kind === "sign" && role === "link") ||
  text === "and" ||
  text === "," ||
  text === "equivalently" ||
  text === "or equivalently";

/**
 * Values that the sentence states in one list with the mark: "the solutions are 6, \\boxed{5}", "both 6 and \\boxed{5}". A
 * value before a comma is only stated after a verb or a colon: "when there are 6, \\boxed{5}" is about a case.
 * @param name the name of the mark, as in `x = \\boxed{5}`
 */
function itemsBefore(before: readonly WordSpan[], name = ""): string[] {
  let at = before.length;
  while (at > 0 && isInList(before[at - 1]!, before[at - 2], name)) at--;
  // "y = 6 and x = \\boxed{5}"
  if (name !== "" && before[at - 1]?.text === "=") return [];
  const list = before.slice(at);
  const clause = before.slice(clauseStart(before, at - 1), at);
  const isCase = clause.some(
    ({ role, text }) => role === "reason" || role === "condition" || casing.test(text),
  );
  const isJoined = list.some(({ text }) => text === "and");
  const isStated =
    at === 0 ? name !== "" : before[at - 1]!.role === "leadIn" && !concluding.has(before[at - 1]!.text);
  const end = list.findLastIndex(({ text }) => /^(?:[,;，；、]|and|or)$/.test(text));
  const items = list.slice(0, Math.max(0, end)).filter(({ kind }) => kind === "value");
  return !isCase && (isStated || isJoined) ? items.map(({ text }) => withoutName(text, name)) : [];
}
const casing = /^(?:when|where|for|with|after|before|at|by|let)$/;
const withoutName = (item: string, name: string): string => {
  const [said] = /^[$\\([\s]*\p{L}\s*=/u.exec(item) ?? [""];
  return name !== "" && said.replace(/[$\\([\s=]/g, "") === name
    ? item.slice(said.length).replace(/\\?[$)\]]+$/, "")
    : item;
};
const isInList = (span: WordSpan, last: WordSpan | undefined, name: string): boolean =>
  (span.kind === "value" && !/[=<>≤≥≠]|\\(?:[lg]eq?|neq?)(?![A-Za-z])/.test(withoutName(span.text, name))) ||
  span.role === "choice" ||
  (name !== "" && (span.text === "=" ? last : span)?.text === name.toLowerCase()) ||
  /^(?:[,;，；、$()]|and|both)$/.test(span.text);

/** The value right before a mark: joined by "or", joined by nothing, or at the beginning of its sentence. */
function rivalBefore(text: string, before: readonly WordSpan[]): string[] {
  const visible = before.filter((span) => !isBetween(span));
  const last = visible.at(-1);
  if (last?.role === "choice") {
    const value = visible.at(-2);
    return value?.kind === "value" ? [value.text] : [];
  }
  // "= 138 lines \\boxed{138}"
  const value = last?.role === "noun" && last === before.at(-1) ? visible.at(-2) : undefined;
  if (value?.kind === "value") return [value.text];
  // "$2 \\cdot$" continues in the next formula, even on the next line.
  if (last?.kind === "value" && opensOperation.test(last.text)) return [last.text];
  // A value in the previous paragraph is not beside the mark.
  if (last?.kind !== "value" || /^[ \t]*\n[ \t]*\n/.test(text.slice(last.end, last.end + 40))) return [];
  // "The range is 40 – \\boxed{42}"
  const isRange = before.at(-2) === last && /^(?:[-–—]|\.\.\.?|…)$/.test(before.at(-1)!.text);
  const isAdjacent = (before.at(-1) === last || isRange) && !/^(?:\$\$|\\\[)/.test(last.text);
  const isList = visible.every(({ kind }) => kind === "value");
  return isAdjacent || isList ? [last.text] : [];
}

const opensOperation = /(?:[-+−*/×÷·^]|\\(?:cdot|times|div|pm|mp|ast))\s*(?:\$|\\[)\]])+$/;

const restating =
  /^(?:is|are|equals|equal|equal to|equivalent|exactly|simply|just|also|the|same|as|to|becomes|(?:simplifies|reduces|evaluates|rounds) to|[a-z]+ly|can be (?:written|expressed|simplified)(?: as)?|simplified|written|is the|are the|simplifies|reduces|evaluates)$/;

function rivalAfter(after: readonly WordSpan[]): string[] {
  const visible = after.filter((span) => !isBetween(span));
  // "240 dollars, or \\$240"
  while (visible[0]?.role === "noun" && visible.some(({ role }) => role === "choice")) visible.shift();
  const [first, second] = visible;
  if (first?.role === "choice") return second?.kind === "value" ? [second.text] : [];
  // "5 (= 5.0)"
  const isBracketed = /^[([（]$/.test(after[0]?.text ?? "");
  if (isBracketed && first?.text === "=" && second?.kind === "value") return [second.text];
  // "7, i.e. 7.0", "7, so 7.0"
  const isConcluded =
    first !== undefined && (/^(?:i\.e|ie|that is)$/.test(first.text) || concluding.has(first.text));
  const isRepeated = isConcluded && visible.length === 2;
  if (isRepeated && second!.kind === "value" && !/=/.test(second!.text)) return [second!.text];
  // "\\frac94, which is the same as 2\\frac14": what the answer is said to be must be the same.
  const last = visible.at(-1);
  const said = visible.slice(1, -1);
  const isRestated =
    /^(?:which|this|it)$/.test(first?.text ?? "") &&
    last?.kind === "value" &&
    !/=/.test(last.text) &&
    said.length > 0 &&
    said.every(({ text }) => restating.test(text));
  if (isRestated) return [last!.text];
  const isList =
    first !== undefined && visible.every(({ kind, role }) => kind === "value" || role === "choice");
  return isList && after[0] !== first ? [first.text] : [];
}
