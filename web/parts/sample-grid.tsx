// The grid: one row a problem, one cell a sample, with what the problem's answers were.

import { answersOf, type GridRow } from "../../src/view/filter.ts";
import { type SampleTable, stateOf } from "../../src/view/sample-table.ts";
import { addressOf, changed } from "../address.ts";
import { kept } from "../filters.ts";
import { visible } from "../math/visible.ts";
import { percent } from "../words.ts";
import { Rows } from "./rows.tsx";
import { stateWords, VerdictMark } from "./verdict-mark.tsx";

export interface SamplesProps {
  grid: readonly GridRow[];
  table: SampleTable;
  run: string;
  query: URLSearchParams;
}

const rowHeight = 34;
const shownAnswers = 3;

export function sampleAddress(table: SampleTable, row: number, run: string, query: URLSearchParams): string {
  const { task, problem } = table.problems[table.problem.at(row)]!;
  return addressOf(["run", run, task, problem, table.sample.at(row)], kept(query));
}

export function SampleGrid({ grid, table, run, query }: SamplesProps) {
  const widest = grid.reduce((most, { rows }) => Math.max(most, rows.length), 0);
  const width = widest <= 32 ? 24 : widest <= 48 ? 15 : 11;
  if (grid.length === 0) return <p class="empty">No sample matches the filter.</p>;
  return (
    <Rows
      count={grid.length}
      rowHeight={rowHeight}
      label="Verdicts by problem and sample"
      role="grid"
      columns={4}
      shared={{ "--cell": `${width}px`, "--cells": `${Math.max(80, widest * width)}px` }}
      head={
        <div class="rows-head" role="row">
          <span role="columnheader">problem</span>
          <span role="columnheader">right</span>
          <span role="columnheader">samples</span>
          <span role="columnheader">answers</span>
        </div>
      }
      row={(place) => <GridLine line={grid[place]!} table={table} run={run} query={query} />}
    />
  );
}

interface GridLineProps extends Omit<SamplesProps, "grid"> {
  line: GridRow;
}

function GridLine({ line, table, run, query }: GridLineProps) {
  const { problem, rows, right, samples } = line;
  const key = table.problems[problem]!;
  const share = right / Math.max(1, samples);
  return (
    <>
      <span role="gridcell" class="problem">
        <a href={addressOf(["run", run], changed(query, { problem: key.problem, view: "list" }))}>
          {visible(key.problem)}
        </a>
      </span>
      <span role="gridcell" class="share">
        <span class="share-bar" aria-hidden="true">
          <span style={{ width: percent(share) }} />
        </span>
        {samples === 0 ? "–" : `${right}/${samples}`}
      </span>
      <span role="gridcell" class="cells">
        {rows.map((row, place) => {
          const state = stateOf(table.state.at(row));
          const isCut = table.isCutOff(row);
          const answer = table.text(table.answer.at(row));
          const about = `sample ${table.sample.at(row)}: ${stateWords[state]}${isCut ? ", cut off" : ""}${answer === undefined ? "" : `, ${visible(answer)}`}`;
          return (
            <a
              // The place, so that elements are used again.
              key={place}
              class="cell"
              href={sampleAddress(table, row, run, query)}
              aria-label={about}
              title={about}
            >
              <VerdictMark state={state} isCut={isCut} />
            </a>
          );
        })}
      </span>
      <span role="gridcell" class="answers">
        <Answers table={table} problem={problem} run={run} query={query} />
      </span>
    </>
  );
}

/** For example `105 ×6, 95 ×2`: confidently wrong, or scattered. */
function Answers({ table, problem, run, query }: Omit<SamplesProps, "grid"> & { problem: number }) {
  const all = answersOf(table, problem);
  const more = all.length - shownAnswers;
  return (
    <>
      {all.slice(0, shownAnswers).map(({ answer, count, state }) => (
        <a
          key={`${answer} ${state}`}
          class={`answer ${stateOf(state)}`}
          href={addressOf(
            ["run", run],
            changed(query, {
              problem: table.problems[problem]!.problem,
              answer: answer ?? "(none)",
              view: "list",
            }),
          )}
        >
          {answer === undefined ? "none" : shortened(visible(answer))}
          {count > 1 && <span class="times"> ×{count}</span>}
        </a>
      ))}
      {more > 0 && <span class="muted">+{more}</span>}
    </>
  );
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
