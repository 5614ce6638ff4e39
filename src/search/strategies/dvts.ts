// Diverse verifier tree search: n / width independent searches, each greedy with `width` candidates for each step, so
// that one early mistake does not affect all of them.

import { bestConclusion, emptyPath, optionsIn, placesOf, ranked, settled, stuck } from "../paths.ts";
import type { Strategy } from "../strategy.ts";

export const dvts: Strategy = {
  description: "n / width independent greedy searches, the best of them at the end",
  draws: "steps",
  isGuided: true,
  begin: ({ n, width }) => ({
    open: Array.from({ length: Math.max(1, Math.floor(n / width)) }, (_, tree) => ({ ...emptyPath(), tree })),
    ended: [],
  }),
  candidatesEach: (_, { n, width }) => Math.min(n, width),
  decide(state, candidates, settings) {
    const options = ranked(optionsIn(state, candidates), settings);
    const bestOfEach = state.open.map((_, tree) =>
      options.find(({ place }) => candidates[place]!.path === tree),
    );
    const chosen = bestOfEach.filter((option) => option !== undefined);
    if (chosen.length === 0) return { chosen: [], state: stuck(state) };
    return { chosen: placesOf(ranked(chosen, settings)), state: settled(state.ended, chosen) };
  },
  conclude: bestConclusion,
};
