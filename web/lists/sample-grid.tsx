// The grid: one row for each problem, one cell for each sample, with the problem's answers. With more than 64 samples,
// or on a narrow screen, a row has one strip with the shares.

import { useEffect, useMemo, useState } from "preact/hooks";
import { answersOf, type GridRow } from "../../src/view/filter.ts";
import { type SampleTable, type State, stateOf } from "../../src/view/sample-table.ts";
import { addressOf, goTo, lastOpened, runAddress } from "../address.ts";
import { leaveControl, useKeys } from "../keys.ts";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { noteOn } from "../notes.ts";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { count, percent } from "../words.ts";
import { cellText, chosenColumns, knownColumns } from "./columns.tsx";
import { kept } from "./filters.ts";
import { Rows } from "./rows.tsx";

export interface SamplesProps {
  grid: readonly GridRow[];
  table: SampleTable;
  run: string;
  /** The run's name in the list. */
  name: string;
  query: URLSearchParams;
}

const shownAnswers = 3;
const mostCells = 64;
const mostNarrowCells = 12;

export function sampleAddress(table: SampleTable, row: number, run: string, query: URLSearchParams): string {
  const { task, problem } = table.problems[table.problem.at(row)]!;
  return addressOf(["run", run, task, problem, table.sample.at(row)], kept(query));
}

/** The key by which a list finds the item that was opened last. */
export const keyOfSample = (task: string, problem: string, sample: number): string =>
  JSON.stringify([task, problem, sample]);

export const sampleKey = (table: SampleTable, row: number): string => {
  const { task, problem } = table.problems[table.problem.at(row)]!;
  return keyOfSample(task, problem, table.sample.at(row));
};

/** The subject of a note on a sample. */
export const aboutOf = (table: SampleTable, row: number) => {
  const { task, problem } = table.problems[table.problem.at(row)]!;
  return { task, problem, sample: table.sample.at(row) };
};

const narrowScreen = matchMedia("(max-width: 700px)");

export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrowScreen.matches);
  useEffect(() => {
    const follow = () => setNarrow(narrowScreen.matches);
    narrowScreen.addEventListener("change", follow);
    return () => narrowScreen.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}

interface Place {
  line: number;
  cell: number;
}

/** The cell of the sample that was opened last. */
function placeOf(grid: readonly GridRow[], table: SampleTable, key: string | undefined): Place | undefined {
  if (key === undefined) return undefined;
  for (const [line, { rows }] of grid.entries()) {
    const cell = rows.findIndex((row) => sampleKey(table, row) === key);
    if (cell >= 0) return { line, cell };
  }
  return undefined;
}

/** In place of the rows, where there are none. */
export function NoSamples({ table }: { table: SampleTable }) {
  return (
    <p class="empty">{table.length === 0 ? "No sample is recorded yet." : "No sample matches the filter."}</p>
  );
}

export function SampleGrid({ grid, table, run, name, query }: SamplesProps) {
  const isNarrow = useNarrow();
  const [moved, setMoved] = useState<Place>();
  // Rows may arrive after the first painting.
  const last = lastOpened(run);
  const start = useMemo(() => placeOf(grid, table, last), [grid, table, last]);
  const place = moved ?? start;
  const at = place && place.line < grid.length ? place : undefined;
  const cellsIn = (line: number) => grid[line]!.rows.length;
  const move = (down: number, along: number) => {
    if (grid.length === 0) return;
    leaveControl();
    const line = Math.max(0, Math.min(grid.length - 1, (at?.line ?? -1) + down));
    setMoved({ line, cell: Math.max(0, Math.min(cellsIn(line) - 1, (at?.cell ?? 0) + along)) });
  };
  const row = at && grid[at.line]!.rows[Math.min(at.cell, cellsIn(at.line) - 1)];
  useKeys({
    j: () => move(1, 0),
    k: () => move(-1, 0),
    ...(at
      ? {
          ArrowDown: () => move(1, 0),
          ArrowUp: () => move(-1, 0),
          ArrowRight: () => move(0, 1),
          ArrowLeft: () => move(0, -1),
        }
      : {}),
    Enter: row === undefined ? undefined : () => goTo(sampleAddress(table, row, run, query)),
  });
  if (grid.length === 0) return <NoSamples table={table} />;
  const widest = grid.reduce((most, { rows }) => Math.max(most, rows.length), 0);
  const isStrip = widest > (isNarrow ? mostNarrowCells : mostCells);
  const width = widest <= 16 ? 24 : widest <= 32 ? 15 : 9;
  const columns = isNarrow ? [] : chosenColumns(knownColumns(table), query, "grid");
  return (
    <Rows
      count={grid.length}
      rowHeight={isNarrow ? 112 : 34}
      label="Verdicts by problem and sample"
      role="grid"
      columns={6 + columns.length}
      shown={at?.line}
      shared={{
        "--cell": `${width}px`,
        "--cells": isStrip ? "200px" : `${Math.max(80, widest * width)}px`,
        "--more": columns.map(() => "minmax(60px, 110px)").join(" "),
      }}
      head={
        <div class="rows-head" role="row">
          {["problem", "statement", "gold", "right"].map((name) => (
            <span key={name} role="columnheader" class={`in-${name}`}>
              {name}
            </span>
          ))}
          {columns.map(({ name }) => (
            <span key={name} role="columnheader" class="clip">
              {visible(name)}
            </span>
          ))}
          <span role="columnheader">samples</span>
          <span role="columnheader">answers</span>
        </div>
      }
      row={(place) => {
        const line = grid[place]!;
        const key = table.problems[line.problem]!;
        return (
          <>
            <span role="gridcell" class="problem in-problem">
              <a
                href={runAddress(run, query, { problem: key.problem, view: "list" })}
                title={visible(key.problem)}
              >
                {visible(key.problem)}
              </a>
            </span>
            <span role="gridcell" class="in-statement">
              <TypesetLine key={key.problem} text={key.statement} />
            </span>
            <span role="gridcell" class="clip muted in-gold" title={visible(key.gold.join(" or "))}>
              {visible(key.gold.join(" or "))}
            </span>
            <Share line={line} />
            {columns.map((column) => (
              <span key={column.name} role="gridcell" class="clip">
                {cellText(column, line.rows)}
              </span>
            ))}
            {isStrip ? (
              <Strip line={line} table={table} run={run} name={name} query={query} />
            ) : (
              <Cells
                line={line}
                table={table}
                run={run}
                name={name}
                query={query}
                chosen={at?.line === place ? at.cell : undefined}
              />
            )}
            <span role="gridcell" class="answers">
              <Answers table={table} problem={line.problem} run={run} name={name} query={query} />
            </span>
          </>
        );
      }}
    />
  );
}

function Share({ line: { right, samples } }: { line: GridRow }) {
  return (
    <span role="gridcell" class="share in-right">
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: percent(right / Math.max(1, samples)) }} />
      </span>
      {samples === 0 ? "–" : `${right}/${samples}`}
    </span>
  );
}

