// The samples of a ProcessBench run under the filter in the address.

import type { BenchRow } from "../../src/view/api.ts";
import { noteOn } from "../notes.ts";
import { hasLabel } from "./labels.tsx";

/** The outcomes of a sample. */
export const benchFates = [
  "matched",
  "false alarm",
  "overlooked",
  "too early",
  "too late",
  "no prediction",
] as const;
export type BenchFate = (typeof benchFates)[number];

export const fateOf = ({ match, label, prediction }: BenchRow): BenchFate => {
  if (match) return "matched";
  if (prediction === null) return "no prediction";
  if (label === -1) return "false alarm";
  if (prediction === -1) return "overlooked";
  return prediction < label ? "too early" : "too late";
};

export const fateAbout: Record<BenchFate, string> = {
  matched: "as labelled",
  "false alarm": "a right solution in which a step was called wrong",
  overlooked: "a wrong solution in which no step was called wrong",
  "too early": "a step before the first wrong one was called wrong",
  "too late": "the first wrong step was called right, and a later one wrong",
  "no prediction": "the judge was not asked or gave no verdict, or the server failed",
};

export interface BenchFilter {
  subset: string | undefined;
  fate: BenchFate | undefined;
  label: number | undefined;
  prediction: number | undefined;
  text: string;
  /** A user's label, or `any`. */
  labels: string | null;
}

const names: readonly string[] = ["subset", "fate", "label", "prediction", "text", "labels"];

export const keptOfBench = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => [...names, "with"].includes(name)));

export function readBenchFilter(query: URLSearchParams): BenchFilter {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  return {
    subset: query.get("subset") ?? undefined,
    fate: benchFates.find((fate) => fate === query.get("fate")),
    label: number("label"),
    prediction: number("prediction"),
    text: query.get("text") ?? "",
    labels: query.get("labels"),
  };
}

/** @param run its name in the list */
export function benchRows(rows: readonly BenchRow[], filter: BenchFilter, run: string): BenchRow[] {
  const text = filter.text.toLowerCase();
  return rows.filter(
    (row) =>
      (filter.subset === undefined || row.subset === filter.subset) &&
      (filter.fate === undefined || fateOf(row) === filter.fate) &&
      (filter.labels === null ||
        hasLabel(noteOn(run, { subset: row.subset, sample: row.sample }), filter.labels)) &&
      (filter.label === undefined || row.label === filter.label) &&
      (filter.prediction === undefined || row.prediction === filter.prediction) &&
      (text === "" || `${row.sample} ${row.statement}`.toLowerCase().includes(text)),
  );
}

export const placeWords = (index: number | null): string =>
  index === null ? "none" : index === -1 ? "no wrong step" : `step ${index + 1}`;
