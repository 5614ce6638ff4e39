// The HTTP server, over real connections.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { checkMediaType, parseJson, readBody } from "./body.ts";
import { OutStream, ReaderGone } from "./exchange.ts";
import { type Listening, type ListenOptions, listen } from "./listen.ts";
import { tokenCheck } from "./origin.ts";
import type { Route } from "./router.ts";
import { staticRoutes } from "./static-files.ts";

let listening: Listening | undefined;
afterEach(() => listening?.close("now"));

const echo: Route = {
  method: "POST",
  path: "/echo",
  async handler(exchange) {
    checkMediaType(exchange.request, ["application/json"]);
    const text = (await readBody(exchange.request, 1_000)).toString("utf8");
    parseJson(text);
    exchange.json(200, text);
  },
};
const hello: Route = { method: "GET", path: "/hello", handler: (exchange) => exchange.json(200, '"hello"') };
const health: Route = { ...hello, path: "/health", open: true };
const broken: Route = {
  method: "GET",
  path: "/broken",
  handler() {
    throw new TypeError("a mistake of ours");
  },
};
const silent: Route = { method: "GET", path: "/silent", handler: () => {} };
const named: Route = {
  method: "GET",
  path: "/of/:name/size",
  handler: (exchange) => exchange.json(200, JSON.stringify(exchange.params)),
};

async function start(options: Partial<ListenOptions> = {}): Promise<string> {
  listening = await listen({ port: 0, routes: [echo, hello, health, broken, silent, named], ...options });
  return listening.url;
}

const errorOf = async (answer: Response) => ((await answer.json()) as { error: { message: string } }).error;

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

