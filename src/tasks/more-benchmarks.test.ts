// Competitions, multiple choice and science: each test takes a data set in its real format and ends with a verdict.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { hubOfTasks } from "../../test/tasks/hub-of-tasks.ts";
import { findTask } from "./index.ts";

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

async function load(name: string, dataset: string, files: Record<string, string>) {
  const hub = await hubOfTasks();
  hub.publish(dataset, files);
  const task = await findTask(name);
  const { conversations } = await task.load();
  const grade = (i: number, text: string) => task.grade(conversations[i]!, { text }).right;
  return { task, conversations, grade };
}

describe("MathArena", () => {
  const rows = [{ problem_idx: 3, problem: "Area?", answer: "\\frac{9}{2}", problem_type: ["Geometry"] }];

  it.each([
    ["HMMT-Feb-2025", "MathArena/hmmt_feb_2025"],
    ["brumo", "MathArena/brumo_2025"],
    ["matharena:some_new_set", "MathArena/some_new_set"],
  ])("%s is read from %s, with its types beside each problem", async (name, dataset) => {
    const { task, conversations, grade } = await load(name, dataset, { "data/train.jsonl": jsonLines(rows) });
    expect(conversations[0]).toMatchObject({ id: "3", columns: { problem_type: ["Geometry"] } });
    expect(task.groupBy).toEqual(["problem_type"]);
    expect(grade(0, "\\boxed{4.5}")).toBe(true);
    expect(grade(0, "\\boxed{5}")).toBe(false);
  });

  it("AIME 2026 has AIME's rule", async () => {
    const files = { "data/train.jsonl": jsonLines([{ problem_idx: 1, problem: "Sum?", answer: 70 }]) };
    const { grade } = await load("AIME-2026", "MathArena/aime_2026", files);
    expect(grade(0, "\\boxed{070}")).toBe(true);
    expect(grade(0, "\\boxed{70.0}")).toBe(false);
  });

  it("a column that is missing is named with the row", async () => {
    const files = { "data/train.jsonl": jsonLines([{ problem_idx: 1, question_text: "Sum?" }]) };
    await expect(load("HMMT-Feb-2025", "MathArena/hmmt_feb_2025", files)).rejects.toThrow(
      /row 1 has no field 'problem' nor 'question'; it has problem_idx, question_text/,
    );
  });
});

describe("Hendrycks' MATH", () => {
  it("takes the box of the solution as gold, and keeps level and subject", async () => {
    const row = { problem: "x?", level: "Level 5", type: "Algebra", solution: "So $x=\\boxed{2}$." };
    const subjects =
      "algebra counting_and_probability geometry intermediate_algebra number_theory prealgebra precalculus";
    const files = Object.fromEntries(
      subjects.split(" ").map((subject) => [`${subject}/test-00000-of-00001.jsonl`, jsonLines([row])]),
    );
    const { task, conversations, grade } = await load("hendrycks_math", "EleutherAI/hendrycks_math", files);
    expect(conversations.map(({ id }) => id)).toContain("number_theory-1");
    expect(conversations[0]).toMatchObject({ answer: "2", columns: { level: "Level 5", type: "Algebra" } });
    expect(task.groupBy).toEqual(["level", "type"]);
    expect(grade(0, "\\boxed{2}")).toBe(true);
  });
});

describe("PolyMath", () => {
  const files = (language: string) =>
    Object.fromEntries(
      ["low", "medium", "high", "top"].map((split) => [
        `${language}/${split}.jsonl`,
        jsonLines([{ id: `${split}-${language}-0`, question: "2+2?", answer: "4" }]),
      ]),
    );

  it.each([
    ["polymath", "en"],
    ["polymath:zh", "zh"],
  ])("%s reads the configuration %s, all difficulties", async (name, language) => {
    const { conversations, grade } = await load(name, "Qwen/PolyMath", files(language));
    expect(conversations.map(({ id }) => id)).toEqual(["low-1", "medium-1", "high-1", "top-1"]);
    expect(grade(3, "答案是 \\boxed{4}。")).toBe(true);
  });
});

