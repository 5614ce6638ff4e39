// A ProcessBench run with faults: samples that are not affected are judged, the run ends, and with a healthy server it
// is completed.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProcessBench } from "../../src/processbench/bench.ts";
import { readBenchFile } from "../../src/processbench/bench-file.ts";
import { openJudge } from "../../src/processbench/judges.ts";
import { loadSubsets } from "../../src/processbench/samples.ts";
import type { Asked, Reply } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { FaultServer } from "../servers/fault-server.ts";
import { type Fault, faults, limitMs } from "../servers/faults.ts";
import { madeSamples, stepIn, writeSubsets } from "./made-samples.ts";

const samples = madeSamples("made", 6);
const hitSample = 3;
const key = "sk-a-secret-of-the-test";

const about = ({ body }: Asked) => stepIn(body.messages!.findLast(({ role }) => role === "user")!.content);

/** Answers by the labels. */
function healthy(asked: Asked): Reply {
  const { number, step } = about(asked);
  const verdict = samples[number]!.label === step ? "Wrong" : "Right";
  const content = `Let us see.\n[${verdict}]`;
  return {
    body: {
      model: "judge",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
      usage: { prompt_tokens: 5, completion_tokens: 5 },
    },
  };
}

async function judge(folder: string, fault: Fault, isHit: (asked: Asked, number: number) => boolean) {
  const server = await FaultServer.start(healthy, fault, isHit);
  const subsets = await loadSubsets({ data: await writeSubsets(folder, { made: samples }) });
  process.env.ASSAY_TEST_KEY = key;
  const source = {
    kind: "openai" as const,
    baseUrl: server.url,
    model: "judge",
    apiKeyEnv: "ASSAY_TEST_KEY",
    timeoutSeconds: limitMs(fault, 2_000) / 1000,
    maxTries: 1,
  };
  const opened = await openJudge({ judge: "step", interface: "text", source, seed: 0, concurrency: 2 });
  const run = join(folder, "run");
  try {
    const { subsets: measured } = await runProcessBench({
      folder: run,
      config: {
        model: { kind: "openai", model: "judge", api: "chat" },
        judge: "step",
        identity: JSON.parse(JSON.stringify(opened.identity)),
        concurrency: 2,
      },
      subsets,
      before: await readBenchFile(run),
      judge: opened,
      versions: { assay: "test", node: "test" },
      results: { folder: join(folder, "results"), prefix: "test" },
    });
    return { ...measured.made!, hits: server.hits };
  } finally {
    await opened.close();
    await server.close();
  }
}

async function textsIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const texts = await Promise.all(names.map((each) => readFile(join(each.parentPath, each.name), "utf8")));
  return texts.join("\n");
}

it.each(faults.map((fault) => [fault.name, fault] as const))(
  "%s takes nothing but its own sample",
  async (_, fault) => {
    const folder = await testFolder();
    const first = await judge(folder, fault, (asked) => about(asked).number === hitSample);
    expect(first.hits).toBeGreaterThan(0);
    if (fault.is === "failed") expect(first).toMatchObject({ failed: 1, no_verdict: 0 });
    if (fault.is === "odd") expect(first).toMatchObject({ failed: 0, no_verdict: 1 });
    if (fault.is === "answered") expect(first).toMatchObject({ failed: 0, no_verdict: 0, f1: 100 });
    expect(await textsIn(folder)).not.toContain(key);
    if (fault.is !== "failed") return;
    expect(await judge(folder, fault, () => false)).toMatchObject({ failed: 0, no_verdict: 0, f1: 100 });
  },
);
