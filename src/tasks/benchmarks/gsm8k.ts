// GSM8K: school problems in words. A row's answer is a worked solution with the number after `####`, and calculator
// annotations in `<<…>>`, which are removed.
//   { "question": "Janet's ducks lay …", "answer": "… She makes 9 * 2 = $<<9*2=18>>18 every day.\n#### 18" }
// Official code: https://github.com/openai/grade-school-math.

import type { Explicit } from "../../answers/index.ts";
import { markedAnswer } from "../../math/index.ts";
import { refusedAfter, spansIn } from "../../words/index.ts";
import { defineBenchmark } from "../benchmark.ts";
import { mathRule } from "../math-rule.ts";
import { readWorkedProblem } from "../row-problem.ts";

export const gsm8k = defineBenchmark({
  name: "GSM8K",
  description: "grade school mathematics in words: 1,319 problems with numbers as answers",
  maxNewTokens: 4096,
  parts: [{ dataset: "openai/gsm8k", config: "main", split: "test" }],
  read: readWorkedProblem,
  rule: mathRule(markedNumber),
});

/**
 * The marked answer; `A:` before a number on a separate line is a mark of this set too. Dollar signs are money here,
 * never mathematics; if words follow the number (`18 dollars a day`), the number is the answer, unless they may change
 * it.
 */
function markedNumber(answer: string): Explicit {
  const found = markedAnswer(answer.replace(/\\?\$/g, "").replace(/^A: ?(?=-?\d)/gm, "#### "));
  if (found.kind !== "found" || found.mark === "box") return found;
  const [, number, words] = /^(-?\d(?:[\d,]*\d)?(?:\.\d+)?)(\s[^\d\n]*)$/.exec(found.answer) ?? [];
  if (number === undefined || refusedAfter(spansIn(words!)) || joinsTwo(words!)) return found;
  return { ...found, answer: number };
}

/** A word that makes the number a part of a larger expression: "18 and a half", "18 percent", "18 dollars each". */
const joinsTwo = (words: string): boolean =>
  /\b(?:and|to|each|per|percent|half|more|less|than)\b|[^\p{L}\s.'’-]/iu.test(words);
