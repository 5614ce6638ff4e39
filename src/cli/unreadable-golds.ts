// A few unreadable golds are normal for a data set; many of them are worth a warning.

import { count, counted } from "../outgoing/counted.ts";

const many = 0.01;

/** A warning if more than 1% of the golds cannot be used. */
export function manyUnreadable(what: string, unreadable: number, all: number): string[] {
  if (all === 0 || unreadable <= many * all) return [];
  const share = ((100 * unreadable) / all).toFixed(1);
  return [
    `${what}: ${count(unreadable)} of ${counted(all, "gold")} (${share}%) cannot be ` +
      "graded against; check that the right field holds them",
  ];
}
