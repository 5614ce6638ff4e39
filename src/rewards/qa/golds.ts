// A question may have several gold answers; the prediction is held against each, and the best counts.

import { GoldError, kindOf } from "../gold.ts";

/** The gold answers as a list. Anything else than strings is not a gold answer. */
export function goldList(gold: unknown): readonly string[] {
  if (typeof gold === "string") return [gold];
  if (!Array.isArray(gold) || gold.length === 0) {
    throw new GoldError(`the gold answer must be a string or a list of strings; it is ${kindOf(gold)}`);
  }
  const wrong = gold.findIndex((element) => typeof element !== "string");
  if (wrong >= 0) {
    throw new GoldError(`the gold answers must be strings; number ${wrong + 1} is ${kindOf(gold[wrong])}`);
  }
  return gold as string[];
}
