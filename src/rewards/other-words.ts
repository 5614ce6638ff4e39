// A value that was taken out of a sentence equals a gold only if the words of the sentence say nothing else about it.

import { type Saying, sayingOf, saysOther } from "../answers/index.ts";
import type { Verification } from "../math/index.ts";

/**
 * The verdict on a gold as it was given and an answer's value, with the words around both.
 * @param saying the words around the answer, which are read only if the values are equal
 */
export function besideWords<V extends Verification>(
  decided: V,
  gold: string,
  saying: () => Saying | undefined,
): V {
  const said = decided.equal ? saying() : undefined;
  if (said === undefined || !saysOther(sayingOf(gold), said)) return decided;
  return {
    ...decided,
    verdict: "different",
    equal: false,
    by: "label",
    certainty: null,
    reason: "the words around the value",
  };
}
