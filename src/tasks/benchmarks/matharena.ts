// MathArena's competitions, all in one layout:
//   { "problem_idx": 1, "problem": "Find the sum of …", "answer": "70", "problem_type": ["Number Theory"] }
// Official code: https://github.com/eth-sri/matharena. Any other MathArena set is `matharena:NAME`.

import { type Benchmark, defineBenchmark } from "../benchmark.ts";
import { integerRule } from "../integer-rule.ts";
import type { Rule } from "../rule.ts";

const competition = (
  name: string,
  aliases: readonly string[],
  dataset: string,
  description: string,
  rule?: Rule,
): Benchmark =>
  defineBenchmark({
    name,
    aliases,
    description,
    maxNewTokens: 32_768,
    parts: [{ dataset: `MathArena/${dataset}`, split: "train" }],
    fields: { id: ["problem_idx", "id"] },
    groupBy: ["problem_type"],
    rule,
  });

export const mathArena: readonly Benchmark[] = [
  competition(
    "AIME-2026",
    ["aime26", "aime2026"],
    "aime_2026",
    "AIME I and II of 2026: 30 problems",
    integerRule,
  ),
  competition("HMMT-Feb-2025", ["hmmt25"], "hmmt_feb_2025", "HMMT of February 2025: 30 problems"),
  competition("HMMT-Nov-2025", [], "hmmt_nov_2025", "HMMT of November 2025: 30 problems"),
  competition("HMMT-Feb-2026", ["hmmt26"], "hmmt_feb_2026", "HMMT of February 2026: 33 problems"),
  competition("BRUMO-2025", ["brumo"], "brumo_2025", "Brown University Math Olympiad of 2025: 30 problems"),
  competition("CMIMC-2025", ["cmimc"], "cmimc_2025", "CMIMC of 2025: 40 problems"),
  competition("SMT-2025", ["smt"], "smt_2025", "Stanford Math Tournament of 2025: 53 problems"),
  competition("Apex-2025", ["apex"], "apex_2025", "12 problems that the best models of 2025 failed"),
  competition("Apex-Shortlist", [], "apex-shortlist", "the problems that Apex was chosen from"),
  competition("ArXivMath", [], "arxivmath-0326", "questions on recent papers, with final answers"),
];

/** A MathArena set by its name there. */
export const anyMathArena = (name: string): Benchmark =>
  competition(`matharena:${name}`, [], name, `MathArena's set ${name}`);
