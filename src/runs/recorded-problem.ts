// A problem as journals have it, whose `problem` is its id.

import { z } from "zod";
import type { Problem } from "../tasks/problem.ts";

/** Fields of a record, beside those of its kind. */
export const problemFields = {
  problem: z.string(),
  statement: z.string(),
  gold: z.union([z.string(), z.array(z.string())]),
};

export interface RecordedProblem {
  /** Its id. */
  problem: string;
  statement: string;
  gold: string | string[];
}

export const asRecorded = ({ id, statement, gold }: Problem): RecordedProblem => ({
  problem: id,
  statement,
  gold,
});

export const recordedProblem = ({ problem, statement, gold }: RecordedProblem): Problem => ({
  id: problem,
  statement,
  gold,
});
