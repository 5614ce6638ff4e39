// Each benchmark from its data set on the hub to a verdict.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { aimeAnswers, hubOfTasks } from "../../test/tasks/hub-of-tasks.ts";
import { benchmarks, findTask } from "./index.ts";

async function load(name: string) {
  const hub = await hubOfTasks();
  return { hub, ...(await (await findTask(name)).load()) };
}

const asked = (problem: string) =>
  `Problem:\n${problem}\n\nGiven the problem above, reply with the final answer as a LaTeX expression inside \\boxed{...}.`;

describe("AIME-2024", () => {
  it("asks as the task's description words it, and answers ideally with the solution and the boxed answer", async () => {
    const { task, conversations, source } = await load("AIME-2024");
    expect(task.eval_type).toBe("generative");
    expect(conversations.map(({ id }) => id)).toEqual(["60", "61", "62"]);
    expect(conversations[1]).toEqual({
      id: "61",
      columns: { solution: "Add.", url: "u", year: "2024" },
      messages: [
        { role: "user", content: asked("Logs $x$ & $$y$$.") },
        { role: "assistant", content: "Add.\n\nThe answer is \\boxed{025}." },
      ],
      answer: "025",
      problem: "Logs $x$ & $$y$$.",
    });
    expect(source).toMatchObject({ dataset: "HuggingFaceH4/aime_2024", split: "train" });
    expect(source.revision).toMatch(/^[0-9a-f]{40}$/);
  });

  it("calls its own ideal replies right", async () => {
    const { task, conversations } = await load("AIME-2024");
    expect(conversations.map(({ answer }) => answer)).toEqual(aimeAnswers);
    for (const conversation of conversations)
      expect(task.grade(conversation, { text: conversation.messages[1]!.content }).right).toBe(true);
  });

  it("can be pinned to a commit", async () => {
    const { hub, source } = await load("AIME-2024");
    hub.publish("HuggingFaceH4/aime_2024", { "data/train-00000-of-00001.parquet": "changed" });
    const pinned = await findTask("AIME-2024", { tasks: { "AIME-2024": { revision: source.revision } } });
    expect((await pinned.load()).source).toEqual(source);
    const again = await findTask("AIME-2024", { revision: source.revision });
    expect((await again.load()).source).toEqual(source);
  });
});

describe("AIME-2025", () => {
  it("is both exams as one task, at one commit", async () => {
    const { hub, conversations, source } = await load("AIME-2025");
    expect(conversations.map(({ id, problem }) => [id, problem])).toEqual([
      ["I-1", "I one"],
      ["I-2", "I two"],
      ["II-1", "II one"],
    ]);
    expect(source).toMatchObject({
      config: "AIME2025-I, AIME2025-II",
      split: "test",
      files: ["aime2025-I.jsonl", "aime2025-II.jsonl"],
    });
    expect(hub.requests.filter((request) => request.includes("/api/"))).toHaveLength(1);
  });

  it("has no solutions, so the ideal reply is the sentence alone", async () => {
    const { conversations } = await load("AIME-2025");
    expect(conversations[0]!.messages[1]).toEqual({
      role: "assistant",
      content: "The answer is \\boxed{70}.",
    });
  });

  it("reads a gold with a degree mark", async () => {
    const { task, conversations } = await load("AIME-2025");
    expect(task.grade(conversations[2]!, { text: "\\boxed{336}" }).right).toBe(true);
  });

  it.each([
    ["AIME-2025-I", ["I-1", "I-2"]],
    ["AIME-2025-II", ["II-1"]],
  ])("%s alone keeps the problems' names", async (name, ids) => {
    const { conversations } = await load(name);
    expect(conversations.map(({ id }) => id)).toEqual(ids);
  });
});

describe("GSM8K", () => {
  it("takes the gold behind ####, and shows no calculator notes", async () => {
    const { conversations } = await load("GSM8K");
    expect(conversations).toHaveLength(1);
    expect(conversations[0]!.answer).toBe("1,018");
    expect(conversations[0]!.messages[1]!.content).toBe(
      "16 - 7 = 9 eggs.\n9 * 2 = $18.\n\nThe answer is \\boxed{1,018}.",
    );
  });

  it.each([
    ["So \\boxed{1018}.", true],
    ["9 * 2 = 18\n#### 1018", true],
    ["The answer is 1018.", true],
    ["The answer is $1,018.", true],
    ["The answer is 1,018 dollars a day.", true],
    ["The answer is $1,018 a day.", true],
    ["The answer is not 1018.", false],
    ["The answer is 1018 or more.", false],
    // A last number does not mark an answer.
    ["She pays $5 and earns $1018", false],
    ["She earns $1018 of $2000 in all\nA: 1018", true],
    ["\\boxed{1000+18}", false],
    ["1018, or 7 more: 1025", false],
    ["<think>#### 1018</think> I do not know", false],
    ["I do not know", false],
  ])("%s: %s", async (text, right) => {
    const { task, conversations } = await load("GSM8K");
    expect(task.grade(conversations[0]!, { text }).right).toBe(right);
  });
});

