// Groups of responses to one prompt: when they end, and how they count; and the outcomes of each second.

import { expect, it } from "vitest";
import { type EndedGroup, Stats } from "./stats.ts";
import { Tally } from "./tally.ts";

const graded = (reward: number) => ({
  outcome: reward >= 1 ? ("right" as const) : ("wrong" as const),
  result: { reward },
  reward,
});

function add(stats: Stats, rows: readonly (readonly [object, number])[]): void {
  const tally = new Tally("r");
  for (const [row, reward] of rows) tally.add(graded(reward), row as Record<string, unknown>, 1);
  stats.absorb(Tally.from(JSON.parse(JSON.stringify(tally.finish()))));
}

it("adds up what comes in pieces, and ends what nothing comes for", () => {
  const ended: EndedGroup[] = [];
  const stats = new Stats(
    () => {},
    (group) => ended.push(group),
  );
  add(stats, [
    [{ group: "a", step: 1 }, 1],
    [{ group: "b", step: 1 }, 0],
  ]);
  add(stats, [
    [{ group: "a", step: 1 }, 0.5],
    [{ group: "b", step: 1 }, 0],
    [{ group: "a", step: 2 }, 1],
    [{ group: "a", step: 2 }, 1],
    [{ prompt: [{ role: "user", content: "x" }] }, 1],
    [{ prompt: [{ role: "user", content: "x" }] }, 0],
    [{}, 1],
  ]);
  stats.closeGroups(Date.now() - 60_000);
  expect(ended).toEqual([]);
  stats.closeGroups();
  expect(
    ended.map(({ group, step, items, right, mean, spread }) => [group, step, items, right, mean, spread]),
  ).toEqual([
    ["a", 1, 2, 1, 0.75, 0.25],
    ["b", 1, 2, 0, 0, 0],
    ["a", 2, 2, 2, 1, 0],
    [expect.stringMatching(/^[0-9a-f]{12}$/), null, 2, 1, 0.5, 0.5],
  ]);
  expect(stats.rewards.get("r")!.groups).toEqual({ all_right: 1, all_wrong: 1, mixed: 2 });
  expect(stats.steps).toEqual([
    { reward: "r", step: 1, groups: { all_right: 0, all_wrong: 1, mixed: 1 } },
    { reward: "r", step: 2, groups: { all_right: 1, all_wrong: 0, mixed: 0 } },
  ]);
});

it("keeps no more groups and steps than fit", () => {
  const ended: EndedGroup[] = [];
  const stats = new Stats(
    () => {},
    (group) => ended.push(group),
  );
  for (let step = 0; step < 30; step++)
    add(
      stats,
      Array.from({ length: 2_000 }, (_, i) => [{ group: `${i >> 1}`, step }, 1] as const),
    );
  expect(ended).toHaveLength(10_000);
  stats.closeGroups();
  expect(stats.steps.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 10));
});

it("counts the outcomes of each second", () => {
  const stats = new Stats(() => {});
  const rows = (...rewards: number[]) => rewards.map((reward) => [{}, reward] as const);
  add(stats, rows(1, 0, 0));
  add(stats, rows(1));
  stats.tick();
  add(stats, rows(0));
  stats.tick();
  stats.tick();
  expect(stats.points.map(({ items, outcomes }) => [items, outcomes])).toEqual([
    [4, { right: 2, wrong: 2 }],
    [1, { wrong: 1 }],
    [0, {}],
  ]);
});
