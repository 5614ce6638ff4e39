// Computes figures from verdicts. Every sample that the run should have is counted: right, wrong, or unscored with its
// reason. Once all were requested, a figure is over all of them, and unscored ones count as not right; until then it is
// over those that were answered and graded. Values over the scored samples only are given too.

import { ExpectedError } from "../errors/expected-error.ts";
import type { JudgeOutcome } from "../judge/question.ts";
import { costOf, type Prices, tokensOf } from "../models/model.ts";
import type { EmptyCompletions } from "../outgoing/empty-completions.ts";
import { valuesOf } from "../tasks/problem.ts";
import { completenessOfTask, countsFailures, figuresOfTask, headlineJson } from "./figure.ts";
import { numbered, type SampleVerdict, type TaskScores } from "./grading/scores.ts";
import { type Interval, meanInterval } from "./interval.ts";
import { type MajorityMethod, majorityOf } from "./majority.ts";

export interface Average {
  value: number;
  /** Clustered by problem; null for a single problem. */
  stderr: number | null;
}

/** Null if nothing was measured. */
export type MeasuredAverage = Average | { value: null; stderr: null };

export interface TaskMetrics {
  problems: number;
  samples: number;
  /** Problems in which every sample was answered and graded. */
  complete_problems: number;
  /** The main figure of tables and papers. */
  headline: ReturnType<typeof headlineJson>;
  /**
   * The specification's accuracy: problems with any right sample. With several samples of each problem this is pass@n.
   */
  accuracy: number | null;
  /** The same under its own name, if each problem has several samples. */
  pass_at_n?: number | null;
  avg_at_k: MeasuredAverage;
  /** Over the problems that have k answered samples; null if none has. */
  pass_at_k: Record<string, number | null>;
  maj_at_k: Record<string, number | null>;
  maj_method: MajorityMethod;
  /** Of 95 %, over resampled problems; null if nothing was measured. */
  intervals: {
    accuracy: Interval | null;
    avg_at_k: Interval | null;
    pass_at_k: Record<string, Interval | null>;
    maj_at_k: Record<string, Interval | null>;
  };
  right: number;
  wrong: number;
  unscored: Record<string, number>;
  truncated: number;
  /** Completions without a text, if there are any, and the number of all completions. */
  empty?: (EmptyCompletions & { of: number }) | undefined;
  /** Over the scored samples only, if there are others. */
  scored_only?:
    | { problems: number; samples: number; accuracy: number | null; avg_at_k: MeasuredAverage }
    | undefined;
  /** Over the samples that were answered and graded, if figures count failures as wrong. */
  of_answered?: { samples: number; avg_at_k: Average; interval: Interval } | undefined;
  /** The mean by rules only, and the outcomes of the questions, if a judge was asked. */
  judged?:
    | ({ by_rules: Average } & Record<
        "asked" | "equal" | "inconclusive" | "refused" | "failed" | "not_asked",
        number
      >)
    | undefined;
  /** The same average for each value of a column, by the column. */
  groups?: Record<string, Group[]> | undefined;
  /** `reasoning` is the part of the output for reasoning, if the server counts it. */
  tokens: { input: number; output: number; reasoning?: number | undefined };
  cost?: number | undefined;
  /** The currency of the cost, if the prices name it. */
  currency?: string | undefined;
  requests: number;
  request_seconds: number;
}

/** The problems that have a value in a column. */
interface Group {
  value: string;
  problems: number;
  avg_at_k: Average;
  interval: Interval;
}

/** Up to this number of samples of a problem, there are figures for every k, even if no problem has as many yet. */
const everyK = 256;

/**
 * Samples that were not requested are counted but never listed: a run's file is untrusted, and may name any number of
 * problems and samples. The work therefore depends only on the journal, and beyond `everyK` so does the largest k.
 */
