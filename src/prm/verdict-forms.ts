// The forms in which judges write a verdict, as patterns. Each finds one word; its surroundings (a negation, a
// condition, the other option) are checked afterwards. Every repetition is bounded, so no reply takes long to read.

import type { LabelPair } from "./labels.ts";

export interface VerdictForm {
  /** Has the groups `word` and, if a sentence leads to the word, `lead`. */
  pattern: RegExp;
  /**
   * Whether the following text could still change the word, so that it does not count at the end of a truncated reply.
   */
  isOpen?: true;
  /** An additional condition on the word and on the whole reply. */
  accepts?: (found: RegExpExecArray, reply: string, isClosed: IsClosed) => boolean;
}

type IsClosed = (tag: string) => boolean;

/** Decoration that may surround a word. */
const marks = "[\\s*_`\"'“”‘’]{0,8}";
const end = "[\\s*_`\"'“”‘’.!。✅❌✔✘✓✗️]{0,8}";
const opener = "(?:[\\[({<（【「『⟨]|\\\\(?:text|mathrm|textbf|boxed)\\s?\\{){0,2}";
/** A word is followed by the end of its sentence, its line, or its enclosing brackets; or by an explanation. */
const closes =
  "(?=[*_`\"'“”‘’]{0,6}[^\\S\\n]{0,4}(?:$|\\n|[,，.!;。！；](?:[\\s*\"'”’]|$)|[\\])}>）】」』⟩<]|[—–(（]|-{1,2}\\s))";

const openBracket = "[\\[［【〖「『《〔⟨]";
const closeBracket = "[\\]］】〗」』》〕⟩]";

/** Nouns that only name verdicts, and nouns that do so at the beginning of a line. */
const strongNoun = "label|verdict|judge?ment|decision|classification|correctness|标签|判断|判定";
const weakNoun =
  "answer|conclusion|result|output|assessment|evaluation|determination|rating|judge|结论|答案|结果|评价";
const about = "(?:\\s(?:for|of|on|about)\\s[^:：=\\n.?]{1,40})?";
const verb = "(?:\\s{1,3}(?:is|was|should be|must be)(?:\\s(?:thus|therefore|then|hence|clearly|simply))?)?";
const lineStart = "(?:^|\\n)[^\\S\\n]{0,8}[#>*_-]{0,6}[^\\S\\n]{0,2}";

/**
 * Forms in which the words of some pairs are verdicts.
 * @param answersQuestions whether a word after a question counts as its answer: with labels from the user, the question
 * is known
 */