describe("choices", () => {
  const columns = [
    "Question",
    "Correct Answer",
    "Incorrect Answer 1",
    "Incorrect Answer 2",
    "Incorrect Answer 3",
    "Record ID",
  ];
  const csv = (...rows: string[][]) =>
    [columns, ...rows].map((row) => row.map((field) => `"${field}"`).join(",")).join("\n");

  it("GPQA: the order is fixed by the row, letter or text is right, another choice or two are not", async () => {
    const texts = ["a photon is emitted", "a phonon is absorbed", "nothing happens", "the atom decays"];
    const files = { "gpqa_diamond.csv": csv(["What, then?", ...texts, "rec1"]) };
    const { conversations, grade } = await load("gpqa", "Idavidrein/gpqa", files);
    const again = await load("gpqa", "Idavidrein/gpqa", files);
    const [{ problem, answer, id, messages }] = conversations as [(typeof conversations)[0]];
    expect(again.conversations[0]!.problem).toBe(problem);
    expect(id).toBe("rec1");
    const letter = /^([A-D])\) a photon is emitted$/m.exec(problem)![1]!;
    expect(answer).toEqual([`(${letter})`, "a photon is emitted"]);
    expect(messages[0]!.content).toContain("its letter inside \\boxed");
    for (const text of [letter, `(${letter})`, `\\text{${letter}}`, `\\text{a photon is emitted}`])
      expect(grade(0, `So \\boxed{${text}}.`), text).toBe(true);
    const other = letter === "A" ? "B" : "A";
    for (const text of [
      other,
      `${letter} or ${other}`,
      `\\text{a phonon is absorbed}`,
      `\\text{${other}) a photon is emitted}`,
    ])
      expect(grade(0, `So \\boxed{${text}}.`), text).toBe(false);
  });

  it("GPQA: the letter of one choice with the text of another is neither", async () => {
    const texts = ["10 m/s", "a red apple", "20 m/s", "x^2 + 1"];
    const { conversations, grade } = await load("gpqa", "Idavidrein/gpqa", {
      "gpqa_diamond.csv": csv(["What?", ...texts, "rec1"]),
    });
    const letterOf = (text: string) =>
      [..."ABCD"].find((letter) => conversations[0]!.problem.includes(`\n${letter}) ${text}`))!;
    const [right, other] = [letterOf("10 m/s"), letterOf("20 m/s")];
    for (const said of [
      "10 m/s",
      right,
      `${right}) 10 m/s`,
      `(${right}) 10 \\text{ m/s}`,
      `${right}: 10 m/s`,
    ])
      expect(grade(0, `So \\boxed{${said}}.`), said).toBe(true);
    for (const said of [
      `${other}) 10 m/s`,
      `(${other}) 10 m/s`,
      `Option ${other}: 10 m/s`,
      `${right}) 20 m/s`,
      `${right}: a red apple`,
      `(${right}) x^2+1`,
      `${right}, ${other}`,
    ])
      expect(grade(0, `So \\boxed{${said}}.`), said).toBe(false);
  });

  it("GPQA: where only the unit tells two choices apart, the number alone is no answer", async () => {
    const files = { "gpqa_diamond.csv": csv(["Energy?", "25 eV", "25 keV", "2 eV", "3 eV", "rec1"]) };
    const { conversations, grade } = await load("gpqa", "Idavidrein/gpqa", files);
    expect(conversations[0]!.answer).toMatch(/^\([A-D]\)$/);
    expect(grade(0, "\\boxed{25}")).toBe(false);
  });

  it("GPQA's answers are not among the columns that stay with a problem", async () => {
    const files = { "gpqa_diamond.csv": csv(["Q?", "a one", "b two", "c three", "d four", "rec1"]) };
    const { conversations } = await load("gpqa", "Idavidrein/gpqa", files);
    expect(JSON.stringify(conversations[0]!.columns ?? {})).not.toContain("one");
  });

  it("MMLU-Pro: up to ten choices in the row's own order", async () => {
    const options = [..."jihgfedcba"].map((letter) => `choice ${letter}`);
    const row = {
      question_id: 70,
      question: "Which?",
      options,
      answer: "I",
      answer_index: 8,
      category: "law",
    };
    const files = { "data/test.jsonl": jsonLines([row]) };
    const { task, conversations, grade } = await load("mmlu_pro", "TIGER-Lab/MMLU-Pro", files);
    expect(conversations[0]).toMatchObject({
      id: "70",
      answer: ["(I)", "choice b"],
      columns: { category: "law" },
    });
    expect(conversations[0]!.problem).toContain("\nJ) choice a");
    expect(task.groupBy).toEqual(["category"]);
    expect(grade(0, "\\boxed{I}")).toBe(true);
    expect(grade(0, "\\boxed{J}")).toBe(false);
  });

  it("MMLU-Pro: where the right choice is there twice, either letter is right, and both are not", async () => {
    const options = ["12 km", "15 km", "12 km", "9 km"];
    const row = { question_id: 7, question: "How far?", options, answer: "A", answer_index: 0 };
    const files = { "data/test.jsonl": jsonLines([{ ...row, category: "physics" }]) };
    const { conversations, grade } = await load("mmlu_pro", "TIGER-Lab/MMLU-Pro", files);
    expect(conversations[0]!.answer).toEqual(["(A)", "(C)", "12 km"]);
    for (const said of ["A", "C", "C) 12 km", "12 km"]) expect(grade(0, `\\boxed{${said}}`), said).toBe(true);
    for (const said of ["B", "C) 15 km", "B) 12 km", "A, C", "B, C", "15 km"])
      expect(grade(0, `\\boxed{${said}}`), said).toBe(false);
  });

  it("SuperGPQA: a letter that no choice has is said with the row", async () => {
    const row = { uuid: "u1", question: "Which?", options: ["one", "two"], answer_letter: "D" };
    await expect(load("supergpqa", "m-a-p/SuperGPQA", { "train.jsonl": jsonLines([row]) })).rejects.toThrow(
      /row 1 names a right choice that it does not have/,
    );
  });
});

