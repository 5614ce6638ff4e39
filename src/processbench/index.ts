// What the room offers to users of the library: ProcessBench, beside the step scorers that it is run with.

export * from "../prm/index.ts";
export { type BenchOptions, type BenchResult, runProcessBench } from "./bench.ts";
export type { BenchConfig, BenchFile, readBenchFile } from "./bench-file.ts";
export type { BenchProgress } from "./bench-progress.ts";
export type { JudgeName } from "./bench-settings.ts";
export { readCritique } from "./critique.ts";
export { majorityOf } from "./critique-vote.ts";
export type { Judge } from "./judges/judge.ts";
export { averageF1, measureSubset, type SubsetMetrics } from "./metrics.ts";
export { type JudgeOptions, openJudge } from "./open-judge.ts";
export type { Outcome } from "./outcome.ts";
export { loadSubsets, type Sample, type Subset, type SubsetRequest } from "./samples.ts";
export { bestThreshold, type ScoredSample } from "./threshold.ts";
