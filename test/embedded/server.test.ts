// The server as a process, with requests from OpenAI's own client.

import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError } from "openai";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { LanguageModel } from "../../src/embedded/language-model.ts";
import { openEmbedded } from "../../src/embedded/open.ts";
import { serve } from "../../src/embedded/server/serve.ts";
import { OpenAiModel } from "../../src/models/openai.ts";
import { assay } from "../command-line.ts";
import { type ServedModel, serveModel } from "./served.ts";
import {
  contextLength,
  greedyAfter,
  idsOf,
  idsOfChat,
  logprobsAfter,
  textOf,
  tinyModel,
  vocabulary,
} from "./tiny-model.ts";

let path: string;
let remove: () => Promise<void>;
let served: ServedModel;
let client: OpenAI;

beforeAll(async () => {
  ({ path, remove } = await tinyModel());
  served = await serveModel(path);
  client = new OpenAI({ baseURL: served.url, apiKey: "none", maxRetries: 0 });
});
afterAll(async () => {
  await served.end();
  await remove();
});

const content = " red apple,2 green";
const messages = [{ role: "user" as const, content }];
const model = "tiny";
/** The client's types do not have vLLM's fields. */
const vllm = (fields: object) => fields as Record<never, never>;

describe("a chat completion", () => {
  it("is what the model says", async () => {
    const {
      choices,
      usage,
      object,
      model: name,
    } = await client.chat.completions.create({
      model,
      messages,
      temperature: 0,
      max_completion_tokens: 12,
    });
    const ids = greedyAfter(idsOfChat(content), 12);
    expect(object).toBe("chat.completion");
    expect(name).toBe(model);
    expect(choices).toHaveLength(1);
    expect(choices[0]).toMatchObject({
      index: 0,
      message: { role: "assistant", content: textOf(ids) },
      finish_reason: ids.length < 12 ? "stop" : "length",
      stop_reason: null,
      logprobs: null,
    });
    const prompt_tokens = idsOfChat(content).length;
    expect(usage).toEqual({ prompt_tokens, completion_tokens: 12, total_tokens: prompt_tokens + 12 });
  });

  it("has n choices that follow from the seed", async () => {
    const ask = (seed: number) =>
      client.chat.completions
        .create({ model, messages, n: 5, seed, max_tokens: 20 })
        .then(({ choices }) => choices.map((choice) => choice.message.content));
    const [first, again, other] = await Promise.all([ask(1), ask(1), ask(2)]);
    expect(first).toHaveLength(5);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(2);
  });

  it("has logprobs, with the most likely tokens", async () => {
    const { choices } = await client.chat.completions.create({
      model,
      messages,
      max_tokens: 4,
      temperature: 0,
      logprobs: true,
      top_logprobs: 2,
    });
    const [token] = choices[0]!.logprobs!.content!;
    const expected = logprobsAfter(idsOfChat(content));
    const best = vocabulary.map((_, id) => id).sort((a, b) => expected[b]! - expected[a]!);
    expect(token!.token).toBe(vocabulary[best[0]!]);
    expect(token!.logprob).toBeCloseTo(expected[best[0]!]!, 4);
    expect(token!.bytes).toEqual([...Buffer.from(token!.token)]);
    expect(token!.top_logprobs.map((each) => each.token)).toEqual(
      best.slice(0, 2).map((id) => vocabulary[id]),
    );
  });

  it("stops at a stop string, and says which", async () => {
    const whole = textOf(greedyAfter(idsOfChat(content), 20));
    const stop = whole.slice(3, 6);
    const { choices } = await client.chat.completions.create({
      model,
      messages,
      temperature: 0,
      max_tokens: 20,
      stop,
    });
    expect(choices[0]).toMatchObject({
      message: { content: whole.slice(0, whole.indexOf(stop)) },
      finish_reason: "stop",
      stop_reason: stop,
    });
  });

  it("goes on with the last message where it is told so", async () => {
    const begun = " tree.\n\n";
    const { choices } = await client.chat.completions.create({
      model,
      messages: [...messages, { role: "assistant", content: begun }],
      temperature: 0,
      max_tokens: 8,
      ...vllm({ continue_final_message: true, add_generation_prompt: false }),
    });
    const ids = [...idsOfChat(content), ...idsOf(begun)];
    expect(choices[0]!.message.content).toBe(textOf(greedyAfter(ids, 8)));
  });

  it("comes in pieces, as it would have come whole", async () => {
    const request = { model, messages, n: 3, seed: 4, max_tokens: 25, stop: ["85", " pear8"] };
    const whole = await client.chat.completions.create(request);
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    const texts = ["", "", ""];
    const finishes: (string | null)[] = [];
    let pieces = 0;
    let usage: unknown;
    for await (const chunk of stream) {
      for (const { index, delta, finish_reason } of chunk.choices) {
        pieces++;
        texts[index] += delta.content ?? "";
        if (finish_reason) finishes[index] = finish_reason;
      }
      if (chunk.usage) usage = chunk.usage;
    }
    expect(texts).toEqual(whole.choices.map((choice) => choice.message.content));
    expect(finishes).toEqual(whole.choices.map((choice) => choice.finish_reason));
    expect(usage).toEqual(whole.usage);
    expect(pieces).toBeGreaterThan(12);
  });

  it.each([true, false])("is taken back when the client goes away (stream: %s)", async (stream) => {
    const embedded = await openEmbedded(path, { ownThread: false });
    onTestFinished(() => embedded.close());
    const gone = new AbortController();
    let outcome: Promise<unknown> | undefined;
    const watched: LanguageModel = {
      name: model,
      contextLength: embedded.contextLength,
      vocabularySize: embedded.vocabularySize,
      close: () => embedded.close(),
      ask(request, options) {
        const answer = embedded.ask(request, options);
        outcome = answer.catch((error) => error);
        gone.abort();
        return answer;
      },
    };
    const { url, close } = await serve({ model: watched });
    onTestFinished(close);
    const own = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
    const asked = own.chat.completions.create({ model, messages, n: 128, stream }, { signal: gone.signal });
    await expect(asked).rejects.toThrow();
    expect(await outcome).toMatchObject({ kind: "stopped" });
  });
});