export function measure(scores: TaskScores, numSamples: number, prices?: Prices): TaskMetrics {
  const { absent } = scores;
  const problems = [...scores.problems.values()].map(({ problem, samples }) => ({
    problem,
    samples: numbered(samples).flatMap(([sample, verdict]) => (sample < numSamples ? [verdict] : [])),
  }));
  const all = problems.length + absent;
  const largestK =
    numSamples <= everyK
      ? numSamples
      : problems.reduce((most, { samples }) => Math.max(most, samples.length), 1);
  const { right, wrong, unscored, truncated } = countOf(problems);
  const notAsked = all * numSamples - problems.reduce((sum, { samples }) => sum + samples.length, 0);
  if (notAsked > 0) unscored.not_asked = (unscored.not_asked ?? 0) + notAsked;
  const whole = completenessOfTask({ samples: all * numSamples, unscored });
  const countedOf = (isCounted: (verdict: SampleVerdict) => boolean): Measured[] =>
    right + wrong === 0 ? [] : problems.map((each) => measuredOf(each, isCounted)).filter(({ n }) => n > 0);
  const measured = countedOf(countsFailures(whole) ? () => true : isMeasured);
  const answered = countsFailures(whole) && whole.failed + whole.ungraded > 0 ? countedOf(isMeasured) : [];
  const majorities = measured.map(({ problem, samples }) =>
    majorityOf(
      samples.map((verdict) => ({ group: verdict.group, right: isRightByRules(verdict) })),
      problem,
    ),
  );
  const ks = Array.from({ length: largestK }, (_, place) => place + 1);
  const atEachK = <Value>(values: readonly Value[]): Record<string, Value> =>
    Object.fromEntries(ks.map((k) => [`${k}`, values[k - 1]!]));
  /** The mean over the problems that have k samples. */
  const meanAt = (k: number, value: (problem: Measured, place: number) => number): Mean =>
    meanOf(measured.flatMap((problem, place) => (problem.n >= k ? [value(problem, place)] : [])));
  const passed = ks.map((k) => meanAt(k, ({ n, rights }) => passAtK(n, rights, k)));
  const voted = ks.map((k) => meanAt(k, (_, place) => majorities[place]!.values[k - 1]!));
  const shares = sharesOf(measured);
  const answeredShares = sharesOf(answered);
  const judged = judgedOf(measured);
  const solved = passed[numSamples - 1] ?? meanOf([]);
  const metrics: Omit<TaskMetrics, "headline"> = {
    problems: all,
    samples: all * numSamples,
    complete_problems: problems.filter(
      ({ samples }) => right + wrong > 0 && samples.filter(isMeasured).length === numSamples,
    ).length,
    accuracy: solved.value,
    ...(numSamples > 1 ? { pass_at_n: solved.value } : {}),
    avg_at_k: { value: shares.value, stderr: shares.stderr } as MeasuredAverage,
    pass_at_k: atEachK(passed.map(({ value }) => value)),
    maj_at_k: atEachK(voted.map(({ value }) => value)),
    maj_method: majorities.every(({ method }) => method === "exact") ? "exact" : "drawn",
    intervals: {
      accuracy: solved.interval,
      avg_at_k: shares.interval,
      pass_at_k: atEachK(passed.map(({ interval }) => interval)),
      maj_at_k: atEachK(voted.map(({ interval }) => interval)),
    },
    right,
    wrong,
    unscored,
    truncated,
    ...(scores.empty.completions > 0 ? { empty: { ...scores.empty, of: scores.completions } } : {}),
    ...(Object.keys(unscored).length > 0 ? { scored_only: scoredOnly(problems) } : {}),
    ...(answeredShares.value === null
      ? {}
      : {
          of_answered: {
            samples: answered.reduce((sum, { n }) => sum + n, 0),
            avg_at_k: { value: answeredShares.value, stderr: answeredShares.stderr },
            interval: answeredShares.interval,
          },
        }),
    ...(judged ? { judged } : {}),
    ...groupsOf(scores, measured),
    tokens: tokensOf(scores.usage),
    ...(prices ? { cost: costOf(scores.usage, prices) } : {}),
    ...(prices?.currency === undefined ? {} : { currency: prices.currency }),
    requests: scores.requests,
    request_seconds: Math.round(scores.requestSeconds * 1000) / 1000,
  };
  return { ...metrics, headline: headlineJson(figuresOfTask(metrics)[0]) };
}

/** A column with more values is an id or a text, and is not used for groups. */
export const mostGroups = 500;

/** @throws {ExpectedError} if a column that was asked for has no groups in any of the tasks */
export function checkGrouped(
  columns: readonly string[],
  tasks: Iterable<{ groups?: Readonly<Record<string, unknown>> | undefined }>,
  where: string,
): void {
  const grouped = new Set([...tasks].flatMap(({ groups = {} }) => Object.keys(groups)));
  const missing = columns.filter((column) => !grouped.has(column));
  if (missing.length > 0)
    throw new ExpectedError(
      `no problem of ${where} has ${missing.join(" or ")}, or it has more than ${mostGroups} values`,
    );
}

