// The runtime with a model whose answers follow by arithmetic.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  contextLength,
  endId,
  greedyAfter,
  idsOf,
  idsOfChat,
  type Kind,
  logprobsAfter,
  textOf,
  tinyModel,
  vocabulary,
} from "../../test/embedded/tiny-model.ts";
import { EmbeddedError } from "./embedded-error.ts";
import type { Delta, LanguageModel, Sample, Sampling } from "./language-model.ts";
import { openEmbedded } from "./open.ts";

const opened: (() => Promise<void>)[] = [];
async function open(kind: Kind = {}): Promise<LanguageModel> {
  const { path, remove } = await tinyModel(kind);
  const model = await openEmbedded(path, { ownThread: false });
  opened.push(async () => {
    await model.close();
    await remove();
  });
  return model;
}
afterAll(async () => {
  for (const close of opened) await close();
});

const prompt = " red apple,2 green apple";
const longer = `${prompt} tree4567 blue pearhouse,cat123 tree.`;

async function one(model: LanguageModel, text: string, sampling: Sampling, seed = 1): Promise<Sample> {
  const { samples } = await model.ask({ prompt: { text }, sampling, seeds: [{ seed, index: 0 }] });
  return samples[0]!;
}

describe("a model", () => {
  let model: LanguageModel;
  beforeAll(async () => {
    model = await open();
  });

  it("says what it is", () => {
    expect(model).toMatchObject({ name: "tiny", contextLength, vocabularySize: vocabulary.length });
  });

  it.each([prompt, longer, "7"])(
    "goes on with the most likely tokens, as arithmetic says: %s",
    async (text) => {
      const expected = greedyAfter(idsOf(text), 20);
      const sample = await one(model, text, { temperature: 0, maxTokens: 20 });
      expect(sample.text).toBe(textOf(expected));
      expect(sample.finish).toBe(expected.length < 20 ? "stop" : "length");
    },
  );

  it("tells each token's logprob and the most likely ones, whatever the temperature", async () => {
    const { logprobs } = await one(model, longer, { temperature: 0.7, maxTokens: 30, topLogprobs: 3 });
    expect(logprobs!.length).toBeGreaterThan(1);
    const ids = [...idsOf(longer)];
    for (const { token, logprob, top } of logprobs!) {
      const expected = logprobsAfter(ids);
      const id = vocabulary.indexOf(token);
      expect(logprob).toBeCloseTo(expected[id]!, 4);
      const best = vocabulary.map((_, each) => each).sort((a, b) => expected[b]! - expected[a]!);
      expect(top.map((each) => each.token)).toEqual(best.slice(0, 3).map((each) => vocabulary[each]));
      top.forEach((each, place) => {
        expect(each.logprob).toBeCloseTo(expected[best[place]!]!, 4);
      });
      ids.push(id);
    }
  });

  it("draws as often as the probabilities say", async () => {
    const draws = 4000;
    const seeds = Array.from({ length: draws }, (_, index) => ({ seed: 5, index }));
    const kind = { sharpness: 0.3 };
    const unsure = await open(kind);
    const { samples } = await unsure.ask({ prompt: { text: "7" }, sampling: { maxTokens: 1 }, seeds });
    const expected = logprobsAfter(idsOf("7"), kind).map(Math.exp);
    const likely = vocabulary.map((_, id) => id).filter((id) => id > 4 && expected[id]! > 0.03);
    expect(likely.length).toBeGreaterThan(3);
    for (const id of likely) {
      const share = samples.filter(({ text }) => text === vocabulary[id]).length / draws;
      const deviation = Math.sqrt((expected[id]! * (1 - expected[id]!)) / draws);
      expect(Math.abs(share - expected[id]!)).toBeLessThan(5 * deviation);
    }
  });

  it("puts a conversation into its template", async () => {
    const content = "red apple";
    const ask = (ending: "turn" | "continue", messages: { role: string; content: string }[]) =>
      model.ask({
        prompt: { messages, ending },
        sampling: { temperature: 0, maxTokens: 12 },
        seeds: [{ seed: 1, index: 0 }],
      });
    const turn = await ask("turn", [{ role: "user", content }]);
    expect(turn.samples[0]!.text).toBe(textOf(greedyAfter(idsOfChat(content), 12)));
    expect(turn.promptTokens).toBe(idsOfChat(content).length);
    const begun = " tree.\n\n";
    const continued = await ask("continue", [
      { role: "user", content },
      { role: "assistant", content: begun },
    ]);
    const ids = [...idsOfChat(content), ...idsOf(begun)];
    expect(continued.promptTokens).toBe(ids.length);
    expect(continued.samples[0]!.text).toBe(textOf(greedyAfter(ids, 12)));
  });

  it("ends before a stop string, also one that is spread over tokens, and says which", async () => {
    const sampling = { maxTokens: 40, temperature: 1 };
    const whole = (await one(model, longer, sampling, 3)).text;
    const stop = whole.slice(7, 12);
    const sample = await one(model, longer, { ...sampling, stop: ["never", stop], topLogprobs: 0 }, 3);
    expect(sample).toMatchObject({
      text: whole.slice(0, whole.indexOf(stop)),
      finish: "stop",
      stopReason: stop,
    });
    const tokens = sample.logprobs!.map(({ token }) => vocabulary.indexOf(token));
    expect(textOf(tokens).startsWith(sample.text)).toBe(true);
    expect(sample.logprobs!.every(({ start }) => start < sample.text.length)).toBe(true);
  });

  it("ends at the end of its context", async () => {
    const room = contextLength - idsOf(prompt).length;
    expect(greedyAfter(idsOf(prompt), room)).toHaveLength(room); // It would not end by itself.
    const { finish, tokens } = await one(model, prompt, { temperature: 0, maxTokens: 1000 });
    expect({ finish, tokens }).toEqual({ finish: "length", tokens: room });
  });

  it("refuses what it cannot do, naming the field", async () => {
    const ask = (text: string, sampling: Sampling = {}, seed = 1) => one(model, text, sampling, seed);
    await expect(ask("7".repeat(contextLength))).rejects.toMatchObject({
      kind: "request",
      field: "prompt",
      message: expect.stringContaining(`the prompt has ${contextLength} tokens`),
    });
    await expect(ask("")).rejects.toMatchObject({ kind: "request", field: "prompt" });
    await expect(ask("7", { stop: [""] })).rejects.toMatchObject({ kind: "request", field: "stop" });
    await expect(ask("7", {}, 0.5)).rejects.toMatchObject({ kind: "request", field: "seed" });
    const unknown = model.ask({ prompt: { ids: [999] }, sampling: {}, seeds: [{ seed: 1, index: 0 }] });
    await expect(unknown).rejects.toThrow("the model has no token 999");
  });
});

