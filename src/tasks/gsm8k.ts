// GSM8K: school problems in words. A row's answer is a worked solution with the number behind `####`, and calculator
// notes in `<<…>>` that no reader wants.

import type { Explicit } from "../answers/index.ts";
import { markedAnswer } from "../math/index.ts";
import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";
import { readWorkedProblem } from "./row-problem.ts";

export const gsm8k = defineBenchmark({
  name: "GSM8K",
  description: "grade school mathematics in words: 1,319 problems with numbers as answers",
  maxNewTokens: 4096,
  parts: [{ dataset: "openai/gsm8k", config: "main", split: "test" }],
  read: readWorkedProblem,
  rule: mathRule(markedNumber),
});

/**
 * The marked answer; `A:` before a number on a line of its own is a mark of this set too. Dollars are money here, never mathematics; and where words follow the number (`18 dollars a day`),
 * the number is meant, unless they may change it.
 */
function markedNumber(answer: string): Explicit {
  const found = markedAnswer(answer.replace(/\\?\$/g, "").replace(/^A: ?(?=-?\d)/gm, "#### "));
  if (found.kind !== "found" || found.mark === "box") return found;
  const [, number, words] =
    /^(-?\d[\d,]*(?:\.\d+)?)((?:\s+(?:a|[a-z'-]{2,}))+)[.\s]*$/i.exec(found.answer) ?? [];
  return number === undefined || changing.test(words!) ? found : { ...found, answer: number };
}

const changing =
  /\b(?:or|and|not|but|no|more|less|than|least|most|about|approximately|roughly|if|unless|plus|minus|times|hundred|thousand|million|billion|percent|half|dozen|wait|actually|instead|either|to|each|per|squared|cubed)\b/i;
