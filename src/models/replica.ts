// One base URL: its connections and its health. Of several URLs that serve the same model, the one with the shortest
// expected wait gets the request.

import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { buildConnector, Client, type Dispatcher } from "undici";
import { count } from "../outgoing/counted.ts";
import { connectionReason, ModelError, ProviderError, serverWords, stoppedError } from "./provider-error.ts";

interface ReplicaOptions {
  concurrency: number;
  timeoutMs: number;
  /** The maximum total length of pauses that it may ask for between two successful requests. */
  longestPauseMs: number;
  headers: Record<string, string>;
  /** The memory limit for all answers that the endpoint is receiving. */
  held: HeldBytes;
  /** Texts that must never be printed. */
  secrets: readonly string[];
  /** Whether a key is sent, and its source, in words. */
  key: string;
  /** Called with the length of each pause that it asks for. */
  onPause(ms: number): void;
}

/** One try of a request. */
interface Asked {
  path: string;
  body: Buffer;
  /** Whether it is the first try. */
  isFirst: boolean;
  /** Reads the answer; if it throws, the try has failed. */
  read(answer: unknown): unknown;
}

/** A try in progress; `stop` rejects its answer. */
interface Try {
  answer: Promise<unknown>;
  stop(): void;
}

/** The weight of the newest observation in the average. */
const latencyWeight = 0.2;
/** The maximum time to open a connection. */
const connectMs = 10_000;
const avoidFirstMs = 500;
const avoidMostMs = 30_000;

export class Replica {
  readonly limit: AdaptiveLimit;
  /** The end of the pause that it asked for. */
  pausedUntil = 0;
  /** The time since when it asks for pauses, without a success in between. */
  refusingSince: number | undefined;
  /** The time until which a different server is preferred, after failures. */
  private avoidUntil = 0;
  private failures = 0;
  private latencyMs = 0;
  /** The requests in flight, the oldest first, each on its own connection. */
  private readonly attempts = new Map<Attempt, Client>();
  private readonly connections: Client[] = [];
  /** A stack, so that as few connections as possible stay open. A pool would search all of them for a free one. */
  private readonly idle: Client[] = [];
  /** Shared by all connections, so that they share TLS sessions. */
  private readonly connector: buildConnector.connector;
  private readonly origin: string;
  private readonly basePath: string;
  private readonly headers: string[];

  constructor(
    readonly baseUrl: string,
    private readonly options: ReplicaOptions,
  ) {
    const url = new URL(baseUrl);
    this.basePath = url.pathname.replace(/\/+$/, "");
    this.headers = Object.entries(options.headers).flat();
    this.limit = new AdaptiveLimit(options.concurrency);
    this.origin = url.origin;
    this.connector = buildConnector({ timeout: Math.min(connectMs, options.timeoutMs) });
  }

  get held(): HeldBytes {
    return this.options.held;
  }

  get timeoutMs(): number {
    return this.options.timeoutMs;
  }

  get inFlight(): number {
    return this.attempts.size;
  }

  get hasRoom(): boolean {
    return this.inFlight < this.limit.value;
  }

  /** Whether all requests in flight are retries. */
  get hasNoFirstTry(): boolean {
    return [...this.attempts.keys()].every(({ isFirst }) => !isFirst);
  }

  /** It has neither failed lately nor asked for a pause. */
  isWell(now: number): boolean {
    return this.avoidUntil <= now && this.pausedUntil <= now;
  }

  /** The expected wait of one more request, which includes how long the oldest request has been waiting. */
  expectedWait(now: number): number {
    const oldest = this.attempts.keys().next().value;
    const latency = Math.max(this.latencyMs, oldest ? now - oldest.since : 0, 1);
    return latency * (this.inFlight + 1);
  }

  /** Sends a request once. The answer is taken from undici's dispatcher as bytes, because it is read whole. */
  ask(asked: Asked): Try {
    const attempt = new Attempt(this, asked);
    const connection = this.idle.pop() ?? this.connect();
    this.attempts.set(attempt, connection);
    try {
      const path = this.basePath + asked.path;
      connection.dispatch({ method: "POST", path, headers: this.headers, body: asked.body }, attempt);
    } catch (error) {
      this.leave(attempt);
      throw error;
    }
    return attempt;
  }

