// The options of grading as text: from the command line, and for a person to read.

import { type Policies, readPolicies } from "../../math/index.ts";
import { UsageError } from "../command.ts";

export const extractions = ["auto", "always", "never"] as const;
export type Extraction = (typeof extractions)[number];

export function readExtraction(text: string | undefined): Extraction {
  const found = extractions.find((name) => name === (text ?? "auto"));
  if (!found) throw new UsageError(`--extract is ${extractions.join(", ")}, not '${text}'`);
  return found;
}

/** `--grading-options '{"units": "required"}'`. */
export function readGradingOptions(text: string | undefined): Policies {
  if (text === undefined) return readPolicies({});
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--grading-options is not JSON: ${(error as Error).message}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError("--grading-options is a JSON object");
  try {
    return readPolicies(given);
  } catch (error) {
    throw new UsageError(`--grading-options: ${(error as Error).message}`);
  }
}
