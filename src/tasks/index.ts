// Public interface: benchmarks by name, tasks derived from them, and the types for users' own tasks.

export { type Benchmark, type Definition, defineBenchmark, type Part } from "./benchmark.ts";
export { mixTasks, type Slice, sliceTask } from "./derived-tasks.ts";
export { integerRule } from "./integer-rule.ts";
export { mathRule } from "./math-rule.ts";
export type { Problem } from "./problem.ts";
export { r1ZeroPrompt, withR1ZeroTemplate } from "./r1-zero-template.ts";
export { benchmarks, type FindOptions, findTask } from "./registry.ts";
export type { Rule } from "./rule.ts";
export {
  type Completion,
  type Conversation,
  evaluate,
  type Grade,
  type LoadedTask,
  type Message,
  reward,
  type Source,
  type Task,
} from "./task.ts";
export { TaskError } from "./task-error.ts";
export { type FailedGold, failedGolds } from "./validate.ts";
