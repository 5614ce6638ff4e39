// An evaluation with every fault: one request among twelve is affected, once or always. The others are answered, the
// run ends, no fault counts as right, no key is in its files, and with a healthy server the run is completed.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { OpenAiModel } from "../../src/models/openai.ts";
import { runEval } from "../../src/runs/eval.ts";
import { planRun } from "../../src/runs/plan.ts";
import { readRunFile } from "../../src/runs/run-file.ts";
import { findTask } from "../../src/tasks/registry.ts";
import type { LoadedTask } from "../../src/tasks/task.ts";
import { type Asked, choices } from "../models/server.ts";
import { FaultServer } from "../servers/fault-server.ts";
import { type Fault, faults, limitMs } from "../servers/faults.ts";
import { testFolder } from "./folder.ts";
import { problemOf, samplesOf, writeSums } from "./sums.ts";

const problems = 12;
const hit = 7;
const key = "sk-a-secret-of-the-test";
const perfect = (asked: Asked) => choices(asked, [`The answer is \\boxed{${3 * problemOf(asked)}}.`]);

let loaded: LoadedTask | undefined;
let undisturbed: Set<string> | undefined;

const load = async (): Promise<LoadedTask> => {
  loaded ??= await (await findTask(await writeSums(await testFolder(), problems))).load();
  return loaded;
};

/** The lines of an undisturbed run, made once. */
async function healthyLines(): Promise<Set<string>> {
  if (undisturbed) return undisturbed;
  const run = await testFolder();
  const { result } = await evaluate(run, faults[0]!, () => false);
  expect(result).toMatchObject({ right: problems });
  undisturbed = new Set(await samplesOf(run));
  return undisturbed;
}

async function evaluate(run: string, fault: Fault, isHit: (asked: Asked, number: number) => boolean) {
  const server = await FaultServer.start(perfect, fault, isHit);
  onTestFinished(() => server.close());
  const model = new OpenAiModel({
    model: "adder",
    baseUrls: [server.url],
    apiKey: key,
    concurrency: 3,
    tries: 2,
    timeoutMs: limitMs(fault, 700),
    retryForMs: 2000,
    backoff: { firstMs: 1, mostMs: 2 },
  });
  const plan = planRun(
    {
      model: { kind: "openai", model: "adder", api: "chat" },
      tasks: ["sums"],
      temperature: 0,
      seed: 0,
      numSamples: 1,
      concurrency: 3,
    },
    [await load()],
  );
  const versions = { assay: "test", node: "test" };
  const before = await readRunFile(run);
  const { tasks } = await runEval({ folder: run, plan, model, before, versions });
  await model.close();
  return { result: tasks.sums!, server };
}

async function textsIn(folder: string): Promise<string> {
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  return texts.join("\n");
}

it("there are at least sixty faults, each of its own name", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
});

describe.each(faults.map((fault) => [fault.name, fault] as const))("%s", (_, fault) => {
  it("takes nothing but its own sample", async () => {
    const run = await testFolder();
    const { result, server } = await evaluate(run, fault, (asked) => problemOf(asked) === hit);
    expect(server.hits).toBeGreaterThan(0);
    expect(result.samples).toBe(problems);
    if (fault.is === "answered") expect(result).toMatchObject({ right: problems, unscored: {} });
    if (fault.is === "failed")
      expect(result).toMatchObject({ right: problems - 1, wrong: 0, unscored: { provider: 1 } });
    if (fault.is === "odd") expect(result).toMatchObject({ right: problems - 1, wrong: 1, unscored: {} });
    expect(Math.min(result.tokens.input, result.tokens.output)).toBeGreaterThan(0);
    expect(await textsIn(run)).not.toContain(key);
    if (fault.is === "odd") return;
    const again = await evaluate(run, fault, () => false);
    expect(again.result).toMatchObject({ right: problems, unscored: {} });
    expect(again.server.asked).toHaveLength(fault.is === "failed" ? 1 : 0);
  });
});

const failures = faults.filter(({ is }) => is === "failed");

it.each(failures.map((fault) => [fault.name, fault] as const))(
  "%s, once, is made good by another try where one may help",
  async (name, fault) => {
    const run = await testFolder();
    const { result } = await evaluate(run, fault, (_, number) => number === 5);
    const isRefusal = /status (4(?!08|09|25|29)..|501|505|304)|redirect/.test(name);
    expect(result.right).toBe(isRefusal ? problems - 1 : problems);
    const lines = (await samplesOf(run)).filter((line) => !line.includes('"error":{"reason"'));
    for (const line of lines) expect(await healthyLines()).toContain(line);
  },
);
