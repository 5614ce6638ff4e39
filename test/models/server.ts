// A real HTTP server for tests: it records its requests, and answers as the test says.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { fixedPrompt } from "../../src/seen/look.ts";

export interface Asked {
  path: string;
  headers: IncomingMessage["headers"];
  body: RequestBody;
}

export interface RequestBody {
  model: string;
  messages?: { role: string; content: string }[];
  prompt?: string;
  n?: number;
  seed?: number;
  [field: string]: unknown;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
  delayMs?: number;
}

export type Answer = (asked: Asked, number: number) => Reply | Promise<Reply> | "cut";

export class TestServer {
  readonly asked: Asked[] = [];
  /** Requests that were answered in full. */
  answered = 0;
  inFlight = 0;
  mostInFlight = 0;
  /** No request is answered before this many have been in flight at once. */
  holdUntil = 0;
  private release: () => void = () => {};
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve;
  });
  /** Connections that were opened. */
  connections = 0;
  /** Requests of the probe before a run; they are not counted with the others. */
  readonly probes: Asked[] = [];
  /** The answer to them. */
  answerProbe: (asked: Asked, number: number) => Reply = (asked) => choices(asked, ["A fixed answer."]);
  /** The answer to a request for its models; a server may have no list. */
  models: Reply = { status: 404, body: { detail: "Not Found" } };
  /** The same by the path, if it differs. */
  answerModels: (path: string) => Reply = () => this.models;
  private readonly sockets = new Set<Socket>();
  private server = createServer();
  private port = 0;

  private constructor(private answer: Answer) {}

  static async start(answer: Answer = plainAnswer): Promise<TestServer> {
    const server = new TestServer(answer);
    await server.listen();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  answerWith(answer: Answer): void {
    this.answer = answer;
  }

  /** Listens on the same port as before, so a server can be restarted. */
  async listen(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    this.server.keepAliveTimeout = 60_000;
    this.server.on("connection", (socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Dies at once: requests in flight lose their connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      const { status = 200, headers, body } = this.answerModels(request.url!);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as RequestBody;
    const asked = { path: request.url!, headers: request.headers, body };
    if (isProbe(body)) {
      this.probes.push(asked);
      const { status = 200, headers, body: said } = this.answerProbe(asked, this.probes.length);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof said === "string" ? said : JSON.stringify(said));
      return;
    }
    this.asked.push(asked);
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    if (this.mostInFlight >= this.holdUntil) this.release();
    try {
      await this.released;
      const reply = await this.answer(asked, this.asked.length);
      if (reply === "cut") {
        request.socket.destroy();
        return;
      }
      if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
      response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
      response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
      this.answered++;
    } finally {
      this.inFlight--;
    }
  }
}

/** Whether a request is the probe before a run. */
export const isProbe = ({ prompt, messages, input }: RequestBody): boolean =>
  (prompt ?? (messages ?? (Array.isArray(input) ? input : [])).at(-1)?.content) === fixedPrompt;

export const promptIn = ({ messages, prompt }: RequestBody): string =>
  prompt ?? messages!.map(({ content }) => content).join("\n");

/** An answer of the usual shape, one choice for each text. */
export function choices(asked: Asked, texts: readonly string[]): Reply {
  const isChat = asked.path.endsWith("/chat/completions");
  return {
    body: {
      id: "made-up",
      model: `${asked.body.model}-served`,
      choices: texts.map((text, index) => ({
        index,
        finish_reason: "stop",
        ...(isChat ? { message: { role: "assistant", content: text } } : { text }),
      })),
      usage: { prompt_tokens: 7, completion_tokens: 3 * texts.length },
    },
  };
}

/** Texts that depend only on the prompt and the seed, as a server's should. */
export const plainTexts = ({ body }: Asked, n = body.n ?? 1): string[] =>
  Array.from({ length: n }, (_, i) => `${promptIn(body)} seed ${body.seed} choice ${i}`);

export const plainAnswer: Answer = (asked) => choices(asked, plainTexts(asked));
