// Verdicts from records, as they come: each completion is judged once and then let go, so that memory holds short
// answers and not completions.

import { createHash } from "node:crypto";
import { addUsage, noUsage, type Usage } from "../models/model.ts";
import type { Task } from "../tasks/task.ts";
import { conversationOf, type DrawRecord, readDraw } from "./draw.ts";
import type { UnitRecord } from "./engine/unit.ts";
import { judge, type TemplateName } from "./template.ts";

/** Why a sample has no verdict: the provider failed, the gold is unusable, or it has not been asked for yet. */
export type Unscored = "provider" | "gold" | "not_asked";

export interface SampleVerdict {
  right: boolean | null;
  /** What was extracted, cut where it is long; null where there is no answer. */
  answer: string | null;
  /** Equal for equal answers, however long. */
  group: string | null;
  by: string;
  unscored?: Unscored | undefined;
  reason?: string | undefined;
  truncated: boolean;
}

export interface ProblemScores {
  problem: string;
  /** By number; what is missing was not asked for yet. */
  samples: Map<number, SampleVerdict>;
}

export interface TaskScores {
  problems: Map<string, ProblemScores>;
  usage: Usage;
  /** Of all requests together. */
  requestSeconds: number;
  requests: number;
}

const longestAnswer = 200;

export class Scores {
  readonly tasks = new Map<string, TaskScores>();

  constructor(
    private readonly judges: ReadonlyMap<string, Task>,
    private readonly template: TemplateName | undefined,
  ) {
    for (const name of judges.keys()) {
      this.tasks.set(name, { problems: new Map(), usage: noUsage, requestSeconds: 0, requests: 0 });
    }
  }

  /** Names a problem that belongs to the run, also where nothing is known of it yet. */
  expect(task: string, problem: string): void {
    this.scoresOf(task, problem);
  }

  /** Judges what a record holds; the verdicts are also given back. */
  add(record: UnitRecord, read: DrawRecord | undefined = readDraw(record)): SampleVerdict[] {
    const task = read && this.judges.get(read.input.task);
    if (!read || !task) return [];
    const { input, drawn } = read;
    const scores = this.tasks.get(input.task)!;
    const { samples } = this.scoresOf(input.task, input.problem);
    scores.requestSeconds += record.time.ms / 1000;
    scores.requests += drawn?.requests ?? 1;
    const verdicts: SampleVerdict[] = [];
    const settle = (sample: number, verdict: SampleVerdict) => {
      samples.set(sample, verdict);
      verdicts.push(verdict);
    };
    const fail = (sample: number, message: string) => {
      if (!samples.has(sample) || samples.get(sample)!.unscored === "provider")
        settle(sample, failed(message));
    };
    if (!drawn) {
      for (const sample of input.samples) fail(sample, record.error!.message);
      return verdicts;
    }
    scores.usage = addUsage(scores.usage, drawn.usage);
    const conversation = conversationOf(input);
    for (const completion of drawn.completions) {
      const { right, extracted, by, reason } = judge(task, conversation, completion, this.template);
      const answer = shortened(extracted);
      settle(completion.sample, {
        right,
        answer,
        group: extracted !== null && isLong(extracted) ? hashOf(extracted) : answer,
        by,
        ...(right === null ? { unscored: "gold" as const } : {}),
        ...(reason === undefined ? {} : { reason: shortened(reason)! }),
        truncated: completion.finish === "length",
      });
    }
    for (const { sample, message } of drawn.failures) fail(sample, message);
    return verdicts;
  }

  /** The samples that have no completion yet. */
  missing(task: string, problem: string, numSamples: number): number[] {
    const { samples } = this.scoresOf(task, problem);
    return Array.from({ length: numSamples }, (_, sample) => sample).filter((sample) => {
      const verdict = samples.get(sample);
      return verdict === undefined || verdict.unscored === "provider";
    });
  }

  private scoresOf(task: string, problem: string): ProblemScores {
    const { problems } = this.tasks.get(task)!;
    let scores = problems.get(problem);
    if (!scores) {
      scores = { problem, samples: new Map() };
      problems.set(problem, scores);
    }
    return scores;
  }
}

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

/** A piece of a text keeps the whole text in memory; a copy does not. */
const copied = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");
