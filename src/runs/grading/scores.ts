// Verdicts from records, as they arrive: each completion is graded once and then released, so memory holds short
// answers and not completions.

import { createHash } from "node:crypto";
import type { CompletionField } from "../../config/apis.ts";
import type { Judgement } from "../../judge/question.ts";
import { addUsage, noUsage, type Usage } from "../../models/model.ts";
import { countEmpty, type EmptyCompletions, noneEmpty } from "../../outgoing/empty-completions.ts";
import { isFailedGrade } from "../../tasks/rule.ts";
import type { Columns, Grade } from "../../tasks/task.ts";
import { type DrawRecord, readDraw, readFrom } from "../draw.ts";
import type { UnitRecord } from "../engine/unit.ts";
import type { Completeness } from "../figure.ts";
import { type Grader, GraderInPlace, gradingItems, type TasksByName } from "./grader.ts";
import { JudgingGrader } from "./judged.ts";

/**
 * Why a sample has no verdict: the provider failed, the gold is unusable, its grading failed, its judge did not reply,
 * it has not been requested yet, or it waits to be graded.
 */
export type Unscored = "provider" | "gold" | "grading" | "judge" | "not_asked" | "not_graded";

export interface SampleVerdict {
  right: boolean | null;
  /** The extracted answer, truncated if it is long; null if there is none. */
  answer: string | null;
  /** Equal for equal answers of any length. */
  group: string | null;
  /** The position of the answer in the completion's text, if it is known. */
  at?: readonly [start: number, end: number] | undefined;
  by: string;
  unscored?: Unscored | undefined;
  reason?: string | undefined;
  /** Wrong because it is undecided. */
  undecided?: true | undefined;
  /** The judgement, if the rules have no proof. */
  judge?: Judgement | undefined;
  truncated: boolean;
}

/** Whether the model's answer exists, right or wrong. */
const isAnswered = ({ unscored }: SampleVerdict): boolean =>
  unscored !== "provider" && unscored !== "not_asked";

export interface ProblemScores {
  problem: string;
  /** The other columns of its row. */
  columns?: Columns | undefined;
  /** By number, with holes for samples that were not requested yet. */
  samples: SampleVerdict[];
}

export interface TaskScores {
  /** Columns whose values group the figures. */
  groupBy?: readonly string[] | undefined;
  problems: Map<string, ProblemScores>;
  /**
   * The number of additional problems that the run should have, which are unknown; a number, because a run's file may
   * name any.
   */
  absent: number;
  usage: Usage;
  /** Totals of all requests. */
  requestSeconds: number;
  requests: number;
  /** The numbers of completions, and of empty ones among them; repeated completions count each time. */
  completions: number;
  empty: EmptyCompletions;
}

const longestAnswer = 200;

export class Scores {
  readonly tasks = new Map<string, TaskScores>();

  /**
   * @param tasks in their template
   * @param grader grades completions; default: in this thread
   * @param field the field from which empty completions of old records are read
   */
  constructor(
    tasks: TasksByName,
    private readonly grader: Grader = new GraderInPlace(tasks),
    private readonly field?: CompletionField | undefined,
  ) {
    for (const [name, { groupBy }] of tasks) {
      this.tasks.set(name, {
        groupBy,
        problems: new Map(),
        absent: 0,
        usage: noUsage,
        requestSeconds: 0,
        requests: 0,
        completions: 0,
        empty: noneEmpty(),
      });
    }
  }

  /** Adds a problem that belongs to the run, even if it has no record yet. */
  expect(task: string, problem: string): void {
    this.scoresOf(task, problem);
  }

  /** Sets the number of problems that a task of the run should have. */
  expectInAll(task: string, count: number): void {
    const scores = this.tasks.get(task)!;
    scores.absent = Math.max(0, count - scores.problems.size);
  }

  /** Adds a record that was read from a journal; returns a promise if the caller should wait before the next. */
  add(record: UnitRecord): Promise<void> | undefined {
    const read = readDraw(record);
    if (!read) return undefined;
    const drawn = read.drawn && readFrom(read.drawn, this.field);
    this.count(record, { ...read, drawn });
    return this.grade(record, { ...read, drawn });
  }

  /** Resolves when every verdict is there. */
  settled(): Promise<void> {
    return this.grader.done();
  }

  /** The cost of a record. */
  count({ time }: UnitRecord, { input, drawn }: DrawRecord): void {
    const scores = this.tasks.get(input.task);
    if (!scores) return;
    scores.requestSeconds += time.ms / 1000;
    scores.requests += drawn?.requests ?? 1;
    if (!drawn) return;
    scores.usage = addUsage(scores.usage, drawn.usage);
    scores.completions += drawn.completions.length;
    for (const completion of drawn.completions) countEmpty(scores.empty, completion);
  }

