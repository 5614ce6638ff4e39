// The bytes of answers on their way in: how many one answer may have, and all together, and what becomes of an encoding
// that nobody asked for.

import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { ProviderError } from "./provider-error.ts";

/** More than any completion is long; a server that sends more is broken. */
const mostAnswerBytes = 32 * 1024 * 1024;
/** Of all answers that are being received. */
const mostHeldBytes = 256 * 1024 * 1024;
/** An answer of this size is let through also where others take all there is. */
const smallAnswer = 1024 * 1024;

/** The answer is larger than answers may be. */
export class TooLarge extends Error {}

/** Counts what all answers hold that are being received. */
export class HeldBytes {
  private held = 0;

  /** @throws {TooLarge} */
  add(bytes: number, ofAnswer: number): void {
    this.held += bytes;
    if (ofAnswer > mostAnswerBytes)
      throw new TooLarge(`the answer is larger than ${mostAnswerBytes >> 20} MiB`);
    if (this.held > mostHeldBytes && ofAnswer > smallAnswer)
      throw new TooLarge(`the answers on their way are larger than ${mostHeldBytes >> 20} MiB together`);
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}

const decoders = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/** The answer as it was before the server encoded it. @throws {ProviderError} */
export function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return bytes;
  const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (!decode) {
    const message = `the answer is encoded as '${name}', which was not asked for`;
    throw new ProviderError(message, { failure: "response" });
  }
  try {
    return decode(bytes, { maxOutputLength: mostAnswerBytes });
  } catch (error) {
    const message = `the answer says that it is encoded as ${name}, and cannot be decoded: ${(error as Error).message}`;
    throw new ProviderError(message, { failure: "response" });
  }
}
