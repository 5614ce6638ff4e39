// Public interface: the engine, evaluations, and their figures.

export { compareSets, DifferentDataError, type ScoredSets, type SetComparison } from "./compare.ts";
export { type EngineOptions, type EngineProgress, type EngineSummary, runUnits } from "./engine/engine.ts";
export { type Executor, executeHere, type RunContext, runContext } from "./engine/executor.ts";
export { Journal, readJournal } from "./engine/journal.ts";
export { type Outcome, type Unit, UnitFailure, type UnitRecord, type Work } from "./engine/unit.ts";
export { type EvalOptions, type EvalProgress, type EvalResult, runEval } from "./eval.ts";
export { compareRuns, type TaskComparison } from "./eval-kind.ts";
export { type GradedRun, gradeRun } from "./grading/grade-run.ts";
export { type Grader, GraderInPlace, type GradingItem } from "./grading/grader.ts";
export { Scores, type TaskScores } from "./grading/scores.ts";
export { type GradingLimits, ThreadedGrader } from "./grading/threaded-grader.ts";
export { carryOut, type RunControl, type RunEnd, type RunParts, type RunProgress } from "./lifecycle.ts";
export { majorityAtK, type Vote } from "./majority.ts";
export { average, measure, passAtK, type TaskMetrics } from "./metrics.ts";
export { type Plan, planRun } from "./plan.ts";
export type { RunConfig, RunFile } from "./run-file.ts";
export { DifferentRunError } from "./run-folder.ts";
export { requestSeed } from "./seed.ts";
