// The error that a client receives: a status, a sentence, and the position of the mistake.

import { ExpectedError } from "../errors/expected-error.ts";

interface ErrorDetails {
  /** The invalid field. */
  param?: string | undefined;
  /** A name for programs; derived from the status if it is not given. */
  type?: string | undefined;
  code?: string | undefined;
  /** Further headers, such as `retry-after`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the sentence is also in the status line, for clients that log nothing else. */
  inStatusLine?: boolean | undefined;
}

export class HttpError extends ExpectedError {
  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = "HttpError";
  }

  /** The same for clients that log only the status line. */
  inStatusLine(): HttpError {
    return new HttpError(this.status, this.message, { ...this.details, inStatusLine: true });
  }
}

const types: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "too_large",
  415: "unsupported_media_type",
  422: "unscored",
  429: "too_many_requests",
  503: "unavailable",
};

/** The form of all errors. */
export function errorBody({ status, message, details }: HttpError): object {
  const { param, code } = details;
  const type = details.type ?? types[status] ?? (status >= 500 ? "server_error" : "invalid_request");
  return { error: { message, type, param, code } };
}

/** Not available at the moment, but soon. */
export const unavailable = (message: string): HttpError =>
  new HttpError(503, message, { headers: { "retry-after": "1" } });
