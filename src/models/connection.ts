// One keep-alive connection, one request at a time. It takes the answer straight from undici's dispatcher, without the
// stream that lies between: bodies are read whole, and the stream would cost as much as all the rest of a request.

import { Client, type Dispatcher } from "undici";
import { onAbort } from "./on-abort.ts";

export interface Exchanged {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

export interface Exchange {
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: string;
  signal?: AbortSignal | undefined;
}

/** The request was given up because its signal was aborted. */
export class Stopped extends Error {}

/** The answer had begun, but did not end in time. */
export class OutOfTime extends Error {}

/** More than any completion is long; a server that sends more is broken. */
const maxResponseBytes = 256 * 1024 * 1024;

export class Connection {
  private readonly client: Client;

  constructor(
    origin: string,
    private readonly timeoutMs: number,
  ) {
    this.client = new Client(origin, {
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connectTimeout: Math.min(10_000, timeoutMs),
      maxResponseSize: maxResponseBytes,
    });
  }

  post({ path, headers, body, signal }: Exchange): Promise<Exchanged> {
    const endsAt = performance.now() + this.timeoutMs;
    return new Promise((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined;
      let isStopped = signal?.aborted === true;
      const forget = onAbort(signal, () => {
        isStopped = true;
        controller?.abort(new Stopped());
        reject(new Stopped());
      });
      let status = 0;
      let retryAfter: string | undefined;
      const chunks: Buffer[] = [];
      this.client.dispatch(
        { method: "POST", path, headers, body },
        {
          onRequestStart(started) {
            controller = started;
            if (isStopped) started.abort(new Stopped());
          },
          onResponseStart(_, statusCode, { "retry-after": after }) {
            status = statusCode;
            retryAfter = Array.isArray(after) ? after[0] : after;
          },
          onResponseData(current, chunk) {
            chunks.push(chunk);
            if (performance.now() > endsAt) current.abort(new OutOfTime());
          },
          onResponseEnd() {
            forget();
            const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
            resolve({ status, retryAfter, text: bytes.toString("utf8") });
          },
          onResponseError(_, error) {
            forget();
            reject(error);
          },
        },
      );
    });
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}