interface LineProps extends Omit<SamplesProps, "grid"> {
  line: GridRow;
}

function Cells({ line, table, run, name, query, chosen }: LineProps & { chosen: number | undefined }) {
  return (
    <span role="gridcell" class="cells">
      {line.rows.map((row, place) => {
        const state = stateOf(table.state.at(row));
        const isCut = table.isCutOff(row);
        const answer = table.text(table.answer.at(row));
        const labels = noteOn(name, aboutOf(table, row))?.labels ?? [];
        const about = `sample ${table.sample.at(row) + 1}: ${stateWords[state]}${isCut ? ", truncated" : ""}${answer === undefined ? "" : `, ${visible(answer)}`}${labels.map((label) => `, label ${label}`).join("")}`;
        return (
          <a
            // The index, so that elements are reused.
            key={place}
            class={`cell${place === chosen ? " chosen" : ""}${labels.length > 0 ? " labelled" : ""}`}
            href={sampleAddress(table, row, run, query)}
            aria-label={about}
            title={about}
          >
            <VerdictMark state={state} isCut={isCut} />
          </a>
        );
      })}
    </span>
  );
}

const stripStates: readonly State[] = ["right", "wrong", "unscored", "ungraded"];

/** The shares of the matching samples, each a link to them. */
function Strip({ line: { rows, problem }, table, run, query }: LineProps) {
  const number = (state: State) => rows.filter((row) => stateOf(table.state.at(row)) === state).length;
  return (
    <span role="gridcell" class="strip">
      {stripStates.map((state) => {
        const there = number(state);
        return there === 0 ? null : (
          <a
            key={state}
            class={state}
            style={{ flexGrow: there }}
            title={`${count(there)} ${stateWords[state]}`}
            href={runAddress(run, query, {
              problem: table.problems[problem]!.problem,
              verdict: state,
              view: "list",
            })}
          >
            <span class="spoken">{`${count(there)} ${stateWords[state]}`}</span>
          </a>
        );
      })}
    </span>
  );
}

/** For example `105 75%, 95 25%`: confidently wrong, or scattered. */
function Answers({ table, problem, run, query }: Omit<SamplesProps, "grid"> & { problem: number }) {
  const all = answersOf(table, problem);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const more = all.length - shownAnswers;
  return (
    <>
      {all.slice(0, shownAnswers).map(({ answer, count, state }) => (
        <a
          key={`${answer} ${state}`}
          class={`answer ${stateOf(state)}`}
          title={`${count} of ${total}`}
          href={runAddress(run, query, {
            problem: table.problems[problem]!.problem,
            answer: answer ?? "(none)",
            view: "list",
          })}
        >
          {answer === undefined ? "none" : shortened(visible(answer))}
          {total > 1 && <span class="times"> {percent(count / total, 0)}</span>}
        </a>
      ))}
      {more > 0 && <span class="muted">+{more}</span>}
    </>
  );
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
