// GSM8K: school problems in words. A row's answer is a worked solution with the number behind `####`, and calculator
// notes in `<<…>>` that no reader wants.

import { extractAnswer, parse } from "../math/index.ts";
import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";
import { readWorkedProblem } from "./problem.ts";

export const gsm8k = defineBenchmark({
  name: "GSM8K",
  description: "grade school mathematics in words: 1,319 problems with numbers as answers",
  maxNewTokens: 4096,
  parts: [{ dataset: "openai/gsm8k", config: "main", split: "test" }],
  read: readWorkedProblem,
  rule: mathRule(lastNumber),
});

/**
 * A marked answer, else the last number. Dollars are money here, never mathematics; and where a sentence marks the
 * answer (`18 dollars a day`), its only number is meant.
 */
function lastNumber(answer: string): string | undefined {
  const found = extractAnswer(answer.replace(/\\?\$/g, ""), { numbers: true });
  if (found === undefined || found.mark === "box" || parse(found.answer).ok) return found?.answer;
  const [number, ...more] = found.answer.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? [];
  return number !== undefined && more.length === 0 ? number : found.answer;
}
