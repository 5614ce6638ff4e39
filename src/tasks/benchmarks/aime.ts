// AIME 2024, both exams: 30 problems whose answers are integers from 0 to 999, written with leading zeros.
//   { "id": 61, "problem": "There exist real numbers …", "solution": "…", "answer": "025", "url": "…", "year": "2024" }

import { type Benchmark, defineBenchmark, type Part } from "../benchmark.ts";
import { integerRule } from "../integer-rule.ts";

/** A long solution, which with its problem fits into a context of 32,768 tokens. */
const aimeTokens = 30_720;

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

// AIME 2025: two configurations of one data set, asked as one task or each alone. There are no solutions, so the
// ideal reply is the answer's sentence.
//   { "question": "Find the sum of …", "answer": "70" }

const exam = (label: "I" | "II"): Part => ({
  dataset: "opencompass/AIME2025",
  config: `AIME2025-${label}`,
  split: "test",
  files: [`aime2025-${label}.jsonl`],
  label,
});

const aime = (name: string, aliases: string[], description: string, parts: Part[]): Benchmark =>
  defineBenchmark({ name, aliases, description, maxNewTokens: aimeTokens, parts, rule: integerRule });

export const aime2025 = aime(
  "AIME-2025",
  ["aime25", "aime2025"],
  "AIME I and II of 2025: 30 competition problems with integer answers",
  [exam("I"), exam("II")],
);

export const aime2025I = aime("AIME-2025-I", [], "AIME I of 2025: 15 problems", [exam("I")]);

export const aime2025II = aime("AIME-2025-II", [], "AIME II of 2025: 15 problems", [exam("II")]);
