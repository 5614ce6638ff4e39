// The Python client of docs/python.md, run as it stands there, where there is a Python to run it.

import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mustRun } from "../no-skip.ts";
import { program } from "./run-assay.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython && !mustRun) console.warn("docs/python.md: not tested, because there is no python3 here");

describe.runIf(hasPython || mustRun)("docs/python.md", () => {
  let folder: string;
  let blocks: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-python-"));
    await writeFile(join(folder, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    await chmod(join(folder, "assay"), 0o755);
    const page = await readFile(new URL("../../docs/python.md", import.meta.url), "utf8");
    blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map((match) => match[1]!);
  });
  afterAll(() => rm(folder, { recursive: true }));

  function python(script: string): string {
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
    const { stdout, stderr, status } = spawnSync("python3", ["-c", script], { env, encoding: "utf8" });
    expect(stderr).not.toContain("Traceback");
    expect(status).toBe(0);
    return stdout;
  }

  it("has a client of about thirty lines", () => {
    expect(blocks[0]!.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  });

  it("prints what its comments say", () => {
    const [client, example] = blocks;
    const printed = [...example!.matchAll(/# (.*)$/gm)].map((match) => match[1]);
    expect(
      python(client! + example!)
        .trimEnd()
        .split("\n"),
    ).toEqual(printed);
  });

  it("is a trainer's reward function, with floats and a number for every row", () => {
    const [client, , trainer] = blocks;
    const call =
      'r = reward(["</think> <answer>1</answer>"] * 2, ["1", ""]); print(r, [type(x).__name__ for x in r])';
    expect(python(`${client}${trainer}\n${call}\n`)).toBe("[1.0, 0.0] ['float', 'float']\n");
  });

  it("takes a batch that is larger than the pipes", () => {
    const call = [
      'rows = [{"response": "x" * 1000 + "</think> <answer>%d</answer>" % i, "ground_truth": i} for i in range(2000)]',
      'out = Assay("r1_zero")(rows)',
      'print(len(out), sum(row["result"]["reward"] for row in out))',
    ];
    expect(python(`${blocks[0]}${call.join("\n")}\n`)).toBe("2000 2000.0\n");
  });
});
