// Bodies of requests: limited in size, read in pieces, and refused if they are invalid.

import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error.ts";

/** A body, or the beginning of one that is larger than the part that is read at once. */
export interface BodyStart {
  chunks: Buffer[];
  bytes: number;
  isWhole: boolean;
}

/** The media type alone, in lower case. */
const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase();

/**
 * Pages of other sites can post plain text and forms, but need permission (a CORS preflight) for these types.
 *
 * @throws {HttpError} 415
 */
export function checkMediaType(request: IncomingMessage, types: readonly string[]): string {
  const type = mediaTypeOf(request);
  if (!types.includes(type)) {
    const said = type === "" ? "the request has no content-type" : `the content-type is '${type}'`;
    throw new HttpError(415, `${said}; it must be ${types.join(" or ")}`);
  }
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new HttpError(
      415,
      `a body with content-encoding '${encoding}' is not supported; send it uncompressed`,
    );
  return type;
}

/** @throws {HttpError} 413 if the request itself states that it is too large */
export function checkLength(request: IncomingMessage, most: number): void {
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge(most);
}

const tooLarge = (most: number): HttpError => new HttpError(413, `the body is larger than ${most} bytes`);

/** Reads a whole body, or its beginning if it is larger than `enough`; the caller then reads the rest. */
export function readStart(request: IncomingMessage, enough: number): Promise<BodyStart> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > enough) {
        request.pause();
        finish(false);
      }
    };
    const onEnd = () => finish(true);
    const finish = (isWhole: boolean) => {
      clear();
      resolve({ chunks, bytes, isWhole });
    };
    // Whether the connection breaks or just ends: the client has disconnected, and nothing here has failed.
    const onCut = () => {
      clear();
      reject(cutOff());
    };
    const clear = () => {
      request.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
    };
    request.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
  });
}

/** @throws {HttpError} 413 when the body is larger than allowed */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  checkLength(request, most);
  const { chunks, isWhole } = await readStart(request, most);
  if (!isWhole) throw tooLarge(most);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** The rest of a body after its start, with the start included. @throws {HttpError} 413 */
export async function* readOn(
  request: IncomingMessage,
  start: BodyStart,
  most: number,
): AsyncGenerator<Buffer> {
  let { bytes } = start;
  yield* start.chunks;
  if (start.isWhole) return;
  try {
    // A handler that stops reading still has to send an answer on this connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw tooLarge(most);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw cutOff();
  }
  if (!request.complete) throw cutOff();
}

const cutOff = (): HttpError => new HttpError(400, "the connection ended before the body did");

/** Why the bytes are not valid text, if they are not: no character is replaced silently. */
function problemOfText(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const text = bytes.toString("utf8");
  // Invalid bytes have become this character, which may also occur in the text itself.
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) {
    const place = Buffer.byteLength(text.slice(0, at));
    if (!bytes.subarray(place, place + 3).equals(replacement))
      return `not UTF-8: byte ${place + 1} is 0x${bytes[place]!.toString(16)}`;
  }
  return "not UTF-8";
}

const replacement = Buffer.from("\ufffd");

/** @throws {HttpError} 400 if a body is not UTF-8 */
export function readText(bytes: Buffer): string {
  const problem = problemOfText(bytes);
  if (problem !== undefined) throw new HttpError(400, `the body is ${problem}`);
  return bytes.toString("utf8");
}

/** @throws {HttpError} 400 */
export const parseBody = (bytes: Buffer): unknown => parseJson(readText(bytes));

/** @throws {HttpError} 400 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `the body is not JSON: ${(error as Error).message}`);
  }
}
