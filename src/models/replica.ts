// One base URL: its connections, and what is known of its health. Among several that serve the same model, the one
// with the least expected wait is asked.

import { AdaptiveLimit } from "./adaptive-limit.ts";
import { retryAfterMs } from "./backoff.ts";
import { Connection, type Exchanged, OutOfTime, Stopped } from "./connection.ts";
import { ProviderError } from "./provider-error.ts";
import { connectionReason, serverWords } from "./server-words.ts";

export interface ReplicaOptions {
  concurrency: number;
  timeoutMs: number;
  headers: Record<string, string>;
  /** Texts that must never be repeated. */
  secrets: readonly string[];
}

/** A request's place among those in flight, with a connection of its own. */
export interface Seat {
  since: number;
  connection: Connection;
}

/** The share of the newest observation in the average. */
const latencyWeight = 0.2;
const avoidFirstMs = 500;
const avoidMostMs = 30_000;

export class Replica {
  readonly limit: AdaptiveLimit;
  /** Where it asked to be left alone, until when. */
  pausedUntil = 0;
  /** After failures, until when another one is preferred. */
  private avoidUntil = 0;
  private failures = 0;
  private latencyMs = 0;
  private readonly seats = new Set<Seat>();
  private readonly connections: Connection[] = [];
  /** The one that was used last is used next, so that the fewest stay open. */
  private readonly idle: Connection[] = [];
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
  }

  get inFlight(): number {
    return this.seats.size;
  }

  get hasRoom(): boolean {
    return this.inFlight < this.limit.value;
  }

  /** Neither failed lately, nor asked to be left alone. */
  isWell(now: number): boolean {
    return this.avoidUntil <= now && this.pausedUntil <= now;
  }

  /** The wait that one more request may expect; also counts how long the oldest request already hangs. */
  expectedWait(now: number): number {
    const oldest = this.seats.values().next().value;
    const latency = Math.max(this.latencyMs, oldest ? now - oldest.since : 0, 1);
    return latency * (this.inFlight + 1);
  }

  takeSeat(): Seat {
    const seat = { since: performance.now(), connection: this.idle.pop() ?? this.connect() };
    this.seats.add(seat);
    return seat;
  }

  /** Posts once. An answer that `read` cannot make anything of is a failure like any other. */
  async post<T>(
    seat: Seat,
    request: { path: string; body: string; signal?: AbortSignal | undefined; read(answer: unknown): T },
  ): Promise<T> {
    try {
      const answer = request.read(await this.exchange(seat.connection, request));
      this.failures = 0;
      this.avoidUntil = 0;
      const took = performance.now() - seat.since;
      this.latencyMs = this.latencyMs === 0 ? took : this.latencyMs + latencyWeight * (took - this.latencyMs);
      this.limit.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ProviderError) this.learn(error, seat.since);
      throw error;
    } finally {
      this.seats.delete(seat);
      this.idle.push(seat.connection);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  private connect(): Connection {
    const connection = new Connection(this.origin, this.options.timeoutMs);
    this.connections.push(connection);
    return connection;
  }

  private learn(error: ProviderError, startedAt: number): void {
    const now = performance.now();
    if (error.isOverload) this.limit.overloaded(startedAt, now);
    if (error.isOverload && error.retryAfterMs !== undefined) {
      this.pausedUntil = Math.max(this.pausedUntil, now + error.retryAfterMs);
    }
    if (error.isRetryable) {
      this.failures++;
      this.avoidUntil = now + Math.min(avoidMostMs, avoidFirstMs * 2 ** Math.min(this.failures - 1, 10));
    }
  }

  private async exchange(
    connection: Connection,
    { path, body, signal }: { path: string; body: string; signal?: AbortSignal | undefined },
  ): Promise<unknown> {
    const { secrets } = this.options;
    let exchanged: Exchanged;
    try {
      exchanged = await connection.post({ path: this.basePath + path, headers: this.headers, body, signal });
    } catch (error) {
      throw this.failureOf(error);
    }
    const { status, retryAfter, text } = exchanged;
    if (status < 200 || status > 299) {
      throw new ProviderError(`${this.baseUrl}: status ${status}: ${serverWords(text, secrets)}`, {
        failure: "status",
        status,
        retryAfterMs: retryAfterMs(retryAfter, Date.now()),
      });
    }
    try {
      return JSON.parse(text);
    } catch {
      const words = serverWords(text, secrets);
      throw new ProviderError(`${this.baseUrl}: the answer is not JSON: ${words}`, { failure: "response" });
    }
  }

  private failureOf(error: unknown): ProviderError {
    if (error instanceof Stopped) return new ProviderError("the request was stopped", { failure: "stopped" });
    if (error instanceof OutOfTime || isTimeout(error)) {
      const seconds = Math.round(this.options.timeoutMs / 100) / 10;
      return new ProviderError(`${this.baseUrl}: no answer within ${seconds} s`, { failure: "timeout" });
    }
    const reason = connectionReason(error, this.options.secrets);
    return new ProviderError(`${this.baseUrl}: ${reason}`, { failure: "connection" });
  }
}

const timeouts = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT"];
const isTimeout = (error: unknown): boolean => timeouts.includes((error as { code?: string }).code ?? "");
