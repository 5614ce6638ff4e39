// How long a guided search takes beyond its requests: compared with the ideal, and with a bare client that sends the
// same requests and writes no files, on the same servers; they take turns in their own processes. The whole command is
// measured too, with its start and its files.
//
//   npm run build && node bench/search.mjs [rounds]
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { serveLean } from "./lean-server.mjs";
import { tellTimes } from "./timed.mjs";

const policyMs = 100;
const rewardMs = 50;
const steps = 6;
const candidates = 8;
const ideal = steps * (policyMs + rewardMs);
const sizes = [10, 40, 200];
const instruction = "Judge the newest step with care, and end with a verdict. ".repeat(16);

const [role, ...rest] = process.argv.slice(2);
if (role === "policy" || role === "reward") serve(role);
else if (role === "bare" || role === "assay") await measure(role, rest);
else await compare(Number(role ?? 5));

function serve(kind) {
  const answer = kind === "policy" ? policyAnswer : rewardAnswer;
  serveLean({
    delayMs: kind === "policy" ? policyMs : rewardMs,
    answer: (request) => JSON.stringify(answer(JSON.parse(request.slice(request.indexOf("\r\n\r\n"))))),
  });
}

/** Eight distinct steps; the sixth has the answer. */
function policyAnswer({ messages, n = 1 }) {
  const last = messages.at(-1);
  const step = last.role === "assistant" ? last.content.split("\n\n").length : 1;
  const words = "we look at what is left of the sum and add the next number to it, ".repeat(3);
  return {
    model: "policy-model",
    choices: Array.from({ length: n }, (_, index) => ({
      index,
      finish_reason: "stop",
      stop_reason: step === steps ? null : "\n\n",
      message: {
        role: "assistant",
        content: `In step ${step}, way ${index}, ${words}${step === steps ? "which is \\boxed{1}." : "and go on."}`,
      },
    })),
    usage: { prompt_tokens: 200, completion_tokens: 60 * n },
  };
}

function rewardAnswer({ messages }) {
  const way = Number(/way (\d+)/.exec(messages.at(-1).content)?.[1] ?? 0);
  const chance = 0.5 + way / 20;
  const token = (text, odds) => ({
    token: text,
    logprob: Math.log(odds[0][1]),
    top_logprobs: odds.map(([each, p]) => ({ token: each, logprob: Math.log(p) })),
  });
  const content = [
    token("[", [["[", 0.99]]),
    token("Right", [
      ["Right", chance],
      ["Wrong", 1 - chance],
    ]),
    token("]", [["]", 0.99]]),
  ];
  return {
    model: "reward-model",
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        stop_reason: null,
        message: { role: "assistant", content: "[Right]" },
        logprobs: { content },
      },
    ],
    usage: { prompt_tokens: 300, completion_tokens: 3 },
  };
}

function problem(i) {
  return `What is ${i} + ${1 - i}?`;
}

async function measure(kind, args) {
  const [policyPort, rewardPort, problems, concurrency] = args.map(Number);
  const client = {
    policy: `http://127.0.0.1:${policyPort}`,
    reward: `http://127.0.0.1:${rewardPort}`,
    problems,
    concurrency,
  };
  await tellTimes(kind === "bare" ? bare(client) : await assay(client));
}