describe("a stream that nobody reads", () => {
  const piece = "x".repeat(1 << 16);

  /** A model that repeats the piece a number of times, or until it is stopped. */
  async function talk(times: number, isAhead: (said: number) => boolean = () => false) {
    let said = 0;
    let isStopped = false;
    const talker: LanguageModel = {
      name: model,
      contextLength: 1e6,
      vocabularySize: 2,
      close: async () => {},
      async ask({ seeds }, { signal, onDelta } = {}) {
        for (; said < times && !signal!.aborted; said++) {
          onDelta!({ sample: 0, text: piece });
          do await new Promise((resolve) => setImmediate(resolve));
          while (isAhead(said));
        }
        isStopped = signal!.aborted;
        const sample = { text: "", finish: "stop" as const, stopReason: null, tokens: said };
        return { samples: seeds.map(() => sample), promptTokens: 1 };
      },
    };
    const { url, close } = await serve({ model: talker });
    onTestFinished(close);
    return { url, said: () => said, isStopped: () => isStopped };
  }

  it("is cut off once 8 MiB wait, and its samples with it", async () => {
    const { url, said, isStopped } = await talk(1e6);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).pause();
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    const text = JSON.stringify({ model, prompt: "7", stream: true });
    socket.write(
      `POST /v1/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
    while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 10));
    // 8 MiB, and the buffers of the two sockets.
    expect(said() * piece.length).toBeGreaterThan(8 << 20);
    expect(said() * piece.length).toBeLessThan(64 << 20);
  });

  it("is not one that is read, however long", async () => {
    let read = 0;
    const { url } = await talk(200, (said) => said * piece.length - read > 4 << 20);
    const own = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
    for await (const { choices } of await own.completions.create({ model, prompt: "7", stream: true }))
      read += choices[0]?.text.length ?? 0;
    expect(read).toBe(200 * piece.length);
  });
});

describe("a plain completion", () => {
  it("continues each of several prompts, texts and tokens", async () => {
    const prompts = [" red apple", "7"];
    const sampling = { temperature: 0, max_tokens: 6 };
    const { choices, usage } = await client.completions.create({ model, prompt: prompts, n: 2, ...sampling });
    expect(choices.map(({ index, text }) => [index, text])).toEqual(
      [0, 0, 1, 1].map((prompt, index) => [index, textOf(greedyAfter(idsOf(prompts[prompt]!), 6))]),
    );
    expect(usage!.prompt_tokens).toBe(3);
    const byIds = await client.completions.create({ model, prompt: idsOf(prompts[0]!), ...sampling });
    expect(byIds.choices[0]!.text).toBe(choices[0]!.text);
  });

  it("has logprobs in its own shape", async () => {
    const { choices } = await client.completions.create({
      model,
      prompt: "7",
      logprobs: 2,
      max_tokens: 3,
      seed: 1,
    });
    const { tokens, token_logprobs, top_logprobs, text_offset } = choices[0]!.logprobs!;
    const expected = logprobsAfter(idsOf("7"));
    expect(token_logprobs![0]).toBeCloseTo(expected[vocabulary.indexOf(tokens![0]!)]!, 4);
    expect(top_logprobs![0]).toHaveProperty([tokens![0]!]);
    const best = Math.max(...expected);
    expect(Math.max(...Object.values(top_logprobs![0]!))).toBeCloseTo(best, 4);
    expect(text_offset![0]).toBe(0);
  });

  it("is 16 tokens long unless told otherwise, and repeats the prompt where it is told to", async () => {
    const { choices } = await client.completions.create({ model, prompt: "7", temperature: 0, echo: true });
    expect(choices[0]!.text).toBe(`7${textOf(greedyAfter(idsOf("7"), 16))}`);
  });

  it("streams", async () => {
    const request = { model, prompt: content, seed: 3, max_tokens: 12 };
    const whole = await client.completions.create(request);
    let text = "";
    for await (const { choices } of await client.completions.create({ ...request, stream: true }))
      text += choices[0]?.text ?? "";
    expect(text).toBe(whole.choices[0]!.text);
  });
});

describe("the rest of the server", () => {
  it("lists the model", async () => {
    const { data } = await client.models.list();
    expect(data).toMatchObject([{ id: model, object: "model", max_model_len: contextLength }]);
    expect(await client.models.retrieve(model)).toMatchObject({ id: model });
    expect((await fetch(new URL("/health", served.url))).status).toBe(200);
  });

  it("is a model like any other to Assay", async () => {
    const ours = new OpenAiModel({ model, baseUrls: [served.url], concurrency: 4 });
    const { completions, usage, servedModel } = await ours.generate({
      prompt: [...messages, { role: "assistant", content: " tree.\n\n" }],
      sampling: { maxTokens: 10, temperature: 1, stop: ["85"], topLogprobs: 3 },
      draws: [{ key: "a", seed: 1 }, { key: "b" }, { key: "c" }],
    });
    expect(completions).toHaveLength(3);
    expect(completions[0]!.logprobs![0]!.top).toHaveLength(3);
    expect(usage.inputTokens).toBe(idsOfChat(content).length + 3);
    expect(servedModel).toBe(model);
    await ours.close();
  });

  const refused: [string, object, object][] = [
    ["n", { n: 0 }, BadRequestError],
    ["temperature", { temperature: -1 }, BadRequestError],
    ["temperature", { temperature: "hot" }, BadRequestError],
    ["top_logprobs", { top_logprobs: 3 }, BadRequestError],
    ["messages", { messages: [] }, BadRequestError],
    ["messages.0.role", { messages: [{ role: "judge", content: "" }] }, BadRequestError],
    [
      "messages.0.content",
      { messages: [{ role: "user", content: [{ type: "image_url" }] }] },
      BadRequestError,
    ],
    ["stop", { stop: [""] }, BadRequestError],
    ["frequency_penalty", { frequency_penalty: 1 }, BadRequestError],
    ["continue_final_message", { continue_final_message: true }, BadRequestError],
    ["prompt", { messages: [{ role: "user", content: "7".repeat(500) }] }, BadRequestError],
    ["model", { model: "gpt" }, NotFoundError],
  ];
  it.each(refused)("refuses a wrong %s, naming it", async (param, fields, kind) => {
    const failed = await client.chat.completions
      .create({ model, messages, ...fields })
      .then(() => undefined)
      .catch((error: APIError) => error);
    expect(failed).toBeInstanceOf(kind);
    expect(failed).toMatchObject({ param, type: "invalid_request_error" });
    expect(failed!.message).not.toBe("");
  });

  it("says how long a prompt may be", async () => {
    const failed = client.completions.create({ model, prompt: "7".repeat(500) });
    await expect(failed).rejects.toThrow(`500 tokens, and the model's context is ${contextLength}`);
  });

  it("answers HEAD as it answers GET", async () => {
    const status = async (where: string) =>
      (await fetch(new URL(where, served.url), { method: "HEAD" })).status;
    expect(await status("/health")).toBe(200);
    expect(await status("/v1/models")).toBe(200);
    expect(await status("/v1/completions")).toBe(405);
  });

  it("answers wrong paths, methods and bodies in the same shape", async () => {
    const ask = async (where: string, init?: RequestInit) => {
      const response = await fetch(new URL(where, served.url), init);
      const { error } = (await response.json()) as { error: { message: string; type: string } };
      expect(error).toMatchObject({ message: expect.any(String), type: "invalid_request_error" });
      return response.status;
    };
    expect(await ask("/v1/nothing")).toBe(404);
    expect(await ask("/v1/chat/completions")).toBe(405);
    expect(
      await ask("/v1/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      }),
    ).toBe(400);
    expect(
      await ask("/v1/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "[]",
      }),
    ).toBe(400);
    expect(
      await ask("/v1/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: " ".repeat(17 * 1024 * 1024),
      }),
    ).toBe(413);
  });
});

