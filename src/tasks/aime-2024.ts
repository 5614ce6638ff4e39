// AIME 2024, both exams: 30 problems whose answers are integers from 0 to 999, written with leading zeros.

import { defineBenchmark } from "./benchmark.ts";
import { integerRule } from "./integer-rule.ts";

/** A long solution, which with its problem fits into a context of 32,768 tokens. */
export const aimeTokens = 30_720;

export const aime2024 = defineBenchmark({
  name: "AIME-2024",
  aliases: ["aime24", "aime2024"],
  description: "AIME I and II of 2024: 30 competition problems with integer answers",
  maxNewTokens: aimeTokens,
  parts: [
    {
      dataset: "HuggingFaceH4/aime_2024",
      split: "train",
      files: ["data/train-00000-of-00001.parquet"],
    },
  ],
  rule: integerRule,
});
