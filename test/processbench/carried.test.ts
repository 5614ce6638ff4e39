// The judge of a run, opened again from the run's context only: it sends the same requests as the first one, and the
// result is the same run.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelSource } from "../../src/config/config.ts";
import { runProcessBench } from "../../src/processbench/bench.ts";
import { type Judge, type JudgeOptions, judgeOfContext, openJudge } from "../../src/processbench/judges.ts";
import { loadSubsets } from "../../src/processbench/samples.ts";
import { type Executor, executeHere, type RunContext, runContext } from "../../src/runs/engine/executor.ts";
import type { Unit } from "../../src/runs/engine/unit.ts";
import { testFolder } from "../runs/folder.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { madeSamples, stepIn, writeSubsets } from "./made-samples.ts";

const samples = madeSamples("made", 6);

/** Critiques name a paragraph that depends on the solution, verdicts follow the labels. */
const start = () =>
  startPrmServer({
    flavour: "vllm",
    judge({ newest }) {
      const { number, step } = stepIn(newest);
      return samples[number]!.label === step ? 0.1 : 0.8;
    },
    reply(chance, { newest }) {
      if (newest.includes("<paragraph_0>")) return `It is \\boxed{${stepIn(newest).number % 3}}.`;
      return `Let us see.\n[${chance < 0.5 ? "Wrong" : "Right"}]`;
    },
  });

const judges: Record<string, Omit<JudgeOptions, "source">> = {
  "a verdict a step": { judge: "step", interface: "text", seed: 3 },
  "a verdict of all steps, in other words and with another prompt": {
    judge: "step",
    interface: "logprobs",
    allSteps: true,
    labels: [
      ["right", "wrong"],
      ["yes", "no"],
    ],
    prompt:
      "=== first step ===\nHere: {problem}\n{step}\n=== next step ===\n{step}\n=== after a right step ===\nYes.\n",
    sampling: { temperature: 0.1, topP: 0.9, topLogprobs: 4 },
    threshold: 0.25,
    seed: 0,
  },
  "steps without a verdict taken for right": {
    judge: "step",
    interface: "text",
    noVerdict: "right",
    seed: 1,
  },
  "signs, held against a threshold": { judge: "scalar", interface: "rlhflow", seed: 0 },
  "rows of a pooling server": { judge: "scalar", interface: "pooling", scores: "two-class", seed: 0 },
  "label tokens": { judge: "step", interface: "scoring", labelTokenIds: [13, 27], threshold: 0.5, seed: 0 },
  "a vote of critiques": { judge: "critique", interface: "text", votes: 3, seed: 7 },
};

/** As in a different process. */
const carried = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

async function run(
  judge: Judge,
  { judge: name, votes }: Omit<JudgeOptions, "source">,
  elsewhere?: Elsewhere,
) {
  const folder = await testFolder();
  const result = await runProcessBench({
    folder: join(folder, "run"),
    config: {
      model: { kind: "openai", model: "prm", api: "chat" },
      judge: name,
      identity: carried(judge.identity) as Record<string, never>,
      ...(votes === undefined ? {} : { votes }),
      concurrency: 2,
    },
    subsets: await loadSubsets({ data: await writeSubsets(folder, { made: samples }) }),
    judge,
    versions: { assay: "test", node: "test" },
    results: { folder: join(folder, "results"), prefix: "test" },
    openExecutor: elsewhere && (async ({ context }) => elsewhere(context)),
  });
  const lines = (await readFile(join(folder, "run", "samples.jsonl"), "utf8")).trim().split("\n");
  const records = lines.map((line) => ({ ...JSON.parse(line), time: undefined }) as Unit);
  const { seconds: _, ...figures } = result;
  return { figures, records: records.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

type Elsewhere = (context: RunContext) => Executor;

describe.each(Object.entries(judges))("%s", (_, options) => {
  it("is judged the same by a judge of the run's context", async () => {
    const server = await start();
    const source: ModelSource = { kind: "openai", baseUrl: server.url, model: "prm", maxTries: 1 };
    const here = await openJudge({ ...options, source });
    const opened: Promise<Judge>[] = [];
    const elsewhere: Elsewhere = (context) => {
      const judge = judgeOfContext(carried(context), { source });
      opened.push(judge);
      return {
        do: async (unit, control) => executeHere((await judge).work(() => {})).do(carried(unit), control),
      };
    };
    try {
      const first = await run(here, options);
      const asked = server.asked.map(({ body }) => JSON.stringify(body)).sort();
      server.asked.length = 0;
      const second = await run(here, options, elsewhere);
      const [judge] = await Promise.all(opened);
      expect(judge!.identity).toEqual(here.identity);
      expect(server.asked.map(({ body }) => JSON.stringify(body)).sort()).toEqual(asked);
      expect(asked.length).toBeGreaterThanOrEqual(samples.length);
      expect(second).toEqual(first);
    } finally {
      await Promise.all([here, ...(await Promise.all(opened))].map((judge) => judge.close()));
      await server.close();
    }
  });
});

it("reads a record again, as it was read", async () => {
  const path = join(await testFolder(), "scores.jsonl");
  const line = { task: "made", problem: "made-1", scores: [2, -1, 3] };
  await writeFile(path, `${JSON.stringify(line)}\n`);
  const source: ModelSource = { kind: "replay", path };
  const here = await openJudge({
    judge: "scalar",
    interface: "logprobs",
    scores: "logits",
    seed: 0,
    source,
  });
  const identity = carried(here.identity);
  const again = await judgeOfContext(runContext("processbench", { judge: "scalar", identity }), { source });
  expect(again.identity).toEqual(here.identity);
  const sample = { id: "made-1", problem: "?", steps: ["a", "b", "c"], label: 1 };
  const control = { signal: new AbortController().signal, drain: new AbortController().signal };
  const scoresBy = async (judge: Judge) => {
    const [unit] = judge.units("made", sample, { scores: new Map(), votes: new Map(), failures: new Map() });
    return (await judge.work(() => {}).steps!(unit!, control)).value;
  };
  expect(await scoresBy(again)).toEqual(await scoresBy(here));
  await Promise.all([here.close(), again.close()]);
});

it.each([
  [{ judge: "step", identity: { interface: "telepathy", "all steps": false, seed: 0 } }, "interface"],
  [{ judge: "step", identity: { interface: "text", seed: 0 } }, "all steps is missing"],
  [{ judge: "critique", identity: { prompt: "p", sampling: { headers: 1 }, seed: 0 } }, "headers"],
])("says what is wrong with a context that nobody could have made: %j", async (data, said) => {
  const source: ModelSource = { kind: "openai", baseUrl: "http://127.0.0.1:1/v1", model: "prm" };
  await expect(async () => judgeOfContext(runContext("processbench", data), { source })).rejects.toThrow(
    said,
  );
});
