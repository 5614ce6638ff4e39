// OpenAI's Responses API and Anthropic's Messages API: the requests and the reading of the answers, which have the
// shapes in the two references.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestServer } from "../../test/models/server.ts";
import type { ModelSource } from "../config/config.ts";
import type { Draw, GenerateRequest, Model, Sampling } from "./model.ts";
import { openModel } from "./open-model.ts";

let server: TestServer;
let model: Model;
beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(async () => {
  await model.close();
  await server.close();
});

const open = async (source: Partial<ModelSource>) => {
  const environment = { KEY: "the-key-of-the-test" };
  model = await openModel(
    { kind: "openai", model: "m", baseUrl: server.url, maxTries: 1, ...source },
    { environment },
  );
  return model;
};

const request = (sampling: Sampling = {}, n = 1): GenerateRequest => ({
  prompt: [
    { role: "system", content: "S" },
    { role: "user", content: "Q" },
  ],
  sampling,
  draws: [0, 1, 2].slice(0, n).map((i) => ({ key: `t/1#${i}`, seed: 5 + i })) as [Draw, ...Draw[]],
});

const sampling: Sampling = {
  maxTokens: 900,
  temperature: 1,
  topP: 0.9,
  stop: ["END"],
  reasoningEffort: "high",
};

describe("the Responses API", () => {
  const response = {
    id: "resp_1",
    object: "response",
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "m-2026",
    output: [
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Add them." }] },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        content: [
          { type: "output_text", text: "It is ", annotations: [] },
          { type: "output_text", text: "\\boxed{4}.", annotations: [] },
        ],
      },
    ],
    usage: { input_tokens: 20, output_tokens: 50, output_tokens_details: { reasoning_tokens: 40 } },
  };

  it("is sent messages as input, under its own names, without a seed, and keeps nothing", async () => {
    server.answerWith(() => ({ body: response }));
    await (await open({ api: "responses", apiKeyEnv: "KEY" })).generate(request(sampling));
    expect(server.asked[0]).toMatchObject({ path: "/v1/responses" });
    expect(server.asked[0]!.headers.authorization).toBe("Bearer the-key-of-the-test");
    expect(server.asked[0]!.body).toEqual({
      model: "m",
      input: [
        { role: "system", content: "S" },
        { role: "user", content: "Q" },
      ],
      max_output_tokens: 900,
      temperature: 1,
      top_p: 0.9,
      stop: ["END"],
      reasoning: { effort: "high" },
      store: false,
    });
  });

  it("answers in items: reasoning apart from the text, and its tokens apart from the others", async () => {
    server.answerWith(() => ({ body: response }));
    const generation = await (await open({ api: "responses" })).generate(request());
    expect(generation).toMatchObject({
      completions: [{ index: 0, text: "It is \\boxed{4}.", reasoning: "Add them.", finish: "stop" }],
      usage: { inputTokens: 20, outputTokens: 50, reasoningTokens: 40 },
      servedModel: "m-2026",
    });
  });

  it("says that a response was cut off, as chat completions do", async () => {
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] };
    server.answerWith(() => ({ body: { ...response, ...cut } }));
    const { completions } = await (await open({ api: "responses" })).generate(request());
    expect(completions).toMatchObject([{ text: "", finish: "length" }]);
  });

  it("fails where the response did, with the server's words", async () => {
    const error = { code: "server_error", message: "out of order" };
    server.answerWith(() => ({ body: { ...response, status: "failed", error, output: [] } }));
    const asked = (await open({ api: "responses" })).generate(request());
    await expect(asked).rejects.toThrow(/the response failed.*out of order/);
  });

  it("is asked once for each of several samples", async () => {
    server.answerWith((_, number) => ({
      body: {
        ...response,
        output: [{ type: "message", content: [{ type: "output_text", text: `${number}` }] }],
      },
    }));
    const { completions, usage, requests } = await (await open({ api: "responses" })).generate(
      request({}, 3),
    );
    expect(completions.map(({ text }) => text).sort()).toEqual(["1", "2", "3"]);
    expect(server.asked.every(({ body }) => body.n === undefined)).toBe(true);
    expect({ usage, requests }).toEqual({
      usage: { inputTokens: 60, outputTokens: 150, reasoningTokens: 120 },
      requests: 3,
    });
  });
});

describe("the Messages API", () => {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m-2026",
    content: [
      { type: "thinking", thinking: "Add them.", signature: "c2ln" },
      { type: "text", text: "It is \\boxed{4}." },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: 20,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 0,
      output_tokens: 50,
    },
  };

  it("is sent the system message beside the others, its key and version in headers, and no seed", async () => {
    server.answerWith(() => ({ body: message }));
    await (await open({ api: "messages", apiKeyEnv: "KEY" })).generate(
      request({ ...sampling, thinkingBudget: 500 }),
    );
    const [{ path, headers, body }] = server.asked as [(typeof server.asked)[0]];
    expect(path).toBe("/v1/messages");
    expect(headers).toMatchObject({ "x-api-key": "the-key-of-the-test", "anthropic-version": "2023-06-01" });
    expect(headers.authorization).toBeUndefined();
    expect(body).toEqual({
      model: "m",
      system: "S",
      messages: [{ role: "user", content: "Q" }],
      max_tokens: 900,
      temperature: 1,
      top_p: 0.9,
      stop_sequences: ["END"],
      thinking: { type: "enabled", budget_tokens: 500 },
      output_config: { effort: "high" },
    });
  });

  it("answers in blocks: thinking apart from the text; what came from the cache is input too", async () => {
    server.answerWith(() => ({ body: message }));
    const { completions, usage } = await (await open({ api: "messages" })).generate(request());
    expect(completions).toEqual([
      { index: 0, text: "It is \\boxed{4}.", reasoning: "Add them.", finish: "stop", stopReason: null },
    ]);
    expect(usage).toEqual({ inputTokens: 25, outputTokens: 50 });
  });

  const ends: [object, object][] = [
    [{ stop_reason: "max_tokens" }, { finish: "length" }],
    [
      { stop_reason: "stop_sequence", stop_sequence: "END" },
      { finish: "stop", stopReason: "END" },
    ],
    [{ stop_reason: "refusal" }, { finish: "refusal" }],
  ];
  it.each(ends)("ends as %o", async (said, expected) => {
    server.answerWith(() => ({ body: { ...message, ...said } }));
    const { completions } = await (await open({ api: "messages" })).generate(request());
    expect(completions[0]).toMatchObject(expected);
  });

  it("sends an error in a body of its own, which is repeated", async () => {
    const error = { type: "invalid_request_error", message: "max_tokens: too many" };
    server.answerWith(() => ({ status: 400, body: { type: "error", error } }));
    const asked = (await open({ api: "messages" })).generate(request());
    await expect(asked).rejects.toThrow("max_tokens: too many");
  });
});

describe("chat completions", () => {
  it("are asked for an effort and a budget of reasoning, and count its tokens apart", async () => {
    server.answerWith(() => ({
      body: {
        choices: [{ index: 0, message: { content: "4" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 7 } },
      },
    }));
    const { usage } = await (await open({})).generate(
      request({ reasoningEffort: "low", thinkingBudget: 64 }),
    );
    expect(server.asked[0]!.body).toMatchObject({ reasoning_effort: "low", thinking_token_budget: 64 });
    expect(usage).toEqual({ inputTokens: 1, outputTokens: 9, reasoningTokens: 7 });
  });
});
