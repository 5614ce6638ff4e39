// The state of a run's samples, collected from the journal's records as they arrive.

import { addUsage, noUsage, type Usage } from "../models/model.ts";
import { countEmpty, type EmptyCompletions, fieldsIn, noneEmpty } from "../outgoing/empty-completions.ts";
import type { StepScore } from "../prm/step-scorer.ts";
import { tooLong } from "../prm/watched-verdict.ts";
import { readDraw } from "../runs/draw.ts";
import type { UnitRecord } from "../runs/engine/unit.ts";
import { valueWithin } from "../workers/within-time.ts";
import { readCritique } from "./critique.ts";
import { readSteps } from "./step-unit.ts";

/** The judgements of a sample so far. */
export interface Judged {
  /** By the step's index. */
  scores: Map<number, StepScore>;
  /** Of whole critiques, by their index. */
  votes: Map<number, { index: number | null; text: string | null; note?: string | undefined }>;
  /** The provider's message for a step or a vote that failed. */
  failures: Map<number, string>;
  /** The sample in the form of the journal. */
  given?: Given | undefined;
}

export interface Given {
  problem: string;
  label: number;
  /** All wrong steps, if the set labels each step. */
  wrong?: readonly number[] | undefined;
  /** Set if the journal has them one by one. */
  steps: string[];
  /** The question that contained the whole solution. */
  question?: string | undefined;
}

export interface SubsetJudged {
  samples: Map<string, Judged>;
  /** The number of answered requests. */
  calls: number;
  usage: Usage;
  /** Replies in words, and the empty ones among them. */
  replies: number;
  empty: EmptyCompletions;
}

export class Judgements {
  readonly subsets = new Map<string, SubsetJudged>();

  /** @param keepsTexts whether samples and judges' replies are kept, which may be long, or only the judgements */
  constructor(private readonly keepsTexts = false) {}

  of(subset: string, sample: string): Judged {
    const { samples } = this.subset(subset);
    let judged = samples.get(sample);
    if (!judged) {
      judged = { scores: new Map(), votes: new Map(), failures: new Map() };
      samples.set(sample, judged);
    }
    return judged;
  }

  subset(name: string): SubsetJudged {
    let subset = this.subsets.get(name);
    if (!subset) {
      subset = { samples: new Map(), calls: 0, usage: noUsage, replies: 0, empty: noneEmpty() };
      this.subsets.set(name, subset);
    }
    return subset;
  }

  /** Adds a record, and returns the sample that it is about. */
  add(record: UnitRecord): { subset: string; sample: string } | undefined {
    return this.addSteps(record) ?? this.addDraw(record);
  }

  private addSteps(record: UnitRecord) {
    const read = readSteps(record);
    if (!read) return undefined;
    const { subset, sample, from, given } = read.input;
    const judged = this.of(subset, sample);
    if (given && this.keepsTexts) judged.given = given;
    if (read.outcome) {
      read.outcome.scores.forEach((score, place) => {
        judged.scores.set(from + place, this.keepsTexts ? score : { ...score, text: null });
        if (score.text !== null) this.countReply(subset, { text: score.text, ...fieldsIn(score.note) });
      });
      judged.failures.delete(from);
      this.count(subset, read.outcome.calls, read.outcome.usage);
    } else judged.failures.set(from, record.error!.message);
    return { subset, sample };
  }

  private addDraw(record: UnitRecord) {
    const read = readDraw(record);
    if (!read) return undefined;
    const { input, drawn } = read;
    const judged = this.of(input.task, input.problem);
    if (this.keepsTexts) {
      const question = typeof input.prompt === "string" ? input.prompt : input.prompt.at(-1)!.content;
      judged.given = {
        problem: input.statement,
        label: Number(input.gold),
        steps: input.steps ?? [],
        question,
      };
    }
    for (const completion of drawn?.completions ?? []) {
      const { sample, text } = completion;
      this.countReply(input.task, completion);
      const index = valueWithin(() => readCritique(text), "too long" as const);
      const vote = index === "too long" ? { index: null, note: tooLong } : { index };
      judged.votes.set(sample, { ...vote, text: this.keepsTexts ? text : null });
      judged.failures.delete(sample);
    }
    const failures =
      drawn?.failures ?? input.samples.map((sample) => ({ sample, message: record.error!.message }));
    for (const { sample, message } of failures) {
      if (!judged.votes.has(sample)) judged.failures.set(sample, message);
    }
    if (drawn) this.count(input.task, drawn.requests ?? 1, drawn.usage);
    return { subset: input.task, sample: input.problem };
  }

  private countReply(name: string, reply: Parameters<typeof countEmpty>[1]): void {
    const subset = this.subset(name);
    subset.replies++;
    countEmpty(subset.empty, reply);
  }

  private count(name: string, calls: number, usage: Usage): void {
    const subset = this.subset(name);
    subset.calls += calls;
    subset.usage = addUsage(subset.usage, usage);
  }
}
