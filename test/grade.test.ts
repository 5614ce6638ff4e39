// assay grade, as users and programs run it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "./command-line.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-grade-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one pair", () => {
  it("says the verdict and the rule; a wrong answer is no failure", async () => {
    expect(await assay(["grade", "--gold", "0.5", "--answer", "\\frac12"])).toMatchObject({
      code: 0,
      stdout: "equal (by rational)\n",
      stderr: "",
    });
    const wrong = await assay(["grade", "--gold", "748", "--answer", "748 \\text{ or } 750"]);
    expect(wrong).toMatchObject({ code: 0, stderr: "" });
    expect(wrong.stdout).toBe("different (by repeats): one of the alternatives has a different value\n");
  });

  it("prints one JSON object for a program", async () => {
    const { stdout } = await assay([
      "grade",
      "--gold",
      "(-\\infty,-17]",
      "--answer",
      "x \\leq -17",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      equal: true,
      verdict: "equal",
      by: "interval",
      certainty: "proven",
      found_by: null,
    });
  });

  it("names the side that cannot be read, and the place", async () => {
    const { stdout, code } = await assay(["grade", "--gold", "305", "--answer", "305=", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      equal: false,
      unparsed: "answer",
      reason: expect.stringContaining("character 5"),
    });
  });

  it("takes several golds, of which any one suffices, and worked solutions", async () => {
    const golds = ["--gold", "7", "--gold", "We add.\n#### 42"];
    const { stdout } = await assay(["grade", ...golds, "--answer", "42", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ equal: true, gold: "42" });
    const wrong = await assay(["grade", ...golds, "--answer", "We add.", "--json"]);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ equal: false });
  });

  it("says that an answer was taken back", async () => {
    const response = "\\boxed{41}. Wait, I made a mistake.";
    const { stdout } = await assay(["grade", "--gold", "41", "--answer", response, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "different",
      by: "no answer",
      certainty: null,
      unparsed: "answer",
      reason: expect.stringMatching(/taken back/),
    });
  });

  it("explains itself to a person", async () => {
    const { stdout } = await assay(["grade", "--gold", "\\sqrt{12}", "--answer", "2\\sqrt3", "--explain"]);
    expect(stdout).toMatch(/^equal \(by radical, proven\)\n/);
    expect(stdout).toMatch(/^gold {5}\\sqrt\{12\}\n {9}read as one value\nanswer {3}2 \\cdot \\sqrt\{3\}$/m);
    expect(stdout).toMatch(/^ {2}interval .*agree so far\n {14}gold {3}3\.46410161514$/m);
    expect(stdout).toMatch(/^ {2}radical .*binary digits that separate such numbers → equal$/m);
  });

  it("looks for the answer in a response, and says by which mark it was found", async () => {
    const response = "Adding them gives 5.\nSo the answer is \\boxed{5}.";
    const { stdout } = await assay(["grade", "--gold", "5", "--answer", response, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ equal: true, found_by: "box" });
    const never = await assay(["grade", "--gold", "5", "--answer", response, "--extract", "never", "--json"]);
    expect(JSON.parse(never.stdout)).toMatchObject({ equal: false, unparsed: "answer" });
  });

  it("takes a preset, and names the one that would change the verdict", async () => {
    const pair = ["grade", "--gold", "9.81", "--answer", "9.75"];
    const [strict, science, close] = await Promise.all([
      assay([...pair, "--explain"]),
      assay([...pair, "--preset", "science"]),
      assay([...pair, "--tolerance", "0.01"]),
    ]);
    expect(strict.stdout).toContain("It would be equal with --preset science.");
    expect(strict.stdout).not.toContain("--preset finance");
    expect([science.stdout, close.stdout].map((s) => s.split(" ")[0])).toEqual(["equal", "equal"]);
  });

  it("takes policies", async () => {
    const lenient = await assay(["grade", "--gold", "5 \\text{ cm}", "--answer", "5"]);
    const strict = await assay([
      "grade",
      "--gold",
      "5 \\text{ cm}",
      "--answer",
      "5",
      "--grading-options",
      '{"units":"required"}',
    ]);
    expect([lenient.stdout, strict.stdout].map((s) => s.split(" ")[0])).toEqual(["equal", "different"]);
  });
});

