// Every format, as its tool writes it, through the built command.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formats } from "../../src/audit/formats.ts";
import { assay } from "../command-line.ts";
import { cases, logs, trl } from "./logs.ts";

const root = mkdtempSync(join(tmpdir(), "audit-"));
afterAll(() => rmSync(root, { recursive: true }));

function put(path: string, bytes: string | Buffer): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, bytes);
  return full;
}

interface Figures {
  path: string;
  format: string | null;
  rows: number;
  audited: number;
  left_out: Record<string, number>;
  theirs: number | null;
  ours: number | null;
  difference: { value: number | null; low: number | null; high: number | null };
  agree: { both_right: number; both_wrong: number };
  false_rewards: number;
  false_zeros: number;
  open: number;
  error?: string;
}
type Printed = { files: Figures[]; total: Figures };

/** The five problems, one of each kind, over the four that are decided. */
const five = {
  audited: 5,
  theirs: 0.5,
  ours: 0.5,
  agree: { both_right: 1, both_wrong: 1 },
  false_rewards: 1,
  false_zeros: 1,
  open: 1,
};

let all: Printed;
let said: { code: number | null; stderr: string };

beforeAll(async () => {
  for (const { path, bytes, beside = {} } of logs) {
    put(`logs/${path}`, bytes);
    for (const [name, other] of Object.entries(beside)) put(`logs/${name}`, other);
  }
  const { code, stdout, stderr } = await assay(["audit", join(root, "logs"), "--json"]);
  all = JSON.parse(stdout) as Printed;
  said = { code, stderr };
});

describe("a folder with a log of every tool", () => {
  it.each(logs.map((log) => [log.format, log] as const))("has the rows of %s", (_, log) => {
    const file = all.files.find(({ path }) => path === join(root, "logs", log.path));
    const left_out = log.left_out ?? {};
    const rows = 5 + Object.values(left_out).reduce((sum, count) => sum + count, 0);
    expect(file).toMatchObject({ format: log.format, rows, left_out, ...five });
    expect(file!.difference.value).toBe(0);
    expect(file!.difference.low).toBeLessThan(0);
    expect(file!.difference.high).toBeGreaterThan(0);
  });
  it("has every format of the table, but TRL, which needs its golds", () => {
    expect([...logs.map(({ format }) => format), "TRL"].sort()).toEqual(
      formats.map(({ name }) => name).sort(),
    );
  });
  it("adds up the total, names what is no log, and exits with 1 for the torn line", () => {
    expect(all.total.audited).toBe(5 * logs.length);
    expect(all.total.false_zeros).toBe(logs.length);
    expect(said.stderr).toMatch(/skipped, because they are not logs: .*results_2026.*metadata\.json/s);
    expect(said.stderr).toContain("aggregated_results.jsonl");
    expect(said.stderr).not.toContain("opencompass/results");
    expect(said.code).toBe(1);
  });
  it("prints exactly the members that are promised", () => {
    expect(Object.keys(all)).toEqual(["files", "total"]);
    expect(Object.keys(all.files[0]!)).toEqual([
      "path",
      "format",
      "rows",
      "audited",
      "left_out",
      "theirs",
      "ours",
      "difference",
      "agree",
      "false_rewards",
      "false_zeros",
      "open",
    ]);
  });
});

const audit = async (...args: string[]): Promise<Printed & { code: number | null; stderr: string }> => {
  const { code, stdout, stderr } = await assay(["audit", ...args, "--json"]);
  return {
    ...(stdout === "" ? { files: [], total: {} as Figures } : (JSON.parse(stdout) as Printed)),
    code,
    stderr,
  };
};

