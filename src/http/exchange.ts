// One request and its answer. An answer is given once: one that comes after the deadline, or after the client has
// disconnected, is dropped here, so handlers need not check.

import type { IncomingMessage, ServerResponse } from "node:http";
import { errorBody, type HttpError } from "./http-error.ts";

/** How long a client has to read the end of an answer that is cut off. */
const cutOffMs = 5_000;

const noQuery = new URLSearchParams();

export class Exchange {
  /** The path of the route, for metrics; the raw path can be anything. */
  route = "";
  params: Readonly<Record<string, string>> = {};
  status = 0;
  /** When the deadline was last extended; streams extend it when data moves. */
  since: number;
  /** Called when the client no longer waits for the answer. */
  onUnwanted: (() => void) | undefined;
  /** Called when an answer that has begun makes no progress; by default it is cut off. */
  onStill: ((message: string) => void) | undefined;
  private readonly headers: string[];
  private unwanted = false;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly path: string,
    private readonly search: string,
    readonly id: string,
    readonly started: number,
  ) {
    this.since = started;
    this.headers = ["x-request-id", id];
  }

  get query(): URLSearchParams {
    return this.search === "" ? noQuery : new URLSearchParams(this.search);
  }

  /** A header of the answer, whichever it is. */
  header(name: string, value: string): void {
    const at = this.headers.indexOf(name);
    if (at >= 0) this.headers[at + 1] = value;
    else this.headers.push(name, value);
  }

  /** Whether the client still waits for an answer. */
  get isOpen(): boolean {
    return this.status === 0 && !this.unwanted;
  }

  /** Whether a stream that has begun can still be written to. */
  get isWritable(): boolean {
    return !this.unwanted && !this.response.destroyed;
  }

  send(status: number, type: string, body: string | Uint8Array, reason?: string): void {
    if (!this.isOpen) return;
    this.status = status;
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    this.headers.push("content-type", type, "content-length", String(length));
    if (reason === undefined) this.response.writeHead(status, this.headers);
    else this.response.writeHead(status, reason, this.headers);
    this.response.end(body);
    if (!this.request.complete) readAway(this.request);
  }

  json(status: number, text: string): void {
    this.send(status, "application/json", text);
  }

  fail(error: HttpError, body: object = errorBody(error)): void {
    if (!this.isOpen) {
      // An answer that has begun cannot be withdrawn, only cut off, so that no client takes it for complete.
      if (!this.response.writableEnded) this.response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(error.details.headers ?? {})) this.header(name, value);
    const reason = error.details.inStatusLine ? statusLineOf(error.message) : undefined;
    this.send(error.status, "application/json", JSON.stringify(body), reason);
  }

  /** Begins an answer of unknown length; its pieces follow through `outStream`. */
  begin(status: number, type: string): void {
    this.status = status;
    this.headers.push("content-type", type);
    this.response.writeHead(status, this.headers);
    // The first piece may take long.
    this.response.flushHeaders();
  }

  /**
   * Writes a final text into an answer that has begun, and closes the connection so that no client takes it for
   * complete.
   */
  cutOff(text: string): void {
    if (!this.isWritable) return;
    this.forget();
    const { request, response } = this;
    const timer = setTimeout(() => response.destroy(), cutOffMs).unref();
    response.once("close", () => clearTimeout(timer));
    response.write(text, () => response.socket?.end());
    if (!request.complete) readAway(request);
  }

  /** Nothing has moved for the allowed time, and the answer has begun. */
  still(message: string): void {
    if (this.onStill && !this.response.writableEnded) this.onStill(message);
    else this.response.destroy();
  }

  /** Extends the deadline, because data has moved. */
  moved(): void {
    this.since = performance.now();
  }

  /** The client has disconnected, or the deadline has passed: work for it may be dropped. */
  forget(): void {
    if (this.unwanted) return;
    this.unwanted = true;
    this.onUnwanted?.();
  }
}

/** A sentence in the form that a status line allows: printable ASCII, of limited length. */
const statusLineOf = (sentence: string): string => sentence.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);

// An answer that is sent before the whole request has arrived. If a connection is closed while bytes of its client are
// unread, it is reset, and most clients then lose the answer, or do not read it before they have sent everything. The
// rest of the request is therefore read and discarded, for a limited time.

const lingerMs = 10_000;
/** How much a client may still send before its connection is closed. */
const lingerBytes = 256 * 1024 * 1024;

/** Reads the rest of a request, within limits, and closes the connection if there is more. */
function readAway(request: IncomingMessage): void {
  let bytes = 0;
  const stop = () => {
    if (!request.complete) request.destroy();
  };
  const timer = setTimeout(stop, lingerMs).unref();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) stop();
  });
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

// An answer in pieces that waits for its reader: a client that reads slowly slows down the writer.

/** The reader went away. */
export class ReaderGone extends Error {
  constructor() {
    super("the client disconnected before it had read the answer");
    this.name = "ReaderGone";
  }
}

export class OutStream {
  constructor(private readonly exchange: Exchange) {}

  /** Resolves when there is room for more. @throws {ReaderGone} */
  async write(bytes: string | Uint8Array): Promise<void> {
    const { exchange } = this;
    if (!exchange.isWritable) throw new ReaderGone();
    const hasRoom = exchange.response.write(bytes);
    exchange.moved();
    if (!hasRoom) await this.room();
  }

  end(): void {
    this.exchange.response.end();
  }

  private room(): Promise<void> {
    const { response } = this.exchange;
    return new Promise((resolve, reject) => {
      const onDrain = () => {
        response.off("close", onClose);
        this.exchange.moved();
        resolve();
      };
      const onClose = () => {
        response.off("drain", onDrain);
        reject(new ReaderGone());
      };
      response.once("drain", onDrain).once("close", onClose);
    });
  }
}
