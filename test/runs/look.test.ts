// Commands on an existing run: show, regrade, compare; and the list of models.

import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TaskComparison } from "../../src/runs/eval-kind.ts";
import { choices, TestServer } from "../models/server.ts";
import { ranAssay } from "./spawned.ts";
import { evalArgs, problemOf, writeSums } from "./sums.ts";

let server: TestServer;
let folder: string;
/** Right on the first five of ten problems, and on all but the first and the last two. */
let a: string;
let b: string;

beforeAll(async () => {
  server = await TestServer.start();
  folder = await mkdtemp(join(tmpdir(), "assay-look-"));
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  const rows = await writeSums(folder, 10);
  a = await makeRun(rows, "a", (problem) => problem < 5);
  b = await makeRun(rows, "b", (problem) => problem > 0 && problem < 8);
});
afterAll(async () => {
  delete process.env.XDG_CACHE_HOME;
  await server.close();
  await rm(folder, { recursive: true });
});

const assay = (...args: string[]) => ranAssay(args, folder);

async function makeRun(rows: string, name: string, right: (problem: number) => boolean): Promise<string> {
  server.answerWith((asked) => {
    const problem = problemOf(asked);
    const text = right(problem) ? `\\boxed{${3 * problem}}` : `x\x1by.\n\n\\boxed{${3 * problem + 1}}`;
    return choices(asked, [text]);
  });
  const run = join(folder, name);
  await assay(...evalArgs(rows, server.url, run));
  return run;
}

describe("assay show", () => {
  it("prints what was asked, what came back, what was extracted and the gold", async () => {
    const { stdout } = await assay("show", a, "--problem", "3");
    expect(stdout).toContain("sums, problem 3, sample 1");
    expect(stdout).toContain("What is 2 + 4?");
    expect(stdout).toContain("\\boxed{6}");
    expect(stdout).toMatch(/extracted: 6\ngold: {6}6\nverdict: {3}right/);
    const wrong = await assay("show", a, "--problem", "sums/9");
    expect(wrong.stdout).toMatch(/extracted: 25\ngold: {6}24\nverdict: {3}wrong/);
    expect(wrong.stdout).not.toContain("\x1b");
  });

  it("draws at random by a seed", async () => {
    const drawn = async (seed: string) => {
      const { stdout } = await assay("show", a, "--random", "3", "--seed", seed, "--json");
      return stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { problem: string; right: boolean }).problem);
    };
    const first = await drawn("1");
    expect(first).toHaveLength(3);
    expect(await drawn("1")).toEqual(first);
    expect(await drawn("2")).not.toEqual(first);
  });

  it("is a list without options: a line a problem, with right of all, gold and answers", async () => {
    const { stdout } = await assay("show", a);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^problem +right +gold +answers$/);
    expect(lines[3]).toMatch(/^3 +1\/1 +6 +6$/);
    expect(lines[9]).toMatch(/^9 +0\/1 +24 +25$/);
  });

  it("keeps the problems that are asked for", async () => {
    const { stdout } = await assay("show", a, "--wrong");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.split(" ")[0]),
    ).toEqual(["6", "7", "8", "9", "10"]);
    const { stdout: samples } = await assay("show", a, "--wrong", "--json");
    expect(
      samples
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).right),
    ).toEqual(Array(5).fill(false));
  });

  it("lists the runs of a folder that is none itself, however deep, with figures and states", async () => {
    const above = join(folder, "above");
    await cp(a, join(above, "deeper", "a"), { recursive: true });
    await cp(b, join(above, "deeper", "still", "b"), { recursive: true });
    const cut = join(above, "deeper", "still", "b", "samples.jsonl");
    const lines = (await readFile(cut, "utf8")).split("\n");
    await writeFile(cut, `${lines.slice(0, 3).join("\n")}\n`);
    const { stdout } = await assay("show", above);
    expect(stdout).toMatch(
      /^run +kind +model +task +figure +state\n.*deeper\/a +eval +adder +sums +accuracy 50\.0% +finished\n.*still\/b +eval +adder +sums +partial: accuracy \d+\.\d% +stopped early, 3 of 10\n$/,
    );
    const { stdout: json } = await assay("show", above, "--json");
    expect(JSON.parse(json.split("\n")[0]!)).toMatchObject({ kind: "eval", figure: { value: 0.5 } });
  });

  it("lists problems in the order of the data, whatever the order in which they were answered", async () => {
    const names = async (run: string) => {
      const { stdout } = await assay("show", run);
      const lines = stdout.trimEnd().split("\n").slice(1);
      return lines.map((line) => line.split(" ")[0]);
    };
    const shuffle = async (run: string) => {
      const journal = join(run, "samples.jsonl");
      const lines = (await readFile(journal, "utf8")).trim().split("\n").sort();
      await writeFile(journal, `${lines.toReversed().join("\n")}\n`);
    };
    const late = join(folder, "late");
    await cp(a, late, { recursive: true });
    await shuffle(late);
    const counted = Array.from({ length: 10 }, (_, i) => `${i + 1}`);
    expect(await names(late)).toEqual(counted);
    // A run that was killed has no verdicts yet.
    await rm(join(late, "verdicts.jsonl"));
    expect(await names(late)).toEqual(counted);
    const rows = join(folder, "named.jsonl");
    const ids = ["zeta", "alpha", "mu"];
    const row = (id: string, i: number) => ({ id, problem: `What is ${i} + ${2 * i}?`, answer: `${3 * i}` });
    await writeFile(rows, ids.map((id, i) => `${JSON.stringify(row(id, i))}\n`).join(""));
    const named = await makeRun(rows, "named", () => true);
    await shuffle(named);
    expect(await names(named)).toEqual(ids);
    await assay("regrade", named);
    expect(await names(named)).toEqual(ids);
  });

  it("and other commands say what a folder is, and what reads it", async () => {
    expect((await assay("score", a)).stderr).toContain(
      `${a}: this is an evaluation, not a search; 'assay regrade ${a}' prints its figures`,
    );
    const searched = join(folder, "searched");
    await mkdir(searched);
    await writeFile(join(searched, "result-0-None.json"), "[]");
    expect((await assay("eval", searched)).stderr).toContain("this is a search, not an evaluation");
    expect((await assay("show", searched, "--wrong")).stderr).toContain(`${searched} is a search`);
  });

  it("says when there is nothing to show", async () => {
    expect((await assay("show", a, "--problem", "99")).stderr).toContain("no sample of problem '99'");
    expect((await assay("show", b, "--undecided")).stderr).toContain("no undecided sample");
  });
});

