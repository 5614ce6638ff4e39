// verdicts.jsonl put beside the rows of a journal. The file is replaced whole whenever a run is graded, so it is read
// whole; it is small beside the journal.

import { plainFileLines } from "../jsonl/plain-file.ts";
import type { SampleTable } from "./sample-table.ts";

/** Which grader made the verdicts, as run.json says; earlier versions wrote it into the file's first line. */
export interface GraderLine {
  assay?: string | undefined;
  template?: string | undefined;
}

interface VerdictLine {
  task: string;
  problem: string;
  sample: number;
  right: boolean | null;
  answer: string | null;
  by: string;
  reason?: string;
  group?: string;
  at?: [number, number];
}

/** A file in a run's folder may be anybody's; a line that is none of ours is passed over, and its sample graded. */
const isVerdict = ({ right, answer, by, reason, group, at }: VerdictLine): boolean =>
  (right === null || typeof right === "boolean") &&
  (answer === null || typeof answer === "string") &&
  typeof by === "string" &&
  [reason, group].every((text) => text == null || typeof text === "string") &&
  (at == null ||
    (Array.isArray(at) && at.length === 2 && at.every((place) => Number.isSafeInteger(place) && place >= 0)));

/** Undefined where there is no such file, or where it is none of ours. */
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
