// Several base URLs used as one server: who is asked next, how many at once, and what happens when it fails. It posts
// JSON and knows nothing of what it means, so that other paths than completions (scores, rewards) go through it too.

import { keepSecret, keepSecretHeaders } from "../outgoing/secrets.ts";
import { HeldBytes } from "./answer-bytes.ts";
import { asTimer, type Backoff, backoffMs } from "./backoff.ts";
import { type Dispatching, Posting, type PostOptions, stoppedError } from "./posting.ts";
import { ProviderError } from "./provider-error.ts";
import { Replica } from "./replica.ts";

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

export class Endpoint {
  private readonly replicas: Replica[];
  private readonly concurrency: number;
  private readonly tries: number;
  private readonly retryForMs: number;
  private readonly backoff: Backoff;
  /** For room; who came first to the endpoint is served first, also when it comes back after a failure. */
  private waiting: Posting[] = [];
  /** Before another try. */
  private readonly pausing = new Set<Posting>();
  private wakeUp: NodeJS.Timeout | undefined;
  private arrivals = 0;
  private isClosed = false;
  private willServe = false;
  private readonly dispatching: Dispatching = {
    succeeded: () => this.serve(),
    failed: (posting, error) => this.failed(posting, error),
    stopped: (posting) => {
      this.pausing.delete(posting);
      this.serveSoon();
    },
  };

  constructor(options: EndpointOptions) {
    this.concurrency = options.concurrency;
    this.tries = options.tries ?? endpointDefaults.tries;
    this.retryForMs = options.retryForMs ?? endpointDefaults.retryForMs;
    this.backoff = options.backoff ?? endpointDefaults.backoff;
    const { apiKey } = options;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "accept-encoding": "identity",
      ...options.headers,
    };
    if (apiKey) headers.authorization = `Bearer ${apiKey}`;
    keepSecret(apiKey);
    keepSecretHeaders(options.headers ?? {});
    const secrets = [apiKey, ...Object.values(options.headers ?? {})].filter(
      (text) => text && text.length > 3,
    );
    const held = new HeldBytes();
    this.replicas = options.baseUrls.map(
      (url) =>
        new Replica(url, {
          concurrency: options.concurrency,
          timeoutMs: asTimer(options.timeoutMs ?? endpointDefaults.timeoutMs),
          longestPauseMs: this.retryForMs,
          held,
          headers,
          secrets: secrets as string[],
        }),
    );
  }

  /**
   * Posts until it succeeds or may not be tried again.
   * @throws {ProviderError}
   */
  post<T>(path: string, body: object, options: PostOptions<T>): Promise<T> {
    return new Promise((resolve: (answer: T) => void, reject) => {
      const settle = resolve as (answer: unknown) => void; // With what `options.read` gave.
      this.enter(new Posting(this.dispatching, this.arrivals++, path, body, options, settle, reject));
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.wakeUp);
    this.isClosed = true;
    const { waiting } = this;
    this.waiting = [];
    for (const posting of [...this.pausing, ...waiting]) posting.stop();
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  private failed(posting: Posting, error: unknown): void {
    if (this.isClosed) posting.fail(stoppedError());
    else if (error instanceof ProviderError && error.isRetryable) this.tryAgain(posting, error);
    else posting.fail(error);
    this.serveSoon();
  }

  private tryAgain(posting: Posting, error: ProviderError): void {
    const { tries, options } = posting;
    const now = performance.now();
    posting.firstFailure ??= now;
    const leftMs = this.retryForMs - (now - this.failingSince(error, posting.firstFailure));
    const delayMs = this.delayMs(error, options.key, tries, now, leftMs);
    if (tries >= this.tries || delayMs > leftMs) {
      posting.fail(afterTries(error, tries));
      return;
    }
    try {
      options.onRetry?.({ why: error.message, tries, delayMs });
    } catch (mistake) {
      posting.fail(mistake);
    }
    if (posting.isOver) return;
    this.pausing.add(posting);
    posting.pause = setTimeout(() => {
      this.pausing.delete(posting);
      this.enter(posting);
    }, asTimer(delayMs));
  }

  /** Where all servers ask to wait, and have done so before the request came, it need not be found out anew. */
  private failingSince(error: ProviderError, firstFailure: number): number {
    if (error.retryAfterMs === undefined) return firstFailure;
    const latest = Math.max(...this.replicas.map(({ refusingSince }) => refusingSince ?? firstFailure));
    return Math.min(firstFailure, latest);
  }

  /**
   * No wait where another URL is well; else what the server asked for, within what is left of the time for retries,
   * and the back-off at least.
   */
  private delayMs(error: ProviderError, key: string, tries: number, now: number, leftMs: number): number {
    if (this.replicas.some((replica) => replica.isWell(now))) return 0;
    const asked = Math.min(error.retryAfterMs ?? 0, leftMs);
    return Math.max(asked, backoffMs(key, tries, this.backoff));
  }

  private enter(posting: Posting): void {
    if (this.isClosed || posting.options.signal?.aborted) {
      posting.stop();
      return;
    }
    const replica = this.waiting.length === 0 ? this.choose() : undefined;
    if (replica) {
      send(replica, posting);
      return;
    }
    const before = this.waiting.findLastIndex((other) => other.arrival < posting.arrival);
    this.waiting.splice(before + 1, 0, posting);
  }

  private serve(): void {
    while (this.waiting.length > 0) {
      if (this.waiting[0]!.isOver) {
        this.waiting.shift(); // It was stopped.
        continue;
      }
      const replica = this.choose();
      if (!replica) return;
      send(replica, this.waiting.shift()!);
    }
  }

  /**
   * When whoever tells of an end is done: undici may not be given anything while it tells of a failure, and those that
   * are stopped together are all stopped before room is given to any.
   */
  private serveSoon(): void {
    if (this.willServe) return;
    this.willServe = true;
    queueMicrotask(() => {
      this.willServe = false;
      this.serve();
    });
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
    this.wakeUp = setTimeout(() => this.serve(), Math.max(1, asTimer(ms)));
  }
}

/** What cannot be sent at all is nobody's failure but its own. */
function send(replica: Replica, posting: Posting): void {
  try {
    replica.send(posting);
  } catch (error) {
    replica.leave(posting);
    posting.fail(error);
  }
}

function afterTries(error: ProviderError, tries: number): ProviderError {
  if (tries === 1) return error;
  return new ProviderError(`${error.message} (after ${tries} tries)`, error);
}
