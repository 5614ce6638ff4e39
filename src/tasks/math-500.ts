// MATH-500: the 500 test problems of MATH that others report.

import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";

export const math500 = defineBenchmark({
  name: "MATH-500",
  aliases: ["math", "math500"],
  description: "500 competition problems of the MATH test set, with answers in LaTeX",
  maxNewTokens: 16_384,
  parts: [{ dataset: "HuggingFaceH4/MATH-500", split: "test" }],
  fields: { id: ["unique_id"] },
  rule: mathRule(),
});
