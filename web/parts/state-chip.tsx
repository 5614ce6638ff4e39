// The state of a run, in a word.

import { stateWords } from "../../src/runs/figure.ts";
import type { RunState } from "../../src/view/api.ts";
import { count } from "../words.ts";

const chipKinds = { "stopped early": "stopped", "not checked": "elsewhere" } as const;

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
