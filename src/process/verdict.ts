// What a judge's reply says of a step. A verdict stands in square brackets, in a box, or alone on the last line; words
// in running text ("a right triangle", "this is not wrong") are none. The last verdict decides, and what a model thought
// aloud does not count.

import { answerText } from "../tasks/reasoning.ts";
import { type LabelPair, meaningOf, usualLabels, type Verdict } from "./labels.ts";
import { withoutTurnEnd } from "./turn-end.ts";

export interface FoundVerdict {
  verdict: Verdict;
  pair: LabelPair;
  /** Where its word begins in the text. */
  start: number;
}

/**
 * Undefined where the text holds no verdict.
 *
 * @param isCutOff whether more was to come, so that the last line is none: `-` may begin a list
 */
export function readVerdict(
  text: string,
  labels: readonly LabelPair[] = usualLabels,
  isCutOff = false,
): FoundVerdict | undefined {
  const reply = replyIn(text);
  if (!reply) return undefined;
  let found: RegExpExecArray | undefined;
  for (const match of withoutTurnEnd(reply).trim().matchAll(patternOf(labels, isCutOff))) found = match;
  if (!found) return undefined;
  const [whole, inBrackets, inBox, alone] = found;
  const word = (inBrackets ?? inBox ?? alone)!;
  // Nothing but marks and brackets follows the word.
  const start = text.length - reply.trimStart().length + found.index + whole.lastIndexOf(word);
  const meaning = meaningOf(word, labels);
  // A pattern takes letters for one another that are not the same in small letters, such as the long s.
  return meaning && { verdict: meaning.verdict, pair: meaning.pair, start };
}

/** The text without the reasoning before it; undefined where the reasoning never ends. */
export function replyIn(text: string): string | undefined {
  return answerText({ id: "", messages: [], answer: "", problem: "" }, { text });
}

const compiled = new WeakMap<readonly LabelPair[], { whole: RegExp; cutOff: RegExp }>();

function patternOf(labels: readonly LabelPair[], isCutOff: boolean): RegExp {
  let patterns = compiled.get(labels);
  if (!patterns) {
    patterns = { whole: compile(labels, "(?:^|\\n)"), cutOff: compile(labels, "^") };
    compiled.set(labels, patterns);
  }
  return isCutOff ? patterns.cutOff : patterns.whole;
}

/** Every repetition is bounded, so that no reply takes long to read. */
function compile(labels: readonly LabelPair[], lineStart: string): RegExp {
  const label = `(${labels.flat().map(spellings).join("|")})`;
  const marks = "[\\s*_`\"'“”]{0,8}";
  const end = "[\\s*_`\"'“”.!。]{0,8}";
  const command = "(?:\\\\[a-z]{2,10}\\s?\\{)?";
  const heading = `(?:(?:final )?(?:verdict|judge?ment|answer|conclusion)${marks}[:：])?`;
  const inBrackets = `\\[${marks}${label}${end}\\\\?\\]`;
  const inBox = `\\\\boxed\\s?\\{${marks}${command}${marks}${label}${end}\\}`;
  const alone = `${lineStart}[#>]{0,6}${marks}${heading}${marks}${label}${end}$`;
  return new RegExp([inBrackets, inBox, alone].join("|"), "giu");
}

const spellings = (label: string): string =>
  label === "-" ? "[-−]" : label.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
