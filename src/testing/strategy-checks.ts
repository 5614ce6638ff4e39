// Requirements for every strategy, checked in random searches, which are the same every time.

import assert from "node:assert/strict";
import { seededRandom } from "../runs/seed.ts";
import {
  aggregates,
  type Candidate,
  type Ending,
  type Path,
  type SearchSettings,
  type SearchState,
  type Strategy,
} from "../search/strategy.ts";
import { assertSame, type Check, isSame } from "./check.ts";

export interface StrategyCheckOptions {
  /** The number of searches of each check. */
  searches?: number | undefined;
  seed?: number | undefined;
}

type Law = (turns: [Turn, ...Turn[]], settings: SearchSettings) => void;

export function strategyChecks(
  strategy: Strategy,
  { searches = 100, seed = 1 }: StrategyCheckOptions = {},
): Check[] {
  const check = (name: string, law: Law): Check => ({
    name,
    run: () => {
      for (let search = 0; search < searches; search++) {
        const random = seededRandom(`${seed}\n${search}`);
        const settings = drawSettings(random);
        try {
          law(play(strategy, settings, drawCourse(random)), settings);
        } catch (error) {
          const where = `in search ${search} of seed ${seed}, with ${JSON.stringify(settings)}`;
          throw new Error(`${where}: ${error instanceof Error ? error.message : error}`, { cause: error });
        }
      }
    },
  });
  return [
    check("asks for n candidates at most, and for one at least", (turns, settings) => {
      for (const { before } of turns) {
        const asked = before.open.length * strategy.candidatesEach(before, settings);
        assert.ok(asked > 0 && asked <= settings.n, `it asks for ${asked}`);
      }
    }),
    check("chooses only candidates that may be chosen, each once", (turns) => {
      for (const { candidates, chosen } of turns) {
        assert.equal(new Set(chosen).size, chosen.length, "one is chosen twice");
        for (const place of chosen) {
          assert.equal(candidates[place]?.steps.length, 1, `there is no step at place ${place}`);
          assert.equal(candidates[place].dropped, undefined, `the candidate ${place} was dropped`);
        }
      }
    }),
    check("continues only chosen candidates", (turns) => {
      for (const { before, candidates, chosen, after } of turns) {
        const made = chosen.map((place) => solutionOf(continued(before.open, candidates[place]!)));
        const kept = [...made, ...[...before.ended, ...before.open].map(solutionOf)];
        for (const path of after.open) assertAmong(made, solutionOf(path), "open");
        for (const path of after.ended) assertAmong(kept, solutionOf(path), "ended");
        for (const path of before.ended) assertAmong(after.ended, path, "kept");
      }
    }),
    check("names the candidate that produced each open solution, and its tree", (turns) => {
      for (const [turn, { before, candidates, chosen, after }] of turns.entries()) {
        for (const { steps, from, tree } of after.open) {
          assert.ok(from, "an open solution does not name its origin");
          assert.equal(from.iteration, turn + 1);
          assert.ok(chosen.includes(from.candidate), `the candidate ${from.candidate} was not chosen`);
          const candidate = candidates[from.candidate]!;
          assertSame(steps, continued(before.open, candidate).steps);
          assert.equal(tree, before.open[candidate.path]!.tree);
        }
      }
    }),
    check("keeps only unfinished solutions open", (turns) => {
      for (const { after } of turns) for (const { ends } of after.open) assert.equal(ends, null);
    }),
    check("ends when nothing can be chosen", (turns) => {
      for (const { chosen, after } of turns) if (chosen.length === 0) assertSame(after.open, []);
    }),
    check("decides the same when repeated, also after its state was written and read", (turns, settings) => {
      for (const { before, candidates, chosen, after } of turns) {
        const again = strategy.decide(writtenDown(before), writtenDown(candidates), settings);
        assertSame([again.chosen, again.state], [chosen, after]);
        assertSame(writtenDown(after), after);
      }
    }),
    check("concludes with a solution that it has, and with that solution's answer", (turns, settings) => {
      const { after } = turns.at(-1)!;
      const { path, answer } = strategy.conclude(after, settings);
      const all = [...after.ended, ...after.open];
      if (path === null) {
        assert.ok(
          all.every(({ steps }) => steps.length === 0),
          "it has a solution, but concludes with none",
        );
        assert.equal(answer, null);
      } else {
        assertAmong(all, path, "concluded");
        assert.equal(answer, path.steps.map(answerOf).findLast((each) => each !== null) ?? null);
      }
    }),
    check("gives ties to the first candidate", ([{ before }], settings) => {
      const each = strategy.candidatesEach(before, settings);
      const same = before.open.flatMap((_, path) =>
        Array.from({ length: each }, (_, i): Candidate => {
          return { path, steps: [`Way ${i}.`], rewards: [0.5], ends: null };
        }),
      );
      assert.equal(strategy.decide(before, same, settings).chosen[0], 0);
    }),
  ];
}

const writtenDown = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Without the origin. */
const solutionOf = ({ steps, rewards, ends }: Path): Path => ({ steps, rewards, ends });

function continued(open: readonly Path[], { path, steps, rewards, ends }: Candidate): Path {
  const from = open[path]!;
  return { steps: [...from.steps, ...steps], rewards: [...from.rewards, ...rewards], ends };
}

function assertAmong(all: readonly Path[], one: Path, what: string): void {
  assert.ok(
    all.some((each) => isSame(each, one)),
    `the ${what} solution comes from nowhere: ${JSON.stringify(one)}`,
  );
}

// Random searches for the checks of strategies: candidates are drawn, and the strategy decides.

type Random = () => number;

interface Proposal {
  step: string;
  reward: number;
  ends: Ending | null;
  isDropped: boolean;
}

interface Turn {
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

/** The answer of a proposed step. */
const answerOf = (step: string): string | null => answers[step] ?? null;

const most = { n: 9, width: 5, iterations: 6 };

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
const oneOf = <T>(random: Random, all: readonly T[]): T => all[whole(random, 0, all.length - 1)]!;

const drawSettings = (random: Random): SearchSettings => ({
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

/** For each iteration the proposals, of which as many are used as the strategy requests. */
const drawCourse = (random: Random): Proposal[][] =>
  Array.from({ length: most.iterations }, () =>
    Array.from({ length: most.n * most.width }, () => drawProposal(random)),
  );

/** The turns of a search with these proposals. The strategy must not change its input. */
function play(
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
  assert.ok(isSome(turns), "it starts without an open solution");
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
