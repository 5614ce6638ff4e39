// What a queue costs: units that only wait, processed here and by 1, 2 and 4 workers; how soon the units of a killed
// worker are processed again; and rows graded by workers. Prints the CPU time of all processes together, of the
// coordinator and of Redis, which other work on the machine changes little, and how well the slots are used, relative
// to the same units processed here. Needs redis-server. Arguments: units of each run, rows.
import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { openCoordinator } from "../dist/queue/open-coordinator.js";
import { work } from "../dist/queue/worker.js";
import { runUnits } from "../dist/runs/engine/engine.js";
import { executeHere, runContext } from "../dist/runs/engine/executor.js";
import { Journal } from "../dist/runs/engine/journal.js";

const self = fileURLToPath(import.meta.url);
const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
const seconds = ({ user, system }) => (user + system) / 1e6;

/** An answer with this many characters, after this delay. */
const words = "So we go on, step by step. ".repeat(300);
const waits = {
  wait: ({ input: { ms, length } }) =>
    new Promise((resolve) => setTimeout(() => resolve({ value: { text: words.slice(0, length) } }), ms)),
};

/** With a question of 500 characters. */
function* unitsOf({ count, durations, meanMs, length = 2_000 }) {
  const question = "Find all positive integers. ".repeat(18);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  for (let i = 0; i < count; i++) {
    const ms = durations === "fixed" ? meanMs : meanMs * Math.exp(normal() - 0.5);
    yield { id: `u${i}`, kind: "wait", input: { ms, length, question } };
  }
}

const roles = { worker, coordinator };

async function worker({ url, slots, name }) {
  process.on("message", () => process.send(seconds(process.cpuUsage())));
  const never = new AbortController().signal;
  const makers = { bench: async () => ({ work: waits, close: async () => {} }) };
  await work({ url: new URL(url), name, slots, makers, say() {}, drain: never, stop: never });
}

async function coordinator({ url, folder, slots, ...asked }) {
  const journal = await Journal.open(join(folder, "journal.jsonl"));
  const context = runContext("bench", {});
  const run = { ticket: join(folder, "queue.json"), context, isDone: () => false };
  const executor = url ? await openCoordinator({ url: new URL(url), say() {} }, run) : executeHere(waits);
  while (url && executor.places < 2 * slots) await new Promise((resolve) => setTimeout(resolve, 20));
  process.send("ready");
  await once(process, "message");
  const [before, began] = [process.cpuUsage(), performance.now()];
  const { done } = await runUnits(unitsOf(asked), { journal, executor, concurrency: slots });
  const wall = (performance.now() - began) / 1000;
  process.send({ cpu: seconds(process.cpuUsage(before)), wall, done, endedAt: Date.now() });
  await executor.close?.();
  await journal.close();
  process.disconnect();
}

async function main(count, rows) {
  const folder = mkdtempSync(join(tmpdir(), "assay-queue-"));
  const redis = await startRedis(folder);
  try {
    for (const durations of ["fixed", "log-normal"]) {
      console.log(`${count} units of 50 ms (${durations}) at 32 slots in all`);
      console.table(await measured(redis, { count, durations, meanMs: 50, slots: 32 }, [0, 1, 2, 4]));
    }
    const many = { count: 4 * count, durations: "fixed", meanMs: 50, slots: 512 };
    console.log(`${many.count} units of 50 ms at 512 slots in all`);
    console.table(await measured(redis, many, [0, 2]));
    console.log("the same with answers of 8,000 characters");
    console.table(await measured(redis, { ...many, length: 8_000 }, [0, 2]));
    const slow = { count: 2_560, durations: "fixed", meanMs: 1_000, slots: 256 };
    console.log(`${slow.count} units of 1 s at 256 slots in all`);
    console.table(await measured(redis, slow, [0, 2, 4]));
    console.log("a worker of two is killed");
    console.table([await recovery(redis)]);
    console.log(`${rows} short rows`);
    console.table(await graded(redis, folder, rows));
  } finally {
    redis.connection.disconnect();
    redis.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startRedis(folder) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  const words = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const child = spawn(process.env.REDIS_SERVER ?? "redis-server", words, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  const connection = new Redis(url);
  connection.on("error", () => {});
  await connection.ping();
  const figure = async (part, name) =>
    Number(new RegExp(`^${name}:(\\S+)`, "m").exec(await connection.info(part))[1]);
  return {
    url,
    child,
    connection,
    cpu: async () => (await figure("cpu", "used_cpu_user")) + (await figure("cpu", "used_cpu_sys")),
    memory: () => figure("memory", "used_memory"),
  };
}

const started = (asked) =>
  fork(self, [JSON.stringify(asked)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });

async function cpuOf(child) {
  child.send("cpu");
  const [cpu] = await once(child, "message");
  return cpu;
}

async function measured(redis, asked, numbers) {
  const table = [];
  let local;
  for (const workers of numbers) {
    const told = await run(redis, asked, workers);
    const used = (asked.count * asked.meanMs) / 1000 / (asked.slots * told.wall);
    local ??= used;
    const each = (cpu) => ((1000 * cpu) / asked.count).toFixed(3);
    table.push({
      workers: workers || "none",
      "units/s": Math.round(asked.count / told.wall),
      "ms of CPU a unit": each(told.coordinator + told.workers + told.redis),
      coordinator: each(told.coordinator),
      "the workers": each(told.workers),
      Redis: each(told.redis),
      "slots used, against none": `${Math.round((100 * used) / local)}%`,
      "MiB in Redis": (told.memory / 2 ** 20).toFixed(1),
    });
  }
  return table;
}

/** @param kill called with the workers when the run has started */
async function run(redis, asked, workers, kill = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), "assay-queue-run-"));
  const slots = asked.slots / Math.max(1, workers);
  const children = Array.from({ length: workers }, (_, i) =>
    started({ role: "worker", url: redis.url, slots, name: `w${i}` }),
  );
  const url = workers > 0 ? redis.url : undefined;
  const head = started({ role: "coordinator", url, folder, ...asked });
  await once(head, "message");
  const before = {
    workers: await Promise.all(children.map(cpuOf)),
    redis: await redis.cpu(),
    memory: await redis.memory(),
  };
  let memory = 0;
  const looks = setInterval(async () => {
    memory = Math.max(memory, (await redis.memory()) - before.memory);
  }, 100);
  head.send("begin");
  kill(children);
  const [told] = await once(head, "message");
  clearInterval(looks);
  if (told.done !== asked.count) throw new Error(`${told.done} of ${asked.count} units were done`);
  const alive = children.filter(({ signalCode }) => signalCode === null);
  const after = { workers: await Promise.all(alive.map(cpuOf)), redis: await redis.cpu() };
  await once(head, "exit");
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
  return {
    coordinator: told.cpu,
    workers: sum(after.workers) - sum(before.workers),
    redis: after.redis - before.redis,
    memory,
    wall: told.wall,
    endedAt: told.endedAt,
  };
}

