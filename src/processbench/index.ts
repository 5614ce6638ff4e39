// Public interface of ProcessBench, together with the step scorers that it uses.

export * from "../prm/index.ts";
export type { BenchProgress } from "./bench.ts";
export { type BenchOptions, type BenchResult, runProcessBench } from "./bench.ts";
export { bestThreshold, type ScoredSample } from "./bench-figures.ts";
export type { BenchConfig, BenchFile, JudgeName, readBenchFile } from "./bench-file.ts";
export { readCritique } from "./critique.ts";
export type { Judge } from "./judges.ts";
export { type JudgeOptions, openJudge } from "./judges.ts";
export { averageF1, measureSubset, type SubsetMetrics } from "./metrics.ts";
export type { Outcome } from "./outcome.ts";
export { majorityOf } from "./outcome.ts";
export { loadSubsets, type Sample, type Subset, type SubsetRequest } from "./samples.ts";
