// What every strategy keeps to, whatever is proposed to it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate, Path, SearchSettings, SearchState, Strategy } from "../../src/search/strategy.ts";

const settings = fc.record({
  n: fc.integer({ min: 1, max: 9 }),
  width: fc.integer({ min: 1, max: 5 }),
  aggregate: fc.constantFrom("last", "min", "product", "mean"),
}) satisfies fc.Arbitrary<SearchSettings>;

const ending = fc.constantFrom("answer" as const, "turn" as const, null, null);

/** One proposal; few texts and few rewards, so that there are repeats and ties. */
const proposal = fc.record({
  step: fc.constantFrom(
    "We add.",
    "We take away.",
    "So \\boxed{1}.",
    "So \\boxed{\\frac{1}{2}}.",
    "So \\boxed{0.5}.",
  ),
  reward: fc.constantFrom(0.1, 0.5, 0.9),
  ends: ending,
  isDropped: fc.boolean(),
});

/** A search as it might go: for each iteration the proposals, of which as many are used as are asked for. */
const course = fc.array(fc.array(proposal, { minLength: 45, maxLength: 45 }), { minLength: 6, maxLength: 6 });

type Proposal = typeof proposal extends fc.Arbitrary<infer T> ? T : never;

interface Turn {
  before: SearchState;
  candidates: Candidate[];
  chosen: number[];
  after: SearchState;
}

function candidatesFor(
  strategy: Strategy,
  state: SearchState,
  set: SearchSettings,
  proposals: readonly Proposal[],
): Candidate[] {
  const each = strategy.candidatesEach(state, set);
  return state.open.flatMap((_, path) =>
    proposals.slice(path * each, (path + 1) * each).map(({ step, reward, ends, isDropped }): Candidate => {
      if (isDropped) return { path, steps: [], rewards: [], ends: null, dropped: { why: "empty" } };
      const isWhole = strategy.draws === "solutions";
      const isAnswer = step.includes("boxed");
      return {
        path,
        steps: [step],
        rewards: [strategy.isGuided ? reward : null],
        ends: isAnswer ? "answer" : isWhole ? (ends ?? "length") : ends === "answer" ? "turn" : ends,
      };
    }),
  );
}

function play(strategy: Strategy, set: SearchSettings, proposals: readonly Proposal[][]): Turn[] {
  const turns: Turn[] = [];
  let state = strategy.begin(set);
  for (const offered of proposals) {
    if (state.open.length === 0) break;
    const before = frozen(state);
    const candidates = frozen(candidatesFor(strategy, before, set, offered));
    const { chosen, state: after } = strategy.decide(before, candidates, set);
    turns.push({ before, candidates, chosen, after });
    state = after;
  }
  return turns;
}

/** Without where it comes from. */
const solutionOf = ({ steps, rewards, ends }: Path) => ({ steps, rewards, ends });

/** What is handed to a strategy is not its to change. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

export function conformsToStrategy(name: string, strategy: Strategy): void {
  const always = (holds: (turns: Turn[], set: SearchSettings) => void) =>
    fc.assert(
      fc.property(settings, course, (set, proposals) => holds(play(strategy, set, proposals), set)),
      { numRuns: 100 },
    );

  describe(`the strategy ${name}`, () => {
    it("asks for n candidates at most, and for one at least", () =>
      always((turns, set) => {
        for (const { before } of turns) {
          const asked = before.open.length * strategy.candidatesEach(before, set);
          expect(asked).toBeGreaterThan(0);
          expect(asked).toBeLessThanOrEqual(set.n);
        }
      }));

    it("chooses what may be chosen, each once", () =>
      always((turns) => {
        for (const { candidates, chosen } of turns) {
          expect(new Set(chosen).size).toBe(chosen.length);
          for (const place of chosen) expect(candidates[place]).toMatchObject({ steps: [expect.anything()] });
          for (const place of chosen) expect(candidates[place]!.dropped).toBeUndefined();
        }
      }));

    it("goes on with chosen candidates, and with nothing else", () =>
      always((turns) => {
        for (const { before, candidates, chosen, after } of turns) {
          const made = chosen.map((place) => {
            const { path, steps, rewards, ends } = candidates[place]!;
            const from = before.open[path]!;
            return { steps: [...from.steps, ...steps], rewards: [...from.rewards, ...rewards], ends };
          });
          for (const path of after.open) expect(made).toContainEqual(solutionOf(path));
          for (const path of after.ended) {
            expect([...made, ...[...before.ended, ...before.open].map(solutionOf)]).toContainEqual(
              solutionOf(path),
            );
          }
          for (const path of before.ended) expect(after.ended).toContainEqual(path);
        }
      }));

    it("says of each open solution which candidate made it, and in which tree it grows", () =>
      always((turns) => {
        for (const [turn, { before, candidates, chosen, after }] of turns.entries()) {
          for (const { steps, from, tree } of after.open) {
            expect(from!.iteration).toBe(turn + 1);
            expect(chosen).toContain(from!.candidate);
            const candidate = candidates[from!.candidate]!;
            const parent = before.open[candidate.path]!;
            expect(steps).toEqual([...parent.steps, ...candidate.steps]);
            expect(tree).toBe(parent.tree);
          }
        }
      }));

    it("keeps open only what has not ended", () =>
      always((turns) => {
        for (const { after } of turns) for (const { ends } of after.open) expect(ends).toBeNull();
      }));

    it("ends when nothing can be chosen", () =>
      always((turns) => {
        for (const { chosen, after } of turns) if (chosen.length === 0) expect(after.open).toEqual([]);
      }));

    it("decides the same again, also from what was written down and read", () =>
      always((turns, set) => {
        for (const { before, candidates, chosen, after } of turns) {
          const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
          const again = strategy.decide(copy(before), copy(candidates), set);
          expect(again).toMatchObject({ chosen, state: after });
          expect(copy(after)).toEqual(after);
        }
      }));

    it("stands by a solution that it has, and by that solution's answer", () =>
      always((turns, set) => {
        const { after } = turns.at(-1)!;
        const { path, answer } = strategy.conclude(after, set);
        const all: Path[] = [...after.ended, ...after.open];
        if (path === null) {
          expect(all.every(({ steps }) => steps.length === 0)).toBe(true);
          expect(answer).toBeNull();
          return;
        }
        expect(all).toContainEqual(path);
        const boxes = path.steps.join("\n").match(/(?<=\\boxed\{)(?:\\frac\{1\}\{2\}|[\d.]+)(?=\})/g) ?? [];
        expect(answer).toBe(boxes.at(-1) ?? null);
      }));

    it("gives ties to the first", () =>
      always((turns, set) => {
        const [{ before }] = turns as [Turn];
        const each = strategy.candidatesEach(before, set);
        const same = before.open.flatMap((_, path) =>
          Array.from({ length: each }, (_, i): Candidate => {
            return { path, steps: [`Way ${i}.`], rewards: [0.5], ends: null };
          }),
        );
        expect(strategy.decide(before, same, set).chosen[0]).toBe(0);
      }));
  });
}
