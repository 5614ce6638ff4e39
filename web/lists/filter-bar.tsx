// The filter of an evaluation, for the grid, the list and the previous/next links. Each choice is a part of the
// address.

import { useEffect, useMemo, useState } from "preact/hooks";
import { sorts } from "../../src/view/filter.ts";
import { codeOf, type SampleTable, type State } from "../../src/view/sample-table.ts";
import { goTo, type Query, runAddress } from "../address.ts";
import { visible } from "../math/visible.ts";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { count } from "../words.ts";
import { ColumnChooser, knownColumns } from "./columns.tsx";
import { Choice, Segments, toggled } from "./controls.tsx";
import { type Chosen, filterNames, views } from "./filters.ts";
import { LabelFilter } from "./labels.tsx";
import { oddWords } from "./odd-samples.tsx";

interface FilterBarProps {
  run: string;
  /** Its name in the list. */
  name: string;
  query: URLSearchParams;
  table: SampleTable;
  version: number;
  chosen: Chosen;
  tasks: readonly string[];
}

const sortWords: Record<(typeof sorts)[number], string> = {
  order: "by problem",
  share: "fewest right first",
  "share-down": "most right first",
  length: "shortest first",
  "length-down": "longest first",
};

const verdicts: readonly State[] = ["right", "wrong", "unscored", "ungraded"];

export function FilterBar({ run, name, query, table, version, chosen, tasks }: FilterBarProps) {
  const choose = (changes: Query, how: "push" | "replace" = "push") =>
    goTo(runAddress(run, query, changes), how);
  const known = useMemo(() => knownValues(table), [table, version]);
  const columns = useMemo(() => knownColumns(table), [table, version]);
  const { filter, sort, view } = chosen;
  const numberOf = (state: State) => known.states[codeOf(state)] ?? 0;
  const isFiltered = filterNames.some((name) => query.has(name));
  return (
    <div class="filter-bar" role="search" aria-label="Filter samples">
      <Segments
        label="Verdict"
        values={verdicts.filter((state) => numberOf(state) > 0 || filter.verdict === state)}
        chosen={filter.verdict}
        hasAll
        show={(state) => (
          <>
            <VerdictMark state={state} /> {stateWords[state]}{" "}
            <span class="muted">{count(numberOf(state))}</span>
          </>
        )}
        onChoose={(state) => choose({ verdict: toggled(filter.verdict, state) })}
      >
        <button
          type="button"
          aria-pressed={filter.truncated === true}
          onClick={() => choose({ truncated: filter.truncated !== true })}
        >
          truncated
        </button>
      </Segments>
      <TextField
        label="text in completions"
        value={query.get("text") ?? ""}
        onChange={(text) => choose({ text }, "replace")}
        isSearch
      />
      {tasks.length > 1 && (
        <Choice label="task" value={filter.task} values={tasks} onChoose={(task) => choose({ task })} />
      )}
      <Choice label="rule" value={filter.rule} values={known.rules} onChoose={(rule) => choose({ rule })} />
      {known.reasons.length > 0 && (
        <Choice
          label="reason"
          value={filter.reason}
          values={known.reasons}
          onChoose={(reason) => choose({ reason })}
        />
      )}
      <TextField
        label="text in problems"
        value={query.get("words") ?? ""}
        onChange={(words) => choose({ words }, "replace")}
      />
      <TextField
        label="answer"
        value={query.get("answer") ?? ""}
        onChange={(answer) => choose({ answer }, "replace")}
      />
      <LabelFilter run={name} value={query.get("labels")} onChoose={(labels) => choose({ labels })} />
      <Choice
        label="sort"
        value={sort === "order" ? undefined : sort}
        values={sorts.slice(1)}
        words={sortWords}
        none={sortWords.order}
        onChoose={(value) => choose({ sort: value })}
      />
      <Segments
        label="View"
        values={views}
        chosen={view}
        show={(name) => (name === "odd" ? "unusual" : name)}
        onChoose={(name) => choose({ view: name === "grid" ? undefined : name })}
      />
      {view !== "odd" && <ColumnChooser run={run} query={query} known={columns} view={view} />}
      {filter.odd !== undefined && (
        <button type="button" class="token" onClick={() => choose({ odd: undefined })}>
          {oddWords[filter.odd].name} ✕
        </button>
      )}
      {(filter.least !== undefined || filter.most !== undefined) && (
        <button type="button" class="token" onClick={() => choose({ least: undefined, most: undefined })}>
          {count(filter.least ?? 0)} to {count(filter.most ?? 0)} characters ✕
        </button>
      )}
      {filter.problem !== undefined && (
        <button type="button" class="token" onClick={() => choose({ problem: undefined })}>
          problem {visible(filter.problem)} ✕
        </button>
      )}
      {isFiltered && (
        <button
          type="button"
          class="quiet"
          onClick={() => choose(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
        >
          Clear the filter
        </button>
      )}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  isSearch?: boolean;
}

const typingMs = 250;

/** Updates when the user stops typing. */
function TextField({ label, value, onChange, isSearch = false }: TextFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="search"
        value={typed}
        data-search={isSearch ? true : undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}

const mostChoices = 100;

function knownValues(table: SampleTable) {
  const states = [0, 0, 0, 0];
  const rules = new Set<number>();
  const reasons = new Set<number>();
  for (let row = 0; row < table.length; row++) {
    if (!table.isCurrent(row)) continue;
    states[table.state.at(row)]!++;
    rules.add(table.rule.at(row));
    reasons.add(table.reason.at(row));
  }
  const texts = (places: Set<number>) =>
    [...places]
      .flatMap((place) => table.text(place) ?? [])
      .sort()
      .slice(0, mostChoices);
  return { states, rules: texts(rules), reasons: texts(reasons) };
}
