// Answers that are announced in words: `#### 42`, a heading with the value under it, "the answer is 42", in the languages
// that models answer in.

import { formulasIn, refusedAfter, refusedBefore, spansIn } from "../words/index.ts";
import { type Marked, type Place, trimmedPlace } from "./mark.ts";

/** "The answer is", with or without a colon; the answer follows. `{to}` separates the noun from its verb. */
const announcements = [
  // English. The question may be between the noun and the verb.
  "(?<![\\p{L}\\d])(?:final |correct |right |true |actual |complete )?answers?(?![\\p{L}\\d])[*_`\"']{0,3}(?:\\s{1,3}(?:to|for|of|in)\\s[^.\\n:?!]{1,80}?)?\\s{0,3}(?:(?:is|are|must be|should be|equals)\\b(?:\\s{1,2}(?:therefore|thus|then|simply|exactly|indeed|hence)\\b)?[*_`]{0,3}\\s{0,3}[:：]?|[:：=])",
  "(?<![\\p{L}\\d])ans\\.?\\s?[:：=]",
  "(?<![\\p{L}\\d])(?:correct|right|best)\\s(?:option|choice)\\s?(?:is\\b|[:：])\\s?[:：]?",
  "\\banswers?\\s{1,3}of\\s{1,3}(?=[-$\\\\(\\d])",
  // Chinese.
  "(?:故|因此|所以|综上)?[，,]?\\s?(?:本题|该题|此题|最终|最后|正确)?的?答案[】\\]]?\\s?(?:就?应?该?是|应?为|[:：=])\\s?[:：]?",
  "【\\s?(?:答案|答え|解答|正解)\\s?】\\s?[:：]?",
  "[故应]选择?(?!择|取|出|了|用)\\s?[:：]?",
  "(?<![不可能要误错没未])选择?\\s?[:：]?\\s?(?=[（(]?[A-J](?![\\p{L}\\d]))",
  // Japanese.
  "(?:答え|解答|正解|回答)\\s?(?:は|[:：=])\\s?[、:：]?",
  // Korean.
  "(?:정답|답)\\s?(?:은|는|[:：=])\\s?[:：]?",
  // French.
  "\\br[ée]ponse(?:\\s{1,2}(?:finale|correcte|exacte))?\\s{0,2}(?:est\\b|vaut\\b|[:：=])\\s{0,2}[:：]?",
  // Spanish and Portuguese.
  "\\b(?:respuesta|resposta)s?(?:\\s{1,2}(?:final|correcta|correta))?\\s{0,2}(?:es\\b|son\\b|é(?![\\p{L}])|são\\b|[:：=])\\s{0,2}[:：]?",
  // German.
  "\\b(?:(?:end)?antwort|lösung lautet|endergebnis)\\s{0,2}(?:ist\\b|lautet\\b|[:：=])?\\s{0,2}[:：]?(?<=ist|lautet|[:：=])",
  "(?<![\\p{L}])ist\\s(?:also\\s|somit\\s|daher\\s)?die\\s(?:end)?antwort\\s{0,2}[:：]?\\s{0,2}(?=[-−$\\\\(\\d])",
  // Russian.
  "(?<![\\p{L}])ответ\\s{1,2}(?=[−$\\\\(\\d])",
  "(?<![\\p{L}])ответ(?:\\s{0,2}[—–-])?\\s{0,2}(?:равен|будет|[:：=])?\\s{0,2}[:：]?(?<=равен|будет|[:：=—–-])",
];

const announcement = (): RegExp => new RegExp(announcements.join("|"), "giu");

/** The noun of an answer alone, as a heading says it. */
const answerHeading =
  /^(?:the\s)?(?:final\s|correct\s)?(?:answers?|result)$|^(?:最终|最后|正确)?答案$|^答え$|^解答$|^(?:정답|답)$|^(?:la\s)?r[ée]ponse(?:\sfinale)?$|^(?:la\s|a\s)?(?:respuesta|resposta)(?:\sfinal)?$|^(?:die\s)?(?:end)?antwort$|^ответ$/iu;

