// Several base URLs used as one server: it chooses the URL of each request, limits the number of requests in flight,
// and handles failures. It posts any JSON, so paths other than completions (scores, rewards) use it too.

import { forgetOnAbort, type Stoppable, stopOnAbort } from "../embedded/on-abort.ts";
import { mostConnections } from "../errors/open-files.ts";
import { keepSecret, keepSecretHeaders } from "../outgoing/secrets.ts";
import type { Retry } from "./model.ts";
import { keyWords, noKey, ProviderError, stoppedError } from "./provider-error.ts";
import { asTimer, type Backoff, backoffMs, HeldBytes, Replica } from "./replica.ts";

export interface EndpointOptions {
  baseUrls: readonly string[];
  apiKey?: string | undefined;
  /** The source of the key, for messages: a variable or an option. */
  apiKeyFrom?: string | undefined;
  /** The variable of a key that is not sent; see `keyWords`. */
  withheldKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** The maximum number of requests in flight, over all URLs. */
  concurrency: number;
  /**
   * Milliseconds for one try. The default is long, because a server that does not stream is silent until it is done.
   */
  timeoutMs?: number | undefined;
  /** The maximum number of times that a request is sent. */
  tries?: number | undefined;
  /** The time after the first failure in which a request may be retried, in milliseconds. */
  retryForMs?: number | undefined;
  backoff?: Backoff | undefined;
  /** The time after which a server that never answered is given up, in milliseconds. */
  firstAnswerMs?: number | undefined;
  /** The time after which a server that answered every request with its own failure is given up, in milliseconds. */
  firstSuccessMs?: number | undefined;
  /** Why the model's name may be wrong: a refusal before any answer is then final, and the message says so. */
  doubt?: string | undefined;
  /** Shared by all clients of the same servers. */
  pauses?: SharedPauses | undefined;
}

/** Pauses that a server asks for, shared by all clients of the same server. */
interface SharedPauses {
  tell(baseUrl: string, ms: number): void;
  /** Returns a function that removes the listener. */
  listen(hear: (baseUrl: string, ms: number) => void): () => void;
}

const endpointDefaults = {
  timeoutMs: 3_600_000,
  tries: 10,
  retryForMs: 600_000,
  firstAnswerMs: 4_000,
  firstSuccessMs: 10_000,
  backoff: { firstMs: 500, mostMs: 30_000 },
};

interface PostOptions<T> {
  /** The name of the request, from which back-off derives its jitter. */
  key: string;
  signal?: AbortSignal | undefined;
  /** When aborted, a request that is not in flight is cancelled. */
  drain?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Reads the answer; if it throws, the try has failed. */
  read(answer: unknown): T;
}

/** A request from its arrival to its answer, over all of its tries. */
class Posting implements Stoppable {
  tries = 0;
  /** The time of its first failed try. */
  firstFailure: number | undefined;
  isStopped = false;
  /** Sends it to a server with a free slot; set while it waits for one. */
  send: ((replica: Replica) => void) | undefined;
  /** Cancels its current stage: the wait for a free place, the pause before the next try, or a try. */
  cancel: (() => void) | undefined;
  private bytes: Buffer | undefined;

  constructor(
    /** Its number in the order of arrival. */
    readonly arrival: number,
    readonly path: string,
    private content: object | undefined,
    readonly options: PostOptions<unknown>,
  ) {}

  /** Built when it is sent, because thousands may be waiting; afterwards only the bytes are kept. */
  get body(): Buffer {
    this.bytes ??= Buffer.from(JSON.stringify(this.content));
    this.content = undefined;
    return this.bytes;
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }
}

export class Endpoint {
  private readonly replicas: Replica[];
  private readonly concurrency: number;
  private readonly tries: number;
  private readonly retryForMs: number;
  private readonly backoff: Backoff;
  /**
   * Requests that wait for a free slot; the first to arrive at the endpoint is served first, even when it is retried.
   */
  private waiting: Posting[] = [];
  /** Requests that wait before their next try. */
  private readonly pausing = new Set<Posting>();
  private wakeUp: NodeJS.Timeout | undefined;
  private arrivals = 0;
  private isClosed = false;
  /** Whether any request was answered, even by an error of a model server. */
  private isHeard = false;
  /** Whether any request succeeded. */
  private hasServed = false;
  /** The time of the first request that failed because nothing answered. */
  private unheardSince: number | undefined;
  /** The time of the first request that failed by a failure of the server. */
  private unservedSince: number | undefined;
  /** The signals that are listened to. */
  private readonly drains = new WeakSet<AbortSignal>();
  private readonly forgetDrains: (() => void)[] = [];
  private readonly stopListening: (() => void) | undefined;

