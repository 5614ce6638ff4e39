// What a process reward model is to whoever uses it: steps in, a score for each out. How the model is asked (a chat
// with a verdict, a row of a pooling endpoint, label probabilities) is the affair of the one who implements this.

import type { GenerateOptions, Usage } from "../models/model.ts";
import type { Masses } from "./label-reward.ts";

export interface StepsToScore {
  problem: string;
  /** The solution so far, in order. */
  steps: readonly string[];
  /** The first step whose score is wanted; those before it are taken as right. */
  from: number;
  /** Leave off behind the first step that is judged wrong. */
  untilWrong?: boolean | undefined;
  /** Names the question for good: back-off draws its jitter from it, and a replay finds its answer by it. */
  key: string;
  /** For the sampling of a judge that samples. */
  seed?: number | undefined;
}

export interface StepScore {
  /** The chance that the step is right, 0 to 1; null if nothing could be read that says so. */
  reward: number | null;
  /** Null if the judge gave none. */
  verdict: "right" | "wrong" | null;
  /** The probabilities of both labels, where the reward is made of them. */
  masses?: Masses | undefined;
  /** The judge's own words, where it has any. */
  text: string | null;
  /** How the reward came about where it is not plainly the model's own: a bound, no label, a cut-off reply. */
  note?: string | undefined;
}

export interface StepScores {
  /** One for each step from `from` on, fewer where `untilWrong` ended it or a step had no verdict. */
  scores: StepScore[];
  /** Requests that were answered. */
  calls: number;
  usage: Usage;
}

export interface StepScorer {
  /** Everything about the scorer that a score depends on: model, interface, prompt, sampling. A run keeps it. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Whether one request scores all steps, so that asking step by step would only repeat it. */
  readonly asksOnce?: boolean | undefined;
  /** @throws {ProviderError} when the server fails after all tries */
  score(question: StepsToScore, options?: GenerateOptions): Promise<StepScores>;
  /** What the first request looks like where it is sent, for a person to check; holds no key. */
  preview(question: StepsToScore): object;
  close(): Promise<void>;
}