  /**
   * Grades the completions of a record; `tell` is called with each verdict. Returns a promise if the caller should wait
   * before the next.
   * @param made grades of the completions that were made elsewhere, by index
   */
  grade(
    { error }: UnitRecord,
    { input, drawn }: DrawRecord,
    tell: (verdict: SampleVerdict) => void = () => {},
    made: readonly (Grade | null)[] = [],
  ): Promise<void> | undefined {
    if (!this.tasks.has(input.task)) return undefined;
    const scores = this.scoresOf(input.task, input.problem);
    scores.columns ??= input.columns;
    const { samples } = scores;
    const failures = drawn?.failures ?? input.samples.map((sample) => ({ sample, message: error!.message }));
    let wait: Promise<void> | undefined;
    if (drawn) {
      const items = gradingItems(input, drawn);
      for (const [place, { sample, finish }] of drawn.completions.entries()) {
        const pending = notGraded(finish);
        samples[sample] = pending;
        const settle = (grade: Grade) => {
          const verdict = verdictOn(grade, finish);
          // A later record of the same sample may have arrived in between.
          if (samples[sample] === pending) samples[sample] = verdict;
          tell(verdict);
        };
        const known = made[place];
        if (known && this.grader instanceof JudgingGrader) this.grader.settle(items[place]!, known, settle);
        else if (known) settle(known);
        else wait = this.grader.grade(items[place]!, settle);
      }
    }
    for (const verdict of settleFailures(samples, failures)) tell(verdict);
    return wait;
  }

  /** The samples that have no completion yet. */
  missing(task: string, problem: string, numSamples: number): number[] {
    const { samples } = this.scoresOf(task, problem);
    const missing: number[] = [];
    for (let sample = 0; sample < numSamples; sample++) {
      const verdict = samples[sample];
      if (verdict === undefined || verdict.unscored === "provider") missing.push(sample);
    }
    return missing;
  }

  /** Whether any sample has no completion yet. */
  lacks(task: string, problem: string, numSamples: number): boolean {
    const { samples } = this.scoresOf(task, problem);
    const held = numbered(samples).filter(
      ([sample, { unscored }]) => sample < numSamples && unscored !== "provider",
    );
    return held.length < numSamples;
  }

  private scoresOf(task: string, problem: string): ProblemScores {
    const { problems } = this.tasks.get(task)!;
    let scores = problems.get(problem);
    if (!scores) {
      scores = { problem, samples: [] };
      problems.set(problem, scores);
    }
    return scores;
  }
}

/**
 * The verdicts of a problem with their numbers, in order. Missing ones are not even iterated, because a journal is
 * untrusted, and its numbers may be large.
 */
export const numbered = (samples: readonly SampleVerdict[]): [sample: number, verdict: SampleVerdict][] =>
  Object.entries(samples).map(([sample, verdict]) => [Number(sample), verdict]);

/** The number of answered samples of an evaluation, and the number that it should have. */
export function answeredIn(scores: Scores, numSamples: number): Completeness {
  let of = 0;
  const verdicts: SampleVerdict[] = [];
  for (const { problems, absent } of scores.tasks.values()) {
    of += (problems.size + absent) * numSamples;
    for (const { samples } of problems.values())
      for (const [sample, verdict] of numbered(samples)) if (sample < numSamples) verdicts.push(verdict);
  }
  const unscored = (reason: Unscored) => verdicts.filter((verdict) => verdict.unscored === reason).length;
  return {
    unit: "samples",
    did: "answered",
    done: verdicts.filter(isAnswered).length,
    of,
    failed: unscored("provider"),
    ungraded: unscored("grading"),
    waiting: unscored("not_graded"),
  };
}

function verdictOn(grade: Grade, finish: string | null): SampleVerdict {
  const { right, extracted, at, by, reason, undecided, judge } = grade;
  const answer = shortened(extracted);
  return {
    right,
    answer,
    group: extracted !== null && isLong(extracted) ? hashOf(extracted) : answer,
    at,
    by,
    unscored:
      right !== null
        ? undefined
        : isFailedGrade(grade)
          ? "grading"
          : judge?.outcome === "failed"
            ? "judge"
            : "gold",
    reason: reason === undefined ? undefined : shortened(reason)!,
    undecided,
    ...(judge ? { judge } : {}),
    truncated: finish === "length",
  };
}

/** A failure does not replace an earlier completion. */
function settleFailures(
  samples: SampleVerdict[],
  failures: readonly { sample: number; message: string }[],
): SampleVerdict[] {
  const verdicts: SampleVerdict[] = [];
  for (const { sample, message } of failures) {
    const known = samples[sample];
    if (known && known.unscored !== "provider") continue;
    const verdict = failed(message);
    samples[sample] = verdict;
    verdicts.push(verdict);
  }
  return verdicts;
}

/** A completion without a verdict, which is made when the run is graded again. */
const notGraded = (finish: string | null): SampleVerdict => ({
  right: null,
  answer: null,
  group: null,
  by: "not graded",
  unscored: "not_asked",
  truncated: finish === "length",
});

const failed = (message: string): SampleVerdict => ({
  right: null,
  answer: null,
  group: null,
  by: "provider",
  unscored: "provider",
  reason: message,
  truncated: false,
});

const isLong = (answer: string): boolean => answer.length > longestAnswer;

function shortened(answer: string | null): string | null {
  if (answer === null) return null;
  return isLong(answer) ? `${copied(answer.slice(0, longestAnswer))}…` : copied(answer);
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A slice keeps the whole text in memory, unless it is so short that it is copied. */
const copied = (text: string): string =>
  text.length < shortestPiece ? text : Buffer.from(text, "utf16le").toString("utf16le");

const shortestPiece = 13;
