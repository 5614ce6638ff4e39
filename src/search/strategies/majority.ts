// n whole solutions, of which the answer that most of them give is taken. It needs no reward model, and is what a
// reward model has to beat.

import { elect } from "../paths.ts";
import type { Strategy } from "../strategy.ts";
import { bestOfN } from "./best-of-n.ts";

export const majority: Strategy = {
  ...bestOfN,
  description: "n whole solutions, the answer that most give is taken; no reward model",
  isGuided: false,
  conclude: ({ ended }, settings) => elect(ended, settings, () => 1),
};