/** Policy, eight rewards at once, choose the best, repeat; all problems at once. Its messages are as long as ours. */
function bare({ policy, reward, problems, concurrency }) {
  const pools = [policy, reward].map((url) => new Pool(url, { connections: concurrency, pipelining: 1 }));
  const ask = async (pool, body) => {
    const { body: answer } = await pool.request({
      method: "POST",
      path: "/v1/chat/completions",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()).choices;
  };
  const solve = async (i) => {
    const taken = [];
    for (let step = 0; step < steps; step++) {
      const messages = [
        { role: "system", content: instruction.slice(0, 260) },
        { role: "user", content: problem(i) },
      ];
      if (step > 0)
        messages.push({ role: "assistant", content: taken.map((each) => `${each}\n\n`).join("") });
      const choices = await ask(pools[0], {
        model: "policy-model",
        messages,
        n: candidates,
        temperature: 0.7,
      });
      const scores = await Promise.all(
        choices.map(async ({ message }) => {
          const turns = [...taken, message.content].flatMap((content, place) => [
            { role: "user", content: place === 0 ? `${problem(i)}\n\n${content}` : content },
            { role: "assistant", content: "[Right]" },
          ]);
          const [{ logprobs }] = await ask(pools[1], {
            model: "reward-model",
            messages: [{ role: "system", content: instruction }, ...turns.slice(0, -1)],
            max_tokens: 4096,
            logprobs: true,
            top_logprobs: 10,
          });
          return logprobs.content[1].top_logprobs[0].logprob;
        }),
      );
      taken.push(choices[scores.indexOf(Math.max(...scores))].message.content);
    }
  };
  const go = async () => {
    await Promise.all(Array.from({ length: problems }, (_, i) => solve(i)));
    await Promise.all(pools.map((pool) => pool.close()));
  };
  return { go, cleanUp() {} };
}

async function assay({ policy, reward, problems, concurrency }) {
  const { OpenAiModel } = await import("../dist/models/index.js");
  const { openScorer } = await import("../dist/prm/index.js");
  const { runSearch, stepwiseInstruction } = await import("../dist/search/index.js");
  const { findTask } = await import("../dist/tasks/index.js");
  const conversations = Array.from({ length: problems }, (_, i) => ({
    id: `${i}`,
    messages: [{ role: "user", content: problem(i) }],
    answer: "1",
    problem: problem(i),
  }));
  const model = new OpenAiModel({ model: "policy-model", baseUrls: [`${policy}/v1`], concurrency });
  const scorer = await openScorer({
    source: { kind: "openai", baseUrl: `${reward}/v1`, model: "reward-model" },
    interface: "logprobs",
    concurrency,
  });
  const task = await findTask("MATH-500");
  const outputDir = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const go = async () => {
    const { right } = await runSearch({
      outputDir,
      loaded: { task, source: { dataset: "sums", files: [] }, conversations },
      policy: model,
      scorer,
      concurrency,
      versions: { assay: "bench", node: process.version },
      config: {
        policy: { kind: "openai", model: "policy-model", api: "chat" },
        data: "math",
        begin: 0,
        end: null,
        strategy: "greedy",
        aggregate: "last",
        n: candidates,
        width: 4,
        maxSteps: 30,
        stepTokens: 512,
        solutionTokens: 2048,
        temperature: 0.7,
        prompt: stepwiseInstruction,
        seed: 0,
      },
    });
    if (right !== problems) throw new Error(`${right} of ${problems} are right`);
    await Promise.all([model.close(), scorer.close()]);
  };
  return { go, cleanUp: () => rm(outputDir, { recursive: true }) };
}

/** As a user's shell runs it, including the start. */
async function wholeCommand(policyPort, rewardPort, problems, concurrency) {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const rows = join(folder, "rows.jsonl");
  const lines = Array.from({ length: problems }, (_, i) =>
    JSON.stringify({ problem: problem(i), answer: "1" }),
  );
  await writeFile(rows, `${lines.join("\n")}\n`);
  const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      bin,
      "search",
      ...["--policy-api-base", `http://127.0.0.1:${policyPort}/v1`],
      ...["--reward-api-base", `http://127.0.0.1:${rewardPort}/v1`],
      ...["--data", rows, "--output-dir", join(folder, "out"), "--concurrency", `${concurrency}`, "--json"],
    ],
    { stdio: ["ignore", "ignore", "ignore"] },
  );
  const code = await new Promise((resolve) => child.once("close", resolve));
  const wall = performance.now() - started;
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  await rm(folder, { recursive: true });
  return { wall, cpu: Number.NaN };
}

async function compare(rounds) {
  const file = fileURLToPath(import.meta.url);
  const start = (...args) =>
    spawn(process.execPath, [file, ...args.map(String)], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const said = (child) =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
    });
  const servers = [start("policy"), start("reward")];
  process.on("exit", () => {
    for (const server of servers) server.kill();
  });
  const ports = await Promise.all(servers.map(said));
  const requests = async () => {
    const counts = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/`)).json());
    return (await Promise.all(counts)).join(" + ");
  };
  console.log(
    `node ${process.version}, ${cpus().length} × ${cpus()[0].model}; policy ${policyMs} ms, reward ${rewardMs} ms, ` +
      `${steps} steps, ${candidates} candidates; T* = ${ideal / 1000} s; medians of ${rounds}\n`,
  );
  console.log("| problems | client | wall s | × T* | × bare | CPU ms | requests (policy + reward) |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const problems of sizes) {
    // No limit on requests in flight: the client is measured, not its limit.
    const concurrency = problems * candidates;
    const walls = { bare: [], "the search": [], "the whole command": [] };
    const asked = {};
    for (let round = 0; round < rounds; round++) {
      for (const [name, once] of [
        ["bare", () => said(start("bare", ...ports, problems, concurrency))],
        ["the search", () => said(start("assay", ...ports, problems, concurrency))],
        ["the whole command", () => wholeCommand(...ports, problems, concurrency)],
      ]) {
        await requests();
        walls[name].push(await once());
        asked[name] = await requests();
      }
    }
    const middle = (all, name) =>
      all.map((each) => each[name]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
    for (const [name, all] of Object.entries(walls)) {
      const wall = middle(all, "wall");
      const cells = [
        problems,
        name,
        (wall / 1000).toFixed(2),
        (wall / ideal).toFixed(2),
        (wall / middle(walls.bare, "wall")).toFixed(2),
        middle(all, "cpu").toFixed(0).replace("NaN", ""),
        asked[name],
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
  process.exit();
}
