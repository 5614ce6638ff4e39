// What a client is told when its request cannot be answered, in the shape that OpenAI's clients read.

import { HttpError } from "../../http/http-error.ts";
import { EmbeddedError } from "../embedded-error.ts";

export function apiErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { message } = error as Error;
  if (!(error instanceof EmbeddedError)) return new HttpError(500, `the server failed: ${message}`);
  if (error.kind === "request") return new HttpError(400, message, { param: error.field });
  return new HttpError(error.kind === "stopped" ? 503 : 500, message);
}

export function apiErrorBody({ status, message, details }: HttpError): object {
  const { param = null, code = null } = details;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return { error: { message, type, param, code } };
}
