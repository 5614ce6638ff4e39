// One try of a request at one server. Undici reports to it, it holds what was received, and it tells the server and the
// request how the try ended, once. Nothing of it outlives the try.

import type { Client, Dispatcher } from "undici";
import { decoded } from "./answer-bytes.ts";
import { stoppedError } from "./provider-error.ts";
import type { Replica } from "./replica.ts";

/** The request that is tried. */
export interface Asking {
  /** Times that it was sent before. */
  readonly tries: number;
  /** Makes what is wanted of the answer; an error of its own is a try that failed. */
  read(answer: unknown): unknown;
  succeeded(answer: unknown): void;
  failed(error: unknown): void;
}

/** The answer had begun, but did not end in time. */
export class OutOfTime extends Error {}

export class Attempt implements Dispatcher.DispatchHandler {
  /** When it began. */
  readonly since = performance.now();
  /** Whether the request was not tried before. */
  readonly isFirst: boolean;
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
    readonly connection: Client,
    private readonly asking: Asking,
  ) {
    this.isFirst = asking.tries === 0;
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
      answer = this.asking.read(replica.read(status, decoded(bytes, encoding).toString("utf8"), retryAfter));
    } catch (error) {
      this.fail(replica.unreadable(error));
      return;
    }
    replica.succeeded(this);
    this.asking.succeeded(answer);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.isOver) return;
    this.end();
    this.fail(this.replica.failureOf(error));
  }

  /** Gives it up; nobody is told. */
  stop(): void {
    if (this.isOver) return;
    this.end();
    this.controller?.abort(stoppedError());
    this.replica.leave(this);
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
    this.asking.failed(error);
  }
}

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
