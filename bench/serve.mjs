// The reward service under load, compared with a bare node:http server that parses each request and calls the same
// reward; they take turns. Half of the answers are integers, half LaTeX, from a fixed seed.
//
//   npm run build && node bench/serve.mjs [rounds] [singles | batches | routes | latency | hostile | lines]
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { writeFloats } from "../dist/jsonl/write-floats.js";
import { findReward } from "../dist/rewards/index.js";
import { median, percentile, requestBytes, sendAll } from "./lean-client.mjs";
import { categories, generator } from "./pairs.mjs";

/** Batches before the measured ones, while the code is still being compiled. */
const warmUps = 3;

/** Answers that are expensive to grade, nested and repeated. */
const costly = [
  `${"(".repeat(4)}\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}${")^6".repeat(4)}`,
  `${"\\hat{".repeat(24)}x${"}".repeat(24)}`,
  "\\begin{pmatrix}1&2&3\\\\4&5&6\\\\7&8&10\\end{pmatrix}".repeat(13),
  "\\(".repeat(60_000),
];

const [role, only] = process.argv.slice(2);
if (role === "bare") bare();
else await compare(Number(role ?? 5));

/** Parses, scores, writes: no checks, no limits, no counters. */
function bare() {
  const { score } = findReward("r1_zero");
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { items } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const results = items.map((item) => score(item).result);
      const body = writeFloats({ results });
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  server.keepAliveTimeout = 75_000;
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => process.send(server.address().port));
}

function itemsOf(count, length, seed = 7) {
  const random = generator(seed);
  const latex = ["rational", "radical", "pi", "polynomial", "tuple", "interval", "complex", "line"];
  const filler = "We add the two numbers with care. ".repeat(Math.ceil(length / 34));
  return Array.from({ length: count }, (_, i) => {
    const name = i % 2 === 0 ? "integer" : random.pick(latex);
    const [gold, answer] = categories[name](random, random.below(2) === 0);
    const tail = ` </think> <answer>\\boxed{${answer}}</answer>`;
    return { response: filler.slice(0, Math.max(0, length - tail.length)) + tail, ground_truth: gold };
  });
}

async function startService(...options) {
  const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--log-level", "error", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { name: "assay", child, port: Number(/:(\d+)\n/.exec(line)[1]) };
}

async function startBare() {
  const child = fork(fileURLToPath(import.meta.url), ["bare"]);
  const [port] = await once(child, "message");
  return { name: "bare", child, port };
}

