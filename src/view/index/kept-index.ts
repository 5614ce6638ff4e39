// Converts an index to its form in the cache folder, and back. The bytes just before the end of reading show whether
// the journal still has the same beginning.

import { createHash } from "node:crypto";
import { openPlainFile, plainFileLines } from "../../jsonl/plain-file.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import {
  factAt,
  factNames,
  type ProblemKey,
  type RowFact,
  type RowVerdict,
  type SampleTable,
  verdictColumns,
} from "../sample-table.ts";
import { Column, Texts } from "./column.ts";
import { type Facts, noFacts } from "./journal-facts.ts";

type Kept = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface KeptFacts extends Omit<Facts, "table" | "lineStart" | "lineLength"> {
  problems: ProblemKey[];
  problem: Kept;
  sample: Kept;
  rows: Record<keyof RowFact, Kept>;
  lineStart: Kept;
  lineLength: Kept;
  /** The hash of the journal's bytes before `bytes`. */
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
  const { table, lineStart, lineLength, ...rest } = facts;
  return {
    ...rest,
    problems: table.problems,
    problem: table.problem.view(),
    sample: table.sample.view(),
    rows: Object.fromEntries(factNames.map((name) => [name, table[name].view()])) as KeptFacts["rows"],
    lineStart: lineStart.view(),
    lineLength: lineLength.view(),
    tail: await tailOf(path, rest.bytes),
  };
}

/** Undefined if the journal has changed. */
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

export interface KeptVerdicts extends Record<(typeof verdictColumns)[number], Kept> {
  texts: string[];
  grader: GraderLine | undefined;
  figures: Record<string, TaskMetrics> | undefined;
}

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

// Reads verdicts.jsonl into the rows of a journal. The file is replaced whenever a run is graded, so it is read whole;
// it is small compared with the journal.

/** The grader of the verdicts, from run.json; earlier versions wrote it into the file's first line. */
export interface GraderLine {
  assay?: string | undefined;
  template?: string | undefined;
}

interface VerdictLine extends RowVerdict {
  task: string;
  problem: string;
  sample: number;
}

/** A file in a run's folder is untrusted; an invalid line is skipped, and its sample graded. */
const isVerdict = ({ right, answer, by, reason, group, at }: VerdictLine): boolean =>
  (right === null || typeof right === "boolean") &&
  (answer === null || typeof answer === "string") &&
  typeof by === "string" &&
  [reason, group].every((text) => text == null || typeof text === "string") &&
  (at == null ||
    (Array.isArray(at) && at.length === 2 && at.every((place) => Number.isSafeInteger(place) && place >= 0)));

/** Undefined if there is no such file, or if it is invalid. */
export async function readVerdicts(
  table: SampleTable,
  path: string,
  stamp: GraderLine = {},
): Promise<GraderLine | undefined> {
  let grader: GraderLine | undefined;
  try {
    for await (const { bytes } of plainFileLines(path)) {
      const line = JSON.parse(bytes.toString("utf8")) as VerdictLine & { grader?: GraderLine };
      grader ??= line.grader ?? stamp;
      if (line.grader) continue;
      const problem = table.findProblem(line.task, line.problem);
      const row = problem === undefined ? undefined : table.rows[problem]!.get(line.sample);
      if (row !== undefined && isVerdict(line)) table.setVerdict(row, line);
    }
  } catch {
    if (grader) table.forgetVerdicts();
    return undefined;
  }
  return grader;
}
