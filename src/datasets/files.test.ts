// The files of a split, the rows of a file, and the messages about rows that lack a required value.

import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { findDataFiles } from "./data-files.ts";
import { DatasetError, loadFileRows, Row, readHubSettings } from "./index.ts";

describe("the files of a configuration and a split", () => {
  it.each([
    [
      "shards in data/",
      ["README.md", "data/train-00000-of-00001.parquet", "data/test-00000-of-00001.parquet"],
      undefined,
      "train",
      ["data/train-00000-of-00001.parquet"],
    ],
    [
      "a folder a configuration",
      [
        "main/test-00000-of-00001.parquet",
        "main/train-00000-of-00001.parquet",
        "socratic/test-00000-of-00001.parquet",
      ],
      "main",
      "test",
      ["main/test-00000-of-00001.parquet"],
    ],
    ["a file a split", ["test.jsonl", "train.jsonl"], undefined, "test", ["test.jsonl"]],
    [
      "a file a configuration, in any case",
      ["aime2025-I.jsonl", "aime2025-II.jsonl"],
      "AIME2025-I",
      "test",
      ["aime2025-I.jsonl"],
    ],
    [
      "nested folders",
      ["OlympiadBench/A/A.parquet", "OlympiadBench/B/B.parquet"],
      "B",
      "train",
      ["OlympiadBench/B/B.parquet"],
    ],
    ["parquet before JSON Lines", ["test.jsonl", "test.parquet"], undefined, "test", ["test.parquet"]],
    ["the default configuration", ["test.jsonl"], "default", "test", ["test.jsonl"]],
    ["not a split that is not there", ["train.jsonl"], undefined, "test", []],
    ["not a configuration that is not there", ["main/test.jsonl"], "other", "test", []],
    ["not a description", ["dataset_infos.json", ".cache.json"], undefined, "test", []],
    ["not some of the shards", ["test-00000-of-00002.parquet"], undefined, "test", []],
    ["not a split within another word", ["latest.jsonl", "train.jsonl"], undefined, "test", []],
  ])("%s", (_, files, config, split, expected) => {
    expect(findDataFiles(files, config, split)).toEqual(expected);
  });
});

describe("a file of rows", () => {
  const write = async (name: string, text: string) => {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, text);
    return path;
  };

  it("JSON Lines: a row a line, blank lines aside, numbered as an editor numbers them", async () => {
    const { rows } = await loadFileRows(await write("rows.jsonl", '\uFEFF{"a":1}\r\n\n{"a":2}'));
    expect(rows.map(({ number, values }) => [number, values])).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
    ]);
  });

  it("JSON: a list", async () => {
    const { rows } = await loadFileRows(await write("rows.json", '[{"a":1},{"a":2}]'));
    expect(rows.map(({ values }) => values.a)).toEqual([1, 2]);
  });

  it("has its content's hash as its revision, so that a changed file is another one", async () => {
    const one = await loadFileRows(await write("rows.jsonl", '{"a":1}'));
    const other = await loadFileRows(await write("rows.jsonl", '{"a":2}'));
    expect(one.revision).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(one.revision).not.toBe(other.revision);
  });

  it.each([
    ["rows.jsonl", '{"a":1}\n{"a":', /rows\.jsonl: line 2 is not JSON/],
    ["rows.jsonl", "[1]", /rows\.jsonl: row 1 is not an object/],
    ["rows.jsonl", "\n", /rows\.jsonl has no rows/],
    ["rows.json", '{"a":1}', /rows\.json: it holds one value instead of a list of rows/],
    ["rows.txt", "a\n1", /rows are read from \.jsonl, \.json, \.parquet or \.csv files/],
    ["rows.csv", "a,b\n1,2\n3", /row 2 \(line 3\) it has 1 fields, and the header has 2/],
    ["twice.csv", "a,a\n1,2", /two columns of the header are called 'a'/],
  ])("%s with %j is refused", async (name, text, message) => {
    await expect(loadFileRows(await write(name, text))).rejects.toThrow(message);
  });

  it("that is not there, or is a folder, says so", async () => {
    const folder = await temporaryFolder();
    await expect(loadFileRows(join(folder, "gone.jsonl"))).rejects.toThrow(
      /gone\.jsonl: there is no such file/,
    );
    await mkdir(join(folder, "f.jsonl"));
    await expect(loadFileRows(join(folder, "f.jsonl"))).rejects.toThrow(/f\.jsonl: it is a folder/);
  });
});

