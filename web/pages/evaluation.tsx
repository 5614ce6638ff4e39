// An evaluation: its figures, its charts, and every sample under one filter.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { intervalWords, percent } from "../../src/runs/figure.ts";
import type { EvalPage } from "../../src/view/api.ts";
import type { Groups } from "../../src/view/eval-page.ts";
import { gridRows, passing, walk } from "../../src/view/filter.ts";
import { apiPath } from "../address.ts";
import { EvalCharts } from "../charts/eval-charts.tsx";
import { AuditKinds } from "../lists/audit-kinds.tsx";
import { useDoubts, useEquations } from "../lists/doubts.ts";
import { FilterBar } from "../lists/filter-bar.tsx";
import { foundKey, isGrade, useChosen, useLabelled } from "../lists/filters.ts";
import { ResultHead } from "../lists/labels.tsx";
import { OddSamples } from "../lists/odd-samples.tsx";
import { SampleGrid } from "../lists/sample-grid.tsx";
import { SampleList, sampleAsRow } from "../lists/sample-list.tsx";
import { useTable } from "../lists/use-table.ts";
import { visible } from "../math/visible.ts";
import { EvalFigures } from "../parts/eval-figures.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { RunHeading } from "../parts/run-heading.tsx";
import { Settings } from "../parts/settings.tsx";
import { Table } from "../parts/tables.tsx";
import { useAnswer } from "../server.ts";
import { count, plural } from "../words.ts";

/** The figures by the values of a column, such as a level. */
function GroupTables({ groups }: { groups: Groups }) {
  return (
    <>
      {Object.entries(groups).map(([column, rows]) => (
        <details key={column} class="below" open={rows.length <= 12}>
          <summary>by {visible(column)}</summary>
          <Table
            class="plain groups"
            label={`Figures by ${visible(column)}`}
            head={[visible(column), "right", "95% interval", "problems"]}
            rows={rows.map(({ value, problems, avg_at_k, interval }) => [
              visible(value),
              percent(avg_at_k.value),
              intervalWords(interval),
              count(problems),
            ])}
          />
        </details>
      ))}
    </>
  );
}

/** The charts of more tasks are folded. */
const mostOpen = 3;

const Folded = ({ isFolded, children }: { isFolded: boolean; children: ComponentChildren }) =>
  isFolded ? (
    <details class="below">
      <summary>Charts</summary>
      {children}
    </details>
  ) : (
    <>{children}</>
  );

interface EvaluationProps {
  run: string;
  query: URLSearchParams;
}

export function Evaluation({ run, query }: EvaluationProps) {
  const page = useAnswer<EvalPage>(apiPath(["runs", run, "eval"]), run);
  const { table, version, error } = useTable(run);
  const name = page.value?.run.name ?? "";
  const chosen = useChosen(run, query, useLabelled(name, table, query));
  const doubts = useDoubts(table, version, chosen.view === "odd" || isGrade(chosen.filter.odd));
  const { odd } = chosen.filter;
  const checked = useEquations(run, table, version, chosen.view === "odd" || odd === "equation");
  const key = `${run} ${version} ${query} ${foundKey(chosen.filter)} ${doubts.done} ${checked.done}`;
  const grid = useMemo(
    () => (table ? gridRows(table, passing(table, chosen.filter), chosen.sort) : []),
    [key, table],
  );
  if (page.error ?? error) return <Trouble message={page.error ?? error} />;
  if (!page.value || !table) return <Loading what="The run" />;
  const { run: summary, tasks, notes, ungraded } = page.value;
  const samples = grid.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div class="evaluation">
      <RunHeading run={summary} />
      <Notes notes={notes.map(visible)} />
      {ungraded > 0 && notes.length === 0 && summary.state.is !== "running" && (
        <p class="muted" role="status">
          {plural(ungraded, "sample")} not graded yet; verdicts appear when they are ready.
        </p>
      )}
      <AuditKinds table={table} version={version} run={run} query={query} chosen={chosen.filter.audit} />
      {Object.entries(tasks).map(([name, metrics]) => (
        <section key={name} class="task" aria-label={`Figures of ${name}`}>
          {Object.keys(tasks).length > 1 && <h2>{visible(name)}</h2>}
          <EvalFigures metrics={metrics} run={run} query={query} />
          <GroupTables groups={page.value!.groups?.[name] ?? {}} />
          <Folded isFolded={Object.keys(tasks).length > mostOpen}>
            <EvalCharts
              task={name}
              metrics={metrics}
              table={table}
              version={version}
              run={run}
              query={query}
            />
          </Folded>
        </section>
      ))}
      <section class="samples" aria-label="Samples">
        <FilterBar
          run={run}
          name={name}
          query={query}
          table={table}
          version={version}
          chosen={chosen}
          tasks={Object.keys(tasks)}
        />
        <ResultHead
          name={name}
          rows={chosen.view === "odd" ? [] : walk(grid)}
          asRow={sampleAsRow(table, name)}
        >
          {chosen.searching
            ? "Searching …"
            : chosen.view === "odd"
              ? "Samples with unusual text; the filter does not apply here"
              : `${plural(samples, "sample")} of ${plural(grid.length, "problem")}`}
          {chosen.trouble && <span class="row-trouble"> {chosen.trouble}</span>}
        </ResultHead>
        {chosen.view === "odd" ? (
          <OddSamples table={table} version={version} run={run} doubts={doubts} checked={checked} />
        ) : chosen.view === "grid" ? (
          <SampleGrid grid={grid} table={table} run={run} name={name} query={query} />
        ) : (
          <SampleList grid={grid} table={table} run={run} name={name} query={query} />
        )}
      </section>
      <Settings settings={page.value.settings} grader={page.value.grader} />
    </div>
  );
}
