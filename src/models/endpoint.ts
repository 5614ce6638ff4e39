// Several base URLs used as one server: who is asked next, how many at once, and what happens when it fails. It posts
// JSON and knows nothing of what it means, so that other paths than completions (scores, rewards) go through it too.

import { setTimeout as sleep } from "node:timers/promises";
import { type Backoff, backoffMs } from "./backoff.ts";
import type { GenerateOptions } from "./model.ts";
import { onAbort } from "./on-abort.ts";
import { ProviderError } from "./provider-error.ts";
import { Replica, type Seat } from "./replica.ts";

export interface EndpointOptions {
  baseUrls: readonly string[];
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Requests in flight at most, over all URLs. */
  concurrency: number;
  /** Milliseconds for one try. Long, since a server that does not stream is silent until it is done. */
  timeoutMs?: number | undefined;
  /** Times that a request is sent at most. */
  tries?: number | undefined;
  /** Milliseconds after the first failure within which another try may begin. */
  retryForMs?: number | undefined;
  backoff?: Backoff | undefined;
}

export const endpointDefaults = {
  timeoutMs: 3_600_000,
  tries: 10,
  retryForMs: 600_000,
  backoff: { firstMs: 500, mostMs: 30_000 },
};

/** A place at one of the URLs. */
interface Place {
  replica: Replica;
  seat: Seat;
}

interface Waiting {
  arrival: number;
  take(place: Place): void;
}

export class Endpoint {
  private readonly replicas: Replica[];
  private readonly concurrency: number;
  private readonly tries: number;
  private readonly retryForMs: number;
  private readonly backoff: Backoff;
  private waiting: Waiting[] = [];
  private wakeUp: NodeJS.Timeout | undefined;
  private arrivals = 0;
  private readonly closing = new AbortController();

  constructor(options: EndpointOptions) {
    this.concurrency = options.concurrency;
    this.tries = options.tries ?? endpointDefaults.tries;
    this.retryForMs = options.retryForMs ?? endpointDefaults.retryForMs;
    this.backoff = options.backoff ?? endpointDefaults.backoff;
    const { apiKey } = options;
    const headers: Record<string, string> = { "content-type": "application/json", ...options.headers };
    if (apiKey) headers.authorization = `Bearer ${apiKey}`;
    const secrets = [apiKey, ...Object.values(options.headers ?? {})].filter(
      (text) => text && text.length > 3,
    );
    this.replicas = options.baseUrls.map(
      (url) =>
        new Replica(url, {
          concurrency: options.concurrency,
          timeoutMs: options.timeoutMs ?? endpointDefaults.timeoutMs,
          headers,
          secrets: secrets as string[],
        }),
    );
  }

  /**
   * Posts until it succeeds or may not be tried again. `read` makes what is wanted of the answer, and an error of its
   * own is a try that failed.
   * @throws {ProviderError}
   */
  async post<T>(
    path: string,
    body: object,
    request: GenerateOptions & { key: string; read(answer: unknown): T },
  ): Promise<T> {
    const { key, signal, onRetry, read } = request;
    let text: string | undefined;
    const arrival = this.arrivals++;
    let firstFailure: number | undefined;
    for (let tries = 1; ; tries++) {
      const { replica, seat } = await this.nextPlace(arrival, signal);
      text ??= JSON.stringify(body); // Not before: thousands of requests may be waiting.
      try {
        return await replica.post(seat, { path, body: text, signal, read });
      } catch (error) {
        if (!(error instanceof ProviderError) || !error.isRetryable) throw error;
        const now = performance.now();
        firstFailure ??= now;
        const delayMs = this.delayMs(error, key, tries, now);
        if (tries >= this.tries || now + delayMs - firstFailure > this.retryForMs) {
          throw afterTries(error, tries);
        }
        onRetry?.({ why: error.message, tries, delayMs });
        this.serve();
        await this.pause(delayMs, signal);
      } finally {
        this.serve();
      }
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.wakeUp);
    this.closing.abort();
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** No wait where another URL is well; else what the server asked for, and the back-off at least. */
  private delayMs(error: ProviderError, key: string, tries: number, now: number): number {
    if (this.replicas.some((replica) => replica.isWell(now))) return 0;
    return Math.max(error.retryAfterMs ?? 0, backoffMs(key, tries, this.backoff));
  }

  private async pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const signals = [this.closing.signal, ...(signal ? [signal] : [])];
    await sleep(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => {
      throw stopped();
    });
  }

  /** Waits for room; who came first to the endpoint is served first, also when it comes back after a failure. */
  private nextPlace(arrival: number, signal: AbortSignal | undefined): Promise<Place> {
    if (signal?.aborted) return Promise.reject(stopped());
    const replica = this.waiting.length === 0 ? this.choose() : undefined;
    if (replica) return Promise.resolve({ replica, seat: replica.takeSeat() });
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        arrival,
        take: (place) => {
          forget();
          resolve(place);
        },
      };
      const forget = onAbort(signal, () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(stopped());
      });
      const before = this.waiting.findLastIndex((other) => other.arrival < arrival);
      this.waiting.splice(before + 1, 0, waiting);
    });
  }

  private serve(): void {
    while (this.waiting.length > 0) {
      const replica = this.choose();
      if (!replica) return;
      this.waiting.shift()!.take({ replica, seat: replica.takeSeat() });
    }
  }

  /** The replica with the least expected wait among those that are well; undefined when none has room. */
  private choose(): Replica | undefined {
    const now = performance.now();
    let inFlight = 0;
    let opensAt = Number.POSITIVE_INFINITY;
    let isOneWell = false;
    for (const replica of this.replicas) {
      inFlight += replica.inFlight;
      opensAt = Math.min(opensAt, replica.pausedUntil);
      isOneWell ||= replica.isWell(now);
    }
    if (inFlight >= this.concurrency) return undefined;
    if (opensAt > now) {
      this.wakeAt(opensAt - now);
      return undefined;
    }
    let best: Replica | undefined;
    for (const replica of this.replicas) {
      if (replica.pausedUntil > now || !replica.hasRoom || (isOneWell && !replica.isWell(now))) continue;
      if (!best || replica.expectedWait(now) < best.expectedWait(now)) best = replica;
    }
    return best;
  }

  private wakeAt(ms: number): void {
    clearTimeout(this.wakeUp);
    this.wakeUp = setTimeout(() => this.serve(), Math.max(1, ms));
  }
}

const stopped = () => new ProviderError("the request was stopped", { failure: "stopped" });

function afterTries(error: ProviderError, tries: number): ProviderError {
  if (tries === 1) return error;
  return new ProviderError(`${error.message} (after ${tries} tries)`, error);
}
