// The requests to an OpenAI-compatible server, and the reading of its answers.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choices, plainAnswer, plainTexts, TestServer } from "../../test/models/server.ts";
import { Endpoint } from "./endpoint.ts";
import type { Draw, GenerateRequest, Sampling } from "./model.ts";
import { OpenAiModel, type OpenAiOptions } from "./openai.ts";

let server: TestServer;
let model: OpenAiModel;
beforeEach(async () => {
  server = await TestServer.start();
  model = open({});
});
afterEach(async () => {
  await model.close();
  await server.close();
});

const open = (options: Partial<OpenAiOptions>) =>
  new OpenAiModel({ model: "m", baseUrls: [server.url], concurrency: 4, ...options });

const request = (sampling: Sampling = {}, n = 1): GenerateRequest => ({
  prompt: [{ role: "user", content: "Q" }],
  sampling,
  draws: [0, 1, 2, 3].slice(0, n).map((i) => ({ key: `t/1#${i}`, seed: 5 + i })) as [Draw, ...Draw[]],
});

describe("what is sent", () => {
  it("is what was given, and nothing else", async () => {
    await model.generate({ ...request(), draws: [{ key: "k" }] });
    expect(server.asked[0]).toMatchObject({ path: "/v1/chat/completions" });
    expect(server.asked[0]!.body).toEqual({ model: "m", messages: [{ role: "user", content: "Q" }] });
  });

  it("has every sampling parameter under the server's name for it", async () => {
    const sampling = { maxTokens: 9, temperature: 0, topP: 0.9, topK: 3, stop: ["\n"], topLogprobs: 2 };
    await model.generate(request(sampling, 2));
    const { body } = server.asked[0]!;
    expect(body).toMatchObject({
      max_tokens: 9,
      temperature: 0,
      top_p: 0.9,
      top_k: 3,
      stop: ["\n"],
      logprobs: true,
      top_logprobs: 2,
      n: 2,
      seed: 5,
    });
  });

  it("asks in plain mode for a text, where logprobs are a number", async () => {
    await model.generate({ ...request({ topLogprobs: 2 }), prompt: "P" });
    expect(server.asked[0]).toMatchObject({ path: "/v1/completions", body: { prompt: "P", logprobs: 2 } });
  });

  it("adds extra fields, and takes away those that are null there", async () => {
    model = open({ extraBody: { chat_template_kwargs: { enable_thinking: false }, seed: null } });
    await model.generate(request());
    const { body } = server.asked[0]!;
    expect(body.chat_template_kwargs).toEqual({ enable_thinking: false });
    expect(body).not.toHaveProperty("seed");
  });

  it("carries the key as a bearer token", async () => {
    model = open({ apiKey: "sk-secret" });
    await model.generate(request());
    expect(server.asked[0]!.headers.authorization).toBe("Bearer sk-secret");
  });
});

describe("n completions", () => {
  it("are asked for in one request", async () => {
    await model.generate(request({}, 4));
    expect(server.asked).toHaveLength(1);
  });

  it("are asked for one by one, each with its own seed, once a server is known to ignore n", async () => {
    server.answerWith((asked) => choices(asked, plainTexts(asked, 1)));
    await model.generate(request({}, 3));
    await model.generate(request({}, 3));
    const sent = server.asked.map(({ body }) => [body.n, body.seed]);
    expect(sent.slice(0, 1)).toEqual([[3, 5]]);
    expect(sent.slice(1, 3)).toEqual([6, 7].map((seed) => [undefined, seed]));
    expect(sent.slice(3)).toEqual([5, 6, 7].map((seed) => [undefined, seed]));
  });

  it("survive the failure of one among those that are asked for alone", async () => {
    server.answerWith((asked) =>
      asked.body.n !== undefined || asked.body.seed === 6
        ? { status: 400, body: { error: { message: "no" } } }
        : choices(asked, plainTexts(asked)),
    );
    const { completions, failures } = await model.generate(request({}, 3));
    expect(completions.map(({ index }) => index)).toEqual([0, 2]);
    expect(failures.map(({ index }) => index)).toEqual([1]);
  });

  it("are no more than were asked for", async () => {
    server.answerWith((asked) => choices(asked, plainTexts(asked, 7)));
    expect((await model.generate(request({}, 2))).completions).toHaveLength(2);
    expect((await model.generate(request())).completions).toHaveLength(1);
  });

  it("fail with the first error where it was not n that was refused", async () => {
    server.answerWith(() => ({ status: 400, body: { error: { message: "the prompt is too long" } } }));
    await expect(model.generate(request({}, 3))).rejects.toThrow("the prompt is too long");
  });
});

