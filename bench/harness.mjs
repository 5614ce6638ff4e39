// The cost of a run beyond its requests: a whole evaluation (schedule, journal, grading, metrics), with grading that
// can be stopped, as on the command line, and with plain grading in the main thread, compared with a bare undici pool
// that discards the answers, on the same server; they take turns, each in its own process.
//
//   npm run build && node bench/harness.mjs [rounds]
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { serveLean } from "./lean-server.mjs";
import { tellTimes } from "./timed.mjs";

const delayMs = 50;
const cases = [
  { requests: 2_000, concurrency: 64, characters: 400 },
  { requests: 20_000, concurrency: 512, characters: 400 },
];
/** Memory must not grow with the length of completions: the same run with short and with long ones, 150 MB in total. */
const memoryCases = [400, 30_000].map((characters) => ({ requests: 5_000, concurrency: 64, characters }));

const kinds = ["bare", "assay", "in-place"];
const [role, ...rest] = process.argv.slice(2);
if (role === "server") serve();
else if (kinds.includes(role)) await measure(role, rest);
else if (role === "memory") await measureMemory(rest);
else await compare(Number(role ?? 3));

function serve() {
  const sentence = "We add the two numbers with care. ";
  const paddings = new Map();
  const padding = (length) => {
    if (!paddings.has(length)) paddings.set(length, sentence.repeat(Math.ceil(length / sentence.length)));
    return paddings.get(length);
  };
  serveLean({
    delayMs,
    answer(request) {
      const length = Number(/^POST \/(\d+)/.exec(request)[1]);
      const number = Number(/What is (\d+)/.exec(request)?.[1] ?? 0);
      const text = `${padding(length)}The answer is \\\\boxed{${3 * number}}.`;
      return `{"model":"adder","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"${text}"}}],"usage":{"prompt_tokens":40,"completion_tokens":900}}`;
    },
  });
}

function problem(i) {
  return `What is ${i} + ${2 * i}?`;
}

function clientOf(args) {
  const [port, requests, concurrency, characters] = args.map(Number);
  return { port, requests, concurrency, characters };
}

async function measure(kind, args) {
  const client = clientOf(args);
  await tellTimes(kind === "bare" ? bare(client) : await assay(client, undefined, kind === "assay"));
}

/** Memory in use after a garbage collection, after a tenth of the requests and after all of them. */
async function measureMemory(args) {
  const client = clientOf(args);
  const held = [];
  const marks = [client.requests / 10, client.requests];
  const { go, cleanUp } = await assay(client, ({ right }) => {
    if (!(right >= marks[held.length])) return;
    globalThis.gc();
    held.push(process.memoryUsage().heapUsed);
  });
  await go();
  await cleanUp();
  process.send(held);
  process.disconnect();
}

function bare({ port, requests, concurrency, characters }) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency, pipelining: 1 });
  const go = async () => {
    let next = 0;
    const one = async () => {
      while (next < requests) {
        const { body } = await pool.request({
          method: "POST",
          path: `/${characters}/v1/chat/completions`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ model: "adder", messages: [{ role: "user", content: problem(next++) }] }),
        });
        await body.json();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, one));
    await pool.close();
  };
  return { go, cleanUp() {} };
}

async function assay({ port, requests, concurrency, characters }, onProgress, isThreaded = true) {
  const { OpenAiModel } = await import("../dist/models/index.js");
  const { planRun, runEval, ThreadedGrader } = await import("../dist/runs/index.js");
  const { findTask } = await import("../dist/tasks/index.js");
  const task = await findTask("GSM8K");
  const conversations = Array.from({ length: requests }, (_, i) => ({
    id: `${i}`,
    messages: [{ role: "user", content: problem(i) }],
    answer: `${3 * i}`,
    problem: problem(i),
  }));
  const model = new OpenAiModel({
    model: "adder",
    baseUrls: [`http://127.0.0.1:${port}/${characters}/v1`],
    concurrency,
  });
  const config = {
    model: { kind: "openai", model: "adder", api: "chat" },
    tasks: ["GSM8K"],
    temperature: 0,
    seed: 0,
    numSamples: 1,
    concurrency,
  };
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const go = async () => {
    const plan = planRun(config, [{ task, source: { dataset: "sums", files: [] }, conversations }]);
    const { tasks } = await runEval({
      folder,
      plan,
      model,
      grader: isThreaded ? new ThreadedGrader({ given: ["GSM8K"] }) : undefined,
      versions: { assay: "bench", node: process.version },
      onProgress,
    });
    await model.close();
    if (tasks.GSM8K.right !== requests) throw new Error(`${tasks.GSM8K.right} of ${requests} are right`);
  };
  return { go, cleanUp: () => rm(folder, { recursive: true }) };
}

async function compare(rounds) {
  const file = fileURLToPath(import.meta.url);
  const start = (...args) =>
    spawn(process.execPath, ["--expose-gc", file, ...args.map(String)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  const said = (child) =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
    });
  const server = start("server");
  process.on("exit", () => server.kill());
  const port = await said(server);
  console.log(
    `node ${process.version}, ${cpus().length} × ${cpus()[0].model}; server answers after ${delayMs} ms`,
  );
  for (const { requests, concurrency, characters } of cases) {
    const results = Object.fromEntries(kinds.map((kind) => [kind, []]));
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        results[kind].push(await said(start(kind, port, requests, concurrency, characters)));
      }
    }
    const ideal = (requests / concurrency) * delayMs;
    console.log(
      `\n${requests} requests, ${concurrency} at once, ${characters} characters each, ideal ${(ideal / 1000).toFixed(2)} s; medians of ${rounds}`,
    );
    console.log("| client | wall s | × ideal | × bare | CPU ms/request | peak MiB |");
    console.log("| --- | --- | --- | --- | --- | --- |");
    const wallOfBare = median(results.bare, "wall");
    for (const [kind, each] of Object.entries(results)) {
      const wall = median(each, "wall");
      const cells = [
        kind,
        (wall / 1000).toFixed(2),
        (wall / ideal).toFixed(2),
        (wall / wallOfBare).toFixed(2),
        (median(each, "cpu") / requests).toFixed(3),
        (median(each, "peak") / 2 ** 20).toFixed(0),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
  console.log("\n| characters each | held at a tenth, MiB | held at the end, MiB |");
  console.log("| --- | --- | --- |");
  for (const { requests, concurrency, characters } of memoryCases) {
    const held = await said(start("memory", port, requests, concurrency, characters));
    const cells = held.map((bytes) => (bytes / 2 ** 20).toFixed(0));
    console.log(`| ${[characters, ...cells].join(" | ")} |`);
  }
  process.exit();
}

function median(results, name) {
  const sorted = results.map((result) => result[name]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
