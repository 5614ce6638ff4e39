// An index as it lies in the cache folder, and back. Whether the journal still begins as it did is told by the bytes just
// before the place up to which it was read.

import { createHash } from "node:crypto";
import { openPlainFile } from "../jsonl/plain-file.ts";
import type { TaskMetrics } from "../runs/metrics.ts";
import { Column, Texts } from "./column.ts";
import { type Facts, noFacts, type TaskUsage } from "./journal-facts.ts";
import type { Note } from "./journal-lines.ts";
import { factAt, factNames, type ProblemKey, type RowFact, type SampleTable } from "./sample-table.ts";
import type { GraderLine } from "./verdict-rows.ts";

type Kept = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface KeptFacts {
  problems: ProblemKey[];
  problem: Kept;
  sample: Kept;
  rows: Record<keyof RowFact, Kept>;
  lineStart: Kept;
  lineLength: Kept;
  usage: Map<string, TaskUsage>;
  failures: Map<number, string>;
  notes: Note[];
  bytes: number;
  lines: number;
  /** Of the journal's bytes before `bytes`. */
  tail: string;
}

const tailBytes = 4_096;

async function tailOf(path: string, bytes: number): Promise<string> {
  const file = await openPlainFile(path);
  try {
    const from = Math.max(0, bytes - tailBytes);
    const buffer = Buffer.alloc(bytes - from);
    await file.read(buffer, 0, buffer.length, from);
    return createHash("sha256").update(buffer).digest("hex");
  } finally {
    await file.close();
  }
}

export async function keepFacts(facts: Facts, path: string): Promise<KeptFacts> {
  const { table, lineStart, lineLength, usage, failures, notes, bytes, lines } = facts;
  return {
    problems: table.problems,
    problem: table.problem.view(),
    sample: table.sample.view(),
    rows: Object.fromEntries(factNames.map((name) => [name, table[name].view()])) as KeptFacts["rows"],
    lineStart: lineStart.view(),
    lineLength: lineLength.view(),
    usage,
    failures,
    notes,
    bytes,
    lines,
    tail: await tailOf(path, bytes),
  };
}

/** Undefined where the journal is another one by now. */
export async function restoreFacts(kept: KeptFacts, path: string): Promise<Facts | undefined> {
  if ((await tailOf(path, kept.bytes).catch(() => "")) !== kept.tail) return undefined;
  const facts = noFacts();
  for (const key of kept.problems) facts.table.problemPlace(key);
  for (let row = 0; row < kept.problem.length; row++) {
    facts.table.addRow(kept.problem[row]!, kept.sample[row]!, factAt(kept.rows, row));
  }
  const { usage, failures, notes, bytes, lines } = kept;
  return {
    ...facts,
    lineStart: Column.of(64, kept.lineStart),
    lineLength: Column.of(32, kept.lineLength),
    usage,
    failures,
    notes,
    bytes,
    lines,
  };
}

export interface KeptVerdicts {
  state: Kept;
  answer: Kept;
  rule: Kept;
  reason: Kept;
  group: Kept;
  atStart: Kept;
  atEnd: Kept;
  texts: string[];
  grader: GraderLine | undefined;
  figures: Record<string, TaskMetrics> | undefined;
}

const verdictColumns = ["state", "answer", "rule", "reason", "group", "atStart", "atEnd"] as const;

export function keepVerdicts(
  table: SampleTable,
  grader: GraderLine | undefined,
  figures: Record<string, TaskMetrics> | undefined,
): KeptVerdicts {
  const columns = Object.fromEntries(verdictColumns.map((name) => [name, table[name].view()]));
  return {
    ...(columns as Record<(typeof verdictColumns)[number], Kept>),
    texts: table.texts.list,
    grader,
    figures,
  };
}

export function restoreVerdicts(table: SampleTable, kept: KeptVerdicts): GraderLine | undefined {
  table.texts = new Texts(kept.texts);
  for (const name of verdictColumns)
    for (let row = 0; row < table.length; row++) table[name].set(row, kept[name][row] ?? 0);
  return kept.grader;
}
