// n / width solutions are extended at once, each by `width` candidates, and the best of all candidates are kept. A
// finished solution keeps its slot among them.

import {
  bestConclusion,
  emptyPath,
  type Option,
  optionsIn,
  placesOf,
  ranked,
  settled,
  stuck,
} from "../paths.ts";
import type { SearchSettings, Strategy } from "../strategy.ts";

export const beam: Strategy = {
  description: "the best n / width solutions grow at once",
  draws: "steps",
  isGuided: true,
  begin: () => ({ open: [emptyPath()], ended: [] }),
  candidatesEach: ({ open }, { n, width }) => (open[0]?.steps.length === 0 ? n : Math.min(n, width)),
  decide(state, candidates, settings) {
    const free = beams(settings) - state.ended.length;
    const { distinct, repeats } = apart(ranked(optionsIn(state, candidates), settings));
    const kept = distinct.slice(0, free);
    if (kept.length === 0) return { chosen: [], state: stuck(state), repeats };
    return { chosen: placesOf(kept), state: settled(state.ended, kept), repeats };
  },
  conclude: bestConclusion,
};

/** Two of the solutions may have become the same. */
function apart(options: readonly Option[]): { distinct: Option[]; repeats: Map<number, number> } {
  const bySteps = new Map<string, Option>();
  const repeats = new Map<number, number>();
  for (const option of options) {
    const text = JSON.stringify(option.path.steps);
    const before = bySteps.get(text);
    if (before) repeats.set(option.place, before.place);
    else bySteps.set(text, option);
  }
  return { distinct: [...bySteps.values()], repeats };
}

const beams = ({ n, width }: SearchSettings): number => Math.max(1, Math.floor(n / width));
