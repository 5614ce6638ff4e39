// A request from its arrival to its answer, over as many tries as it takes. A run has thousands of them at once, so that
// nobody awaits one but the one who asked.

import { forgetOnAbort, type Stoppable, stopOnAbort } from "../embedded/on-abort.ts";
import type { Asking, Attempt } from "./attempt.ts";
import type { Retry } from "./model.ts";
import { stoppedError } from "./provider-error.ts";

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

export class Posting implements Asking, Stoppable {
  tries = 0;
  /** When its first try failed. */
  firstFailure: number | undefined;
  /** Before its next try. */
  pause: NodeJS.Timeout | undefined;
  /** It was answered, or given up. */
  isOver = false;
  /** The try that is under way. */
  private attempt: Attempt | undefined;
  /** Once it was sent, the bytes alone are kept. */
  private bytes: Buffer | undefined;

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
  begin(attempt: Attempt): void {
    this.tries++;
    this.attempt = attempt;
  }

  read(answer: unknown): unknown {
    return this.options.read(answer);
  }

  succeeded(answer: unknown): void {
    this.attempt = undefined;
    this.isOver = true;
    forgetOnAbort(this.options.signal, this);
    this.dispatching.succeeded();
    this.resolve(answer);
  }

  failed(error: unknown): void {
    this.attempt = undefined;
    this.dispatching.failed(this, error);
  }

  /** Gives it up, wherever it is. */
  stop(): void {
    if (this.isOver) return;
    this.fail(stoppedError());
    this.attempt?.stop();
    this.dispatching.stopped(this);
  }

  fail(error: unknown): void {
    this.isOver = true;
    clearTimeout(this.pause);
    forgetOnAbort(this.options.signal, this);
    this.reject(error);
  }
}
