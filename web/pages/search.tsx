// A search: its result and that of the policy alone, the lists of doubtful choices, and its problems.

import type { ListedChoice, SearchPage, SearchRow } from "../../src/view/api.ts";
import type { State } from "../../src/view/sample-table.ts";
import { worklists } from "../../src/view/search-tree.ts";
import { addressOf, changed, goTo, lastOpened } from "../address.ts";
import { useListKeys } from "../keys.ts";
import { TextFilter } from "../lists/controls.tsx";
import type { FileRow } from "../lists/download.ts";
import { LabelFilter, Labels, noteColumns, RowsAsFile } from "../lists/labels.tsx";
import { Rows } from "../lists/rows.tsx";
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
  const { value, error } = useAnswer<SearchPage>(`api/runs/${encodeURIComponent(run)}/search`, run);
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
      <RewardWorth worth={value.worth} figures={value.figures} rows={value.rows} />
      <section class="samples" aria-label="Problems">
        <FilterLine run={run} query={query} page={value} />
        <div class="result-head">
          <p class="result-line" role="status">
            {filter.list === undefined
              ? plural(rows.length, "problem")
              : `${plural(rows.length, "problem")}: ${worklistWords[filter.list].about}`}
          </p>
          {rows.length > 0 && <RowsAsFile name={name} rows={() => rows.map((row) => asRow(row, name))} />}
        </div>
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
    goTo(addressOf(["run", run], changed(query, changes)), how);
  const listed = (list: (typeof worklists)[number]) =>
    rows.reduce((sum, row) => sum + row.listed.filter(({ lists }) => lists.includes(list)).length, 0);
  return (
    <div class="filter-bar">
      <div class="segments" role="group" aria-label="Outcome">
        <button type="button" aria-pressed={!filter.state} onClick={() => set({ state: undefined })}>
          all
        </button>
        {searchStates.map((state) => {
          const number = rows.filter((row) => row.state === state).length;
          return number === 0 ? null : (
            <button
              key={state}
              type="button"
              aria-pressed={filter.state === state}
              onClick={() => set({ state: filter.state === state ? undefined : state })}
            >
              <VerdictMark state={markOf(state)} /> {searchStateWords[state]}{" "}
              <span class="muted">{count(number)}</span>
            </button>
          );
        })}
      </div>
      <div class="segments" role="group" aria-label="Doubtful choices">
        {worklists.map((list) => (
          <button
            key={list}
            type="button"
            title={worklistWords[list].about}
            aria-pressed={filter.list === list}
            onClick={() => set({ list: filter.list === list ? undefined : list })}
          >
            {worklistWords[list].name} <span class="muted">{count(listed(list))}</span>
          </button>
        ))}
      </div>
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

const rowHeight = 46;

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
  const addressAt = (place: number) =>
    problemAddress(run, rows[place]!, query, list === undefined ? undefined : choiceOf(rows[place]!, query));
  const at = useListKeys(
    rows.length,
    addressAt,
    rows.findIndex((row) => row.problem === lastOpened(run)),
  );
  if (rows.length === 0) return <p class="empty">No problem matches the filter.</p>;
  return (
    <Rows
      count={rows.length}
      rowHeight={rowHeight}
      label="Problems"
      role="table"
      columns={6}
      shown={at}
      kind="search-rows"
      head={
        <div class="rows-head" role="row">
          <span role="columnheader">problem</span>
          <span role="columnheader">outcome</span>
          <span role="columnheader">answer</span>
          <span role="columnheader" class="number">
            iterations
          </span>
          <span role="columnheader" class="number">
            candidates
          </span>
          <span role="columnheader">doubtful choices</span>
        </div>
      }
      row={(place) => {
        const row = rows[place]!;
        const choice = choiceOf(row, query);
        const more = row.listed.length - 1;
        return (
          <>
            <span role="cell" class="two-lines">
              <span>
                <a href={addressAt(place)}>{visible(row.problem)}</a>
                <Labels run={name} about={{ problem: row.problem }} />
              </span>
              <span class="muted small in-statement">
                <TypesetLine key={row.problem} text={row.statement} />
              </span>
            </span>
            <span role="cell" class={`verdict ${row.state}`}>
              <VerdictMark state={markOf(row.state)} /> {searchStateWords[row.state]}
            </span>
            <span role="cell" class="two-lines">
              <span class="clip">{visible(row.answer ?? (row.state === "open" ? "–" : "none"))}</span>
              <span class="muted small clip">gold {visible(row.gold.join(" or "))}</span>
            </span>
            <span role="cell" class="number">
              {count(row.iterations)}
            </span>
            <span role="cell" class="number" title={`${row.distinct} of ${row.drawn} are distinct`}>
              {count(row.distinct)}
              <span class="muted">/{count(row.drawn)}</span>
            </span>
            <span role="cell" class="two-lines">
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
            </span>
          </>
        );
      }}
    />
  );
}
