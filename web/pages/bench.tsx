// A ProcessBench run: its figures with intervals, the predicted first errors, and its samples under one filter.

import { noF1Words } from "../../src/processbench/metrics.ts";
import { overWords } from "../../src/runs/figure.ts";
import type { BenchPage, BenchRow, Figure } from "../../src/view/api.ts";
import { addressOf, changed, goTo, lastOpened } from "../address.ts";
import { BenchCharts } from "../charts/bench-charts.tsx";
import { useListKeys } from "../keys.ts";
import {
  benchFates,
  benchRows,
  fateAbout,
  fateOf,
  keptOfBench,
  placeWords,
  readBenchFilter,
} from "../lists/bench-list.ts";
import { TextFilter } from "../lists/controls.tsx";
import type { FileRow } from "../lists/download.ts";
import { LabelFilter, Labels, noteColumns, RowsAsFile } from "../lists/labels.tsx";
import { Rows } from "../lists/rows.tsx";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useNotesVersion } from "../notes.ts";
import { FigureCell } from "../parts/figure-tiles.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { RunHeading } from "../parts/run-heading.tsx";
import { Settings } from "../parts/settings.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { useAnswer } from "../server.ts";
import { count, plural } from "../words.ts";

const asPoints = (share: number): string => (100 * share).toFixed(1);

interface BenchProps {
  run: string;
  query: URLSearchParams;
}

export function Bench({ run, query }: BenchProps) {
  const { value, error } = useAnswer<BenchPage>(`api/runs/${encodeURIComponent(run)}/bench`, run);
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
        <div class="result-head">
          <p class="result-line" role="status">
            {plural(rows.length, "sample")}
          </p>
          {rows.length > 0 && (
            <RowsAsFile name={value.run.name} rows={() => rows.map((row) => asRow(row, value.run.name))} />
          )}
        </div>
        <Samples rows={rows} run={run} name={value.run.name} query={query} />
      </section>
      <Settings settings={value.settings} />
    </div>
  );
}

const points = (value: number | null): string => (value === null ? "–" : value.toFixed(1));

/** A set's own figures, in percent, one row for each class or subject. */
function SetTable({ label, head, rows }: { label: string; head: string[]; rows: string[][] }) {
  return (
    <div class="scroll">
      <table class="run-table" aria-label={label}>
        <thead>
          <tr>
            {head.map((title, i) => (
              <th key={title} scope="col" class={i === 0 ? undefined : "number"}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <td>{visible(name!)}</td>
              {cells.map((cell, i) => (
                <td key={head[i + 1]} class="number" data-label={head[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Classes({ figures: { all, classes } }: { figures: NonNullable<BenchPage["prmbench"]> }) {
  const rows = [...Object.entries(classes), ["all", all] as const].map(([name, each]) => [
    name,
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
  return <SetTable label="PRMScore of each class" head={head} rows={rows} />;
}

function Subjects({ figures: { subjects, mean } }: { figures: NonNullable<BenchPage["mr_ben"]> }) {
  const rows = [...Object.entries(subjects), ["mean", mean] as const].map(([name, each]) => [
    name,
    each.mcc.toFixed(3),
    points(each.step_accuracy),
    points(each.reason_accuracy),
    points(each.mr_score),
  ]);
  return (
    <SetTable
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
            <th scope="col">subset</th>
            <th scope="col">F1</th>
            <th scope="col">on erroneous</th>
            <th scope="col">on correct</th>
            <th scope="col" class="number">
              false alarms
            </th>
            <th scope="col" class="number">
              overlooked
            </th>
            <th scope="col" class="number">
              no verdict
            </th>
            <th scope="col" class="number">
              failed
            </th>
            <th scope="col" class="number">
              calls
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(([name, metrics]) => {
            const link = (changes: Record<string, string | undefined>) =>
              addressOf(
                ["run", run],
                changed(query, { label: undefined, prediction: undefined, subset: name, ...changes }),
              );
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
                <td class="number" data-label="no verdict">
                  {count(metrics.no_verdict)}
                </td>
                <td class="number" data-label="failed">
                  {count(metrics.failed)}
                </td>
                <td class="number" data-label="calls">
                  {count(metrics.calls)}
                </td>
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
    goTo(addressOf(["run", run], changed(query, changes)), how);
  const inSubset = page.rows.filter((row) => filter.subset === undefined || row.subset === filter.subset);
  const names = Object.keys(page.subsets);
  return (
    <div class="filter-bar">
      <div class="segments" role="group" aria-label="Judged">
        <button type="button" aria-pressed={!filter.fate} onClick={() => set({ fate: undefined })}>
          all
        </button>
        {benchFates.map((fate) => {
          const number = inSubset.filter((row) => fateOf(row) === fate).length;
          const isAlways = fate === "false alarm" || fate === "overlooked" || filter.fate === fate;
          return number === 0 && !isAlways ? null : (
            <button
              key={fate}
              type="button"
              title={fateAbout[fate]}
              aria-pressed={filter.fate === fate}
              onClick={() => set({ fate: filter.fate === fate ? undefined : fate })}
            >
              {fate} <span class="muted">{count(number)}</span>
            </button>
          );
        })}
      </div>
      {names.length > 1 && (
        <label class="field">
          <span>subset</span>
          <select
            value={filter.subset ?? ""}
            onChange={(event) => set({ subset: event.currentTarget.value || undefined })}
          >
            <option value="">all</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {visible(name)}
              </option>
            ))}
          </select>
        </label>
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
  const at = useListKeys(
    rows.length,
    (place) => benchAddress(run, rows[place]!, query),
    rows.findIndex(({ subset, sample }) => JSON.stringify([subset, sample]) === last),
  );
  if (rows.length === 0) return <p class="empty">No sample matches the filter.</p>;
  return (
    <Rows
      count={rows.length}
      rowHeight={34}
      label="Samples"
      role="table"
      columns={5}
      shown={at}
      kind="bench-rows"
      head={
        <div class="rows-head" role="row">
          <span role="columnheader">sample</span>
          <span role="columnheader">judged</span>
          <span role="columnheader">labelled</span>
          <span role="columnheader">predicted</span>
          <span role="columnheader">problem</span>
        </div>
      }
      row={(place) => {
        const row = rows[place]!;
        const fate = fateOf(row);
        const state = fate === "matched" ? "right" : fate === "no prediction" ? "unscored" : "wrong";
        return (
          <>
            <span role="cell" class="clip">
              <a href={benchAddress(run, row, query)}>{visible(row.sample)}</a>
              <Labels run={name} about={{ subset: row.subset, sample: row.sample }} />
            </span>
            <span role="cell" class={`verdict ${state}`}>
              <VerdictMark state={state} /> {fate}
            </span>
            <span role="cell">{placeWords(row.label)}</span>
            <span role="cell">
              {row.prediction === null
                ? (row.missing ?? "none").replace("_", " ")
                : placeWords(row.prediction)}
            </span>
            <span role="cell" class="in-statement">
              <TypesetLine key={row.sample} text={row.statement} />
            </span>
          </>
        );
      }}
    />
  );
}