  private connect(): Client {
    const { timeoutMs } = this.options;
    const connection = new Client(this.origin, {
      pipelining: 1,
      connect: this.connector,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    this.connections.push(connection);
    return connection;
  }

  private leave(attempt: Attempt): void {
    const connection = this.attempts.get(attempt);
    if (connection && this.attempts.delete(attempt)) this.idle.push(connection);
  }

  succeeded(attempt: Attempt): void {
    this.leave(attempt);
    this.failures = 0;
    this.avoidUntil = 0;
    this.refusingSince = undefined;
    const took = performance.now() - attempt.since;
    this.latencyMs = this.latencyMs === 0 ? took : this.latencyMs + latencyWeight * (took - this.latencyMs);
    this.limit.succeeded();
  }

  failed(attempt: Attempt, error: unknown): void {
    this.leave(attempt);
    if (error instanceof ProviderError) this.learn(error, attempt.since);
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.destroy()));
  }

  /** The server has asked for this pause, here or in a different process. */
  leaveAlone(ms: number): void {
    const now = performance.now();
    this.refusingSince ??= now;
    const until = Math.min(now + ms, this.refusingSince + this.options.longestPauseMs);
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  private learn(error: ProviderError, startedAt: number): void {
    const now = performance.now();
    if (error.isOverload) this.limit.overloaded(startedAt, now);
    if (error.isOverload && error.retryAfterMs !== undefined) {
      this.leaveAlone(error.retryAfterMs);
      this.options.onPause(error.retryAfterMs);
    }
    if (error.isRetryable) {
      this.failures++;
      this.avoidUntil = now + Math.min(avoidMostMs, avoidFirstMs * 2 ** Math.min(this.failures - 1, 10));
    }
  }

  /** The content of an answer. @throws {ProviderError} */
  read(status: number, text: string, retryAfter: string | undefined): unknown {
    const { secrets } = this.options;
    if (status < 200 || status > 299) {
      const wait = retryAfterMs(retryAfter, Date.now());
      const asks = wait === undefined ? "" : ` (the server asks to wait ${inSeconds(wait)} s)`;
      const key = status === 401 || status === 403 ? `; ${this.options.key}` : "";
      throw new ProviderError(
        `${this.baseUrl}: status ${status}: ${serverWords(text, secrets)}${asks}${key}`,
        {
          failure: "status",
          status,
          retryAfterMs: wait,
        },
      );
    }
    try {
      return JSON.parse(text);
    } catch {
      const words = serverWords(text, secrets);
      throw new ProviderError(`${this.baseUrl}: the answer is not JSON: ${words}`, { failure: "response" });
    }
  }

  /**
   * An exception while an answer is read is the failure of this request only, unless it shows that the model is not the
   * expected one.
   */
  unreadable(error: unknown): ProviderError | ModelError {
    if (error instanceof ProviderError || error instanceof ModelError) return error;
    const words = serverWords(error instanceof Error ? error.message : String(error), this.options.secrets);
    return new ProviderError(`${this.baseUrl}: the answer cannot be read: ${words}`, { failure: "response" });
  }

  failureOf(error: unknown): ProviderError {
    if (error instanceof OutOfTime || isTimeout(error)) {
      const seconds = Math.round(this.options.timeoutMs / 100) / 10;
      return new ProviderError(`${this.baseUrl}: no answer within ${seconds} s`, { failure: "timeout" });
    }
    if (error instanceof TooLarge)
      return new ProviderError(`${this.baseUrl}: ${error.message}`, { failure: "response" });
    const reason = connectionReason(error, this.options.secrets);
    return new ProviderError(`${this.baseUrl}: ${reason}`, { failure: "connection" });
  }
}

const inSeconds = (ms: number): string => count(Math.ceil(ms / 1000));

const timeouts = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT"];
const isTimeout = (error: unknown): boolean => timeouts.includes((error as { code?: string }).code ?? "");

export class AdaptiveLimit {
  private limit: number;
  private cutAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly most: number) {
    this.limit = most;
  }

  get value(): number {
    return Math.floor(this.limit);
  }

  succeeded(): void {
    this.limit = Math.min(this.most, this.limit + 2 / this.limit);
  }

  /**
   * Requests that were already in flight at the last reduction are ignored, so a burst of refusals halves the limit
   * once.
   */
  overloaded(startedAt: number, now: number): void {
    if (startedAt < this.cutAt) return;
    this.limit = Math.max(1, this.limit / 2);
    this.cutAt = now;
  }
}