describe("the command", () => {
  it("takes a name, wants the key that it was given, and ends on a signal, also while it is asked", async () => {
    const other = await serveModel(path, ["--name", "mine", "--api-key-env", "TINY_KEY"], {
      TINY_KEY: "k-1",
    });
    const ask = (apiKey: string) => new OpenAI({ baseURL: other.url, apiKey, maxRetries: 0 }).models.list();
    await expect(ask("k-2")).rejects.toBeInstanceOf(AuthenticationError);
    expect((await ask("k-1")).data[0]!.id).toBe("mine");
    const own = new OpenAI({ baseURL: other.url, apiKey: "k-1", maxRetries: 0 });
    const stream = await own.chat.completions.create({ model: "mine", messages, n: 128, stream: true });
    const read = (async () => {
      for await (const _ of stream);
    })();
    // Cancelled, unless the model was faster than the signal.
    const cut = read.catch(() => {});
    expect(await other.end("SIGTERM")).toBe(0);
    await cut;
    await expect(ask("k-1")).rejects.toBeInstanceOf(APIError);
  });

  it("says that the port is taken", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const { port } = holder.address() as AddressInfo;
    const { code, stderr } = await assay(["serve-model", path, "--port", String(port)]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `assay serve-model: port ${port} on 127.0.0.1 is in use; choose another, or 0 for any free port\n`,
    });
    holder.close();
  });

  it("says what is wrong with its arguments", async () => {
    expect(await assay(["serve-model"])).toMatchObject({ code: 2 });
    expect(await assay(["serve-model", path, "--port", "http"])).toMatchObject({ code: 2 });
    const missing = await assay(["serve-model", "/nowhere/at/all"]);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no folder /nowhere/at/all"),
    });
  });
});

