// The units of a search: advance this problem by one iteration. A unit contains the state of the search so far, so it
// can be processed anywhere. Its record has every candidate, including those that were dropped, with the reason.

import { z } from "zod";
import { StorageError } from "../jsonl/errors.ts";
import { judgementFields } from "../prm/label-reward.ts";
import { problemFields, usageInRecords } from "../runs/draw.ts";
import { readRecord } from "../runs/engine/journal.ts";
import type { Unit, UnitRecord } from "../runs/engine/unit.ts";
import type { SearchState } from "./strategy.ts";

const iterationKind = "iteration";

const ending = z.enum(["answer", "turn", "length"]).nullable();
const rewards = z.array(z.number().nullable());
const path = z.object({
  steps: z.array(z.string()),
  rewards,
  ends: ending,
  /** Older versions did not write it. */
  from: z.object({ iteration: z.int().min(1), candidate: z.int().min(0) }).optional(),
  tree: z.int().min(0).optional(),
});

/** Older versions wrote it as one sentence. */
const dropped = z.union([
  z.object({ why: z.string(), as: z.int().min(0).optional() }),
  z.string().transform((sentence) => {
    const [, as] = /^the same as candidate (\d+)$/.exec(sentence) ?? [];
    return as === undefined ? { why: sentence } : { why: "the same", as: Number(as) };
  }),
]);

const iterationInput = z.object({
  task: z.string(),
  ...problemFields,
  /** Counted from 1. */
  iteration: z.int().min(1),
  state: z.object({ open: z.array(path), ended: z.array(path) }),
});

const candidate = z.object({
  path: z.int().min(0),
  steps: z.array(z.string()),
  rewards,
  ends: ending,
  dropped: dropped.optional(),
  /** The policy's text, if it is not only the steps. */
  text: z.string().optional(),
  /** It was truncated at the token limit. */
  cut: z.boolean().optional(),
  /** The judgement of each step. */
  judged: z.array(z.object(judgementFields)).optional(),
});

/** Why a search is over: how its solution ended, or that it could not continue. */
export const whys = ["answer", "turn", "length", "step limit", "no candidates"] as const;

const conclusion = z.object({
  steps: z.array(z.string()),
  answer: z.string().nullable(),
  why: z.enum(whys),
});

const count = z.object({ policy: z.int().min(0), reward: z.int().min(0) });

const iterationOutcome = z.object({
  candidates: z.array(candidate),
  /** Indexes of candidates, the best first. */
  chosen: z.array(z.int().min(0)),
  requests: count,
  usage: z.object({ policy: usageInRecords, reward: usageInRecords }),
  conclusion: conclusion.optional(),
});

export type IterationInput = z.output<typeof iterationInput>;
export type IterationOutcome = z.output<typeof iterationOutcome>;
export type CandidateRecord = z.output<typeof candidate>;
export type SearchConclusion = z.output<typeof conclusion>;

export interface IterationRecord {
  input: IterationInput;
  /** Undefined if the unit failed. */
  outcome: IterationOutcome | undefined;
  error: string | undefined;
}

export const searchKey = (task: string, problem: string, iteration: number): string =>
  `${task}/${problem}#${iteration}`;

export const iterationUnit = (input: IterationInput): Unit<IterationInput> => ({
  id: searchKey(input.task, input.problem, input.iteration),
  kind: iterationKind,
  input,
});

/** The columns of the row are in the first iteration's record. */
export const nextInput = ({ columns: _, ...input }: IterationInput, state: SearchState): IterationInput => ({
  ...input,
  iteration: input.iteration + 1,
  state,
});

/** A record read from a file; undefined for records of other kinds. @throws {StorageError} */
export function readIteration(record: UnitRecord): IterationRecord | undefined {
  const read = readRecord(record, iterationKind, iterationInput, iterationOutcome);
  if (!read) return undefined;
  const { candidates = [], chosen = [] } = read.outcome ?? {};
  const { open } = read.input.state;
  if (
    candidates.some(({ path }) => path >= open.length) ||
    chosen.some((place) => place >= candidates.length)
  ) {
    throw new StorageError(
      `the record '${record.id}': it names a solution or a candidate that it does not contain`,
    );
  }
  return { ...read, error: record.error?.message };
}

/** A record that was just made, which needs no checks. */
export const freshIteration = ({ input, outcome, error }: UnitRecord): IterationRecord => ({
  input: input as IterationInput,
  outcome: error ? undefined : (outcome as IterationOutcome),
  error: error?.message,
});
