// An OpenAI-compatible server over a model.

import { checkMediaType, parseJson, readBody } from "../../http/body.ts";
import { listen } from "../../http/listen.ts";
import type { Handler, Route } from "../../http/router.ts";
import { tokenCheck } from "../../http/token.ts";
import type { LanguageModel } from "../language-model.ts";
import { apiErrorBody, apiErrorOf } from "./api-error.ts";
import { answerCompletions, type Served } from "./completions.ts";
import { readChat, readPlain } from "./read-request.ts";

export interface ServeOptions {
  model: LanguageModel;
  /** 127.0.0.1 unless given. */
  host?: string | undefined;
  /** 0 takes any that is free, and so does leaving it out. */
  port?: number | undefined;
  /** The model's name to clients; its folder's where it is not given. */
  name?: string | undefined;
  /** Where there is one, every request but the one for health has to show it. */
  apiKey?: string | undefined;
}

export interface Serving {
  /** Up to and including the version, as clients want it. */
  url: string;
  port: number;
  /** Cuts off what is under way; the model stays open. */
  close(): Promise<void>;
}

const mostBodyBytes = 16 * 1024 * 1024;

/** @throws when the port is taken or the host is not one of this machine */
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
