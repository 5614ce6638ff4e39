// Draws n whole solutions; each votes for its answer, weighted by its reward.

import { elect, worthOf } from "../paths.ts";
import type { Strategy } from "../strategy.ts";
import { bestOfN } from "./best-of-n.ts";

export const weightedMajority: Strategy = {
  ...bestOfN,
  description: "n whole solutions, each votes with its rewards",
  conclude: ({ ended }, settings) => elect(ended, settings, (path) => worthOf(path, settings)),
};
