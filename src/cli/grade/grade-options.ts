// The options of grading as text: from the command line, and for a person to read.

import { type Policies, readPolicies } from "../../math/index.ts";
import type { Json } from "../../options/option.ts";
import { UsageError } from "../command.ts";

export const extractions = ["auto", "always", "never"] as const;
export type Extraction = (typeof extractions)[number];

/** `--grading-options '{"units": "required"}'`. */
export function readGradingOptions(given: Record<string, Json> | undefined): Policies {
  try {
    return readPolicies(given ?? {});
  } catch (error) {
    throw new UsageError(`--grading-options: ${(error as Error).message}`);
  }
}