describe("an answer", () => {
  const reply = (choice: object, rest: object = {}) =>
    server.answerWith(() => ({
      body: { choices: [{ index: 0, finish_reason: "stop", ...choice }], ...rest },
    }));
  const only = async () => (await model.generate(request())).completions[0]!;

  it("has its reasoning apart, under both names", async () => {
    reply({ message: { content: "a", reasoning_content: "r" } });
    expect(await only()).toMatchObject({ text: "a", reasoning: "r" });
    reply({ message: { content: "a", reasoning: "r" } });
    expect(await only()).toMatchObject({ reasoning: "r" });
  });

  it("with a content of null is an empty text", async () => {
    reply({ message: { content: null, reasoning_content: "r" }, finish_reason: "length" });
    expect(await only()).toMatchObject({ text: "", reasoning: "r", finish: "length" });
  });

  it("tells the stop as vLLM and SGLang do, and nothing where the server is silent", async () => {
    reply({ message: { content: "a" }, stop_reason: "\n\n" });
    expect((await only()).stopReason).toBe("\n\n");
    reply({ message: { content: "a" }, stop_reason: null });
    expect((await only()).stopReason).toBeNull();
    reply({ message: { content: "a" }, matched_stop: 7 });
    expect((await only()).stopReason).toBe(7);
    reply({ message: { content: "a" } });
    expect((await only()).stopReason).toBeUndefined();
  });

  it("has its logprobs in one shape, from chat and from plain completions", async () => {
    const shape = [{ token: "x", logprob: -0.5, top: [{ token: "y", logprob: -1 }] }];
    const top = [{ token: "y", logprob: -1 }];
    reply({
      message: { content: "x" },
      logprobs: { content: [{ token: "x", logprob: -0.5, top_logprobs: top }] },
    });
    expect((await only()).logprobs).toEqual(shape);
    reply({ text: "x", logprobs: { tokens: ["x"], token_logprobs: [-0.5], top_logprobs: [{ y: -1 }] } });
    expect((await only()).logprobs).toEqual(shape);
  });

  it("takes a logprob of null for a probability of zero", async () => {
    const top = [{ token: "y", logprob: null }];
    reply({
      message: { content: "x" },
      logprobs: { content: [{ token: "x", logprob: 0, top_logprobs: top }] },
    });
    const zero = [{ token: "y", logprob: Number.NEGATIVE_INFINITY }];
    expect((await only()).logprobs).toEqual([{ token: "x", logprob: 0, top: zero }]);
    reply({ text: "x", logprobs: { tokens: ["x"], token_logprobs: [0], top_logprobs: [{ y: null }] } });
    expect((await only()).logprobs).toEqual([{ token: "x", logprob: 0, top: zero }]);
  });

  it("may leave out or null whatever a completion can do without", async () => {
    server.answerWith(() => ({ body: { choices: [{ message: {} }], usage: null, model: null } }));
    const { completions, usage, servedModel } = await model.generate(request());
    expect(completions).toEqual([{ index: 0, text: "", finish: null }]);
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0 });
    expect(servedModel).toBeUndefined();
    reply({ message: { content: "x", reasoning_content: "" }, logprobs: { content: null } });
    expect(await only()).toEqual({ index: 0, text: "x", finish: "stop", logprobs: [] });
    reply({ text: "x", logprobs: { tokens: ["x"], content: null } });
    expect((await only()).logprobs).toEqual([]);
    reply({ text: "x", logprobs: { tokens: [12], token_logprobs: [-1] } });
    expect((await only()).logprobs).toEqual([]);
    const content = [{ token: "x", logprob: -1 }];
    reply({ text: "x", logprobs: { tokens: null, token_logprobs: null, top_logprobs: null, content } });
    expect((await only()).logprobs).toEqual([{ token: "x", logprob: -1, top: [] }]);
    reply({ text: "x", logprobs: { tokens: ["x"], token_logprobs: [null], top_logprobs: [[["x", -1]]] } });
    expect((await only()).logprobs).toEqual([{ token: "x", logprob: 0, top: [] }]);
  });

  it.each([
    [[], "the answer is not an object"],
    [{ object: "error", message: "out of memory" }, "no choices): out of memory"],
    [{ choices: {} }, "choices is not a list"],
    [{ choices: [] }, "choices are empty"],
    [{ choices: ["x"] }, "a choice is not an object"],
    [{ choices: [{ index: "0" }] }, "index is not a number"],
    [{ choices: [{ message: "x" }] }, "message is not an object"],
    [{ choices: [{ message: { content: [{ type: "text" }] } }] }, "content is not a string"],
    [{ choices: [{ message: { content: "x", reasoning: 3 } }] }, "reasoning is not a string"],
    [{ choices: [{ text: 3 }] }, "text is not a string"],
    [{ choices: [{ text: "x", finish_reason: 1 }] }, "finish_reason is not a string"],
    [{ choices: [{ text: "x", stop_reason: {} }] }, "stop_reason is not a string"],
    [{ choices: [{ text: "x", logprobs: [] }] }, "logprobs is not an object"],
    [{ choices: [{ text: "x", logprobs: { content: [{ token: "x" }] } }] }, "a token has no logprob"],
    [
      { choices: [{ text: "x", logprobs: { content: [{ token: 1, logprob: 0 }] } }] },
      "a token is not a string",
    ],
    ['{"choices":[{"text":"x"}],"usage":{"completion_tokens":1e999}}', "completion_tokens is not a number"],
    ['{"choices":[{"text":"x"}],"usage":{"prompt_tokens":-1e999}}', "prompt_tokens is not a number"],
    [
      { choices: [{ text: "x", logprobs: { tokens: ["x"], token_logprobs: ["0"] } }] },
      "token_logprobs is not a number",
    ],
    [{ choices: [{ text: "x" }], usage: { prompt_tokens: "7" } }, "prompt_tokens is not a number"],
    [{ choices: [{ text: "x" }], model: 3 }, "model is not a string"],
  ])("that is none says what is wrong with it: %j", async (body, words) => {
    await model.close();
    model = open({ tries: 1 });
    server.answerWith(() => ({ body }));
    const failure = await model.generate(request()).catch((error) => error);
    expect(failure).toMatchObject({ failure: "response", isRetryable: true });
    expect(failure.message).toContain(words);
  });

  it("keeps the order of the choices' own numbers", async () => {
    server.answerWith(() => ({
      body: {
        choices: [1, 0].map((index) => ({ index, message: { content: `${index}` }, finish_reason: "stop" })),
      },
    }));
    const { completions } = await model.generate(request({}, 2));
    expect(completions.map(({ text }) => text)).toEqual(["0", "1"]);
  });

  it("takes a choice that was sent twice for one, and asks for the other", async () => {
    const choice = (index: number, content: string) => ({
      index,
      message: { content },
      finish_reason: "stop",
    });
    server.answerWith(({ body }) => ({
      body: { choices: body.n ? [choice(0, "a"), choice(0, "a"), choice(1, "b")] : [choice(0, "c")] },
    }));
    const { completions } = await model.generate(request({}, 3));
    expect(completions.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });

  it("takes choices of one number that differ as they come, since some servers do not count", async () => {
    const choice = (content: string) => ({ index: 0, message: { content }, finish_reason: "stop" });
    server.answerWith(() => ({ body: { choices: [choice("a"), choice("b")] } }));
    const { completions, requests } = await model.generate(request({}, 2));
    expect(completions.map(({ text }) => text)).toEqual(["a", "b"]);
    expect(requests).toBeUndefined();
  });

  it("tells tokens, and the model that the server says it is", async () => {
    server.answerWith(plainAnswer);
    const { usage, servedModel } = await model.generate(request({}, 2));
    expect(usage).toEqual({ inputTokens: 7, outputTokens: 6 });
    expect(servedModel).toBe("m-served");
  });
});

