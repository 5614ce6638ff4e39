// Embedded models from the command line.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { assay } from "../command-line.ts";
import { tinyModel } from "./tiny-model.ts";

const rows = [1, 2, 3].map((number) => JSON.stringify({ problem: ` red apple,${number}`, answer: "8" }));
const flags = ["-a", "rows.jsonl", "-n", "2", "-t", "1", "-m", "20", "--json"];

interface Line {
  id: string;
  outcome: { completions: { key: string; text: string; finish: string; stopReason: unknown }[] };
}

async function completionsOf(folder: string) {
  const text = await readFile(join(folder, "samples.jsonl"), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return lines.flatMap(({ outcome }) => outcome.completions).sort((a, b) => (a.key < b.key ? -1 : 1));
}

describe("assay eval", () => {
  it("asks a model in its own process, by path and by configuration, and gets the same at any concurrency", async () => {
    const { path, remove } = await tinyModel();
    onTestFinished(remove);
    const folder = join(path, "..");
    await writeFile(join(folder, "rows.jsonl"), rows.join("\n"));
    const config = { sources: { mine: { kind: "embedded", path: "tiny" } } };
    await writeFile(join(folder, "assay.config.json"), JSON.stringify(config));
    const sources = [
      ["-i", `embedded:${path}`, "--out", "a", "--concurrency", "1"],
      ["-i", "mine", "--out", "b"],
    ];
    for (const source of sources) {
      const { code, stdout, stderr } = await assay(["eval", ...source, ...flags], "", folder);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(JSON.parse(stdout).tasks.rows).toMatchObject({ problems: 3, samples: 6, unscored: {} });
    }
    const first = await completionsOf(join(folder, "a"));
    expect(first).toHaveLength(6);
    expect(new Set(first.map(({ text }) => text)).size).toBeGreaterThan(3);
    expect(await completionsOf(join(folder, "b"))).toEqual(first);
  });

  it("says what is wrong with a model", async () => {
    const rows = join(await mkdtemp(join(tmpdir(), "assay-rows-")), "rows.jsonl");
    onTestFinished(() => rm(dirname(rows), { recursive: true }));
    await writeFile(rows, JSON.stringify({ problem: "1 + 1?", answer: "2" }));
    const { code, stderr } = await assay(["eval", "-i", "embedded:/nowhere", "-a", rows], "", dirname(rows));
    expect(code).toBe(2);
    expect(stderr).toContain(
      "-i: there is no folder /nowhere; the models of the package are policy and prm\n",
    );
    for (const args of [
      ["eval", "-i", "embedded:polcy", "-a", rows],
      ["serve-model", "polcy"],
    ])
      expect((await assay(args, "", dirname(rows))).stderr).toContain("Did you mean 'policy'?");
  });
});
