// The filter of an evaluation as its address has it, and back.

import { type Filter, type Sort, sorts } from "../src/view/filter.ts";
import { type State, states } from "../src/view/sample-table.ts";
import { useAnswer } from "./server.ts";

export const filterNames = [
  "task",
  "verdict",
  "truncated",
  "rule",
  "reason",
  "answer",
  "problem",
  "least",
  "most",
  "text",
] as const;

export interface Chosen {
  filter: Filter;
  sort: Sort;
  view: "grid" | "list";
  /** A phrase that is still being looked for, or why it cannot be. */
  searching: boolean;
  trouble?: string | undefined;
}

/** The phrase goes to the server, everything else is decided here. */
export function useChosen(run: string, query: URLSearchParams): Chosen {
  const text = query.get("text") ?? "";
  const path =
    text.length >= 2
      ? `api/runs/${encodeURIComponent(run)}/find?text=${encodeURIComponent(text)}`
      : undefined;
  const found = useAnswer<{ rows: number[] }>(path, run);
  const rows = path === undefined ? undefined : new Set(found.value?.rows ?? []);
  const verdict = query.get("verdict");
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const sort = query.get("sort") as Sort | null;
  return {
    filter: {
      task: query.get("task") ?? undefined,
      verdict: states.includes(verdict as State) ? (verdict as State) : undefined,
      truncated: query.get("truncated") === "true" ? true : undefined,
      rule: query.get("rule") ?? undefined,
      reason: query.get("reason") ?? undefined,
      answer: query.get("answer") === "(none)" ? "" : (query.get("answer") ?? undefined),
      problem: query.get("problem") ?? undefined,
      least: number("least"),
      most: number("most"),
      rows,
    },
    sort: sort !== null && sorts.includes(sort) ? sort : "order",
    view: query.get("view") === "list" ? "list" : "grid",
    searching: path !== undefined && !found.value && !found.error,
    trouble: found.error,
  };
}

/** The parts of a query that say what is looked at, for the links between samples. */
export function kept(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams();
  for (const name of [...filterNames, "sort", "view"]) {
    const value = query.get(name);
    if (value !== null) next.set(name, value);
  }
  return next;
}
