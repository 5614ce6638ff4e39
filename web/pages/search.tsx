// A search: its result and that of the policy alone, the lists of doubtful choices, and its problems.

import type { ListedChoice, SearchPage, SearchRow } from "../../src/view/api.ts";
import type { State } from "../../src/view/sample-table.ts";
import { worklists } from "../../src/view/search-tree.ts";
import { addressOf, apiPath, changed, goTo, lastOpened, runAddress } from "../address.ts";
import { Segments, TextFilter, toggled } from "../lists/controls.tsx";
import type { FileRow } from "../lists/download.ts";
import { LabelFilter, Labels, noteColumns, ResultHead } from "../lists/labels.tsx";
import { Cell, List } from "../lists/rows.tsx";
import {
  keptOfSearch,
  readSearchFilter,
  searchRows,
  searchStates,
  worklistWords,
} from "../lists/search-list.ts";
import { TypesetLine } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useNotesVersion } from "../notes.ts";
import { FigureTiles } from "../parts/figure-tiles.tsx";
import { Loading, Notes, Trouble } from "../parts/notices.tsx";
import { RewardWorth } from "../parts/reward-worth.tsx";
import { RunHeading } from "../parts/run-heading.tsx";
import { Settings } from "../parts/settings.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { useAnswer } from "../server.ts";
import { count, plural } from "../words.ts";

interface SearchProps {
  run: string;
  query: URLSearchParams;
}

export const markOf = (state: SearchRow["state"]): State => (state === "open" ? "ungraded" : state);
export const searchStateWords: Record<SearchRow["state"], string> = {
  right: "right",
  wrong: "wrong",
  unscored: "unscored",
  open: "not finished",
};

export function Search({ run, query }: SearchProps) {
  const { value, error } = useAnswer<SearchPage>(apiPath(["runs", run, "search"]), run);
  useNotesVersion();
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The search" />;
  const { name } = value.run;
  const filter = readSearchFilter(query);
  const rows = searchRows(value.rows, filter, name);
  const drawn = value.rows.reduce((sum, row) => sum + row.drawn, 0);
  const distinct = value.rows.reduce((sum, row) => sum + row.distinct, 0);
  return (
    <div class="search-run">
      <RunHeading run={value.run} />
      <Notes notes={value.notes.map(visible)} />
      <section aria-label="Figures">
        <FigureTiles figures={value.figures} />
        <p class="muted small below">
          {count(drawn)} candidates drawn, {count(distinct)} distinct.{" "}
          {value.figures.length === 1 && (
            <>
              <code>assay search --baseline</code> also measures the policy without the reward model.
            </>
          )}
        </p>
      </section>
      <RewardWorth worth={value.worth} figures={value.figures} />
      <section class="samples" aria-label="Problems">
        <FilterLine run={run} query={query} page={value} />
        <ResultHead name={name} rows={rows} asRow={(row) => asRow(row, name)}>
          {filter.list === undefined
            ? plural(rows.length, "problem")
            : `${plural(rows.length, "problem")}: ${worklistWords[filter.list].about}`}
        </ResultHead>
        <Problems rows={rows} run={run} name={name} query={query} />
      </section>
      <Settings settings={value.settings} />
    </div>
  );
}

function FilterLine({ run, query, page }: SearchProps & { page: SearchPage }) {
  const { rows } = page;
  const filter = readSearchFilter(query);
  const set = (changes: Record<string, string | undefined>, how: "push" | "replace" = "push") =>
    goTo(runAddress(run, query, changes), how);
  const numberOf = (state: SearchRow["state"]) => rows.filter((row) => row.state === state).length;
  const listed = (list: (typeof worklists)[number]) =>
    rows.reduce((sum, row) => sum + row.listed.filter(({ lists }) => lists.includes(list)).length, 0);
  return (
    <div class="filter-bar">
      <Segments
        label="Outcome"
        values={searchStates.filter((state) => numberOf(state) > 0)}
        chosen={filter.state}
        hasAll
        show={(state) => (
          <>
            <VerdictMark state={markOf(state)} /> {searchStateWords[state]}{" "}
            <span class="muted">{count(numberOf(state))}</span>
          </>
        )}
        onChoose={(state) => set({ state: toggled(filter.state, state) })}
      />
      <Segments
        label="Doubtful choices"
        values={worklists}
        chosen={filter.list}
        titleOf={(list) => worklistWords[list].about}
        show={(list) => (
          <>
            {worklistWords[list].name} <span class="muted">{count(listed(list))}</span>
          </>
        )}
        onChoose={(list) => set({ list: toggled(filter.list, list) })}
      />
      <label class="field">
        <span>sort</span>
        <select value={filter.sort} onChange={(event) => set({ sort: event.currentTarget.value })}>
          <option value="order">by problem</option>
          <option value="iterations">most iterations first</option>
          <option value="distinct">most distinct candidates first</option>
        </select>
      </label>
      <LabelFilter run={page.run.name} value={filter.labels} onChoose={(labels) => set({ labels })} />
      <TextFilter value={filter.text} onText={(text) => set({ text }, "replace")} />
    </div>
  );
}

