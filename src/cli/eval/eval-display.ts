// How far a benchmark run is, in its own words.

import { count } from "../../outgoing/counted.ts";
import type { EvalProgress } from "../../runs/eval.ts";
import { percent } from "../../runs/figure.ts";
import type { RunFacts } from "../run/run-progress.ts";

/** For example `612/1,319 samples`, `410 right (67.0%)`, `3 unscored`. */
export function evalFacts(progress: EvalProgress): RunFacts {
  const { samples, resumed, right, wrong, unscored, failed, tokens, cost, currency } = progress;
  const done = right + wrong + unscored;
  const said = done > 0 ? [`${count(right)} right (${percent(right / done)})`] : [];
  if (unscored > 0) said.push(`${count(unscored)} unscored`);
  if (failed > 0) said.push(`${count(failed)} failed`);
  return { unit: "samples", total: samples, done, resumed, said, tokens, cost, currency };
}
