// `assay reward` over files and pipes, as a trainer's script uses it.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { ended, startAssay } from "./run-assay.ts";

let folder: string;
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-reward-"));
});
afterAll(() => rm(folder, { recursive: true }));

const jsonl = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const readRows = async (file: string) =>
  (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const right = { response: "so </think> <answer>4</answer>", ground_truth: "4" };

describe("assay reward NAME", () => {
  it("adds the result to each line, with floats that Python reads as floats", async () => {
    const { code, stdout } = await assay(["reward", "r1_zero"], jsonl([{ id: 7, ...right }]));
    expect(stdout).toBe(
      '{"id":7,"response":"so </think> <answer>4</answer>","ground_truth":"4",' +
        '"result":{"format_reward":1.0,"answer_reward":1.0,"reward":1.0}}\n',
    );
    expect(code).toBe(0);
  });

  it.each(["r1_zero_reward_fn", "qa_f1_reward", "qa_f1_reward_format"])(
    "knows the alias %s",
    async (name) => {
      const row = { ...right, prediction: "a b", golden_answer: "b", answer: "b", trajectory: [] };
      expect((await assay(["reward", name], jsonl([row]))).code).toBe(0);
    },
  );

  it("takes a composition, also from a file, and counts by whether the answer is right", async () => {
    const sum = {
      parts: [{ part: "r1_zero" }, { part: "overlong", weight: -1, max: 1, cache: 1, unit: "words" }],
    };
    await writeFile(inFolder("sum.json"), JSON.stringify(sum));
    for (const name of [inFolder("sum.json"), "r1_zero - overlong(1, 1, words)"]) {
      const { stdout, stderr } = await assay(["reward", name], jsonl([right]));
      expect(JSON.parse(stdout).result).toEqual({ reward: 0, acc: 1, r1_zero: 1, overlong: 1 });
      expect(stderr).toContain("1 line, 1 right in ");
    }
    await writeFile(inFolder("sum.json"), JSON.stringify({ parts: [{ part: "r1_zer" }] }));
    const { code, stderr } = await assay(["reward", inFolder("sum.json")], jsonl([right]));
    expect([code, stderr]).toEqual([2, expect.stringMatching(/sum\.json: .*Did you mean 'r1_zero'\?/)]);
  });

  it("keeps the order over threads, whatever each line costs", async () => {
    const rows = Array.from({ length: 3000 }, (_, id) => ({
      id,
      response: `${"so ".repeat((id * 7919) % 400)}</think> <answer>${id % 2 === 0 ? id : `\\sqrt{${id}}`}</answer>`,
      ground_truth: id,
    }));
    await writeFile(inFolder("many.jsonl"), jsonl(rows));
    const args = [
      "reward",
      "r1_zero",
      "--input",
      inFolder("many.jsonl"),
      "--output",
      inFolder("many.out"),
      "--workers",
      "3",
    ];
    expect((await assay(args)).code).toBe(0);
    const out = await readRows(inFolder("many.out"));
    expect(out.map((row) => row.id)).toEqual(rows.map((row) => row.id));
    expect(out.slice(0, 4).map((row) => row.result.reward)).toEqual([1, 1, 1, 0]);
  });

  it("answers each line at once on a pipe, so that another process can use it as a filter", async () => {
    const child = startAssay("reward", "qa_f1", "--input", "-", "--output", "-");
    const end = ended(child);
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const prediction of ["Lisbon", "Porto", "Lisbon, Portugal"]) {
      child.stdin.write(jsonl([{ prediction, golden_answer: "Lisbon" }]));
      const { value } = await answers.next();
      expect(JSON.parse(value).prediction).toBe(prediction);
    }
    child.stdin.end();
    expect((await end).code).toBe(0);
  });

  it("gives the summary as one object, and nothing else, with --json", async () => {
    await writeFile(inFolder("two.jsonl"), `${jsonl([right])}nope\n`);
    const args = [
      "reward",
      "r1_zero",
      "--input",
      inFolder("two.jsonl"),
      "--output",
      inFolder("two.out"),
      "--json",
    ];
    const { stdout, code } = await assay(args);
    expect(JSON.parse(stdout)).toMatchObject({ lines: 2, failed: 1, resumed: 0, stopped: false });
    expect(code).toBe(1);
  });
});

describe("a line that fails", () => {
  it("is data in its place, a sentence on standard error, and exit code 1", async () => {
    const input = `${jsonl([right])}{"response": 5}\nnope\n\n${jsonl([right])}`;
    const { code, stdout, stderr } = await assay(["reward", "r1_zero"], input);
    const rows = stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(5);
    expect(JSON.parse(rows[1]!)).toEqual({
      response: 5,
      result: null,
      error: "line 2: 'response' must be a string; it is a number",
    });
    expect(JSON.parse(rows[2]!).error).toMatch(/^line 3: not JSON/);
    expect(JSON.parse(rows[3]!).error).toMatch(/^line 4: an empty line/);
    expect(JSON.parse(rows[4]!).result.reward).toBe(1);
    expect(stderr).toContain("line 2: 'response' must be a string; it is a number");
    expect(stderr).toContain("5 lines, 3 failed");
    expect(code).toBe(1);
  });
});

