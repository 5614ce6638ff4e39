// All strategies by name.

import { beam } from "./strategies/beam.ts";
import { bestOfN } from "./strategies/best-of-n.ts";
import { dvts } from "./strategies/dvts.ts";
import { greedy } from "./strategies/greedy.ts";
import { majority } from "./strategies/majority.ts";
import { weightedMajority } from "./strategies/weighted-majority.ts";
import type { Strategy } from "./strategy.ts";

export const strategies = {
  greedy,
  "best-of-n": bestOfN,
  majority,
  "weighted-majority": weightedMajority,
  beam,
  dvts,
} as const satisfies Record<string, Strategy>;

export type StrategyName = keyof typeof strategies;
export const strategyNames = Object.keys(strategies) as StrategyName[];
