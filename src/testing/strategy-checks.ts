// What every strategy keeps to, whatever is proposed to it: tried in searches that are drawn at random, the same ones
// every time.

import assert from "node:assert/strict";
import { seededRandom } from "../runs/seed.ts";
import type { Candidate, Path, SearchSettings, Strategy } from "../search/strategy.ts";
import { assertSame, type Check, isSame } from "./check.ts";
import { answerOf, drawCourse, drawSettings, play, type Turn } from "./played-search.ts";

export interface StrategyCheckOptions {
  /** How many searches each check tries. */
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
    check("chooses what may be chosen, each once", (turns) => {
      for (const { candidates, chosen } of turns) {
        assert.equal(new Set(chosen).size, chosen.length, "one is chosen twice");
        for (const place of chosen) {
          assert.equal(candidates[place]?.steps.length, 1, `there is no step at place ${place}`);
          assert.equal(candidates[place].dropped, undefined, `the candidate ${place} was dropped`);
        }
      }
    }),
    check("goes on with chosen candidates, and with nothing else", (turns) => {
      for (const { before, candidates, chosen, after } of turns) {
        const made = chosen.map((place) => solutionOf(continued(before.open, candidates[place]!)));
        const kept = [...made, ...[...before.ended, ...before.open].map(solutionOf)];
        for (const path of after.open) assertAmong(made, solutionOf(path), "open");
        for (const path of after.ended) assertAmong(kept, solutionOf(path), "ended");
        for (const path of before.ended) assertAmong(after.ended, path, "kept");
      }
    }),
    check("says of each open solution which candidate made it, and in which tree it grows", (turns) => {
      for (const [turn, { before, candidates, chosen, after }] of turns.entries()) {
        for (const { steps, from, tree } of after.open) {
          assert.ok(from, "an open solution does not say where it comes from");
          assert.equal(from.iteration, turn + 1);
          assert.ok(chosen.includes(from.candidate), `the candidate ${from.candidate} was not chosen`);
          const candidate = candidates[from.candidate]!;
          assertSame(steps, continued(before.open, candidate).steps);
          assert.equal(tree, before.open[candidate.path]!.tree);
        }
      }
    }),
    check("keeps open only what has not ended", (turns) => {
      for (const { after } of turns) for (const { ends } of after.open) assert.equal(ends, null);
    }),
    check("ends when nothing can be chosen", (turns) => {
      for (const { chosen, after } of turns) if (chosen.length === 0) assertSame(after.open, []);
    }),
    check("decides the same again, also from what was written down and read", (turns, settings) => {
      for (const { before, candidates, chosen, after } of turns) {
        const again = strategy.decide(writtenDown(before), writtenDown(candidates), settings);
        assertSame([again.chosen, again.state], [chosen, after]);
        assertSame(writtenDown(after), after);
      }
    }),
    check("stands by a solution that it has, and by that solution's answer", (turns, settings) => {
      const { after } = turns.at(-1)!;
      const { path, answer } = strategy.conclude(after, settings);
      const all = [...after.ended, ...after.open];
      if (path === null) {
        assert.ok(
          all.every(({ steps }) => steps.length === 0),
          "it has a solution, and stands by none",
        );
        assert.equal(answer, null);
      } else {
        assertAmong(all, path, "concluded");
        assert.equal(answer, path.steps.map(answerOf).findLast((each) => each !== null) ?? null);
      }
    }),
    check("gives ties to the first", ([{ before }], settings) => {
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

/** Without where it comes from. */
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
