// Tells a page which runs have changed, as a stream of events that lasts as long as the page is looked at.

import type { Exchange } from "../http/exchange.ts";
import type { Library } from "./library.ts";

/** Keeps proxies and the browser from taking silence for the end. */
const beatMs = 15_000;
/** A reader that takes nothing is let go, and comes back by itself. */
const mostWaiting = 1 << 16;

export function followRuns(exchange: Exchange, library: Library): void {
  const { response } = exchange;
  exchange.begin(200, "text/event-stream");
  const write = (text: string) => {
    response.write(text);
    exchange.moved();
    if (response.writableLength > mostWaiting) response.destroy();
  };
  write("retry: 2000\n\n");
  const stop = library.listen((runs) => write(`event: change\ndata: ${JSON.stringify({ runs })}\n\n`));
  const beat = setInterval(() => write(": still here\n\n"), beatMs);
  response.on("close", () => {
    clearInterval(beat);
    stop();
  });
}
