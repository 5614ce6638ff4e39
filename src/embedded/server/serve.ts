// An OpenAI-compatible server over a model.

import { randomInt, randomUUID } from "node:crypto";
import { checkMediaType, parseJson, readBody } from "../../http/body.ts";
import type { Exchange } from "../../http/exchange.ts";
import { HttpError } from "../../http/http-error.ts";
import { listen } from "../../http/listen.ts";
import { tokenCheck } from "../../http/origin.ts";
import type { Handler, Route } from "../../http/router.ts";
import type { AskOptions, LanguageModel, Samples } from "../language-model.ts";
import { type CompletionRequest, readChat, readPlain } from "./read-request.ts";
import {
  apiErrorBody,
  apiErrorOf,
  chatStyle,
  type Head,
  plainStyle,
  type Style,
  usageOf,
} from "./replies.ts";

export interface ServeOptions {
  model: LanguageModel;
  /** Default: 127.0.0.1. */
  host?: string | undefined;
  /** 0, the default, takes any free port. */
  port?: number | undefined;
  /** The model's name for clients; default: its folder's. */
  name?: string | undefined;
  /** If set, every request except for /health needs this key. */
  apiKey?: string | undefined;
}

export interface Serving {
  /** Including the version, as clients need it. */
  url: string;
  port: number;
  /** Cancels requests in progress; the model stays open. */
  close(): Promise<void>;
}

const mostBodyBytes = 16 * 1024 * 1024;

/** @throws if the port is in use or the host is not an address of this machine */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { model, host, port = 0, name = model.name, apiKey } = options;
  const {
    url,
    port: taken,
    close,
  } = await listen({
    host,
    port,
    routes: routesOf({ model, name }),
    checkToken: apiKey === undefined ? undefined : tokenCheck(apiKey, "invalid_api_key"),
    errorOf: apiErrorOf,
    bodyOf: apiErrorBody,
  });
  return { url: `${url}/v1`, port: taken, close: () => close("now") };
}

function routesOf(served: Served): Route[] {
  const described = { id: served.name, object: "model", created: 0, owned_by: "assay" };
  const model = { ...described, max_model_len: served.model.contextLength };
  const ask =
    (read: typeof readChat): Handler =>
    async (exchange) => {
      checkMediaType(exchange.request, ["application/json"]);
      const text = (await readBody(exchange.request, mostBodyBytes)).toString("utf8");
      await answerCompletions(served, read(parseJson(text)), exchange);
    };
  const tell = (path: string, value: object, open = false): Route => ({
    method: "GET",
    path,
    handler: (exchange) => exchange.json(200, JSON.stringify(value)),
    open,
  });
  return [
    tell("/health", { status: "ok" }, true),
    tell("/v1/models", { object: "list", data: [model] }),
    tell(`/v1/models/${encodeURIComponent(served.name)}`, model),
    { method: "POST", path: "/v1/chat/completions", handler: ask(readChat) },
    { method: "POST", path: "/v1/completions", handler: ask(readPlain) },
  ];
}

// Answers a request for completions: sends every prompt to the model, and returns the result, at once or streamed.

export interface Served {
  model: LanguageModel;
  /** The model's name for clients. */
  name: string;
}

async function answerCompletions(
  served: Served,
  request: CompletionRequest,
  exchange: Exchange,
): Promise<void> {
  if (request.model !== undefined && request.model !== served.name) {
    const message = `there is no model '${request.model}' here, only '${served.name}'`;
    throw new HttpError(404, message, { param: "model", code: "model_not_found" });
  }
  const gone = new AbortController();
  exchange.onUnwanted = () => gone.abort();
  const style = request.kind === "chat" ? chatStyle : plainStyle;
  const head = {
    id: `${style.idPrefix}${randomUUID()}`,
    object: request.stream ? style.pieceObject : style.object,
    created: Math.floor(Date.now() / 1000),
    model: served.name,
  };
  const reply = { model: served.model, request, exchange, style, head, signal: gone.signal };
  await (request.stream ? sendPieces(reply) : sendWhole(reply));
}

/** The dependencies of an answer. */
interface Reply {
  model: LanguageModel;
  request: CompletionRequest;
  exchange: Exchange;
  style: Style;
  head: Head;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

async function sendWhole({ model, request, exchange, style, head, signal }: Reply): Promise<void> {
  const answers = await askAll(model, request, () => ({ signal }));
  const choices = answers.flatMap(({ samples }, prompt) =>
    samples.map((sample, place) =>
      style.choice(prompt * request.n + place, {
        ...sample,
        text: echoOf(request, prompt) + sample.text,
      }),
    ),
  );
  exchange.json(200, JSON.stringify({ ...head, choices, usage: usageOfAll(answers) }));
}

async function sendPieces({ model, request, exchange, style, head, signal }: Reply): Promise<void> {
  const { response } = exchange;
  const send = (choices: object[], more = {}) => {
    if (!response.headersSent) {
      exchange.header("cache-control", "no-cache");
      exchange.begin(200, "text/event-stream");
    }
    // A client that does not read is disconnected after a while.
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(`data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`);
  };
  const begun = new Set<number>();
  const begin = (index: number, prompt: number) => {
    if (begun.has(index)) return;
    begun.add(index);
    const first = style.begin(index);
    if (first) send([first]);
    const echo = echoOf(request, prompt);
    if (echo !== "") send([style.piece(index, echo, undefined)]);
  };
  try {
    const answers = await askAll(model, request, (prompt) => ({
      signal,
      onDelta({ sample, text, logprobs }) {
        const index = prompt * request.n + sample;
        begin(index, prompt);
        send([style.piece(index, text, logprobs)]);
      },
    }));
    for (const [prompt, { samples }] of answers.entries())
      for (const [place, sample] of samples.entries()) {
        const index = prompt * request.n + place;
        begin(index, prompt);
        send([style.end(index, sample)]);
      }
    if (request.includeUsage) send([], { usage: usageOfAll(answers) });
  } catch (error) {
    if (!response.headersSent) throw error;
    response.write(`data: ${JSON.stringify(apiErrorBody(apiErrorOf(error)))}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}

/** The number of bytes that may wait for a client to read them. */
const mostUnread = 8 * 1024 * 1024;

/** A request without a seed gets a random one. */
function askAll(
  model: LanguageModel,
  { prompts, sampling, n, seed = randomInt(2 ** 32) }: CompletionRequest,
  optionsOf: (prompt: number) => AskOptions,
): Promise<Samples[]> {
  const seeds = Array.from({ length: n }, (_, index) => ({ seed, index }));
  return Promise.all(
    prompts.map((prompt, place) => model.ask({ prompt, sampling, seeds }, optionsOf(place))),
  );
}

function echoOf({ echo, prompts }: CompletionRequest, prompt: number): string {
  const asked = prompts[prompt]!;
  return echo && "text" in asked ? asked.text : "";
}

function usageOfAll(answers: readonly Samples[]) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return usageOf(
    sum(answers.map(({ promptTokens }) => promptTokens)),
    sum(answers.flatMap(({ samples }) => samples.map(({ tokens }) => tokens))),
  );
}
