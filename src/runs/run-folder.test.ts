import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { readRunJson } from "./run-folder.ts";

const reading = async (run: object) => {
  const folder = await mkdtemp(join(tmpdir(), "assay-run-folder-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "run.json"), JSON.stringify(run));
  return readRunJson(folder, z.object({ v: z.literal(1), kind: z.string() }));
};

it("says that a run is of a newer version, and otherwise which field is wrong", async () => {
  await expect(reading({ v: 1, kind: "eval" })).resolves.toEqual({ v: 1, kind: "eval" });
  await expect(reading({ v: 2, kind: "eval" })).rejects.toThrow("a newer version of Assay wrote this run");
  await expect(reading({ v: 0, kind: "eval" })).rejects.toThrow("this is not the file of a run: v must be 1");
  await expect(reading({ v: 1 })).rejects.toThrow("this is not the file of a run: kind is missing");
});
