// Converts the filter of an evaluation to its address, and back.

import { useMemo } from "preact/hooks";
import type { Found } from "../../src/view/api.ts";
import { auditKinds, type Filter, type Sort, sorts } from "../../src/view/filter.ts";
import { findOddity } from "../../src/view/odd.ts";
import { type SampleTable, type State, states } from "../../src/view/sample-table.ts";
import { apiPath, type Query } from "../address.ts";
import { notesOf, useNotesVersion } from "../notes.ts";
import { useAnswer } from "../server.ts";
import { hasLabel } from "./labels.tsx";

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
  "words",
  "odd",
  "labels",
  "audit",
] as const;

export const views = ["grid", "list", "odd"] as const;
export type View = (typeof views)[number];

export interface Chosen {
  filter: Filter;
  sort: Sort;
  view: View;
  /** A phrase that is being searched for, or the reason why it cannot be. */
  searching: boolean;
  trouble?: string | undefined;
}

/** The server searches for the phrase; all other conditions are evaluated here. */
export function useChosen(run: string, query: URLSearchParams, labelled: Filter["labelled"]): Chosen {
  const [text, words] = [query.get("text") ?? "", query.get("words") ?? ""];
  const find = (asked: Query) => apiPath(["runs", run, "find"], asked);
  const path = text.length >= 2 ? find({ text }) : undefined;
  const inProblems = words.length >= 2 ? find({ text: words, in: "problems" }) : undefined;
  const found = useAnswer<Found>(path, run);
  const foundProblems = useAnswer<Found>(inProblems, run);
  const rows = path === undefined ? undefined : new Set(found.value?.rows ?? []);
  const problems = inProblems === undefined ? undefined : new Set(foundProblems.value?.rows ?? []);
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
      inProblems: problems,
      odd: findOddity(query.get("odd")),
      labelled,
      audit: auditKinds.find((kind) => kind === query.get("audit")),
    },
    sort: sort !== null && sorts.includes(sort) ? sort : "order",
    view: views.find((each) => each === query.get("view")) ?? "grid",
    searching: [[path, found] as const, [inProblems, foundProblems] as const].some(
      ([asked, { value, error }]) => asked !== undefined && !value && !error,
    ),
    trouble: found.error ?? foundProblems.error,
  };
}

/** The parts of a query that select samples, for the links between samples. */
export function kept(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams();
  for (const name of [...filterNames, "sort", "view", "columns"]) {
    const value = query.get(name);
    if (value !== null) next.set(name, value);
  }
  return next;
}

/** Changes with the result of a text search, and with the samples that have the label. */
export const foundKey = ({ rows, inProblems, labelled }: Filter): string =>
  `${rows?.size ?? ""} ${inProblems?.size ?? ""} ${labelled ? [...labelled] : ""}`;

/** The rows with the label in the address; undefined if it has none. */
export function useLabelled(
  name: string,
  table: SampleTable | undefined,
  query: URLSearchParams,
): Filter["labelled"] {
  const version = useNotesVersion();
  const label = query.get("labels");
  return useMemo(() => {
    if (label === null || !table) return undefined;
    return new Set(
      notesOf(name)
        .filter((note) => hasLabel(note, label))
        .flatMap(({ about: { task, problem, sample } }) => {
          const place = table.findProblem(String(task), String(problem));
          return place === undefined ? [] : (table.rows[place]!.get(Number(sample)) ?? []);
        }),
    );
  }, [name, table, label, version]);
}

/** Whether a filter depends on grading under other options. */
export const isGrade = (odd: Filter["odd"]): boolean =>
  odd === "fragile" || odd === "strict" || odd === "never";
