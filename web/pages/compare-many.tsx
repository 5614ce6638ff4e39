// Up to twelve runs: a leaderboard with intervals, the paired difference of every two, and a map of problems by runs.

import type { ComparePage, RunSummary } from "../../src/view/api.ts";
import { mostCompared } from "../../src/view/filter.ts";
import { addressOf, apiPath, changed, goTo } from "../address.ts";
import { points } from "../charts/difference-bar.tsx";
import { useKeys } from "../keys.ts";
import { Rows } from "../lists/rows.tsx";
import { visible } from "../math/visible.ts";
import { FigureCell } from "../parts/figure-tiles.tsx";
import { Frame } from "../parts/frame.tsx";
import { Once } from "../parts/notices.tsx";
import { StateChip } from "../parts/run-heading.tsx";
import { Heads } from "../parts/tables.tsx";
import { type Asked, useAnswers } from "../server.ts";
import { percent, plural } from "../words.ts";
import { byFigure } from "./runs.tsx";

interface ManyProps {
  runs: readonly string[];
  query: URLSearchParams;
}

export function ManyPage({ runs: given, query }: ManyProps) {
  const ids = [...new Set(given)].slice(0, mostCompared);
  const asked = useAnswers<RunSummary>(ids.map((id) => apiPath(["runs", id])));
  useKeys({ u: () => location.assign(addressOf([])) });
  const error = asked.find((each) => each.error)?.error;
  const runs = asked.flatMap(({ value }) => value ?? []);
  return (
    <Frame here="run" crumbs={[{ text: `Comparison of ${ids.length} runs` }]}>
      <Once
        page={runs.length < ids.length ? undefined : runs.toSorted(byFigure)}
        error={error}
        what="The comparison"
        show={(sorted) => <Compared runs={sorted} query={query} />}
      />
    </Frame>
  );
}

function Compared({ runs, query }: { runs: readonly RunSummary[]; query: URLSearchParams }) {
  const pairs = runs.flatMap((a, i) => runs.slice(i + 1).map((b) => ({ a, b })));
  const asked = useAnswers<ComparePage>(pairs.map(({ a, b }) => apiPath(["compare"], { a: a.id, b: b.id })));
  const answerOf = (a: RunSummary, b: RunSummary): Asked<ComparePage> =>
    asked[pairs.findIndex((pair) => pair.a === a && pair.b === b)] ?? {};
  return (
    <div class="compare many">
      <div class="heading">
        <h1>Comparison of {runs.length} runs</h1>
      </div>
      <section aria-label="Leaderboard">
        <Leaderboard runs={runs} />
      </section>
      <section aria-label="Pairwise differences">
        <h2>Paired differences, in points: the run of the row minus the run of the column</h2>
        <Differences runs={runs} answerOf={answerOf} />
      </section>
      <ProblemMap runs={runs} answerOf={answerOf} query={query} />
    </div>
  );
}

const letter = (place: number): string => String.fromCharCode(65 + place);

