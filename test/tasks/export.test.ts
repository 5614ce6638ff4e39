// `assay export`: conversations as JSON Lines, each with the ideal reply that the task's own rule calls right.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluate, findTask, type Message } from "../../src/tasks/index.ts";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { hubOfTasks } from "./hub-of-tasks.ts";

interface Line {
  task: string;
  id: string;
  messages: Message[];
  answer: string;
  problem: string;
}

const linesIn = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

describe("assay export", () => {
  it("writes both years, each conversation with the prompt and a reply that is right", async () => {
    await hubOfTasks();
    const cwd = await temporaryFolder();
    const { code, stdout } = await assay(["export", "AIME-2024|AIME-2025"], "", cwd);
    expect(code).toBe(0);
    const lines = linesIn(stdout);
    expect(new Set(lines.map(({ task }) => task))).toEqual(new Set(["AIME-2024", "AIME-2025"]));
    for (const { task: name, messages, ...rest } of lines) {
      expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
      expect(messages[0]!.content).toBe(
        `Problem:\n${rest.problem}\n\nGiven the problem above, reply with the final answer as a LaTeX expression inside \\boxed{...}.`,
      );
      expect(messages[1]!.content).toContain(`The answer is \\boxed{${rest.answer}}.`);
      expect(evaluate(await findTask(name), { messages, ...rest }, messages[1]!.content)).toBe(1);
    }
  });

  it("writes a file, a part of a task, and the r1-zero template", async () => {
    const cwd = await temporaryFolder();
    const rows = [1, 2, 3].map((n) => JSON.stringify({ problem: `${n} + ${n}?`, answer: 2 * n }));
    await writeFile(join(cwd, "rows.jsonl"), rows.join("\n"));
    const args = ["export", "rows.jsonl", "-x", "2", "--template", "r1_zero", "-o", "out.jsonl"];
    const { code, stdout, stderr } = await assay(args, "", cwd);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("2 conversations are in out.jsonl\n");
    const lines = linesIn(await readFile(join(cwd, "out.jsonl"), "utf8"));
    expect(lines).toHaveLength(2);
    expect(lines[0]!.messages[0]!.content).toMatch(/User: 1 \+ 1\?\nAssistant: <think>$/);
    expect(lines[1]).toMatchObject({ task: "rows", id: "2", answer: "4" });
    const again = await assay(args, "", cwd);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("out.jsonl exists; --force overwrites it, or name a different --output");
    expect((await assay([...args, "--force"], "", cwd)).code).toBe(0);
  });

  it("wants a task that there is", async () => {
    const cwd = await temporaryFolder();
    expect((await assay(["export"], "", cwd)).code).toBe(2);
    const { code, stderr } = await assay(["export", "no-such"], "", cwd);
    expect(code).toBe(1);
    expect(stderr).toContain("there is no task and no file 'no-such'");
  });
});
