// The one table that the demo ends with: the task description's two questions, and what was measured.

import { count, counted } from "../../outgoing/counted.ts";
import type { SubsetMetrics } from "../../processbench/metrics.ts";
import { percent } from "../../runs/figure.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import type { DatasetScore } from "../../search/score.ts";
import { textTable } from "../terminal/show-table.ts";

export interface DemoFigures {
  policy: TaskMetrics;
  judge: SubsetMetrics;
  guided: DatasetScore;
  requests: { policy: number; reward: number };
}

export function demoTable({ policy, judge, guided, requests }: DemoFigures, { n }: { n: number }): string {
  const single = policy.pass_at_k[1] ?? null;
  const accuracy = guided.figure.value;
  const gain = single === null || accuracy === null ? null : accuracy - single;
  const share = (value: number | null | undefined): string =>
    value === null || value === undefined ? "–" : percent(value);
  const points = (value: number | null): string => (value === null ? "–" : value.toFixed(1));
  const table = textTable([
    ["", "result", "of"],
    ["Can it judge?", "", ""],
    ["  wrong steps found where they are", `${points(judge.error_accuracy)}%`, count(judge.erroneous)],
    ["  right solutions accepted", `${points(judge.correct_accuracy)}%`, count(judge.correct)],
    ["  F1", points(judge.f1), ""],
    ["Is it useful?", "", ""],
    ["  the policy alone, one sample (pass@1)", share(single), count(policy.problems)],
    [`  majority of ${counted(n, "sample")} (maj@${n})`, share(policy.maj_at_k[n]), count(policy.problems)],
    [`  guided, ${counted(n, "candidate")} per step`, share(accuracy), count(guided.problems)],
    [
      `  any of ${counted(n, "sample")} right (pass@${n})`,
      share(policy.pass_at_k[n]),
      count(policy.problems),
    ],
  ]);
  if (gain === null) return table;
  const sign = gain < 0 ? "loses" : "gains";
  return (
    `${table}\nThe guided search ${sign} ${Math.abs(100 * gain).toFixed(1)} points over one sample, for\n` +
    `${counted(requests.policy, "request")} to the policy and ${count(requests.reward)} to the reward model.`
  );
}
