// College-Math: university exercises. It has no known place on the hub, so its rows come from a file.

import { defineBenchmark } from "./benchmark.ts";
import { mathRule } from "./math-rule.ts";

export const collegeMath = defineBenchmark({
  name: "College-Math",
  aliases: ["college_math"],
  description: "university exercises, from a file of your own",
  maxNewTokens: 16_384,
  parts: [],
  rule: mathRule(),
});
