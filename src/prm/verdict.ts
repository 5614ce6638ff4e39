// Reads the verdict on a step from a judge's reply. A verdict is marked: by brackets, a box, a tag, a field, a heading
// such as "the label is:", or as the only word of the last line. Words in running text ("a right triangle", "this is
// not wrong") do not count, and neither do words that are denied, asked for or offered as an option. The last verdict
// decides; reasoning does not count.

import { replyIn, withoutTurnEnd } from "../answers/index.ts";
import { spansIn, type WordSpan } from "../words/index.ts";
import { type LabelPair, meaningOf, usualLabels, type Verdict } from "./labels.ts";
import {
  aloneForm,
  closingTagsOf,
  correctnessForms,
  correctnessLabels,
  labelForms,
  type VerdictForm,
} from "./verdict-forms.ts";

export interface FoundVerdict {
  verdict: Verdict;
  pair: LabelPair;
  /** Where its word begins in the text. */
  start: number;
}

/**
 * Undefined if the text has no verdict.
 * @param isCutOff whether the text is truncated, so that its last line does not count: `-` may begin a list
 */
export function readVerdict(
  text: string,
  labels: readonly LabelPair[] = usualLabels,
  isCutOff = false,
): FoundVerdict | undefined {
  const whole = replyIn(text);
  if (!whole) return undefined;
  const reply = withoutTurnEnd(whole).trim();
  const { forms, pairs, alone } = formsOf(labels);
  const isClosed = closingTagsOf(reply);
  let last: Omit<FoundVerdict, "start"> & { start: number } = {
    verdict: "right",
    pair: labels[0]!,
    start: -1,
  };
  /** Whether a match is a verdict, and the place of its word. */
  const verdictIn = (form: VerdictForm, found: RegExpExecArray): typeof last | undefined => {
    const [start, end] = found.indices!.groups!.word!;
    // A case-insensitive pattern also matches letters that differ in lower case, such as the long s.
    const meaning = meaningOf(reply.slice(start, end), pairs);
    if (!meaning || start <= last.start) return undefined;
    if (form.isOpen && isCutOff && found.index > 0 && found.index + found[0].length >= reply.length)
      return undefined;
    if (form.accepts && !form.accepts(found, reply, isClosed)) return undefined;
    return isDenied(reply, found) || isOption(reply, found, end) ? undefined : { ...meaning, start };
  };
  for (const form of [...forms, alone[isCutOff ? "cutOff" : "whole"]]) {
    // The last verdict decides, so the last matches are examined first.
    let matches: RegExpExecArray[] = [];
    const settle = (): void => {
      let found: typeof last | undefined;
      while (!found && matches.length > 0) found = verdictIn(form, matches.pop()!);
      if (found) last = found;
      matches = [];
    };
    for (const found of reply.matchAll(form.pattern)) if (matches.push(found) === mostMatches) settle();
    settle();
  }
  if (last.start < 0) return undefined;
  return { ...last, start: text.length - whole.trimStart().length + last.start };
}

/** The number of matches that are kept at once. */
const mostMatches = 1000;

interface Forms {
  forms: readonly VerdictForm[];
  pairs: readonly LabelPair[];
  alone: { whole: VerdictForm; cutOff: VerdictForm };
}

const compiled = new WeakMap<readonly LabelPair[], Forms>();

function formsOf(labels: readonly LabelPair[]): Forms {
  let known = compiled.get(labels);
  if (!known) {
    // With labels from the user, yes and no may have a different meaning.
    const isUsual = labels === usualLabels;
    known = {
      forms: [...labelForms(labels, !isUsual), ...(isUsual ? correctnessForms : [])],
      pairs: isUsual ? [...labels, ...correctnessLabels] : labels,
      alone: { whole: aloneForm(labels, false), cutOff: aloneForm(labels, true) },
    };
    compiled.set(labels, known);
  }
  return known;
}

const denial =
  /(?:\b(?:not|never|neither|nor|cannot|without|than)|n['’]t|\binstead of)[^\S\n]+(?:(?:be|been|a|an|the|as|to|simply|just|really|necessarily|entirely|marked|labell?ed|judged|called)[^\S\n]+){0,3}[^\p{L}\p{N}\n]{0,6}$/iu;

/**
 * Words in the clause before a heading that leave its verdict open. Words such as "wrong" are used by judges
 * themselves.
 */
const leavesOpen = ({ role, text }: WordSpan): boolean =>
  role === "hedge" ||
  role === "condition" ||
  role === "choice" ||
  text.startsWith("would") ||
  (role === "denial" && /^(?:not|never|no|none|neither|nor|cannot)$|n't$/.test(text));

/** Whether the sentence of that clause is a supposition, or an example of a verdict. */
function isSupposed(sentence: string): boolean {
  const spans = spansIn(sentence);
  const first = spans.find(({ kind }) => kind === "word");
  if (first && (first.role === "condition" || /^(?:when|whenever|should)$/.test(first.text))) return true;
  return spans.some(({ role, text }) => role === "example" || text === "format");
}

const conclusion = /\b(?:so|thus|therefore|hence|accordingly)\b/i;
const clauseEnd = /[,;，；—–]|\b(?:so|thus|therefore|hence|accordingly|and|but)\b/gi;

/** "not [Wrong]", "I do not think the label is: Right", and "if it fails, the label is: Wrong". */
function isDenied(reply: string, { index, groups }: RegExpExecArray): boolean {
  const before = reply.slice(Math.max(0, index - 160), index);
  if (denial.test(before)) return true;
  if (groups?.lead === undefined) return false;
  const sentence = /[^.!?\n]{0,160}$/.exec(before)![0];
  if (isSupposed(sentence) && !conclusion.test(sentence)) return true;
  const last = [...sentence.matchAll(clauseEnd)].at(-1);
  return spansIn(last ? sentence.slice(last.index + last[0].length) : sentence).some(leavesOpen);
}

const other = "(?:right|wrong|correct|incorrect|yes|no|true|false)\\b|[+−-](?![\\w$\\\\])";
const optionBefore = new RegExp(
  `(?:\\b(?:or|vs\\.?)[^\\S\\n]+|(?:${other})[^\\p{L}\\p{N}\\n]{0,4}[/|][^\\S\\n]*)[^\\p{L}\\p{N}\\s.,;:!?)\\]}>]{0,4}$`,
  "iu",
);
const optionAfter = new RegExp(
  "^[\\])}>）】」』⟩*_`\"'“”‘’$]{0,8}[^\\S\\n]{0,2}(?:" +
    [
      "[?？]",
      `[/|][^\\p{L}\\p{N}\\n]{0,4}(?:${other})`,
      "(?:[,;—–-][^\\S\\n]*)?(?:or|if|unless|otherwise|when|whenever|provided|assuming|depending)\\b",
      `[,;—–-][^\\S\\n]*(?:and|but|though|although|except|not|maybe|perhaps|probably)\\b`,
      `[,;][^\\S\\n]*(?:${other})`,
      "[(（][^\\S\\n]*(?:or|if|but|not|maybe|perhaps|probably|likely|possibly|unsure|[?？])",
    ].join("|") +
    ")",
  "iu",
);

/** "[Right] or [Wrong]", "[Wrong] otherwise", "[Right]?": a possible verdict is not a verdict. */
function isOption(reply: string, { index, groups }: RegExpExecArray, end: number): boolean {
  const before = groups?.lead === undefined ? reply.slice(Math.max(0, index - 20), index) : "";
  return optionBefore.test(before) || optionAfter.test(reply.slice(end, end + 40));
}
