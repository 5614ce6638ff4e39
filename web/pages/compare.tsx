// Two runs: the paired difference, the 2 × 2 of right and wrong as the filter, flipped problems first, and one problem's
// solutions side by side.

import { useMemo } from "preact/hooks";
import { quartersOf } from "../../src/runs/figure.ts";
import type { ComparedProblem, ComparedTask, ComparePage as Page, RunSummary } from "../../src/view/api.ts";
import { quoted } from "../../src/view/quoted.ts";
import { addressOf, apiPath, changed, lastOpened } from "../address.ts";
import { DifferenceBar, points } from "../charts/difference-bar.tsx";
import { useKeys } from "../keys.ts";
import { Cell, List, type ListColumn } from "../lists/rows.tsx";
import { visible } from "../math/visible.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Frame } from "../parts/frame.tsx";
import { Once, Trouble } from "../parts/notices.tsx";
import { PairView } from "../parts/pair-view.tsx";
import { StateChip } from "../parts/run-heading.tsx";
import { Heads, TwoByTwo } from "../parts/tables.tsx";
import { useAnswer } from "../server.ts";
import { count, percent, plural } from "../words.ts";

interface CompareProps {
  a: string;
  b: string;
  query: URLSearchParams;
}

export function ComparePage({ a, b, query }: CompareProps) {
  const { value, error } = useAnswer<Page>(apiPath(["compare"], { a, b }), a);
  const problem = query.get("problem");
  const up = addressOf(
    ["compare", a, b],
    changed(query, { problem: undefined, sa: undefined, sb: undefined }),
  );
  useKeys({ u: () => location.assign(problem === null ? addressOf([]) : up) });
  const title = value ? `${visible(value.a.name)} and ${visible(value.b.name)}` : "Comparison";
  const crumbs =
    problem === null ? [{ text: title }] : [{ text: title, address: up }, { text: visible(problem) }];
  return (
    <Frame here="run" crumbs={crumbs}>
      <Once
        page={value}
        error={error}
        what="The comparison"
        show={(page) => <Compared page={page} a={a} b={b} query={query} />}
      />
    </Frame>
  );
}

function Compared({ page, a, b, query }: CompareProps & { page: Page }) {
  const names = Object.keys(page.tasks);
  const name = names.find((each) => each === query.get("task")) ?? names[0]!;
  const task = page.tasks[name]!;
  const rows = useMemo(() => ordered(task, query.get("cell")), [task, query.get("cell")]);
  const problem = query.get("problem");
  const pair = problem === null ? undefined : task.problems.find((each) => each.problem === problem);
  if (pair) return <PairView page={page} task={name} pair={pair} rows={rows} query={query} />;
  return (
    <div class="compare">
      <div class="heading">
        <h1>Comparison</h1>
        <CopyButton
          text={`assay compare ${quoted(page.a.folder)} ${quoted(page.b.folder)}`}
          what="as command"
        />
      </div>
      <dl class="sides-of">
        <Side name="A" run={page.a} />
        <Side name="B" run={page.b} />
      </dl>
      {problem !== null && <Trouble>Problem {visible(problem)} is not in both runs.</Trouble>}
      {names.length > 1 && (
        <nav class="tabs" aria-label="Tasks">
          {names.map((each) => (
            <a
              key={each}
              href={addressOf(["compare", a, b], { task: each })}
              aria-current={each === name ? "page" : undefined}
            >
              {visible(each)}
            </a>
          ))}
        </nav>
      )}
      <section aria-label={`Figures of ${visible(name)}`} class="compare-figures">
        <Difference task={task} metric={page.metric} />
        <Cells
          task={task}
          query={query}
          isJudging={page.a.kind === "processbench"}
          isByShares={page.isByShares}
          a={a}
          b={b}
        />
      </section>
      <section class="samples" aria-label="Problems">
        <p class="result-line" role="status">
          {plural(rows.length, "problem")}, the largest differences first
        </p>
        <Problems rows={rows} a={a} b={b} query={query} />
      </section>
      <Differing settings={page.settings} />
    </div>
  );
}

function Side({ name, run }: { name: string; run: RunSummary }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={addressOf(["run", run.id])}>{visible(run.name)}</a>{" "}
        <span class="muted">
          {visible(run.model)} · {visible(run.task)}
        </span>{" "}
        {run.state.is !== "finished" || run.state.failed > 0 ? <StateChip state={run.state} /> : null}
      </dd>
    </div>
  );
}

function Difference({ task, metric }: { task: ComparedTask; metric: string }) {
  const { comparison } = task;
  const { interval, sign_test: sign } = comparison;
  return (
    <div class="tile wide">
      <div class="tile-name">
        {metric}, {plural(comparison.problems, "problem")} answered in both
      </div>
      <div class="tile-value">{points(comparison.difference)} points</div>
      <DifferenceBar difference={comparison.difference} interval={interval} />
      <p class="small">
        A {percent(comparison.a)}, B {percent(comparison.b)}
        {interval && `, 95% interval of the difference ${interval.map(points).join(" to ")}`}
      </p>
      {comparison.f1 && (
        <p class="small">
          F1: A {(100 * comparison.f1.a).toFixed(1)}, B {(100 * comparison.f1.b).toFixed(1)}, difference{" "}
          {points(comparison.f1.difference)}
          {comparison.f1.interval && `, 95% interval ${comparison.f1.interval.map(points).join(" to ")}`}
        </p>
      )}
      <p class="muted small">
        B is better on {count(sign.better)} and worse on {count(sign.worse)} (
        <span class="one-piece">sign test p = {sign.p.toPrecision(2)}</span>)
      </p>
    </div>
  );
}

