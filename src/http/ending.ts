// The end of a server: what was asked is answered, and whoever has asked nothing yet, or only half, holds nobody up.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "./exchange.ts";

export interface EndingParts {
  server: Server;
  connections: ReadonlySet<Socket>;
  /** Requests that are not yet answered. */
  open: ReadonlySet<Exchange>;
  /** The rest of this request does not come. */
  giveUp(exchange: Exchange): void;
}

interface Heard {
  /** Of both directions, when they were last looked at. */
  bytes: number;
  /** For how many looks nothing has moved. */
  looks: number;
}

const lookEveryMs = 50;
/** Two seconds. Looks are counted and no time is measured, so that a server that was held up itself blames nobody. */
const patience = 40;

/** Takes nothing new, and waits until all connections are closed. */
export async function endServer({ server, connections, open, giveUp }: EndingParts): Promise<void> {
  const heard = new Map<Exchange, Heard>();
  let looks = 0;
  const look = () => {
    // A kept connection that was busy is idle later, and would hold the end up.
    server.closeIdleConnections();
    looks++;
    const busy = new Set([...open].map(({ request }) => request.socket));
    for (const exchange of open) if (silentLooks(exchange, heard) >= patience) giveUp(exchange);
    if (looks < patience) return;
    // To Node, a connection without a whole head of a request is not idle.
    for (const connection of connections) if (!busy.has(connection)) connection.destroy();
  };
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(look, lookEveryMs);
  await closed;
  clearInterval(looking);
}

/** For how many looks a client has sent nothing of what is missing of its request. */
function silentLooks(exchange: Exchange, heard: Map<Exchange, Heard>): number {
  const { request } = exchange;
  // What has arrived and is not yet read is ours to read.
  if (request.complete || request.readableLength > 0) return 0;
  const bytes = request.socket.bytesRead + request.socket.bytesWritten;
  const before = heard.get(exchange);
  const looks = before?.bytes === bytes ? before.looks + 1 : 0;
  heard.set(exchange, { bytes, looks });
  return looks;
}
