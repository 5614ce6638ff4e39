// What the viewer takes: indexing, opening, filtering, a sample, a phrase and memory at 100,000 samples of 4 KB, and the
// sizes of what a browser loads. Prints two tables. The run is made up, in a folder that is removed at the end.
import { spawn } from "node:child_process";
import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const { gridRows, passing } = await import("../dist/view/filter.js");
const { addPart, knowsNothing, SampleTable } = await import("../dist/view/sample-table.js");

const problems = Number(process.argv[2] ?? 390);
const samples = Number(process.argv[3] ?? 257);
const folder = mkdtempSync(join(tmpdir(), "assay-bench-view-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const bytes = await makeRun(join(folder, "runs"));
const rows = [];
const row = (what, value) => rows.push([what, value]);
const ms = (value) =>
  value < 10
    ? `${value.toFixed(2)} ms`
    : value < 1000
      ? `${Math.round(value)} ms`
      : `${(value / 1000).toFixed(2)} s`;
row("samples", `${(problems * samples).toLocaleString("en")} in ${Math.round(bytes / 1e6)} MB`);

let server = await start();
let began = performance.now();
const run = await figured(server);
row("first indexing, until the list has its figure", ms(performance.now() - began));
row("memory then (largest so far)", memory(server));
await end(server);

server = await start();
began = performance.now();
await get(server, `/api/runs/${run}/eval`);
const part = await get(server, `/api/runs/${run}/table`);
row("opened again, with the index kept", ms(performance.now() - began));
const table = new SampleTable();
began = performance.now();
addPart(table, part, knowsNothing);
row("the table taken in by the page", ms(performance.now() - began));
row(
  "filter and sort of all",
  ms(median(() => gridRows(table, passing(table, { verdict: "wrong" }), "share"))),
);
const latencies = [];
for (let i = 0; i < 100; i++) {
  const problem = 1 + ((i * 37) % problems);
  began = performance.now();
  await get(server, `/api/runs/${run}/sample?task=made-up&problem=${problem}&sample=${(i * 11) % samples}`);
  latencies.push(performance.now() - began);
}
row("a sample, over HTTP (median of 100)", ms(latencies.sort((a, b) => a - b)[50]));
began = performance.now();
await get(server, `/api/runs/${run}/find?text=${encodeURIComponent("number 4711.")}`);
row("a phrase in all completions", ms(performance.now() - began));
row("memory after all that (largest so far)", memory(server));
await end(server);
print(["viewer", ""], rows);

const assets = join(root, "dist", "web", "assets");
const files = readdirSync(assets);
const named = (pattern) => files.filter((name) => pattern.test(name));

/** A file with all that it imports from the start; what it loads later is named by who asks. */
function withImports(names, known = new Set()) {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    if (!name.endsWith(".js")) continue;
    const code = readFileSync(join(assets, name), "utf8");
    withImports(
      [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)].map((found) => found[1]),
      known,
    );
  }
  return known;
}

const kilobytes = (...patterns) => {
  const loaded = withImports(patterns.flatMap(named));
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  return (bytes / 1000).toFixed(1);
};
const first = /^index-.*\.(?:js|css)$/;
const katex = /^katex(?:-style)?-.*\.(?:js|css)$/;
print(
  ["first load of a page", "KB, compressed"],
  [
    ["Runs", kilobytes(first)],
    ["Evaluation", kilobytes(first, /^run-.*\.js$/)],
    [
      "Sample, with KaTeX and the check of equations",
      kilobytes(first, /^(?:sample|false-equations)-.*\.js$/, katex),
    ],
    ["Playground, with grader and KaTeX", kilobytes(first, /^playground-.*\.js$/, katex)],
  ],
);

async function makeRun(into) {
  const path = join(into, "large");
  const { mkdirSync } = await import("node:fs");
  mkdirSync(path, { recursive: true });
  const file = join(folder, "rows.jsonl");
  writeFileSync(file, "");
  writeFileSync(
    join(path, "run.json"),
    JSON.stringify({
      v: 1,
      config: {
        model: { kind: "openai", model: "made-up", api: "chat", baseUrls: ["http://localhost:1/v1"] },
        tasks: ["made-up"],
        temperature: 1,
        seed: 0,
        numSamples: samples,
        concurrency: 1,
      },
      data: {
        "made-up": { source: { dataset: "made-up", files: [] }, problems, digest: "", maxNewTokens: 4096 },
      },
      versions: { assay: "0.1.0", node: process.version },
      created: new Date().toISOString(),
    }),
  );
  const filler = "We add the next term and carry the one, as before, so that $x_{k+1} = x_k + 3$. ".repeat(
    48,
  );
  const journal = createWriteStream(join(path, "samples.jsonl"));
  const verdicts = createWriteStream(join(path, "verdicts.jsonl"));
  verdicts.write(`${JSON.stringify({ v: 1, grader: { assay: "0.1.0" } })}\n`);
  let number = 0;
  for (let problem = 1; problem <= problems; problem++) {
    for (let sample = 0; sample < samples; sample++) {
      number++;
      const isRight = (number * 7919) % 100 < (problem * 100) / problems;
      const answer = isRight ? problem : (number * 31) % 17;
      const text = `${filler}\n\nThis is completion number ${number}. The answer is \\boxed{${answer}}.`;
      const line = {
        v: 1,
        id: `made-up/${problem}#${sample}`,
        kind: "draw",
        input: {
          task: "made-up",
          problem: String(problem),
          statement: `What is ${problem}?`,
          gold: String(problem),
          prompt: [{ role: "user", content: `What is ${problem}?` }],
          samples: [sample],
          seeds: [number],
        },
        outcome: {
          completions: [{ sample, text, finish: "stop" }],
          failures: [],
          usage: { inputTokens: 9, outputTokens: 1000 },
        },
        time: { at: "2026-01-01T00:00:00.000Z", ms: 5 },
      };
      const verdict = {
        task: "made-up",
        problem: String(problem),
        sample,
        right: isRight,
        answer: String(answer),
        by: "rational",
        truncated: false,
      };
      if (!journal.write(`${JSON.stringify(line)}\n`))
        await new Promise((resolve) => journal.once("drain", resolve));
      verdicts.write(`${JSON.stringify(verdict)}\n`);
    }
  }
  await Promise.all([journal, verdicts].map((stream) => new Promise((resolve) => stream.end(resolve))));
  return statSync(join(path, "samples.jsonl")).size;
}

async function start() {
  const child = spawn(
    process.execPath,
    [join(root, "bin", "assay.js"), "view", join(folder, "runs"), "--port", "0"],
    {
      env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => resolve(/listening on (\S+)/.exec(String(text))[1]));
    child.on("exit", () => reject(new Error("the server ended")));
  });
  return { child, url };
}

async function end({ child }) {
  child.removeAllListeners("exit");
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await over;
}

async function get({ url }, path) {
  const answer = await fetch(url + path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function figured(server) {
  for (;;) {
    const { runs } = await get(server, "/api/runs");
    if (runs[0]?.figure) return runs[0].id;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function memory({ child }) {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return `${of("VmRSS")} MB (${of("VmHWM")} MB)`;
}

function median(act) {
  const times = Array.from({ length: 9 }, () => {
    const from = performance.now();
    act();
    return performance.now() - from;
  });
  return times.sort((a, b) => a - b)[4];
}

function print(head, lines) {
  const width = Math.max(...[head, ...lines].map(([name]) => name.length));
  for (const [name, value] of [head, ...lines]) console.log(`${name.padEnd(width)}  ${value}`);
  console.log();
}