/** CPU time of a process so far, in milliseconds, all its threads together. */
function cpuOf({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The most memory that a process has had, in megabytes. */
function peakOf({ child }) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
}

async function compare(rounds) {
  console.log(`${cpus().length} cores, Node ${process.version}, medians of ${rounds}`);
  const parts = { singles, batches, routes, latency: latencyUnderBatch, hostile, lines };
  for (const [name, measure] of Object.entries(parts))
    if (only === undefined || only === name) await measure(rounds);
}

async function singles(rounds) {
  const servers = [await startBare(), await startService()];
  const bodies = itemsOf(512, 2_000).map((item) => JSON.stringify({ reward: "r1_zero", items: [item] }));
  const table = [
    ["single requests of 2 KB", "at once", "", "requests/s", "of bare", "CPU µs", "p50 ms", "p99 ms"],
  ];
  for (const kept of [true, false])
    for (const atOnce of [1, 64, 512]) {
      const requests = bodies.map((body) => requestBytes({ path: "/v1/score", body, kept }));
      const total = kept ? (atOnce === 1 ? 3_000 : 12_000) : atOnce === 1 ? 1_500 : 4_000;
      const seen = servers.map(() => ({ rate: [], cpu: [], p50: [], p99: [] }));
      for (let round = -1; round < rounds; round++)
        for (const [i, server] of servers.entries()) {
          const cpu = cpuOf(server);
          const started = performance.now();
          const times = await sendAll({ port: server.port, requests, total, atOnce, kept });
          const seconds = (performance.now() - started) / 1000;
          if (round < 0) continue;
          seen[i].rate.push(total / seconds);
          seen[i].cpu.push(((cpuOf(server) - cpu) / total) * 1000);
          seen[i].p50.push(percentile(times, 0.5));
          seen[i].p99.push(percentile(times, 0.99));
        }
      for (const [i, { name }] of servers.entries()) {
        const of = (figure) => median(seen[i][figure]);
        const share = (of("rate") / median(seen[0].rate)).toFixed(2);
        table.push([
          kept ? "kept connections" : "new connections",
          `${atOnce}`,
          name,
          of("rate").toFixed(0),
          share,
          of("cpu").toFixed(0),
          of("p50").toFixed(1),
          of("p99").toFixed(1),
        ]);
      }
    }
  print(table);
  for (const { child } of servers) child.kill();
}

function post(port, path, type, write) {
  return new Promise((resolve, reject) => {
    const asking = request({
      port,
      host: "127.0.0.1",
      path,
      method: "POST",
      headers: { "content-type": type },
    });
    asking.on("error", reject);
    asking.on("response", (response) => {
      let bytes = 0;
      response.on("data", (chunk) => {
        bytes += chunk.length;
      });
      response.on("end", () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    void write(asking);
  });
}

/** The body is made beforehand, in pieces, so that the client costs as little as possible. */
function bodyOf(items) {
  const pieces = [Buffer.from('{"reward":"r1_zero","items":[')];
  for (let i = 0; i < items.length; i += 64)
    pieces.push(
      Buffer.from(
        `${i > 0 ? "," : ""}${items
          .slice(i, i + 64)
          .map((item) => JSON.stringify(item))
          .join(",")}`,
      ),
    );
  return [...pieces, Buffer.from("]}")];
}

async function writeAll(asking, pieces) {
  for (const piece of pieces)
    if (!asking.write(piece)) await new Promise((resolve) => asking.once("drain", resolve));
  asking.end();
}

async function batches(rounds) {
  const table = [["batches of 8,192", "", "first s", "then s", "CPU s", "peak MB"]];
  for (const [label, length] of [
    ["2 KB", 2_000],
    ["30 KB", 30_000],
  ]) {
    const pieces = bodyOf(itemsOf(8_192, length));
    for (const start of [startBare, startService]) {
      const server = await start();
      const taken = [];
      const cpus = [];
      for (let round = 0; round <= warmUps + rounds; round++) {
        const cpu = cpuOf(server);
        const started = performance.now();
        await post(server.port, "/v1/score", "application/json", (asking) => writeAll(asking, pieces));
        taken.push((performance.now() - started) / 1000);
        cpus.push((cpuOf(server) - cpu) / 1000);
      }
      table.push([
        label,
        server.name,
        taken[0].toFixed(2),
        median(taken.slice(1 + warmUps)).toFixed(2),
        median(cpus.slice(1 + warmUps)).toFixed(2),
        peakOf(server).toFixed(0),
      ]);
      server.child.kill();
    }
  }
  print(table);
}

/** The CPU time that routes and compositions add to an item: the kinds of service take turns, with the same bodies. */
async function routes(rounds) {
  const sum = "r1_zero + 0.1*format - overlong(max=4096, cache=512)";
  const kinds = [
    ["r1_zero", "--reward", "r1_zero"],
    ["by a route", "--route", "data_source=math:r1_zero,qa:qa_f1"],
    ["a route to a composition", "--route", `data_source=math:${sum},qa:qa_f1`],
    ["and parts that read the text", "--reward", `${sum} - 0.5*repetition(n=4) + 0.2*language(en)`],
  ];
  const items = itemsOf(4_096, 2_000).map((item, i) => ({
    ...item,
    data_source: "math",
    response_length: 500,
    group: `${i >> 3}`,
  }));
  const batch = bodyOf(items);
  batch[0] = Buffer.from('{"items":[');
  const requests = items
    .slice(0, 512)
    .map((item) => requestBytes({ path: "/v1/score", body: JSON.stringify({ items: [item] }) }));
  const servers = [];
  for (const [name, ...options] of kinds) servers.push({ ...(await startService(...options)), name });
  const seen = servers.map(() => ({ single: [], batch: [] }));
  for (let round = -warmUps; round < rounds; round++)
    for (const [i, server] of servers.entries()) {
      const began = cpuOf(server);
      await sendAll({ port: server.port, requests, total: 1_024, atOnce: 64 });
      const between = cpuOf(server);
      await post(server.port, "/v1/score", "application/json", (asking) => writeAll(asking, batch));
      if (round < 0) continue;
      seen[i].single.push(((between - began) / 1_024) * 1000);
      seen[i].batch.push(((cpuOf(server) - between) / 4_096) * 1000);
    }
  const table = [["CPU µs for each item of 2 KB", "alone", "of r1_zero", "in a batch", "of r1_zero"]];
  for (const [i, { name }] of servers.entries()) {
    const of = (figure) => {
      const value = median(seen[i][figure]);
      return [value.toFixed(0), (value / median(seen[0][figure])).toFixed(3)];
    };
    table.push([name, ...of("single"), ...of("batch")]);
  }
  print(table);
  for (const { child } of servers) child.kill();
}

/** How long single requests take while batches are in progress. */
async function latencyUnderBatch() {
  const table = [["single requests while a batch of 8,192 is under way", "p50 ms", "p99 ms", "most ms"]];
  const pieces = bodyOf(itemsOf(8_192, 2_000));
  const bodies = itemsOf(64, 2_000).map((item) => JSON.stringify({ reward: "r1_zero", items: [item] }));
  const requests = bodies.map((body) => requestBytes({ path: "/v1/score", body }));
  for (const start of [startBare, startService]) {
    const server = await start();
    await sendAll({ port: server.port, requests, total: 2_000, atOnce: 8 });
    let isOver = false;
    const batch = (async () => {
      for (let i = 0; i < 5; i++)
        await post(server.port, "/v1/score", "application/json", (asking) => writeAll(asking, pieces));
      isOver = true;
    })();
    const times = [];
    while (!isOver) times.push(...(await sendAll({ port: server.port, requests, total: 16, atOnce: 4 })));
    await batch;
    table.push([
      server.name,
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
      Math.max(...times).toFixed(0),
    ]);
    server.child.kill();
  }
  print(table);
}

/** Single requests and /healthz while one or two hostile items are always in progress. */
async function hostile() {
  const table = [
    [
      "some hundred single requests per second",
      "honest p50 ms",
      "p99 ms",
      "most ms",
      "/healthz most ms",
      "hostile/s",
    ],
  ];
  const bodies = itemsOf(64, 2_000).map((item) => JSON.stringify({ reward: "r1_zero", items: [item] }));
  const requests = bodies.map((body) => requestBytes({ path: "/v1/score", body }));
  const server = await startService("--item-timeout", "2");
  const attacks = costly.map((answer) =>
    JSON.stringify({
      items: [{ response: `</think> <answer>${answer}</answer>`, ground_truth: `${answer}+0` }],
    }),
  );
  await sendAll({ port: server.port, requests, total: 4_000, atOnce: 16 });
  for (const atOnce of [0, 1, 2]) {
    let isOver = false;
    let done = 0;
    const attack = async (from) => {
      for (let i = from; !isOver; i++, done++)
        await post(server.port, "/v1/score", "application/json", async (asking) =>
          asking.end(attacks[i % attacks.length]),
        );
    };
    const attacking = Array.from({ length: atOnce }, (_, i) => attack(i));
    const health = [];
    const watching = (async () => {
      while (!isOver) {
        const started = performance.now();
        await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();
        health.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const started = performance.now();
    const times = [];
    // Less than the service could do, because each hostile item uses a core.
    while (performance.now() - started < 8_000) {
      times.push(...(await sendAll({ port: server.port, requests, total: 16, atOnce: 4 })));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const seconds = (performance.now() - started) / 1000;
    isOver = true;
    await Promise.all([watching, ...attacking]);
    table.push([
      atOnce === 0 ? "undisturbed" : `beside ${atOnce} hostile at a time`,
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
      Math.max(...times).toFixed(0),
      Math.max(...health).toFixed(0),
      (done / seconds).toFixed(1),
    ]);
  }
  print(table);
  server.child.kill();
}

async function lines() {
  const server = await startService();
  const block = Buffer.from(
    itemsOf(1_000, 2_000)
      .map((item) => `${JSON.stringify(item)}\n`)
      .join(""),
  );
  const stream = (blocks) =>
    post(server.port, "/v1/score?reward=r1_zero", "application/x-ndjson", (asking) =>
      writeAll(asking, Array(blocks).fill(block)),
    );
  await stream(50);
  const cpu = cpuOf(server);
  const started = performance.now();
  await stream(100);
  const seconds = (performance.now() - started) / 1000;
  print([
    ["NDJSON, 100,000 lines of 2 KB", "lines/s", "CPU s", "peak MB"],
    [
      "assay",
      (100_000 / seconds).toFixed(0),
      ((cpuOf(server) - cpu) / 1000).toFixed(2),
      peakOf(server).toFixed(0),
    ],
  ]);
  server.child.kill();
}

function print(table) {
  const widths = table[0].map((_, i) => Math.max(...table.map((row) => row[i].length)));
  console.log();
  for (const row of table)
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
    );
}