describe("golds that a log lacks", () => {
  it("are joined by the prompt, through the chat template that TRL has left of it", async () => {
    const path = put(trl.path, trl.bytes);
    const without = await audit(path);
    expect(without.files[0]).toMatchObject({ format: "TRL", rows: 5, left_out: { "no gold": 5 } });
    const golds = put("train.jsonl", trl.golds);
    const joined = await audit(path, "--golds", golds, "--gold-field", "solution");
    expect(joined.files[0]).toMatchObject({ format: "TRL", rows: 5, left_out: {}, ...five });
    expect(joined.code).toBe(0);
  });
  it("are none where two rows have the same prompt and different golds", async () => {
    const twice = cases.map(({ question }) => ({ prompt: question, solution: "1,000,000" }));
    const golds = put("twice.jsonl", trl.golds + twice.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const { files } = await audit(put(trl.path, trl.bytes), "--golds", golds, "--gold-field", "solution");
    expect(files[0]!.left_out).toEqual({ "no gold": 5 });
  });
  it("need a column that is there", async () => {
    const golds = put("train.jsonl", trl.golds);
    const { code, stderr } = await audit(
      put(trl.path, trl.bytes),
      "--golds",
      golds,
      "--gold-field",
      "answer",
    );
    expect(stderr).toContain("row 1: there is no column 'answer': the row has prompt, solution");
    expect(code).toBe(1);
  });
});

describe("rows of one's own", () => {
  const rows = cases.map(({ response, gold, theirs }) => ({
    said: { text: response },
    key: gold,
    ok: theirs,
  }));
  const fields = ["--field", "response=said.text", "--field", "gold=key", "--field", "theirs=ok"];
  it("are named with what was looked for, unless --field says what stands where", async () => {
    const path = put("own.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const unknown = await audit(path);
    expect(unknown.code).toBe(1);
    expect(unknown.files[0]!.format).toBeNull();
    expect(unknown.stderr).toContain(
      "The file has said, key, ok; looked for: lm-eval: doc_id, filtered_resps and target",
    );
    expect((await audit(path, ...fields)).files[0]).toMatchObject({ format: "rows", rows: 5, ...five });
  });
  it("may stand in a list", async () => {
    const path = put("own.json", JSON.stringify(rows));
    expect((await audit(path, ...fields)).files[0]).toMatchObject({ format: "rows", rows: 5, ...five });
  });
  it("take a column of a known format in place of its own", async () => {
    const { files } = await audit(join(root, "logs", logs[0]!.path), "--field", "theirs=doc_id");
    // Documents 0 and 1 have the ids 0 and 1; the others have no verdict.
    expect(files[0]).toMatchObject({ audited: 2, false_zeros: 1, agree: { both_right: 1, both_wrong: 0 } });
    expect(files[0]!.left_out["their score is neither 0 nor 1"]).toBe(6);
  });
  it("name the column that a row lacks, and a verdict that is no score", async () => {
    const path = put("lacking.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const [response, , theirs] = ["response=said.text", "gold=key", "theirs=ok"];
    const missing = await audit(path, "--field", response!, "--field", "gold=kye", "--field", theirs!);
    expect(missing.files[0]!.left_out).toEqual({ "there is no column 'kye'": 5 });
    const words = await audit(
      path,
      "--field",
      response!,
      "--field",
      "gold=key",
      "--field",
      "theirs=said.text",
    );
    expect(words.files[0]!.left_out).toEqual({ "their score is neither 0 nor 1": 5 });
  });
  it("refuse a field that there is not", async () => {
    const { code, stderr } = await audit(put("own.json", "[]"), "--field", "answer=x");
    expect(code).toBe(2);
    expect(stderr).toContain("there is no field 'answer'");
  });
});

describe("--fail-over", () => {
  it("exits with 3 above the share, and with 0 at it", async () => {
    const path = join(root, "logs/qwen/test_qwen-boxed_-1_seed0_t0.0.jsonl");
    const over = await audit(path, "--fail-over", "0.39");
    expect(over.code).toBe(3);
    expect(over.stderr).toContain("2 of 5 audited rows");
    expect((await audit(path, "--fail-over", "0.4")).code).toBe(0);
  });
  it("exits with 1 where no row could be audited", async () => {
    const { code, stderr } = await audit(put(trl.path, trl.bytes), "--fail-over", "0.4");
    expect(stderr).toContain("no row could be audited, so --fail-over has nothing to check");
    expect(code).toBe(1);
  });
});

describe("the report", () => {
  it("has the 2 × 2, the differences by kind and rule with examples, and how to check one", async () => {
    const { stdout, code } = await assay(["audit", join(root, "logs/qwen")]);
    expect(code).toBe(0);
    expect(stdout).toContain("5 rows, 5 audited");
    expect(stdout).toMatch(/theirs right +1 +1 \(false rewards\)/);
    expect(stdout).toMatch(/theirs wrong +1 \(false zeros\) +1/);
    expect(stdout).toContain("1 open: not proven on our side");
    expect(stdout).toContain("their accuracy 60.0% of the audited rows");
    expect(stdout).toContain("over 4 decided rows: theirs 50.0%, ours 50.0%, difference +0.0 points");
    expect(stdout).toContain(
      "1 false reward: they say right, but the answer is proven different\n  1 by rational.",
    );
    expect(stdout).toContain("gold   7\n      answer 8");
    expect(stdout).toContain("assay grade --gold");
  });
});

describe("an audit that is kept", () => {
  const run = join(root, "kept");
  beforeAll(async () => {
    await assay(["audit", join(root, "logs/qwen"), "--out", run]);
  });
  it("is shown with their verdict beside ours", async () => {
    const { stdout } = await assay(["show", run, "--problem", "1"]);
    expect(stdout).toMatch(/gold: +1\/2\nverdict: +right \(by rational\)\ntheirs: +wrong\n/);
  });
  it("has every difference", () => {
    const written = readFileSync(join(run, "differences.jsonl"), "utf8").trim().split("\n");
    expect(written.map((line) => JSON.parse(line)).map(({ problem, kind }) => [problem, kind])).toEqual([
      ["1", "false_zero"],
      ["2", "false_reward"],
      ["4", "open"],
    ]);
  });
  it("is compared, graded again and exported like any run", async () => {
    const { stdout } = await assay(["compare", run, run]);
    expect(stdout).toContain("5 problems answered in both");
    expect((await assay(["regrade", run])).stderr).toContain("0 verdicts changed");
    const exported = await assay(["export", run, "--to", "jsonl"]);
    expect(JSON.parse(exported.stdout.split("\n")[1]!)).toMatchObject({
      problem: "1",
      right: true,
      columns: { theirs: "wrong", "their answer": "2/4" },
    });
  });
});

describe("a verdict that is not a proof", () => {
  it("is open, whatever it says", async () => {
    const rows = [
      // Words against words; an answer without a mark; a response without an answer.
      { response: "London", gold: "Paris", theirs: true },
      { response: "She has 3 red ones.\n\nThen he makes 18 dollars.", gold: "18", theirs: false },
      { response: "\\boxed{", gold: "5", theirs: true },
    ];
    const path = put("open.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const names = ["response", "gold", "theirs"].flatMap((name) => ["--field", `${name}=${name}`]);
    const { files } = await audit(path, ...names);
    expect(files[0]).toMatchObject({ audited: 3, open: 3, false_rewards: 0, false_zeros: 0, theirs: null });
    expect(files[0]!.difference).toEqual({ value: null, low: null, high: null });
  });
});

describe("the help", () => {
  it("names every tool that is read", () => {
    const help = readFileSync(new URL("../../dist/help/audit.txt", import.meta.url), "utf8").replace(
      /\s+/g,
      " ",
    );
    for (const { name } of formats) expect(help).toContain(name.split(/ before| \(| v1/)[0]);
  });
});
