// Public interface: strategies, searches, and their results.

export { type Driver, iterationWork } from "./advance.ts";
export { type AtK, type Baseline, baselineOf, measureAtK } from "./at-k.ts";
export { readSolution, readStep, stepEnd } from "./candidate.ts";
export { type PolicyPrompt, policyPrompt, stepwiseInstruction } from "./prompt.ts";
export { type IterationResult, type ProblemResult, readResults } from "./result.ts";
export type { SearchConfig, SearchRun } from "./run-file.ts";
export { type DatasetScore, type SearchScores, scoreSearches, scoresJson, writeScores } from "./score.ts";
export {
  runSearch,
  type SearchOptions,
  type SearchProgress,
  type SearchResult,
  searchFolder,
} from "./search.ts";
export { compareSearches, type SearchComparison } from "./search-kind.ts";
export { type StrategyName, strategies, strategyNames } from "./strategies.ts";
export type {
  Candidate,
  Conclusion,
  Decision,
  Ending,
  Path,
  SearchSettings,
  SearchState,
  Strategy,
} from "./strategy.ts";
export { type Aggregate, aggregate, aggregates } from "./strategy.ts";
