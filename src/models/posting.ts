// One request on its way, from its arrival to its answer, over as many tries as it takes. A run has thousands of them
// at once, so each is a single object that undici reports to and that nobody awaits but the one who asked.

import type { Client, Dispatcher } from "undici";
import { forgetOnAbort, type Stoppable, stopOnAbort } from "../embedded/on-abort.ts";
import { decoded } from "./answer-bytes.ts";
import type { Retry } from "./model.ts";
import { ProviderError } from "./provider-error.ts";
import type { Replica } from "./replica.ts";

export interface PostOptions<T> {
  /** Names the request; back-off draws its jitter from it. */
  key: string;
  signal?: AbortSignal | undefined;
  /** When aborted, a request that is not under way is given up. */
  drain?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Makes what is wanted of the answer; an error of its own is a try that failed. */
  read(answer: unknown): T;
}

/** Who decides what becomes of a request whose try has ended. */
export interface Dispatching {
  succeeded(): void;
  failed(posting: Posting, error: unknown): void;
  stopped(posting: Posting): void;
}

/** The answer had begun, but did not end in time. */
export class OutOfTime extends Error {}

export class Posting implements Dispatcher.DispatchHandler, Stoppable {
  tries = 0;
  /** When its first try failed. */
  firstFailure: number | undefined;
  /** When the present try began. */
  since = 0;
  /** Where the present try is under way, and over what. */
  replica: Replica | undefined;
  connection: Client | undefined;
  /** Before its next try. */
  pause: NodeJS.Timeout | undefined;
  /** It was answered, or given up. */
  isOver = false;
  /** Once it was sent, the bytes alone are kept. */
  private bytes: Buffer | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private retryAfter: string | undefined;
  private encoding: string | undefined;
  private chunks: Buffer[] = [];
  /** Bytes of the chunks. */
  private received = 0;

  constructor(
    private readonly dispatching: Dispatching,
    /** Which of all it is, in the order in which they came. */
    readonly arrival: number,
    readonly path: string,
    private content: object | undefined,
    readonly options: PostOptions<unknown>,
    private readonly resolve: (answer: unknown) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    stopOnAbort(options.signal, this);
  }

  /** Not made before it is sent: thousands may be waiting. */
  get body(): Buffer {
    this.bytes ??= Buffer.from(JSON.stringify(this.content));
    this.content = undefined;
    return this.bytes;
  }

  /** A new try begins. */
  begin(replica: Replica, connection: Client): void {
    this.tries++;
    this.since = performance.now();
    this.replica = replica;
    this.connection = connection;
    this.status = 0;
    this.retryAfter = undefined;
    this.controller = undefined;
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
    if (!this.replica) return;
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
    if (!this.replica) return;
    const { replica, status, chunks, retryAfter, encoding } = this;
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    this.letGo();
    let answer: unknown;
    try {
      answer = this.options.read(replica.read(status, decoded(bytes, encoding).toString("utf8"), retryAfter));
    } catch (error) {
      this.endTry(replica.unreadable(error));
      return;
    }
    replica.succeeded(this);
    this.isOver = true;
    forgetOnAbort(this.options.signal, this);
    this.dispatching.succeeded();
    this.resolve(answer);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (!this.replica) return;
    this.letGo();
    this.endTry(this.replica.failureOf(error));
  }

  /** Gives it up, wherever it is. */
  stop(): void {
    if (this.isOver) return;
    this.fail(stoppedError());
    this.letGo();
    this.controller?.abort(stoppedError());
    this.replica?.leave(this);
    this.dispatching.stopped(this);
  }

  fail(error: unknown): void {
    this.isOver = true;
    clearTimeout(this.pause);
    forgetOnAbort(this.options.signal, this);
    this.reject(error);
  }

  /** What was received of the present try is not held any more. */
  private letGo(): void {
    this.replica?.held.release(this.received);
    this.received = 0;
    this.chunks = [];
  }

  private endTry(error: unknown): void {
    this.replica!.failed(this, error);
    this.dispatching.failed(this, error);
  }
}

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export const stoppedError = (): ProviderError =>
  new ProviderError("the request was stopped", { failure: "stopped" });
