// Result files in the task description's format: one object for each problem that was asked, also where nothing came of it.

import { z } from "zod";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { readPlainFile } from "../jsonl/plain-file.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { Problem } from "../tasks/problem.ts";
import { stepEnd } from "./candidate.ts";
import type { CandidateInfo, PastIteration, ProblemHistory } from "./history.ts";
import { whys } from "./iteration.ts";

/** Why a problem's search is over, or why it is not: the provider failed, or it has not come to its end. */
export const ends = [...whys, "provider", "not finished"] as const;
export type End = (typeof ends)[number];

export interface IterationResult {
  iteration_index: number;
  candidates_info: CandidateInfo[];
  /** Among the candidates; null where all were dropped. */
  chosen_step_index: number | null;
  chosen_step: string | null;
  /** All that went on, where several did. */
  kept_step_indexes?: number[] | undefined;
}

export interface ProblemResult {
  id: string;
  question: string;
  iteration_history: IterationResult[];
  final_steps: string[];
  gt_answer: string | string[];
  pred_answer: string | null;
  ended: End;
  error?: string | undefined;
}

export function problemResult(problem: Problem, history: ProblemHistory): ProblemResult {
  const { iterations, conclusion, error } = history;
  const steps = conclusion?.steps ?? [];
  const solution = steps.join(stepEnd);
  return {
    id: problem.id,
    question: problem.statement,
    iteration_history: [...iterations]
      .sort(([a], [b]) => a - b)
      .map(([number, iteration]) => iterationResult(iteration, number, solution)),
    final_steps: steps,
    gt_answer: problem.gold,
    pred_answer: conclusion?.answer ?? null,
    ended: conclusion?.why ?? (error === undefined ? "not finished" : "provider"),
    ...(error === undefined ? {} : { error }),
  };
}

/** Of several that went on, the one that led to the final solution is the chosen one, else the best. */
function iterationResult(past: PastIteration, index: number, solution: string): IterationResult {
  const { candidates, chosen, begun } = past;
  const leads = (place: number) => {
    const made = [...begun[place]!, candidates[place]!.candidate_step].join(stepEnd);
    return `${solution}${stepEnd}`.startsWith(`${made}${stepEnd}`);
  };
  const place = chosen.find(leads) ?? chosen[0] ?? null;
  return {
    iteration_index: index,
    candidates_info: candidates,
    chosen_step_index: place,
    chosen_step: place === null ? null : candidates[place]!.candidate_step,
    ...(chosen.length > 1 ? { kept_step_indexes: chosen } : {}),
  };
}

/** For example `result-0-50.json`; `None` is what the task's description calls the end of the data. */
export const resultFileName = (begin: number, end: number | null): string =>
  `result-${begin}-${end ?? "None"}.json`;

const resultName = /^result-(\d+)-(\d+|None)\.json$/;

export interface SliceName {
  file: string;
  begin: number;
  /** Infinity for all that follow. */
  end: number;
}

/** The result files among a folder's names, in the order of the problems. */
export function slicesIn(names: readonly string[]): SliceName[] {
  return names
    .flatMap((file) => {
      const [, begin, end] = resultName.exec(file) ?? [];
      if (begin === undefined) return [];
      return [{ file, begin: Number(begin), end: end === "None" ? Number.POSITIVE_INFINITY : Number(end) }];
    })
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
}

const asText = z.union([z.string(), z.number().transform(String)]);

/** What scoring needs of a result, also of one that another program wrote. */
const scoredResult = z.object({
  id: asText.optional(),
  question: z.string(),
  gt_answer: z.union([asText, z.array(asText)]),
  pred_answer: asText.nullish().transform((answer) => answer ?? null),
  iteration_history: z.array(z.unknown()).default([]),
  ended: z.string().optional(),
  error: z.string().optional(),
});

export type ReadResult = z.output<typeof scoredResult>;

/** The problem that a result is about. @param number its place in the data, which names one without an id */
export const problemOfResult = ({ id, question, gt_answer }: ReadResult, number: number): Problem => ({
  id: id ?? `${number}`,
  statement: question,
  gold: gt_answer,
});

/** @throws {StorageError} naming the file, the result and the field */
export async function readResults(path: string): Promise<ReadResult[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readPlainFile(path));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : reasonOf(error);
    throw new StorageError(`${path}: cannot be read: ${reason}`);
  }
  if (!Array.isArray(value)) throw new StorageError(`${path}: it holds no list of results`);
  return value.map((each, i) => {
    const read = scoredResult.safeParse(each);
    if (read.success) return read.data;
    throw new StorageError(`${path}: result ${i + 1}: ${badField(read.error.issues[0]!, each)}`);
  });
}
