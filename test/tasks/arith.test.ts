// The generated task, as a user runs it: no download, only the problem as the prompt.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { failedGolds, findTask, sliceTask } from "../../src/tasks/index.ts";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";

describe("arith", () => {
  it("asks the bare problem, and answers ideally step by step", async () => {
    const { conversations, source } = await (await findTask("arith")).load();
    expect(conversations).toHaveLength(500);
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(500);
    const [first] = conversations;
    expect(first!.messages[0]).toEqual({ role: "user", content: first!.problem });
    const steps = first!.messages[1]!.content.split("\n\n");
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.at(-1)).toBe(`So the answer is \\boxed{${first!.answer}}.`);
    expect(source).toEqual({ dataset: "arith", split: "test", revision: "1", files: [] });
  });

  it("is the same every time, in slices too", async () => {
    const task = await findTask("arith");
    const [whole, again, part] = await Promise.all([
      task.load(),
      (await findTask("ARITH")).load(),
      sliceTask(task, { start: 10, stop: 20 }).load(),
    ]);
    expect(again.conversations).toEqual(whole.conversations);
    expect(part.conversations).toEqual(whole.conversations.slice(10, 20));
  });

  it("calls its own golds right, and a neighbouring number wrong", async () => {
    const loaded = await (await findTask("arith")).load();
    expect(failedGolds(loaded)).toEqual([]);
    for (const conversation of loaded.conversations) {
      const text = `So the answer is \\boxed{${Number(conversation.answer) + 1}}.`;
      expect(loaded.task.grade(conversation, { text }).right).toBe(false);
    }
  });

  it("can be asked in other words, or be a file, by the configuration", async () => {
    const worded = await findTask("arith", { tasks: { arith: { prompt: "Solve: {problem}" } } });
    expect((await worded.load()).conversations[0]!.messages[0]!.content).toMatch(/^Solve: \w/);
    const path = join(await temporaryFolder(), "own.jsonl");
    await writeFile(path, '{"problem":"1 + 1?","answer":"2"}\n');
    const own = await findTask("arith", { tasks: { arith: { path } } });
    expect((await own.load()).conversations.map(({ problem }) => problem)).toEqual(["1 + 1?"]);
  });

  it("refuses a revision that it does not generate", async () => {
    await expect(findTask("arith", { revision: "0" })).rejects.toThrow(
      "arith is generated here in revision 1, not 0",
    );
  });

  it("needs no hub on the command line", async () => {
    vi.stubEnv("HF_HUB_OFFLINE", "1");
    const { code, stdout } = await assay(["validate", "arith"], "", await temporaryFolder());
    expect([code, stdout]).toEqual([0, "arith: the golds of 500 of 500 problems pass their own rule\n"]);
  });
});