describe("an answer that cannot be read", () => {
  const nested = "[".repeat(200_000) + "]".repeat(200_000);

  it.each([
    ["nested without end", nested],
    ["nested where the choices should be", `{"choices": ${nested}}`],
    ["nested in a field that nobody knows", `{"error": ${nested}}`],
    ["nested in a choice", `{"choices": [{"message": {"content": ${nested}}}]}`],
  ])("fails its own request alone: %s", async (_, body) => {
    server.answerWith((asked) => (asked.body.seed === 5 ? { body } : choices(asked, plainTexts(asked))));
    model = open({ tries: 2, backoff: { firstMs: 1, mostMs: 1 } });
    const [bad, good] = await Promise.allSettled([
      model.generate(request()),
      model.generate({ ...request(), draws: [{ key: "other", seed: 6 }] }),
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: { name: "ProviderError", failure: "response" } });
    expect(good).toMatchObject({ status: "fulfilled" });
  });

  it("fails its own request, whatever its reader throws", async () => {
    const endpoint = new Endpoint({ baseUrls: [server.url], concurrency: 1, tries: 1 });
    const read = () => {
      throw new RangeError("Maximum call stack size exceeded");
    };
    await expect(endpoint.post("/x", { messages: [] }, { key: "k", read })).rejects.toMatchObject({
      name: "ProviderError",
      failure: "response",
      message: expect.stringContaining("the answer cannot be read: Maximum call stack"),
    });
    await endpoint.close();
  });
});
