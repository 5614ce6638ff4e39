// What the room offers to users of the library: step scorers, and ProcessBench made with them.

export { type BenchOptions, type BenchResult, runProcessBench } from "./bench.ts";
export { type BenchConfig, type BenchFile, type JudgeName, readBenchFile } from "./bench-file.ts";
export type { BenchProgress } from "./bench-progress.ts";
export { readCritique } from "./critique.ts";
export { majorityOf } from "./critique-vote.ts";
export type { Judge } from "./judges/judge.ts";
export { type LabelPair, usualLabels, type Verdict } from "./labels.ts";
export { averageF1, measureSubset, type SubsetMetrics } from "./metrics.ts";
export { namedPrompts } from "./named-prompts.ts";
export { type JudgeOptions, openJudge } from "./open-judge.ts";
export {
  builtInPrompt,
  openScorer,
  promptKindOf,
  type ScorerInterface,
  type ScorerOptions,
  scorerInterfaces,
} from "./open-scorer.ts";
export type { Outcome } from "./outcome.ts";
export { PromptError } from "./prompt-template.ts";
export { loadSubsets, type Sample, type Subset, type SubsetRequest } from "./samples.ts";
export type { PooledScores } from "./scorers/pooled-scores.ts";
export type { StepScore, StepScorer, StepScores, StepsToScore } from "./step-scorer.ts";
export { bestThreshold, type ScoredSample } from "./threshold.ts";
export { type FoundVerdict, readVerdict } from "./verdict.ts";
