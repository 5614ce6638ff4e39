// AMC 2023: 40 problems without their choices; some copies write the integer answers as `27.0`.

import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";

export const amc23 = defineBenchmark({
  name: "AMC23",
  aliases: ["amc"],
  description: "AMC 12 of 2023: 40 competition problems with numbers as answers",
  maxNewTokens: 16_384,
  parts: [{ dataset: "math-ai/amc23", split: "test" }],
  fields: { id: [] },
  rule: mathRule(),
});
