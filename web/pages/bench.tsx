// A ProcessBench run: its figures with intervals, the predicted first errors, and its samples under one filter.

import { noF1Words } from "../../src/processbench/metrics.ts";
import { overWords } from "../../src/runs/figure.ts";
import type { BenchPage, BenchRow, Figure } from "../../src/view/api.ts";
import { addressOf, apiPath, goTo, lastOpened, runAddress } from "../address.ts";
import { BenchCharts } from "../charts/bench-charts.tsx";
import {
  type BenchFate,
  benchFates,
  benchRows,
  fateAbout,
  fateOf,
  keptOfBench,
  placeWords,
  readBenchFilter,
} from "../lists/bench-list.ts";
import { Choice, Segments, TextFilter, toggled } from "../lists/controls.tsx";
import type { FileRow } from "../lists/download.ts";
import { LabelFilter, Labels, noteColumns, ResultHead } from "../lists/labels.tsx";
import { Cell, List } from "../lists/rows.tsx";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useNotesVersion } from "../notes.ts";
import { FigureCell } from "../parts/figure-tiles.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { RunHeading } from "../parts/run-heading.tsx";
import { Settings } from "../parts/settings.tsx";
import { Heads, Table } from "../parts/tables.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { useAnswer } from "../server.ts";
import { count, plural } from "../words.ts";

const asPoints = (share: number): string => (100 * share).toFixed(1);

interface BenchProps {
  run: string;
  query: URLSearchParams;
}

export function Bench({ run, query }: BenchProps) {
  const { value, error } = useAnswer<BenchPage>(apiPath(["runs", run, "bench"]), run);
  useNotesVersion();
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The run" />;
  const rows = benchRows(value.rows, readBenchFilter(query), value.run.name);
  const { threshold } = value;
  return (
    <div class="bench-run">
      <RunHeading run={value.run} />
      <Notes notes={value.notes.map(visible)} />
      <section aria-label="Figures">
        {value.prmbench && <Classes figures={value.prmbench} />}
        {value.mr_ben && <Subjects figures={value.mr_ben} />}
        <Subsets page={value} run={run} query={query} />
        {Object.entries(value.figures.subsets).map(
          ([name, { f1 }]) =>
            (f1.value === null || overWords(f1) !== "") && (
              <p key={name} class="small below">
                {visible(name)}:{" "}
                {f1.value === null ? noF1Words(value.subsets[name]!) : `F1${overWords(f1, asPoints)}`}
              </p>
            ),
        )}
        {threshold && (
          <p class="muted small below">
            A step is wrong below {threshold.value.toFixed(4)}
            {threshold.chosen_on === undefined ? "" : `, chosen on ${visible(threshold.chosen_on)} by its F1`}
            .
          </p>
        )}
      </section>
      <BenchCharts page={value} run={run} query={query} />
      <section class="samples" aria-label="Samples">
        <FilterLine page={value} run={run} query={query} />
        <ResultHead name={value.run.name} rows={rows} asRow={(row) => asRow(row, value.run.name)}>
          {plural(rows.length, "sample")}
        </ResultHead>
        <Samples rows={rows} run={run} name={value.run.name} query={query} />
      </section>
      <Settings settings={value.settings} />
    </div>
  );
}

const points = (value: number | null): string => (value === null ? "–" : value.toFixed(1));

/** A set's own figures, in percent, one row for each class or subject. */
function Classes({ figures: { all, classes } }: { figures: NonNullable<BenchPage["prmbench"]> }) {
  const rows = [...Object.entries(classes), ["all", all] as const].map(([name, each]) => [
    visible(name),
    points(each.prm_score),
    each.interval?.map(points).join(" to ") ?? "–",
    points(each.f1),
    points(each.negative_f1),
    points(each.first_error_accuracy),
    points(each.similarity),
    count(each.judged),
  ]);
  const head = [
    "class",
    "PRMScore",
    "95% interval",
    "F1",
    "negative F1",
    "first error",
    "similarity",
    "rows",
  ];
  return <Table class="run-table" label="PRMScore of each class" head={head} rows={rows} />;
}

function Subjects({ figures: { subjects, mean } }: { figures: NonNullable<BenchPage["mr_ben"]> }) {
  const rows = [...Object.entries(subjects), ["mean", mean] as const].map(([name, each]) => [
    visible(name),
    each.mcc.toFixed(3),
    points(each.step_accuracy),
    points(each.reason_accuracy),
    points(each.mr_score),
  ]);
  return (
    <Table
      class="run-table"
      label="MR-Score of each subject"
      head={["subject", "MCC", "step", "reason", "MR-Score"]}
      rows={rows}
    />
  );
}