describe("golds in many lines", () => {
  it("may be lists, and are counted and told of where they cannot be read", async () => {
    const file = join(folder, "golds.jsonl");
    const rows = [
      { gold: ["1", 42], answer: "42" },
      { gold: "\\breve{x}", answer: "42" },
      { gold: "\\breve{x}", answer: "\\breve{x}" },
      { gold: [], answer: "1" },
    ];
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const output = join(folder, "golds-out.jsonl");
    const { code, stderr } = await assay(["grade", "--input", file, "--output", output]);
    const lines = readFileSync(output, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ equal, unparsed }) => [equal, unparsed])).toEqual([
      [true, null],
      [false, "gold"],
      [true, null],
      [null, null],
    ]);
    expect(lines[1]).toMatchObject({ verdict: "undecided", certainty: null });
    expect(lines[3].error).toMatch(/'gold' is an empty list/);
    expect(code).toBe(1);
    expect(stderr).toMatch(/1 unreadable gold/);
    expect(stderr).toMatch(/1 of 4 golds \(25\.0%\) cannot be graded against/);
  });
});

describe("wrong usage is exit code 2 and a sentence", () => {
  it.each([
    [["grade", "--gold", "1"], "--answer is missing"],
    [
      ["grade", "--gold", "1", "--answer", "1", "--extract", "maybe"],
      "--extract: 'maybe' is not one of auto, always, never",
    ],
    [
      ["grade", "--gold", "1", "--answer", "1", "--grading-options", "{"],
      "--grading-options: this is not JSON",
    ],
    [
      ["grade", "--gold", "1", "--answer", "1", "--grading-options", '{"unit":1}'],
      "there is no grading option 'unit'",
    ],
    [
      ["grade", "--gold", "1", "--input", "rows.jsonl"],
      "--gold cannot be used with --input: give one of them",
    ],
    [["grade", "--golden", "1"], "there is no option '--golden'. Did you mean '--gold'?"],
    [["mark"], "there is no command 'mark'"],
  ])("%j", async (args, sentence) => {
    const { code, stdout, stderr } = await assay(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  it("--help is no mistake", async () => {
    const { code, stdout } = await assay(["grade", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("assay grade --gold G --answer A");
  });
});

describe("many pairs", () => {
  const lines = [
    '{"id":1,"gold":"1/2","answer":"0.5"}',
    '{"id":2,"gold":"1/2","answer":"0.6"}',
    "not json",
    '{"id":4,"gold":"3"}',
    '{"id":5,"gold":7,"answer":7}',
  ];

  it("keeps the order and the fields; a bad line is data in its place, and exit code 1", async () => {
    const [input, output] = [join(folder, "pairs.jsonl"), join(folder, "graded.jsonl")];
    writeFileSync(input, `${lines.join("\n")}\n`);
    const { code, stderr } = await assay(["grade", "--input", input, "--output", output]);
    const rows = readFileSync(output, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(1);
    expect(rows.map((row) => row.equal)).toEqual([true, false, null, null, true]);
    expect(rows[0]).toMatchObject({ id: 1, gold: "1/2", answer: "0.5", by: "rational" });
    expect(rows[2]!.error).toContain("line 3");
    expect(rows[3]!.error).toContain("line 4: the field 'answer' is missing");
    expect(stderr).toContain("line 3");
    expect(stderr).toContain("line 4");
  });

  it.each([[["--input", "-", "--output", "-"]], [[]]])(
    "is a filter on standard input and output, which %j means",
    async (args) => {
      const { code, stdout } = await assay(["grade", ...args], `${lines[0]}\n${lines[1]}\n`);
      expect(code).toBe(0);
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => (JSON.parse(line) as { equal: boolean }).equal),
      ).toEqual([true, false]);
    },
  );
});
