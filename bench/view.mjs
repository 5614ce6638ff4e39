// The cost of the viewer: indexing, opening, filtering, a sample, a phrase and memory at 100,000 samples of 4 KB; a
// search of 500 problems and a ProcessBench run of 3,400 solutions; and the sizes of what a browser loads. Prints three
// tables. The runs are generated, in a folder that is removed at the end.
import { spawn } from "node:child_process";
import {
  createWriteStream,
  mkdirSync,
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
/** The generated journals, by the kind of their run. */
const journals = {};
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

const other = [];
await makeSearch(join(folder, "search", "made-up"), 500);
await makeBench(join(folder, "bench", "run"), 3400);
for (const [kind, path, page, item] of [
  ["search", "search", "search", "problem?problem=250"],
  ["ProcessBench", "bench", "bench", "judged?subset=made-up&sample=made-up-250"],
]) {
  server = await start(path);
  began = performance.now();
  const { id, problems } = await listed(server);
  const whole = await get(server, `/api/runs/${id}/${page}`);
  const bytes = statSync(journals[kind]).size;
  other.push([`${kind}: ${problems.toLocaleString("en")} problems`, `${Math.round(bytes / 1e6)} MB`]);
  other.push([`${kind}: first indexing, until its page is there`, ms(performance.now() - began)]);
  other.push([
    `${kind}: its page, compressed`,
    `${Math.round(gzipSync(JSON.stringify(whole)).length / 1000)} KB`,
  ]);
  began = performance.now();
  await get(server, `/api/runs/${id}/${page}`);
  other.push([`${kind}: its page again`, ms(performance.now() - began)]);
  began = performance.now();
  await get(server, `/api/runs/${id}/${item}`);
  other.push([`${kind}: one problem`, ms(performance.now() - began)]);
  other.push([`${kind}: memory (largest so far)`, memory(server)]);
  await end(server);
}
print(["other kinds of runs", ""], other);

const assets = join(root, "dist", "web", "assets");
const files = readdirSync(assets);
/** Files that match a pattern, or that a page refers to. */
const named = (what) =>
  typeof what === "string"
    ? [...readFileSync(join(assets, "..", what), "utf8").matchAll(/assets\/([^"]+)/g)].map(
        (found) => found[1],
      )
    : files.filter((name) => what.test(name));

/** A file with everything that it imports statically; the caller names what it loads later. */
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
  const sizeOf = (name) =>
    files.includes(`${name}.br`)
      ? statSync(join(assets, `${name}.br`)).size
      : gzipSync(readFileSync(join(assets, name))).length;
  const bytes = [...loaded].reduce((sum, name) => sum + sizeOf(name), 0);
  return (bytes / 1000).toFixed(1);
};
const first = "index.html";
const katex = /^katex(?:-style)?-.*\.(?:js|css)$/;
print(
  ["first load of a page", "KB, compressed"],
  [
    ["Runs", kilobytes(first)],
    ["Evaluation", kilobytes(first, /^(?:run|evaluation)-.*\.js$/)],
    ["Sample, with KaTeX", kilobytes(first, /^sample-.*\.js$/, katex)],
    ["Search", kilobytes(first, /^(?:run|search)-.*\.js$/)],
    ["ProcessBench", kilobytes(first, /^(?:run|bench)-[^-]*\.js$/)],
    ["Rollouts", kilobytes(first, /^(?:run|rollouts)-.*\.js$/)],
    ["Compare", kilobytes(first, /^compare-.*\.js$/)],
    ["a problem of a search, with KaTeX", kilobytes(first, /^(?:run|search-problem)-.*\.js$/, katex)],
    ["the page of assay serve", kilobytes("rewards.html")],
    ["Playground, with the grader", kilobytes(first, /^playground-.*\.js$/)],
    ["Playground, with a verdict: the grader and KaTeX", kilobytes(first, /^playground-.*\.js$/, katex)],
  ],
);

async function makeRun(into) {
  const path = join(into, "large");
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

/** Greedy, eight candidates in each of eight iterations, with the reward model's reply to each. */
async function makeSearch(into, problems) {
  const path = join(into, `search-0-${problems}`);
  mkdirSync(path, { recursive: true });
  journals.search = join(path, "iterations.jsonl");
  const model = { kind: "openai", model: "made-up", api: "chat", baseUrls: ["http://localhost:1/v1"] };
  writeFileSync(
    join(path, "run.json"),
    JSON.stringify({
      v: 1,
      kind: "search",
      config: {
        policy: model,
        data: "made-up",
        reward: model,
        strategy: "greedy",
        aggregate: "last",
        n: 8,
        width: 4,
        maxSteps: 40,
        stepTokens: 512,
        solutionTokens: 4096,
        temperature: 1,
        prompt: null,
        seed: 0,
        begin: 0,
        end: problems,
      },
      task: "made-up",
      source: { dataset: "made-up", files: [] },
      problems,
      digest: "",
      versions: { assay: "0.1.0", node: process.version },
      created: new Date().toISOString(),
    }),
  );
  const last = 8;
  const tokens = { inputTokens: 100, outputTokens: 100 };
  const write = writerOf(journals.search);
  for (let problem = 1; problem <= problems; problem++)
    for (let iteration = 1; iteration <= last; iteration++) {
      const isLast = iteration === last;
      const step = (k) =>
        isLast ? `So the answer is \\boxed{${problem + (k > 5 ? 1 : 0)}}.` : words(k, iteration);
      const candidates = Array.from({ length: 8 }, (_, k) => ({
        path: 0,
        steps: [step(k)],
        rewards: [1 - (k + 1) / 10],
        ends: isLast ? "answer" : null,
        judged: [
          { verdict: k < 5 ? "right" : "wrong", text: words(k, 7), masses: { right: 0.9, wrong: 0.1 } },
        ],
      }));
      const open = {
        steps: Array.from({ length: iteration - 1 }, (_, i) => words(0, i + 1)),
        rewards: Array.from({ length: iteration - 1 }, () => 0.9),
        ends: null,
        ...(iteration > 1 ? { from: { iteration: iteration - 1, candidate: 0 } } : {}),
      };
      const conclusion = { answer: String(problem), why: "answer", steps: [...open.steps, step(0)] };
      await write({
        v: 1,
        id: `made-up/${problem}#${iteration}`,
        kind: "iteration",
        input: {
          task: "made-up",
          problem: String(problem),
          statement: `What is ${problem}?`,
          gold: String(problem),
          iteration,
          state: { open: [open], ended: [] },
        },
        outcome: {
          candidates,
          chosen: [0],
          requests: { policy: 1, reward: 8 },
          usage: { policy: tokens, reward: tokens },
          ...(isLast ? { conclusion } : {}),
        },
        time: { at: "2026-01-01T00:00:00.000Z", ms: 5 },
      });
    }
  await write.end();
}

function words(k, i) {
  return `We add ${k} and ${i}, carry the one as before, and get $x_{${i}} = ${k + i}$. `.repeat(3).trim();
}

/** Eight steps of each solution, one judgement on each line. */
async function makeBench(path, samples) {
  mkdirSync(path, { recursive: true });
  journals.ProcessBench = join(path, "samples.jsonl");
  const steps = Array.from({ length: 8 }, (_, i) => words(i, i + 1));
  writeFileSync(
    join(path, "run.json"),
    JSON.stringify({
      v: 1,
      kind: "processbench",
      config: {
        model: { kind: "openai", model: "made-up", api: "chat", baseUrls: ["http://localhost:1/v1"] },
        judge: "step",
        identity: { interface: "logprobs", seed: 0 },
        concurrency: 1,
      },
      data: { "made-up": { source: { dataset: "made-up", files: [] }, samples, digest: "" } },
      versions: { assay: "0.1.0", node: process.version },
      created: new Date().toISOString(),
    }),
  );
  const write = writerOf(journals.ProcessBench);
  for (let sample = 1; sample <= samples; sample++) {
    const label = (sample % 10) - 2 < 0 ? -1 : (sample % 10) - 2;
    const last = label === -1 ? steps.length : label + 1;
    for (let from = 0; from < last; from++) {
      const isWrong = from === label;
      const given = { problem: `What is ${sample}?`, steps, label };
      await write({
        v: 1,
        id: `made-up/made-up-${sample}#${from}`,
        kind: "steps",
        input: {
          subset: "made-up",
          sample: `made-up-${sample}`,
          from,
          to: from + 1,
          ...(from === 0 ? { given } : {}),
        },
        outcome: {
          scores: [
            {
              reward: isWrong ? 0.1 : 0.9,
              verdict: isWrong ? "wrong" : "right",
              text: words(from, 7).repeat(4),
              masses: { right: isWrong ? 0.1 : 0.9, wrong: isWrong ? 0.9 : 0.1 },
            },
          ],
          calls: 1,
          usage: { inputTokens: 100, outputTokens: 100 },
        },
        time: { at: "2026-01-01T00:00:00.000Z", ms: 5 },
      });
    }
  }
  await write.end();
}

/** A writer of records, which waits for the disk. */
function writerOf(file) {
  const stream = createWriteStream(file);
  const write = async (line) => {
    if (!stream.write(`${JSON.stringify(line)}\n`))
      await new Promise((resolve) => stream.once("drain", resolve));
  };
  write.end = () => new Promise((resolve) => stream.end(resolve));
  return write;
}

async function listed(server) {
  for (;;) {
    const { runs, pending } = await get(server, "/api/runs");
    if (pending === 0) return runs[0];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function start(runs = "runs") {
  const child = spawn(
    process.execPath,
    [join(root, "bin", "assay.js"), "view", join(folder, runs), "--port", "0"],
    {
      env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  // Even if something fails in between.
  process.on("exit", () => child.kill());
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
