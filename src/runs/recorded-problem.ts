// A problem as journals have it, whose `problem` is its id.

import { z } from "zod";
import type { Problem } from "../tasks/problem.ts";
import type { Columns } from "../tasks/task.ts";

/** Fields of a record, beside those of its kind. */
export const problemFields = {
  problem: z.string(),
  statement: z.string(),
  gold: z.union([z.string(), z.array(z.string())]),
  columns: z.record(z.string(), z.unknown()).optional(),
};

export interface RecordedProblem {
  /** Its id. */
  problem: string;
  statement: string;
  gold: string | string[];
  /** See `Problem`. */
  columns?: Columns | undefined;
}

export const asRecorded = ({ id, statement, gold, columns }: Problem): RecordedProblem => ({
  problem: id,
  statement,
  gold,
  ...(columns ? { columns: { ...columns } } : {}),
});

export const recordedProblem = ({ problem, statement, gold, columns }: RecordedProblem): Problem => ({
  id: problem,
  statement,
  gold,
  ...(columns ? { columns } : {}),
});
