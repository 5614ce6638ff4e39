// The files that the task's description names: for each subset one of the erroneous samples and one of the correct ones, each line
// the sample's own fields with what was predicted.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../runs/run-folder.ts";
import type { Outcome } from "./outcome.ts";
import type { LoadedSample } from "./samples.ts";

export interface ResultFiles {
  folder: string;
  prefix: string;
}

/** Samples that nobody has asked about yet have no line. @throws {StorageError} */
export async function writeResultFiles(
  { folder, prefix }: ResultFiles,
  subset: string,
  judged: readonly { sample: LoadedSample; outcome: Outcome }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const asked = judged.filter(({ outcome }) => outcome.missing !== "not_asked");
  for (const kind of ["error", "correct"] as const) {
    const lines = asked
      .filter(({ sample }) => (sample.label === -1) === (kind === "correct"))
      .map(({ sample, outcome }) => `${JSON.stringify({ ...sample.row, ...resultOf(outcome) })}\n`);
    writeWhole(join(folder, `${kind}_${subset}_${prefix}.jsonl`), lines.join(""));
  }
}

function resultOf(outcome: Outcome) {
  const { prediction, match } = outcome;
  if (outcome.missing === undefined) {
    return outcome.assumed === undefined
      ? { prediction, match }
      : { prediction, match, reason: outcome.assumed };
  }
  return { prediction, match, [outcome.missing === "failed" ? "error" : "reason"]: outcome.reason };
}
