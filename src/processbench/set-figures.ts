// The figures of PRMBench and of Mr-Ben, as their own code computes them, in percent as their tables have them.

import { type Figure, gradedIn } from "../runs/figure.ts";
import type { Interval } from "../runs/interval.ts";
import { mean } from "../runs/metrics.ts";
import type { Judgement } from "./metrics.ts";
import { controls } from "./sets.ts";

/** A solution with the judgement of each step. */
export interface JudgedSteps {
  id: string;
  /** The wrong steps, by index. */
  wrong: readonly number[];
  /**
   * For each step, whether it was kept as right; undefined if a step has no verdict, so that the row does not count.
   */
  kept: readonly boolean[] | undefined;
}

/** Of a class, or of all classes together. Null where the reference has -1, because the denominator is 0. */
export interface StepFigures {
  prm_score: number | null;
  /** 95%, by a jackknife over rows. */
  interval: Interval | null;
  f1: number | null;
  negative_f1: number | null;
  /** The share of right steps that were kept, and of wrong steps and first errors that were refused. */
  right_accuracy: number | null;
  wrong_accuracy: number | null;
  first_error_accuracy: number | null;
  /** The mean distance between the share of kept steps in a row and in its control. */
  similarity: number | null;
  /** The rows in which all steps were judged, and the number of all rows. */
  judged: number;
  rows: number;
}

export interface ClassifiedFigures {
  all: StepFigures;
  classes: Record<string, StepFigures>;
  /** PRMBench's three groups of classes: the means of their PRMScores. */
  groups: Record<string, number | null>;
}

/** PRMBench's classes by group. */
const groups: Readonly<Record<string, readonly string[]>> = {
  simplicity: ["redundency", "circular"],
  soundness: ["counterfactual", "step_contradiction", "domain_inconsistency", "confidence"],
  sensitivity: ["missing_condition", "deception", "multi_solutions"],
};

/** The class of right solutions: its score is only the F1 of right steps. */
const withoutErrors = "multi_solutions";

/** Right steps kept and refused, wrong ones refused and kept. */
interface Counts {
  tp: number;
  fn: number;
  tn: number;
  fp: number;
}

/** @param subsets by class, the controls among them */
export function classifiedFigures(
  subsets: readonly { name: string; rows: readonly JudgedSteps[] }[],
): ClassifiedFigures {
  const originals = new Map<string, number>();
  for (const { id, kept } of subsets.find(({ name }) => name === controls)?.rows ?? [])
    if (kept) originals.set(id.slice(controls.length + 1), shareOf(kept));
  const classes = subsets
    .filter(({ name }) => name !== controls)
    .map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => ({ ...row, original: originals.get(row.id.slice(name.length + 1)) })),
    }));
  const figures = Object.fromEntries(
    classes.map(({ name, rows }) => [name, figuresOf(rows, name === withoutErrors)]),
  );
  const scoresOf = (names: readonly string[]) => names.map((name) => figures[name]?.prm_score ?? null);
  const isPrmBench = Object.values(groups).some((names) => names.some((name) => figures[name]));
  return {
    all: figuresOf(
      classes.flatMap(({ rows }) => rows),
      false,
    ),
    classes: figures,
    groups: isPrmBench
      ? Object.fromEntries(Object.entries(groups).map(([group, names]) => [group, meanOf(scoresOf(names))]))
      : {},
  };
}

const shareOf = (kept: readonly boolean[]): number => kept.filter(Boolean).length / kept.length;

/** Null if one of them is. */
const meanOf = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null) ? null : mean(values as number[]);

type Row = JudgedSteps & { original?: number | undefined };
type KeptRow = Row & { kept: readonly boolean[] };

function figuresOf(rows: readonly Row[], isPositiveOnly: boolean): StepFigures {
  const judged = rows.filter((row): row is KeptRow => row.kept !== undefined);
  const counts = judged.map(countsOf);
  const all = counts.reduce(plus, { tp: 0, fn: 0, tn: 0, fp: 0 });
  const scoreOf = (counts: Counts): number | null =>
    isPositiveOnly ? f1Of(counts) : meanOf([f1Of(counts), f1Of(turned(counts))]);
  const score = scoreOf(all);
  const firsts = judged.flatMap(({ wrong, kept }) => (wrong.length === 0 ? [] : [kept[wrong[0]!] ? 0 : 1]));
  // The reference treats a control in which no step was kept as missing.
  const distances = judged.flatMap(({ kept, original }) =>
    original ? [Math.abs(shareOf(kept) - original)] : [],
  );
  return {
    prm_score: percent(score),
    interval:
      score === null
        ? null
        : jackknife(
            score,
            counts.map((each) => scoreOf(less(all, each))),
          ),
    f1: percent(f1Of(all)),
    negative_f1: percent(f1Of(turned(all))),
    right_accuracy: percent(ratio(all.tp, all.tp + all.fn)),
    wrong_accuracy: percent(ratio(all.tn, all.tn + all.fp)),
    first_error_accuracy: percent(firsts.length === 0 ? null : mean(firsts)),
    similarity: percent(distances.length === 0 ? null : mean(distances)),
    judged: judged.length,
    rows: rows.length,
  };
}

function countsOf({ wrong, kept }: KeptRow): Counts {
  const counts = { tp: 0, fn: 0, tn: 0, fp: 0 };
  kept.forEach((isKept, step) => {
    if (wrong.includes(step)) counts[isKept ? "fp" : "tn"]++;
    else counts[isKept ? "tp" : "fn"]++;
  });
  return counts;
}