describe("whoever asks", () => {
  const body = JSON.stringify({ model, messages, max_tokens: 1 });
  const json = { "content-type": "application/json" };
  /** As a browser sends it: `fetch` does not allow a Host header. */
  const post = (headers: Record<string, string>, text = body, path = "/v1/chat/completions") =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(served.url);
      const asked = httpRequest({ hostname, port, path, method: "POST", headers }, (response) => {
        let answer = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          answer += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode!, text: answer }));
      });
      asked.on("error", reject);
      asked.end(text);
    });

  it.each([
    ["a page of another site", { ...json, origin: "https://evil.example" }, 403],
    ["a page without an origin", { ...json, origin: "null" }, 403],
    ["a page, as browsers mark it", { ...json, "sec-fetch-site": "cross-site" }, 403],
    ["another name that leads here", { ...json, host: "evil.example:8000" }, 403],
    ["a name that only looks like ours", { ...json, host: "localhost.evil.example" }, 403],
    ["a form", { "content-type": "text/plain" }, 415],
    ["a form of the usual kind", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["nothing said of the body", {}, 415],
    ["this machine by its name", { ...json, host: "localhost:8000" }, 200],
    ["this machine by its address", { ...json, host: "[::1]:8000" }, 200],
    ["JSON with a character set", { "content-type": "application/json; charset=utf-8" }, 200],
  ])("is answered as is right: %s", async (_, headers, status) => {
    expect((await post(headers)).status).toBe(status);
  });

  it.each([
    ["100,000 prompts", { prompt: Array.from({ length: 100_000 }, () => "a") }],
    ["4,000,000 prompts", { prompt: Array.from({ length: 4_000_000 }, () => 1) }],
    ["many prompts with many samples", { prompt: Array.from({ length: 100 }, () => "a"), n: 100 }],
    ["a list of lists without end", { prompt: Array.from({ length: 200_000 }, () => [1]) }],
  ])("may not ask for too much at once: %s", async (_, asked) => {
    const answer = await post(json, JSON.stringify({ model, max_tokens: 1, ...asked }), "/v1/completions");
    expect(answer.status).toBe(400);
    expect((await post(json)).status).toBe(200);
  });

  it("may ask for many prompts, under one listener", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    const prompt = Array.from({ length: 200 }, (_, i) => ` red apple,${i % 10}`);
    const { choices } = await client.completions.create({ model, prompt, max_tokens: 1 });
    process.off("warning", onWarning);
    expect(choices).toHaveLength(200);
    expect(warnings).toEqual([]);
  });
});
