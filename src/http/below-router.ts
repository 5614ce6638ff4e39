// What goes wrong before there is a request to answer: headers that are too large, bytes that are not HTTP, an invalid
// body. Node would answer with a bare status line; here clients get the same form as for all other errors.

import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorBody, HttpError } from "./http-error.ts";

interface BelowOptions {
  /** Headers of every answer. */
  headers?: (() => Readonly<Record<string, string>>) | undefined;
  bodyOf?: ((error: HttpError) => object) | undefined;
}

/** How long a client has to read the answer. */
const closeMs = 2_000;

export function answerBelow(server: Server, options: BelowOptions): void {
  const answered = new WeakSet<Duplex>();
  const answer = (socket: Duplex, error: HttpError) => {
    // Each further piece on a broken connection reports the error again.
    if (answered.has(socket)) return;
    answered.add(socket);
    const timer = setTimeout(() => socket.destroy(), closeMs).unref();
    socket.once("close", () => clearTimeout(timer));
    socket.on("error", () => {});
    socket.end(answerText(error, options));
    socket.resume();
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || hasBegun(socket)) return void socket.destroy();
    answer(socket, errorOf(error));
  });
  server.on("connect", (_request, socket) =>
    answer(socket, new HttpError(405, "this server is not a proxy, so it does not support CONNECT")),
  );
}

/** Whether an answer on this connection is in progress: it can be cut off, but no other text can be sent in it. */
function hasBegun(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  return message?.headersSent === true;
}

function errorOf({ code = "", message }: NodeJS.ErrnoException): HttpError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new HttpError(431, "the headers are larger than 16 KB");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new HttpError(413, "the extensions of a chunk are too large");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new HttpError(408, "the headers did not arrive in time");
  }
  return new HttpError(400, `this is not HTTP: ${message.replace(/^Parse Error: /, "")}`);
}

function answerText(error: HttpError, { headers, bodyOf = errorBody }: BelowOptions): string {
  const body = JSON.stringify(bodyOf(error));
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    ...Object.entries(headers?.() ?? {}).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
