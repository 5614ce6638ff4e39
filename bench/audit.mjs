// `assay audit` over 100,000 rows of lm-eval and of Inspect: reading alone, compared with JSON.parse and unzip of the
// same files, and reading with grading, compared with `assay grade --input` on the same rows. All take turns, in
// separate processes; the files are generated.
//
//   node bench/audit.mjs [rows] [rounds]

import { spawn } from "node:child_process";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

async function parseLines(path) {
  let rows = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) if (JSON.parse(line)) rows++;
  process.stdout.write(`${rows}\n`);
}

/** Members in order, by their local headers. */
function unzipMembers(path) {
  const descriptor = openSync(path, "r");
  const head = Buffer.alloc(30);
  let rows = 0;
  for (let at = 0; readSync(descriptor, head, 0, 30, at) === 30 && head.readUInt32LE(0) === 0x04034b50; ) {
    const packed = Buffer.alloc(head.readUInt32LE(18));
    readSync(descriptor, packed, 0, packed.length, at + 30 + head.readUInt16LE(26));
    if (JSON.parse(inflateRawSync(packed).toString("utf8"))) rows++;
    at += 30 + head.readUInt16LE(26) + packed.length;
  }
  process.stdout.write(`${rows}\n`);
}

async function bench(rows, rounds) {
  const folder = mkdtempSync(join(tmpdir(), "assay-audit-"));
  try {
    const [lines, zip] = [join(folder, "samples_gsm8k.jsonl"), join(folder, "gsm8k.eval")];
    await writeLines(lines, rows);
    await writeZip(zip, rows);
    const own = fileURLToPath(import.meta.url);
    const assay = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
    const grade = [
      "grade",
      "--input",
      lines,
      "--gold-field",
      "target",
      "--answer-field",
      "resps.0.0",
      "--force",
    ];
    const cases = {
      "lm-eval: JSON.parse of each line": [own, "parse", lines],
      "lm-eval: audit, reading alone": [assay, "audit", lines, "--field", "gold=none", "--json"],
      "lm-eval: audit": [assay, "audit", lines, "--json"],
      "lm-eval: assay grade --input": [assay, ...grade, "--output", join(folder, "graded.jsonl")],
      "Inspect: unzip and JSON.parse": [own, "unzip", zip],
      "Inspect: audit, reading alone": [assay, "audit", zip, "--field", "gold=none", "--json"],
      "Inspect: audit": [assay, "audit", zip, "--json"],
    };
    const best = {};
    for (let round = 0; round < rounds; round++)
      for (const [name, words] of Object.entries(cases)) {
        const measured = await run(words);
        if (!best[name] || measured.seconds < best[name].seconds) best[name] = measured;
      }
    const mb = (path) => `${(statSync(path).size / 1e6).toFixed(0)} MB`;
    console.log(
      `${rows} rows; ${mb(lines)} of JSON Lines, a zip of ${mb(zip)}; the best of ${rounds} rounds in turns\n`,
    );
    console.log(
      "| | rows per second | seconds | CPU seconds | memory, MB |\n| --- | --: | --: | --: | --: |",
    );
    for (const [name, { seconds, cpu, peak }] of Object.entries(best))
      console.log(
        `| ${name} | ${Math.round(rows / seconds)} | ${seconds.toFixed(1)} | ${cpu.toFixed(1)} | ${(peak / 1e6).toFixed(0)} |`,
      );
    const ratio = (a, b, key) => (best[a][key] / best[b][key]).toFixed(2);
    for (const [tool, base] of [
      ["lm-eval", "lm-eval: JSON.parse of each line"],
      ["Inspect", "Inspect: unzip and JSON.parse"],
    ]) {
      const reading = `${tool}: audit, reading alone`;
      console.log(
        `\n${tool}, reading alone: ${ratio(reading, base, "seconds")} times the time, ${ratio(reading, base, "cpu")} times the CPU time (goal: 3)`,
      );
    }
    const rate = ratio("lm-eval: assay grade --input", "lm-eval: audit", "seconds");
    console.log(`\nwith grading: ${rate} of the rate of assay grade --input (goal: at least 0.8)`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Time, CPU time and the peak memory of a process, read from /proc while it runs. */
function run(words) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
    let [cpu, peak, said] = [0, 0, ""];
    child.stderr.on("data", (text) => {
      said += text;
    });
    const look = setInterval(() => {
      try {
        const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
        cpu = (Number(fields[11]) + Number(fields[12])) / 100;
        peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) * 1024;
      } catch {} // The process has ended.
    }, 20);
    child.on("close", (code) => {
      clearInterval(look);
      if (code !== 0) reject(new Error(`${words.slice(1).join(" ")}: exit code ${code}: ${said}`));
      else resolve({ seconds: (performance.now() - started) / 1000, cpu, peak });
    });
  });
}

