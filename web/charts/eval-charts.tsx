// The charts of a task: pass@k and maj@k over k, right answers per problem, and lengths of completions.

import { useMemo } from "preact/hooks";
import type { TaskMetrics } from "../../src/view/api.ts";
import { codeOf, type SampleTable } from "../../src/view/sample-table.ts";
import { runAddress } from "../address.ts";
import { count, percent, plural } from "../words.ts";
import { Curves } from "./curves.tsx";
import { type Bar, Histogram } from "./histogram.tsx";

interface EvalChartsProps {
  task: string;
  metrics: TaskMetrics;
  table: SampleTable;
  version: number;
  /** The link of a bar; undefined in a report. */
  run?: string | undefined;
  query?: URLSearchParams | undefined;
}

export function EvalCharts({
  task,
  metrics,
  table,
  version,
  run,
  query = new URLSearchParams(),
}: EvalChartsProps) {
  const n = metrics.problems === 0 ? 1 : metrics.samples / metrics.problems;
  const gathered = useMemo(() => gather(table, task, n), [table, version, task, n]);
  const link = (changes: Record<string, number | string | undefined>) =>
    run === undefined ? undefined : runAddress(run, query, changes);
  const { pass_at_k, maj_at_k, intervals } = metrics;
  const lengths = gathered.lengths.map((bin): Bar => {
    const isChosen = query.get("least") === String(bin.least) && query.get("most") === String(bin.most);
    return {
      label: short(bin.least),
      about: `${plural(bin.value, "sample")} of ${count(bin.least)} to ${count(bin.most)} ${gathered.unit}, ${count(bin.right)} right`,
      value: bin.value,
      right: bin.right,
      isChosen,
      href:
        gathered.unit === "tokens"
          ? undefined
          : link(isChosen ? { least: undefined, most: undefined } : { least: bin.least, most: bin.most }),
    };
  });
  if (gathered.lengths.every(({ value }) => value === 0)) return null;
  return (
    <div class="charts">
      {n > 1 && metrics.accuracy !== null && (
        <Curves
          title="pass@k and maj@k, with 95% bands"
          curves={[
            { name: "pass@k", values: pass_at_k, intervals: intervals.pass_at_k },
            { name: "maj@k", values: maj_at_k, intervals: intervals.maj_at_k },
          ]}
        />
      )}
      {n > 1 && (
        <Histogram
          title="right samples per problem"
          axis={`right of ${n} samples`}
          bars={gathered.rights.map(({ from, to, value }) => ({
            label: from === to ? `${from}` : `${from}–${to}`,
            about: `${plural(value, "problem")} with ${from === to ? from : `${from} to ${to}`} right of ${n} (${percent(value / Math.max(1, metrics.complete_problems), 0)})`,
            value,
          }))}
        />
      )}
      <Histogram title="length of completions" axis={gathered.unit} bars={lengths} />
    </div>
  );
}

const short = (value: number): string => (value >= 10_000 ? `${Math.round(value / 1000)}k` : String(value));

interface Gathered {
  rights: { from: number; to: number; value: number }[];
  lengths: { least: number; most: number; value: number; right: number }[];
  unit: "characters" | "tokens";
}

const mostBars = 24;

function gather(table: SampleTable, task: string, n: number): Gathered {
  const right = codeOf("right");
  const size = Math.ceil((n + 1) / 33);
  const rights = Array.from({ length: Math.ceil((n + 1) / size) }, (_, i) => ({
    from: i * size,
    to: Math.min(n, (i + 1) * size - 1),
    value: 0,
  }));
  const rows: number[] = [];
  table.problems.forEach((problem, place) => {
    if (problem.task !== task) return;
    let [number, measured] = [0, 0];
    for (const row of table.rows[place]!.values()) {
      if (table.hasVerdict(row)) measured++;
      if (table.hasCompletion(row)) rows.push(row);
      if (table.state.at(row) === right) number++;
    }
    // For a problem with fewer samples, the final number of right ones is unknown.
    if (measured >= n) rights[Math.min(rights.length - 1, Math.floor(number / size))]!.value++;
  });
  // Tokens are known for requests that drew one sample; they are used if all requests did.
  const hasTokens = rows.length > 0 && rows.every((row) => table.tokens.at(row) > 0);
  const column = hasTokens ? table.tokens : table.characters;
  const most = rows.reduce((longest, row) => Math.max(longest, column.at(row)), 0);
  const step = niceStep(most / mostBars);
  const lengths = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => ({
    least: i * step,
    most: (i + 1) * step - 1,
    value: 0,
    right: 0,
  }));
  for (const row of rows) {
    const bin = lengths[Math.floor(column.at(row) / step)]!;
    bin.value++;
    if (table.state.at(row) === right) bin.right++;
  }
  return { rights, lengths, unit: hasTokens ? "tokens" : "characters" };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rough))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}
