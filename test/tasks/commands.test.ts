// `assay tasks`, `assay fetch` and `assay validate`, as a user's shell runs them.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { assay as run } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { hubOfTasks } from "./hub-of-tasks.ts";

const assay = (cwd: string, ...args: string[]) => run(args, "", cwd);

describe("assay fetch", () => {
  it("brings the set into the cache and says which commit it is", async () => {
    await hubOfTasks();
    const cwd = await temporaryFolder();
    const { code, stdout } = await assay(cwd, "fetch", "aime24");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^AIME-2024: 3 problems of HuggingFaceH4\/aime_2024 \(train\) at [0-9a-f]{40}\ncache: .*hub\n$/,
    );
    vi.stubEnv("HF_HUB_OFFLINE", "1");
    const offline = await assay(cwd, "fetch", "AIME-2024", "--json");
    expect(JSON.parse(offline.stdout)).toMatchObject({
      task: "AIME-2024",
      problems: 3,
      source: { dataset: "HuggingFaceH4/aime_2024", files: ["data/train-00000-of-00001.parquet"] },
    });
  });

  it("works in several processes at once", async () => {
    await hubOfTasks();
    const cwd = await temporaryFolder();
    const ran = await Promise.all([1, 2, 3].map(() => assay(cwd, "fetch", "AIME-2025", "--json")));
    for (const { code, stdout } of ran) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual(JSON.parse(ran[0]!.stdout));
    }
  });

  it("offline without a copy fails with one sentence", async () => {
    await hubOfTasks();
    vi.stubEnv("HF_HUB_OFFLINE", "1");
    const { code, stdout, stderr } = await assay(await temporaryFolder(), "fetch", "gsm8k");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^assay fetch: openai\/gsm8k \(main, test\) .* run 'assay fetch GSM8K'\n$/);
  });

  it("wants one task", async () => {
    expect((await assay(await temporaryFolder(), "fetch")).code).toBe(2);
    expect((await assay(await temporaryFolder(), "fetch", "a", "b")).code).toBe(2);
  });
});

describe("assay tasks", () => {
  it("lists the built-in tasks and the configured ones", async () => {
    const cwd = await temporaryFolder();
    const tasks = { mine: { path: "rows.jsonl" }, math: { revision: "v2" } };
    await writeFile(join(cwd, "assay.config.json"), JSON.stringify({ tasks }));
    const listed = JSON.parse((await assay(cwd, "tasks", "--json")).stdout).tasks as { name: string }[];
    const find = (name: string) => listed.find((task) => task.name === name);
    expect(find("AIME-2025")).toMatchObject({ aliases: ["aime25", "aime2025"], configured: false });
    expect(find("MATH-500")).toMatchObject({ configured: true, sources: [{ revision: "v2" }] });
    expect(find("mine")).toMatchObject({ configured: true, sources: [{ path: join(cwd, "rows.jsonl") }] });
    expect((await assay(cwd, "tasks")).stdout).toMatch(
      /MATH-500, math, math500 \(configured\)\n {2}500 competition/,
    );
  });
});

describe("a generated task", () => {
  it("needs no file and no hub, and says so", async () => {
    const cwd = await temporaryFolder();
    const listed = (await assay(cwd, "tasks")).stdout;
    expect(listed).toMatch(/^arith\n.+\n {4}generated: nothing to fetch$/m);
    expect(listed).toMatch(/^College-Math.*\n.+\n {4}no data set: name a file/m);
    expect(await assay(cwd, "fetch", "arith")).toMatchObject({
      code: 0,
      stdout: "arith: 500 problems; they are generated, so there is nothing to download\n",
    });
    expect(await assay(cwd, "validate", "arith")).toMatchObject({ code: 0 });
  });

  it("is a task of rows where the configuration names some", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "assay.config.json"), '{"tasks":{"arith":{"path":"rows.jsonl"}}}');
    const { tasks } = JSON.parse((await assay(cwd, "tasks", "--json")).stdout);
    expect(tasks.find(({ name }: { name: string }) => name === "arith")).toMatchObject({
      generated: false,
      sources: [{ path: join(cwd, "rows.jsonl") }],
    });
  });
});

describe("assay validate", () => {
  it("passes a set whose golds pass", async () => {
    await hubOfTasks();
    const { code, stdout } = await assay(await temporaryFolder(), "validate", "AIME-2025");
    expect([code, stdout]).toEqual([0, "AIME-2025: the golds of 3 of 3 problems pass their own rule\n"]);
  });

  it("names the row and the reason of those that fail, and exits with 1", async () => {
    const cwd = await temporaryFolder();
    await writeFile(
      join(cwd, "rows.jsonl"),
      '{"problem":"?","answer":"1"}\n{"problem":"?","answer":"\\\\frac{1}{"}\n',
    );
    const { code, stdout } = await assay(cwd, "validate", "rows.jsonl");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^rows: the golds of 1 of 2 .*\n {2}row 2 \(id 2\): ".*": the gold cannot be read: .*\nrows: 1 of 2 golds \(50\.0%\) cannot be graded against; .*\n$/,
    );
    const json = JSON.parse((await assay(cwd, "validate", "rows.jsonl", "--json")).stdout);
    expect(json).toMatchObject({ task: "rows", problems: 2, failed: [{ row: 2, id: "2" }] });
  });

  it("says which option of the configuration is wrong", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "assay.config.json"), '{"tasks":{"t":{"pth":"x"}}}');
    const { code, stderr } = await assay(cwd, "validate", "t");
    expect(code).toBe(1);
    expect(stderr).toMatch(/assay\.config\.json: tasks\.t\.pth: there is no such option/);
  });
});