/** Sends bytes unchanged, and returns the received bytes when the connection ends. */
function raw(url: string, text: string, halfClose = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      halfClose ? socket.end(text) : socket.write(text),
    );
    socket.setEncoding("utf8").on("data", (more: string) => {
      received += more;
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}

describe("routing", () => {
  it("finds plain paths and those with a variable part, also with a query", async () => {
    const url = await start();
    expect(await (await fetch(`${url}/hello?x=1`)).json()).toBe("hello");
    expect(await (await fetch(`${url}/of/pi/size`)).json()).toEqual({ name: "pi" });
  });

  it.each([
    ["/nothing", "GET", 404, "there is nothing at /nothing"],
    ["/constructor", "GET", 404, "there is nothing at /constructor"],
    ["/of/pi/size", "POST", 405, "/of/pi/size takes GET, HEAD, not POST"],
    ["/echo", "GET", 405, "/echo takes POST, not GET"],
  ])("says that there is nothing: %s by %s", async (path, method, status, message) => {
    const answer = await fetch(`${await start()}${path}`, { method });
    expect(answer.status).toBe(status);
    expect((await errorOf(answer)).message).toBe(message);
    if (status === 405) expect(answer.headers.get("allow")).toBe(path === "/echo" ? "POST" : "GET, HEAD");
  });

  it("answers HEAD without a body", async () => {
    const answer = await fetch(`${await start()}/hello`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  it("puts a mistake of its own into the one shape, and goes on", async () => {
    const url = await start();
    const answer = await fetch(`${url}/broken`);
    expect(answer.status).toBe(500);
    expect(await errorOf(answer)).toEqual({
      message: "the server failed: a mistake of ours",
      type: "server_error",
    });
    expect((await fetch(`${url}/hello`)).status).toBe(200);
  });

  it("gives each request an id, or keeps the one it came with", async () => {
    const url = await start();
    const ids = await Promise.all(
      [1, 2].map(async () => (await fetch(`${url}/hello`)).headers.get("x-request-id")),
    );
    expect(new Set(ids).size).toBe(2);
    const given = await fetch(`${url}/hello`, { headers: { "x-request-id": "step-7" } });
    expect(given.headers.get("x-request-id")).toBe("step-7");
    const odd = await fetch(`${url}/hello`, { headers: { "x-request-id": "a b" } });
    expect(odd.headers.get("x-request-id")).not.toBe("a b");
  });
});

describe("bodies", () => {
  it("are read within their limit, and refused by a sentence", async () => {
    const url = `${await start()}/echo`;
    expect(await (await post(url, "[1]")).json()).toEqual([1]);
    expect((await post(url, "[1")).status).toBe(400);
    const large = await post(url, JSON.stringify("x".repeat(2_000)));
    expect([large.status, (await errorOf(large)).message]).toEqual([
      413,
      "the body is larger than 1000 bytes",
    ]);
    expect((await post(url, "[1]", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(url, "[1]", { "content-encoding": "gzip" })).status).toBe(415);
  });

  it("of no stated length are bounded too", async () => {
    const url = await start();
    const piece = `200\r\n${"x".repeat(0x200)}\r\n`;
    const head = "POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const received = await raw(
      url,
      `${head}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${piece.repeat(3)}0\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1.1 413 /);
  });

  it("of a connection that is closed on one side are answered", async () => {
    const head = "POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const received = await raw(await start({ halfOpen: true }), `${head}content-length: 3\r\n\r\n[7]`, true);
    expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*\[7\]$/);
  });
});

describe("who asks", () => {
  it.each([
    [{ host: "localhost:80" }, 200],
    [{ host: "127.0.0.1" }, 200],
    [{ host: "[::1]:80" }, 200],
    [{ host: "192.168.7.7:80" }, 200],
    [{ host: "0.0.0.0:80" }, 403],
    [{ host: "[::]:80" }, 403],
    [{ host: "[::0]:80" }, 403],
    [{ host: "[0:0:0:0:0:0:0:0]" }, 403],
    [{ host: "[0::0.0.0.0]" }, 403],
    [{ host: "[::ffff:0.0.0.0]" }, 403],
    [{ host: "[::%1]" }, 403],
    [{ host: "[fe80::1]:80" }, 200],
    [{ host: "evil.example" }, 403],
    [{ host: "" }, 403],
    [{ host: "127.0.0.1.evil.example" }, 403],
    [{ host: "localhost", origin: "http://evil.example" }, 403],
    [{ host: "localhost", origin: "null" }, 403],
    [{ host: "localhost", origin: "http://localhost" }, 200],
  ])("is checked by its Host and Origin: %o", async (headers, status) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const received = await raw(
      await start(),
      `GET /hello HTTP/1.1\r\n${lines.join("")}connection: close\r\n\r\n`,
    );
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it("shows a token, as Bearer or as a password, but for what is open", async () => {
    const url = await start({ checkToken: tokenCheck("s3cret:ü") });
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
    const status = async (path: string, authorization?: string) =>
      (await fetch(`${url}${path}`, { headers: authorization ? { authorization } : {} })).status;
    expect(await status("/health")).toBe(200);
    expect(await status("/hello", basic("x:s3cret:ü"))).toBe(200);
    for (const wrong of [undefined, "Bearer s3cret", "s3cret", basic("s3cret:ü"), basic("x:"), "Basic ####"])
      expect([wrong, await status("/hello", wrong)]).toEqual([wrong, 401]);
    expect(await status("/nothing")).toBe(401);
  });
});

describe("deadlines", () => {
  it("end with 503: silence, and a body that does not come", async () => {
    const url = await start({ timeoutS: 0.1 });
    const answer = await fetch(`${url}/silent`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    const head = "POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    expect(await raw(url, `${head}content-length: 10\r\n\r\n[1`)).toMatch(
      /^HTTP\/1.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*the body did not arrive within 0.1 s/,
    );
  });
});

it("lets a client go that does not read its answer", async () => {
  const large: Route = {
    method: "GET",
    path: "/large",
    handler: (exchange) => exchange.send(200, "text/plain", Buffer.alloc(50 << 20)),
  };
  const done = new Promise<number>((resolve) => {
    void start({ routes: [large], timeoutS: 0.1, onDone: ({ status }) => resolve(status) }).then((url) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
      socket.on("error", () => {});
      socket.write("GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
    });
  });
  expect(await done).toBe(200);
});

describe("streams", () => {
  it("wait for a slow reader, and hear that it went away", async () => {
    let written = 0;
    let failure: unknown;
    const flood: Route = {
      method: "GET",
      path: "/flood",
      async handler(exchange) {
        const out = new OutStream(exchange);
        exchange.begin(200, "text/plain");
        const piece = Buffer.alloc(1 << 16);
        try {
          for (;;) {
            await out.write(piece);
            written += piece.length;
          }
        } catch (error) {
          failure = error;
        }
      },
    };
    const url = await start({ routes: [flood] });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /flood HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    let before = -1;
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // About as much as the buffers of the two sockets hold.
    expect(written).toBeLessThan(64 << 20);
    socket.destroy();
    while (failure === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(failure).toBeInstanceOf(ReaderGone);
  });
});

describe("the end", () => {
  it("answers what is under way, and takes nothing new", async () => {
    let begun: (go: () => void) => void;
    const underWay = new Promise<() => void>((resolve) => {
      begun = resolve;
    });
    const slow: Route = {
      method: "GET",
      path: "/slow",
      handler: (exchange) =>
        new Promise((resolve) => {
          begun(() => {
            exchange.json(200, '"done"');
            resolve();
          });
        }),
    };
    const url = await start({ routes: [slow, hello] });
    const asked = fetch(`${url}/slow`);
    const go = await underWay;
    const closed = listening!.close();
    await expect(fetch(`${url}/hello`)).rejects.toThrow();
    go();
    expect(await (await asked).json()).toBe("done");
    await closed;
  });

  it("says whose the port is", async () => {
    const url = await start();
    const port = Number(new URL(url).port);
    await expect(listen({ port, routes: [] })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`);
  });
});

describe("what goes wrong before there is a request", () => {
  const get = "GET /hello HTTP/1.1\r\nhost: localhost\r\n";
  const chunked = "POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

  it.each([
    ["large headers", `${get}x: ${"y".repeat(20_000)}\r\n\r\n`, 431],
    ["a bad chunk", `${chunked}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
    ["a bad length", `${chunked}content-length: abc\r\n\r\n`, 400],
    ["no HTTP", "nonsense\r\n\r\n", 400],
    ["no host", "GET /hello HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
    ["a wish that cannot be met", `${get}expect: foo\r\nconnection: close\r\n\r\n`, 417],
    ["CONNECT", "CONNECT x:1 HTTP/1.1\r\nhost: localhost\r\n\r\n", 405],
  ])("is answered in the one shape: %s", async (_, text, status) => {
    const url = await start({ headers: () => ({ "x-ours": "yes" }) });
    const [head = "", body = ""] = (await raw(url, text)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("x-ours: yes");
    expect(head.toLowerCase()).toContain("content-type: application/json");
    expect(JSON.parse(body)).toEqual({ error: { message: expect.any(String), type: expect.any(String) } });
  });

  it("does not disturb an answer that has begun", async () => {
    const slow: Route = {
      method: "POST",
      path: "/slow",
      handler(exchange) {
        exchange.begin(200, "text/plain");
        exchange.response.write("begun");
      },
    };
    const head = "POST /slow HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
    const received = await raw(await start({ routes: [slow] }), `${head}1\r\nx\r\nzz\r\n`);
    expect(received).not.toContain("400");
  });
});

describe("a file of a page", () => {
  it("is sent in the smallest form that the client accepts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-static-"));
    try {
      const text = "let a = 1;\n".repeat(1_000);
      writeFileSync(join(folder, "a.js"), text);
      writeFileSync(join(folder, "a.js.br"), brotliCompressSync(text));
      writeFileSync(join(folder, "b.js"), text);
      const names = { "/a.js": "a.js", "/a.js.br": "a.js.br", "/b.js": "b.js" };
      const url = await start({ routes: staticRoutes(pathToFileURL(`${folder}/`), names) });
      const sent = async (path: string, accepted: string) => {
        const answer = await fetch(url + path, { headers: { "accept-encoding": accepted } });
        return { encoding: answer.headers.get("content-encoding"), isWhole: (await answer.text()) === text };
      };
      expect(await sent("/a.js", "gzip, deflate, br")).toEqual({ encoding: "br", isWhole: true });
      expect(await sent("/a.js", "gzip")).toEqual({ encoding: "gzip", isWhole: true });
      expect(await sent("/a.js", "identity")).toEqual({ encoding: null, isWhole: true });
      expect(await sent("/b.js", "gzip, br")).toEqual({ encoding: "gzip", isWhole: true });
      expect((await fetch(`${url}/a.js.br`)).status).toBe(404);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
