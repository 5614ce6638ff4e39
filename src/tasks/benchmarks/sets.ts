// Benchmarks with a final answer that only need their columns.

import { type Benchmark, defineBenchmark } from "../benchmark.ts";
import { integerRule } from "../integer-rule.ts";
import { readBoxedSolution } from "../row-problem.ts";

/**
 * { "problem": "…", "solution": "…", "answer": "\\frac{1}{2}", "subject": "Algebra", "level": 2, "unique_id": "test/algebra/1.json" };
 * https://github.com/openai/prm800k has this choice of 500 test problems of MATH.
 */
export const math500 = defineBenchmark({
  name: "MATH-500",
  aliases: ["math", "math500"],
  description: "500 competition problems of the MATH test set, with answers in LaTeX",
  maxNewTokens: 16_384,
  parts: [{ dataset: "HuggingFaceH4/MATH-500", split: "test" }],
  fields: { id: ["unique_id"] },
});

/** { "question": "…", "answer": "27.0" }: problems without their choices; some copies write the integers as floats. */
export const amc23 = defineBenchmark({
  name: "AMC23",
  aliases: ["amc"],
  description: "AMC 12 of 2023: 40 competition problems with numbers as answers",
  maxNewTokens: 16_384,
  parts: [{ dataset: "math-ai/amc23", split: "test" }],
  fields: { id: [] },
});

/** { "question": "…", "answer": "1.6" }: some copies have no answer but a solution that ends in a box. */
export const minerva = defineBenchmark({
  name: "Minerva",
  aliases: ["minerva_math", "minervamath"],
  description: "272 undergraduate problems of mathematics and science",
  maxNewTokens: 16_384,
  parts: [{ dataset: "math-ai/minervamath", split: "test" }],
  fields: { id: [] },
  read: readBoxedSolution,
});

/** It has no known place on the hub, so its rows come from a file. */
export const collegeMath = defineBenchmark({
  name: "College-Math",
  aliases: ["college_math"],
  description: "university exercises, from a file of your own",
  maxNewTokens: 16_384,
  parts: [],
});

/** { "problem": "…", "answer": "27" }; https://huggingface.co/datasets/ByteDance-Seed/BeyondAIME */
const beyondAime = defineBenchmark({
  name: "BeyondAIME",
  description: "100 problems beyond AIME with integers as answers",
  maxNewTokens: 32_768,
  parts: [{ dataset: "ByteDance-Seed/BeyondAIME", split: "test" }],
  rule: integerRule,
});

/**
 * { "domain": ["Mathematics -> Algebra"], "difficulty": 8.0, "problem": "…", "solution": "…", "answer": "8" };
 * https://github.com/KbsdJames/Omni-MATH. Some golds are prose: a judge may be asked there.
 */
const omniMath = defineBenchmark({
  name: "Omni-MATH",
  aliases: ["omnimath"],
  description: "4,428 olympiad problems; some golds are prose, for which --judge can be asked",
  maxNewTokens: 32_768,
  parts: [{ dataset: "KbsdJames/Omni-MATH", split: "test" }],
  groupBy: ["difficulty"],
});

/**
 * { "Problem ID": "imo-bench-algebra-001", "Problem": "…", "Short Answer": "3", "Category": "Algebra" };
 * https://github.com/google-deepmind/superhuman
 */
const imoAnswerBench = defineBenchmark({
  name: "IMO-AnswerBench",
  description:
    "400 olympiad problems with short answers: answerbench.csv of github.com/google-deepmind/superhuman, named as a path in assay.config.*",
  maxNewTokens: 32_768,
  parts: [],
  fields: { problem: ["Problem"], answer: ["Short Answer"], id: ["Problem ID"] },
  groupBy: ["Category"],
});

const subjects = [
  "algebra",
  "counting_and_probability",
  "geometry",
  "intermediate_algebra",
  "number_theory",
  "prealgebra",
  "precalculus",
];

/** { "problem": "…", "level": "Level 5", "type": "Algebra", "solution": "… \\boxed{2}" }; https://github.com/hendrycks/math */
const math = defineBenchmark({
  name: "Hendrycks-MATH",
  aliases: ["hendrycks_math", "math_full"],
  description: "the 5,000 test problems of MATH, by level and subject",
  maxNewTokens: 16_384,
  parts: subjects.map((config) => ({
    dataset: "EleutherAI/hendrycks_math",
    config,
    split: "test",
    label: config,
  })),
  fields: { id: [] },
  groupBy: ["level", "type"],
  read: readBoxedSolution,
});

/** { "id": "hle…", "question": "…", "image": "", "answer": "…", "answer_type": "exactMatch" }; https://github.com/centerforaisafety/hle */
const hle = defineBenchmark({
  name: "HLE",
  description:
    "Humanity's Last Exam, rows without an image; gated, and many golds are prose, for which --judge can be asked",
  maxNewTokens: 32_768,
  parts: [{ dataset: "cais/hle", split: "test" }],
  fields: { problem: ["question"], id: ["id"] },
  groupBy: ["category"],
  keeps: ["category", "answer_type", "raw_subject"],
  skips: ({ values }) => typeof values.image === "string" && values.image !== "",
});

const physics = [
  "AtomicPhysics",
  "ClassicalElectromagnetism",
  "ClassicalMechanics",
  "Electrodynamics",
  "GeometricalOptics",
  "QuantumMechanics",
  "Relativity",
  "SemiconductorPhysics",
  "Solid-StatePhysics",
  "StatisticalMechanics",
  "TheoreticalMechanics",
  "Thermodynamics",
  "WaveOptics",
];

/**
 * { "index": 7, "problem": "…", "answers": "…", "answer_type": "NV", "is_multiple_answer": false, "subject": "…" };
 * https://github.com/YangLabHKUST/UGPhysics
 */
const ugPhysics = defineBenchmark({
  name: "UGPhysics",
  description: "5,520 problems of undergraduate physics in English, graded by the preset science",
  maxNewTokens: 16_384,
  parts: physics.map((config) => ({ dataset: "UGPhysics/ugphysics", config, split: "en", label: config })),
  fields: { answer: ["answers"], id: [] },
  groupBy: ["subject", "answer_type"],
  gradingOptions: { preset: "science" },
});

export const moreSets: readonly Benchmark[] = [beyondAime, omniMath, math, imoAnswerBench, hle, ugPhysics];

const difficulties = ["low", "medium", "high", "top"];

/** { "id": "low-en-0", "question": "…", "answer": "…" }; https://github.com/QwenLM/PolyMath. A language is a configuration. */
export const polyMath = (language: string): Benchmark =>
  defineBenchmark({
    name: language === "en" ? "PolyMath" : `polymath:${language}`,
    description: `500 problems of four difficulties in the language '${language}'; polymath:zh and others are the same in other languages`,
    maxNewTokens: 32_768,
    parts: difficulties.map((split) => ({
      dataset: "Qwen/PolyMath",
      config: language,
      split,
      label: split,
    })),
  });