describe("a row", () => {
  const row = new Row({ question: "1+1?", answer: null, year: 2024 }, 7, "org/set (main, test)");

  it("gives the first field that it has, and a number as text", () => {
    expect(row.text("problem", "question")).toBe("1+1?");
    expect(row.text("year")).toBe("2024");
    expect(row.get("answer")).toBeNull();
  });

  it("without a field: the error names the set, the row and the field", () => {
    expect(() => row.text("problem", "prompt")).toThrow(
      "org/set (main, test): row 7 has no field 'problem' nor 'prompt'; it has question, answer, year",
    );
    expect(() => row.text("answer")).toThrow(
      "org/set (main, test): row 7 has no string in the field 'answer'",
    );
    expect(() => row.text("answer")).toThrow(DatasetError);
  });

  it("knows nothing of fields that every object has", () => {
    expect(() => row.get("constructor")).toThrow(/has no field 'constructor'/);
  });
});

describe("the environment, as Python reads it", () => {
  it("defaults", async () => {
    const home = await temporaryFolder();
    expect(await readHubSettings({ HF_HOME: home })).toMatchObject({
      endpoint: "https://huggingface.co",
      cache: join(home, "hub"),
      token: undefined,
      offline: false,
    });
    expect((await readHubSettings({})).cache).toBe(join(homedir(), ".cache", "huggingface", "hub"));
    expect((await readHubSettings({ HF_HOME: "~/x" })).cache).toBe(join(homedir(), "x", "hub"));
  });

  it("HF_ENDPOINT, HF_HUB_CACHE, HF_TOKEN, HF_HUB_OFFLINE", async () => {
    const env = {
      HF_ENDPOINT: "http://mirror/",
      HF_HUB_CACHE: "/c",
      HF_TOKEN: " hf_a\n",
      HF_HUB_OFFLINE: "1",
    };
    expect(await readHubSettings(env)).toMatchObject({
      endpoint: "http://mirror",
      cache: "/c",
      token: "hf_a",
      offline: true,
    });
    expect((await readHubSettings({ HF_HUB_OFFLINE: "0" })).offline).toBe(false);
  });

  it("the token file, where HF_TOKEN is not set", async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, "token"), "hf_file\n");
    expect((await readHubSettings({ HF_HOME: home })).token).toBe("hf_file");
    expect((await readHubSettings({ HF_HOME: home, HF_TOKEN: "hf_env" })).token).toBe("hf_env");
  });
});

it("says of a row that it is nested too deeply, instead of breaking where it is written again", async () => {
  const path = join(await temporaryFolder(), "deep.jsonl");
  const nested = "[".repeat(100_000) + "]".repeat(100_000);
  await writeFile(path, `{"problem": "p"}\n{"problem": "q", "more": ${nested}}\n`);
  await expect(loadFileRows(path)).rejects.toThrow(`${path}: row 2 is nested too deeply`);
});

it("does not replace what is not UTF-8 in silence, and names the line", async () => {
  const path = join(await temporaryFolder(), "latin.jsonl");
  await writeFile(
    path,
    Buffer.from('{"problem": "p", "answer": "1"}\n{"problem": "caf\xe9", "answer": "2"}\n', "latin1"),
  );
  await expect(loadFileRows(path)).rejects.toThrow(`${path}: line 2 is not UTF-8`);
});
