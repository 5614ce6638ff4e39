// Probes servers before a run starts. A wrong port, a path without its version, a missing key or a misspelt model then
// gives a message within seconds, instead of hours of retries. A server that does not list its models is accepted as it
// is.

import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { ModelSource } from "../config/config.ts";
import { didYouMean } from "../options/nearest.ts";
import { keepSecret, keepSecretHeaders } from "../outgoing/secrets.ts";
import { endpointOptions, type OpenOptions } from "./open-model.ts";
import { connectionReason, keyWords, ModelError, serverWords } from "./provider-error.ts";

export interface Reached {
  /** The URLs that can be used, in the order in which they were given; at least one. */
  servers: ServerFound[];
  /** The other URLs, each with the reason. */
  unusable: { url: string; why: string }[];
}

export interface ServerFound {
  url: string;
  /** The models that it lists; undefined if it has no list. */
  models: string[] | undefined;
  /** The entries of that list, as the server sent them. */
  entries?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Why there is no list. */
  unlisted?: Unlisted | undefined;
}

interface Unlisted {
  why: string;
  /** Whether it refused the list, so that it would probably refuse requests too. */
  isRefusal: boolean;
}

export interface ReachOptions extends OpenOptions {
  /**
   * Whether requests go to the given address itself, as with the OpenAI API; otherwise they go to the server's root.
   */
  isVersioned?: boolean | undefined;
  /** Milliseconds to wait for an answer; a server that takes longer is busy. */
  waitMs?: number | undefined;
}

/** @throws {ModelError} if no URL can be used */
export async function reachServers(source: ModelSource, options: ReachOptions = {}): Promise<Reached> {
  const { baseUrls, apiKeyFrom, withheldKey, headers = {} } = endpointOptions(source, options);
  const asking: Asking = {
    headers: headersFor(source, options),
    key: keyWords({ from: apiKeyFrom, headers, withheld: withheldKey }),
    isVersioned: options.isVersioned ?? true,
    waitMs: options.waitMs ?? 5_000,
  };
  const found = await Promise.all(baseUrls.map((url) => reachOne(url, asking)));
  const unusable = found.flatMap((one, index) =>
    "unusable" in one ? { url: baseUrls[index]!, why: one.unusable } : [],
  );
  if (unusable.length === found.length)
    throw new ModelError([...new Set(unusable.map(({ why }) => why))].join("\n"));
  const servers = found.flatMap((one, index) => ("unusable" in one ? [] : { url: baseUrls[index]!, ...one }));
  return { servers, unusable };
}

/** The headers of a request to the source's servers. @throws {ModelError} */
export function headersFor(source: ModelSource, options: OpenOptions): Record<string, string> {
  const { apiKey, headers = {} } = endpointOptions(source, options);
  keepSecret(apiKey);
  keepSecretHeaders(headers);
  return { ...headers, ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
}

interface Asking {
  headers: Record<string, string>;
  /** Whether a key was sent, and its source, for messages. */
  key: string;
  isVersioned: boolean;
  waitMs: number;
}

type One = Omit<ServerFound, "url"> | { unusable: string };

async function reachOne(baseUrl: string, asking: Asking): Promise<One> {
  const base = baseUrl.replace(/\/+$/, "");
  const address = asking.isVersioned ? base : `${base.replace(/\/v\d+$/, "")}/v1`;
  const got = await exchange(`${address}/models`, asking);
  if ("failed" in got) return { unusable: `${baseUrl}: ${got.failed}` };
  if ("busy" in got) {
    const why = `${baseUrl} did not list its models within ${seconds(asking.waitMs)} s`;
    return { models: undefined, unlisted: { why, isRefusal: false } };
  }
  const { status, text } = got;
  const said = () => `${baseUrl}: status ${status}: ${serverWords(text, [])}`;
  if (status === 401) return { unusable: `${said()}; ${asking.key}` };
  const entries = status === 200 ? modelsIn(text) : undefined;
  if (entries) return { models: entries.map(({ id }) => id), entries };
  const meant = asking.isVersioned ? await otherAddress(base, asking) : undefined;
  if (meant !== undefined)
    return {
      unusable: `${baseUrl}: there is no OpenAI-compatible server at this path; did you mean ${meant}?`,
    };
  if (isPage(text) && status < 500)
    return { unusable: `${baseUrl}: a web page answers there, not a model server` };
  if (status === 403)
    return { models: undefined, unlisted: { why: `${said()}; ${asking.key}`, isRefusal: true } };
  if (status >= 500) return { models: undefined, unlisted: { why: said(), isRefusal: false } };
  return { models: undefined };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** A similar address that lists models; it was probed. */
async function otherAddress(base: string, asking: Asking): Promise<string | undefined> {
  const stripped = base.replace(/\/(?:chat\/completions|completions|models)$/, "");
  const guesses = [stripped, `${stripped}/v1`, `${new URL(base).origin}/v1`];
  for (const guess of new Set(guesses)) {
    if (guess === base) continue;
    const got = await exchange(`${guess}/models`, asking);
    if ("status" in got && (got.status === 401 || (got.status === 200 && modelsIn(got.text)))) return guess;
  }
  return undefined;
}

const isPage = (text: string): boolean => /^\s*(?:<!doctype|<html|<head|<\?xml)/i.test(text);

/** The entries of an OpenAI-compatible list; undefined if it is not one. */
function modelsIn(text: string): { id: string }[] | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.every((each) => typeof (each as { id?: unknown } | null)?.id === "string") ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The answer, the reason why there is none, or that the server exists and took too long. */
type Got = { status: number; text: string } | { failed: string } | { busy: true };

const mostBytes = 4 * 1024 * 1024;

/** One request without retries: a GET, or a POST if there is a body. */
export function exchange(
  url: string,
  { headers, waitMs }: Pick<Asking, "headers" | "waitMs">,
  body?: object,
): Promise<Got> {
  return new Promise((resolve) => {
    let isConnected = false;
    let asked: ClientRequest | undefined;
    const settle = (got: Got) => {
      clearTimeout(timer);
      resolve(got);
      asked?.destroy();
    };
    const timer = setTimeout(() => {
      settle(isConnected ? { busy: true } : { failed: `no connection within ${seconds(waitMs)} s` });
    }, waitMs);
    try {
      const ask = url.startsWith("https:") ? requestHttps : requestHttp;
      const sent = {
        ...headers,
        "accept-encoding": "identity",
        ...(body ? { "content-type": "application/json" } : {}),
      };
      asked = ask(url, { method: body ? "POST" : "GET", headers: sent, agent: false });
    } catch (error) {
      settle({ failed: connectionReason(error, []) });
      return;
    }
    asked.on("socket", (socket) => {
      socket.once("connect", () => {
        isConnected = true;
      });
    });
    asked.on("error", (error) => settle({ failed: connectionReason(error, []) }));
    asked.on(
      "response",
      (answer) => void readText(answer).then((text) => settle({ status: answer.statusCode!, text })),
    );
    asked.end(body && JSON.stringify(body));
  });
}

/** The maximum size of a list of models. */
async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) break;
    }
  } catch {
    // An incomplete answer is judged as it is.
  }
  return Buffer.concat(chunks).toString("utf8");
}