let state = 20_260_101;
function random(n) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

const words =
  "so she has the remaining eggs each day and sells them for two dollars at the market which makes".split(
    " ",
  );
const text = (n) => Array.from({ length: n }, () => words[random(words.length)]).join(" ");

/** Most answers are numbers; one in eight is wrong. */
function problem() {
  const [n, d, off] = [random(2000), 2 + random(9), random(8) === 0 ? 1 : 0];
  const [gold, answer] = [
    [`${n}`, `${n + off}`],
    [`\\frac{${n * d + 1}}{${d}}`, `${n * d + 1 + off}/${d}`],
    [`${n}\\sqrt{3}`, `${n + off}\\sqrt{3}`],
    [`(${n}, ${d})`, `(${n}, ${d + off})`],
  ][Math.max(0, random(8) - 4)];
  return { question: text(40), gold, response: `${text(120)} \\boxed{${answer}}`, right: off === 0 };
}

async function writeLines(path, rows) {
  const out = createWriteStream(path);
  for (let i = 0; i < rows; i++) {
    const { question, gold, response, right } = problem();
    const row = {
      doc_id: i,
      doc: { question, answer: gold },
      target: gold,
      arguments: {
        gen_args_0: {
          arg_0: `Question: ${question}\nAnswer:`,
          arg_1: { until: ["\n\n"], max_gen_toks: 256 },
        },
      },
      resps: [[response]],
      filtered_resps: [gold],
      filter: "none",
      metrics: ["exact_match"],
      doc_hash: "d".repeat(64),
      prompt_hash: "p".repeat(64),
      target_hash: "t".repeat(64),
      exact_match: right ? 1 : 0,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await new Promise((resolve) => out.once("drain", resolve));
  }
  await new Promise((resolve) => out.end(resolve));
}

/** If there are more members than 16 bits can count, the directory has the zip64 form. */
async function writeZip(path, rows) {
  const out = createWriteStream(path);
  const directory = [];
  let at = 0;
  const member = async (name, value) => {
    const bytes = Buffer.from(JSON.stringify(value));
    const packed = deflateRawSync(bytes, { level: 1 });
    const [head, entry] = [Buffer.alloc(30), Buffer.alloc(46)];
    const checksum = crc32(bytes);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(checksum, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(checksum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
    if (!out.write(Buffer.concat([head, Buffer.from(name), packed])))
      await new Promise((resolve) => out.once("drain", resolve));
  };
  for (let i = 1; i <= rows; i++) {
    const { question, gold, response, right } = problem();
    const messages = [
      { id: "u", content: question, role: "user" },
      { id: "a", content: response, source: "generate", role: "assistant" },
    ];
    await member(`samples/${i}_epoch_1.json`, {
      id: i,
      epoch: 1,
      input: question,
      target: gold,
      messages,
      output: { model: "m", choices: [{ message: messages[1], stop_reason: "stop" }] },
      scores: { match: { value: right ? "C" : "I", answer: gold, explanation: response } },
      metadata: {},
      events: [],
      attachments: {},
    });
  }
  await member("header.json", { version: 2, status: "success", eval: { task: "gsm8k" } });
  const index = Buffer.concat(directory);
  const [wide, locator, end] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.alloc(22)];
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  for (const place of [24, 32]) wide.writeBigUInt64LE(BigInt(rows + 1), place);
  wide.writeBigUInt64LE(BigInt(index.length), 40);
  wide.writeBigUInt64LE(BigInt(at), 48);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + index.length), 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt32LE(0x06054b50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(0xffff, place);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  out.write(Buffer.concat([index, wide, locator, end]));
  await new Promise((resolve) => out.end(resolve));
}

const [, , what, file] = process.argv;
if (what === "parse") await parseLines(file);
else if (what === "unzip") unzipMembers(file);
else await bench(Number(what ?? 100_000), Number(file ?? 3));
