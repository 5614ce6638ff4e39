// The two models of the package, with their real weights.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Engine } from "../../src/embedded/engine.ts";
import { modelFolderOf, packagedModels } from "../../src/embedded/find-model.ts";
import type { Message, Sampling } from "../../src/embedded/language-model.ts";
import { readModelFolder } from "../../src/embedded/model-folder.ts";
import { TextTokens } from "../../src/embedded/text-tokens.ts";

interface Solution {
  problem: string;
  steps: string[];
  /** The first wrong step; -1 if there is none. */
  label: number;
}

const solutions = readFileSync(new URL("../../models/arith-steps.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Solution);

const greedy: Sampling = { temperature: 0, maxTokens: 200 };
const ask = (model: Engine, messages: Message[], sampling: Sampling, ending: "turn" | "continue" = "turn") =>
  model
    .ask({ prompt: { messages, ending }, sampling, seeds: [{ seed: 1, index: 0 }] })
    .then(({ samples }) => samples[0]!);

it.each(packagedModels)(
  "the tokenizer of %s gives back every problem and every labelled solution",
  async (name) => {
    const tokens = await TextTokens.open(await readModelFolder(modelFolderOf(name)));
    for (const { problem, steps } of solutions) {
      const text = [problem, ...steps, "[Right]"].join("\n\n");
      expect(tokens.decode(tokens.encode({ text }))).toBe(text);
    }
  },
);

describe("the policy", () => {
  let policy: Engine;
  beforeAll(async () => {
    policy = await Engine.open(modelFolderOf("policy"));
  });
  afterAll(() => policy.close());

  it("ends its solutions with an answer in a box", async () => {
    const found = await Promise.all(
      solutions.slice(0, 24).map(({ problem }) => ask(policy, [{ role: "user", content: problem }], greedy)),
    );
    for (const { text, finish } of found) {
      expect(finish).toBe("stop");
      expect(text).toMatch(/^So the answer is \\boxed\{\d+\}\.$/m);
    }
  });

  it("goes on from the steps that are there", async () => {
    const { problem, steps } = solutions.find(({ label }) => label === -1)!;
    const messages = [
      { role: "user", content: problem },
      { role: "assistant", content: `${steps.slice(0, -1).join("\n\n")}\n\n` },
    ];
    const { text } = await ask(policy, messages, greedy, "continue");
    expect(text).toBe(steps.at(-1));
  });
});

describe("the judge", () => {
  let judge: Engine;
  beforeAll(async () => {
    judge = await Engine.open(modelFolderOf("prm"));
  });
  afterAll(() => judge.close());

  /** As in the specification: one turn for each step, with a word of approval after each right one. */
  const conversation = ({ problem, steps }: Solution, step: number): Message[] =>
    steps
      .slice(0, step + 1)
      .flatMap((text, place) => [
        { role: "user", content: place === 0 ? `${problem}\n\n${text}` : text },
        ...(place < step ? [{ role: "assistant", content: "[Right] Well done." }] : []),
      ]);

  it("finds the wrong step, and is sure of its verdict in one token", async () => {
    const wrong = solutions.filter(({ label }) => label > 0).slice(0, 12);
    const verdicts = await Promise.all(
      wrong.flatMap((solution) =>
        [solution.label - 1, solution.label].map((step) =>
          ask(judge, conversation(solution, step), { ...greedy, topLogprobs: 2 }),
        ),
      ),
    );
    const said = verdicts.map(({ text }) => /\[(Right|Wrong)\]$/.exec(text)?.[1]);
    const expected = wrong.flatMap(() => ["Right", "Wrong"]);
    const agreed = said.filter((verdict, place) => verdict === expected[place]);
    expect(agreed.length).toBeGreaterThanOrEqual(expected.length - 2);
    for (const [place, { logprobs }] of verdicts.entries()) {
      const { token, logprob } = logprobs!.at(-2)!;
      expect(token).toBe(said[place]);
      expect(Math.exp(logprob)).toBeGreaterThan(0.4);
    }
  });
});
