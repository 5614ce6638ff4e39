// An OpenAI-compatible server over a model.

import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LanguageModel } from "../language-model.ts";
import { ApiError, apiErrorOf } from "./api-error.ts";
import { answerCompletions, type Served } from "./completions.ts";
import { readChat, readPlain } from "./read-request.ts";
import { refuseWebPages } from "./web-pages.ts";

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
const keepAliveMs = 60_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** @throws when the port is taken or the host is not one of this machine */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { model, host = "127.0.0.1", port = 0, name = model.name, apiKey } = options;
  const routes = routesOf({ model, name });
  const server = createServer(
    (request, response) => void handle(routes, { host, apiKey }, request, response),
  );
  server.keepAliveTimeout = keepAliveMs;
  await listen(server, host, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}/v1`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`port ${port} of ${host} is taken; choose another, or 0 for any that is free`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
}

function routesOf(served: Served): Record<string, Record<string, Handler>> {
  const described = { id: served.name, object: "model", created: 0, owned_by: "assay" };
  const max_model_len = served.model.contextLength;
  const model = { ...described, max_model_len };
  const ask =
    (read: typeof readChat): Handler =>
    async (request, response) =>
      answerCompletions(served, read(await readBody(request)), response);
  return {
    "/health": { GET: (_, response) => sendJson(response, 200, { status: "ok" }) },
    "/v1/models": { GET: (_, response) => sendJson(response, 200, { object: "list", data: [model] }) },
    [`/v1/models/${encodeURIComponent(served.name)}`]: {
      GET: (_, response) => sendJson(response, 200, model),
    },
    "/v1/chat/completions": { POST: ask(readChat) },
    "/v1/completions": { POST: ask(readPlain) },
  };
}

async function handle(
  routes: ReturnType<typeof routesOf>,
  { host, apiKey }: { host: string; apiKey: string | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const path = (request.url ?? "").replace(/[?#].*$/s, "");
    refuseWebPages(request, { host, hasKey: apiKey !== undefined });
    if (apiKey !== undefined && path !== "/health") checkKey(request, apiKey);
    const route = Object.hasOwn(routes, path) ? routes[path]! : undefined;
    if (!route) throw new ApiError(404, `there is nothing at ${path}`);
    // Node leaves out the body of an answer to HEAD by itself.
    const handler = route[request.method === "HEAD" ? "GET" : (request.method ?? "")];
    if (!handler) {
      const allowed = Object.keys(route).join(", ").replace("GET", "GET, HEAD");
      response.setHeader("allow", allowed);
      throw new ApiError(405, `${path} takes ${allowed}, not ${request.method}`);
    }
    await handler(request, response);
  } catch (error) {
    const { status, body } = apiErrorOf(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    // What is left of a body that is too large is not read, so the connection cannot be used again.
    if (status === 413) response.setHeader("connection", "close");
    sendJson(response, status, body);
  }
}

function checkKey({ headers }: IncomingMessage, apiKey: string): void {
  const shown = Buffer.from(headers.authorization?.replace(/^Bearer /i, "") ?? "");
  const right = Buffer.from(apiKey);
  if (shown.length !== right.length || !timingSafeEqual(shown, right))
    throw new ApiError(401, "the request shows no key, or a wrong one", { code: "invalid_api_key" });
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= mostBodyBytes) return;
      request.pause();
      reject(new ApiError(413, `the body is larger than ${mostBodyBytes} bytes`));
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, `the body is no JSON: ${(error as Error).message}`);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
