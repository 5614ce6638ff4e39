// Shards of a ProcessBench run, merged: the same figures and files as without shards.

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { madeSamples, stepIn, writeSubsets } from "../processbench/made-samples.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { startPrmServer } from "../servers/prm-server.ts";

const subsets = { gsm8k: madeSamples("gsm8k", 8), math: madeSamples("math", 5) };

async function prepared() {
  const folder = await testFolder();
  const data = await writeSubsets(folder, subsets);
  // Mostly right, with spread scores, so that the threshold is not trivial.
  const server = await startPrmServer({
    flavour: "vllm",
    judge({ newest }) {
      const { subset, number, step } = stepIn(newest);
      const { label } = subsets[subset as "gsm8k"][number]!;
      const isSure = (number + step) % 4 !== 0;
      return step === label ? (isSure ? 0.1 : 0.6) : isSure ? 0.9 : 0.45;
    },
  });
  onTestFinished(() => server.close());
  const bench = (out: string, ...more: string[]) => {
    const args = ["--api_url", server.url, "--model_name", "org/judge", "--data", data, "--output_dir", out];
    return ranAssay(["processbench", ...args, "--json", ...more], folder);
  };
  const assay = (...args: string[]) => ranAssay(args, folder);
  const files = async (out: string, prefix: string) =>
    Promise.all(
      ["error_gsm8k", "correct_gsm8k", "error_math", "correct_math"].map((name) =>
        readFile(join(folder, out, "org_judge", `${name}_${prefix}.jsonl`), "utf8"),
      ),
    );
  return { folder, server, bench, assay, files };
}

const figures = (stdout: string): string => {
  const { run: _, ...rest } = JSON.parse(stdout) as { run: string };
  return JSON.stringify(rest);
};

describe.each([
  ["step", []],
  ["scalar", ["--judge", "scalar"]],
])("shards of the judge %s", (prefix, judge) => {
  it("make the run that it would have been without them", async () => {
    const { folder, server, bench, assay, files } = await prepared();
    const whole = await bench("whole", ...judge);
    const asked = server.asked.length;
    await Promise.all(["0/2", "1/2"].map((shard) => bench("parts", ...judge, "--shard", shard)));
    expect(server.asked.length).toBe(2 * asked);
    const merged = await assay(
      "merge",
      "parts/shard-1-of-2",
      "parts/shard-0-of-2",
      "--out",
      "merged",
      "--json",
    );
    expect(merged.stderr).toBe(`the merged run is in merged/org_judge/run_${prefix}\n`);
    expect([whole.code, merged.code]).toEqual([0, 0]);
    expect(figures(merged.stdout)).toBe(figures(whole.stdout));
    expect(await files("merged", prefix)).toEqual(await files("whole", prefix));

    // The folder that contains the shards works as well.
    const all = await assay("merge", "parts", "--out", "all", "--json");
    expect(figures(all.stdout)).toBe(figures(whole.stdout));
    const described = async (out: string) => {
      const text = await readFile(join(folder, out, "org_judge", `run_${prefix}`, "run.json"), "utf8");
      return text.replace(/"(?:created|at)": ".*"/g, "");
    };
    expect(await described("all")).toBe(await described("whole"));

    // A part alone still needs the others.
    await rm(join(folder, "parts/shard-0-of-2"), { recursive: true });
    const half = await assay("merge", "parts/shard-1-of-2", "--out", "half", "--json");
    expect(half.code).toBe(1);
    expect(half.stderr).toMatch(/shard 0\/2: all [67] are missing/);
    server.asked.length = 0;
    const resumed = await bench("half", ...judge);
    expect(resumed.code).toBe(0);
    expect(server.asked.length).toBeLessThan(asked);
    expect(figures(resumed.stdout)).toBe(figures(whole.stdout));
    expect(await files("half", prefix)).toEqual(await files("whole", prefix));
  });
});
