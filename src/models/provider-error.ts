// The boundary to whoever serves a model. What failed there is data for a run, and `isRetryable` says what a caller
// may do about it.

import { ExpectedError } from "../errors/expected-error.ts";

export type ProviderFailure = "status" | "connection" | "timeout" | "response" | "stopped" | "missing";

export class ProviderError extends ExpectedError {
  readonly failure: ProviderFailure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    details: { failure: ProviderFailure; status?: number | undefined; retryAfterMs?: number | undefined },
  ) {
    super(message);
    this.name = "ProviderError";
    this.failure = details.failure;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    if (this.failure === "status") return retryableStatus(this.status!);
    return this.failure === "connection" || this.failure === "timeout" || this.failure === "response";
  }

  /** Whether the server has more to do than it can, so that asking less would help. */
  get isOverload(): boolean {
    return this.failure === "timeout" || [429, 503, 529].includes(this.status ?? 0);
  }

  /** Whether every other request would fail in the same way: no such key, no such path or model. */
  get isHopeless(): boolean {
    return this.status === 401 || this.status === 404;
  }
}

const retryableStatus = (status: number): boolean =>
  status >= 500 ? status !== 501 && status !== 505 : [408, 409, 425, 429].includes(status);
