// How far a run is, in a word.

import type { RunState } from "../../src/view/api.ts";
import { count } from "../words.ts";

export function StateChip({ state }: { state: RunState }) {
  const { done, expected } = state;
  const share = expected === 0 ? 0 : Math.min(1, done / expected);
  if (state.is === "finished") return <span class="chip finished">finished</span>;
  const far = `${count(done)} of ${count(expected)}`;
  if (state.is === "running")
    return (
      <span class="chip running">
        running
        <progress max={1} value={share} aria-label={`${far} done`} />
        <span class="far">{far}</span>
      </span>
    );
  if (state.is === "interrupted") return <span class="chip interrupted">interrupted at {far}</span>;
  return <span class="chip elsewhere">not checked: on {state.host}</span>;
}
