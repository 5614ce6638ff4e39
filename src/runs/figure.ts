// A figure and its denominator, by one rule. Once everything was requested, figures are over all of it: what failed
// after all tries counts as wrong, and the figure over the answered part is given too. Until then they are over the
// answered part, and name what is missing. Pure, because the viewer's pages print figures with the same words.

import { count } from "../outgoing/counted.ts";
import type { Interval } from "./interval.ts";
import type { TaskMetrics } from "./metrics.ts";

/** How complete a run of any kind is. */
export interface Completeness {
  /** For example `samples`. */
  unit: string;
  /** The state of those that exist. */
  did: "answered" | "judged" | "finished" | "problems answered in full";
  done: number;
  of: number;
  /** Those that failed after all tries. Other missing ones were not requested yet. */
  failed: number;
  /** The number of these without a verdict, because the code that grades them failed. */
  ungraded: number;
  /** The number of these that wait for their verdict. */
  waiting: number;
}

export interface Figure {
  /** For example `avg@8`. */
  name: string;
  /** A fraction from 0 to 1; null if nothing was measured. */
  value: number | null;
  /** The 95% interval; null if nothing was measured. */
  interval: Interval | null;
  over: Completeness;
  /** The same over the answered part only, if the value counts failures as wrong. */
  ofAnswered?: { value: number; interval: Interval | null } | undefined;
}

export const isWhole = ({ done, of }: Completeness): boolean => done === of;

export const notAsked = ({ done, of, failed }: Completeness): number => of - done - failed;

/** The number that have a verdict. */
export const gradedIn = ({ done, ungraded, waiting }: Completeness): number => done - ungraded - waiting;

/** Whether a figure leaves out something that was not requested, or not graded, yet. */
export const isPartial = (whole: Completeness): boolean => notAsked(whole) > 0 || whole.waiting > 0;

/** Whether figures count failures as wrong. If everything failed, there are no figures. */
export const countsFailures = (whole: Completeness): boolean => !isPartial(whole) && gradedIn(whole) > 0;

/** The number of them that a figure counts. */
export const countedIn = (whole: Completeness): number =>
  countsFailures(whole) ? whole.of : gradedIn(whole);

/** The sum of several. @param empty the unit if there are none */
export const together = (
  parts: readonly Completeness[],
  empty: Pick<Completeness, "unit" | "did">,
): Completeness => {
  const sum = (key: "done" | "of" | "failed" | "ungraded" | "waiting") =>
    parts.reduce((total, part) => total + part[key], 0);
  const { unit, did } = parts[0] ?? empty;
  return {
    unit,
    did,
    done: sum("done"),
    of: sum("of"),
    failed: sum("failed"),
    ungraded: sum("ungraded"),
    waiting: sum("waiting"),
  };
};

const restWords: Readonly<Record<Completeness["did"], string>> = {
  answered: "not asked",
  judged: "not judged",
  finished: "not finished",
  "problems answered in full": "incomplete",
};

/** For example `32 failed, 1,120 not asked`; empty if nothing is missing. */
export function missingWords(whole: Completeness): string {
  const rest = notAsked(whole);
  return [
    ...(whole.failed > 0 ? [`${count(whole.failed)} failed`] : []),
    ...(rest > 0 ? [`${count(rest)} ${restWords[whole.did]}`] : []),
    ...(whole.ungraded + whole.waiting > 0 ? [`${count(whole.ungraded + whole.waiting)} not graded`] : []),
  ].join(", ");
}

export const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)}%`;

/** A dash for a figure that was not measured, because 0% would look like a result. */
export const orDash = (
  value: number | null | undefined,
  write: (value: number) => string = percent,
): string => (value === null || value === undefined ? "–" : write(value));

/** A difference in percentage points, for example `+1.5` or `−0.3`. */
export const signedPoints = (value: number): string =>
  `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;

/** For example `+1.5 (−0.2 to +3.1)`. */
export const differenceWords = (value: number, interval: readonly [number, number] | null): string =>
  `${signedPoints(value)}${interval ? ` (${signedPoints(interval[0])} to ${signedPoints(interval[1])})` : ""}`;

export const intervalWords = ([low, high]: readonly [number, number]): string =>
  `${percent(low)} to ${percent(high)}`;

/** For example `32 failed count as wrong; 46.4% of 448 answered`; empty if nothing is missing. */
export function wrongWords({ over, ofAnswered }: Omit<Figure, "value">, write = percent): string {
  const missing = over.of - gradedIn(over);
  if (missing === 0) return "";
  const beside = ofAnswered ? `; ${write(ofAnswered.value)}${gradedWords(over)}` : "";
  return `${missingWords(over)} ${missing === 1 ? "counts" : "count"} as wrong${beside}`;
}