describe("science and prose", () => {
  it("UGPhysics is graded by the preset science", async () => {
    const row = { problem: "Energy?", answers: "3.46 eV", answer_type: "NV", subject: "AtomicPhysics" };
    const subjects =
      "AtomicPhysics ClassicalElectromagnetism ClassicalMechanics Electrodynamics GeometricalOptics QuantumMechanics Relativity SemiconductorPhysics Solid-StatePhysics StatisticalMechanics TheoreticalMechanics Thermodynamics WaveOptics";
    const files = Object.fromEntries(
      subjects.split(" ").map((name) => [`${name}/en.jsonl`, jsonLines([row])]),
    );
    const { task, grade } = await load("UGPhysics", "UGPhysics/ugphysics", files);
    expect(task.gradingOptions).toEqual({ preset: "science" });
    expect(grade(0, "\\boxed{3.45\\text{ eV}}")).toBe(true);
    expect(grade(0, "\\boxed{3.6\\text{ eV}}")).toBe(false);
  });

  it("HLE leaves out rows with an image", async () => {
    const rows = [
      { id: "a", question: "Name?", image: "", answer: "Euler", answer_type: "exactMatch", category: "Math" },
      { id: "b", question: "Seen?", image: "data:image/png;base64,AA==", answer: "x", category: "Math" },
    ];
    const { conversations } = await load("HLE", "cais/hle", { "data/test.jsonl": jsonLines(rows) });
    expect(conversations.map(({ id }) => id)).toEqual(["a"]);
  });

  it("IMO-AnswerBench is a CSV file that the configuration names", async () => {
    const path = join(await temporaryFolder(), "answerbench.csv");
    await writeFile(
      path,
      'Problem ID,Problem,Short Answer,Category\nimo-1,"Find all x, y.","$(1,2)$",Algebra\n',
    );
    const task = await findTask("imo-answerbench", { tasks: { "IMO-AnswerBench": { path } } });
    const [conversation] = (await task.load()).conversations;
    expect(conversation).toMatchObject({
      id: "imo-1",
      problem: "Find all x, y.",
      columns: { Category: "Algebra" },
    });
    expect(task.grade(conversation!, { text: "\\boxed{(1, 2)}" }).right).toBe(true);
  });

  it("rows of a CSV file are problems, as those of JSON Lines are", async () => {
    const path = join(await temporaryFolder(), "own.csv");
    await writeFile(path, 'question;answer\n"1+1?";2\n');
    const task = await findTask(path);
    expect((await task.load()).conversations[0]).toMatchObject({ problem: "1+1?", answer: "2" });
  });
});
