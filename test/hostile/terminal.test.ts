// Text of untrusted files and servers must not control a terminal, wherever it occurs in a command's output.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choices, TestServer } from "../models/server.ts";
import { ranAssay } from "../runs/spawned.ts";
import { evalArgs } from "../runs/sums.ts";

/** Clears the screen, writes to the clipboard, by C1 as well, and turns the reading direction. */
const evil = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eliv\u2066\x7f";
const harmful = /[^\n\t\P{Cc}]|\p{Bidi_Control}/u;

let folder: string;
let server: TestServer;
let a: string;
let b: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-terminal-"));
  const rows = join(folder, `rows${evil.replace("/", "")}.jsonl`);
  const row = (id: string) => JSON.stringify({ id, problem: `What is ${evil}?`, answer: `4${evil}` });
  await writeFile(rows, `${row(`one${evil}`)}\n${row("two")}\n`);
  server = await TestServer.start((asked) => choices(asked, [`${evil} \\boxed{4${evil}}`]));
  a = join(folder, "a");
  await ranAssay(evalArgs(rows, server.url, a));
  server.answerWith((asked) => choices(asked, [`\\boxed{5${evil}}`]));
  b = join(folder, "b");
  await ranAssay(evalArgs(rows, server.url, b));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Everything that a command printed, which must not be empty. */
async function printed(args: readonly string[], cwd = folder): Promise<string> {
  const { stdout, stderr } = await ranAssay(args, cwd);
  expect(stdout + stderr).not.toBe("");
  return stdout + stderr;
}

describe("no character that steers a terminal is printed by", () => {
  it.each([
    ["compare", () => ["compare", a, b]],
    ["compare --json", () => ["compare", a, b, "--json"]],
    ["show", () => ["show", a]],
    ["show --json", () => ["show", a, "--json"]],
    ["regrade", () => ["regrade", a]],
    ["grade --explain", () => ["grade", "--gold", `4${evil}`, "--answer", `5${evil}`, "--explain"]],
    ["grade", () => ["grade", "--gold", "4", "--answer", evil]],
    ["an unknown task", () => ["eval", "-i", a, "-a", evil]],
    ["an unknown source", () => ["eval", "-i", evil, "-a", "arith"]],
    ["an unknown command", () => [evil]],
    ["an unknown option", () => ["eval", `--${evil}`]],
    ["a value of an option", () => ["eval", "-t", evil]],
    ["a folder that is no run", () => ["show", join(folder, evil.replace("/", ""))]],
    ["a problem that is not there", () => ["show", a, "--problem", evil]],
  ])("%s", async (_, args) => {
    expect(await printed(args())).not.toMatch(harmful);
  });

  it("lines that are not JSON, and fields that are missing", async () => {
    const input = join(folder, "lines.jsonl");
    await writeFile(input, `${evil}\n{"${JSON.stringify(evil).slice(1, -1)}": 1}\n{"gold": {"a": 1}}\n`);
    expect(await printed(["grade", "--input", input, "--output", join(folder, "out.jsonl")])).not.toMatch(
      harmful,
    );
    expect(
      await printed(["reward", "r1_zero", "--input", input, "--output", join(folder, "out.jsonl")]),
    ).not.toMatch(harmful);
  });

  it("rows with odd fields", async () => {
    const rows = join(folder, "odd.jsonl");
    await writeFile(rows, `${JSON.stringify({ [evil]: 1 })}\n`);
    expect(await printed(["validate", rows])).not.toMatch(harmful);
  });

  it("a run file that is none, and a journal that is none", async () => {
    const run = join(folder, "broken");
    await mkdir(run);
    await writeFile(
      join(run, "run.json"),
      JSON.stringify({ v: 1, config: { [evil]: evil, model: { kind: evil } } }),
    );
    expect(await printed(["show", run])).not.toMatch(harmful);
    await writeFile(join(run, "run.json"), await readFile(join(a, "run.json"), "utf8"));
    const [line] = (await readFile(join(a, "samples.jsonl"), "utf8")).split("\n");
    const record = JSON.parse(line!);
    const broken = { ...record, id: `one${evil}`, input: { ...record.input, samples: evil } };
    await writeFile(join(run, "samples.jsonl"), `${JSON.stringify(broken)}\n`);
    expect(await printed(["regrade", run])).not.toMatch(harmful);
  });

  it("what a server says", async () => {
    server.answerWith(() => ({ status: 404, body: { error: { message: `no such model ${evil}` } } }));
    const rows = join(folder, "plain.jsonl");
    await writeFile(rows, '{"problem": "1+1?", "answer": "2"}\n');
    expect(await printed(evalArgs(rows, server.url, join(folder, "refused")))).not.toMatch(harmful);
  });
});

it("JSON for programs is the same text all the same", async () => {
  const { stdout } = await ranAssay(["show", a, "--json"]);
  const shown = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { problem: string; text: string });
  expect(shown.map(({ problem }) => problem).sort()).toEqual([`one${evil}`, "two"].sort());
  expect(shown[0]!.text).toBe(`${evil} \\boxed{4${evil}}`);
});
