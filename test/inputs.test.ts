// Rows in the formats of other programs, which `grade` and `reward` read directly.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "./command-line.ts";
import { writeParquet } from "./datasets/parquet-writer.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-inputs-"));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const rowsOf = (stdout: string) =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Grades a file and returns the verdicts and the messages. */
async function grade(path: string, ...more: string[]) {
  const { code, stdout, stderr } = await assay(["grade", "--input", path, ...more]);
  const rows = rowsOf(stdout);
  return { code, stderr, rows, equal: rows.map((row) => row.equal) };
}

describe("formats", () => {
  const rows = [
    { gold: "1/2", answer: "0.5", id: "a" },
    { gold: "3", answer: "4", id: "b" },
  ];
  const csv = 'gold,answer,id\r\n1/2,"0.5",a\r\n3,4,b\r\n';
  it.each([
    ["rows.jsonl", lines(rows)],
    ["rows.json", JSON.stringify(rows, null, 2)],
    ["lines.json", lines(rows)],
    ["rows.csv", csv],
    ["rows.tsv", csv.replaceAll(",", "\t")],
    ["bom.csv", `\uFEFF${csv.replaceAll(",", ";")}`],
  ])("%s is read by its name, and its rows are written with all their fields", async (name, content) => {
    const { code, equal, rows } = await grade(await file(name, content));
    expect(equal).toEqual([true, false]);
    expect(rows[0]).toMatchObject({ gold: "1/2", answer: "0.5", id: "a" });
    expect(code).toBe(0);
  });
  it("Parquet is read a row group at a time", async () => {
    const bytes = writeParquet(
      {
        gold: { type: "text", values: ["1/2", "3"] },
        answer: { type: "text", values: ["0.5", "4"] },
        step: { type: "integer", values: [7n, 2n ** 60n] },
      },
      "snappy",
    );
    const { code, equal, rows } = await grade(await file("rows.parquet", bytes));
    expect(equal).toEqual([true, false]);
    expect(rows.map(({ step }) => step)).toEqual([7, String(2n ** 60n)]);
    expect(code).toBe(0);
  });
  it("--format says what a file is whose name does not, and what comes through a pipe", async () => {
    const path = await file("rows.data", csv);
    expect((await grade(path, "--format", "csv")).equal).toEqual([true, false]);
    const piped = await assay(["grade", "--input", "-", "--format", "json"], JSON.stringify(rows));
    expect(rowsOf(piped.stdout).map((row) => row.equal)).toEqual([true, false]);
  });
  it("a row that is not one fails in its place, and the others are graded", async () => {
    const path = await file("bad.csv", "gold,answer\n1,1\n2\n3,3\n");
    const { code, equal, stderr, rows } = await grade(path);
    expect(equal).toEqual([true, null, true]);
    expect(rows[1]!.error).toBe("row 2: (line 3) it has 1 fields, and the header has 2");
    expect(stderr).toContain("row 2: (line 3)");
    expect(code).toBe(1);
  });
  it("a list that breaks off is graded up to there, and that is said", async () => {
    const path = await file("cut.json", '[{"gold":"1","answer":"1"},{"gold":"2","answer":"2"},{"go');
    const { code, equal, stderr } = await grade(path);
    expect(equal).toEqual([true, true]);
    expect(stderr).toContain(`${path}: the list does not end: the file breaks off after row 2`);
    expect(code).toBe(1);
  });
  it("a file that is no Parquet is said to be none", async () => {
    const { code, stderr } = await grade(await file("none.parquet", "PAR1 not at all PAR1"));
    expect(stderr).toContain("none.parquet: it cannot be read as Parquet");
    expect(code).toBe(1);
  });
});

describe("dumps of other programs", () => {
  it("lm-eval's logged samples", async () => {
    const sample = (answer: string, response: string, id: number) => ({
      doc_id: id,
      doc: { question: "How many?", answer: `They have 3*2=<<3*2=6>>6.\n#### ${answer}` },
      target: answer,
      arguments: { gen_args_0: { arg_0: "Question: …", arg_1: { until: ["Question:"] } } },
      resps: [[response]],
      filtered_resps: [response],
      filter: "strict-match",
      metrics: ["exact_match"],
      exact_match: 0.0,
    });
    const path = await file(
      "samples_gsm8k_2024.jsonl",
      lines([sample("6", "So the answer is 6.", 0), sample("18", "The answer is 17.", 1)]),
    );
    const { equal, rows } = await grade(path, "--gold-field", "doc.answer", "--answer-field", "resps.0.0");
    expect(equal).toEqual([true, false]);
    expect(rows[0]).toMatchObject({ doc_id: 0, exact_match: 0 });
    expect(rows[0]).not.toHaveProperty("gold");
  });
  it("verl's rollouts", async () => {
    const rollout = (gts: string, output: string) => ({
      input: "user\nWhat?",
      output,
      gts,
      score: 0.0,
      step: 100,
    });
    const right = "2+2 is 4.</think> <answer>\\boxed{4}</answer>";
    const path = await file("100.jsonl", lines([rollout("4", right), rollout("5", right)]));
    const output = join(folder, "100.out.jsonl");
    const args = ["--answer-field", "output", "--gold-field", "gts", "--output", output, "--json"];
    const { code, stdout } = await assay(["reward", "r1_zero", "--input", path, ...args]);
    expect(JSON.parse(stdout)).toMatchObject({
      lines: 2,
      failed: 0,
      counts: { right: 1, wrong: 1 },
      scored: 2,
      mean: 0.5,
      means: { format_reward: 1, answer_reward: 0.5, reward: 0.5 },
    });
    expect(rowsOf(await readFile(output, "utf8"))[0]).toMatchObject({ gts: "4", step: 100 });
    expect(code).toBe(0);
  });
  it("TRL's completions", async () => {
    const bytes = writeParquet({
      step: { type: "integer", values: [1n, 1n] },
      prompt: { type: "text", values: ["What is 2+2?", "What is 2+3?"] },
      completion: { type: "text", values: ["It is \\boxed{4}.", "It is \\boxed{4}."] },
      accuracy_reward: { type: "double", values: [1, 0] },
      solution: { type: "text", values: ["$4$", "$5$"] },
    });
    const path = await file("completions_00001.parquet", bytes);
    const { equal } = await grade(path, "--field", "gold=solution", "--field", "answer=completion");
    expect(equal).toEqual([true, false]);
  });
  it("a column that is not there is said with those that are", async () => {
    const path = await file("nested.jsonl", lines([{ doc: { target: "1" }, resps: [["1"]] }]));
    const { code, rows } = await grade(path, "--gold-field", "doc.answer", "--answer-field", "resps.0.0");
    expect(rows[0]!.error).toBe("line 1: there is no column 'doc.answer': 'doc' has target");
    expect(code).toBe(1);
  });
  it("a column whose name has a dot is that column", async () => {
    const path = await file("dots.jsonl", lines([{ "doc.answer": "1", answer: "1" }]));
    expect((await grade(path, "--gold-field", "doc.answer")).equal).toEqual([true]);
  });
});

