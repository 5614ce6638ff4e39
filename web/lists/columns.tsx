// The optional columns of a list of samples: the facts about each sample, and the short columns of its problem's row.

import type { SampleTable } from "../../src/view/sample-table.ts";
import { goTo, runAddress } from "../address.ts";
import { visible } from "../math/visible.ts";
import { count } from "../words.ts";
import type { View } from "./filters.ts";

interface Column {
  name: string;
  /** A number is summarised as a mean, a text as itself if all are equal. */
  at(row: number): number | string | undefined;
  digits?: number;
}

/** The columns that the samples of a table have. */
export function knownColumns(table: SampleTable): Column[] {
  const has = (column: { view(): ArrayLike<number> }) => Array.from(column.view()).some((value) => value > 0);
  const names = [...new Set(table.problems.flatMap(({ columns }) => Object.keys(columns ?? {})))];
  const taskOf = (row: number) => table.problems[table.problem.at(row)]!.task;
  return [
    ...(table.problems.some(({ task }) => task !== table.problems[0]!.task)
      ? [{ name: "task", at: taskOf }]
      : []),
    ...(has(table.tokens) ? [{ name: "tokens", at: (row: number) => table.tokens.at(row) }] : []),
    ...(has(table.ms) ? [{ name: "seconds", at: (row: number) => table.ms.at(row) / 1000, digits: 1 }] : []),
    { name: "characters", at: (row) => table.characters.at(row) },
    { name: "boxes", at: (row) => table.boxes.at(row), digits: 1 },
    { name: "rule", at: (row) => table.text(table.rule.at(row)) },
    { name: "reason", at: (row) => table.text(table.reason.at(row)) },
    ...names.map((name) => ({
      name,
      at: (row: number) => table.problems[table.problem.at(row)]!.columns?.[name],
    })),
  ];
}

const standard: Record<View, readonly string[]> = {
  grid: ["task"],
  list: ["task", "rule", "characters"],
  odd: [],
};

export function chosenColumns(known: readonly Column[], query: URLSearchParams, view: View): Column[] {
  const names = query.get("columns")?.split(",") ?? standard[view];
  return known.filter(({ name }) => names.includes(name));
}

export function cellText({ at, digits = 0 }: Column, rows: readonly number[]): string {
  const values = rows.map(at).filter((value) => value !== undefined);
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length > 0) {
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    return mean.toLocaleString("en", {
      maximumFractionDigits: rows.length > 1 ? Math.max(1, digits) : digits,
    });
  }
  const different = new Set(values);
  return different.size > 1 ? `${count(different.size)} different` : visible(String(values[0] ?? ""));
}

interface ChooserProps {
  run: string;
  query: URLSearchParams;
  known: readonly Column[];
  view: View;
}

export function ColumnChooser({ run, query, known, view }: ChooserProps) {
  const chosen = chosenColumns(known, query, view).map(({ name }) => name);
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
    goTo(runAddress(run, query, { columns: next.join(",") || "none" }), "replace");
  };
  return (
    <details class="chooser">
      <summary>Columns</summary>
      <div class="chooser-list">
        {known.map(({ name }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />{" "}
            {visible(name)}
          </label>
        ))}
      </div>
    </details>
  );
}
