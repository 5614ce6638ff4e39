// Requests to the hub. Redirects are followed by hand, because the first answer carries the hub's metadata of the file,
// and the token must not be sent to another host. Failures get a message, and whether they may be retried.

import type { Readable } from "node:stream";
import { counted } from "../outgoing/counted.ts";
import { DatasetError } from "./dataset-error.ts";
import type { HubSettings } from "./hub-settings.ts";

export interface Answer {
  /** Headers of the first answer, over those of the last. */
  header(name: string): string | undefined;
  /** The length that the host of the body announces. */
  contentLength: number | undefined;
  body: Readable;
  /** Leaves the body unread. */
  discard(): void;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** The longest wait that a hub may ask for; the user decides about longer waits. */
const maxRetryAfterMs = 5 * 60_000;

export async function ask(
  settings: HubSettings,
  dataset: string,
  path: string,
  method: "GET" | "HEAD" = "GET",
): Promise<Answer> {
  const first = readAddress(dataset, settings.endpoint + path);
  let url = first;
  const seen: Headers[] = [];
  for (let hop = 0; hop <= maxRedirects; hop++) {
    // With compressed bodies, the announced length could not be checked.
    const headers: Record<string, string> = { "user-agent": "assay", "accept-encoding": "identity" };
    if (settings.token !== undefined && url.origin === first.origin)
      headers.authorization = `Bearer ${settings.token}`;
    const answer = await send(dataset, url, method, headers);
    seen.push(answer.headers);
    const location = one(answer.headers.location);
    if (redirects.has(answer.statusCode) && location !== undefined) {
      await answer.body.dump();
      // For HEAD, the first answer that names the commit is sufficient.
      if (method === "HEAD" && answer.headers["x-repo-commit"] !== undefined) return read(seen, answer.body);
      url = readAddress(dataset, location, url);
      continue;
    }
    if (answer.statusCode === 200) return read(seen, answer.body);
    await answer.body.dump();
    throw refusal(dataset, first, answer.statusCode, (name) => one(answer.headers[name]), settings);
  }
  throw new DatasetError("unreachable", dataset, `${dataset}: ${first} redirects endlessly`);
}

function readAddress(dataset: string, address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new DatasetError(
    "missing",
    dataset,
    `${dataset}: '${address}' is not a web address${base === undefined ? "; check HF_ENDPOINT" : ""}`,
  );
}

async function send(dataset: string, url: URL, method: "GET" | "HEAD", headers: Record<string, string>) {
  try {
    const { request } = await import("undici"); // It takes long to load, and most runs have their data.
    return await request(url, { method, headers, headersTimeout: 60_000, bodyTimeout: 60_000 });
  } catch (error) {
    throw unreachable(dataset, url, error as Error);
  }
}

type Headers = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function read(seen: readonly Headers[], body: Readable): Answer {
  const length = one(seen.at(-1)!["content-length"]);
  return {
    header: (name) => one(seen.find((headers) => headers[name] !== undefined)?.[name]),
    contentLength: length === undefined ? undefined : Number(length),
    body,
    discard: () => void body.on("error", () => {}).destroy(),
  };
}

export function unreachable(dataset: string, url: URL | string, error: Error): DatasetError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = error.message || code || "no reason given";
  return new DatasetError("unreachable", dataset, `${dataset}: ${url} cannot be reached (${reason})`);
}

/** The meaning of a status for a user of the data. */
function refusal(
  dataset: string,
  url: URL,
  status: number,
  header: (name: string) => string | undefined,
  settings: HubSettings,
): DatasetError {
  const code = header("x-error-code");
  const own = header("x-error-message");
  const said = own === undefined ? "" : `; the hub says: ${own.slice(0, 300)}`;
  const page = `${settings.endpoint}/datasets/${dataset}`;
  const sentence = (kind: "denied" | "missing" | "unreachable", text: string) =>
    new DatasetError(kind, dataset, `${dataset}: ${text} (${status} from ${url})${said}`);
  if (status === 401 && code === "GatedRepo" && settings.token === undefined)
    return sentence("denied", `the data set is gated: accept its terms at ${page}, and set HF_TOKEN`);
  if (status === 401)
    return sentence(
      "denied",
      settings.token === undefined
        ? "the hub requires a token, or there is no such data set; set HF_TOKEN"
        : "the hub does not accept the token; check HF_TOKEN and the name",
    );
  if (status === 403)
    return sentence(
      "denied",
      `access is refused. If the data set is gated, ask for access at ${page}` +
        (settings.token === undefined ? " and set HF_TOKEN" : "; else the token lacks the right to read it"),
    );
  if (status === 404) {
    if (code === "RevisionNotFound") return sentence("missing", "there is no such revision");
    if (code === "EntryNotFound") return sentence("missing", "there is no such file at this revision");
    return sentence(
      "missing",
      "there is no such data set, revision or file" +
        (settings.token === undefined ? "; a private one needs HF_TOKEN" : ""),
    );
  }
  if (status === 429) {
    const wait = retryAfter(header("retry-after"));
    if (wait !== undefined && wait > maxRetryAfterMs)
      return sentence(
        "denied",
        `the hub asks to wait ${counted(Math.ceil(wait / 1000), "second")} before the next request`,
      );
    return new DatasetError(
      "unreachable",
      dataset,
      `${dataset}: the hub received too many requests (429 from ${url})${said}`,
      wait,
    );
  }
  if (status === 501 || status === 505) return sentence("missing", "the hub does not support the request");
  if (status >= 500 || status === 408) return sentence("unreachable", "the hub failed");
  return sentence("missing", "the hub refuses the request");
}

/** Seconds, or a date. */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Tries until it succeeds, fails permanently, or has been tried often enough. */
export async function persist<T>(settings: HubSettings, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DatasetError) || !error.isRetryable || tries >= settings.tries) throw error;
      await settings.wait(error.retryAfterMs ?? 500 * 2 ** (tries - 1) * (1 + Math.random() / 4));
    }
  }
}
