// AIME 2025: two configurations of one data set, asked as one task or each alone. There are no solutions, so the
// ideal reply is the answer's sentence.

import { aimeTokens } from "./aime-2024.ts";
import { type Benchmark, defineBenchmark, type Part } from "./benchmark.ts";
import { integerRule } from "./integer-rule.ts";

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
