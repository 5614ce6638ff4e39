// What a framework costs on top of node:http: the same routes written by hand, with src/http and with hono. They take
// turns, each server in its own process. The figure is the server's CPU time per request, on kept and on new
// connections. The result and the decision are in docs/architecture.md.
//
// Hono is not a dependency of the project. To measure again:
//
//   npm install --no-save hono @hono/node-server && npm run build && node bench/http.mjs [rounds]
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { readChat } from "../dist/embedded/server/read-request.js";
import { chatStyle, usageOf } from "../dist/embedded/server/replies.js";
import { parseJson, readBody } from "../dist/http/body.js";
import { listen } from "../dist/http/listen.js";
import { median, requestBytes, sendAll } from "./lean-client.mjs";

const { serve } = await import("@hono/node-server").catch(notInstalled);
const { Hono } = await import("hono").catch(notInstalled);

function notInstalled() {
  console.error("hono is not installed: npm install --no-save hono @hono/node-server");
  process.exit(1);
}

const sample = { text: "The answer is 42.", finish: "stop", stopReason: null, tokens: 6 };
const model = { id: "policy", object: "model", created: 0, owned_by: "assay", max_model_len: 512 };

const chat = (body) => {
  const { n, prompts } = readChat(body);
  const choices = Array.from({ length: n * prompts.length }, (_, index) => chatStyle.choice(index, sample));
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: "policy",
    choices,
    usage: usageOf(20, 6),
  };
};
const routes = {
  "/health": ["GET", () => ({ status: "ok" })],
  "/v1/models": ["GET", () => ({ object: "list", data: [model] })],
  "/v1/chat/completions": ["POST", chat],
  "/echo": ["POST", (body) => body],
};

const read = (request) =>
  new Promise((resolve, reject) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });

const servers = {
  "node:http"() {
    const send = (response, status, body) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    return createServer(async (request, response) => {
      const path = request.url.replace(/[?#].*$/s, "");
      const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
      if (!route) return send(response, 404, {});
      const [method, answer] = route;
      if (request.method !== method) return send(response, 405, {});
      send(response, 200, answer(method === "POST" ? JSON.parse(await read(request)) : undefined));
    }).listen(0, "127.0.0.1", 4096);
  },
  /** With the features that the others lack: limits of bodies, allowed clients, deadlines, request ids. */
  async "src/http"() {
    const answering = Object.entries(routes).map(([path, [method, answer]]) => ({
      method,
      path,
      async handler(exchange) {
        const body =
          method === "POST"
            ? parseJson((await readBody(exchange.request, 1 << 20)).toString("utf8"))
            : undefined;
        exchange.json(200, JSON.stringify(answer(body)));
      },
    }));
    return listen({ routes: answering, port: 0, timeoutS: 60 });
  },
  hono() {
    const app = new Hono();
    for (const [path, [method, answer]] of Object.entries(routes))
      app.on(method, path, async (c) => c.json(answer(method === "POST" ? await c.req.json() : undefined)));
    return serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  },
  /** The body is read without hono, as bodies with a limit and streams would have to be. */
  "hono, own bodies"() {
    const app = new Hono();
    for (const [path, [method, answer]] of Object.entries(routes))
      app.on(method, path, async (c) =>
        c.json(answer(method === "POST" ? JSON.parse(await read(c.env.incoming)) : undefined)),
      );
    return serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  },
};

const filler = "We add the two numbers with care. ".repeat(60).slice(0, 2000);
const cases = {
  "GET /v1/models": { method: "GET", path: "/v1/models" },
  "POST /v1/chat/completions": {
    path: "/v1/chat/completions",
    body: JSON.stringify({ model: "policy", messages: [{ role: "user", content: "What is 40 + 2?" }] }),
  },
  "echo of 2 KB": { path: "/echo", body: JSON.stringify({ text: filler }) },
};

const [role] = process.argv.slice(2);
if (Object.hasOwn(servers, role)) {
  const server = await servers[role]();
  if (server.listening === false) await once(server, "listening");
  process.on("message", () => process.send({ cpu: process.cpuUsage() }));
  process.send({ port: server.port ?? server.address().port });
} else await compare(Number(role ?? 7));

async function compare(rounds) {
  const children = {};
  for (const name of Object.keys(servers)) {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    const [{ port }] = await once(child, "message");
    children[name] = { child, port };
  }
  const cpuOf = async ({ child }) => {
    child.send("cpu");
    const [{ cpu }] = await once(child, "message");
    return cpu.user + cpu.system;
  };
  console.log(
    `${cpus().length} cores, Node ${process.version}; CPU of the server, µs a request, medians of ${rounds}`,
  );
  const [, ...others] = Object.keys(servers);
  const table = [["", "connections", "node:http", ...others.flatMap((name) => [name, "more"])]];
  for (const [name, one] of Object.entries(cases))
    for (const kept of [true, false]) {
      const requests = [requestBytes({ ...one, kept })];
      const taken = Object.fromEntries(Object.keys(servers).map((each) => [each, []]));
      for (let round = -1; round < rounds; round++)
        for (const [each, server] of Object.entries(children)) {
          const total = kept ? 10_000 : 4_000;
          const before = await cpuOf(server);
          await sendAll({ port: server.port, requests, total, atOnce: 64, kept });
          const micros = ((await cpuOf(server)) - before) / total;
          if (round >= 0) taken[each].push(micros);
        }
      const [own, ...rest] = Object.values(taken).map(median);
      const beside = rest.flatMap((micros) => [
        micros.toFixed(1),
        `${((micros / own - 1) * 100).toFixed(0)}%`,
      ]);
      table.push([name, kept ? "kept" : "new", own.toFixed(1), ...beside]);
    }
  for (const { child } of Object.values(children)) child.kill();
  const widths = table[0].map((_, i) => Math.max(...table.map((row) => row[i].length)));
  for (const row of table) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join("  "));
}
