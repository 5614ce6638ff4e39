// Draws n whole solutions and takes the one with the best reward.

import { bestConclusion, emptyPath, optionsIn, placesOf, ranked, settled } from "../paths.ts";
import type { Strategy } from "../strategy.ts";

export const bestOfN: Strategy = {
  description: "n whole solutions, the best is taken",
  draws: "solutions",
  isGuided: true,
  begin: () => ({ open: [emptyPath()], ended: [] }),
  candidatesEach: (_, { n }) => n,
  decide(state, candidates, settings) {
    const options = optionsIn(state, candidates);
    return { chosen: placesOf(ranked(options, settings)), state: settled([], options) };
  },
  conclude: bestConclusion,
};