function Subsets({ page, run, query }: BenchProps & { page: BenchPage }) {
  const { subsets, figures } = page;
  const chosen = query.get("subset");
  const all = Object.entries(subsets);
  return (
    <div class="scroll">
      <table class="run-table subsets" aria-label="Figures of each subset">
        <thead>
          <tr>
            <Heads names={["subset", "F1", "on erroneous", "on correct"]} />
            <Heads names={["false alarms", "overlooked", "no verdict", "failed", "calls"]} areFigures />
          </tr>
        </thead>
        <tbody>
          {all.map(([name, metrics]) => {
            const link = (changes: Record<string, string | undefined>) =>
              runAddress(run, query, { label: undefined, prediction: undefined, subset: name, ...changes });
            const alarms = page.rows.filter(
              (row) => row.subset === name && fateOf(row) === "false alarm",
            ).length;
            return (
              <tr key={name}>
                <td>
                  <a
                    class="name"
                    href={link({ subset: chosen === name ? undefined : name })}
                    aria-current={chosen === name ? "true" : undefined}
                  >
                    {visible(name)}
                  </a>
                </td>
                <FigureColumn figure={figures.subsets[name]!.f1} />
                <FigureColumn figure={figures.subsets[name]!.error} />
                <FigureColumn figure={figures.subsets[name]!.correct} />
                <td class="number" data-label="false alarms">
                  <a href={link({ fate: "false alarm" })} aria-label={plural(alarms, "false alarm")}>
                    {count(alarms)}
                  </a>
                </td>
                <td class="number" data-label="overlooked">
                  <a
                    href={link({ fate: "overlooked" })}
                    aria-label={plural(metrics.distance.overlooked, "overlooked error")}
                  >
                    {count(metrics.distance.overlooked)}
                  </a>
                </td>
                {(["no_verdict", "failed", "calls"] as const).map((name) => (
                  <td key={name} class="number" data-label={name.replace("_", " ")}>
                    {count(metrics[name])}
                  </td>
                ))}
              </tr>
            );
          })}
          {all.length > 1 && (
            <tr class="mean">
              <td>mean</td>
              <FigureColumn figure={figures.average} />
              <td colSpan={7} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function FigureColumn({ figure }: { figure: Figure }) {
  const { name } = figure;
  return (
    <td class="figure" data-label={name}>
      <FigureCell figure={figure} width={48} isPoints isLong hasSize={name !== "F1"} />
    </td>
  );
}

function FilterLine({ page, run, query }: BenchProps & { page: BenchPage }) {
  const filter = readBenchFilter(query);
  const set = (changes: Record<string, string | undefined>, how: "push" | "replace" = "push") =>
    goTo(runAddress(run, query, changes), how);
  const inSubset = page.rows.filter((row) => filter.subset === undefined || row.subset === filter.subset);
  const names = Object.keys(page.subsets);
  const numberOf = (fate: BenchFate) => inSubset.filter((row) => fateOf(row) === fate).length;
  const isAlways = (fate: BenchFate) =>
    fate === "false alarm" || fate === "overlooked" || filter.fate === fate;
  return (
    <div class="filter-bar">
      <Segments
        label="Judged"
        values={benchFates.filter((fate) => numberOf(fate) > 0 || isAlways(fate))}
        chosen={filter.fate}
        hasAll
        titleOf={(fate) => fateAbout[fate]}
        show={(fate) => (
          <>
            {fate} <span class="muted">{count(numberOf(fate))}</span>
          </>
        )}
        onChoose={(fate) => set({ fate: toggled(filter.fate, fate) })}
      />
      {names.length > 1 && (
        <Choice
          label="subset"
          value={filter.subset}
          values={names}
          none="all"
          onChoose={(subset) => set({ subset })}
        />
      )}
      {(filter.label !== undefined || filter.prediction !== undefined) && (
        <button type="button" class="token" onClick={() => set({ label: undefined, prediction: undefined })}>
          {filter.label !== undefined && `labelled ${placeWords(filter.label)} `}
          {filter.prediction !== undefined && `predicted ${placeWords(filter.prediction)} `}✕
        </button>
      )}
      <LabelFilter run={page.run.name} value={filter.labels} onChoose={(labels) => set({ labels })} />
      <TextFilter value={filter.text} onText={(text) => set({ text }, "replace")} />
    </div>
  );
}

/** As in the files of ProcessBench, steps count from 0, and -1 means that no step is wrong. */
const asRow = (row: BenchRow, run: string): FileRow => ({
  subset: row.subset,
  sample: row.sample,
  judged: fateOf(row),
  label: row.label,
  prediction: row.prediction,
  missing: row.missing ?? null,
  steps: row.steps,
  ...noteColumns(run, { subset: row.subset, sample: row.sample }),
  statement: row.statement,
});

export const benchAddress = (run: string, { subset, sample }: BenchRow, query: URLSearchParams): string =>
  addressOf(["run", run, subset, sample], keptOfBench(query));

function Samples({ rows, run, name, query }: BenchProps & { rows: readonly BenchRow[]; name: string }) {
  const last = lastOpened(run);
  return (
    <List
      rows={rows}
      label="Samples"
      kind="bench-rows"
      addressOf={(row) => benchAddress(run, row, query)}
      isLast={({ subset, sample }) => JSON.stringify([subset, sample]) === last}
      empty="No sample matches the filter."
      columns={[
        {
          name: "sample",
          show: (row) => (
            <Cell class="clip">
              <a href={benchAddress(run, row, query)}>{visible(row.sample)}</a>
              <Labels run={name} about={{ subset: row.subset, sample: row.sample }} />
            </Cell>
          ),
        },
        { name: "judged", show: (row) => <Judged fate={fateOf(row)} /> },
        { name: "labelled", show: ({ label }) => <Cell>{placeWords(label)}</Cell> },
        {
          name: "predicted",
          show: ({ prediction, missing = "none" }) => (
            <Cell>{prediction === null ? missing.replace("_", " ") : placeWords(prediction)}</Cell>
          ),
        },
        {
          name: "problem",
          show: ({ sample, statement }) => (
            <Cell class="in-statement">
              <TypesetLine key={sample} text={statement} />
            </Cell>
          ),
        },
      ]}
    />
  );
}

function Judged({ fate }: { fate: BenchFate }) {
  const state = fate === "matched" ? "right" : fate === "no prediction" ? "unscored" : "wrong";
  return (
    <Cell class={`verdict ${state}`}>
      <VerdictMark state={state} /> {fate}
    </Cell>
  );
}
