// The same samples as a list: what each answered, against what, and by which rule that was decided.

import { useState } from "preact/hooks";
import { walk } from "../../src/view/filter.ts";
import { stateOf } from "../../src/view/sample-table.ts";
import { goTo } from "../address.ts";
import { useKeys } from "../keys.ts";
import { visible } from "../math/visible.ts";
import { count } from "../words.ts";
import { Rows } from "./rows.tsx";
import { type SamplesProps, sampleAddress } from "./sample-grid.tsx";
import { stateWords, VerdictMark } from "./verdict-mark.tsx";

const rowHeight = 34;

export function SampleList({ grid, table, run, query }: SamplesProps) {
  const rows = walk(grid);
  const [at, setAt] = useState<number>();
  const move = (by: number) => setAt(Math.max(0, Math.min(rows.length - 1, (at ?? -1) + by)));
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: at === undefined ? undefined : () => goTo(sampleAddress(table, rows[at]!, run, query)),
  });
  if (rows.length === 0) return <p class="empty">No sample matches the filter.</p>;
  return (
    <Rows
      count={rows.length}
      rowHeight={rowHeight}
      label="Samples"
      role="table"
      columns={6}
      shown={at}
      head={
        <div class="rows-head list" role="row">
          <span role="columnheader">sample</span>
          <span role="columnheader">verdict</span>
          <span role="columnheader">answer</span>
          <span role="columnheader">gold</span>
          <span role="columnheader">rule</span>
          <span role="columnheader" class="number">
            characters
          </span>
        </div>
      }
      row={(place) => {
        const row = rows[place]!;
        const { problem, gold } = table.problems[table.problem.at(row)]!;
        const state = stateOf(table.state.at(row));
        const isCut = table.isCutOff(row);
        return (
          <>
            <span role="cell">
              <a href={sampleAddress(table, row, run, query)}>
                {visible(problem)} · {table.sample.at(row)}
              </a>
            </span>
            <span role="cell" class={`verdict ${state}`}>
              <VerdictMark state={state} isCut={isCut} /> {stateWords[state]}
              {isCut && <span class="muted"> cut off</span>}
            </span>
            <span role="cell" class="clip">
              {visible(table.text(table.answer.at(row)) ?? "none")}
            </span>
            <span role="cell" class="clip muted">
              {visible(gold.join(" or "))}
            </span>
            <span role="cell" class="clip" title={visible(table.text(table.reason.at(row)) ?? "")}>
              {visible(table.text(table.rule.at(row)) ?? "")}
            </span>
            <span role="cell" class="number">
              {count(table.characters.at(row))}
            </span>
          </>
        );
      }}
    />
  );
}