export function labelForms(labels: readonly LabelPair[], answersQuestions: boolean): VerdictForm[] {
  const word = (of: readonly LabelPair[] = labels) => `(?<word>${alternatives(of)})`;
  const letters = labels.filter((pair) => pair.every((label) => /^\p{L}/u.test(label)));
  const heading = (noun: string, connector: string) =>
    `(?<lead>${noun})${connector}${marks}${opener}${marks}`;
  const forms: VerdictForm[] = [
    form(`${openBracket}${marks}${word()}${end}\\\\?${closeBracket}`),
    form(
      `\\\\(?:boxed|fbox)\\s?\\{${marks}(?:\\\\[a-z]{2,10}\\s?\\{)?${marks}[(\\[]?${marks}${word()}${end}[)\\]}]{0,2}\\}`,
    ),
    // `<output>Right</output>`, but not one of several options.
    form(
      `<(?!(?:option|choice|example|li|td|th)\\b)(?<tag>[a-z][\\w-]{0,30})(?:\\s[^<>\\n]{0,60})?>${marks}${opener}${marks}${word()}${end}[\\])}】]{0,2}\\s{0,4}</\\k<tag>\\s?>`,
    ),
    // `{"label": "Right"}`
    form(
      `["'](?:[\\w -]{0,30}[_ -])?(?:${strongNoun}|${weakNoun}|status|prediction)["']\\s{0,4}:\\s{0,4}["']\\s{0,2}${word()}\\s{0,2}["']`,
    ),
    // `The label is: Right`, `Final verdict for step 2: Wrong`
    form(
      `(?:\\b|(?=标|判))${heading(`(?:${strongNoun})`, `${about}${marks}${verb}(?:\\s{0,3}(?:[:：=→]|[-=]>)|\\s[-–—]\\s)`)}${word()}${closes}`,
      { isOpen: true },
    ),
    form(
      `\\b${heading("label", "(?:\\s(?:for|of)\\s[^:：.\\n]{1,40}?)?\\s{1,3}(?:is|should be|must be)\\s")}${word()}${closes}`,
      { isOpen: true },
    ),
    form(
      `${lineStart}${heading(`(?:(?:in|the|my|final|overall) ){0,3}(?:${weakNoun})`, `${about}${marks}${verb}\\s{0,3}[:：]`)}${word()}${end}(?=\\n|$)`,
      { isOpen: true },
    ),
    // `So the answer is: Right`, at the end.
    ...(letters.length === 0
      ? []
      : [
          form(`\\b${heading(`(?:${weakNoun})`, `${verb}\\s{0,3}[:：]`)}${word(letters)}${end}$`, {
            isOpen: true,
          } as const),
        ]),
    // `This step is: +`
    form(
      `\\b${heading("step(?:\\s\\d{1,3})?", `\\s(?:(?:is|was)\\s?)?(?:(?:judged|labell?ed|marked|classified|rated)\\s?)?(?:as|to be)?\\s{0,3}[:：]`)}${word()}${closes}`,
      { isOpen: true },
    ),
  ];
  if (answersQuestions) {
    forms.push(form(`[?？]${marks}${opener}${marks}${word()}${closes}`, { isOpen: true }));
  }
  if (letters.length > 0) {
    // `<Right>`; a tag that is closed encloses something else, and `<->` is an arrow.
    forms.push(
      form(`<${word(letters)}>`, {
        accepts: ({ groups }, _reply, isClosed) => !isClosed(groups!.word!),
      }),
      // `(Right)` alone on a line or at the end; in small letters it is a remark, and elsewhere a check of some detail.
      form(`[(（]${marks}${word(letters)}${end}[)）](?=[*_."'!。]{0,4}\\s{0,8}(?:\\n|$))`, {
        accepts: ({ groups, index, 0: { length } }, reply) =>
          groups!.word !== groups!.word!.toLowerCase() &&
          (/(?:^|\n)[\s*_]*$/.test(reply.slice(Math.max(0, index - 12), index)) ||
            /^[\s*_."'!。]{0,40}$/.test(reply.slice(index + length, index + length + 41))),
      }),
    );
  }
  return forms;
}

/**
 * Whether a reply closes a tag of some name; each name is searched once, because a reply may open thousands of tags.
 */
export function closingTagsOf(reply: string): IsClosed {
  const known = new Map<string, boolean>();
  let lowered: string | undefined;
  return (name) => {
    const tag = `</${name.toLowerCase()}`;
    let answer = known.get(tag);
    if (answer === undefined) {
      lowered ??= reply.toLowerCase();
      answer = lowered.includes(tag);
      known.set(tag, answer);
    }
    return answer;
  };
}

/** A word alone on the last line; in a truncated reply only if it is the whole reply. */
export const aloneForm = (labels: readonly LabelPair[], isCutOff: boolean): VerdictForm =>
  form(
    `${isCutOff ? "^" : "(?:^|\\n)"}[#>]{0,6}[\\s✅❌✔✘✓✗️→⇒]{0,4}${marks}` +
      `(?:(?:final )?(?:verdict|judge?ment|answer|conclusion)${marks}[:：])?${marks}(?:[\\s$]{0,2}(?:\\\\(?:text|textbf|mathrm|mathbf)\\s?)?\\{)?${marks}(?<word>${alternatives(labels)})${end}[}$]{0,2}${end}$`,
  );

/** Answers to whether a step is correct: only there do yes and true mean right. */
export const correctnessLabels: readonly LabelPair[] = [
  ["yes", "no"],
  ["true", "false"],
];

const truth = `(?<word>${correctnessLabels.flat().join("|")})`;
const correctKey =
  "(?:(?:this|the|current) )?(?:is[_ ]?)?(?:step[_ ]?(?:\\d{1,3}[_ ])?)?(?:is[_ ]?)?(?:correct(?:ness)?|valid(?:ity)?)";

export const correctnessForms: readonly VerdictForm[] = [
  // `Is the step correct (Yes/No)? No`
  form(
    `(?<lead>\\b(?:correct|valid|accurate|right)\\b[^?？\\n]{0,60})[?？]${marks}${opener}${marks}${truth}${closes}`,
    { isOpen: true, accepts: asksOfTheStep },
  ),
  // `Correct: No`, `is_correct = true`
  form(
    `(?:^|[\\n{,(])[^\\S\\n]{0,8}[#>*_-]{0,6}\\s?["'*_\`]{0,3}${correctKey}["'*_\`]{0,3}(?:\\s?\\(yes/no\\))?\\s{0,3}[:：=]${marks}${opener}${marks}${truth}${closes}`,
    { isOpen: true },
  ),
  form(`<(?<tag>${correctKey})>${marks}${truth}${end}</\\k<tag>>`),
];

/** A question about something else ("Is this a right triangle?"), or about mistakes, is not about the step. */
function asksOfTheStep({ groups, index }: RegExpExecArray, reply: string): boolean {
  const before = /[^.!?\n]{0,120}$/.exec(reply.slice(Math.max(0, index - 120), index))![0];
  const question = before + groups!.lead!;
  if (/incorrect|wrong|error|mistake|flaw|invalid|\bnot\b|n['’]t\b/i.test(question)) return false;
  const isOfStep = /\b(?:step|paragraph)\b/i.test(question) && !/\bright\s+(?!\()\p{L}/iu.test(question);
  return isOfStep || /\(\s*yes\s*\/\s*no\s*\)/i.test(question) || /^\W*correct\W*$/i.test(question);
}

function form(source: string, more: Omit<VerdictForm, "pattern"> = {}): VerdictForm {
  return { pattern: new RegExp(source, "dgiu"), ...more };
}

/** The word is not a part of a longer word, and the sign not a part of a number. */
const alternatives = (labels: readonly LabelPair[]): string =>
  `(?<![\\p{L}\\p{N}])(?:${labels.flat().map(spellings).join("|")})(?![\\p{L}\\p{N}])`;

const spellings = (label: string): string =>
  label === "-" ? "[-−]" : label.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
