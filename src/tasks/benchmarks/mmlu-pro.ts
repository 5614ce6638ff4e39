// MMLU-Pro: 12,032 questions of fourteen subjects with up to ten choices, in the order that the rows have them.
//   { "question_id": 70, "question": "…", "options": ["…", "…"], "answer": "I", "answer_index": 8, "category": "business" }
// Official code: https://github.com/TIGER-AI-Lab/MMLU-Pro. SuperGPQA has the letter in `answer_letter`:
// https://github.com/SuperGPQA/SuperGPQA.

import type { Row } from "../../datasets/index.ts";
import { defineBenchmark } from "../benchmark.ts";
import { type Fields, type RowProblem, readProblem } from "../row-problem.ts";
import { choiceProblem, choicePrompt, choiceRule } from "./choice.ts";

function read(row: Row, fields: Fields): RowProblem {
  const problem = readProblem(row, fields);
  const { options } = row.values;
  if (!Array.isArray(options) || !options.every((each): each is string => typeof each === "string"))
    throw row.wrong("has no list of texts in the field 'options'");
  const [letter] = [problem.gold].flat();
  const right = /^[A-J]$/.test(letter ?? "") ? letter!.charCodeAt(0) - 65 : -1;
  return { ...problem, ...choiceProblem(row, problem.statement, options, right) };
}

export const mmluPro = defineBenchmark({
  name: "MMLU-Pro",
  aliases: ["mmlu_pro"],
  description: "12,032 questions of fourteen subjects with up to ten choices",
  maxNewTokens: 8192,
  parts: [{ dataset: "TIGER-Lab/MMLU-Pro", split: "test" }],
  fields: { id: ["question_id"], answer: ["answer"] },
  prompt: choicePrompt,
  groupBy: ["category"],
  keeps: ["category", "src"],
  read,
  rule: choiceRule,
});

export const superGpqa = defineBenchmark({
  name: "SuperGPQA",
  description: "26,529 questions of 285 graduate disciplines with up to ten choices",
  maxNewTokens: 32_768,
  parts: [{ dataset: "m-a-p/SuperGPQA", split: "train" }],
  fields: { id: ["uuid"], answer: ["answer_letter"] },
  prompt: choicePrompt,
  groupBy: ["discipline"],
  keeps: ["discipline", "field", "subfield", "difficulty"],
  read,
  rule: choiceRule,
});
