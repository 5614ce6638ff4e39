// Every kind of model, and every way in which a server may handle `n`, with the conformance checks.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import type { Draw } from "../../src/models/model.ts";
import { OpenAiModel } from "../../src/models/openai.ts";
import { ReplayModel } from "../../src/models/replay.ts";
import { type ModelUnderTest, modelChecks } from "../../src/testing/index.ts";
import { type Answer, choices, plainTexts, TestServer } from "./server.ts";

const conformsToModel = (kind: string, open: () => Promise<ModelUnderTest>) =>
  describe(`a model: ${kind}`, () => {
    for (const { name, run } of modelChecks(open)) it(name, run);
  });

const impossible: Draw = { key: "task/none#0", seed: 666 };
const draws: [Draw, ...Draw[]] = [
  { key: "task/1#0", seed: 10 },
  { key: "task/1#1", seed: 11 },
  { key: "task/1#2", seed: 12 },
];

const refusing =
  (answer: Answer): Answer =>
  (asked, number) =>
    asked.body.seed === 666
      ? { status: 400, body: { error: { message: "this seed is refused" } } }
      : answer(asked, number);

async function endpoint(
  answer: Answer,
  prompt: ModelUnderTest["prompt"],
  servers = 1,
): Promise<ModelUnderTest> {
  const started = await Promise.all(
    Array.from({ length: servers }, () => TestServer.start(refusing(answer))),
  );
  return {
    model: new OpenAiModel({ model: "m", baseUrls: started.map(({ url }) => url), concurrency: 8 }),
    draws,
    impossible,
    prompt,
    close: async () => void (await Promise.all(started.map((server) => server.close()))),
  };
}

const allAtOnce: Answer = (asked) => choices(asked, plainTexts(asked));
const onlyOne: Answer = (asked) => choices(asked, plainTexts(asked, 1));
const refusingN: Answer = (asked) =>
  asked.body.n === undefined
    ? choices(asked, plainTexts(asked))
    : { status: 422, body: { detail: "n is not supported" } };
const chat = [{ role: "user" as const, content: "Problem" }];

conformsToModel("chat", () => endpoint(allAtOnce, chat));
conformsToModel("plain completions", () => endpoint(allAtOnce, "Problem <think>"));
conformsToModel("two servers", () => endpoint(allAtOnce, chat, 2));
conformsToModel("a server that ignores n", () => endpoint(onlyOne, chat));
conformsToModel("a server that refuses n", () => endpoint(refusingN, "Problem"));

async function replayed(lines: object[], name: string, folder?: string): Promise<ModelUnderTest> {
  const made = await mkdtemp(join(tmpdir(), "assay-replay-"));
  await writeFile(join(made, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return {
    model: await ReplayModel.open(folder === undefined ? join(made, name) : made),
    draws,
    impossible,
    prompt: chat,
    close: () => rm(made, { recursive: true }),
  };
}

conformsToModel("replay of a file", () =>
  replayed(
    draws.map((_, sample) => ({ problem: 1, text: `completion ${sample}` })),
    "completions.jsonl",
  ),
);
conformsToModel("replay of a run", () =>
  replayed(
    [
      { v: 1, id: "task/1#0-2", kind: "draw", input: {}, error: { reason: "provider", message: "down" } },
      {
        v: 1,
        id: "task/1#0-2",
        kind: "draw",
        input: {},
        outcome: {
          completions: draws.map(({ key }, i) => ({ key, text: `completion ${i}`, finish: "stop" })),
        },
      },
    ],
    "samples.jsonl",
    "run",
  ),
);
