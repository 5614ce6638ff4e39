import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeWholeFile } from "./whole-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-whole-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** The temporary name under which a file is written. */
function draftOf(path: string): string {
  let draft: string | undefined;
  writeWholeFile(
    path,
    (function* () {
      yield "half";
      draft = readdirSync(folder).find((name) => name.endsWith(".draft"));
    })(),
  );
  return draft!;
}

it("appears when it is whole", async () => {
  const path = join(folder, "run.json");
  expect(draftOf(path)).toMatch(/^run\.json\./);
  expect(await readdir(folder)).toEqual(["run.json"]);
  expect(await readFile(path, "utf8")).toBe("half");
});

it("takes away what a killed process left of it, and nothing else", async () => {
  const path = join(folder, "run.json");
  const ours = draftOf(path);
  const { pid: gone } = spawnSync(process.execPath, ["-e", ""]);
  const left = ours.replace(`-${process.pid}-`, `-${gone}-`);
  expect(left).not.toBe(ours);
  const kept = [
    ours, // Its process lives.
    left.replace("run.json", "other.json"),
    left.replace(".draft", ".drafts"),
    left.replace(/\.[0-9a-f]{8}-/, ".00000000-"), // Of another machine.
  ];
  for (const name of [left, ...kept]) await writeFile(join(folder, name), "{");
  await copyFile(join(folder, ours), join(folder, "mine.txt"));
  writeWholeFile(path, ["new"]);
  expect((await readdir(folder)).sort()).toEqual([...kept, "mine.txt", "run.json"].sort());
});
