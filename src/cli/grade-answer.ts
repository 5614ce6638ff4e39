// One answer as the command line grades it: what is given may be a whole response, so the answer is looked for
// in it where it cannot be read as it stands.

import {
  type Extracted,
  extractAnswer,
  type Policies,
  parse,
  type Verification,
  verify,
} from "../math/index.ts";
import type { Extraction } from "./grade-options.ts";

export interface Graded extends Verification {
  /** The mark that the answer was found by, null where the whole text was taken. */
  found_by: string | null;
}

export function gradeAnswer(
  gold: string,
  response: string,
  extraction: Extraction,
  policies: Policies,
): Graded {
  const extracted = find(response, extraction);
  const result = verify(gold, extracted?.answer ?? response, policies);
  return { ...result, found_by: extracted?.mark ?? null };
}

/** An answer that reads as mathematics needs no looking for; a box or an answer tag counts in any case. */
function find(response: string, extraction: Extraction): Extracted | undefined {
  if (extraction === "never") return undefined;
  const found = extractAnswer(response, { numbers: extraction === "always" });
  if (!found) return undefined;
  if (found.mark === "box" || found.mark === "answer tag") return found;
  const whole = parse(response);
  return whole.ok && whole.tree.kind !== "text" ? undefined : found;
}