const gradedWords = (over: Completeness): string =>
  ` of ${count(gradedIn(over))} ${over.ungraded + over.waiting > 0 ? "graded" : over.did}`;

/**
 * The text after a figure: ` of 160 answered; 1,152 not asked` for a partial one, ` (32 failed count as wrong; 46.4% of
 * 448 answered)` if some failed, and empty for a complete run.
 * @param write formats a value
 */
export function overWords(figure: Figure, write = percent): string {
  const { over } = figure;
  if (isPartial(over)) return `${gradedWords(over)}; ${missingWords(over)}`;
  const wrong = wrongWords(figure, write);
  return wrong === "" ? "" : ` (${wrong})`;
}

/** For example `51.2%`, `51.2% of 160 answered; 1,152 not asked`, or `nothing measured: 12 failed`. */
export const figureWords = (figure: Figure, write = percent): string =>
  figure.value === null ? nothingWords(figure.over) : `${write(figure.value)}${overWords(figure, write)}`;

/** The text instead of a figure if nothing was measured. */
export const nothingWords = (over: Completeness): string => {
  const missing = missingWords(over);
  return `nothing measured${missing === "" ? "" : `: ${missing}`}`;
};

/** Whether a run is in progress, and how complete it is. */
export interface RunState {
  is: "running" | "finished" | "stopped early" | "not checked";
  done: number;
  expected: number;
  failed: number;
  /** The host on which it may be running, if this cannot be checked from here. */
  host?: string | undefined;
}

/** For example `finished, 32 failed`, or `stopped early, 160 of 1,312`. */
export function stateWords({ is, done, expected, failed, host }: RunState): string {
  const far = is === "finished" ? [] : [`${count(done)} of ${count(expected)}`];
  const failures = failed > 0 ? [`${count(failed)} failed`] : [];
  return [is === "not checked" ? `not checked: on ${host}` : is, ...far, ...failures].join(", ");
}

/** The JSON of a run's main figure. */
export const headlineJson = ({ name, value, interval, over, ofAnswered }: Figure) => ({
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
          ungraded: over.ungraded + over.waiting,
        },
      }
    : {
        ...(over.failed > 0 ? { failed: over.failed } : {}),
        ...(over.ungraded > 0 ? { ungraded: over.ungraded } : {}),
        ...(ofAnswered ? { of_answered: { ...ofAnswered, of: gradedIn(over) } } : {}),
      }),
});

/** The number of answered samples of a task, and the number that it should have. */
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
    ungraded: grading,
    waiting,
  };
}

/** The number of answered samples of an evaluation, and the number that it should have. */
export const completenessOf = (
  tasks: Readonly<Record<string, Pick<TaskMetrics, "samples" | "unscored">>>,
): Completeness =>
  together(Object.values(tasks).map(completenessOfTask), { unit: "samples", did: "answered" });

/**
 * The figures of a task as tables and pages show them, the main one first: with one sample of each problem the accuracy, with
 * several avg@n, maj@n and pass@n.
 */
export function figuresOfTask(metrics: Omit<TaskMetrics, "headline">): [Figure, ...Figure[]] {
  const { problems, samples, intervals, complete_problems: done, of_answered: answered } = metrics;
  const n = problems === 0 ? 1 : samples / problems;
  const asked = completenessOfTask(metrics);
  const main: Figure = {
    name: n > 1 ? `avg@${n}` : "accuracy",
    value: metrics.avg_at_k.value,
    interval: intervals.avg_at_k,
    over: asked,
    ofAnswered: answered && { value: answered.avg_at_k.value, interval: answered.interval },
  };
  if (n === 1) return [main];
  const over: Completeness = isPartial(asked)
    ? {
        unit: "problems",
        did: "problems answered in full",
        ...{ done, of: problems, failed: 0, ungraded: 0, waiting: 0 },
      }
    : asked;
  const atN = (
    name: string,
    values: Record<string, number | null>,
    within: Record<string, Interval | null>,
  ) => ({
    name: `${name}@${n}`,
    value: values[n] ?? null,
    interval: within[n] ?? null,
    over,
  });
  return [
    main,
    atN("maj", metrics.maj_at_k, intervals.maj_at_k),
    atN("pass", metrics.pass_at_k, intervals.pass_at_k),
  ];
}

/** The 2 × 2 of right and wrong in two runs a and b. */
export interface Quarters {
  both: number;
  a_only: number;
  b_only: number;
  neither: number;
}

/** The share of a problem in each of the four cells, by its shares of right samples. */
export const quartersOf = ({ a, b }: { a: number; b: number }): Quarters => ({
  both: a * b,
  a_only: a * (1 - b),
  b_only: (1 - a) * b,
  neither: (1 - a) * (1 - b),
});
