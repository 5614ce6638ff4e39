// Solutions made for tests: every step contains the id of its sample, so a scripted judge can look up the label.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface MadeSample {
  id: string;
  problem: string;
  steps: string[];
  label: number;
  generator: string;
}

/** Samples of three to five steps, of which two in three go wrong somewhere. */
export const madeSamples = (subset: string, count: number): MadeSample[] =>
  Array.from({ length: count }, (_, number) => {
    const steps = Array.from(
      { length: 3 + (number % 3) },
      (_, step) => `In ${subset}, sample ${number}, step ${step}: ${number} + ${step} = ${number + step}.`,
    );
    const label = number % 3 === 0 ? -1 : (number * 7) % steps.length;
    return {
      id: `${subset}-${number}`,
      problem: `Problem ${number} of ${subset}?`,
      steps,
      label,
      generator: "made",
    };
  });

/** The step that a request is about. */
export function stepIn(text: string): { subset: string; number: number; step: number } {
  const [subset, number, step] = [...text.matchAll(/In (\w+), sample (\d+), step (\d+)/g)].at(-1)!.slice(1);
  return { subset: subset!, number: Number(number), step: Number(step) };
}

/** A folder of subsets, a file each. */
export async function writeSubsets(
  folder: string,
  subsets: Readonly<Record<string, readonly object[]>>,
): Promise<string> {
  const path = join(folder, "data");
  await mkdir(path, { recursive: true });
  for (const [name, samples] of Object.entries(subsets)) {
    await writeFile(join(path, `${name}.json`), JSON.stringify(samples));
  }
  return path;
}
