// The problems of a search under the filter in the address, in the order of the previous/next links.

import type { SearchRow, Worklist } from "../../src/view/api.ts";
import { worklists } from "../../src/view/search-tree.ts";
import { noteOn } from "../notes.ts";
import { hasLabel } from "./labels.tsx";

export const worklistWords: Record<Worklist, { name: string; about: string }> = {
  low: { name: "best below 0.5", about: "choices whose best candidate has a reward below 0.5" },
  close: {
    name: "margin below 0.01",
    about: "choices that kept a candidate less than 0.01 above a dropped one",
  },
  passed: {
    name: "right answer dropped",
    about: "choices that dropped a candidate with a right answer, in searches that ended without one",
  },
  false: {
    name: "false equation kept",
    about: "choices that kept a step with a calculation that is proven false",
  },
};

export const searchStates = ["right", "wrong", "unscored", "open"] as const;

export interface SearchFilter {
  list: Worklist | undefined;
  state: SearchRow["state"] | undefined;
  text: string;
  sort: string;
  /** A label, or `any`. */
  labels: string | null;
}

const searchFilterNames = ["list", "state", "text", "sort", "labels"] as const;

export function readSearchFilter(query: URLSearchParams): SearchFilter {
  const [list, state] = [query.get("list"), query.get("state")];
  return {
    list: worklists.find((each) => each === list),
    state: searchStates.find((each) => each === state),
    text: query.get("text") ?? "",
    sort: query.get("sort") ?? "order",
    labels: query.get("labels"),
  };
}

export const keptOfSearch = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => (searchFilterNames as readonly string[]).includes(name)));

/** @param run its name in the list */
export function searchRows(rows: readonly SearchRow[], filter: SearchFilter, run: string): SearchRow[] {
  const text = filter.text.toLowerCase();
  const passing = rows.filter(
    (row) =>
      (filter.list === undefined || row.listed.some(({ lists }) => lists.includes(filter.list!))) &&
      (filter.state === undefined || row.state === filter.state) &&
      (filter.labels === null || hasLabel(noteOn(run, { problem: row.problem }), filter.labels)) &&
      (text === "" || `${row.problem} ${row.statement} ${row.answer ?? ""}`.toLowerCase().includes(text)),
  );
  const byProblem = (a: SearchRow, b: SearchRow) =>
    a.problem.localeCompare(b.problem, "en", { numeric: true });
  if (filter.sort === "iterations")
    return passing.sort((a, b) => b.iterations - a.iterations || byProblem(a, b));
  if (filter.sort === "distinct") return passing.sort((a, b) => b.distinct - a.distinct || byProblem(a, b));
  return passing.sort(byProblem);
}