describe("a sample is the same", () => {
  let model: LanguageModel;
  beforeAll(async () => {
    model = await open();
  });
  const sampling: Sampling = { temperature: 1, maxTokens: 60, topLogprobs: 2 };
  const texts = Array.from(
    { length: 30 },
    (_, i) => `${longer.slice(0, 8 + i)}${i} tree${prompt.slice(0, i)}`,
  );
  const ask = (text: string, from: number, to: number) =>
    model
      .ask({
        prompt: { text },
        sampling,
        seeds: Array.from({ length: to - from }, (_, i) => ({ seed: 11, index: from + i })),
      })
      .then(({ samples }) => samples);

  it("bit by bit, alone and among a hundred others, first and later", async () => {
    const alone: Sample[][] = [];
    for (const text of texts) alone.push(await ask(text, 0, 2));
    const together = await Promise.all(texts.map((text) => ask(text, 0, 4)));
    together.forEach((samples, i) => {
      expect(samples.slice(0, 2)).toEqual(alone[i]);
    });
    const fresh = await open();
    const backwards = await Promise.all(
      texts
        .toReversed()
        .map((text) => fresh.ask({ prompt: { text }, sampling, seeds: [{ seed: 11, index: 3 }] })),
    );
    backwards.toReversed().forEach(({ samples }, i) => {
      expect(samples[0]).toEqual(together[i]![3]);
    });
  });

  it("when it joins while others run", async () => {
    const [text] = texts;
    const alone = await ask(text!, 0, 1);
    const others = texts.map((each) => ask(each, 0, 2));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await ask(text!, 0, 1)).toEqual(alone);
    await Promise.all(others);
  });

  it("but not with another seed or place", async () => {
    const samples = await ask(longer, 0, 8);
    expect(new Set(samples.map(({ text }) => text)).size).toBeGreaterThan(4);
  });
});