/** All other units are done long before the lock of the lost ones expires. */
async function recovery(redis) {
  let killedAt;
  const asked = { count: 1_600, durations: "fixed", meanMs: 50, slots: 32 };
  const { endedAt } = await run(redis, asked, 2, (children) =>
    setTimeout(() => {
      killedAt = Date.now();
      children[0].kill("SIGKILL");
    }, 1_000),
  );
  return { "seconds until its units were done": ((endedAt - killedAt) / 1000).toFixed(1), "lock, s": 15 };
}

async function graded(redis, folder, rows) {
  let text = "";
  for (let i = 0; i < rows; i++)
    text += `${JSON.stringify({ id: i, gold: `${i % 97}/7`, answer: `\\boxed{\\frac{${i % 89}}{7}}` })}\n`;
  writeFileSync(join(folder, "rows.jsonl"), text);
  const told = (name) => join(folder, `${name}.json`);
  const preload = (name) => {
    const atExit = `import { writeFileSync } from "node:fs"; process.on("exit", () => {
      writeFileSync(${JSON.stringify(told(name))}, JSON.stringify(process.cpuUsage()));
    });`;
    return ["--import", `data:text/javascript,${encodeURIComponent(atExit)}`];
  };
  const cpuIn = (name) => seconds(JSON.parse(readFileSync(told(name), "utf8")));
  const grade = (output, ...more) => {
    const words = ["grade", "--input", "rows.jsonl", "--output", output, ...more];
    const began = performance.now();
    const options = { cwd: folder, encoding: "utf8" };
    const { status, stderr } = spawnSync(process.execPath, [...preload("head"), bin, ...words], options);
    if (status !== 0) throw new Error(stderr);
    return { wall: (performance.now() - began) / 1000, cpu: cpuIn("head") };
  };
  const table = [];
  const report = (workers, { wall, cpu }, others, ofRedis) => {
    const each = (cpu) => ((1e6 * cpu) / rows).toFixed(1);
    table.push({
      workers: workers || "none",
      "rows/s": Math.round(rows / wall),
      "µs of CPU a row": each(cpu + others + ofRedis),
      coordinator: each(cpu),
      "the workers": each(others),
      Redis: each(ofRedis),
    });
  };
  report(0, grade("here.jsonl"), 0, 0);
  for (const workers of [1, 2]) {
    const children = Array.from({ length: workers }, (_, i) => {
      const words = [...preload(`w${i}`), bin, "worker", "--queue", redis.url, "--name", `w${i}`];
      return spawn(process.execPath, words, { stdio: "ignore" });
    });
    const before = await redis.cpu();
    const head = grade(`by${workers}.jsonl`, "--queue", redis.url);
    const ofRedis = (await redis.cpu()) - before;
    for (const child of children) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    const [here, there] = ["here.jsonl", `by${workers}.jsonl`].map((name) =>
      readFileSync(join(folder, name)),
    );
    if (!here.equals(there)) throw new Error("the rows came out otherwise");
    report(
      workers,
      head,
      children.reduce((sum, _, i) => sum + cpuIn(`w${i}`), 0),
      ofRedis,
    );
  }
  return table;
}

if (process.argv[2]?.startsWith("{")) {
  const { role, ...asked } = JSON.parse(process.argv[2]);
  await roles[role](asked);
} else await main(Number(process.argv[2] ?? 6_400), Number(process.argv[3] ?? 1_000_000));