const plus = (a: Counts, b: Counts): Counts => ({
  tp: a.tp + b.tp,
  fn: a.fn + b.fn,
  tn: a.tn + b.tn,
  fp: a.fp + b.fp,
});

const less = (a: Counts, b: Counts): Counts => ({
  tp: a.tp - b.tp,
  fn: a.fn - b.fn,
  tn: a.tn - b.tn,
  fp: a.fp - b.fp,
});

/** The same with the roles of right and wrong changed. */
const turned = ({ tp, fn, tn, fp }: Counts): Counts => ({ tp: tn, fn: fp, tn: tp, fp: fn });

/**
 * As in the reference: precision and recall are -1 if their denominator is 0, and so is F1 if their sum is. F1 is
 * therefore 0 if no step was kept, or none should have been.
 */
function f1Of({ tp, fn, fp }: Counts): number | null {
  const [precision, recall] = [ratio(tp, tp + fp) ?? -1, ratio(tp, tp + fn) ?? -1];
  if (precision + recall === 0 || (precision === -1 && recall === -1)) return null;
  return Math.abs((2 * precision * recall) / (precision + recall));
}

const ratio = (part: number, all: number): number | null => (all === 0 ? null : part / all);

const percent = (value: number | null): number | null => (value === null ? null : 100 * value);

const normal95 = 1.959963984540054;

/** In percent, between 0 and 100; the unit is the row, because the steps of a row are judged together. */
function jackknife(value: number, without: readonly (number | null)[]): Interval | null {
  const n = without.length;
  if (n < 2 || without.some((each) => each === null)) return null;
  const centre = mean(without as number[]);
  const squares = without.reduce<number>((sum, each) => sum + (each! - centre) ** 2, 0);
  const half = normal95 * Math.sqrt(((n - 1) / n) * squares);
  // Equal rows say nothing about the spread.
  return half === 0 ? null : [100 * Math.max(0, value - half), 100 * Math.min(1, value + half)];
}

// Mr-Ben: whether a solution is right, its first error, and the reason.

export interface MrBenFigures {
  subjects: Record<string, MrScore>;
  /** The plain means over the subjects. */
  mean: Omit<MrScore, "correct" | "incorrect">;
}

interface MrScore {
  /** Matthews correlation coefficient of right and wrong solutions, from -1 to 1. */
  mcc: number;
  /** The share of wrong solutions whose first wrong step was found, in percent. */
  step_accuracy: number | null;
  /** The share of wrong solutions for which this holds and the reason is right too; null if no reasons were judged. */
  reason_accuracy: number | null;
  /** 0.2 · max(0, MCC) + 0.3 · step accuracy + 0.5 · reason accuracy, in percent. */
  mr_score: number | null;
  correct: number;
  incorrect: number;
}

/** @param reasons whether the stated reason for an error is right, by the sample's id */
export function mrBenFigures(
  subsets: readonly { name: string; judgements: readonly (Judgement & { id: string })[] }[],
  reasons: Readonly<Record<string, boolean>> | undefined,
): MrBenFigures {
  const subjects = Object.fromEntries(
    subsets.map(({ name, judgements }) => [name, mrScore(judgements, reasons)]),
  );
  const all = Object.values(subjects);
  return {
    subjects,
    mean: {
      mcc: all.length === 0 ? 0 : mean(all.map(({ mcc }) => mcc)),
      step_accuracy: meanOf(all.map(({ step_accuracy }) => step_accuracy)),
      reason_accuracy: meanOf(all.map(({ reason_accuracy }) => reason_accuracy)),
      mr_score: meanOf(all.map(({ mr_score }) => mr_score)),
    },
  };
}

/** A sample without a prediction counts against the judge, as in the reference. */
function mrScore(
  judgements: readonly (Judgement & { id: string })[],
  reasons: Readonly<Record<string, boolean>> | undefined,
): MrScore {
  const correct = judgements.filter(({ label }) => label === -1);
  const incorrect = judgements.filter(({ label }) => label !== -1);
  const tp = correct.filter(({ outcome }) => outcome.prediction === -1).length;
  const tn = incorrect.filter(
    ({ outcome: { prediction } }) => prediction !== null && prediction !== -1,
  ).length;
  const [fp, fn] = [incorrect.length - tn, correct.length - tp];
  const product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
  const mcc = product === 0 ? 0 : (tp * tn - fp * fn) / Math.sqrt(product);
  const found = incorrect.filter(({ outcome }) => outcome.match);
  const step = ratio(found.length, incorrect.length);
  const reason = reasons
    ? ratio(found.filter(({ id }) => reasons[id] === true).length, incorrect.length)
    : null;
  return {
    mcc,
    step_accuracy: percent(step),
    reason_accuracy: percent(reason),
    mr_score:
      step === null || reason === null ? null : percent(0.2 * Math.max(0, mcc) + 0.3 * step + 0.5 * reason),
    correct: correct.length,
    incorrect: incorrect.length,
  };
}

/** The main figure of a run over one of these sets, in percent; undefined over any other. */
export function setFigure(
  { prmbench, mr_ben }: { prmbench?: ClassifiedFigures | undefined; mr_ben?: MrBenFigures | undefined },
  over: Figure["over"],
): Figure | undefined {
  const isNothing = gradedIn(over) === 0;
  if (prmbench) {
    const { prm_score: value, interval } = prmbench.all;
    return { name: "PRMScore", value: isNothing ? null : value, interval, over };
  }
  if (!mr_ben || mr_ben.mean.mr_score === null) return undefined;
  return { name: "MR-Score", value: mr_ben.mean.mr_score, interval: null, over };
}
