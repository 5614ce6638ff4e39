// The common HTTP server: finds the route, checks who may ask, gives all errors one form, enforces deadlines, and shuts
// down without losing accepted requests.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ExpectedError } from "../errors/expected-error.ts";
import { limitConnections } from "../errors/open-files.ts";
import { answerBelow } from "./below-router.ts";
import { Exchange } from "./exchange.ts";
import { errorBody, HttpError, unavailable } from "./http-error.ts";
import type { CheckToken } from "./origin.ts";
import { checkHead, checkOrigin } from "./origin.ts";
import { type Route, Router } from "./router.ts";

export interface ListenOptions {
  routes: readonly Route[];
  /** Default: 127.0.0.1. */
  host?: string | undefined;
  /** 0 takes any free port. */
  port: number;
  /** Whether requests may name any host, as they always may if there is a token. */
  anyName?: boolean | undefined;
  /** Guards every route that is not public. */
  checkToken?: CheckToken | undefined;
  /**
   * Whether a client that closes its side after the request still gets an answer. Such a client cannot be distinguished
   * from one that has disconnected, so work for it continues.
   */
  halfOpen?: boolean | undefined;
  /** Seconds until a request is abandoned; without a value there is no limit. */
  timeoutS?: number | undefined;
  /** Headers of every answer. */
  headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Called with each request before it is routed, to set headers or to refuse. */
  onRequest?(exchange: Exchange): void;
  /** Called when a request is answered, or its client has disconnected. */
  onDone?(exchange: Exchange): void;
  /** A thrown value as an error for the client; by default a 500. */
  errorOf?(error: unknown): HttpError;
  /** The body of an error, if clients expect a different form. */
  bodyOf?(error: HttpError): object;
}

export interface Listening {
  url: string;
  port: number;
  /**
   * Waits until requests in progress are answered and accepts no new ones; a request whose rest does not arrive is
   * dropped after a moment. `now` ends everything at once.
   */
  close(how?: "now"): Promise<void>;
}

/**
 * A body that arrives faster than it is read is passed on in pieces of this size, because fewer and larger pieces cost
 * less.
 */
const pieceBytes = 128 * 1024;
const keepAliveMs = 75_000;
const backlog = 4_096;
const headersMs = 60_000;

/** @throws if the port is taken or the host is not one of this machine */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { host = "127.0.0.1", port } = options;
  const service = new Service(
    options,
    options.anyName || options.checkToken !== undefined ? undefined : host,
  );
  // A missing Host is refused in the same place as other invalid requests, with the common form of errors.
  const server = createServer({ highWaterMark: pieceBytes, requireHostHeader: false }, (request, response) =>
    service.handle(request, response),
  );
  server.on("checkExpectation", (request, response) => service.handle(request, response));
  answerBelow(server, options);
  limitConnections(server, (sentence) => process.stderr.write(`assay: ${sentence}\n`));
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = headersMs;
  // Streams may last long; each request has its own deadline here.
  server.requestTimeout = 0;
  // Node has the property, but its types do not.
  Object.assign(server, { httpAllowHalfOpen: options.halfOpen === true });
  const connections = new Set<Socket>();
  server.on("connection", (connection: Socket) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
  });
  await bound(server, host, port);
  const sweep = service.startSweep();
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    port: taken,
    async close(how) {
      service.isEnding = true;
      const ended = endServer({
        server,
        connections,
        open: service.open,
        giveUp: (exchange) => service.giveUp(exchange, restMissing()),
      });
      if (how === "now") server.closeAllConnections();
      await ended;
      clearInterval(sweep);
    },
  };
}

function bound(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(notBound(error, host, port)));
    server.listen({ port, host, backlog }, resolve);
  });
}

/** Why the server cannot listen there, in words. */
function notBound(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new ExpectedError(`port ${port} on ${host} is in use; choose another, or 0 for any free port`);
    case "EADDRNOTAVAIL":
      return new ExpectedError(`${host} is not an address of this machine`);
    case "EACCES":
      return new ExpectedError(
        `port ${port} on ${host} needs rights that you do not have; choose one above 1023`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ExpectedError(`there is no address for the host ${host}`);
    default:
      return error;
  }
}

/** Bytes that have arrived but are unread: the delay is ours, not the client's. */
const tooLate = ({ request }: Exchange, timeoutS: number): HttpError =>
  request.complete || request.readableLength > 0
    ? unavailable(`not answered within ${timeoutS} s`)
    : new HttpError(503, `the body did not arrive within ${timeoutS} s`, {
        headers: { connection: "close", "retry-after": "1" },
      });

const restMissing = (): HttpError =>
  new HttpError(503, "the server is ending, and the rest of the request did not come", {
    headers: { connection: "close", "retry-after": "1" },
  });

class Service {
  isEnding = false;
  readonly open = new Set<Exchange>();
  private readonly router: Router;
  private readonly idPrefix = Math.random().toString(36).slice(2, 8);
  private count = 0;

