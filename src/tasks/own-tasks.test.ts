// Tasks by name, by path and by configuration; and what can be made of a task.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import {
  failedGolds,
  findTask,
  mixTasks,
  r1ZeroPrompt,
  sliceTask,
  type Task,
  TaskError,
  withR1ZeroTemplate,
} from "./index.ts";

async function fileWith(rows: readonly object[], name = "rows.jsonl"): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

const rows = [0, 1, 2, 3, 4, 5].map((n) => ({ problem: `${n}+1?`, answer: String(n + 1) }));
const numbers = async (task: Task) =>
  (await task.load()).conversations.map(({ problem }) => Number.parseInt(problem, 10));

describe("a task by name", () => {
  it.each([
    ["AIME-2024", "AIME-2024"],
    ["aime-2024", "AIME-2024"],
    ["aime24", "AIME-2024"],
    ["aime25", "AIME-2025"],
    ["aime2024", "AIME-2024"],
    ["aime2025", "AIME-2025"],
    ["math", "MATH-500"],
    ["amc23", "AMC23"],
    ["college_math", "College-Math"],
    ["minerva_math", "Minerva"],
    ["olympiadbench", "OlympiadBench"],
    ["gsm8k", "GSM8K"],
  ])("%s is %s", async (name, found) => {
    expect((await findTask(name)).name).toBe(found);
  });

  it("that is none says where the names are", async () => {
    await expect(findTask("AIME-1066")).rejects.toThrow(TaskError);
    await expect(findTask("AIME-1066")).rejects.toThrow(
      "there is no task and no file 'AIME-1066'; 'assay tasks' lists the tasks",
    );
  });

  it("that a run has grades rows without their file, and is no typo otherwise", async () => {
    const rows = await findTask("gone/rows.jsonl", { modules: [] });
    expect(rows.name).toBe("rows");
    const conversation = { id: "1", problem: "1+1?", answer: "2", messages: [] };
    expect(rows.grade(conversation, { text: "\\boxed{2}" }).right).toBe(true);
    await expect(rows.load()).rejects.toThrow("there is no such file");
    await expect(findTask("gone/rows.jsonl")).rejects.toThrow("there is no task and no file");
    await expect(findTask("mine", { modules: [] })).rejects.toThrow(
      "The run names it; if an assay.config.* defines it, run the command in the folder of that file.",
    );
  });
});

