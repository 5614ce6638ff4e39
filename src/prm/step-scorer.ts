// The interface of a process reward model: steps in, a score for each out. The kind of request (a chat with a verdict,
// a row of a pooling endpoint, label probabilities) is up to the implementation.

import type { GenerateOptions, Usage } from "../models/model.ts";
import type { Masses } from "./label-reward.ts";

export interface StepsToScore {
  problem: string;
  /** The solution so far, in order. */
  steps: readonly string[];
  /** The first step whose score is requested; those before it are taken as right. */
  from: number;
  /** Stop after the first step that is judged wrong. */
  untilWrong?: boolean | undefined;
  /** The permanent name of the question: back-off derives its jitter from it, and a replay finds its answer by it. */
  key: string;
  /** The seed for a judge that samples. */
  seed?: number | undefined;
}

export interface StepScore {
  /** The probability that the step is right, 0 to 1; null if it could not be read. */
  reward: number | null;
  /** Null if the judge gave none. */
  verdict: "right" | "wrong" | null;
  /** The probabilities of both labels, if the reward was computed from them. */
  masses?: Masses | undefined;
  /** The judge's reply, if it has one. */
  text: string | null;
  /** A note on the reward if it is not directly the model's own: a bound, a missing label, a truncated reply. */
  note?: string | undefined;
}

export interface StepScores {
  /** One for each step from `from` on, fewer where `untilWrong` ended it or a step had no verdict. */
  scores: StepScore[];
  /** The number of answered requests. */
  calls: number;
  usage: Usage;
}

export interface StepScorer {
  /** Everything that a score depends on: model, interface, prompt, sampling. A run records it. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Whether one request scores all steps, so that step-by-step requests would only repeat it. */
  readonly asksOnce?: boolean | undefined;
  /** Whether scores belong to a sample, so that two samples with the same text may have different ones. */
  readonly isBySample?: boolean | undefined;
  /** @throws {ProviderError} if the server fails after all tries */
  score(question: StepsToScore, options?: GenerateOptions): Promise<StepScores>;
  /** The first request as it would be sent, for display; without a key. */
  preview(question: StepsToScore): object;
  close(): Promise<void>;
}
