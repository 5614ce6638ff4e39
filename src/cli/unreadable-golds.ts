// A few golds that cannot be read are a fact of data sets; many are a mistake in this one, and worth a sentence.

import { count, counted } from "../outgoing/counted.ts";

const many = 0.01;

/** A sentence where over 1% of the golds cannot be graded against. */
export function manyUnreadable(what: string, unreadable: number, all: number): string[] {
  if (all === 0 || unreadable <= many * all) return [];
  const share = ((100 * unreadable) / all).toFixed(1);
  return [
    `${what}: ${count(unreadable)} of ${counted(all, "gold")} (${share}%) cannot be ` +
      "graded against; check that the right field holds them",
  ];
}
