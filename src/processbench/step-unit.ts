// The unit of judging step by step: score these steps of this sample. The first of a sample holds the sample itself, so
// that a run can be read without its data.

import { z } from "zod";
import { labelMasses } from "../prm/label-masses.ts";
import { readRecord } from "../runs/engine/journal.ts";
import type { Unit, UnitRecord } from "../runs/engine/unit.ts";
import type { Sample } from "./samples.ts";

const stepsKind = "steps";

const usage = z.object({ inputTokens: z.number(), outputTokens: z.number() });

const stepsInput = z.object({
  subset: z.string(),
  sample: z.string(),
  /** The first step to score, and the place after the last. */
  from: z.int().min(0),
  to: z.int().min(1),
  given: z
    .object({ problem: z.string(), steps: z.array(z.string()).min(1), label: z.int().min(-1) })
    .optional(),
});

const stepScore = z.object({
  reward: z.number().nullable(),
  verdict: z.enum(["right", "wrong"]).nullable(),
  text: z.string().nullable(),
  masses: labelMasses.optional(),
  note: z.string().optional(),
});

const stepsOutcome = z.object({ scores: z.array(stepScore), calls: z.int().min(0), usage });

export type StepsInput = z.output<typeof stepsInput>;
export type StepsOutcome = z.output<typeof stepsOutcome>;

export function stepsUnit(subset: string, sample: Sample, from: number, to: number): Unit<StepsInput> {
  const { id, problem, steps, label } = sample;
  return {
    id: `${subset}/${id}#${from}`,
    kind: stepsKind,
    input: { subset, sample: id, from, to, ...(from === 0 ? { given: { problem, steps, label } } : {}) },
  };
}

/** A unit as it is carried out: with its sample, which the journal holds in the first one alone. */
export function withSample(unit: Unit, find: (subset: string, id: string) => Sample): Unit {
  if (unit.kind !== stepsKind) return unit;
  const input = unit.input as StepsInput;
  if (input.given) return unit;
  const { problem, steps, label } = find(input.subset, input.sample);
  return { ...unit, input: { ...input, given: { problem, steps, label } } };
}

/** The sample of a unit that has it. */
export function sampleOf({ sample, given }: StepsInput): Sample {
  if (!given) throw new TypeError(`the unit of the sample '${sample}' does not hold it`);
  return { id: sample, ...given };
}

/** A record of this kind; undefined for records of other kinds. @throws {StorageError} */
export const readSteps = (record: UnitRecord) => readRecord(record, stepsKind, stepsInput, stepsOutcome);