// The model's name, compared with the names that its server lists.

/** The server has several models, and no name was given. */
export class UnnamedModelError extends ModelError {
  constructor(message: string) {
    super(message);
    this.name = "UnnamedModelError";
  }
}

interface ListedModel {
  name: string;
  /** The message if the server lists other models, which is added to the first refusal. */
  doubt?: string | undefined;
  /** Servers without the model, although a different server may have it. */
  without?: Reached["unusable"] | undefined;
}

/**
 * The model name for requests: the given one, or the only one in the list.
 * @param isUsual whether the name is only the default
 * @throws {ModelError} if there is no name, or one that a server with a single model does not have
 */
export function listedModel(
  name: string | undefined,
  servers: readonly ServerFound[],
  { flag, isUsual = false }: { flag: string; isUsual?: boolean },
): ListedModel {
  const models = [...new Set(servers.flatMap((server) => server.models ?? []))];
  if (name === undefined) return { name: onlyModel(models, servers, flag) };
  if (isUsual && models.length === 1) return { name: models[0]! };
  const without = servers.filter((server) => server.models?.length && !isAmong(name, server.models));
  if (without.length < servers.length)
    return { name, ...(without.length ? { without: reasons(name, without) } : {}) };
  if (models.length > 1) {
    const meant = didYouMean(name, models);
    return { name, doubt: `${unlisted(name, models)}${meant && `.${meant}`}` };
  }
  throw new ModelError(
    `the server has no model '${name}'; it lists '${models[0]}' only, which is used if ${flag} is left out`,
  );
}

function onlyModel(models: readonly string[], servers: readonly ServerFound[], flag: string): string {
  if (models.length === 1) return models[0]!;
  const ask = `which model? Give ${flag} NAME`;
  if (models.length > 1) throw new UnnamedModelError(`${ask}; the server lists ${named(models)}`);
  const silent = servers.flatMap((server) => server.unlisted ?? []);
  const refusal = silent.find(({ isRefusal }) => isRefusal);
  if (refusal)
    throw new ModelError(`${refusal.why}. If only the list of models is refused, name one with ${flag} NAME`);
  throw new UnnamedModelError(`${ask}; ${silent[0]?.why ?? "the server does not list its models"}`);
}

const isAmong = (name: string, models: readonly string[]): boolean =>
  models.some((model) => model === name || model.endsWith(`/${name}`));

const unlisted = (name: string, models: readonly string[]): string =>
  `the server does not list '${name}'; it lists ${named(models)}`;

const reasons = (name: string, servers: readonly ServerFound[]): Reached["unusable"] =>
  servers.map(({ url, models = [] }) => ({ url, why: `${url}: ${unlisted(name, models)}` }));

const mostNamed = 20;

function named(models: readonly string[]): string {
  const more = models.length > mostNamed ? ` and ${models.length - mostNamed} more` : "";
  return models.slice(0, mostNamed).join(", ") + more;
}
