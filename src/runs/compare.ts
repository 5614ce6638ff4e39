// Two runs over the same problems, paired problem by problem, which takes the problems' own difficulty out of the
// difference. Both are graded anew, so that a change of grader is never taken for a change of model.

import { ExpectedError } from "../errors/expected-error.ts";
import type { GradedRun } from "./grade-run.ts";
import { type Average, average, mean } from "./metrics.ts";
import { whereFrom } from "./run-file.ts";
import type { ProblemScores, SampleVerdict } from "./scores.ts";

/** The runs are over different data: compare runs of the same revision. */
export class DifferentDataError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "DifferentDataError";
  }
}

export interface Failures {
  wrong_answer: number;
  no_answer: number;
  truncated: number;
  unscored: number;
}

export interface PairedComparison {
  problems: number;
  /** Mean of the samples' correctness. */
  a: number;
  b: number;
  /** b less a. */
  difference: number;
  stderr: number | null;
  /** 95 %, by Student's t. */
  interval: [number, number] | null;
  /** Problems on which b is better, on which a is better, and how likely a split at least as uneven is by chance. */
  sign_test: { better: number; worse: number; p: number };
  /** Problems that only one of the two passes. */
  gained: string[];
  lost: string[];
}

export interface TaskComparison extends PairedComparison {
  failures: { a: Failures; b: Failures };
}

/** A problem with the share of its samples that are right in each of the two. */
export interface Pair {
  problem: string;
  a: number;
  b: number;
}

/** By task, for the tasks that both have. @throws {DifferentDataError} */
export function compareRuns(a: GradedRun, b: GradedRun): Record<string, TaskComparison> {
  const names = Object.keys(a.run.data).filter((name) => b.run.data[name]);
  if (names.length === 0) throw new DifferentDataError("the two runs have no task in common");
  return Object.fromEntries(names.map((name) => [name, compareTask(name, a, b)]));
}

function compareTask(name: string, a: GradedRun, b: GradedRun): TaskComparison {
  const [fromA, fromB] = [whereFrom(a.run.data[name]!.source), whereFrom(b.run.data[name]!.source)];
  if (fromA !== fromB)
    throw new DifferentDataError(`${name} is ${fromA} in the one and ${fromB} in the other`);
  const inA = a.scores.tasks.get(name)!.problems;
  const inB = b.scores.tasks.get(name)!.problems;
  const pairs = [...inA.values()].flatMap((problem) => {
    const other = inB.get(problem.problem);
    return other && problem.samples.length > 0 && other.samples.length > 0 ? [{ a: problem, b: other }] : [];
  });
  if (pairs.length === 0) throw new DifferentDataError(`the two runs have no problem of ${name} in common`);
  const [numA, numB] = [a.run.config.numSamples, b.run.config.numSamples];
  return {
    ...comparePairs(
      pairs.map((pair) => ({
        problem: pair.a.problem,
        a: share(pair.a, numA),
        b: share(pair.b, numB),
      })),
    ),
    failures: { a: failuresOf(pairs.map((pair) => pair.a)), b: failuresOf(pairs.map((pair) => pair.b)) },
  };
}

export function comparePairs(pairs: readonly Pair[]): PairedComparison {
  const gains = pairs.map(({ a, b }) => b - a);
  const { value, stderr } = average(gains);
  const better = gains.filter((gain) => gain > 0).length;
  const worse = gains.filter((gain) => gain < 0).length;
  return {
    problems: pairs.length,
    a: mean(pairs.map(({ a }) => a)),
    b: mean(pairs.map(({ b }) => b)),
    difference: value,
    stderr,
    interval: intervalOf({ value, stderr }, gains.length),
    sign_test: { better, worse, p: signTest(better, worse) },
    gained: pairs.filter(({ a, b }) => b > 0 && a === 0).map(({ problem }) => problem),
    lost: pairs.filter(({ a, b }) => a > 0 && b === 0).map(({ problem }) => problem),
  };
}

/** The 95 % interval of a mean over so many problems, by Student's t; null for a single one. */
function intervalOf({ value, stderr }: Average, problems: number): [number, number] | null {
  if (stderr === null) return null;
  const margin = stderr * tQuantile(problems - 1);
  return [value - margin, value + margin];
}

const isRight = ({ right }: SampleVerdict): boolean => right === true;
const verdictsOf = ({ samples }: ProblemScores): SampleVerdict[] => Object.values(samples);
const share = (problem: ProblemScores, numSamples: number): number =>
  verdictsOf(problem).filter(isRight).length / numSamples;

/** Each failed sample is one kind of failure. */
function failuresOf(problems: readonly ProblemScores[]): Failures {
  const failures: Failures = { wrong_answer: 0, no_answer: 0, truncated: 0, unscored: 0 };
  for (const verdict of problems.flatMap(verdictsOf)) {
    if (verdict.right === null) failures.unscored++;
    else if (verdict.right) continue;
    else if (verdict.truncated) failures.truncated++;
    else if (verdict.answer === null) failures.no_answer++;
    else failures.wrong_answer++;
  }
  return failures;
}

/** Two-sided and exact; problems without a difference say nothing. */
export function signTest(better: number, worse: number): number {
  const n = better + worse;
  let logTerm = -n * Math.LN2;
  let tail = 0;
  for (let i = 0; i <= Math.min(better, worse); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log(n - i) - Math.log(i + 1);
  }
  return Math.min(1, 2 * tail);
}

/** The 97.5 % quantile of Student's t, by its expansion about the normal one; exact values where that is too coarse. */
export function tQuantile(freedom: number): number {
  const small = [12.706, 4.303, 3.182, 2.776, 2.571][freedom - 1];
  if (small !== undefined) return small;
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
