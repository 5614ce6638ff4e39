// A server that fails in every way in which servers, proxies and networks do, byte by byte. It answers like a healthy
// one, except for requests that a test affects with a fault.

import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type Asked, isProbe, type Reply, type RequestBody } from "../models/server.ts";
import type { Fault, Faulty } from "./faults.ts";

type Healthy = (asked: Asked) => Reply;

export class FaultServer {
  readonly asked: Asked[] = [];
  hits = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(
    private readonly healthy: Healthy,
    private readonly fault: Fault,
    /** The affected requests, by their content and the number of earlier ones. */
    private readonly isHit: (asked: Asked, number: number) => boolean,
    /** Awaited before a request is answered. */
    private readonly before: (asked: Asked) => Promise<void> | void = () => {},
  ) {
    this.server = createServer((socket) => this.serve(socket));
  }

  static async start(...options: ConstructorParameters<typeof FaultServer>): Promise<FaultServer> {
    const server = new FaultServer(...options);
    await new Promise<void>((resolve) => server.server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => {});
    let held = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        const end = held.indexOf("\r\n\r\n");
        if (end < 0) return;
        const head = held.toString("latin1", 0, end);
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (held.length < end + 4 + length) return;
        const body = held.toString("utf8", end + 4, end + 4 + length);
        held = held.subarray(end + 4 + length);
        void this.answer(socket, head, body);
      }
    });
  }

  private async answer(socket: Socket, head: string, body: string): Promise<void> {
    const path = /^\S+ (\S+)/.exec(head)![1]!;
    if (head.startsWith("GET ")) {
      socket.write(whole('{"detail":"Not Found"}', 404));
      return;
    }
    const authorization = /^authorization: *(.*)$/im.exec(head)?.[1];
    const asked: Asked = { path, headers: { authorization }, body: JSON.parse(body) as RequestBody };
    if (isProbe(asked.body)) {
      socket.write(whole('{"detail":"Not Found"}', 404));
      return;
    }
    this.asked.push(asked);
    const number = this.asked.length;
    await this.before(asked);
    const { status = 200, body: good } = this.healthy(asked);
    const json = JSON.stringify(good);
    if (!this.isHit(asked, number)) {
      socket.write(whole(json, status));
      return;
    }
    this.hits++;
    const faulty: Faulty = {
      good: json,
      key: authorization?.replace(/^Bearer /, "") ?? "",
      write: (bytes) => void (socket.destroyed || socket.write(bytes)),
      end: () => void socket.end(),
      reset: () => void socket.resetAndDestroy(),
      later: (ms, then) => void setTimeout(() => socket.destroyed || then(), ms),
    };
    this.fault.answer(faulty);
  }
}

/** A plain answer, as a healthy server sends it. */
export function whole(
  body: string | Buffer,
  status: number | string = 200,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status} ${typeof status === "number" ? "Status" : ""}`.trimEnd(),
    "content-type: application/json",
    `content-length: ${bytes.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}
