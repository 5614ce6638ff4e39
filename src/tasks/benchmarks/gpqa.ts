// GPQA Diamond: 198 questions of biology, physics and chemistry that experts can answer and others cannot look up.
//   { "Question": "…", "Correct Answer": "…", "Incorrect Answer 1": "…", …, "High-level domain": "Physics", "Record ID": "rec…" }
// Official code: https://github.com/idavidrein/gpqa. The set is gated: accept its terms on the hub and set HF_TOKEN.

import { defineBenchmark } from "../benchmark.ts";
import { readProblem } from "../row-problem.ts";
import { choiceProblem, choicePrompt, choiceRule, ordered } from "./choice.ts";

const right = "Correct Answer";
const wrong = [1, 2, 3].map((i) => `Incorrect Answer ${i}`);

export const gpqaDiamond = defineBenchmark({
  name: "GPQA-Diamond",
  aliases: ["gpqa", "gpqa_diamond"],
  description: "198 questions of graduate science with four choices",
  maxNewTokens: 32_768,
  parts: [{ dataset: "Idavidrein/gpqa", config: "gpqa_diamond", split: "train" }],
  fields: { problem: ["Question"], answer: [right], id: ["Record ID"], solution: ["Explanation"] },
  prompt: choicePrompt,
  groupBy: ["High-level domain"],
  keeps: ["High-level domain", "Subdomain"],
  read(row, fields) {
    const problem = readProblem(row, fields);
    const texts = [right, ...wrong].map((name) => row.text(name).trim());
    const { choices, right: at } = ordered(problem.statement, texts);
    return { ...problem, ...choiceProblem(row, problem.statement, choices, at) };
  },
  rule: choiceRule,
});
