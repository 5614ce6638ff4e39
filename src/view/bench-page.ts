// The data of the pages of a ProcessBench run: the figures with every sample in one row, and one sample step by step.

import { counted } from "../outgoing/counted.ts";
import { rewardHistogram } from "../processbench/bench-figures.ts";
import { averageFigure, figuresOfSubset } from "../processbench/metrics.ts";
import { whereFrom } from "../runs/run-file.ts";
import type { BenchPage, BenchRow, BenchSample, RunSummary } from "./api.ts";
import { settingLines } from "./eval-page.ts";
import type { BenchIndex } from "./index/bench-index.ts";

const { compare: order } = new Intl.Collator("en", { numeric: true });

export function benchPage(index: BenchIndex, run: RunSummary): BenchPage {
  const all = [...index.outcomes()];
  const rows = all.map(({ subset, sample: { id: sample, statement, steps, label }, outcome }): BenchRow => {
    const { prediction, match, missing } = outcome;
    return { subset, sample, statement, steps: steps.length, label, prediction, match, missing };
  });
  // Journals are in the order in which samples were judged.
  rows.sort((a, b) => order(a.subset, b.subset) || order(a.sample, b.sample));
  const rewards = Object.fromEntries(
    Object.keys(index.figures.subsets).map((name) => [
      name,
      rewardHistogram(
        all
          .filter(({ subset }) => subset === name)
          .map(({ sample, judged }) => ({ label: sample.label, scores: judged.scores })),
      ),
    ]),
  );
  const { subsets } = index.figures;
  const figures = {
    average: averageFigure(subsets),
    subsets: Object.fromEntries(Object.entries(subsets).map(([name, each]) => [name, figuresOfSubset(each)])),
  };
  return {
    run,
    figures,
    ...index.figures,
    rewards,
    rows,
    settings: benchSettings(index),
    notes: index.notes,
  };
}

export function benchSettings({ run, folder }: BenchIndex): [string, string][] {
  const { config, data } = run!;
  const { model, identity } = config;
  return settingLines(run!, [
    ["folder", folder],
    ["model", model.model ?? model.path],
    ["server", model.baseUrls?.join(", ")],
    ["judge", config.judge],
    ["votes", config.votes],
    ["a step without a verdict", config.noVerdict],
    ["description", config.desc],
    ...Object.entries(identity).filter(([name]) => name !== "model"),
    ...Object.entries(data).map(
      ([name, { source, samples }]) =>
        [`data of ${name}`, `${whereFrom(source)}, ${counted(samples, "sample")}`] as const,
    ),
  ]);
}

/** Undefined if there is no such sample. */
export async function benchSample(
  index: BenchIndex,
  subset: string,
  sample: string,
): Promise<BenchSample | undefined> {
  const read = await index.read(subset, sample);
  if (!read) return undefined;
  const { given, judged, outcome } = read;
  const { prediction, match, missing } = outcome;
  return {
    ...{ subset, sample, statement: given.problem, label: given.label, prediction, match, missing },
    reason: outcome.missing === undefined ? outcome.assumed : outcome.reason,
    threshold: index.figures.threshold?.value,
    question: given.steps.length === 0 ? given.question : undefined,
    steps: given.steps.map((text, step) => ({
      text,
      score: judged.scores.get(step),
      failure: judged.failures.get(step),
    })),
    votes: [...judged.votes].map(([vote, { index, text }]) => ({ vote, index, text: text ?? "" })),
  };
}
