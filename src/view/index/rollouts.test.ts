import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factsOf, type RolloutColumns, rewardByLength } from "../rollout-windows.ts";
import { isRolloutLog, RolloutIndex } from "./rollouts.ts";

const second = 1_000;
const start = Date.parse("2026-01-01T00:00:00Z");

/** A line about an item, as `assay serve --log` writes it. */
const itemLine = (seconds: number, item: object, reward: number | null = 1) =>
  `${JSON.stringify({
    time: new Date(start + seconds * second).toISOString(),
    request: `r${seconds}`,
    reward: "r1_zero",
    item: { response: "\\boxed{2}", ground_truth: "2", ...item },
    outcome: reward === null ? "unscored" : reward > 0 ? "right" : "wrong",
    result: { reward },
  })}\n`;

const groupLine = `${JSON.stringify({ time: "", reward: "r1_zero", group: "x", step: null, items: 2, right: 2, mean: 1, spread: 0 })}\n`;

describe("a log of rollouts", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-rollouts-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function indexOf(name: string, text: string): Promise<{ index: RolloutIndex; file: string }> {
    const file = join(folder, name);
    await writeFile(file, text);
    const index = new RolloutIndex(file);
    await index.refresh();
    return { index, file };
  }

  /** As the page gets them. */
  const columnsOf = (index: RolloutIndex): RolloutColumns =>
    JSON.parse(JSON.stringify(index.page({} as never).columns));

  it("leaves out lines about groups, and reports a line that is broken", async () => {
    const { index, file } = await indexOf("groups.jsonl", itemLine(0, {}) + groupLine + itemLine(1, {}));
    expect(index.time.length).toBe(2);
    expect(index.notes).toEqual([]);
    expect((await index.item(1))?.request).toBe("r1");
    await appendFile(file, `{"time":\n${itemLine(2, {})}`);
    await index.refresh();
    expect(index.time.length).toBe(3);
    expect(index.notes).toEqual(["line 4 of the log is broken, and its content is not shown"]);
  });

  it("counts groups as the service does: by group or prompt, and by step, until a minute has passed", async () => {
    const lines = [
      // One group: its items come in two requests.
      itemLine(0, { group: 7, step: 1 }),
      itemLine(1, { group: 7, step: 1 }),
      // A different step, then a different prompt.
      itemLine(2, { group: 7, step: 2 }),
      itemLine(3, { prompt: "What is 1 + 1?" }),
      itemLine(4, { prompt: "What is 1 + 1?" }),
      // The same prompt, over a minute later.
      itemLine(65, { prompt: "What is 1 + 1?" }),
      // Without a group and a prompt, an item is alone.
      itemLine(66, {}),
      itemLine(66, {}),
    ];
    const { index } = await indexOf("steps.jsonl", lines.join(""));
    const columns = columnsOf(index);
    expect(columns.group).toEqual([0, 0, 1, 2, 2, 3, 4, 5]);
    expect(factsOf(columns, { from: 0, to: 8 }).groups).toEqual({ all: 2, right: 2, wrong: 0 });
  });

  it("takes the mean reward over the scored items", async () => {
    const { index } = await indexOf(
      "unscored.jsonl",
      itemLine(0, {}, 1) + itemLine(1, {}, 0) + itemLine(2, {}, null),
    );
    const columns = columnsOf(index);
    expect(factsOf(columns, { from: 0, to: 3 }).reward).toBe(0.5);
    expect(factsOf(columns, { from: 2, to: 3 }).reward).toBeNull();
    expect(rewardByLength(columns).map(({ items }) => items)).toEqual([1, 1]);
  });

  it("is known by its first line, which a rotation may have made one about a group", async () => {
    for (const [name, text, isLog] of [
      ["item.jsonl", itemLine(0, {}), true],
      ["rotated.jsonl", groupLine + itemLine(0, {}), true],
      ["empty.jsonl", "", true],
      ["rows.jsonl", '{"problem": "1 + 1", "answer": "2"}\n', false],
      ["result.json", "[]", false],
    ] as const) {
      const { file } = await indexOf(name, text);
      expect(await isRolloutLog(file), name).toBe(isLog);
    }
  });
});
