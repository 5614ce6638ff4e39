// A run folder from before run.json had the identity of the model and the grader: it is shown, graded again, compared
// and continued.

import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it } from "vitest";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";

const kept = fileURLToPath(new URL("old-run", import.meta.url));
const ofRun = new Set(["run.json", "samples.jsonl", "verdicts.jsonl"]);

let folder: string;
let run: string;
beforeEach(async () => {
  folder = await testFolder();
  run = join(folder, "run");
  await mkdir(run);
  for (const name of await readdir(kept)) {
    const text = await readFile(join(kept, name), "utf8");
    await writeFile(join(ofRun.has(name) ? run : folder, name), text.replaceAll("PLACE", folder));
  }
});

const assay = (...args: string[]) => ranAssay(args, folder);

it("is shown, graded again and compared", async () => {
  const shown = (await assay("show", run, "--problem", "1", "--json")).stdout.trim().split("\n");
  expect(shown.map((line) => JSON.parse(line).right)).toEqual([true, false]);
  const regraded = JSON.parse((await assay("regrade", run, "--json")).stdout);
  expect(regraded).toMatchObject({ changed: 0, done: 4, of: 6, tasks: { sums: { right: 3, wrong: 1 } } });
  const verdicts = (await readFile(join(run, "verdicts.jsonl"), "utf8")).trim().split("\n");
  expect(verdicts.map((line) => JSON.parse(line).sample)).toEqual([0, 1, 0, 1, 0, 1]);
  expect((await assay("compare", run, run, "--json")).code).toBe(0);
});

it("is continued, with a warning once, and its model is known from then on", async () => {
  const more = [0, 1].map((sample) => JSON.stringify({ problem: "3", sample, text: "\\boxed{9}" }));
  await appendFile(join(folder, "record.jsonl"), `${more.join("\n")}\n`);
  const again = () => assay("eval", run, "-i", "record.jsonl", "--json");
  const first = await again();
  expect([first.code, JSON.parse(first.stdout).tasks.sums.right]).toEqual([0, 5]);
  expect(first.stderr).toContain("was started by an earlier version of Assay");
  const second = await again();
  expect([second.code, second.stderr.includes("earlier version")]).toEqual([0, false]);
  expect(second.stderr).toContain("nothing was sent");
  const record = await readFile(join(folder, "record.jsonl"), "utf8");
  await writeFile(join(folder, "record.jsonl"), record.replace("boxed{4}", "boxed{3}"));
  expect((await again()).code).toBe(1);
});