describe("a gold that cannot be graded against", () => {
  const rows = [
    right,
    { response: right.response },
    { response: right.response, ground_truth: "" },
    { response: right.response, ground_truth: { value: 4 } },
  ];
  const run = (...args: string[]) => assay(["reward", "r1_zero", ...args], jsonl(rows));

  it("is unscored with the reason, and no failure", async () => {
    const { code, stdout, stderr } = await run();
    const out = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const none = { format_reward: null, answer_reward: null, reward: null };
    expect(out.slice(1).map((row) => row.result)).toEqual([none, none, none]);
    expect(out.slice(1).map((row) => row.unscored)).toEqual([
      "the ground truth must be a string or a number; it is missing",
      "the ground truth is empty",
      "the ground truth must be a string or a number; it is an object",
    ]);
    expect(stderr).toContain("3 unscored");
    expect(code).toBe(0);
  });

  it("is a number for trainers that need one", async () => {
    const { code, stdout } = await run("--on-unscored", "zero");
    expect(
      stdout.match(/"result":\{"format_reward":0\.0,"answer_reward":0\.0,"reward":0\.0\}/g),
    ).toHaveLength(3);
    expect(code).toBe(0);
  });

  it("leaves no trace once the gold is there", async () => {
    const row = { ...right, result: { reward: null }, unscored: "the ground truth is empty" };
    const { stdout } = await assay(["reward", "r1_zero"], jsonl([row]));
    expect(JSON.parse(stdout)).toEqual({
      ...right,
      result: { format_reward: 1, answer_reward: 1, reward: 1 },
    });
  });

  it("is a failure where one asks for it", async () => {
    const { code, stdout } = await run("--on-unscored", "fail");
    expect(stdout).toContain('"error":"line 3: unscored: the ground truth is empty"');
    expect(code).toBe(1);
  });
});

describe("--resume", () => {
  it("goes on where the output ends, and gives the same file in the end", async () => {
    const rows = Array.from({ length: 500 }, (_, id) => ({ id, ...right, ground_truth: id % 5 }));
    const input = inFolder("resume.jsonl");
    const output = inFolder("resume.out");
    await writeFile(input, jsonl(rows));
    const args = ["reward", "r1_zero", "--input", input, "--output", output];
    await assay(args);
    const whole = await readFile(output, "utf8");
    await truncate(output, Math.floor(whole.length / 2));
    const { code, stderr } = await assay([...args, "--resume"]);
    expect(await readFile(output, "utf8")).toBe(whole);
    expect(stderr).toMatch(/500 lines, \d+ of them from an earlier run/);
    expect(code).toBe(0);
  });

  it("still knows of the lines that failed before", async () => {
    const input = inFolder("failed.jsonl");
    await writeFile(input, `nope\n${jsonl([right])}`);
    const args = ["reward", "r1_zero", "--input", input, "--output", inFolder("failed.out")];
    await assay(args);
    expect((await assay([...args, "--resume"])).code).toBe(1);
  });

  it("does not go on behind another file's output", async () => {
    await writeFile(inFolder("short.jsonl"), jsonl([right]));
    await writeFile(inFolder("long.out"), jsonl([right, right, right]));
    const args = ["--input", inFolder("short.jsonl"), "--output", inFolder("long.out"), "--resume"];
    const { code, stderr } = await assay(["reward", "r1_zero", ...args]);
    expect(stderr).toContain("the output has 3 lines, the input only 1");
    expect(code).toBe(1);
  });
});

