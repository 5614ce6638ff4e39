// Draws n candidates for each step and takes the best, until there is an answer. This is the search of the
// specification.

import { bestConclusion, emptyPath, optionsIn, ranked, settled, stuck } from "../paths.ts";
import type { Strategy } from "../strategy.ts";

export const greedy: Strategy = {
  description: "n candidates for each step, the best is taken",
  draws: "steps",
  isGuided: true,
  begin: () => ({ open: [emptyPath()], ended: [] }),
  candidatesEach: (_, { n }) => n,
  decide(state, candidates, settings) {
    const [best] = ranked(optionsIn(state, candidates), settings);
    if (!best) return { chosen: [], state: stuck(state) };
    return { chosen: [best.place], state: settled([], [best]) };
  },
  conclude: bestConclusion,
};