/** The cells of the 2 × 2, as addresses name them. */
const cellNames = { both: "both", a: "a_only", b: "b_only", neither: "neither" } as const;
type CellName = keyof typeof cellNames;

/** The share of a problem in a cell. */
const partIn = (problem: ComparedProblem, cell: CellName): number => quartersOf(problem)[cellNames[cell]];

function Cells({
  task,
  query,
  isJudging,
  isByShares,
  a,
  b,
}: {
  task: ComparedTask;
  query: URLSearchParams;
  isJudging: boolean;
  isByShares: boolean;
  a: string;
  b: string;
}) {
  const chosen = query.get("cell");
  const right = isJudging ? "as labelled" : "right";
  const wrong = isJudging ? "not as labelled" : "wrong";
  const cell = (name: CellName, about: string) => {
    const number = task.comparison.right_in[cellNames[name]];
    const shown = isByShares ? number.toFixed(1) : count(number);
    return (
      <td class={`cell-${name}`}>
        <a
          href={addressOf(["compare", a, b], changed(query, { cell: chosen === name ? undefined : name }))}
          aria-current={chosen === name ? "true" : undefined}
          aria-label={`${about}: ${shown} ${shown === "1" ? "problem" : "problems"}`}
        >
          {shown}
        </a>
      </td>
    );
  };
  return (
    <TwoByTwo
      class="cells-table"
      label="Right and wrong in both"
      caption={isByShares && "problems, by the shares of their samples: 3 of 4 right is 0.75 of a problem"}
      columns={[`B ${right}`, `B ${wrong}`]}
      rows={[
        [`A ${right}`, cell("both", `both ${right}`), cell("a", `only A ${right}`)],
        [`A ${wrong}`, cell("b", `only B ${right}`), cell("neither", `neither ${right}`)],
      ]}
    />
  );
}

/** Problems in the cell, by their share in it, then by the difference between the runs. */
function ordered({ problems }: ComparedTask, cell: string | null): ComparedProblem[] {
  const part = (problem: ComparedProblem): number =>
    cell !== null && cell in cellNames ? partIn(problem, cell as CellName) : 1;
  return problems
    .filter((problem) => part(problem) > 0)
    .toSorted(
      (x, y) =>
        part(y) - part(x) ||
        Math.abs(y.b - y.a) - Math.abs(x.b - x.a) ||
        x.problem.localeCompare(y.problem, "en", { numeric: true }),
    );
}

function Problems({ rows, a, b, query }: CompareProps & { rows: readonly ComparedProblem[] }) {
  const addressFor = ({ problem }: ComparedProblem) =>
    addressOf(["compare", a, b], changed(query, { problem }));
  const sideOf = (side: "a" | "b"): ListColumn<ComparedProblem>[] => [
    {
      name: `${side.toUpperCase()} right`,
      class: "number",
      show: (row) => <Cell class={`number verdict ${shareClass(row[side])}`}>{percent(row[side], 0)}</Cell>,
    },
    {
      name: `${side.toUpperCase()}'s answers`,
      class: "clip",
      show: ({ answers: [inA, inB] }) => <Cell class="clip">{visible(side === "a" ? inA : inB)}</Cell>,
    },
  ];
  return (
    <List
      rows={rows}
      label="Problems"
      kind="compare-rows"
      addressOf={addressFor}
      isLast={({ problem }) => problem === lastOpened(`${a} ${b}`)}
      empty="No problem is in this cell."
      columns={[
        {
          name: "problem",
          show: (row) => (
            <Cell class="clip">
              <a href={addressFor(row)}>{visible(row.problem)}</a>
            </Cell>
          ),
        },
        { name: "gold", show: ({ gold }) => <Cell class="clip muted">{visible(gold)}</Cell> },
        ...sideOf("a"),
        ...sideOf("b"),
      ]}
    />
  );
}

const shareClass = (share: number): string => (share === 1 ? "right" : share === 0 ? "wrong" : "");

const longSetting = 200;

/** A prompt is folded. */
function Setting({ value }: { value: string }) {
  if (value === "")
    return (
      <td>
        <span class="muted">none</span>
      </td>
    );
  if (value.length <= longSetting) return <td>{visible(value)}</td>;
  return (
    <td>
      <details>
        <summary>{visible(value.slice(0, 60))} …</summary>
        <pre class="raw">{visible(value)}</pre>
      </details>
    </td>
  );
}

function Differing({ settings }: { settings: Page["settings"] }) {
  if (settings.length === 0) return null;
  return (
    <section aria-label="Different settings">
      <h2>Different settings</h2>
      <div class="scroll">
        <table class="differing">
          <thead>
            <tr>
              <Heads names={["setting", "A", "B"]} />
            </tr>
          </thead>
          <tbody>
            {settings.map(([name, inA, inB]) => (
              <tr key={name}>
                <th scope="row">{visible(name)}</th>
                <Setting value={inA} />
                <Setting value={inB} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
