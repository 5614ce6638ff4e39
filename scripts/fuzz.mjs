// Calls every reader of foreign text with random hostile texts, in a thread that is watched: a call that takes too long or
// too much memory ends the run with its seed, its reader and its text. Each run has a seed of its own.
// Usage: npm run fuzz [-- --calls 50000] [--seed N] [--seconds 5] [--megabytes 1024]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const longestText = 20_000;

/** The text and the reader of one call; the same seed and number give the same ones. */
function callOf({ anyText, Dice, readers }, seed, number) {
  const dice = new Dice(seed, number);
  return { reader: dice.pick(readers), text: anyText(dice, longestText) };
}

if (isMainThread) await watch();
else await work();

async function work() {
  const { file, seed, calls, place } = workerData;
  const parts = await import(pathToFileURL(file).href);
  const worst = [];
  for (let number = Atomics.load(place, 0); number < calls; number++) {
    Atomics.store(place, 0, number);
    const { reader, text } = callOf(parts, seed, number);
    const began = performance.now();
    reader.read(text);
    const ms = performance.now() - began;
    if (worst.length < 5 || ms > worst.at(-1).ms) {
      worst.push({ ms, number, reader: reader.name, size: text.length, steps: stepsOf(parts, text) });
      worst.sort((a, b) => b.ms - a.ms).splice(5);
    }
  }
  Atomics.store(place, 0, calls);
  parentPort.postMessage(worst);
}

/** The steps that grading the text would be charged. */
function stepsOf({ verify }, text) {
  return verify("5", text).steps;
}

async function watch() {
  const { values } = parseArgs({
    options: {
      calls: { type: "string", default: "50000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_007) },
      seconds: { type: "string", default: "5" },
      megabytes: { type: "string", default: "1024" },
    },
  });
  const [calls, seed, seconds] = [values.calls, values.seed, values.seconds].map(Number);
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folder = mkdtempSync(join(root, "node_modules", ".fuzz-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = await bundled(root, folder);
  const parts = await import(pathToFileURL(file).href);
  console.log(`seed ${seed}, ${calls} calls of ${parts.readers.length} readers`);
  const place = new Int32Array(new SharedArrayBuffer(4));
  const began = performance.now();
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { file, seed, calls, place },
    resourceLimits: { maxOldGenerationSizeMb: Number(values.megabytes) },
  });
  const fail = (why) => {
    const number = Atomics.load(place, 0);
    const { reader, text } = callOf(parts, seed, number);
    console.log(
      `call ${number} ${why}: ${reader.name}, ${text.length} characters\n${JSON.stringify(text).slice(0, 2000)}`,
    );
    process.exit(1);
  };
  // CPU time is counted, not wall time: on a loaded machine a call waits more than it computes.
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let [last, since] = [-1, 0];
  const timer = setInterval(() => {
    const now = Atomics.load(place, 0);
    if (now !== last) [last, since] = [now, cpuMs()];
    else if (cpuMs() - since > seconds * 1000) fail(`takes more than ${seconds} s`);
  }, 100);
  worker.on("error", (error) => fail(`fails: ${error.message}`));
  worker.on("message", (worst) => {
    clearInterval(timer);
    for (const { ms, number, reader, size, steps } of worst)
      console.log(
        `${ms.toFixed(0).padStart(6)} ms  call ${number}  ${reader}  ${size} characters  ${steps} steps`,
      );
    console.log(`all ended, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
}

/** The readers and the inputs of the tests, as one file that Node can load. */
async function bundled(root, folder) {
  const { rolldown } = await import("rolldown");
  const entry = join(folder, "entry.ts");
  const files = [
    "test/hostile/readers.ts",
    "test/hostile/inputs.ts",
    "test/identities/dice.ts",
    "src/math/index.ts",
  ];
  writeFileSync(entry, files.map((name) => `export * from ${JSON.stringify(join(root, name))};\n`).join(""));
  const bundle = await rolldown({ input: entry, platform: "node", external: [/^node:/] });
  await bundle.write({ dir: folder, format: "esm", codeSplitting: false });
  await bundle.close();
  return join(folder, "entry.js");
}