describe("assay regrade", () => {
  it("makes the verdicts again from the journal alone, and tells what changed", async () => {
    const verdicts = join(a, "verdicts.jsonl");
    const before = await readFile(verdicts, "utf8");
    const lines = before.trim().split("\n");
    expect(JSON.parse(await readFile(join(a, "run.json"), "utf8"))).toMatchObject({
      grader: { assay: expect.any(String) },
    });
    expect(JSON.parse(lines[0]!)).toMatchObject({ task: "sums", problem: "1", sample: 0, right: true });
    await writeFile(verdicts, before.replace('"right":true', '"right":false'));
    const { stdout } = await assay("regrade", a, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ run: a, changed: 1, tasks: { sums: { right: 5, wrong: 5 } } });
    expect(await readFile(verdicts, "utf8")).toBe(before);
    await rm(verdicts);
    expect((await assay("regrade", a)).stderr).toContain("there were no verdicts before");
    expect(await readFile(verdicts, "utf8")).toBe(before);
  });
});

describe("a run that is incomplete", () => {
  /** Of ten problems, the first four were answered. */
  const cut = async () => {
    const run = join(folder, "cut");
    await cp(a, run, { recursive: true });
    const lines = (await readFile(join(a, "samples.jsonl"), "utf8")).split("\n");
    const answered = lines.filter((line) => line !== "" && Number(JSON.parse(line).input.problem) <= 4);
    await writeFile(join(run, "samples.jsonl"), `${answered.join("\n")}\n`);
    return run;
  };
  /** Servers failed at the last four. */
  const failing = async () => {
    server.answerWith((asked) => {
      const problem = problemOf(asked);
      return problem < 6
        ? choices(asked, [`\\boxed{${3 * problem}}`])
        : { status: 400, body: { error: { message: "no" } } };
    });
    const run = join(folder, "failing");
    const ended = await assay(...evalArgs(join(folder, "sums.jsonl"), server.url, run));
    return { run, ended };
  };

  it("is graded again under a heading that says so, and in JSON as by eval", async () => {
    const run = await cut();
    const plain = await assay("regrade", run);
    expect(plain.stdout).toMatch(/^INCOMPLETE 4\/10 samples\n/);
    expect(plain.code).toBe(1);
    const { stdout } = await assay("regrade", run, "--json");
    const { tasks, ...rest } = JSON.parse(stdout);
    expect(rest).toMatchObject({ complete: false, done: 4, of: 10, failed: 0, not_asked: 6 });
    const [right, wrong] = [tasks.sums.right, tasks.sums.wrong];
    expect(right + wrong).toBe(4);
    expect(tasks.sums.headline).toMatchObject({
      metric: "accuracy",
      value: right / 4,
      partial: { answered: 4, of: 10, failed: 0, not_asked: 6 },
    });
    expect(plain.stdout).toContain(
      `sums: partial: accuracy ${(25 * right).toFixed(1)}% of 4 answered; 6 not asked`,
    );
  });

  it("is compared on what both have answered, with how much that is", async () => {
    const run = await cut();
    const plain = await assay("compare", run, b);
    expect(plain.stdout).toContain(`A: ${run}, INCOMPLETE 4/10 samples\nB: ${b}\n`);
    expect(plain.stdout).toContain("sums, 4 problems answered in both");
    const { stdout } = await assay("compare", run, b, "--json");
    expect(JSON.parse(stdout).completeness).toEqual({
      a: { complete: false, done: 4, of: 10, failed: 0, not_asked: 6 },
      b: { complete: true, done: 10, of: 10 },
    });
  });

  it("does not lose a comparison by the failures of its server", async () => {
    const { run, ended } = await failing();
    expect(JSON.parse(ended.stdout)).toMatchObject({ complete: false, done: 6, of: 10 });
    // Failed samples are not done.
    expect(ended.stderr).toContain("6/10 samples, 6 right (100.0%), 4 failed");
    const again = await assay("regrade", run);
    expect(again.stdout).toContain("INCOMPLETE 6/10 samples\n4 failed; counted as wrong in the figures\n");
    expect(again.stdout).toContain("sums: accuracy 60.0% (4 failed count as wrong; 100.0% of 6 answered)");
    const listed = await assay("show", folder);
    expect(listed.stdout).toMatch(/failing +eval .* accuracy 60\.0% +finished, 4 failed$/m);
    const { stdout } = await assay("compare", run, b, "--json");
    expect(JSON.parse(stdout).tasks.sums).toMatchObject({
      problems: 6,
      a: 1,
      sign_test: { better: 0, worse: 1 },
    });
  });
});

