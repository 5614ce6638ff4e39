// Which verdicts depend on an option of the grader: every pair of gold and answer is graded again in the page, by default and
// under each other option. A pair takes counted steps; the page draws between pairs.

import { useEffect, useState } from "preact/hooks";
import { noteGrades } from "../src/view/odd.ts";
import type { SampleTable } from "../src/view/sample-table.ts";

interface Pair {
  golds: readonly string[];
  answer: string;
  rows: number[];
}

/** The pairs of each table that are done already. */
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

/** A frame's time, so that the page answers while pairs are graded. */
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
    void import("../src/math/explain.ts").then(({ explain }) => {
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
