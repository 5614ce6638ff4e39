// One base URL: its connections, and what is known of its health. Among several that serve the same model, the one
// with the least expected wait is asked.

import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { buildConnector, Client, type Dispatcher } from "undici";
import { count } from "../outgoing/counted.ts";
import { connectionReason, ModelError, ProviderError, serverWords, stoppedError } from "./provider-error.ts";

interface ReplicaOptions {
  concurrency: number;
  timeoutMs: number;
  /** For which it may ask to be left alone, all in all, between two requests that succeed. */
  longestPauseMs: number;
  headers: Record<string, string>;
  /** Of all answers that the endpoint is receiving. */
  held: HeldBytes;
  /** Texts that must never be repeated. */
  secrets: readonly string[];
  /** Whether a key is sent, and from where, in words. */
  key: string;
  /** Told how long it asks to be left alone. */
  onPause(ms: number): void;
}

/** A request as a server is asked once. */
interface Asked {
  path: string;
  body: Buffer;
  /** Whether it was not sent before. */
  isFirst: boolean;
  /** Makes what is wanted of the answer; an error of its own is a try that failed. */
  read(answer: unknown): unknown;
}

/** A try that is in progress; `stop` rejects its answer. */
interface Try {
  answer: Promise<unknown>;
  stop(): void;
}

/** The share of the newest observation in the average. */
const latencyWeight = 0.2;
/** To open a connection, at most. */
const connectMs = 10_000;
const avoidFirstMs = 500;
const avoidMostMs = 30_000;

export class Replica {
  readonly limit: AdaptiveLimit;
  /** Where it asked to be left alone, until when. */
  pausedUntil = 0;
  /** Since when it has asked for that, without a success in between. */
  refusingSince: number | undefined;
  /** After failures, until when a different server is preferred. */
  private avoidUntil = 0;
  private failures = 0;
  private latencyMs = 0;
  /** What is in flight, the oldest first, each with a connection of its own. */
  private readonly attempts = new Map<Attempt, Client>();
  private readonly connections: Client[] = [];
  /** A stack, so that the fewest connections stay open. A pool would look through all of them for a free one. */
  private readonly idle: Client[] = [];
  /** One for all connections, so that they share TLS sessions. */
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

  /** Whether everything that is in flight has failed before. */
  get hasNoFirstTry(): boolean {
    return [...this.attempts.keys()].every(({ isFirst }) => !isFirst);
  }

  /** Neither failed lately, nor asked to be left alone. */
  isWell(now: number): boolean {
    return this.avoidUntil <= now && this.pausedUntil <= now;
  }

  /** The wait that one more request may expect; also counts how long the oldest request already hangs. */
  expectedWait(now: number): number {
    const oldest = this.attempts.keys().next().value;
    const latency = Math.max(this.latencyMs, oldest ? now - oldest.since : 0, 1);
    return latency * (this.inFlight + 1);
  }

  /** Sends a request once. The answer is taken from undici's dispatcher as bytes, since it is read whole. */
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

  /** It has asked for that, here or elsewhere. */
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

  /** What an answer holds. @throws {ProviderError} */
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
   * Whatever is thrown while an answer is read is this answer's failure, and no other request's, unless it says that the
   * model is not what it was taken for.
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
   * Requests that were already in progress at the last cut say nothing about the new limit, so that a burst of refusals
   * halves it once.
   */
  overloaded(startedAt: number, now: number): void {
    if (startedAt < this.cutAt) return;
    this.limit = Math.max(1, this.limit / 2);
    this.cutAt = now;
  }
}

/** More than any completion is long; a server that sends more is broken. */
const mostAnswerBytes = 32 * 1024 * 1024;
/** Of all answers that are being received. */
const mostHeldBytes = 256 * 1024 * 1024;
/** An answer of this size is let through also where others take all there is. */
const smallAnswer = 1024 * 1024;

/** The answer is larger than answers may be. */
class TooLarge extends Error {}

/** Counts what all answers hold that are being received. */
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

/** The answer as it was before the server encoded it. @throws {ProviderError} */
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

/** The answer had begun, but did not end in time. */
class OutOfTime extends Error {}

/** One try of a request: undici reports to it, and it ends once. */
class Attempt implements Dispatcher.DispatchHandler, Try {
  /** When it began. */
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

  /** What was received is not held any more. */
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

// How long to wait before a request is tried again. The jitter is drawn from the request's own name, so that a run
// that is repeated waits as it did before.

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

/** Node's timers take no longer time: they fire at once instead. */
const longestTimerMs = 2 ** 31 - 1;

export const asTimer = (ms: number): number => Math.min(longestTimerMs, Math.max(0, ms));

/** Milliseconds of a `Retry-After`, which is a number of seconds or a date; undefined when it is neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, seconds * 1000));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
