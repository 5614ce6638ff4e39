// `--check`: the service does not start if a gold is unusable for later requests.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkGolds } from "../../src/server/check-golds.ts";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { post, serveFor, tagged } from "./served.ts";

async function rowsFile(golds: readonly unknown[], start = ""): Promise<string> {
  const file = join(await temporaryFolder(), "rows.jsonl");
  await writeFile(file, start + golds.map((label) => `${JSON.stringify({ label })}\n`).join(""));
  return file;
}

const unreadable = ["N/A", "4 4", "$$", "x=", "\\frac{", "", null, true, [], ["1", "N/A"]];
const usable = [
  "1",
  2,
  "\\frac{1}{2}",
  "x = 5",
  "yes",
  "(A)",
  "the empty set",
  ["1", "2"],
  "\\boxed{3}",
  "0.5",
];

describe("--check", () => {
  it.each(["r1_zero", "r1_zero_boxed", "r1_zero_lenient"])("reads each gold as %s does", async (reward) => {
    const { rows, unusable, problems } = await checkGolds(await rowsFile([...unreadable, ...usable]), reward);
    expect([rows, unusable]).toEqual([unreadable.length + usable.length, unreadable.length]);
    expect(problems[0]).toMatch(/rows\.jsonl: line 1: the gold is a placeholder$/);
  });

  it.each([
    ["qa_f1", ["", "the", ["", "!"], null, 7, []], ["Paris", ["", "Paris"]]],
    ["qa_f1_format", ["", "the", null], ["Paris"]],
    ["qa_triviaqa", ["", "the", null], ["Paris"]],
    ["qa_mlqa", ["", "the", null], ["Paris"]],
    ["search_r1_em", ["", "the", ["", "Paris"], null], ["Paris"]],
    // A question without an answer has an empty gold here.
    ["qa_squad_v2", [null, 7], ["Paris", "", [], ["", "Paris"]]],
    ["r1_zero_format", [], ["N/A", null]],
  ])("knows golds of %s with which nothing can be earned", async (reward, bad, good) => {
    const checked = await checkGolds(await rowsFile([...bad, ...good]), reward);
    expect([checked.rows, checked.unusable]).toEqual([bad.length + good.length, bad.length]);
    const lines = checked.problems.map((problem) => Number(/line (\d+)/.exec(problem)![1]));
    expect(lines).toEqual(bad.map((_, i) => i + 1));
  });

  it("does not start with a gold that a trainer would get a 422 for", async () => {
    const { code, stderr } = await assay(["serve", "--port", "0", "--check", await rowsFile(["1", "4 4"])]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("1 of 2 golds is unusable; not started")]);
    const service = await serveFor(["--check", await rowsFile(["1"])]);
    const asked = (label: string) => post(`${service.url}/slime`, { response: tagged("7"), label });
    expect([(await asked("1")).status, (await asked("4 4")).status]).toEqual([200, 422]);
  });

  it("reads a file as a stream of lines is read: with a mark of byte order, blank lines and UTF-8 only", async () => {
    expect(await checkGolds(await rowsFile(["1", "2"], "\ufeff"), "r1_zero")).toMatchObject({
      rows: 2,
      unusable: 0,
    });
    const file = join(await temporaryFolder(), "rows.jsonl");
    await writeFile(file, Buffer.from('{"label":"1"}\n\n{"label":"\xe4"}\n\n', "latin1"));
    const { rows, problems } = await checkGolds(file, "r1_zero");
    expect([rows, problems]).toEqual([2, [`${file}: line 3: not UTF-8`]]);
  });
});