  constructor(private readonly options: EndpointOptions) {
    this.concurrency = Math.min(options.concurrency, mostConnections());
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
      (text) => text && text.length > 3 && text !== noKey,
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
          key: keyWords({
            from: options.apiKeyFrom,
            headers: options.headers ?? {},
            withheld: options.withheldKey,
          }),
          onPause: (ms) => options.pauses?.tell(url, ms),
        }),
    );
    this.stopListening = options.pauses?.listen((url, ms) => {
      for (const replica of this.replicas) if (replica.baseUrl === url) replica.leaveAlone(ms);
    });
  }

  /** Posts until it succeeds or may not be retried. @throws {ProviderError} */
  async post<T>(path: string, body: object, options: PostOptions<T>): Promise<T> {
    const posting = new Posting(this.arrivals++, path, body, options);
    this.listenTo(options.drain);
    stopOnAbort(options.signal, posting);
    try {
      for (;;) {
        let failure: unknown;
        try {
          const answer = await this.sent(posting);
          this.isHeard = true;
          this.hasServed = true;
          return answer as T; // The result of `options.read`.
        } catch (error) {
          failure = error;
        } finally {
          posting.cancel = undefined;
          this.serve();
        }
        await this.pauseAfter(posting, failure);
      }
    } finally {
      forgetOnAbort(options.signal, posting);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.wakeUp);
    this.stopListening?.();
    for (const forget of this.forgetDrains.splice(0)) forget();
    this.isClosed = true;
    const { waiting } = this;
    this.waiting = [];
    for (const posting of [...this.pausing, ...waiting]) posting.stop();
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** When a run drains, requests that wait for their next try are cancelled, because that wait may be long. */
  private listenTo(drain: AbortSignal | undefined): void {
    if (!drain || this.drains.has(drain)) return;
    this.drains.add(drain);
    const giveUp = () => this.giveUpWaiting(drain);
    drain.addEventListener("abort", giveUp, { once: true });
    this.forgetDrains.push(() => drain.removeEventListener("abort", giveUp));
  }

  private giveUpWaiting(drain: AbortSignal): void {
    const waiting = this.isPaused ? this.waiting : [];
    for (const posting of [...this.pausing, ...waiting]) if (posting.options.drain === drain) posting.stop();
  }

  /** Whether every server has asked for a pause. */
  private get isPaused(): boolean {
    const now = performance.now();
    return this.replicas.every(({ pausedUntil }) => pausedUntil > now);
  }

  /** Sends it as soon as a server has a free slot; returns the answer of one try. */
  private sent(posting: Posting): Promise<unknown> {
    const { signal, drain } = posting.options;
    if (signal?.aborted || posting.isStopped || this.isClosed || (drain?.aborted && this.isPaused))
      return Promise.reject(stoppedError());
    const replica = this.waiting.length === 0 ? this.choose() : undefined;
    if (replica) return ask(replica, posting);
    return new Promise((resolve, reject) => {
      posting.send = (replica) => {
        posting.send = undefined;
        ask(replica, posting).then(resolve, reject);
      };
      posting.cancel = () => {
        posting.send = undefined;
        reject(stoppedError());
      };
      const before = this.waiting.findLastIndex((other) => other.arrival < posting.arrival);
      this.waiting.splice(before + 1, 0, posting);
    });
  }

  /** Waits until a failed request may be sent again. @throws {unknown} the failure, if it may not */
  private async pauseAfter(posting: Posting, failure: unknown): Promise<void> {
    const error = failure instanceof ProviderError ? this.judged(failure) : failure;
    if (posting.isStopped || this.isClosed) throw stoppedError();
    if (!(error instanceof ProviderError && error.isRetryable)) throw error;
    const { tries, options } = posting;
    const now = performance.now();
    posting.firstFailure ??= now;
    const leftMs = this.retryForMs - (now - this.failingSince(error, posting.firstFailure));
    const delayMs = this.delayMs(error, options.key, tries, now, leftMs);
    if (delayMs > 0 && options.drain?.aborted) throw stoppedError();
    if (tries >= this.tries || delayMs > leftMs) throw afterTries(error, tries);
    options.onRetry?.({ why: error.message, tries, delayMs });
    if (posting.isStopped) throw stoppedError();
    this.pausing.add(posting);
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, asTimer(delayMs));
        posting.cancel = () => {
          clearTimeout(timer);
          reject(stoppedError());
        };
      });
    } finally {
      this.pausing.delete(posting);
    }
  }

  /** The failure that the caller gets: as long as no request was ever answered, it is final after seconds. */
  private judged(error: ProviderError): ProviderError {
    const { failure, status = 0 } = error;
    const { doubt, firstAnswerMs = endpointDefaults.firstAnswerMs } = this.options;
    if (failure === "status") {
      this.isHeard = true;
      if (!this.hasServed && error.isRetryable && !error.isOverload) return this.neverServed(error);
      if (this.hasServed || error.isRetryable || status >= 500) return error;
      // A single request may be forbidden because of its content; if none was ever allowed, all are.
      if (status === 403) return unheard(error, "");
      return doubt === undefined ? error : unheard(error, `; ${doubt}`);
    }
    if (this.isHeard || (failure !== "connection" && failure !== "response")) return error;
    const now = performance.now();
    this.unheardSince ??= now;
    return now - this.unheardSince < firstAnswerMs ? error : unheard(error, "; no request was ever answered");
  }

  /**
   * A server that fails every request is broken, and waiting does not help. First requests that are in progress may
   * still succeed, so they are waited for; and a server that asks for a pause is busy, not broken.
   */
  private neverServed(error: ProviderError): ProviderError {
    const { firstSuccessMs = endpointDefaults.firstSuccessMs } = this.options;
    const now = performance.now();
    this.unservedSince ??= now;
    const isFinal =
      now - this.unservedSince >= firstSuccessMs &&
      error.retryAfterMs === undefined &&
      this.replicas.every((replica) => replica.hasNoFirstTry);
    return isFinal ? unheard(error, "; no request has ever succeeded") : error;
  }

  /** If all servers asked for a pause before the request arrived, the time counts from then. */
  private failingSince(error: ProviderError, firstFailure: number): number {
    if (error.retryAfterMs === undefined) return firstFailure;
    const latest = this.replicas.reduce(
      (latest, { refusingSince }) => Math.max(latest, refusingSince ?? firstFailure),
      Number.NEGATIVE_INFINITY,
    );
    return Math.min(firstFailure, latest);
  }

  /**
   * No wait if a different URL is healthy; else the pause that the server asked for, within what is left of the time
   * for retries, and at least the back-off.
   */
  private delayMs(error: ProviderError, key: string, tries: number, now: number, leftMs: number): number {
    if (this.replicas.some((replica) => replica.isWell(now))) return 0;
    const asked = Math.min(error.retryAfterMs ?? 0, leftMs);
    return Math.max(asked, backoffMs(key, tries, this.backoff));
  }

  private serve(): void {
    while (this.waiting.length > 0) {
      const [posting] = this.waiting;
      if (!posting!.send) {
        this.waiting.shift(); // It was stopped.
        continue;
      }
      const replica = this.choose();
      if (!replica) return;
      this.waiting.shift();
      posting!.send(replica);
    }
  }

  /** The replica with the shortest expected wait among the healthy ones; undefined if none has a free slot. */
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

/** One try of a request. */
async function ask(replica: Replica, posting: Posting): Promise<unknown> {
  const { path, body, options } = posting;
  const isFirst = posting.tries++ === 0;
  const attempt = replica.ask({ path, body, isFirst, read: options.read });
  posting.cancel = () => attempt.stop();
  return attempt.answer;
}

function afterTries(error: ProviderError, tries: number): ProviderError {
  if (tries === 1) return error;
  return new ProviderError(`${error.message} (after ${tries} tries)`, error);
}

const unheard = (error: ProviderError, added: string): ProviderError =>
  new ProviderError(error.message + added, {
    failure: error.failure,
    status: error.status,
    isUnheard: true,
  });