/** A problem with several values in a column belongs to the group of each; one without a value to none. */
function groupsOf(
  { groupBy = [], problems }: TaskScores,
  measured: readonly Measured[],
): Pick<TaskMetrics, "groups"> {
  const groups = groupBy.flatMap((column): [string, Group[]][] => {
    const byValue = new Map<string, Measured[]>();
    for (const each of measured)
      for (const value of new Set(valuesOf(problems.get(each.problem)?.columns, column)))
        byValue.set(value, [...(byValue.get(value) ?? []), each]);
    if (byValue.size === 0 || byValue.size > mostGroups) return [];
    const sorted = [...byValue].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    const figures = sorted.flatMap(([value, members]): Group[] => {
      const { interval, ...mean } = sharesOf(members);
      return interval === null
        ? []
        : [{ value, problems: members.length, avg_at_k: mean as Average, interval }];
    });
    return [[column, figures]];
  });
  return groups.length === 0 ? {} : { groups: Object.fromEntries(groups) };
}

function countOf(
  problems: readonly Sampled[],
): Pick<TaskMetrics, "right" | "wrong" | "unscored" | "truncated"> {
  const counts = { right: 0, wrong: 0, truncated: 0 };
  const unscored: Record<string, number> = {};
  for (const verdict of problems.flatMap(({ samples }) => samples)) {
    if (verdict.right === true) counts.right++;
    else if (verdict.right === false) counts.wrong++;
    if (verdict.unscored) unscored[verdict.unscored] = (unscored[verdict.unscored] ?? 0) + 1;
    if (verdict.truncated) counts.truncated++;
  }
  return { ...counts, unscored };
}

type Mean = (Average & { interval: Interval }) | { value: null; stderr: null; interval: null };

function meanOf(values: readonly number[]): Mean {
  if (values.length === 0) return { value: null, stderr: null, interval: null };
  const mean = average(values);
  return { ...mean, interval: meanInterval(mean, values.length) };
}

/** A problem with the samples that count in figures. */
interface Measured extends Sampled {
  n: number;
  rights: number;
}

const sharesOf = (problems: readonly Measured[]): Mean => meanOf(problems.map(({ n, rights }) => rights / n));

function measuredOf({ problem, samples }: Sampled, isCounted: (verdict: SampleVerdict) => boolean): Measured {
  const counted = samples.filter(isCounted);
  return { problem, samples: counted, n: counted.length, rights: counted.filter(isRight).length };
}

/** Whether it was answered and graded; a sample with an unusable gold stays in the denominator. */
export const isMeasured = ({ right, unscored }: SampleVerdict): boolean =>
  right !== null || unscored === "gold" || unscored === "judge";

interface Sampled {
  problem: string;
  samples: SampleVerdict[];
}

const isRight = ({ right }: SampleVerdict): boolean => right === true;

/** A judge is asked only if the rules do not say that an answer is right. */
const isRightByRules = ({ right, by }: SampleVerdict): boolean => right === true && by !== "judge";

/** The changes by a judge; undefined if none was asked. */
function judgedOf(measured: readonly Measured[]): TaskMetrics["judged"] {
  const said = measured.flatMap(({ samples }) => samples.flatMap(({ judge }) => judge?.outcome ?? []));
  if (said.length === 0) return undefined;
  const count = (outcome: JudgeOutcome) => said.filter((each) => each === outcome).length;
  const byRules = average(measured.map(({ samples, n }) => samples.filter(isRightByRules).length / n));
  return {
    by_rules: byRules,
    asked: said.length - count("not asked") - count("refused"),
    equal: count("equal"),
    inconclusive: count("inconclusive"),
    refused: count("refused"),
    failed: count("failed"),
    not_asked: count("not asked"),
  };
}

function scoredOnly(problems: readonly Sampled[]) {
  const scored = problems
    .map(({ samples }) => samples.filter(({ right }) => right !== null))
    .filter((samples) => samples.length > 0);
  return {
    problems: scored.length,
    samples: scored.reduce((sum, samples) => sum + samples.length, 0),
    ...(scored.length === 0
      ? { accuracy: null, avg_at_k: { value: null, stderr: null } }
      : {
          accuracy: mean(scored.map((samples) => (samples.some(isRight) ? 1 : 0))),
          avg_at_k: average(scored.map((samples) => samples.filter(isRight).length / samples.length)),
        }),
  };
}

/** The unbiased estimate of the chance that at least one of k samples is right, from n samples. */
export function passAtK(n: number, right: number, k: number): number {
  if (n - right < k) return 1;
  let none = 1;
  for (let i = n - right + 1; i <= n; i++) none *= 1 - k / i;
  return 1 - none;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The mean of problems' means, and its standard error: the samples of a problem are not independent.
 * @param zeros the number of additional problems with a mean of 0
 */
export function average(values: readonly number[], zeros = 0): Average {
  const count = values.length + zeros;
  const value = count === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / count;
  if (count < 2) return { value, stderr: null };
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, zeros * value ** 2);
  return { value, stderr: Math.sqrt(squares / (count * (count - 1))) };
}
