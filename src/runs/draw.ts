// The units of an evaluation: draw these samples of this problem. One unit is one request, and its record has
// everything that is needed to grade it again.

import { z } from "zod";
import { type CompletionField, completionFields } from "../config/apis.ts";
import type { Draw, Generation, Model, Retry, Sampling } from "../models/model.ts";
import { ProviderError } from "../models/provider-error.ts";
import { isEmpty } from "../outgoing/empty-completions.ts";
import { conversationOf, type Problem } from "../tasks/problem.ts";
import type { Conversation } from "../tasks/task.ts";
import { readRecord } from "./engine/journal.ts";
import { givenUp, promised, type Unit, UnitFailure, type UnitRecord, type Work } from "./engine/unit.ts";
import type { Prompt } from "./plan.ts";
import { requestSeed } from "./seed.ts";

// A problem in the form of journals, in which `problem` is its id.

/** The fields of a record, in addition to those of its kind. */
export const problemFields = {
  problem: z.string(),
  statement: z.string(),
  gold: z.union([z.string(), z.array(z.string())]),
  columns: z.record(z.string(), z.unknown()).optional(),
};

type RecordedProblem = z.output<z.ZodObject<typeof problemFields>>;

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

const sampleNumber = z.int().min(0);

/** The tokens of a unit, in records of every kind. */
export const usageInRecords = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number().optional(),
});

const message = z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() });

const drawInput = z.object({
  task: z.string(),
  ...problemFields,
  prompt: z.union([z.string(), z.array(message)]),
  /** The steps of the solution that a critique judges. */
  steps: z.array(z.string()).optional(),
  samples: z.array(sampleNumber).min(1),
  seeds: z.array(z.int()),
});

const drawn = z.object({
  completions: z.array(
    z.object({
      sample: sampleNumber,
      text: z.string(),
      reasoning: z.string().optional(),
      toolCalls: z.string().optional(),
      from: z.enum(completionFields).optional(),
      finish: z.string().nullable(),
      stopReason: z.union([z.string(), z.number()]).nullish(),
    }),
  ),
  failures: z.array(z.object({ sample: sampleNumber, message: z.string() })),
  usage: usageInRecords,
  /** The number of requests, if it was more than one. */
  requests: z.int().min(1).optional(),
});

export type DrawInput = z.output<typeof drawInput>;
export type Drawn = z.output<typeof drawn>;

export interface DrawRecord {
  input: DrawInput;
  /** Undefined if the unit failed. */
  drawn: Drawn | undefined;
}

/** A record of this kind, read from a file; undefined for records of other kinds. */
export function readDraw(record: UnitRecord): DrawRecord | undefined {
  const read = readRecord(record, "draw", drawInput, drawn);
  return read && { input: read.input, drawn: read.outcome };
}

/** A record that `drawWork` has just made, which needs no checks. */
export const freshDraw = ({ input, outcome, error }: UnitRecord): DrawRecord => ({
  input: input as DrawInput,
  drawn: error ? undefined : (outcome as Drawn),
});

const sampleKey = (task: string, problem: string, sample: number): string => `${task}/${problem}#${sample}`;

export function drawUnit(
  task: string,
  problem: Problem,
  draw: { prompt: Prompt; samples: readonly number[]; seed: number },
): Unit<DrawInput> {
  const { id } = problem;
  return {
    id: `${task}/${id}#${spans(draw.samples)}`,
    kind: "draw",
    input: {
      task,
      ...asRecorded(problem),
      prompt: draw.prompt,
      samples: [...draw.samples],
      seeds: draw.samples.map((sample) => requestSeed(draw.seed, `${task}/${id}`, sample)),
    },
  };
}

/** For example `0-3,6`. */
function spans(samples: readonly number[]): string {
  if (samples.length === 1) return `${samples[0]}`;
  const parts: [number, number][] = [];
  for (const sample of samples) {
    const last = parts.at(-1);
    if (last && last[1] === sample - 1) last[1] = sample;
    else parts.push([sample, sample]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** The drawn completions; the text of an empty one is read from a different field of the record. */
export const readFrom = (drawn: Drawn, field: CompletionField | undefined): Drawn =>
  field === undefined
    ? drawn
    : {
        ...drawn,
        completions: drawn.completions.map((completion) => {
          const elsewhere = field === "tool_calls" ? completion.toolCalls : completion.reasoning;
          return isEmpty(completion) && elsewhere ? { ...completion, text: elsewhere } : completion;
        }),
      };

/** The problem from the record, for grading without the data set. */
export function drawnConversation(input: DrawInput): Conversation {
  const { prompt } = input;
  const messages = typeof prompt === "string" ? [{ role: "user" as const, content: prompt }] : prompt;
  return conversationOf(recordedProblem(input), messages);
}

export function requestOf({ task, problem, prompt, samples, seeds }: DrawInput, sampling: Sampling) {
  const draws = samples.map(
    (sample, place): Draw => ({ key: sampleKey(task, problem, sample), seed: seeds[place] }),
  );
  return { prompt, sampling, draws: draws as [Draw, ...Draw[]] };
}

/** Processes units of this kind. */
export function drawWork(
  model: Model,
  samplingOf: (task: string) => Sampling,
  onRetry?: (retry: Retry) => void,
): Work {
  return (unit, { signal, drain }) => {
    const input = unit.input as DrawInput; // Made by `drawUnit`: no other unit enqueues one of this kind.
    const request = requestOf(input, samplingOf(input.task));
    return promised(() => model.generate(request, { signal, drain, onRetry })).then(
      (generation) => ({ value: drawnOf(input, generation) }),
      (error) => {
        throw asUnitFailure(error);
      },
    );
  };
}

function drawnOf({ task, problem, samples }: DrawInput, generation: Generation) {
  const { completions, failures, usage, servedModel, requests = 1 } = generation;
  return {
    completions: completions.map(
      ({ index, text, reasoning, toolCalls, from, finish, stopReason, logprobs }) => {
        const sample = samples[index]!;
        const said = { text, reasoning, toolCalls, from, finish, stopReason, logprobs };
        return { key: sampleKey(task, problem, sample), sample, ...said };
      },
    ),
    failures: failures.map(({ index, error }) => ({ sample: samples[index]!, message: error.message })),
    usage,
    requests: requests > 1 ? requests : undefined,
    servedModel,
  };
}

// A provider's error in the terms of a run: data of one unit, or, if all others would fail in the same way, a reason to
// stop.

/** The error to throw for an error of a unit's work; bugs are passed on unchanged. */
export function asUnitFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { message, isRetryable, isHopeless } = error;
  if (error.failure === "stopped") return new UnitFailure(givenUp, message);
  return new UnitFailure("provider", message, { isRetryable, stopsRun: isHopeless });
}