const asRow = (row: SearchRow, run: string): FileRow => ({
  problem: row.problem,
  outcome: searchStateWords[row.state],
  answer: row.answer,
  gold: row.gold.length === 1 ? row.gold[0]! : JSON.stringify(row.gold),
  iterations: row.iterations,
  candidates: row.drawn,
  distinct: row.distinct,
  ...noteColumns(run, { problem: row.problem }),
  statement: row.statement,
});

const problemAddress = (
  run: string,
  { problem }: SearchRow,
  query: URLSearchParams,
  choice?: ListedChoice,
): string => {
  const kept = keptOfSearch(query);
  return addressOf(["run", run, problem], choice ? changed(kept, { iteration: choice.iteration }) : kept);
};

/** The choice of a list, else the first of any list. */
const choiceOf = ({ listed }: SearchRow, query: URLSearchParams): ListedChoice | undefined => {
  const { list } = readSearchFilter(query);
  return list === undefined ? listed[0] : listed.find(({ lists }) => lists.includes(list));
};

function Problems({ rows, run, name, query }: SearchProps & { rows: readonly SearchRow[]; name: string }) {
  const { list } = readSearchFilter(query);
  const addressFor = (row: SearchRow) =>
    problemAddress(run, row, query, list === undefined ? undefined : choiceOf(row, query));
  return (
    <List
      rows={rows}
      rowHeight={46}
      label="Problems"
      kind="search-rows"
      addressOf={addressFor}
      isLast={(row) => row.problem === lastOpened(run)}
      empty="No problem matches the filter."
      columns={[
        {
          name: "problem",
          show: (row) => (
            <Cell class="two-lines">
              <span>
                <a href={addressFor(row)}>{visible(row.problem)}</a>
                <Labels run={name} about={{ problem: row.problem }} />
              </span>
              <span class="muted small in-statement">
                <TypesetLine key={row.problem} text={row.statement} />
              </span>
            </Cell>
          ),
        },
        {
          name: "outcome",
          show: ({ state }) => (
            <Cell class={`verdict ${state}`}>
              <VerdictMark state={markOf(state)} /> {searchStateWords[state]}
            </Cell>
          ),
        },
        {
          name: "answer",
          show: ({ answer, state, gold }) => (
            <Cell class="two-lines">
              <span class="clip">{visible(answer ?? (state === "open" ? "–" : "none"))}</span>
              <span class="muted small clip">gold {visible(gold.join(" or "))}</span>
            </Cell>
          ),
        },
        {
          name: "iterations",
          class: "number",
          show: ({ iterations }) => <Cell class="number">{count(iterations)}</Cell>,
        },
        {
          name: "candidates",
          class: "number",
          show: ({ distinct, drawn }) => (
            <Cell class="number" title={`${distinct} of ${drawn} are distinct`}>
              {count(distinct)}
              <span class="muted">/{count(drawn)}</span>
            </Cell>
          ),
        },
        { name: "doubtful choices", show: (row) => <Doubtful row={row} run={run} query={query} /> },
      ]}
    />
  );
}

function Doubtful({ row, run, query }: SearchProps & { row: SearchRow }) {
  const choice = choiceOf(row, query);
  const more = row.listed.length - 1;
  return (
    <Cell class="two-lines">
      {choice && (
        <>
          <a class="clip" href={problemAddress(run, row, query, choice)} title={choice.headline}>
            iteration {choice.iteration}: {choice.headline}
          </a>
          <span class="muted small clip">
            {choice.lists.map((each) => worklistWords[each].name).join(", ")}
            {more > 0 && `, and ${plural(more, "more choice")}`}
          </span>
        </>
      )}
    </Cell>
  );
}
