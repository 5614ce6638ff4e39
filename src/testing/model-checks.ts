// Requirements for every kind of model.

import assert from "node:assert/strict";
import type { Draw, GenerateRequest, Model } from "../models/model.ts";
import { ProviderError } from "../models/provider-error.ts";
import { assertSame, type Check, failureOf, using } from "./check.ts";

export interface ModelUnderTest {
  model: Model;
  prompt: GenerateRequest["prompt"];
  /** Draws that the model answers, each in a different way, and in the same way for the same seed. */
  draws: [Draw, ...Draw[]];
  /** A draw that it always refuses. */
  impossible: Draw;
  /** Closes the resources of the model; the model itself is closed before. */
  close(): Promise<void>;
}

/** The number of simultaneous requests. */
const many = 40;

/** @param open called once for each check */
export function modelChecks(open: () => Promise<ModelUnderTest>): Check[] {
  const check = (name: string, use: (conforming: ModelUnderTest) => Promise<void>): Check => ({
    name,
    run: () => using(open, ({ model }) => model, use),
  });
  return [
    check("gives one completion for one draw", async ({ model, draws, prompt }) => {
      const { completions, failures } = await model.generate({ prompt, sampling: {}, draws: [draws[0]] });
      assertSame(
        completions.map(({ index, text }) => [index, typeof text]),
        [[0, "string"]],
      );
      assertSame(failures, []);
    }),
    check("gives a completion for each draw, in order", async ({ model, draws, prompt }) => {
      const { completions, failures } = await model.generate({ prompt, sampling: {}, draws });
      assertSame(
        completions.map(({ index }) => index),
        draws.map((_, index) => index),
      );
      assert.equal(new Set(completions.map(({ text }) => text)).size, draws.length, "two texts are the same");
      assertSame(failures, []);
    }),
    check("gives the same completion for the same request", async (conforming) => {
      assertSame(await texts(conforming), await texts(conforming));
    }),
    check("counts tokens, and has a name", async ({ model, draws, prompt }) => {
      const { usage } = await model.generate({ prompt, sampling: {}, draws });
      assert.ok(usage.inputTokens >= 0);
      assert.ok(usage.outputTokens >= 0);
      assert.notEqual(model.name, "");
    }),
    check("answers many requests at once", async (conforming) => {
      const all = await Promise.all(Array.from({ length: many }, () => texts(conforming)));
      for (const each of all) assertSame(each, all[0]);
    }),
    check(
      "fails with a provider's error that says whether to try again",
      async ({ model, impossible, prompt }) => {
        const failure = await failureOf(model.generate({ prompt, sampling: {}, draws: [impossible] }));
        assert.ok(failure instanceof ProviderError, `it should be a ProviderError, not: ${failure}`);
        assert.equal(failure.isRetryable, false);
      },
    ),
    check("shows a request without sending it", async ({ model, draws, prompt }) => {
      assert.match(JSON.stringify(model.preview({ prompt, sampling: {}, draws })), /\{/);
    }),
  ];
}

async function texts({ model, draws, prompt }: ModelUnderTest): Promise<string[]> {
  const { completions } = await model.generate({ prompt, sampling: {}, draws });
  return completions.map(({ text }) => text);
}
