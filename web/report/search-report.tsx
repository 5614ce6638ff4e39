// A search in a report: its accuracy beside the baselines, and every problem in one line, with the tree of the hardest.

import type { SearchPage, SearchProblem } from "../../src/view/api.ts";
import { searchTree } from "../../src/view/search-tree.ts";
import { StripChart } from "../charts/strip-chart.tsx";
import { treeAxis, treeColumns } from "../charts/tree-columns.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { FigureTiles } from "../parts/figure-tiles.tsx";
import { RewardWorth } from "../parts/reward-worth.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { count, plural } from "../words.ts";
import { Section } from "./section.tsx";

type Row = SearchPage["rows"][number];

export function SearchReport({ page, shown }: { page: SearchPage; shown: readonly SearchProblem[] }) {
  const { figures, rows } = page;
  const { over } = figures[0]!;
  const right = rows.filter(({ state }) => state === "right").length;
  const full = new Set(shown.map(({ row }) => row.problem));
  return (
    <>
      <Section title="Figures">
        <FigureTiles figures={figures} />
        <p>
          {count(right)} of {plural(over.done, over.done < over.of ? "finished problem" : "problem")} right.
        </p>
        <RewardWorth worth={page.worth} figures={figures} />
      </Section>
      <Section title="Problems">
        {shown.map((problem) => (
          <Problem key={problem.row.problem} problem={problem} />
        ))}
        {rows
          .filter(({ problem }) => !full.has(problem))
          .map((row) => (
            <p key={row.problem} class="report-problem">
              <Outcome row={row} />
            </p>
          ))}
      </Section>
    </>
  );
}

function Outcome({ row: { problem, state, answer, gold, ended } }: { row: Row }) {
  return (
    <>
      <VerdictMark state={state === "open" ? "ungraded" : state} /> <strong>{visible(problem)}</strong>{" "}
      {state}: {visible(answer === null ? `no answer (${ended})` : `answer ${answer}`)}, gold{" "}
      {visible(gold.join(" or "))}
    </>
  );
}

/** In a file that is as wide as a page of paper. */
const treeWidth = 940;

function Problem({ problem }: { problem: SearchProblem }) {
  const tree = searchTree(problem);
  return (
    <details class="report-problem">
      <summary>
        <Outcome row={problem.row} />
      </summary>
      <Typeset text={problem.statement} />
      {tree.nodes.length > 0 && (
        <StripChart
          tree={tree}
          columns={treeColumns(problem, tree)}
          title={`The tree of problem ${visible(problem.row.problem)}`}
          axis={treeAxis(problem)}
          width={treeWidth}
        />
      )}
      {problem.steps.map((step, place) => (
        <Typeset key={place} text={step} isChecked />
      ))}
    </details>
  );
}
