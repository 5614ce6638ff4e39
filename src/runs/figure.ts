// A figure and what it is over. Where a run is not whole, its figures are over what was answered: they name what is missing,
// and say nothing about it. Pure, since the viewer's page prints figures with the same words.

import { count } from "../outgoing/counted.ts";
import type { Interval } from "./interval.ts";
import type { TaskMetrics } from "./metrics.ts";

/** How much of a run is there, whatever its kind. */
export interface Completeness {
  /** For example `samples`. */
  unit: string;
  /** What became of those that are there. */
  did: "answered" | "judged" | "finished" | "problems answered in full";
  done: number;
  of: number;
  /** Those that a server failed to give after all tries. The others that are missing were not asked for yet. */
  failed: number;
  /** Of those that are there, how many have no verdict: the code that grades them failed, or has not come to them. */
  ungraded: number;
}

export interface Figure {
  /** For example `avg@8`. */
  name: string;
  /** A share from 0 to 1; null where nothing was measured. */
  value: number | null;
  /** Of 95 %; null where nothing was measured. */
  interval: Interval | null;
  over: Completeness;
  /** The value with everything that failed counted as wrong, where all was asked for and some failed. */
  least?: number | undefined;
}

export const isWhole = ({ done, of }: Completeness): boolean => done === of;

/** How many of them a figure counts. */
export const measuredIn = ({ done, ungraded }: Completeness): number => done - ungraded;

export const notAsked = ({ done, of, failed }: Completeness): number => of - done - failed;

/** Whether a figure leaves out something that the run should have. */
export const isPartial = (whole: Completeness): boolean => measuredIn(whole) < whole.of;

/** Several as one. @param empty what there is where there are none */
export const together = (
  parts: readonly Completeness[],
  empty: Pick<Completeness, "unit" | "did">,
): Completeness => {
  const sum = (key: "done" | "of" | "failed" | "ungraded") =>
    parts.reduce((total, part) => total + part[key], 0);
  const { unit, did } = parts[0] ?? empty;
  return { unit, did, done: sum("done"), of: sum("of"), failed: sum("failed"), ungraded: sum("ungraded") };
};

const restWords: Readonly<Record<Completeness["did"], string>> = {
  answered: "not asked",
  judged: "not asked",
  finished: "not finished",
  "problems answered in full": "not",
};

/** For example `32 failed, 1,120 not asked`; empty where nothing is missing. */
export function missingWords(whole: Completeness): string {
  const rest = notAsked(whole);
  return [
    ...(whole.failed > 0 ? [`${count(whole.failed)} failed`] : []),
    ...(rest > 0 ? [`${count(rest)} ${restWords[whole.did]}`] : []),
    ...(whole.ungraded > 0 ? [`${count(whole.ungraded)} not graded`] : []),
  ].join(", ");
}

/** What stands after a figure: ` of 160 answered; 1,152 not asked`, and nothing where the run is whole. */
export function overWords(whole: Completeness): string {
  if (!isPartial(whole)) return "";
  const did = whole.ungraded > 0 ? "graded" : whole.did;
  return ` of ${count(measuredIn(whole))} ${did}; ${missingWords(whole)}`;
}

export const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)}%`;

export const intervalWords = ([low, high]: readonly [number, number]): string =>
  `${percent(low)} to ${percent(high)}`;

/** For example `51.2%`, `51.2% of 160 answered; 1,152 not asked`, or `nothing measured: 12 failed`. */
export function figureWords({ value, over, least }: Figure): string {
  if (value === null) return nothingWords(over);
  const floor = least === undefined ? "" : ` (${percent(least)} if they count as wrong)`;
  return `${percent(value)}${overWords(over)}${floor}`;
}

/** What is said in place of a figure where nothing was measured. */
export const nothingWords = (over: Completeness): string => {
  const missing = missingWords(over);
  return `nothing measured${missing === "" ? "" : `: ${missing}`}`;
};

/** Whether a run is under way, and how much of it is there. */
export interface RunState {
  is: "running" | "finished" | "stopped early" | "not checked";
  done: number;
  expected: number;
  failed: number;
  /** Where it may be running, where that cannot be checked here. */
  host?: string | undefined;
}

/** For example `finished, 32 failed`, or `stopped early, 160 of 1,312`. */
export function stateWords({ is, done, expected, failed, host }: RunState): string {
  const far = is === "finished" ? [] : [`${count(done)} of ${count(expected)}`];
  const failures = failed > 0 ? [`${count(failed)} failed`] : [];
  return [is === "not checked" ? `not checked: on ${host}` : is, ...far, ...failures].join(", ");
}

/** What `--json` says of a run's main figure. */
export const headlineJson = ({ name, value, interval, over, least }: Figure) => ({
  metric: name,
  value,
  interval,
  ...(isPartial(over)
    ? {
        partial: {
          [over.did]: over.done,
          of: over.of,
          failed: over.failed,
          not_asked: notAsked(over),
          ungraded: over.ungraded,
        },
      }
    : {}),
  ...(least === undefined ? {} : { failed_as_wrong: least }),
});

/** How many samples of a task were answered, of those that it should have. */
export function completenessOfTask({
  samples: of,
  unscored: { provider: failed = 0, not_asked: rest = 0, grading = 0, not_graded: waiting = 0 },
}: Pick<TaskMetrics, "samples" | "unscored">): Completeness {
  return {
    unit: "samples",
    did: "answered",
    done: of - failed - rest,
    of,
    failed,
    ungraded: grading + waiting,
  };
}

/** How many samples of an evaluation were answered, of those that it should have. */
export const completenessOf = (
  tasks: Readonly<Record<string, Pick<TaskMetrics, "samples" | "unscored">>>,
): Completeness =>
  together(Object.values(tasks).map(completenessOfTask), { unit: "samples", did: "answered" });

/**
 * The figures of a task as tables and pages show them, the main one first: with one sample of each problem the accuracy, with
 * several avg@n, maj@n and pass@n.
 */
export function figuresOfTask(metrics: Omit<TaskMetrics, "headline">): [Figure, ...Figure[]] {
  const { problems, samples, intervals, complete_problems: done } = metrics;
  const n = problems === 0 ? 1 : samples / problems;
  const main: Figure = {
    name: n > 1 ? `avg@${n}` : "accuracy",
    value: metrics.avg_at_k.value,
    interval: intervals.avg_at_k,
    over: completenessOfTask(metrics),
    least: metrics.failed_as_wrong?.avg_at_k.value,
  };
  if (n === 1) return [main];
  const over: Completeness = {
    unit: "problems",
    did: "problems answered in full",
    ...{ done, of: problems, failed: 0, ungraded: 0 },
  };
  return [
    main,
    { name: `maj@${n}`, value: metrics.maj_at_k[n] ?? null, interval: intervals.maj_at_k[n] ?? null, over },
    {
      name: `pass@${n}`,
      value: metrics.pass_at_k[n] ?? null,
      interval: intervals.pass_at_k[n] ?? null,
      over,
    },
  ];
}

/** The 2 × 2 of right and wrong in two runs a and b. */
export interface Quarters {
  both: number;
  a_only: number;
  b_only: number;
  neither: number;
}

/** To which part a problem belongs to each of the four, by the shares of its samples that are right. */
export const quartersOf = ({ a, b }: { a: number; b: number }): Quarters => ({
  both: a * b,
  a_only: a * (1 - b),
  b_only: (1 - a) * b,
  neither: (1 - a) * (1 - b),
});
