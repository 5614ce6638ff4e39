// A run that is killed repeatedly: no judged step is requested again, and the result equals that of an undisturbed run.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { seededRandom } from "../../src/runs/seed.ts";
import { promptIn } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { startAssay } from "../runs/spawned.ts";
import { type Judge, startPrmServer } from "../servers/prm-server.ts";
import { madeSamples, stepIn, writeSubsets } from "./made-samples.ts";

const samples = madeSamples("math", 40);
const judge: Judge = ({ newest }) => {
  const { number, step } = stepIn(newest);
  return samples[number]!.label === step ? 0.2 : 0.9;
};
const kills = 8;

const stepsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const { kind, outcome, id } = JSON.parse(line);
    return kind === "steps" && outcome ? [id as string] : [];
  });

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, "utf8").catch(() => "")).split("\n").slice(0, -1);

it("loses no judged step to SIGKILL, and repeats none", async () => {
  const folder = await testFolder();
  const data = await writeSubsets(folder, { math: samples });
  const server = await startPrmServer({ flavour: "vllm", judge });
  onTestFinished(() => server.close());
  const go = (name: string) =>
    startAssay([
      ...["processbench", "--api_url", server.url, "--model_name", "m", "--data", data, "--json"],
      ...["--interface", "logprobs", "--output_dir", join(folder, name), "--concurrency", "4"],
    ]);
  const journal = (name: string) => join(folder, name, "m", "run_step", "samples.jsonl");
  const undisturbed = await go("undisturbed").ended;
  expect(undisturbed.code).toBe(0);

  const random = seededRandom("kill");
  const repeated: string[] = [];
  for (let kill = 0; kill <= kills; kill++) {
    const known = new Set(stepsIn(await linesOf(journal("killed"))));
    const from = server.asked.length;
    const running = go("killed");
    const patience = Math.floor(random() * 16);
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    while (kill < kills && !isOver && server.asked.length < from + patience) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (kill < kills) running.kill("SIGKILL");
    const { signal, code, stdout } = await running.ended;
    if (kill < kills) expect(signal).toBe("SIGKILL");
    else {
      expect(code).toBe(0);
      const figures = (text: string) => ({ ...JSON.parse(text), run: "" });
      expect(figures(stdout)).toEqual(figures(undisturbed.stdout));
    }
    for (const { body } of server.asked.slice(from)) {
      const { number, step } = stepIn(promptIn(body));
      if (known.has(`math/math-${number}#${step}`)) repeated.push(`${number}#${step}`);
    }
  }
  expect(repeated).toEqual([]);

  const facts = async (name: string) =>
    (await linesOf(journal(name)))
      .map((line) => ({ ...JSON.parse(line), time: null }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(await facts("killed")).toEqual(await facts("undisturbed"));
  for (const kind of ["error", "correct"]) {
    const file = (name: string) => readFile(join(folder, name, "m", `${kind}_math_step.jsonl`), "utf8");
    expect(await file("killed")).toBe(await file("undisturbed"));
  }
});
