// What a client is told when its request cannot be answered, in the shape that OpenAI's clients read.

import { EmbeddedError } from "../embedded-error.ts";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { param?: string | undefined; code?: string | undefined } = {},
  ) {
    super(message);
    this.name = "ApiError";
  }

  get body(): object {
    const { param = null, code = null } = this.details;
    const type = this.status >= 500 ? "server_error" : "invalid_request_error";
    return { error: { message: this.message, type, param, code } };
  }
}

export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { message } = error as Error;
  if (!(error instanceof EmbeddedError)) return new ApiError(500, `the server failed: ${message}`);
  if (error.kind === "request") return new ApiError(400, message, { param: error.field });
  return new ApiError(error.kind === "stopped" ? 503 : 500, message);
}
