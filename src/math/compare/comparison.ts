// The comparison of two claims, for rules that compare the parts of theirs. It comes with the context and is not
// imported, since who knows all rules cannot be known by each of them.

import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import type { Decision } from "../terms/decision.ts";

export interface Comparison extends Context {
  byAllRules(gold: Claim, answer: Claim, context: Comparison): Decision;
}

export const compareClaims = (gold: Claim, answer: Claim, context: Comparison): Decision =>
  context.byAllRules(gold, answer, context);
