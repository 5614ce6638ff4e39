// The figures of a task in one row, each with its interval, and the counts of its samples by outcome.

import { figuresOfTask } from "../../src/runs/figure.ts";
import type { TaskMetrics } from "../../src/view/api.ts";
import { runAddress } from "../address.ts";
import { count } from "../words.ts";
import { FigureTile } from "./figure-tiles.tsx";
import { VerdictMark } from "./verdict-mark.tsx";

interface EvalFiguresProps {
  metrics: TaskMetrics;
  /** The link of a count; undefined in a report. */
  run?: string | undefined;
  query?: URLSearchParams | undefined;
}

export function EvalFigures({ metrics, run, query }: EvalFiguresProps) {
  return (
    <div class="figures">
      {figuresOfTask(metrics).map((figure) => (
        <FigureTile key={figure.name} figure={figure} about={abouts[figure.name.split("@")[0]!]} />
      ))}
      <Outcomes metrics={metrics} run={run} query={query} />
    </div>
  );
}

const abouts: Readonly<Record<string, string>> = {
  accuracy: "share of right samples",
  avg: "share of right samples",
  maj: "the most frequent answer is right",
  pass: "any of the samples is right",
};

const reasonWords: Readonly<Record<string, string>> = {
  provider: "failed",
  gold: "with an unusable gold",
  grading: "whose grading failed",
};

/** Right, wrong, unscored and truncated, as counts that filter. */
function Outcomes({ metrics, run, query = new URLSearchParams() }: EvalFiguresProps) {
  const { right, wrong, unscored, truncated, samples } = metrics;
  const asked = Object.entries(unscored).filter(
    ([reason]) => reason !== "not_asked" && reason !== "not_graded",
  );
  const failed = asked.reduce((sum, [, number]) => sum + number, 0);
  const link = (changes: Record<string, string>) =>
    run === undefined
      ? undefined
      : runAddress(run, query, { verdict: undefined, truncated: undefined, ...changes });
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
              (
              {asked
                .map(([reason, number]) => `${count(number)} ${reasonWords[reason] ?? reason}`)
                .join(", ")}
              )
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
            {count(notAsked)} of {count(samples)} not asked
          </li>
        )}
      </ul>
    </div>
  );
}
