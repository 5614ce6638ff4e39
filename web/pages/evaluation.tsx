// An evaluation: its figures, its charts, and every sample under one filter.

import { useMemo } from "preact/hooks";
import type { EvalPage } from "../../src/view/api.ts";
import { gridRows, passing } from "../../src/view/filter.ts";
import { useDoubts } from "../doubts.ts";
import { foundKey, isGrade, useChosen } from "../filters.ts";
import { visible } from "../math/visible.ts";
import { EvalCharts } from "../parts/eval-charts.tsx";
import { EvalFigures } from "../parts/eval-figures.tsx";
import { FilterBar } from "../parts/filter-bar.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { OddSamples } from "../parts/odd-samples.tsx";
import { RunHeading } from "../parts/run-heading.tsx";
import { SampleGrid } from "../parts/sample-grid.tsx";
import { SampleList } from "../parts/sample-list.tsx";
import { Settings } from "../parts/settings.tsx";
import { useAnswer } from "../server.ts";
import { useTable } from "../tables.ts";
import { plural } from "../words.ts";

interface EvaluationProps {
  run: string;
  query: URLSearchParams;
}

export function Evaluation({ run, query }: EvaluationProps) {
  const page = useAnswer<EvalPage>(`api/runs/${encodeURIComponent(run)}/eval`, run);
  const { table, version, error } = useTable(run);
  const chosen = useChosen(run, query);
  const doubts = useDoubts(table, version, chosen.view === "odd" || isGrade(chosen.filter.odd));
  const key = `${run} ${version} ${query} ${foundKey(chosen.filter)} ${doubts.done}`;
  const grid = useMemo(
    () => (table ? gridRows(table, passing(table, chosen.filter), chosen.sort) : []),
    [key, table],
  );
  if (page.error ?? error) return <Trouble>{page.error ?? error}</Trouble>;
  if (!page.value || !table) return <Loading what="The run" />;
  const { run: summary, tasks, notes, ungraded } = page.value;
  const samples = grid.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div class="evaluation">
      <RunHeading run={summary} />
      <Notes notes={notes.map(visible)} />
      {ungraded > 0 && notes.length === 0 && (
        <p class="muted" role="status">
          {plural(ungraded, "sample")} still to be graded; verdicts appear as they come.
        </p>
      )}
      {Object.entries(tasks).map(([name, metrics]) => (
        <section key={name} class="task" aria-label={`Figures of ${name}`}>
          {Object.keys(tasks).length > 1 && <h2>{visible(name)}</h2>}
          <EvalFigures metrics={metrics} run={run} query={query} />
          <EvalCharts task={name} metrics={metrics} table={table} version={version} run={run} query={query} />
        </section>
      ))}
      <section class="samples" aria-label="Samples">
        <FilterBar
          run={run}
          query={query}
          table={table}
          version={version}
          chosen={chosen}
          tasks={Object.keys(tasks)}
        />
        <p class="result-line" role="status">
          {chosen.searching
            ? "Searching …"
            : chosen.view === "odd"
              ? "Samples whose text is odd, whatever the filter"
              : `${plural(samples, "sample")} of ${plural(grid.length, "problem")}`}
          {chosen.trouble && <span class="row-trouble"> {chosen.trouble}</span>}
        </p>
        {chosen.view === "odd" ? (
          <OddSamples table={table} version={version} run={run} doubts={doubts} />
        ) : chosen.view === "grid" ? (
          <SampleGrid grid={grid} table={table} run={run} query={query} />
        ) : (
          <SampleList grid={grid} table={table} run={run} query={query} />
        )}
      </section>
      <Settings settings={page.value.settings} grader={page.value.grader} />
    </div>
  );
}
