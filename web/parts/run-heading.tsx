// The heading of a run: its name, its progress, its model and task.

import type { RunSummary } from "../../src/view/api.ts";
import { visible } from "../math/visible.ts";
import { plural, shortDate } from "../words.ts";
import { StateChip } from "./state-chip.tsx";

export function RunHeading({ run }: { run: RunSummary }) {
  return (
    <div class="heading">
      <h1>{visible(run.name)}</h1>
      <StateChip state={run.state} />
      <p class="muted">
        {visible(run.model)} · {visible(run.task)} · {plural(run.problems, "problem")} ×{" "}
        {plural(run.samples, "sample")} · <time dateTime={run.created}>{shortDate(run.created)}</time>
      </p>
    </div>
  );
}