function Leaderboard({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <div class="scroll">
      <table class="run-table leaderboard">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-label">Letter</span>
            </th>
            <Heads names={["run", "model", "task", "figure", "state"]} />
          </tr>
        </thead>
        <tbody>
          {runs.map((run, place) => (
            <tr key={run.id}>
              <td>
                <strong>{letter(place)}</strong>
              </td>
              <td>
                <a class="name" href={addressOf(["run", run.id])}>
                  {visible(run.name)}
                </a>
              </td>
              <td>{visible(run.model.replace(/^.*\//, ""))}</td>
              <td>{visible(run.task)}</td>
              <td class="figure">
                {run.figure && <FigureCell figure={run.figure} width={140} isNamed isLong />}
              </td>
              <td>
                <StateChip state={run.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PairsProps {
  runs: readonly RunSummary[];
  answerOf(a: RunSummary, b: RunSummary): Asked<ComparePage>;
}

function Differences({ runs, answerOf }: PairsProps) {
  return (
    <div class="scroll">
      <table class="differences">
        <thead>
          <tr>
            <td />
            {runs.slice(1).map((run, place) => (
              <th key={run.id} scope="col" title={visible(run.name)}>
                {letter(place + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.slice(0, -1).map((a, i) => (
            <tr key={a.id}>
              <th scope="row">
                {letter(i)} <span class="muted">{visible(a.name)}</span>
              </th>
              {runs
                .slice(1)
                .map((b, j) =>
                  j < i ? (
                    <td key={b.id} />
                  ) : (
                    <DifferenceCell key={b.id} asked={answerOf(a, b)} a={a} b={b} />
                  ),
                )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted small">
        Bold: the 95% interval excludes 0. Several pairs are tested at once; about one in twenty of equal
        pairs is bold by chance. A dash: the two runs have no problem in common.
      </p>
    </div>
  );
}

function DifferenceCell({
  asked: { value, error },
  a,
  b,
}: {
  asked: Asked<ComparePage>;
  a: RunSummary;
  b: RunSummary;
}) {
  if (error !== undefined)
    return (
      <td class="muted" title={visible(error)}>
        <span aria-hidden="true">–</span>
        <span class="spoken">not comparable</span>
      </td>
    );
  const tasks = value ? Object.entries(value.tasks) : [];
  if (tasks.length === 0) return <td class="muted">…</td>;
  return (
    <td>
      {tasks.map(([name, { comparison }]) => {
        // The comparison says B − A.
        const [difference, interval] = [-comparison.difference, comparison.interval];
        const isSure = interval !== null && (interval[0] > 0 || interval[1] < 0);
        return (
          <a
            key={name}
            class={isSure ? "sure" : undefined}
            href={addressOf(["compare", a.id, b.id], { task: name })}
            aria-label={`${visible(a.name)} minus ${visible(b.name)}${tasks.length > 1 ? `, ${name}` : ""}`}
          >
            {points(difference)}
            {interval && (
              <span class="muted small">
                {" "}
                {points(-interval[1])} to {points(-interval[0])}
              </span>
            )}
          </a>
        );
      })}
    </td>
  );
}

interface MapRow {
  task: string;
  problem: string;
  gold: string;
  /** By run; undefined if the run does not have it. */
  shares: (number | undefined)[];
}

/** Every problem that two of the runs have in common. */
function mapRows({ runs, answerOf }: PairsProps): MapRow[] {
  const rows = new Map<string, MapRow>();
  for (const [i, first] of runs.entries())
    for (const [j, second] of runs.entries()) {
      if (j <= i) continue;
      for (const [task, { problems }] of Object.entries(answerOf(first, second).value?.tasks ?? {}))
        for (const { problem, gold, a, b } of problems) {
          const key = `${task}\n${problem}`;
          const row = rows.get(key) ?? { task, problem, gold, shares: runs.map(() => undefined) };
          row.shares[i] = a;
          row.shares[j] = b;
          rows.set(key, row);
        }
    }
  return [...rows.values()];
}

/** A run and the first other one that has the problem, in their order. */
const pairOf = ({ shares }: MapRow, run: number): number[] => {
  const other = shares.findIndex((share, place) => place !== run && share !== undefined);
  return run < other ? [run, other] : [other, run];
};

const spreadOf = ({ shares }: MapRow): number => {
  const known = shares.filter((share) => share !== undefined).sort((a, b) => a - b);
  return (known.at(-1) ?? 0) - (known[0] ?? 0);
};

function ProblemMap({ runs, answerOf, query }: PairsProps & { query: URLSearchParams }) {
  const all = mapRows({ runs, answerOf });
  const isDiffering = query.get("differ") === "true";
  const rows = all
    .filter((row) => !isDiffering || spreadOf(row) > 0)
    .toSorted(
      (x, y) => spreadOf(y) - spreadOf(x) || x.problem.localeCompare(y.problem, "en", { numeric: true }),
    );
  const base = ["compare", ...runs.map(({ id }) => id)];
  if (all.length === 0) return null;
  return (
    <section class="samples" aria-label="Problems by runs">
      <div class="filter-bar">
        <button
          type="button"
          aria-pressed={isDiffering}
          onClick={() => goTo(addressOf(base, changed(query, { differ: !isDiffering })))}
        >
          only where they differ
        </button>
        <p class="result-line" role="status">
          {plural(rows.length, "problem")}, the largest differences first
        </p>
      </div>
      <Rows
        count={rows.length}
        rowHeight={30}
        label="Problems by runs"
        role="table"
        columns={2 + runs.length}
        kind="map-rows"
        shared={{ "--more": runs.map(() => "minmax(34px, 64px)").join(" ") }}
        head={
          <div class="rows-head" role="row">
            <span role="columnheader">problem</span>
            <span role="columnheader">gold</span>
            {runs.map((run, place) => (
              <span key={run.id} role="columnheader" title={visible(run.name)}>
                {letter(place)}
              </span>
            ))}
          </div>
        }
        row={(place) => {
          const row = rows[place]!;
          return (
            <>
              <span role="cell" class="clip">
                {visible(row.problem)}
              </span>
              <span role="cell" class="clip muted">
                {visible(row.gold)}
              </span>
              {row.shares.map((share, run) => (
                <span
                  key={run}
                  role="cell"
                  class={`map-cell depth-${share === undefined ? "none" : Math.round(4 * share)}`}
                >
                  {share === undefined ? (
                    "–"
                  ) : (
                    <a
                      href={addressOf(["compare", ...pairOf(row, run).map((place) => runs[place]!.id)], {
                        task: row.task,
                        problem: row.problem,
                      })}
                      aria-label={`${letter(run)}, ${percent(share, 0)} right`}
                    >
                      {percent(share, 0)}
                    </a>
                  )}
                </span>
              ))}
            </>
          );
        }}
      />
    </section>
  );
}
