// Draws n whole solutions and takes the most frequent answer. It needs no reward model, and is the baseline for one.

import { elect } from "../paths.ts";
import type { Strategy } from "../strategy.ts";
import { bestOfN } from "./best-of-n.ts";

export const majority: Strategy = {
  ...bestOfN,
  description: "n whole solutions, the answer that most give is taken; no reward model",
  isGuided: false,
  conclude: ({ ended }, settings) => elect(ended, settings, () => 1),
};
