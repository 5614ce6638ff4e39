// Public interface: the checks that Assay's own models, rewards, strategies and step scorers pass, for those that users
// write.

export type { Check } from "./check.ts";
export { type ModelUnderTest, modelChecks } from "./model-checks.ts";
export { rewardChecks } from "./reward-checks.ts";
export { type ScorerCase, type ScorerUnderTest, scorerChecks } from "./scorer-checks.ts";
export { type StrategyCheckOptions, strategyChecks } from "./strategy-checks.ts";
