// Every run below the folders, one in each row.

import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isPartial } from "../../src/runs/figure.ts";
import type { RunList, RunSummary } from "../../src/view/api.ts";
import { mostCompared } from "../../src/view/filter.ts";
import { quoted } from "../../src/view/quoted.ts";
import { addressOf, changed, goTo } from "../address.ts";
import { useKeys } from "../keys.ts";
import { visible } from "../math/visible.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { FigureCell } from "../parts/figure-tiles.tsx";
import { Loading, Trouble } from "../parts/notices.tsx";
import { StateChip } from "../parts/run-heading.tsx";
import { useAnswer } from "../server.ts";
import { count, kindWords, plural, shortDate } from "../words.ts";

type SortKey = "name" | "kind" | "model" | "figure" | "date";

const comparisons: Record<SortKey, (a: RunSummary, b: RunSummary) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
  kind: (a, b) => a.kind.localeCompare(b.kind),
  model: (a, b) => a.model.localeCompare(b.model),
  figure: (a, b) => (b.figure?.value ?? 0) - (a.figure?.value ?? 0),
  date: (a, b) => b.created.localeCompare(a.created),
};

/** In both directions, figures of complete runs come first, then partial ones, then runs without a figure. */
const rankOf = ({ figure }: RunSummary): number =>
  !figure || figure.value === null ? 2 : isPartial(figure.over) ? 1 : 0;

/** The best first. */
export const byFigure = (a: RunSummary, b: RunSummary): number =>
  rankOf(a) - rankOf(b) || comparisons.figure(a, b);

export function RunsPage({ query }: { query: URLSearchParams }) {
  const { value, error } = useAnswer<RunList>("api/runs", "*");
  const picked = query.get("picked")?.split(",").filter(Boolean) ?? [];
  const text = query.get("text") ?? "";
  const sort = (query.get("sort") ?? "date") as SortKey;
  const isTurned = query.get("turned") === "true";
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The list of runs" />;
  const runs = value.runs
    .filter((run) => matches(run, text))
    .sort(
      (a, b) =>
        (sort === "figure" ? rankOf(a) - rankOf(b) : 0) ||
        (isTurned ? -1 : 1) * (comparisons[sort] ?? comparisons.date)(a, b),
    );
  const pick = (id: string) => {
    const next = picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id];
    goTo(addressOf([], changed(query, { picked: next.join(",") })), "replace");
  };
  return (
    <div class="runs">
      <div class="heading">
        <h1>Runs</h1>
        <p class="muted">
          {plural(value.runs.length, "run")} in {value.folders.join(", ")}
          {value.pending > 0 && <span role="status"> · {count(value.pending)} loading …</span>}
        </p>
        <label class="search">
          <span class="hidden-label">Filter runs by text</span>
          <input
            type="search"
            placeholder="Filter by name, model, task or tag"
            value={text}
            data-search
            onInput={(event) =>
              goTo(addressOf([], changed(query, { text: event.currentTarget.value })), "replace")
            }
          />
        </label>
      </div>
      {value.runs.length === 0 && value.pending === 0 ? (
        <p class="empty">
          There is no run in {value.folders.join(", ")}. <code>assay eval</code>, <code>assay search</code>{" "}
          and <code>assay processbench</code> create runs; <code>npx assay demo</code> makes one of each.
        </p>
      ) : (
        <RunTable runs={runs} query={query} sort={sort} isTurned={isTurned} picked={picked} onPick={pick} />
      )}
      {picked.length > 0 && <Comparison runs={value.runs} picked={picked} query={query} />}
    </div>
  );
}

const matches = ({ name, model, task, kind, tags = [] }: RunSummary, text: string): boolean =>
  `${name} ${model} ${task} ${kindWords[kind]} ${tags.join(" ")}`.toLowerCase().includes(text.toLowerCase());

interface RunTableProps {
  runs: readonly RunSummary[];
  query: URLSearchParams;
  sort: SortKey;
  isTurned: boolean;
  picked: readonly string[];
  onPick(id: string): void;
}

