// Public interface: process reward models, which score each step.

export { type LabelPair, usualLabels, type Verdict } from "./labels.ts";
export { namedPrompts } from "./named-prompts.ts";
export {
  builtInPrompt,
  openScorer,
  promptKindOf,
  type ScorerInterface,
  type ScorerOptions,
  scorerInterfaces,
} from "./open-scorer.ts";
export { PromptError } from "./prompt-template.ts";
export type { PooledScores } from "./scorers/pooled-scores.ts";
export type { StepScore, StepScorer, StepScores, StepsToScore } from "./step-scorer.ts";
export { type FoundVerdict, readVerdict } from "./verdict.ts";