describe("a task by path", () => {
  it("takes problem or question, and answer", async () => {
    const path = await fileWith([
      { id: "a", problem: "1+1?", answer: 2 },
      { id: 7, question: "2+2?", answer: ["4", "four"], solution: "Add." },
    ]);
    const { task, source, conversations } = await (await findTask(path)).load();
    expect(task.name).toBe("rows");
    expect(source).toMatchObject({ dataset: path, files: [path] });
    expect(conversations.map(({ id, problem, answer }) => [id, problem, answer])).toEqual([
      ["a", "1+1?", "2"],
      ["7", "2+2?", ["4", "four"]],
    ]);
    expect(conversations[1]!.messages[1]!.content).toBe("Add.\n\nThe answer is \\boxed{4}.");
    expect(task.grade(conversations[1]!, { text: "\\boxed{2+2}" }).right).toBe(false);
    expect(task.grade(conversations[1]!, { text: "\\boxed{4}" }).right).toBe(true);
  });

  it("is relative to the folder where it is asked for", async () => {
    const path = await fileWith(rows);
    expect((await findTask("rows.jsonl", { cwd: join(path, "..") })).name).toBe("rows");
  });

  it("takes the gold behind ####, where the answer is a worked solution", async () => {
    const path = await fileWith([{ question: "?", answer: "9 * 2 = <<9*2=18>>18\n#### 18" }]);
    const [conversation] = (await (await findTask(path)).load()).conversations;
    expect(conversation!.answer).toBe("18");
    expect(conversation!.messages[1]!.content).toBe("9 * 2 = 18\n\nThe answer is \\boxed{18}.");
  });

  it("names problems without an id by their row", async () => {
    const { conversations } = await (await findTask(await fileWith(rows.slice(0, 2)))).load();
    expect(conversations.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("refuses two problems of one name", async () => {
    const path = await fileWith([
      { id: "a", problem: "1", answer: 1 },
      { id: "a", problem: "2", answer: 2 },
    ]);
    await expect((await findTask(path)).load()).rejects.toThrow(
      /row 2 has the id 'a', which row 1 has already/,
    );
  });

  it("leaves a problem without a gold unscored, with the reason", async () => {
    const path = await fileWith([
      { problem: "?", answer: null },
      { problem: "?", answer: "" },
      { problem: "?", answer: [] },
      { problem: "?", answer: "\\frac{1}{" },
    ]);
    const { task, conversations } = await (await findTask(path)).load();
    const graded = conversations.map((conversation) => task.grade(conversation, { text: "\\boxed{1}" }));
    expect(graded.map(({ right, by }) => [right, by])).toEqual(
      Array.from({ length: 4 }, () => [null, "gold"]),
    );
    expect(graded[0]!.reason).toBe("the gold is missing");
    expect(graded[3]!.reason).toMatch(/the gold cannot be read/);
  });

  it("refuses a gold of another kind", async () => {
    const path = await fileWith([{ problem: "?", answer: { value: 1 } }]);
    await expect((await findTask(path)).load()).rejects.toThrow(
      /row 1 has neither a string nor a list of strings in the field 'answer'/,
    );
  });
});

describe("a task by module", () => {
  const write = async (text: string) => {
    const path = join(await temporaryFolder(), "task.mjs");
    await writeFile(path, text);
    return path;
  };

  it("is the module's own", async () => {
    const path = await write(`export const task = {
      name: "mine", description: "my own", eval_type: "generative", maxNewTokens: 10,
      load: async () => ({ task, source: { dataset: "none", files: [] }, conversations: [] }),
      grade: () => ({ right: true, extracted: null, by: "kindness" }),
    };`);
    expect(await findTask(path)).toMatchObject({ name: "mine" });
    expect(await findTask("own", { tasks: { own: { path } } })).toMatchObject({ name: "mine" });
  });

  it("grades, under this name or the earlier one", async () => {
    const asked = { id: "1", messages: [], answer: "1", problem: "?" };
    for (const member of ["grade", "judge"]) {
      const path = await write(`export const task = {
        name: "mine", description: "", eval_type: "generative", maxNewTokens: 10, by: "its own",
        load: async () => ({ source: { dataset: "none", files: [] }, conversations: [] }),
        ${member}({ answer }, { text }) { return { right: text === answer, extracted: text, by: this.by }; },
      };`);
      const task = await findTask(path);
      expect(task.grade(asked, { text: "1" })).toEqual({ right: true, extracted: "1", by: "its own" });
      expect(task.grade(asked, { text: "2" }).right).toBe(false);
    }
    const wrong = await write(
      `export const task = { name: "mine", description: "", eval_type: "generative", maxNewTokens: 10, load() {}, judge: 1 };`,
    );
    await expect(findTask(wrong)).rejects.toThrow(/the export 'task': judge must be a function/);
  });

  it("that lacks something says what", async () => {
    const path = await write(
      `export const task = { name: "mine", description: "", eval_type: "generative", maxNewTokens: 10, load() {} };`,
    );
    await expect(findTask(path)).rejects.toThrow(/task\.mjs: the export 'task': grade must be a function/);
    await expect(findTask(await write("export const other = 1;"))).rejects.toThrow(/the export 'task'/);
  });

  it("that gives something of another shape says what", async () => {
    const path = await write(`export const task = {
      name: "mine", description: "", eval_type: "generative", maxNewTokens: 10,
      load: async () => ({ source: { dataset: "none", files: [] }, conversations: [{ id: 1 }] }),
      grade: () => ({ right: true, by: "kindness" }),
    };`);
    const task = await findTask(path);
    await expect(task.load()).rejects.toThrow(
      /task\.mjs: what load\(\) returns: conversations\.0\.id must be a string, not 1/,
    );
    const asked = { id: "1", messages: [], answer: "1", problem: "?" };
    expect(() => task.grade(asked, { text: "1" })).toThrow(
      /task\.mjs: what grade\(\) returns: extracted is missing/,
    );
  });
});

describe("a task by configuration", () => {
  it("has fields, a prompt, a rule and a length of its own", async () => {
    const path = await fileWith([{ prompt: "1+1? $& $1", target: "2", name: "first" }]);
    const task = await findTask("mine", {
      tasks: {
        mine: {
          path,
          fields: { problem: "prompt", answer: "target", id: "name" },
          prompt: "Q: {problem}\nA:",
          rule: "integer",
          maxNewTokens: 99,
        },
      },
    });
    const [conversation] = (await task.load()).conversations;
    expect(conversation).toMatchObject({ id: "first", answer: "2" });
    expect(conversation!.messages[0]!.content).toBe("Q: 1+1? $& $1\nA:");
    expect(task.maxNewTokens).toBe(99);
    expect(task.grade(conversation!, { text: "The answer is 2." }).right).toBe(false);
  });

  it("may put a file in a benchmark's place, under any of its names", async () => {
    const path = await fileWith([{ problem: "?", answer: "025" }]);
    const task = await findTask("AIME-2024", { tasks: { aime24: { path } } });
    const [conversation] = (await task.load()).conversations;
    expect(task.name).toBe("AIME-2024");
    expect(task.grade(conversation!, { text: "\\boxed{25}" }).by).toBe("integer");
  });

  it("needs a place for its rows", async () => {
    await expect(findTask("mine", { tasks: { mine: {} } })).rejects.toThrow(/neither a path nor a dataset/);
  });
});

describe("a slice", () => {
  it.each([
    [{}, [0, 1, 2, 3, 4, 5], "rows[0:]"],
    [{ start: 2 }, [2, 3, 4, 5], "rows[2:]"],
    [{ stop: 3 }, [0, 1, 2], "rows[0:3]"],
    [{ start: 1, stop: 6, step: 2 }, [1, 3, 5], "rows[1:6:2]"],
    [{ stop: 0 }, [], "rows[0:0]"],
    [{ start: 9 }, [], "rows[9:]"],
  ])("%j", async (slice, expected, name) => {
    const task = sliceTask(await findTask(await fileWith(rows)), slice);
    expect(await numbers(task)).toEqual(expected);
    expect(task.name).toBe(name);
  });

  it.each([{ start: -1 }, { stop: 1.5 }, { step: 0 }])("%j is refused", async (slice) => {
    const task = await findTask(await fileWith(rows));
    expect(() => sliceTask(task, slice)).toThrow(RangeError);
  });
});

describe("a mixture", () => {
  it("has all problems in order, each under its own task's rule", async () => {
    const path = await fileWith([{ id: "a", problem: "1/2?", answer: "1/2" }], "halves.jsonl");
    const aime = await findTask("aime24", {
      tasks: { aime24: { path: await fileWith([{ problem: "?", answer: "2" }]) } },
    });
    const mixture = mixTasks("both", [await findTask(path), aime]);
    const { conversations, source } = await mixture.load();
    expect(conversations.map(({ id }) => id)).toEqual(["halves/a", "AIME-2024/1"]);
    expect(mixture.grade(conversations[0]!, { text: "\\boxed{0.3}" }).right).toBe(false);
    expect(mixture.grade(conversations[0]!, { text: "\\boxed{\\frac12}" }).right).toBe(true);
    expect(mixture.grade(conversations[1]!, { text: "The answer is 2" }).by).toBe("no box");
    expect(source.files).toHaveLength(2);
    expect(mixture.maxNewTokens).toBe(30_720);
  });

  it("knows its problems by the longest name that fits", async () => {
    const [a, ab] = await Promise.all(
      ["a", "a/b"].map(async (name) =>
        findTask(name, {
          tasks: { [name]: { path: await fileWith([{ problem: "?", answer: name === "a" ? 1 : 2 }]) } },
        }),
      ),
    );
    const mixture = mixTasks("m", [a!, ab!]);
    const { conversations } = await mixture.load();
    expect(conversations.map((each) => mixture.grade(each, { text: "\\boxed{2}" }).right)).toEqual([
      false,
      true,
    ]);
    expect(() => mixture.grade({ ...conversations[0]!, id: "c/1" }, { text: "" })).toThrow(
      /has no problem 'c\/1'/,
    );
  });

  it("of nothing, or of one task twice, is refused", async () => {
    const task = await findTask("gsm8k");
    expect(() => mixTasks("m", [])).toThrow(/has no tasks/);
    expect(() => mixTasks("m", [task, task])).toThrow(/holds a task twice/);
  });
});

describe("the r1-zero template", () => {
  it("asks with a prompt that ends in <think>, and wants the template kept", async () => {
    const task = withR1ZeroTemplate(await findTask(await fileWith([{ problem: "41+1?", answer: "42" }])));
    const [conversation] = (await task.load()).conversations;
    expect(conversation!.messages[0]!.content).toBe(r1ZeroPrompt.replace("{problem}", "41+1?"));
    expect(conversation!.messages[0]!.content).toMatch(/Assistant: <think>$/);
    const grade = (text: string) => task.grade(conversation!, { text });
    expect(grade(conversation!.messages[1]!.content)).toMatchObject({
      right: true,
      extracted: "42",
      by: "r1-zero",
    });
    expect(grade("so </think> <answer>41</answer>")).toMatchObject({ right: false, by: "r1-zero" });
    expect(grade("so </think> \\boxed{42}")).toMatchObject({ right: false, by: "r1-zero format" });
    const stopped = { text: "so </think> <answer>42" };
    const right = (how: object) => task.grade(conversation!, { ...stopped, ...how }).right;
    expect(right({})).toBe(false);
    expect(right({ finish: "length" })).toBe(false);
    expect(right({ finish: "stop" })).toBe(true);
    expect(right({ finish: "stop", stopReason: null })).toBe(false);
    expect(right({ finish: "stop", stopReason: "</answer>" })).toBe(true);
  });

  it("leaves a problem without a gold unscored", async () => {
    const task = withR1ZeroTemplate(await findTask(await fileWith([{ problem: "?", answer: "" }])));
    const [conversation] = (await task.load()).conversations;
    expect(task.grade(conversation!, { text: "</think> <answer>1</answer>" }).right).toBeNull();
  });
});

describe("validation", () => {
  it("finds the golds that their own rule does not call right", async () => {
    const path = await fileWith([
      { problem: "?", answer: "025" },
      { problem: "?", answer: "1/2" },
      { problem: "?", answer: ["7", "x"] },
      { problem: "?", answer: null },
    ]);
    const task = await findTask("t", { tasks: { t: { path, rule: "integer" } } });
    expect(failedGolds(await task.load())).toEqual([
      { row: 2, id: "2", gold: "1/2", reason: "the gold '1/2' is not an unsigned integer", unreadable: true },
      { row: 3, id: "3", gold: "x", reason: "the gold 'x' is not an unsigned integer", unreadable: true },
      { row: 4, id: "4", gold: "", reason: "the gold is missing", unreadable: true },
    ]);
  });

  it("finds golds that equal their own text and nothing else", async () => {
    const path = await fileWith([
      { problem: "?", answer: "1※3" },
      { problem: "?", answer: "We add.\n#### 7" },
      { problem: "?", answer: "See solution" },
    ]);
    const loaded = await (await findTask(path)).load();
    expect(loaded.conversations[1]!.answer).toBe("7");
    expect(failedGolds(loaded).map(({ row, unreadable }) => [row, unreadable])).toEqual([
      [1, true],
      [3, true],
    ]);
    const [broken] = loaded.conversations;
    const graded = ["1※3", "x"].map((answer) => loaded.task.grade(broken!, { text: `\\boxed{${answer}}` }));
    expect(graded.map(({ right }) => right)).toEqual([true, null]);
    expect(loaded.task.grade(broken!, { text: "I do not know." }).right).toBe(false);
  });
});
