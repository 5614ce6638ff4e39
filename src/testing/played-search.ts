// Searches as they might go, for the checks of strategies: what is proposed is drawn, the strategy decides.

import assert from "node:assert/strict";
import {
  aggregates,
  type Candidate,
  type Ending,
  type SearchSettings,
  type SearchState,
  type Strategy,
} from "../search/strategy.ts";

type Random = () => number;

interface Proposal {
  step: string;
  reward: number;
  ends: Ending | null;
  isDropped: boolean;
}

export interface Turn {
  before: SearchState;
  candidates: Candidate[];
  chosen: number[];
  after: SearchState;
}

/** Few texts and few rewards, so that there are repeats and ties. */
const answers: Readonly<Record<string, string | null>> = {
  "We add.": null,
  "We take away.": null,
  "So \\boxed{1}.": "1",
  "So \\boxed{\\frac{1}{2}}.": "\\frac{1}{2}",
  "So \\boxed{0.5}.": "0.5",
};

/** The answer that a proposed step gives. */
export const answerOf = (step: string): string | null => answers[step] ?? null;

const most = { n: 9, width: 5, iterations: 6 };

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
const oneOf = <T>(random: Random, all: readonly T[]): T => all[whole(random, 0, all.length - 1)]!;

export const drawSettings = (random: Random): SearchSettings => ({
  n: whole(random, 1, most.n),
  width: whole(random, 1, most.width),
  aggregate: oneOf(random, aggregates),
});

const drawProposal = (random: Random): Proposal => ({
  step: oneOf(random, Object.keys(answers)),
  reward: oneOf(random, [0.1, 0.5, 0.9]),
  ends: oneOf(random, ["turn", "turn", null, null]),
  isDropped: random() < 0.5,
});

/** For each iteration the proposals, of which as many are used as are asked for. */
export const drawCourse = (random: Random): Proposal[][] =>
  Array.from({ length: most.iterations }, () =>
    Array.from({ length: most.n * most.width }, () => drawProposal(random)),
  );

/** The turns of a search with these proposals. What is handed to the strategy is not its to change. */
export function play(
  strategy: Strategy,
  settings: SearchSettings,
  course: readonly Proposal[][],
): [Turn, ...Turn[]] {
  const turns: Turn[] = [];
  let state = strategy.begin(settings);
  for (const offered of course) {
    if (state.open.length === 0) break;
    const before = frozen(state);
    const candidates = frozen(candidatesFor(strategy, before, settings, offered));
    const { chosen, state: after } = strategy.decide(before, candidates, settings);
    turns.push({ before, candidates, chosen, after });
    state = after;
  }
  assert.ok(isSome(turns), "it begins with nothing open");
  return turns;
}

const isSome = <T>(list: T[]): list is [T, ...T[]] => list.length > 0;

function candidatesFor(
  strategy: Strategy,
  state: SearchState,
  settings: SearchSettings,
  proposals: readonly Proposal[],
): Candidate[] {
  const each = strategy.candidatesEach(state, settings);
  return state.open.flatMap((_, path) =>
    proposals.slice(path * each, (path + 1) * each).map((proposal) => candidateOf(strategy, path, proposal)),
  );
}

function candidateOf(
  { draws, isGuided }: Strategy,
  path: number,
  { step, reward, ends, isDropped }: Proposal,
): Candidate {
  if (isDropped) return { path, steps: [], rewards: [], ends: null, dropped: { why: "empty" } };
  const withoutAnswer = draws === "solutions" ? (ends ?? "length") : ends;
  return {
    path,
    steps: [step],
    rewards: [isGuided ? reward : null],
    ends: answerOf(step) === null ? withoutAnswer : "answer",
  };
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}
