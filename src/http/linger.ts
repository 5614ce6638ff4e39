// An answer that is given before the whole request has come. A connection that is closed while bytes of its client are
// unread is reset, and most clients then lose the answer, or do not even look for it before they have sent everything. So
// the rest is read and thrown away, for a while.

import type { IncomingMessage } from "node:http";

const lingerMs = 10_000;
/** What a client may still send; whoever sends more does not listen. */
const lingerBytes = 256 * 1024 * 1024;

/** Reads what is left of a request, within limits, and ends the connection where there is more. */
export function readAway(request: IncomingMessage): void {
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
