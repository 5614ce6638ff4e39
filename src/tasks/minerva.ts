// Minerva: undergraduate science. Some copies have no answer but a solution that ends in a box.

import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";
import { readBoxedSolution } from "./row-problem.ts";

export const minerva = defineBenchmark({
  name: "Minerva",
  aliases: ["minerva_math", "minervamath"],
  description: "272 undergraduate problems of mathematics and science",
  maxNewTokens: 16_384,
  parts: [{ dataset: "math-ai/minervamath", split: "test" }],
  fields: { id: [] },
  read: readBoxedSolution,
  rule: mathRule(),
});