describe("the other sets", () => {
  it("MATH-500 is verified as mathematics", async () => {
    const { task, conversations } = await load("MATH-500");
    const [conversation] = conversations;
    expect(conversation!.id).toBe("test/precalculus/807.json");
    expect(task.grade(conversation!, { text: "$\\boxed{(3, \\pi/2)}$" })).toMatchObject({
      right: true,
      extracted: "(3, \\pi/2)",
    });
    expect(task.grade(conversation!, { text: "$\\boxed{(3, \\pi)}$" }).right).toBe(false);
    expect(task.grade(conversation!, { text: "no idea" })).toMatchObject({ right: false, by: "no answer" });
  });

  it("AMC23 reads floats as the integers that they are", async () => {
    const { task, conversations } = await load("AMC23");
    expect(conversations.map(({ answer }) => answer)).toEqual(["27", "36"]);
    expect(task.grade({ ...conversations[0]!, answer: "27.0" }, { text: "\\boxed{27}" }).right).toBe(true);
  });

  it("Minerva takes the box of the solution where there is no answer", async () => {
    const { conversations } = await load("Minerva");
    expect(conversations.map(({ answer }) => answer)).toEqual(["1.6", "4.5e33"]);
  });

  it("OlympiadBench: a list of golds of which any one suffices, and the context before the question", async () => {
    const { task, conversations } = await load("OlympiadBench");
    expect(conversations.map(({ id, answer }) => [id, answer])).toEqual([
      ["1606", "2"],
      ["1610", ["1", "3"]],
      ["1612", ["$x=4$", "$4$"]],
    ]);
    expect(conversations[1]!.problem).toBe("Let $f$ be a cubic.\n\nRoots?");
    expect(task.grade(conversations[2]!, { text: "\\boxed{4}" }).right).toBe(true);
  });

  it("OlympiadBench: where the row says that there are several answers, all are wanted", async () => {
    const path = join(await temporaryFolder(), "rows.jsonl");
    await writeFile(
      path,
      JSON.stringify({ question: "Roots?", final_answer: ["1", "3"], is_multiple_answer: true }),
    );
    const task = await findTask("olympiadbench", { tasks: { OlympiadBench: { path } } });
    const [conversation] = (await task.load()).conversations;
    expect(task.grade(conversation!, { text: "\\boxed{3, 1}" }).right).toBe(true);
    expect(task.grade(conversation!, { text: "\\boxed{3}" }).right).toBe(false);
  });

  it("College-Math is a file, and says how to name it", async () => {
    await expect(load("College-Math")).rejects.toThrow(/College-Math has no known place on the hub.*path/);
    const path = join(await temporaryFolder(), "college.jsonl");
    await writeFile(path, '{"question":"1+1?","answer":"2"}\n');
    const task = await findTask("college_math", { tasks: { "College-Math": { path } } });
    expect((await task.load()).conversations[0]!.problem).toBe("1+1?");
  });
});

describe("every benchmark", () => {
  it.each(benchmarks.map(({ name }) => name))("%s has room to think and a description", async (name) => {
    const task = await findTask(name);
    expect(task).toMatchObject({ name, eval_type: "generative" });
    expect(task.maxNewTokens).toBeGreaterThanOrEqual(4096);
    expect(task.description).not.toBe("");
  });

  it("offline without a copy names the command that fetches it", async () => {
    await hubOfTasks();
    vi.stubEnv("HF_HUB_OFFLINE", "1");
    const task = await findTask("math");
    await expect(task.load()).rejects.toThrow(/HuggingFaceH4\/MATH-500 .* run 'assay fetch MATH-500'/);
  });

  it("a row without its field: the error names the set, the row and the field", async () => {
    const hub = await hubOfTasks();
    hub.publish("opencompass/AIME2025", {
      "aime2025-I.jsonl": '{"question":"a","answer":"1"}\n{"question":"b"}\n',
      "aime2025-II.jsonl": "{}",
    });
    await expect((await findTask("AIME-2025")).load()).rejects.toThrow(
      "opencompass/AIME2025 (AIME2025-I, test): row 2 has no field 'answer'; it has question",
    );
  });
});
