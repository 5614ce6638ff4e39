// How far a ProcessBench run is: kept count of while it is under way.

import { addUsage, noUsage, type Usage } from "../models/model.ts";
import type { RunProgress } from "../runs/lifecycle.ts";
import type { Judgements } from "./judged.ts";
import { hasNoVerdict, type Outcome, outcomeOf, type Rule } from "./outcome.ts";
import type { Sample, Subset } from "./samples.ts";

export interface BenchProgress extends RunProgress {
  samples: number;
  /** Samples that have an outcome, be it that the provider failed. */
  settled: number;
  /** Of them, there before this start. */
  resumed: number;
  /** Unknown as long as the threshold is. */
  matched: number | undefined;
  noVerdict: number;
  failed: number;
  calls: number;
  tokens: Usage;
}

export class Meter {
  private readonly outcomes = new Map<Sample, Outcome>();
  private progress: BenchProgress;

  /** @param rule undefined as long as it depends on rewards that are not there yet */
  constructor(
    subsets: readonly Subset[],
    private readonly judgements: Judgements,
    private readonly rule: Rule | undefined,
    private readonly onProgress: ((progress: BenchProgress) => void) | undefined,
  ) {
    this.progress = {
      samples: subsets.reduce((sum, { samples }) => sum + samples.length, 0),
      settled: 0,
      resumed: 0,
      matched: rule && 0,
      noVerdict: 0,
      failed: 0,
      calls: 0,
      tokens: noUsage,
      inFlight: 0,
      retries: 0,
    };
    for (const { name, samples } of subsets) for (const sample of samples) this.settle(name, sample);
    this.progress.resumed = this.progress.settled - this.progress.failed;
  }

  /** Looks anew at a sample of which something was heard. */
  settle(subset: string, sample: Sample): void {
    const before = this.outcomes.get(sample);
    if (before) this.count(before, -1);
    const outcome = outcomeOf(sample, this.judgements.of(subset, sample.id), this.rule ?? nothingIsWrong);
    this.outcomes.set(sample, outcome);
    this.count(outcome, 1);
  }

  run(progress: RunProgress): void {
    this.progress = { ...this.progress, ...progress };
    this.tell();
  }

  private count(outcome: Outcome, by: 1 | -1): void {
    if (outcome.missing === "not_asked") return;
    this.progress.settled += by;
    if (hasNoVerdict(outcome)) this.progress.noVerdict += by;
    if (outcome.missing === "failed") this.progress.failed += by;
    if (outcome.match && this.progress.matched !== undefined) this.progress.matched += by;
  }

  private tell(): void {
    const all = [...this.judgements.subsets.values()];
    const calls = all.reduce((sum, subset) => sum + subset.calls, 0);
    const tokens = all.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
    this.onProgress?.({ ...this.progress, calls, tokens });
  }
}

/** Under which a sample is settled when all of its steps have a reward. */
const nothingIsWrong: Rule = { by: "threshold", threshold: Number.NEGATIVE_INFINITY };
