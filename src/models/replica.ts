// One base URL: its connections, and what is known of its health. Among several that serve the same model, the one
// with the least expected wait is asked. Of undici only the client is loaded: the whole of it takes longer to load than
// all of ours, and Bun has a stand-in for the whole, which cannot do this.

import type { buildConnector } from "undici";
import connectorOf from "undici/lib/core/connect.js";
import Client from "undici/lib/dispatcher/client.js";
import { count } from "../outgoing/counted.ts";
import { AdaptiveLimit } from "./adaptive-limit.ts";
import { type HeldBytes, TooLarge } from "./answer-bytes.ts";
import { Attempt, OutOfTime } from "./attempt.ts";
import { retryAfterMs } from "./backoff.ts";
import type { Posting } from "./posting.ts";
import { connectionReason, ModelError, ProviderError, serverWords } from "./provider-error.ts";
import { skipContinue } from "./skip-continue.ts";

export interface ReplicaOptions {
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
  /** After failures, until when another one is preferred. */
  private avoidUntil = 0;
  private failures = 0;
  private latencyMs = 0;
  /** What is in flight, the oldest first. Each has a connection of its own. */
  private readonly attempts = new Set<Attempt>();
  private readonly connections: Client[] = [];
  /** The one that was used last is used next, so that the fewest stay open. */
  private readonly idle: Client[] = [];
  /** One for all connections, so that a session of TLS that one has set up is taken up by the others. */
  private readonly connector: buildConnector.connector;
  private readonly origin: string;
  private readonly basePath: string;
  private readonly headers: string[];

  constructor(
    readonly baseUrl: string,
    private readonly options: ReplicaOptions,
  ) {
    const url = new URL(baseUrl);
    this.origin = url.origin;
    this.basePath = url.pathname.replace(/\/+$/, "");
    this.headers = Object.entries(options.headers).flat();
    this.limit = new AdaptiveLimit(options.concurrency);
    const connect = connectorOf({ timeout: Math.min(connectMs, options.timeoutMs) });
    this.connector = (where, callback) =>
      connect(where, (...result) => {
        const [, socket] = result;
        if (socket) skipContinue(socket);
        callback(...result);
      });
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

  /** Whether all that is in flight has failed before. */
  get hasNoFirstTry(): boolean {
    return [...this.attempts].every(({ isFirst }) => !isFirst);
  }

  /** Neither failed lately, nor asked to be left alone. */
  isWell(now: number): boolean {
    return this.avoidUntil <= now && this.pausedUntil <= now;
  }

  /** The wait that one more request may expect; also counts how long the oldest request already hangs. */
  expectedWait(now: number): number {
    const oldest = this.attempts.values().next().value;
    const latency = Math.max(this.latencyMs, oldest ? now - oldest.since : 0, 1);
    return latency * (this.inFlight + 1);
  }

  /** Sends it once. The answer is taken straight from undici's dispatcher, since bodies are read whole. */
  send(posting: Posting): void {
    const path = this.basePath + posting.path;
    const { body } = posting;
    const connection = this.idle.pop() ?? this.connect();
    const attempt = new Attempt(this, connection, posting);
    this.attempts.add(attempt);
    posting.begin(attempt);
    try {
      connection.dispatch({ method: "POST", path, headers: this.headers, body }, attempt);
    } catch (error) {
      this.leave(attempt);
      throw error;
    }
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

  /** It is not in flight any more. */
  leave(attempt: Attempt): void {
    if (this.attempts.delete(attempt)) this.idle.push(attempt.connection);
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.destroy()));
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
