// The same samples as a list: their answers, the golds, and the chosen columns.

import { walk } from "../../src/view/filter.ts";
import { type SampleTable, stateOf } from "../../src/view/sample-table.ts";
import { lastOpened } from "../address.ts";
import { useListKeys } from "../keys.ts";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { cellText, chosenColumns, knownColumns } from "./columns.tsx";
import type { FileRow } from "./download.ts";
import { Labels, noteColumns } from "./labels.tsx";
import { Rows } from "./rows.tsx";
import {
  aboutOf,
  NoSamples,
  type SamplesProps,
  sampleAddress,
  sampleKey,
  useNarrow,
} from "./sample-grid.tsx";

export function SampleList({ grid, table, run, name, query }: SamplesProps) {
  const rows = walk(grid);
  const isNarrow = useNarrow();
  const last = lastOpened(run);
  const at = useListKeys(
    rows.length,
    (place) => sampleAddress(table, rows[place]!, run, query),
    last === undefined ? undefined : rows.findIndex((row) => sampleKey(table, row) === last),
  );
  if (rows.length === 0) return <NoSamples table={table} />;
  const columns = isNarrow ? [] : chosenColumns(knownColumns(table), query, "list");
  return (
    <Rows
      count={rows.length}
      rowHeight={isNarrow ? 88 : 34}
      label="Samples"
      role="table"
      columns={5 + columns.length}
      shown={at}
      shared={{ "--more": columns.map(() => "minmax(70px, 150px)").join(" ") }}
      head={
        <div class="rows-head list" role="row">
          {["sample", "verdict", "statement", "answer", "gold", ...columns.map(({ name }) => name)].map(
            (name) => (
              <span key={name} role="columnheader" class="clip">
                {visible(name)}
              </span>
            ),
          )}
        </div>
      }
      row={(place) => {
        const row = rows[place]!;
        const { problem, gold, statement } = table.problems[table.problem.at(row)]!;
        const state = stateOf(table.state.at(row));
        const isCut = table.isCutOff(row);
        return (
          <>
            <span role="cell" class="clip">
              <a href={sampleAddress(table, row, run, query)}>
                {visible(problem)} · {table.sample.at(row) + 1}
              </a>
              <Labels run={name} about={aboutOf(table, row)} />
            </span>
            <span role="cell" class={`verdict ${state}`}>
              <VerdictMark state={state} isCut={isCut} /> {stateWords[state]}
              {isCut && <span class="muted"> truncated</span>}
            </span>
            <span role="cell" class="in-statement">
              <TypesetLine key={problem} text={statement} />
            </span>
            <span role="cell" class="clip">
              {visible(table.text(table.answer.at(row)) ?? "none")}
            </span>
            <span role="cell" class="clip muted">
              {isNarrow && "gold "}
              {visible(gold.join(" or "))}
            </span>
            {columns.map((column) => (
              <span key={column.name} role="cell" class="clip">
                {cellText(column, [row])}
              </span>
            ))}
          </>
        );
      }}
    />
  );
}

/** A sample as a row of a file; as in all files, samples are counted from 0. */
export function sampleAsRow(table: SampleTable, run: string): (row: number) => FileRow {
  const columns = knownColumns(table);
  return (row) => {
    const { task, problem, statement, gold } = table.problems[table.problem.at(row)]!;
    return {
      task,
      problem,
      sample: table.sample.at(row),
      verdict: stateOf(table.state.at(row)),
      answer: table.text(table.answer.at(row)) ?? null,
      gold: gold.length === 1 ? gold[0]! : JSON.stringify(gold),
      truncated: table.isCutOff(row),
      ...Object.fromEntries(columns.map(({ name, at }) => [name, at(row) ?? null])),
      ...noteColumns(run, aboutOf(table, row)),
      statement,
    };
  };
}
