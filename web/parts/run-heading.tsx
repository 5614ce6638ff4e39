// The heading of a run: its name, its progress, its model and task; and its progress alone.

import { stateWords } from "../../src/runs/figure.ts";
import type { RunState, RunSummary } from "../../src/view/api.ts";
import { visible } from "../math/visible.ts";
import { count, plural, shortDate } from "../words.ts";

/** For example `300 problems × 4 samples`, or `60 solutions`. */
function sizeWords({ kind, problems, samples }: RunSummary): string {
  if (kind === "search") return `${plural(problems, "problem")}, n = ${count(samples)}`;
  if (kind !== "processbench") return `${plural(problems, "problem")} × ${plural(samples, "sample")}`;
  return `${plural(problems, "solution")}${samples > 1 ? ` × ${plural(samples, "critique")}` : ""}`;
}

export function RunHeading({ run }: { run: RunSummary }) {
  return (
    <div class="heading">
      <h1>{visible(run.name)}</h1>
      <StateChip state={run.state} />
      <p class="muted">
        {visible(run.model)} · {visible(run.task)} · {sizeWords(run)} ·{" "}
        <time dateTime={run.created}>{shortDate(run.created)}</time>
      </p>
    </div>
  );
}

const chipKinds = { "stopped early": "stopped", "not checked": "elsewhere" } as const;

/** The state of a run, in a word. */
export function StateChip({ state }: { state: RunState }) {
  const { done, expected } = state;
  const far = `${count(done)} of ${count(expected)}`;
  const share = expected === 0 ? 0 : Math.min(1, done / expected);
  if (state.is === "running")
    return (
      <span class="chip running">
        running
        <progress max={1} value={share} aria-label={`${far} done`} />
        <span class="far">
          {far}
          {state.failed > 0 && `, ${count(state.failed)} failed`}
        </span>
      </span>
    );
  const kind = state.is === "finished" ? (state.failed > 0 ? "stopped" : "finished") : chipKinds[state.is];
  return <span class={`chip ${kind}`}>{stateWords(state)}</span>;
}
