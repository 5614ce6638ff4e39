// The heading of a run: its name, its progress, its model and task.

import type { RunSummary } from "../../src/view/api.ts";
import { visible } from "../math/visible.ts";
import { count, plural, shortDate } from "../words.ts";
import { StateChip } from "./state-chip.tsx";

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
