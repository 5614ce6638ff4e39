// A run: an evaluation with all there is to it; of the other kinds what the list knows, and how to look on.

import { useMemo } from "preact/hooks";
import type { EvalPage, RunSummary } from "../../src/view/api.ts";
import { gridRows, passing } from "../../src/view/filter.ts";
import { quoted } from "../../src/view/quoted.ts";
import { addressOf } from "../address.ts";
import { useChosen } from "../filters.ts";
import { useKeys } from "../keys.ts";
import { visible } from "../math/visible.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { EvalCharts } from "../parts/eval-charts.tsx";
import { EvalFigures } from "../parts/eval-figures.tsx";
import { FilterBar } from "../parts/filter-bar.tsx";
import { Frame } from "../parts/frame.tsx";
import { IntervalBar } from "../parts/interval-bar.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { SampleGrid } from "../parts/sample-grid.tsx";
import { SampleList } from "../parts/sample-list.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { useAnswer } from "../server.ts";
import { useTable } from "../tables.ts";
import { count, intervalWords, percent, plural, shortDate } from "../words.ts";

interface RunPageProps {
  run: string;
  query: URLSearchParams;
}

export function RunPage({ run, query }: RunPageProps) {
  const { value, error } = useAnswer<RunSummary>(`api/runs/${encodeURIComponent(run)}`);
  useKeys({ u: () => location.assign(addressOf([])) });
  return (
    <Frame here="run" crumbs={[{ text: value ? visible(value.name) : run }]}>
      {error ? (
        <Trouble>
          {error} <a href={addressOf([])}>All runs</a>
        </Trouble>
      ) : !value ? (
        <Loading what="The run" />
      ) : value.kind === "eval" ? (
        <Evaluation run={run} query={query} />
      ) : (
        <OtherRun run={value} />
      )}
    </Frame>
  );
}

function Evaluation({ run, query }: RunPageProps) {
  const page = useAnswer<EvalPage>(`api/runs/${encodeURIComponent(run)}/eval`, run);
  const { table, version, error } = useTable(run);
  const chosen = useChosen(run, query);
  const key = `${run} ${version} ${query} ${chosen.filter.rows?.size ?? ""}`;
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
            ? "Looking through the completions …"
            : `${plural(samples, "sample")} of ${plural(grid.length, "problem")}`}
          {chosen.trouble && <span class="row-trouble"> {chosen.trouble}</span>}
        </p>
        {chosen.view === "grid" ? (
          <SampleGrid grid={grid} table={table} run={run} query={query} />
        ) : (
          <SampleList grid={grid} table={table} run={run} query={query} />
        )}
      </section>
      <details class="settings">
        <summary>What was asked for</summary>
        <dl class="pairs">
          {page.value.settings.map(([name, value]) => (
            <div key={name}>
              <dt>{visible(name)}</dt>
              <dd>{visible(value)}</dd>
            </div>
          ))}
          {page.value.grader && (
            <div>
              <dt>graded by</dt>
              <dd>assay {visible(page.value.grader)}</dd>
            </div>
          )}
        </dl>
      </details>
    </div>
  );
}

function RunHeading({ run }: { run: RunSummary }) {
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

function OtherRun({ run }: { run: RunSummary }) {
  const { figure, folder, kind, problem } = run;
  const commands = kind === "search" ? ["show", "score"] : ["show"];
  return (
    <div class="other-run">
      <RunHeading run={run} />
      {problem && <Trouble>{visible(problem)}</Trouble>}
      {figure && (
        <p class="one-figure">
          <strong>{percent(figure.value)}</strong> {figure.name}{" "}
          <IntervalBar value={figure.value} interval={figure.interval} width={220} />
          <span class="muted">95% interval {intervalWords(figure.interval)}</span>
        </p>
      )}
      <p>
        {count(run.state.done)} of {count(run.state.expected)} problems are done. On the command line:
      </p>
      <ul class="commands">
        {commands.map((name) => {
          const command = `assay ${name} ${quoted(folder)}`;
          return (
            <li key={name}>
              <code>{command}</code> <CopyButton text={command} what="the command" />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
