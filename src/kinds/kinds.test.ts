import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { kindAt } from "./kinds.ts";

const root = mkdtempSync(join(tmpdir(), "kinds-"));
afterAll(() => rmSync(root, { recursive: true }));

function folder(name: string, files: Record<string, string> = {}): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

describe("the kind of run that a path means", () => {
  it.each(["eval", "processbench", "search"])("is what its run.json says: %s", async (kind) => {
    expect((await kindAt(folder(kind, { "run.json": JSON.stringify({ kind }) }))).name).toBe(kind);
  });
  it("is an evaluation where its file says nothing, as older ones do", async () => {
    expect((await kindAt(folder("plain", { "run.json": "{}" }))).name).toBe("eval");
  });
  it("is a search by its results: a file, their folder, or a folder of such folders", async () => {
    const results = folder("results/math", { "result-0-None.json": "[]" });
    expect((await kindAt(results)).name).toBe("search");
    expect((await kindAt(join(results, "result-0-None.json"))).name).toBe("search");
    expect((await kindAt(join(root, "results"))).name).toBe("search");
  });
  it("is said where it is none", async () => {
    await expect(kindAt(join(root, "nowhere"))).rejects.toThrow("nowhere: no such file or folder");
    await expect(kindAt(folder("empty"))).rejects.toThrow("empty: there is no run in this folder");
    await expect(kindAt(folder("newer", { "run.json": '{"kind":"tournament"}' }))).rejects.toThrow(
      "a run of the kind 'tournament', which this version of Assay cannot read",
    );
    folder("many/a", { "run.json": "{}" });
    await expect(kindAt(join(root, "many"))).rejects.toThrow(`it holds ${join(root, "many", "a")}`);
    for (let i = 1; i < 8; i++) folder(`deep/model/run_${i}`, { "run.json": '{"kind":"processbench"}' });
    await expect(kindAt(join(root, "deep"))).rejects.toThrow(
      `it holds ${[1, 2, 3, 4, 5].map((i) => join(root, "deep", "model", `run_${i}`)).join(", ")} and 2 more`,
    );
  });
});
