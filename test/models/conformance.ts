// What every kind of model keeps to, whatever is behind it.

import { describe, expect, it } from "vitest";
import type { Draw, GenerateRequest, Model } from "../../src/models/model.ts";
import { ProviderError } from "../../src/models/provider-error.ts";

export interface Conforming {
  model: Model;
  /** Draws that the model has an answer to, and one that it never has. */
  draws: [Draw, ...Draw[]];
  impossible: Draw;
  prompt: GenerateRequest["prompt"];
  close(): Promise<void>;
}

export function conformsToModel(kind: string, open: () => Promise<Conforming>): void {
  const using = async (use: (conforming: Conforming) => Promise<void>) => {
    const conforming = await open();
    try {
      await use(conforming);
    } finally {
      await conforming.model.close();
      await conforming.close();
    }
  };

  describe(`a model: ${kind}`, () => {
    it("gives one completion for one draw", () =>
      using(async ({ model, draws, prompt }) => {
        const { completions, failures } = await model.generate({ prompt, sampling: {}, draws: [draws[0]] });
        expect(completions).toHaveLength(1);
        expect(completions[0]).toMatchObject({ index: 0, text: expect.any(String) });
        expect(failures).toEqual([]);
      }));

    it("gives a completion for each draw, in order", () =>
      using(async ({ model, draws, prompt }) => {
        const { completions, failures } = await model.generate({ prompt, sampling: {}, draws });
        expect(completions.map(({ index }) => index)).toEqual(draws.map((_, index) => index));
        expect(new Set(completions.map(({ text }) => text)).size).toBe(draws.length);
        expect(failures).toEqual([]);
      }));

    it("gives the same again for the same request", () =>
      using(async ({ model, draws, prompt }) => {
        const texts = async () => {
          const { completions } = await model.generate({ prompt, sampling: {}, draws });
          return completions.map(({ text }) => text);
        };
        const first = await texts();
        expect(await texts()).toEqual(first);
      }));

    it("counts tokens, and has a name", () =>
      using(async ({ model, draws, prompt }) => {
        const { usage } = await model.generate({ prompt, sampling: {}, draws });
        expect(usage.inputTokens).toBeGreaterThanOrEqual(0);
        expect(usage.outputTokens).toBeGreaterThanOrEqual(0);
        expect(model.name).not.toBe("");
      }));

    it("answers many requests at once", () =>
      using(async ({ model, draws, prompt }) => {
        const many = Array.from({ length: 40 }, () => model.generate({ prompt, sampling: {}, draws }));
        const texts = (await Promise.all(many)).map(({ completions }) => completions.map(({ text }) => text));
        expect(new Set(texts.map((each) => JSON.stringify(each))).size).toBe(1);
      }));

    it("fails with a provider's error that says whether to try again", () =>
      using(async ({ model, impossible, prompt }) => {
        const failed = model.generate({ prompt, sampling: {}, draws: [impossible] });
        await expect(failed).rejects.toBeInstanceOf(ProviderError);
        await expect(failed).rejects.toMatchObject({ isRetryable: false });
      }));

    it("shows a request without asking", () =>
      using(async ({ model, draws, prompt }) => {
        expect(JSON.stringify(model.preview({ prompt, sampling: {}, draws }))).toContain("{");
      }));
  });
}
