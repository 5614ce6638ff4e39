// The figures of an evaluation from its index, by the very functions that the command line prints with.

import { noneEmpty } from "../outgoing/empty-completions.ts";
import { measure, type TaskMetrics } from "../runs/metrics.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { ProblemScores, SampleVerdict, TaskScores, Unscored } from "../runs/scores.ts";
import { isFailedGrade } from "../tasks/rule.ts";
import type { Facts } from "./journal-facts.ts";
import { type SampleTable, stateOf } from "./sample-table.ts";

export function figuresOf({ table, usage }: Facts, { config, data }: RunFile): Record<string, TaskMetrics> {
  const tasks = new Map<string, Map<string, ProblemScores>>(
    Object.keys(data).map((name) => [name, new Map()]),
  );
  for (const [place, { task, problem }] of table.problems.entries()) {
    const samples: SampleVerdict[] = [];
    for (const [sample, row] of table.rows[place]!) samples[sample] = verdictAt(table, row);
    tasks.get(task)?.set(problem, { problem, samples });
  }
  return Object.fromEntries(
    [...tasks].map(([name, problems]) => {
      const { problems: all, own = all } = data[name]!;
      const spent = usage.get(name);
      const scores: TaskScores = {
        problems,
        absent: Math.max(0, own - problems.size),
        usage: { inputTokens: spent?.inputTokens ?? 0, outputTokens: spent?.outputTokens ?? 0 },
        requests: spent?.requests ?? 0,
        requestSeconds: spent?.requestSeconds ?? 0,
        completions: spent?.completions ?? 0,
        empty: spent?.empty ?? noneEmpty(),
      };
      return [name, measure(scores, config.numSamples, config.model.prices)];
    }),
  );
}

export function verdictAt(table: SampleTable, row: number): SampleVerdict {
  const state = stateOf(table.state.at(row));
  const by = table.text(table.rule.at(row)) ?? "";
  const right = state === "right" ? true : state === "wrong" ? false : null;
  const unscored: Unscored | undefined =
    state === "ungraded" ? "not_graded" : right === null ? unscoredBy(by) : undefined;
  return {
    right,
    answer: table.text(table.answer.at(row)) ?? null,
    group: table.text(table.group.at(row)) ?? null,
    by,
    unscored,
    truncated: table.isCutOff(row),
  };
}

const unscoredBy = (by: string): Unscored =>
  by === "provider" ? "provider" : isFailedGrade({ right: null, by }) ? "grading" : "gold";
