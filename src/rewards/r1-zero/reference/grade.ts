// How the reference decides that an answer is right: by either of its normal forms, and in full mode also by
// what both sides mean.

import { hasBox, lastBoxed } from "./boxed.ts";
import { fullEqual } from "./full.ts";
import { mathdForm } from "./mathd.ts";
import { symbolicEqual } from "./symbolic.ts";

export function referenceEqual(answer: string, golds: readonly string[], mode: "fast" | "full"): boolean {
  return golds.some((given) => {
    const gold = hasBox(given) ? lastBoxed(given) : given;
    if (gold === undefined) return false;
    if (mathdForm(answer) === mathdForm(gold) || symbolicEqual(answer, gold)) return true;
    return mode === "full" && fullEqual(answer, gold);
  });
}
