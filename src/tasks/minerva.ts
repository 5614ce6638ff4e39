// Minerva: undergraduate science. Some copies have no answer but a solution that ends in a box.

import type { Row } from "../datasets/index.ts";
import { goldAnswer } from "../math/index.ts";
import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";
import { type Fields, optionalText, type RowProblem, readProblem } from "./row-problem.ts";

export const minerva = defineBenchmark({
  name: "Minerva",
  aliases: ["minerva_math", "minervamath"],
  description: "272 undergraduate problems of mathematics and science",
  maxNewTokens: 16_384,
  parts: [{ dataset: "math-ai/minervamath", split: "test" }],
  fields: { id: [] },
  read,
  rule: mathRule(),
});

/** A solution without a mark has no answer, which leaves the row unscored. */
function markedAnswer(solution: string): string {
  const answer = goldAnswer(solution);
  return answer === solution ? "" : answer;
}

function read(row: Row, fields: Fields): RowProblem {
  const solution = optionalText(row, fields.solution);
  if (fields.answer.some((field) => row.has(field)) || solution === undefined)
    return readProblem(row, fields);
  return { statement: row.text(...fields.problem), gold: markedAnswer(solution), solution };
}