/** Longer than any completion; a server that sends more is broken. */
const mostAnswerBytes = 32 * 1024 * 1024;
/** Of all answers that are being received. */
const mostHeldBytes = 256 * 1024 * 1024;
/** An answer up to this size is accepted even if others use all of the memory. */
const smallAnswer = 1024 * 1024;

/** The answer exceeds the size limit. */
class TooLarge extends Error {}

/** Counts the bytes of all answers that are being received. */
export class HeldBytes {
  private held = 0;

  /** @throws {TooLarge} */
  add(bytes: number, ofAnswer: number): void {
    this.held += bytes;
    if (ofAnswer > mostAnswerBytes)
      throw new TooLarge(`the answer is larger than ${mostAnswerBytes >> 20} MiB`);
    if (this.held > mostHeldBytes && ofAnswer > smallAnswer)
      throw new TooLarge(`the answers on their way are larger than ${mostHeldBytes >> 20} MiB together`);
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}

const decoders = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/** The answer after decoding its content encoding. @throws {ProviderError} */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return bytes;
  const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (!decode) {
    const message = `the answer is encoded as '${name}', which was not asked for`;
    throw new ProviderError(message, { failure: "response" });
  }
  try {
    return decode(bytes, { maxOutputLength: mostAnswerBytes });
  } catch (error) {
    const message = `the answer says that it is encoded as ${name}, and cannot be decoded: ${(error as Error).message}`;
    throw new ProviderError(message, { failure: "response" });
  }
}

/** The answer started, but did not end in time. */
class OutOfTime extends Error {}

/** One try of a request: undici reports to it, and it ends once. */
class Attempt implements Dispatcher.DispatchHandler, Try {
  /** The start time. */
  readonly since = performance.now();
  readonly isFirst: boolean;
  readonly answer: Promise<unknown>;
  private resolve!: (answer: unknown) => void;
  private reject!: (error: unknown) => void;
  /** It succeeded, failed, or was stopped. */
  private isOver = false;
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private retryAfter: string | undefined;
  private encoding: string | undefined;
  private chunks: Buffer[] = [];
  /** Bytes of the chunks. */
  private received = 0;

  constructor(
    private readonly replica: Replica,
    private readonly asked: Asked,
  ) {
    this.isFirst = asked.isFirst;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(stoppedError());
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status;
    this.retryAfter = first(headers["retry-after"]);
    this.encoding = first(headers["content-encoding"]);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.received += chunk.length;
    try {
      this.replica.held.add(chunk.length, this.received);
    } catch (error) {
      controller.abort(error as Error);
      return;
    }
    if (performance.now() - this.since > this.replica.timeoutMs) controller.abort(new OutOfTime());
  }

  onResponseEnd(): void {
    if (this.isOver) return;
    const { replica, status, chunks, retryAfter, encoding } = this;
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    this.end();
    let answer: unknown;
    try {
      answer = this.asked.read(replica.read(status, decoded(bytes, encoding).toString("utf8"), retryAfter));
    } catch (error) {
      this.fail(replica.unreadable(error));
      return;
    }
    replica.succeeded(this);
    this.resolve(answer);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.isOver) return;
    this.end();
    this.fail(this.replica.failureOf(error));
  }

  stop(): void {
    if (this.isOver) return;
    this.end();
    this.controller?.abort(stoppedError());
    this.fail(stoppedError());
  }

  /** The received bytes are no longer counted. */
  private end(): void {
    this.isOver = true;
    this.replica.held.release(this.received);
    this.received = 0;
    this.chunks = [];
  }

  private fail(error: unknown): void {
    this.replica.failed(this, error);
    this.reject(error);
  }
}

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

// The wait before a retry. The jitter is derived from the request's name, so a repeated run waits as it did before.

export interface Backoff {
  firstMs: number;
  mostMs: number;
}

/** Doubles with each try; between half and all of that, by the request's name. */
export function backoffMs(key: string, tries: number, { firstMs, mostMs }: Backoff): number {
  const full = Math.min(mostMs, firstMs * 2 ** (tries - 1));
  return full * (0.5 + 0.5 * fraction(`${key}\n${tries}`));
}

function fraction(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** The longest delay of Node's timers: longer ones fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export const asTimer = (ms: number): number => Math.min(longestTimerMs, Math.max(0, ms));

/** The milliseconds of a `Retry-After`, which is a number of seconds or a date; undefined if it is neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, seconds * 1000));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
