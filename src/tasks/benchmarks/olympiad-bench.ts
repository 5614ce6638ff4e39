// OlympiadBench, the English text-only competition problems with a final answer. The gold is a list; if the row says
// that a problem has several answers, all of them are required, else one match is enough.
//   { "id": 1606, "context": null, "question": "…", "final_answer": ["2"], "is_multiple_answer": false, "subfield": "Algebra" }
// Official code: https://github.com/OpenBMB/OlympiadBench.

import type { Row } from "../../datasets/index.ts";
import { defineBenchmark } from "../benchmark.ts";
import { type Fields, optionalText, type RowProblem, readProblem } from "../row-problem.ts";

export const olympiadBench = defineBenchmark({
  name: "OlympiadBench",
  description: "674 olympiad problems in English with final answers",
  maxNewTokens: 32_768,
  parts: [{ dataset: "Hothan/OlympiadBench", config: "OE_TO_maths_en_COMP", split: "train" }],
  fields: { problem: ["question", "problem"], answer: ["final_answer", "answer"], solution: [] },
  read,
});

function read(row: Row, fields: Fields): RowProblem {
  const plain = readProblem(row, fields);
  const context = optionalText(row, ["context"]);
  const several = row.values.is_multiple_answer === true && Array.isArray(plain.gold);
  return {
    ...plain,
    statement: context === undefined ? plain.statement : `${context}\n\n${plain.statement}`,
    gold: several ? [plain.gold].flat().join(", ") : plain.gold,
  };
}