describe("a journal of somebody else", () => {
  it("is graded as it is, also where its samples have large numbers", async () => {
    const other = join(folder, "other");
    await cp(a, other, { recursive: true });
    const [first] = (await readFile(join(a, "samples.jsonl"), "utf8")).split("\n");
    const record = JSON.parse(first!);
    const lines = Array.from({ length: 40 }, (_, i) => {
      const sample = 4_000_000_000 + i;
      const input = { ...record.input, samples: [sample], problem: `p${i}` };
      const completions = [{ ...record.outcome.completions[0], sample }];
      return `${JSON.stringify({ ...record, id: `x${i}`, input, outcome: { ...record.outcome, completions } })}\n`;
    });
    await appendFile(join(other, "samples.jsonl"), lines.join(""));
    expect((await assay("regrade", other)).stderr).toContain("0 verdicts changed");
    const verdicts = (await readFile(join(other, "verdicts.jsonl"), "utf8")).trim().split("\n");
    expect(verdicts).toHaveLength(10 + 40);
    expect(JSON.parse(verdicts.at(-1)!)).toMatchObject({ problem: "p39", sample: 4_000_000_039 });
  });
});

describe("assay compare", () => {
  it("pairs two runs and names the flipped problems", async () => {
    const { stdout } = await assay("compare", a, b, "--json");
    const { sums } = (JSON.parse(stdout) as { tasks: { sums: TaskComparison } }).tasks;
    expect(sums).toMatchObject({
      problems: 10,
      a: 0.5,
      b: 0.7,
      gained: ["6", "7", "8"],
      lost: ["1"],
      sign_test: { better: 3, worse: 1, p: 0.625 },
      failures: { a: { wrong_answer: 5 }, b: { wrong_answer: 3 } },
    });
    expect(sums.difference).toBeCloseTo(0.2);
    // Agresti and Min: half a problem is added to each of the four cells, so 3.5 gained and 1.5 lost of 12.
    const [shift, margin] = [2 / 12, 1.96 * Math.sqrt((5 - 2 ** 2 / 12) / 12 ** 2)];
    expect(sums.interval![0]).toBeCloseTo(shift - margin, 3);
    expect(sums.interval![1]).toBeCloseTo(shift + margin, 3);
    const plain = await assay("compare", a, b);
    expect(plain.stdout).toContain("accuracy: A 50.0%, B 70.0%, difference +20.0");
    expect(plain.stdout).toContain("right in B alone: 6, 7, 8");
  });

  it("refuses runs of different data", async () => {
    await mkdir(join(folder, "longer"));
    const rows = await writeSums(join(folder, "longer"), 11);
    const c = await makeRun(rows, "c", () => true);
    const { code, stderr } = await assay("compare", a, c);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /sums is a file with sha256:\w+ in the one and a file with sha256:\w+ in the other/,
    );
  });
});

describe("assay models", () => {
  it("lists what the configuration names, and never a key", async () => {
    expect((await assay("models")).stdout).toContain("there are no models to list");
    const sources = { sft: { baseUrl: "http://127.0.0.1:1/v1", model: "m", apiKeyEnv: "TEST_ASSAY_UNSET" } };
    await writeFile(join(folder, "assay.config.json"), JSON.stringify({ sources }));
    const { stdout } = await assay("models");
    expect(stdout).toMatch(/sft +openai +m +http:\/\/127\.0\.0\.1:1\/v1 +TEST_ASSAY_UNSET \(not set\)/);
  });
});
