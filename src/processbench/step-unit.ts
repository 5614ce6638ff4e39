// The unit of judging by steps: score these steps of this sample. The first unit of a sample contains the sample
// itself, so a run can be read without its data.

import { z } from "zod";
import { judgementFields } from "../prm/label-reward.ts";
import { usageInRecords } from "../runs/draw.ts";
import { readRecord } from "../runs/engine/journal.ts";
import type { Unit, UnitRecord } from "../runs/engine/unit.ts";
import type { Sample } from "./samples.ts";

const stepsKind = "steps";

const stepsInput = z.object({
  subset: z.string(),
  sample: z.string(),
  /** The first step to score, and the place after the last. */
  from: z.int().min(0),
  to: z.int().min(1),
  given: z
    .object({
      problem: z.string(),
      steps: z.array(z.string()).min(1),
      label: z.int().min(-1),
      wrong: z.array(z.int().min(0)).optional(),
    })
    .optional(),
});

const stepScore = z.object({ reward: z.number().nullable(), ...judgementFields });

const stepsOutcome = z.object({
  scores: z.array(stepScore),
  calls: z.int().min(0),
  usage: usageInRecords,
});

export type StepsInput = z.output<typeof stepsInput>;
export type StepsOutcome = z.output<typeof stepsOutcome>;

export function stepsUnit(subset: string, sample: Sample, from: number, to: number): Unit<StepsInput> {
  return {
    id: `${subset}/${sample.id}#${from}`,
    kind: stepsKind,
    input: { subset, sample: sample.id, from, to, ...(from === 0 ? { given: givenOf(sample) } : {}) },
  };
}

/** A unit as it is processed: with its sample, which the journal has only in the first one. */
export function withSample(unit: Unit, find: (subset: string, id: string) => Sample): Unit {
  if (unit.kind !== stepsKind) return unit;
  const input = unit.input as StepsInput;
  if (input.given) return unit;
  return { ...unit, input: { ...input, given: givenOf(find(input.subset, input.sample)) } };
}

const givenOf = ({ problem, steps, label, wrong }: Sample): NonNullable<StepsInput["given"]> => ({
  problem,
  steps,
  label,
  ...(wrong ? { wrong: [...wrong] } : {}),
});

/** The sample of a unit that has it. */
export function sampleOf({ sample, given }: StepsInput): Sample {
  if (!given) throw new TypeError(`the unit of the sample '${sample}' does not contain it`);
  return { id: sample, ...given };
}

/** A record of this kind; undefined for records of other kinds. @throws {StorageError} */
export const readSteps = (record: UnitRecord) => readRecord(record, stepsKind, stepsInput, stepsOutcome);
