// Result files in the specification's format: one object for each requested problem, including failed ones.
// `iteration_history` is written as the reference writes it; everything else is in `iterations`.

import { z } from "zod";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { readPlainFile } from "../jsonl/plain-file.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { Problem } from "../tasks/problem.ts";
import type { Conversation, Grade, Task } from "../tasks/task.ts";
import { stepEnd } from "./candidate.ts";
import type { CandidateInfo, PastIteration, ProblemHistory } from "./history.ts";
import { whys } from "./iteration.ts";

/** Why a problem's search is over, or why not: the provider failed, or it has not ended. */
export const ends = [...whys, "provider", "not finished"] as const;
export type End = (typeof ends)[number];

/** As in the reference: the candidates that could be chosen, equal ones once, and the index of the chosen one. */
export interface IterationResult {
  iteration_index: number;
  candidates_info: Pick<CandidateInfo, "candidate_step" | "reward">[];
  chosen_step_index: number;
  chosen_step: string;
  /** All that were kept, if there were several. */
  kept_step_indexes?: number[] | undefined;
}

/** All drawn candidates, including those that were dropped. */
interface DrawnIteration {
  iteration_index: number;
  candidates: CandidateInfo[];
  /** An index into them; null if all were dropped. */
  chosen: number | null;
  /** The indexes of all that were kept, if there were several. */
  kept?: number[] | undefined;
}

export interface ProblemResult {
  id: string;
  question: string;
  iteration_history: IterationResult[];
  iterations: DrawnIteration[];
  final_steps: string[];
  gt_answer: string | string[];
  pred_answer: string | null;
  ended: End;
  error?: string | undefined;
}

/** Whether the search of a problem has ended. */
export const isOver = ({ ended }: Pick<ProblemResult, "ended">): boolean =>
  ended !== "not finished" && ended !== "provider";

/** The results that figures count: all once each search has ended or failed, until then those that have ended. */
export const countedResults = (results: readonly ProblemResult[]): readonly ProblemResult[] =>
  results.some(({ ended }) => ended === "not finished") ? results.filter(isOver) : results;

export function problemResult(problem: Problem, history: ProblemHistory): ProblemResult {
  const { iterations, conclusion, error } = history;
  const steps = conclusion?.steps ?? [];
  const solution = steps.join(stepEnd);
  const drawn = [...iterations]
    .sort(([a], [b]) => a - b)
    .map(([number, iteration]) => drawnIteration(iteration, number, solution));
  return {
    id: problem.id,
    question: problem.statement,
    iteration_history: drawn.flatMap(iterationResult),
    iterations: drawn,
    final_steps: steps,
    gt_answer: problem.gold,
    pred_answer: conclusion?.answer ?? null,
    ended: conclusion?.why ?? (error === undefined ? "not finished" : "provider"),
    ...(error === undefined ? {} : { error }),
  };
}

/** Of several kept candidates, the one on the final path is the chosen one, else the best. */
function drawnIteration(past: PastIteration, index: number, solution: string): DrawnIteration {
  const { candidates, chosen, begun } = past;
  const leads = (place: number) => {
    const made = [...begun[place]!, candidates[place]!.candidate_step].join(stepEnd);
    return `${solution}${stepEnd}`.startsWith(`${made}${stepEnd}`);
  };
  return {
    iteration_index: index,
    candidates,
    chosen: chosen.find(leads) ?? chosen[0] ?? null,
    ...(chosen.length > 1 ? { kept: chosen } : {}),
  };
}

/** The reference does not record an iteration in which no candidate could be chosen. */
function iterationResult({ iteration_index, candidates, chosen, kept }: DrawnIteration): IterationResult[] {
  if (chosen === null) return [];
  const places = candidates.flatMap(({ dropped }, place) => (dropped === undefined ? [place] : []));
  return [
    {
      iteration_index,
      candidates_info: places.map((place) => {
        const { candidate_step, reward } = candidates[place]!;
        return { candidate_step, reward };
      }),
      chosen_step_index: places.indexOf(chosen),
      chosen_step: candidates[chosen]!.candidate_step,
      ...(kept ? { kept_step_indexes: kept.map((place) => places.indexOf(place)) } : {}),
    },
  ];
}

/** For example `result-0-50.json`; `None` is the specification's word for the end of the data. */
export const resultFileName = (begin: number, end: number | null): string =>
  `result-${begin}-${end ?? "None"}.json`;

const resultName = /^result-(\d+)-(\d+|None)\.json$/;

export interface SliceName {
  file: string;
  begin: number;
  /** Infinity for the end of the data. */
  end: number;
}

/** The result files among the file names of a folder, in the order of the problems. */
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

/** The fields of a result that scoring needs, also of one that a different program wrote. */
const scoredResult = z.object({
  id: asText.optional(),
  question: z.string(),
  gt_answer: z.union([asText, z.array(asText)]),
  pred_answer: asText.nullish().transform((answer) => answer ?? null),
  iteration_history: z.array(z.unknown()).default([]),
  iterations: z.array(z.unknown()).optional(),
  ended: z.string().optional(),
  error: z.string().optional(),
});

export type ReadResult = z.output<typeof scoredResult>;

/** The problem of a result. @param number its position in the data, which identifies one without an id */
export const problemOfResult = ({ id, question, gt_answer }: ReadResult, number: number): Problem => ({
  id: id ?? `${number}`,
  statement: question,
  gold: gt_answer,
});

/** @throws {StorageError} that names the file, the result and the field */
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

// An answer extracted from a solution, graded by the task's own rule.

export const gradeAnswer = (task: Task, conversation: Conversation, answer: string): Grade =>
  task.grade(conversation, { text: `\\boxed{${answer}}` });
