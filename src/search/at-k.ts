// The value of a reward model on n solutions of each problem, and on any k of them: rm@k takes the best of k by its
// reward, maj@k the most frequent answer of k, pass@k counts a problem if any of k is right. Each is the mean over all
// choices of k.

import { type Interval, meanInterval, proportionInterval } from "../runs/interval.ts";
import { choose, majorityAtK } from "../runs/majority.ts";
import { average, type MeasuredAverage, mean, passAtK } from "../runs/metrics.ts";
import { isFailedGrade } from "../tasks/rule.ts";
import type { Conversation, LoadedTask, Task } from "../tasks/task.ts";
import type { CandidateInfo } from "./history.ts";
import { answerOf, isSameAnswer } from "./paths.ts";
import { countedResults, gradeAnswer, isOver, type ProblemResult } from "./result.ts";
import type { SearchSettings } from "./strategy.ts";

/** By k: 1, 2, 4 and so on, and n. Null if nothing was measured. */
export interface AtK {
  rm_at_k: Record<string, number | null>;
  maj_at_k: Record<string, number | null>;
  pass_at_k: Record<string, number | null>;
}

interface Drawn {
  /** Null if it was not scored; such a solution is never the best. */
  reward: number | null;
  answer: string | null;
  right: boolean;
  /** Whether the grading code failed, so that the verdict is unknown. */
  isUngraded: boolean;
}

const usualN = 256;

/** Over the problems that figures count; failures, and solutions that could not be graded, are not right. */
export function measureAtK(
  loaded: LoadedTask,
  results: readonly ProblemResult[],
  settings: SearchSettings,
): AtK {
  const { n } = settings;
  const byId = new Map(loaded.conversations.map((conversation) => [conversation.id, conversation]));
  const counted = countedResults(results);
  const isPartial = counted.length < results.length;
  const known = counted.map((result) => {
    const candidates = result.iterations.flatMap((iteration) => iteration.candidates);
    const drawn = drawnOf(loaded.task, byId.get(result.id)!, candidates, settings);
    return {
      id: result.id,
      drawn,
      isMeasured: isOver(result) && !drawn.some(({ isUngraded }) => isUngraded),
    };
  });
  const isAny = known.some(({ isMeasured }) => isMeasured);
  const measured = known.filter(({ isMeasured }) => isAny && (isMeasured || !isPartial));
  const problems = measured.map(({ drawn }) => drawn);
  const upTo = largestK(n, problems);
  const majorities = measured.map(({ id, drawn }) => majorityAtK(votesOf(drawn), id, { of: n, upTo }));
  const atEachK = (value: (drawn: Drawn[], k: number, problem: number) => number) =>
    Object.fromEntries(
      ksUpTo(upTo).map((k) => [
        `${k}`,
        problems.length === 0 ? null : mean(problems.map((drawn, problem) => value(drawn, k, problem))),
      ]),
    );
  return {
    rm_at_k: atEachK((drawn, k) => bestOfK(drawn, k, n)),
    maj_at_k: atEachK((_, k, problem) => majorities[problem]![k - 1]!),
    pass_at_k: atEachK((drawn, k) => passAtK(n, drawn.filter(({ right }) => right).length, k)),
  };
}

/** A search's file may have any n; beyond a usual one, k is at most the number of existing solutions. */
export const largestK = (n: number, problems: readonly (readonly unknown[])[]): number =>
  n <= usualN ? n : problems.reduce((most, drawn) => Math.max(most, drawn.length), 1);

export function ksUpTo(n: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < n; k *= 2) ks.push(k);
  return [...ks, n];
}

/** At most the requested number; a missing one gives no answer. */
export function drawnOf(
  task: Task,
  conversation: Conversation,
  candidates: readonly Pick<CandidateInfo, "candidate_step" | "reward">[],
  settings: SearchSettings,
): Drawn[] {
  return candidates.slice(0, settings.n).map((candidate): Drawn => {
    const answer = answerOf({ steps: [candidate.candidate_step], rewards: [], ends: null }, settings);
    const grade = answer === null ? undefined : gradeAnswer(task, conversation, answer);
    return {
      reward: candidate.reward,
      answer,
      right: grade?.right === true,
      isUngraded: grade !== undefined && isFailedGrade(grade),
    };
  });
}

/** The chance that the best of k is right: the solution of rank r is the best if none of the r before it is chosen. */
export function bestOfK(
  drawn: readonly Pick<Drawn, "reward" | "right">[],
  k: number,
  n = drawn.length,
): number {
  const scored = drawn.filter(({ reward }) => reward !== null);
  // Of equal rewards, the first comes first, as in the search.
  const ranked = scored.toSorted((a, b) => b.reward! - a.reward!);
  return ranked.reduce(
    (sum, { right }, rank) => sum + (right ? choose(n - 1 - rank, k - 1) / choose(n, k) : 0),
    0,
  );
}

/** Answers that are mathematically the same are one. */
export function votesOf(drawn: readonly Drawn[]) {
  const groups: string[] = [];
  return drawn.map(({ answer, right }) => {
    if (answer === null) return { group: null, right };
    let group = groups.find((known) => isSameAnswer(known, answer));
    if (group === undefined) {
      group = answer;
      groups.push(group);
    }
    return { group, right };
  });
}

// The policy without a reward model: n whole solutions of each problem, with the same prompt, seed and temperature. The
// majority's answer is the result of the search; the figures of single solutions are given too.

/** Null if nothing was measured. */
export interface Baseline {
  /** The share of single solutions that are right. */
  pass_at_1: MeasuredAverage;
  /** Problems of which any solution is right. */
  pass_at_n: number | null;
  /** Of 95 %. */
  intervals: { pass_at_1: Interval | null; pass_at_n: Interval | null };
}

/** Over the problems that figures count; failures, and solutions that could not be graded, are not right. */
export function baselineOf(
  loaded: LoadedTask,
  results: readonly ProblemResult[],
  settings: Pick<SearchSettings, "n" | "takesMarkedAnswers">,
): Baseline {
  const byId = new Map(loaded.conversations.map((conversation) => [conversation.id, conversation]));
  const counted = countedResults(results);
  const isPartial = counted.length < results.length;
  let measured = 0;
  const rights = counted.flatMap((result) => {
    const { id, iterations } = result;
    const answers = iterations
      .flatMap(({ candidates }) => candidates)
      .flatMap(
        ({ candidate_step }) =>
          answerOf({ steps: [candidate_step], rewards: [], ends: null }, settings) ?? [],
      );
    const grades = answers.map((answer) => gradeAnswer(loaded.task, byId.get(id)!, answer));
    const isMeasured = isOver(result) && !grades.some(isFailedGrade);
    if (isMeasured) measured++;
    return isPartial && !isMeasured ? [] : [grades.filter(({ right }) => right === true).length];
  });
  return baselineFrom(measured === 0 ? [] : rights, settings.n);
}

/** @param rights for each problem that counts, the number of its n solutions that are right */
export function baselineFrom(rights: readonly number[], n: number): Baseline {
  if (rights.length === 0)
    return {
      pass_at_1: { value: null, stderr: null },
      pass_at_n: null,
      intervals: { pass_at_1: null, pass_at_n: null },
    };
  const passAt1 = average(rights.map((right) => right / n));
  const passed = rights.filter((right) => right > 0).length;
  return {
    pass_at_1: passAt1,
    pass_at_n: mean(rights.map((right) => (right > 0 ? 1 : 0))),
    intervals: {
      pass_at_1: meanInterval(passAt1, rights.length),
      pass_at_n: proportionInterval(passed, rights.length),
    },
  };
}
