// The figures of a task in one row, each with its interval, and what became of the samples.

import type { Interval, TaskMetrics } from "../../src/view/api.ts";
import { addressOf, changed } from "../address.ts";
import { count, intervalWords, percent } from "../words.ts";
import { IntervalBar } from "./interval-bar.tsx";
import { VerdictMark } from "./verdict-mark.tsx";

interface EvalFiguresProps {
  metrics: TaskMetrics;
  /** Where a count leads to; in a report nowhere. */
  run?: string | undefined;
  query?: URLSearchParams | undefined;
}

export function EvalFigures({ metrics, run, query }: EvalFiguresProps) {
  const { problems, samples, intervals } = metrics;
  const n = problems === 0 ? 1 : samples / problems;
  // Of a run that is not whole, the largest that any problem has samples for.
  const k = Object.keys(metrics.pass_at_k).length;
  const figures: [name: string, about: string, value: number, interval: Interval][] = [
    ["accuracy", "problems with any right sample", metrics.accuracy, intervals.accuracy],
    ...(n > 1
      ? ([
          [`avg@${n}`, "share of right samples", metrics.avg_at_k.value, intervals.avg_at_k],
          [`maj@${k}`, "the most frequent answer is right", metrics.maj_at_k[k]!, intervals.maj_at_k[k]!],
          [`pass@${k}`, `any of ${k} samples is right`, metrics.pass_at_k[k]!, intervals.pass_at_k[k]!],
        ] as typeof figures)
      : []),
  ];
  return (
    <div class="figures">
      {figures.map(([name, about, value, interval]) => (
        <div key={name} class="tile">
          <div class="tile-name" title={about}>
            {name}
          </div>
          <div class="tile-value">{percent(value)}</div>
          <IntervalBar value={value} interval={interval} width={140} />
          <div class="muted small">{intervalWords(interval)}</div>
        </div>
      ))}
      <Outcomes metrics={metrics} run={run} query={query} />
    </div>
  );
}

/** Right, wrong, unscored and cut off, as counts that filter. */
function Outcomes({ metrics, run, query = new URLSearchParams() }: EvalFiguresProps) {
  const { right, wrong, unscored, truncated, samples } = metrics;
  const asked = Object.entries(unscored).filter(([reason]) => reason !== "not_asked");
  const failed = asked.reduce((sum, [, number]) => sum + number, 0);
  const link = (changes: Record<string, string>) =>
    run === undefined
      ? undefined
      : addressOf(["run", run], changed(query, { verdict: undefined, truncated: undefined, ...changes }));
  const notAsked = unscored.not_asked ?? 0;
  return (
    <div class="tile outcomes">
      <div class="tile-name">samples</div>
      <div
        class="stack"
        role="img"
        aria-label={`${count(right)} right, ${count(wrong)} wrong, ${count(failed)} unscored`}
      >
        <span class="right" style={{ flexGrow: right }} />
        <span class="wrong" style={{ flexGrow: wrong }} />
        <span class="unscored" style={{ flexGrow: failed }} />
        <span class="waiting" style={{ flexGrow: notAsked }} />
      </div>
      <ul>
        <li>
          <VerdictMark state="right" /> <a href={link({ verdict: "right" })}>{count(right)} right</a>
        </li>
        <li>
          <VerdictMark state="wrong" /> <a href={link({ verdict: "wrong" })}>{count(wrong)} wrong</a>
        </li>
        {failed > 0 && (
          <li>
            <VerdictMark state="unscored" />{" "}
            <a href={link({ verdict: "unscored" })}>{count(failed)} unscored</a>
            <span class="muted">
              {" "}
              ({asked.map(([reason, number]) => `${count(number)} ${reason}`).join(", ")})
            </span>
          </li>
        )}
        {truncated > 0 && (
          <li>
            <VerdictMark state="wrong" isCut />{" "}
            <a href={link({ truncated: "true" })}>{count(truncated)} truncated</a>
          </li>
        )}
        {notAsked > 0 && (
          <li class="muted">
            {count(notAsked)} of {count(samples)} not asked yet
          </li>
        )}
      </ul>
    </div>
  );
}
