// A phrase in the completions of a run, or in its problems without regard to capitals. For completions the journal's bytes are
// searched as they are, and only lines that hold the phrase somewhere are read.

import { join } from "node:path";
import { plainFileLines } from "../jsonl/plain-file.ts";
import { samplesFileName } from "../runs/run-file.ts";
import type { Found } from "./api.ts";
import type { EvalIndex } from "./eval-index.ts";

const mostRows = 50_000;
/**
 * V8 looks for a phrase in time that grows with the text alone as long as the phrase has at most 250 characters. For a longer
 * one, texts such as `abab…` cost as many steps as it has characters at each of their places.
 */
export const longestPhrase = 250;

interface Completions {
  input?: { task?: unknown; problem?: unknown; statement?: unknown };
  outcome?: { completions?: { sample?: unknown; text?: unknown; reasoning?: unknown }[] };
}

export async function findText(
  index: EvalIndex,
  text: string,
  where: "completions" | "problems",
): Promise<Found> {
  const { table, facts } = index;
  // As it stands in JSON, without the quotation marks around it; the beginning suffices to find the lines.
  const needle = Buffer.from(JSON.stringify(text).slice(1, -1), "utf8").subarray(0, longestPhrase);
  const rows: number[] = [];
  const found = new Set<number>();
  const lines = lineRows(index);
  for await (const { bytes, start, ended } of plainFileLines(join(index.folder, samplesFileName))) {
    if (!ended || start >= facts.bytes) break;
    if (where === "completions" && !bytes.includes(needle)) continue;
    const ofLine = lines.get(start);
    if (!ofLine || found.has(table.problem.at(ofLine[0]!))) continue;
    const { input, outcome } = JSON.parse(bytes.toString("utf8")) as Completions;
    if (where === "problems") {
      if (typeof input?.statement !== "string" || !input.statement.toLowerCase().includes(text.toLowerCase()))
        continue;
      found.add(table.problem.at(ofLine[0]!));
      continue;
    }
    const holding = new Set(
      (outcome?.completions ?? [])
        .filter((each) =>
          [each.text, each.reasoning].some((part) => typeof part === "string" && part.includes(text)),
        )
        .map(({ sample }) => sample),
    );
    for (const row of ofLine) if (holding.has(table.sample.at(row))) rows.push(row);
    if (rows.length >= mostRows) return { rows: rows.slice(0, mostRows), isCut: true };
  }
  const ofProblems = [...found].flatMap((problem) => [...table.rows[problem]!.values()]);
  return { rows: where === "problems" ? ofProblems : rows, isCut: false };
}

function lineRows({ facts, table }: EvalIndex): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (let row = 0; row < table.length; row++) {
    const start = facts.lineStart.at(row);
    const known = lines.get(start);
    if (known) known.push(row);
    else lines.set(start, [row]);
  }
  return lines;
}