  constructor(
    private readonly options: ListenOptions,
    private readonly ours: string | undefined,
  ) {
    this.router = new Router(options.routes);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const search = mark < 0 ? "" : url.slice(mark + 1);
    const exchange = new Exchange(request, response, path, search, this.idOf(request), performance.now());
    this.open.add(exchange);
    response.on("close", () => {
      this.open.delete(exchange);
      exchange.forget();
      this.options.onDone?.(exchange);
    });
    // A broken connection is noticed when its answer is closed.
    request.on("error", () => {});
    response.on("error", () => {});
    try {
      const { headers, onRequest } = this.options;
      if (headers) for (const [name, value] of Object.entries(headers())) exchange.header(name, value);
      onRequest?.(exchange);
      checkHead(request);
      checkOrigin(request, this.ours);
      const { route, params } = this.found(exchange);
      exchange.route = route.path;
      exchange.params = params;
      if (!route.open) this.options.checkToken?.(request.headers.authorization);
      if (this.isEnding) {
        exchange.header("connection", "close");
        throw unavailable("the server is ending");
      }
      const answering = route.handler(exchange);
      if (answering) answering.catch((error: unknown) => this.fail(exchange, error));
    } catch (error) {
      this.fail(exchange, error);
    }
  }

  /** One timer for all requests, because nearly all are answered long before their deadline. */
  startSweep(): NodeJS.Timeout | undefined {
    const { timeoutS } = this.options;
    if (timeoutS === undefined) return undefined;
    const limit = timeoutS * 1000;
    return setInterval(
      () => {
        const latest = performance.now() - limit;
        for (const exchange of this.open)
          if (exchange.since < latest)
            this.giveUp(exchange, tooLate(exchange, timeoutS), `nothing has moved for ${timeoutS} s`);
      },
      Math.min(500, limit / 4),
    ).unref();
  }

  private found(exchange: Exchange) {
    const { checkToken } = this.options;
    try {
      return this.router.find(exchange.request.method ?? "", exchange.path);
    } catch (error) {
      // Clients without a token do not learn which routes exist.
      checkToken?.(exchange.request.headers.authorization);
      throw error;
    }
  }

  giveUp(exchange: Exchange, error: HttpError, stuck = error.message): void {
    // Answered completely or in part, but the client does not read, or does not send the rest of its request.
    if (exchange.status !== 0) return exchange.still(stuck);
    this.fail(exchange, error);
    exchange.forget();
  }

  private fail(exchange: Exchange, thrown: unknown): void {
    const { errorOf = defaultError, bodyOf = errorBody } = this.options;
    const error = errorOf(thrown);
    exchange.fail(error, bodyOf(error));
  }

  private idOf(request: IncomingMessage): string {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && /^[\w.:-]{1,100}$/.test(given)) return given;
    this.count++;
    return `${this.idPrefix}-${this.count.toString(36)}`;
  }
}

export function defaultError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HttpError(500, `the server failed: ${message}`);
}

// Shutdown of a server: complete requests are answered; idle connections and half-sent requests do not delay it.

interface EndingParts {
  server: Server;
  connections: ReadonlySet<Socket>;
  /** Requests that are not yet answered. */
  open: ReadonlySet<Exchange>;
  /** The rest of this request does not arrive. */
  giveUp(exchange: Exchange): void;
}

interface Heard {
  /** Bytes in both directions at the last check. */
  bytes: number;
  /** The number of checks in which nothing has moved. */
  looks: number;
}

const lookEveryMs = 50;
/** Two seconds. Checks are counted and time is not measured, so that a pause of the server itself closes no connection. */
const mostSilentLooks = 40;

/** Accepts nothing new, and waits until all connections are closed. */
async function endServer({ server, connections, open, giveUp }: EndingParts): Promise<void> {
  const heard = new Map<Exchange, Heard>();
  let looks = 0;
  const look = () => {
    // A kept connection that was busy becomes idle later, and would delay the shutdown.
    server.closeIdleConnections();
    looks++;
    const busy = new Set([...open].map(({ request }) => request.socket));
    for (const exchange of open) if (silentLooks(exchange, heard) >= mostSilentLooks) giveUp(exchange);
    if (looks < mostSilentLooks) return;
    // To Node, a connection without a whole head of a request is not idle.
    for (const connection of connections) if (!busy.has(connection)) connection.destroy();
  };
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(look, lookEveryMs);
  await closed;
  clearInterval(looking);
}

/** The number of checks for which a client has sent nothing of the missing part of its request. */
function silentLooks(exchange: Exchange, heard: Map<Exchange, Heard>): number {
  const { request } = exchange;
  // Data that has arrived and is unread is for us to read.
  if (request.complete || request.readableLength > 0) return 0;
  const bytes = request.socket.bytesRead + request.socket.bytesWritten;
  const before = heard.get(exchange);
  const looks = before?.bytes === bytes ? before.looks + 1 : 0;
  heard.set(exchange, { bytes, looks });
  return looks;
}