describe("--module", () => {
  const moduleFile = async (name: string, text: string) => {
    await writeFile(inFolder(name), text);
    return inFolder(name);
  };
  const run = async (module: string, rows: unknown[], ...args: string[]) => {
    const { stdout, ...rest } = await assay(["reward", "--module", module, ...args], jsonl(rows));
    return {
      ...rest,
      stdout,
      rows:
        stdout === ""
          ? []
          : stdout
              .trimEnd()
              .split("\n")
              .map((line) => JSON.parse(line)),
    };
  };

  it("runs a user's own reward", async () => {
    const module = await moduleFile("own.mjs", "export const score = ({ text }) => text.length / 10;");
    const { stdout, code } = await run(module, [{ text: "12345" }, { text: "1234567890" }]);
    expect(stdout).toContain('"result":{"reward":0.5}');
    expect(stdout).toContain('"result":{"reward":1.0}');
    expect(code).toBe(0);
  });

  it("kills a line that takes too long, and goes on with the next", async () => {
    const module = await moduleFile(
      "loop.mjs",
      "export const score = ({ n }) => { while (n === 2); return n; };",
    );
    const { rows, code } = await run(module, [{ n: 1 }, { n: 2 }, { n: 3 }], "--timeout", "1");
    expect(rows.map((row) => row.result?.reward)).toEqual([1, undefined, 3]);
    expect(rows[1].error).toBe("line 2: took longer than 1 s");
    expect(code).toBe(1);
  });

  it("survives a module that ends its thread", async () => {
    const module = await moduleFile(
      "exit.mjs",
      "export const score = ({ n }) => n === 1 ? process.exit(3) : n;",
    );
    const { rows } = await run(module, [{ n: 1 }, { n: 2 }]);
    expect(rows[0].error).toBe("line 1: ended its thread with exit code 3");
    expect(rows[1].result).toEqual({ reward: 2 });
  });

  it("keeps what the module prints apart from the answers", async () => {
    const module = await moduleFile(
      "print.mjs",
      "export const score = () => { console.log('hello'); return 1; };",
    );
    const { stdout, stderr } = await run(module, [{}]);
    expect(stdout).toBe('{"result":{"reward":1.0}}\n');
    expect(stderr).toContain("hello");
  });

  it("says what is wrong with what a module returns", async () => {
    const values = "[Number.NaN, 'good', { a: 'x' }, null]";
    const module = await moduleFile("wrong.mjs", `export const score = ({ n }) => ${values}[n];`);
    const { rows } = await run(module, [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
    expect(rows.map((row) => row.error)).toEqual([
      "line 1: the reward must be a finite number; the module's score returned NaN",
      "line 2: the module's score must return a number or an object of numbers",
      "line 3: 'a' must be a finite number; the module's score returned x",
      "line 4: the module's score must return a number or an object of numbers",
    ]);
  });

  it("fails as a whole when the module cannot be opened", async () => {
    const module = await moduleFile("empty.mjs", "export const nothing = 1;");
    const { code, stderr } = await run(module, [{}]);
    expect(stderr).toContain("assay reward: the module exports no function");
    expect(code).toBe(1);
  });

  it("takes the function that is named, and no other in its place", async () => {
    const module = await moduleFile(
      "two.mjs",
      "export const score = () => 1; export const half = () => 0.5;",
    );
    expect((await run(module, [{}], "half")).rows).toEqual([{ result: { reward: 0.5 } }]);
    const { code, stderr } = await run(module, [{}], "r1_zero");
    expect(stderr).toContain("the module exports no function 'r1_zero'; it exports half, score");
    expect(code).toBe(1);
  });

  it("stops at Ctrl-C with whole lines, and resumes to the same file", async () => {
    const go = inFolder("go");
    // Half of the lines wait until the command is stopped.
    const module = await moduleFile(
      "slow.mjs",
      `import { existsSync } from "node:fs";
      export const score = async ({ n }) => {
        while (n > 750 && !existsSync(${JSON.stringify(go)})) await new Promise((done) => setTimeout(done, 5));
        return n;
      };`,
    );
    // Long lines make several blocks, so the command can be stopped between them.
    const rows = Array.from({ length: 1500 }, (_, n) => ({ n, text: "x".repeat(1000) }));
    await writeFile(inFolder("slow.jsonl"), jsonl(rows));
    const output = inFolder("slow.out");
    const args = ["reward", "--module", module, "--input", inFolder("slow.jsonl"), "--output", output];
    const child = startAssay(...args, "--workers", "1");
    const end = ended(child);
    while (!existsSync(output) || (await stat(output)).size === 0)
      await new Promise((done) => setTimeout(done, 10));
    child.kill("SIGINT");
    await writeFile(go, "");
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toContain("--resume continues from here");
    const stopped = await readRows(output);
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.length).toBeLessThan(rows.length);
    expect((await assay([...args, "--resume"])).code).toBe(0);
    const out = await readRows(output);
    expect(out).toEqual(rows.map((row) => ({ ...row, result: { reward: row.n } })));
  });
});

describe("what cannot be done", () => {
  it("is exit code 2 and a sentence where the usage is wrong", async () => {
    const { code, stderr } = await assay(["reward", "nope"]);
    expect(stderr).toContain("assay reward: there is no reward 'nope'; there are r1_zero, ");
    expect(code).toBe(2);
  });

  it("is exit code 1 and a sentence where a file is not there", async () => {
    const { code, stderr } = await assay(["reward", "r1_zero", "--input", inFolder("none.jsonl")]);
    expect(stderr).toContain("none.jsonl: cannot be read: there is no such file or folder");
    expect(code).toBe(1);
  });

  it("does not overwrite its input", async () => {
    await writeFile(inFolder("same.jsonl"), jsonl([right]));
    const args = ["reward", "r1_zero", "--input", inFolder("same.jsonl"), "--output", inFolder("same.jsonl")];
    const { code, stderr } = await assay(args);
    expect(stderr).toContain("the output would overwrite the input");
    expect(code).toBe(1);
    expect(await readRows(inFolder("same.jsonl"))).toEqual([right]);
  });
});