describe("an output that exists", () => {
  const pair = lines([{ gold: "1", answer: "1" }]);
  it("is not overwritten unless that is said", async () => {
    const input = await file("in.jsonl", pair);
    const output = await file("precious.jsonl", "precious\n");
    const args = ["grade", "--input", input, "--output", output];
    const { code, stderr } = await assay(args);
    expect(stderr).toContain(`${output} exists; --resume continues it, --force overwrites it`);
    expect(code).toBe(2);
    expect(await readFile(output, "utf8")).toBe("precious\n");
    expect((await assay([...args, "--force"])).code).toBe(0);
    expect(rowsOf(await readFile(output, "utf8"))[0]).toMatchObject({ equal: true });
  });
  it("that is resumed counts as a whole, from any format", async () => {
    const right = { response: "4</think> <answer>4</answer>", ground_truth: "4" };
    const input = await file(
      "resumed.json",
      JSON.stringify([right, { ...right, ground_truth: "5" }, right, right]),
    );
    const output = join(folder, "resumed.out.jsonl");
    const args = ["reward", "r1_zero", "--input", input, "--output", output];
    await assay(args);
    const whole = await readFile(output, "utf8");
    await writeFile(output, whole.split("\n").slice(0, 2).join("\n"));
    const { code, stdout } = await assay([...args, "--resume", "--json"]);
    expect(await readFile(output, "utf8")).toBe(whole);
    expect(JSON.parse(stdout)).toMatchObject({
      lines: 4,
      resumed: 1,
      mean: 0.75,
      counts: { right: 3, wrong: 1 },
    });
    expect(code).toBe(0);
  });
});

describe("--fail-below", () => {
  const right = { response: "4</think> <answer>4</answer>", ground_truth: "4" };
  const rows = lines([right, { ...right, ground_truth: "5" }]);
  it.each([
    ["0.5", 0, ""],
    ["0.6", 1, "assay reward: the mean reward: 0.5, which is below 0.6 (--fail-below)"],
  ])("%s gives exit code %d", async (bar, expected, sentence) => {
    const { code, stderr } = await assay(["reward", "r1_zero", "--fail-below", bar], rows);
    expect(stderr).toContain(
      "mean over 2 scored rows: format_reward 1.0000, answer_reward 0.5000, reward 0.5000",
    );
    expect(stderr).toContain(sentence);
    expect(code).toBe(expected);
  });
  it("is not reached where nothing is scored", async () => {
    const { code, stderr } = await assay(
      ["reward", "r1_zero", "--fail-below", "0"],
      lines([{ response: "4" }]),
    );
    expect(stderr).toContain("no row was scored");
    expect(code).toBe(1);
  });
});

describe("a large JSON array", () => {
  it("is read in constant memory, and nothing is lost", async () => {
    const path = join(folder, "large.json");
    const filler = "x".repeat(2_000);
    const rows = 40_000;
    const stream = createWriteStream(path);
    stream.write("[");
    for (let i = 0; i < rows; i++) {
      const row = `${i > 0 ? "," : ""}\n{"id": ${i}, "gold": "${i}", "answer": "${i}", "text": "${filler}"}`;
      if (!stream.write(row)) await once(stream, "drain");
    }
    await new Promise((resolve) => stream.end("]", () => resolve(undefined)));
    const output = join(folder, "large.out.jsonl");
    const before = process.env.NODE_OPTIONS;
    // Far less than the file's 83 MB.
    process.env.NODE_OPTIONS = "--max-old-space-size=48";
    const { code, stderr, stdout } = await assay([
      "grade",
      "--input",
      path,
      "--output",
      output,
      "--json",
      "--workers",
      "2",
    ]).finally(() => {
      if (before === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = before;
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ lines: rows, failed: 0, counts: { equal: rows } });
    expect((await stat(output)).size).toBeGreaterThan((await stat(path)).size);
    expect(code).toBe(0);
  });
});
