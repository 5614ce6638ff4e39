// Rows as samples: their sources, and the messages about invalid rows.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { madeSamples, writeSubsets } from "../../test/processbench/made-samples.ts";
import { testFolder } from "../../test/runs/folder.ts";
import { loadSubsets } from "./samples.ts";

const good = { id: "a", problem: "p", steps: ["s"], label: 0 };

async function loadRow(row: object): Promise<string> {
  const folder = await testFolder();
  const file = join(folder, "math.jsonl");
  await writeFile(file, `${JSON.stringify(good)}\n${JSON.stringify(row)}\n`);
  return loadSubsets({ data: file }).then(
    () => "loaded",
    (error: Error) => error.message.replace(folder, ""),
  );
}

describe("a row", () => {
  it.each([
    [{ ...good, id: "b" }, "loaded"],
    [{ problem: "p", steps: ["s", "t"], label: 1 }, "loaded"],
    [{ ...good, id: 7 }, "loaded"],
    [good, "/math.jsonl: row 2 has the id 'a', which a different row also has"],
    [{ ...good, id: "b", problem: undefined }, "row 2 has no field 'problem'; it has id, steps, label"],
    [{ ...good, id: "b", steps: [] }, "row 2 has no list of strings in the field 'steps'"],
    [{ ...good, id: "b", steps: ["s", 1] }, "row 2 has no list of strings in the field 'steps'"],
    [{ ...good, id: "b", label: 1 }, "in the field 'label' neither -1 nor the index of one of its 1 step"],
    [{ ...good, id: "b", label: -2 }, "in the field 'label'"],
    [{ ...good, id: "b", label: "0" }, "in the field 'label'"],
    [{ ...good, id: "b", label: 0.5 }, "in the field 'label'"],
  ])("%j: %s", async (row, message) => expect(await loadRow(row)).toContain(message));
});

describe("subsets", () => {
  it("are a folder's files, the usual ones first", async () => {
    const data = await writeSubsets(await testFolder(), {
      extra: madeSamples("extra", 2),
      omnimath: madeSamples("omnimath", 2),
      gsm8k: madeSamples("gsm8k", 4),
    });
    const names = async (options: object) =>
      (await loadSubsets({ data, ...options })).map(({ name, samples }) => [name, samples.length]);
    expect(await names({})).toEqual([
      ["gsm8k", 4],
      ["omnimath", 2],
      ["extra", 2],
    ]);
    expect(await names({ names: ["extra", "gsm8k"], most: 3 })).toEqual([
      ["extra", 2],
      ["gsm8k", 3],
    ]);
    await expect(names({ names: ["math"] })).rejects.toThrow(
      "has no subset 'math'; it has gsm8k, omnimath, extra",
    );
  });

  it("that are not there are named", async () => {
    const folder = await testFolder();
    await expect(loadSubsets({ data: join(folder, "none") })).rejects.toThrow("no such file or folder");
    await expect(loadSubsets({ data: folder })).rejects.toThrow("no .json, .jsonl or .parquet file");
    await expect(loadSubsets({ names: ["gms8k"] })).rejects.toThrow(
      "Qwen/ProcessBench has no subset 'gms8k'",
    );
    await mkdir(join(folder, "both"));
    for (const name of ["math.json", "math.jsonl"]) await writeFile(join(folder, "both", name), "[]");
    await expect(loadSubsets({ data: join(folder, "both") })).rejects.toThrow("two files are called 'math'");
  });
});