describe("what is asked", () => {
  it("can be taken back, and the rest goes on", async () => {
    const model = await open();
    const stop = new AbortController();
    const request = {
      prompt: { text: prompt },
      sampling: { maxTokens: 60 },
      seeds: Array.from({ length: 64 }, (_, index) => ({ seed: 1, index })),
    };
    const [taken, left] = [model.ask(request, { signal: stop.signal }), model.ask(request)];
    setTimeout(() => stop.abort(), 2);
    await expect(taken).rejects.toMatchObject({ kind: "stopped" });
    expect((await left).samples).toHaveLength(64);
    await expect(model.ask(request, { signal: stop.signal })).rejects.toMatchObject({ kind: "stopped" });
  });

  it("fails as stopped when the model is closed", async () => {
    const { path, remove } = await tinyModel();
    const model = await openEmbedded(path, { ownThread: false });
    const asked = expect(one(model, prompt, {})).rejects.toBeInstanceOf(EmbeddedError);
    await model.close();
    await asked;
    await expect(one(model, prompt, {})).rejects.toMatchObject({ kind: "stopped" });
    await remove();
  });

  it("comes in pieces that make up the whole, and nothing is taken back", async () => {
    const model = await open();
    const deltas: Delta[] = [];
    const { samples } = await model.ask(
      {
        prompt: { text: longer },
        sampling: { maxTokens: 40, stop: ["85", " pear8"], topLogprobs: 1 },
        seeds: Array.from({ length: 12 }, (_, index) => ({ seed: 2, index })),
      },
      { onDelta: (delta) => deltas.push(delta) },
    );
    samples.forEach(({ text, logprobs }, place) => {
      const own = deltas.filter(({ sample }) => sample === place);
      expect(own.map((delta) => delta.text).join("")).toBe(text);
      expect(own.flatMap((delta) => delta.logprobs!)).toEqual(logprobs);
    });
    expect(samples.some(({ stopReason }) => stopReason !== null)).toBe(true);
  });

  it("is computed once where it is greedy and the same, and each may take it back", async () => {
    const model = await open();
    const stop = new AbortController();
    const ask = (signal?: AbortSignal) =>
      model.ask(
        {
          prompt: { text: longer },
          sampling: { temperature: 0, maxTokens: 20 },
          seeds: [1, 2].map((seed) => ({ seed, index: 0 })),
        },
        { signal },
      );
    const [taken, ...kept] = [ask(stop.signal), ask(), ask()];
    stop.abort();
    await expect(taken).rejects.toMatchObject({ kind: "stopped" });
    for (const { samples } of await Promise.all(kept)) {
      expect(samples.map(({ text }) => text)).toEqual(Array(2).fill(textOf(greedyAfter(idsOf(longer), 20))));
    }
  });
});

describe("other kinds of models", () => {
  it("with a cache in half precision", async () => {
    const model = await open({ half: true });
    const { logprobs } = await one(model, longer, { maxTokens: 20, topLogprobs: 0 }, 4);
    const ids = [...idsOf(longer)];
    for (const { token, logprob } of logprobs!) {
      const id = vocabulary.indexOf(token);
      expect(logprob).toBeCloseTo(logprobsAfter(ids)[id]!, 1);
      ids.push(id);
    }
  });

  it("that count slots, and so run only with rows of the same length", async () => {
    const model = await open({ countsSlots: true });
    const texts = [prompt, longer, "7", `${prompt}5`];
    const found = await Promise.all(texts.map((text) => one(model, text, { temperature: 0, maxTokens: 15 })));
    expect(found.map(({ text }) => text)).toEqual(texts.map((text) => textOf(greedyAfter(idsOf(text), 15))));
  });

  it("that end their turn", async () => {
    const model = await open({ sharpness: 0 }); // All tokens are then equally likely.
    const seeds = Array.from({ length: 200 }, (_, index) => ({ seed: 9, index }));
    const { samples } = await model.ask({ prompt: { text: prompt }, sampling: { maxTokens: 26 }, seeds });
    const ended = samples.filter(({ finish }) => finish === "stop");
    expect(ended.length).toBeGreaterThan(100);
    for (const { text, stopReason } of ended) {
      expect(stopReason).toBeNull();
      expect(text).not.toContain(vocabulary[endId]);
    }
  });
});
