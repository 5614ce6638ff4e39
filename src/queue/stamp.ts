// Which program speaks. Units and results are only exchanged between programs that are the same to the byte: another
// build may ask or read otherwise, and its figures would not be those of the run.

import { readFileSync } from "node:fs";
import { z } from "zod";
import { versions } from "../runs/versions.ts";

export const stampShape = { protocol: z.int(), version: z.string(), build: z.string() };
const stampSchema = z.object(stampShape);

export type Stamp = z.output<typeof stampSchema>;

/** Raised whenever what stands in Redis changes its meaning. */
const protocol = 1;

export const ownStamp = (): Stamp => ({ protocol, version: versions().assay, build: ownBuild() });

/** Written by the build. */
function ownBuild(): string {
  try {
    return readFileSync(new URL("../build.txt", import.meta.url), "utf8").trim();
  } catch {
    return "source";
  }
}

/** Whatever else it holds, which another version may have changed. */
export const readStamp = (value: unknown): Stamp | undefined => stampSchema.safeParse(value).data;

/** What differs, as in `version 0.2.0 and not 0.1.0`; undefined where nothing does. */
export function stampDifference(theirs: Stamp, mine: Stamp): string | undefined {
  const names = ["protocol", "version", "build"] as const;
  const name = names.find((each) => theirs[each] !== mine[each]);
  return name && `${name} ${theirs[name]} and not ${mine[name]}`;
}