const hashes = /(?<!#)####(?!#)[^\S\n]*|\n/g;

/** `#### 42`, as GSM8K marks its answers; before words the hashes are a heading's. A mark ends with its line, or at the next. */
export function hashesIn(text: string, from = 0, to = text.length): Marked[] {
  const marks: Marked[] = [];
  let open: Place | undefined;
  const end = (at: number): void => {
    if (open && isValue(text.slice(open.to, at))) marks.push(held(text, open.from, open.to, at));
    open = undefined;
  };
  hashes.lastIndex = text.indexOf("####", from);
  if (hashes.lastIndex < from) return marks;
  for (let found = hashes.exec(text); found && found.index < to; found = hashes.exec(text)) {
    end(found.index);
    if (found[0] !== "\n") open = { from: found.index, to: Math.min(to, found.index + found[0].length) };
  }
  end(to);
  return marks;
}

/** A value, perhaps with a unit after it; a title has words, or a number before them. */
function isValue(line: string): boolean {
  if (/^[*_"'([]*\p{L}{2,}/u.test(line)) return false;
  const [, words] = /^[\d.)]+\s+(\p{L}{2,}[^\d$\\]*)$/u.exec(line) ?? [];
  if (words === undefined) return true;
  return !/^\d+[.)]\s/.test(line) && /^\p{Ll}/u.test(words) && words.trim().split(/\s+/).length <= 3;
}

const headingLine =
  /^[^\S\n]*(?:#{1,6}[^\S\n]*([^\n]*)|(?:\*\*|__)([^\n*_]{1,40})(?:\*\*|__)[^\S\n]*([:：]?[^\S\n]*))$/gm;

/** A heading "answer", with the value after a colon or on the next line. */
export function headingsIn(text: string, from = 0, to = text.length): Marked[] {
  if (!/#|\*\*|__/.test(text)) return [];
  const marks: Marked[] = [];
  headingLine.lastIndex = from;
  for (let found = headingLine.exec(text); found && found.index < to; found = headingLine.exec(text)) {
    const [line, title, bold, colon = ""] = found;
    const words = (title ?? `${bold}${colon}`).replace(/[*_`]/g, "");
    const [, noun = words, value = ""] = /^([^:：]*)[:：]\s*(.*)$/.exec(words) ?? [];
    if (!answerHeading.test(noun.trim().replace(/\s+/g, " "))) continue;
    const lineEnd = found.index + line.length;
    if (value.trim() !== "") {
      const start = found.index + line.search(/[:：]/) + 1;
      // `**Answer: 42**` closes its bold type after the value.
      const said = text.slice(start, lineEnd).trimEnd();
      const isClosing = said.endsWith("**") && !said.slice(0, -2).includes("**");
      marks.push(held(text, found.index, start, isClosing ? start + said.length - 2 : lineEnd));
    } else {
      const [gap] = /^\s*/.exec(text.slice(lineEnd, to))!;
      const start = lineEnd + gap.length;
      const isNext = (gap.match(/\n/g) ?? []).length <= 2;
      marks.push(held(text, found.index, start, isNext ? valueEnd(text, start, to) : start));
    }
  }
  return marks;
}

/** A displayed formula continues over several lines; everything else ends with its line. */
function valueEnd(text: string, start: number, to: number): number {
  const [formula] = /^(?:\$\$|\\\[)/.test(text.slice(start, start + 2)) ? formulasIn(text, start, to) : [];
  if (formula?.closed && formula.from === start) return formula.to;
  const end = text.indexOf("\n", start);
  return end < 0 || end > to ? to : end;
}

/** "The answer is 42", in any language: what follows, up to the end of the sentence. */
export function announcementsIn(text: string, from = 0, to = text.length): Marked[] {
  const found = [...text.slice(from, to).matchAll(announcement())].slice(-mostAnnouncements);
  return found.flatMap(({ 0: { length }, index }, i): Marked[] => {
    const at = from + index;
    if (isMereTalk(text, from, at, at + length)) return [];
    const following = found[i + 1];
    const next = following === undefined ? to : from + following.index;
    const [gap] = /^[\s*_`"']*/.exec(text.slice(at + length, next))!;
    // "Final answer: the answer is 5" announces once.
    if (following !== undefined && /^[\s*_`"']*(?:the\s+)?$/i.test(text.slice(at + length, next))) return [];
    const start = at + length + (/\n\s*\n\s*\n/.test(gap) ? 0 : gap.length);
    const end = withoutReason(text, start, withoutTail(text, start, sentenceEnd(text, start, next)));
    // A sentence that ends with the response, in an open formula, was cut off.
    const isOpen = end === to && formulasIn(text, start, end).some(({ closed }) => !closed);
    return [{ ...held(text, at, start, end), closed: !isOpen }];
  });
}

/** "Option B is correct": the letter comes before the phrase. */
export function namedChoicesIn(text: string, from = 0, to = text.length): Marked[] {
  return [...text.slice(from, to).matchAll(chosen)].flatMap(
    ({ 0: whole, 1: lead, 2: letter, index }): Marked[] => {
      const at = from + index;
      if (isMereTalk(text, from, at, at + lead!.length)) return [];
      const start = at + lead!.length;
      return [{ from: at, to: at + whole.length, start, end: start + letter!.length, closed: true }];
    },
  );
}

const chosen =
  /((?<![\p{L}])(?:option|choice|answer)\s|(?<=^|[.!?\n])\s{0,2})(\(?[A-J]\)?)\sis\s(?:the\s)?(?:correct|right)(?:\s(?:one|answer|option|choice))?(?=\s*(?:[.!\n]|$))/giu;

/** The last one counts; those far before it are not examined. */
const mostAnnouncements = 100;

const longestSentence = 300;

const endsSentence = (text: string, at: number): boolean =>
  "\n。！？".includes(text[at]!) || (".!?".includes(text[at]!) && /\s/.test(text[at + 1] ?? " "));

/** Whether the sentence before an announcement makes it a supposition, a denial or a report. */
function isMereTalk(text: string, from: number, at: number, end: number): boolean {
  const earliest = Math.max(from, at - longestSentence);
  let start = at;
  while (start > earliest && !endsSentence(text, start - 1)) start--;
  return refusedBefore(spansIn(text, start, end), false) !== undefined;
}

/** Text that may follow an answer in its sentence without changing it. */
const tail =
  /(?:,?\s*as (?:required|desired|expected|claimed|needed|shown|stated|wanted)(?: above)?|です|でした|である|だ|입니다|이다|예요|이에요|["”]\s*[,}\]]*)[\s.!]*$/i;

function withoutTail(text: string, start: number, end: number): number {
  const from = Math.max(start, end - 40);
  const found = tail.exec(text.slice(from, end));
  return found ? from + found.index : end;
}

/** "2, since both sides are even": the value, without the reason, which does not change it. */
function withoutReason(text: string, start: number, end: number): number {
  const [value, comma, reason, ...rest] = spansIn(text, start, end);
  const isReason = value?.kind === "value" && comma?.text === "," && reason?.role === "reason";
  return isReason && refusedAfter([comma!, reason!, ...rest]) === undefined ? value!.end : end;
}

/** A full stop with a space or the end after it, or the end of the line. An ellipsis ends nothing, nor does a stop in a formula. */
function sentenceEnd(text: string, from: number, to: number): number {
  const paragraph = text.indexOf("\n\n", from);
  const formulas = formulasIn(text, from, paragraph < 0 || paragraph > to ? to : paragraph);
  let next = 0;
  for (let i = from; i < to; i++) {
    if (formulas[next]?.from === i) {
      i = formulas[next++]!.to - 1;
      continue;
    }
    const c = text[i];
    if (c === "\n" || c === "。" || text.startsWith("<|", i)) return i;
    if (c === "．" && !/\d/.test(text[i + 1] ?? "")) return i;
    if (c === "." && text[i - 1] !== "." && (i + 1 === to || /\s/.test(text[i + 1]!))) return i;
  }
  return to;
}

/** If the text is one formula, it counts without its dollar signs. */
function held(text: string, from: number, start: number, end: number): Marked {
  const place = trimmedPlace(text, start, Math.max(start, end));
  const [only, ...more] = formulasIn(text, place.start, place.end);
  if (only?.closed && more.length === 0) {
    const rest = text.slice(place.start, only.from) + text.slice(only.to, place.end);
    if (/^[\s*_.]*$/.test(rest))
      return { from, to: place.end, ...trimmedPlace(text, only.start, only.end), closed: true };
  }
  return { from, to: Math.max(place.end, start), ...place, closed: true };
}