function RunTable({ runs, query, sort, isTurned, picked, onPick }: RunTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState(-1);
  const move = (by: number) => setAt(Math.max(0, Math.min(runs.length - 1, at + by)));
  useLayoutEffect(() => {
    if (at >= 0) body.current?.querySelectorAll<HTMLElement>("a.name")[at]?.focus();
  }, [at]);
  useKeys({ j: () => move(1), k: () => move(-1) });
  const head = (key: SortKey, title: string) => {
    const isSorted = key === sort;
    // The best figure and the latest date come first, and the first name.
    const isUp = (key === "figure" || key === "date") === isTurned;
    const next = changed(query, { sort: key, turned: isSorted && !isTurned });
    return (
      <th scope="col" aria-sort={isSorted ? (isUp ? "ascending" : "descending") : "none"}>
        <a href={addressOf([], next)}>{title}</a>
        {isSorted && <span aria-hidden="true">{isUp ? " ↑" : " ↓"}</span>}
      </th>
    );
  };
  return (
    <div class="scroll">
      <table class="run-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-label">Compare</span>
            </th>
            {head("name", "run")}
            {head("kind", "kind")}
            {head("model", "model")}
            <th scope="col">task</th>
            <th scope="col" class="number" title="problems × samples; of a search, × n">
              size
            </th>
            {head("figure", "figure")}
            <th scope="col">state</th>
            {head("date", "begun")}
          </tr>
        </thead>
        <tbody ref={body}>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              isPicked={picked.includes(run.id)}
              isFull={picked.length >= mostCompared}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RunRowProps {
  run: RunSummary;
  isPicked: boolean;
  /** Whether the maximum number of runs is ticked. */
  isFull: boolean;
  onPick(id: string): void;
}

function RunRow({ run, isPicked, isFull, onPick }: RunRowProps) {
  const { id, kind, name, model, task, problems, samples, figure, state, created, tags, problem } = run;
  return (
    <tr>
      <td class="pick">
        {kind !== "rollouts" && (
          <input
            type="checkbox"
            checked={isPicked}
            disabled={isFull && !isPicked}
            aria-label={`Compare ${visible(name)}`}
            onChange={() => onPick(id)}
          />
        )}
      </td>
      <td>
        <a class="name" href={addressOf(["run", id])}>
          <Path text={visible(name)} />
        </a>
        {tags && <div class="muted">{tags.map(visible).join(", ")}</div>}
        {problem && <div class="row-trouble">{visible(problem)}</div>}
      </td>
      <td>{kindWords[kind]}</td>
      <td class="model" title={visible(model)}>
        {visible(model.replace(/^.*\//, ""))}
      </td>
      <td class="tasks" title={visible(task)}>
        {tasksWords(task)}
      </td>
      <td class="number">
        {problems > 0 && count(problems)}
        {samples > 1 && ` × ${count(samples)}`}
      </td>
      <td class="figure">{figure && <FigureCell figure={figure} width={56} isNamed />}</td>
      <td>{!problem && <StateChip state={state} />}</td>
      <td class="date">
        <time dateTime={created}>{shortDate(created)}</time>
      </td>
    </tr>
  );
}

/** A path that may break after each of its parts. */
const Path = ({ text }: { text: string }) => (
  <>
    {text.split(/(?<=[/_])/).map((part, place) => (
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

/** A run may have dozens of tasks. */
const mostTasks = 2;
function tasksWords(task: string): string {
  const names = task.split(", ");
  const more = names.length - mostTasks;
  return more <= 0 ? visible(task) : `${visible(names.slice(0, mostTasks).join(", "))} and ${more} more`;
}

interface ComparisonProps {
  runs: readonly RunSummary[];
  picked: readonly string[];
  query: URLSearchParams;
}

/** The ticked runs: a link to their comparison, and for two runs the command. */
function Comparison({ runs, picked, query }: ComparisonProps) {
  const chosen = picked.flatMap((id) => runs.find((run) => run.id === id) ?? []);
  const [a, b] = chosen;
  const command =
    a && b && chosen.length === 2 ? `assay compare ${quoted(a.folder)} ${quoted(b.folder)}` : undefined;
  return (
    <section class="picked" aria-label="Comparison">
      {b ? (
        <a class="button" href={addressOf(["compare", ...chosen.map(({ id }) => id)])}>
          Compare {count(chosen.length)} runs
        </a>
      ) : (
        <span class="muted">Tick one more run to compare two, or up to {mostCompared} at once.</span>
      )}
      {command !== undefined && (
        <>
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </>
      )}
      <a href={addressOf([], changed(query, { picked: undefined }))}>Clear the selection</a>
    </section>
  );
}
