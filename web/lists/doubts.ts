// What takes the page some time to find out, while a list that needs it is open. Which verdicts depend on an option of the
// grader: every pair of gold and answer is graded again, by default and under each other option. Which right samples have an
// equation that is proven false: their completions are fetched and checked. The page draws in between.

import { useEffect, useState } from "preact/hooks";
import type { SamplePage } from "../../src/view/api.ts";
import { noteFalseEquation, noteGrades } from "../../src/view/odd.ts";
import { codeOf, type SampleTable } from "../../src/view/sample-table.ts";
import { shownParts } from "../../src/view/shown-parts.ts";
import { apiPath } from "../address.ts";
import { check } from "../math/checks.ts";
import { ask } from "../server.ts";

interface Pair {
  golds: readonly string[];
  answer: string;
  rows: number[];
}

/** The pairs of each table that are done. */
const done = new WeakMap<SampleTable, Set<string>>();

function pairsOf(table: SampleTable): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (let row = 0; row < table.length; row++) {
    const answer = table.text(table.answer.at(row));
    if (answer === undefined || !table.isCurrent(row)) continue;
    const golds = table.problems[table.problem.at(row)]!.gold;
    const key = JSON.stringify([golds, answer]);
    const known = pairs.get(key);
    if (known) known.rows.push(row);
    else pairs.set(key, { golds, answer, rows: [row] });
  }
  return pairs;
}

export interface Progress {
  done: number;
  of: number;
}

/** A time slice for grading, so that the page stays responsive. */
const sliceMs = 12;

export function useDoubts(table: SampleTable | undefined, version: number, isWanted: boolean): Progress {
  const [progress, setProgress] = useState<Progress>({ done: 0, of: 0 });
  useEffect(() => {
    if (!isWanted || !table) return;
    let isOver = false;
    const known = done.get(table) ?? new Set<string>();
    done.set(table, known);
    const pairs = pairsOf(table);
    const rest = [...pairs].filter(([key]) => !known.has(key));
    setProgress({ done: pairs.size - rest.length, of: pairs.size });
    void import("../../src/math/explain.ts").then(({ explain }) => {
      const work = () => {
        const end = performance.now() + sliceMs;
        while (rest.length > 0 && !isOver && performance.now() < end) {
          const [key, { golds, answer, rows }] = rest.pop()!;
          const found = golds.map((gold) => explain(gold, answer));
          const isStrict = found.some(
            ({ equal, options }) => equal && options.every(({ verdict }) => verdict === "equal"),
          );
          const isLenient = found.some(
            ({ equal, options }) => equal || options.some(({ verdict }) => verdict === "equal"),
          );
          for (const row of rows) noteGrades(table, row, isStrict, isLenient);
          known.add(key);
        }
        if (isOver) return;
        setProgress({ done: pairs.size - rest.length, of: pairs.size });
        if (rest.length > 0) setTimeout(work);
      };
      work();
    });
    return () => {
      isOver = true;
    };
  }, [table, version, isWanted]);
  return progress;
}

export const samplePath = (table: SampleTable, row: number, run: string): string => {
  const { task, problem } = table.problems[table.problem.at(row)]!;
  return apiPath(["runs", run, "sample"], { task, problem, sample: table.sample.at(row) });
};

/** For each table, the position of the first false equation of a row; null if the row was checked and has none. */
const equations = new WeakMap<SampleTable, Map<number, number | null>>();
export const falseEquationAt = (table: SampleTable, row: number): number =>
  equations.get(table)?.get(row) ?? 0;

/** A check takes milliseconds; in a large run, this many samples are drawn evenly. */
const mostChecked = 1_000;

export interface Checked extends Progress {
  /** Right samples, checked or not. */
  right: number;
}

export function useEquations(
  run: string,
  table: SampleTable | undefined,
  version: number,
  isWanted: boolean,
): Checked {
  const [progress, setProgress] = useState<Checked>({ done: 0, of: 0, right: 0 });
  useEffect(() => {
    if (!isWanted || !table) return;
    let isOver = false;
    const known = equations.get(table) ?? new Map<number, number | null>();
    equations.set(table, known);
    const rights: number[] = [];
    for (let row = 0; row < table.length; row++)
      if (table.isCurrent(row) && table.state.at(row) === codeOf("right")) rights.push(row);
    const of = Math.min(mostChecked, rights.length);
    const chosen = Array.from({ length: of }, (_, i) => rights[Math.floor((i * rights.length) / of)]!);
    const rest = chosen.filter((row) => !known.has(row));
    const tell = () => setProgress({ done: of - rest.length, of, right: rights.length });
    tell();
    const work = async () => {
      for (let told = performance.now(); rest.length > 0 && !isOver; ) {
        const row = rest.at(-1)!;
        const { completion } = await ask<SamplePage>(samplePath(table, row, run));
        const at = completion ? await firstFalse(shownParts(completion.text)) : null;
        known.set(row, at);
        if (at !== null) noteFalseEquation(table, row);
        rest.pop();
        if (performance.now() - told < tellMs && rest.length > 0) continue;
        told = performance.now();
        if (!isOver) tell();
      }
    };
    // If the server is gone, the banner reports it.
    work().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [run, table, version, isWanted]);
  return progress;
}

const tellMs = 250;

/** The position of the first false equation of a completion, from its parts. */
async function firstFalse(parts: readonly string[]): Promise<number | null> {
  let before = 0;
  for (const part of parts) {
    const [first] = await check(part);
    if (first) return before + first.start;
    before += part.length;
  }
  return null;
}
