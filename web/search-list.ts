// The problems of a search under the filter that the address holds, in the order in which they are looked at.

import type { SearchRow, Worklist } from "../src/view/api.ts";
import { worklists } from "../src/view/worklists.ts";

export const worklistWords: Record<Worklist, { name: string; about: string }> = {
  low: { name: "best below 0.5", about: "choices whose best candidate the reward model takes for wrong" },
  close: { name: "margin below 0.01", about: "choices that the reward model made by a hair" },
  passed: {
    name: "right answer passed over",
    about: "choices that passed over a right answer, in searches that did not come to one",
  },
  false: {
    name: "false equation chosen",
    about: "choices of a step with a calculation that is proven false",
  },
};

export const searchStates = ["right", "wrong", "unscored", "open"] as const;

export interface SearchFilter {
  list: Worklist | undefined;
  state: SearchRow["state"] | undefined;
  text: string;
  sort: string;
}

const searchFilterNames = ["list", "state", "text", "sort"] as const;

export function readSearchFilter(query: URLSearchParams): SearchFilter {
  const [list, state] = [query.get("list"), query.get("state")];
  return {
    list: worklists.find((each) => each === list),
    state: searchStates.find((each) => each === state),
    text: query.get("text") ?? "",
    sort: query.get("sort") ?? "order",
  };
}

export const keptOfSearch = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => (searchFilterNames as readonly string[]).includes(name)));

export function searchRows(rows: readonly SearchRow[], filter: SearchFilter): SearchRow[] {
  const text = filter.text.toLowerCase();
  const passing = rows.filter(
    (row) =>
      (filter.list === undefined || row.listed.some(({ lists }) => lists.includes(filter.list!))) &&
      (filter.state === undefined || row.state === filter.state) &&
      (text === "" || `${row.problem} ${row.statement} ${row.answer ?? ""}`.toLowerCase().includes(text)),
  );
  const byProblem = (a: SearchRow, b: SearchRow) =>
    a.problem.localeCompare(b.problem, "en", { numeric: true });
  if (filter.sort === "iterations")
    return passing.sort((a, b) => b.iterations - a.iterations || byProblem(a, b));
  if (filter.sort === "distinct") return passing.sort((a, b) => b.distinct - a.distinct || byProblem(a, b));
  return passing.sort(byProblem);
}
