// Rewards in lines per second: the function alone on one core, with JSON in and out, and as `assay reward`
// over worker threads in CPU seconds. The rows are made here, from a fixed seed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addMembers } from "../dist/jsonl/answer-lines.js";
import { runLines } from "../dist/jsonl/run-lines.js";
import { findReward } from "../dist/rewards/index.js";

/** The reported speed of the Python reference, in lines per second. */
const pythonR1Zero = 450;

let state = 20_240_601;
const random = (n) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];

const words =
  "the a harbor violin quartz lantern Meadow, ember island; of in falcon copper (1987) Lisbon North-South".split(
    " ",
  );
const phrase = (n) => Array.from({ length: n }, () => pick(words)).join(" ");

function qaRow(id) {
  return { id, prediction: phrase(2 + random(8)), golden_answer: phrase(1 + random(4)), trajectory: [] };
}

/** A gold and an answer as in training: most are numbers, some are not, about half are right. */
function answerPair() {
  const n = random(2000) - 300;
  const d = 2 + random(11);
  const off = random(2);
  switch (random(8)) {
    case 0:
      return [`\\frac{${n * d + 1}}{${d}}`, `${n * d + 1 + off}/${d}`];
    case 1:
      return [`${d}\\sqrt{${3 + random(9)}}`, `${d + off}*\\sqrt{3}`];
    case 2:
      return [`(${n}, ${d})`, `\\left(${n}, ${d + off}\\right)`];
    case 3:
      return [`x^2-${d}x+${n}`, `${n} - ${d + off}x + x^2`];
    case 4:
      return [`${n}\\pi`, `${n + off} \\pi`];
    default:
      return [`${n}`, `${n + off}`];
  }
}

function r1ZeroRow(id) {
  const [ground_truth, answer] = answerPair();
  const reasoning = phrase(140).slice(0, 940);
  return { id, response: `${reasoning} </think> <answer>\\boxed{${answer}}</answer>`, ground_truth };
}

/** Lines per second of the best of three rounds, on one core. */
function rate(lines, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    for (const line of lines) work(line);
    best = Math.min(best, performance.now() - start);
  }
  return (lines.length / best) * 1000;
}

function measure(name, rows) {
  const reward = findReward(name);
  const lines = rows.map((row) => JSON.stringify(row));
  return {
    alone: rate(rows, (row) => reward.score(row)),
    withJson: rate(lines, (line) => {
      const row = JSON.parse(line);
      return addMembers(line, row, { result: reward.score(row).result });
    }),
  };
}

/** The command's engine over a file: lines per second, and CPU seconds of all threads per million rows. */
async function overThreads(name, file, workers) {
  const data = { name, onUnscored: "null" };
  const worker = new URL("../dist/cli/reward/lines-reward.js", import.meta.url);
  const cpu = process.cpuUsage();
  const summary = await runLines({ input: file, output: `${file}.out`, worker, data, workers });
  const { user, system } = process.cpuUsage(cpu);
  return { rate: summary.lines / summary.seconds, cpu: (user + system) / summary.lines };
}

/** The QA metric in plain Python, on the same rows; undefined if there is no Python. */
function pythonQa(file) {
  const script = `
import collections, json, re, string, sys, time
drop = str.maketrans("", "", string.punctuation)
def tokens(text):
    return re.sub(r"\\b(a|an|the)\\b", " ", text.lower().translate(drop)).split()
def score(prediction, gold):
    p, g = tokens(prediction), tokens(gold)
    same = sum((collections.Counter(p) & collections.Counter(g)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(p), same / len(g)
    return 2 * precision * recall / (precision + recall)
rows = [json.loads(line) for line in open(sys.argv[1])]
start = time.perf_counter()
for row in rows:
    score(row["prediction"], row["golden_answer"])
print(len(rows) / (time.perf_counter() - start))`;
  const { status, stdout } = spawnSync("python3", ["-c", script, file], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : undefined;
}

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const table = [
  ["reward", "alone/s", "with JSON/s", "1 thread/s", "CPU s/M", "2 threads/s", "CPU s/M", "Python/s"],
];
const show = (n, digits = 0) =>
  n === undefined ? "-" : n.toLocaleString("en", { maximumFractionDigits: digits });

async function report(label, name, rows, python) {
  const file = join(folder, `${label.replaceAll(" ", "-")}.jsonl`);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { alone, withJson } = measure(name, rows);
  const one = await overThreads(name, file, 1);
  const two = await overThreads(name, file, 2);
  table.push([
    label,
    show(alone),
    show(withJson),
    show(one.rate),
    show(one.cpu, 1),
    show(two.rate),
    show(two.cpu, 1),
    show(typeof python === "function" ? python(file) : python),
  ]);
}

try {
  await report(
    "qa_f1, short answers",
    "qa_f1",
    Array.from({ length: 200_000 }, (_, id) => qaRow(id)),
    pythonQa,
  );
  const responses = Array.from({ length: 120_000 }, (_, id) => r1ZeroRow(id));
  await report("r1_zero strict, 1 KB", "r1_zero", responses, pythonR1Zero);
  for (const grading of ["fast", "full"]) {
    const rows = responses.slice(0, 30_000).map((row) => ({ ...row, grading }));
    await report(`r1_zero ${grading}, 1 KB`, "r1_zero", rows, pythonR1Zero);
  }
} finally {
  rmSync(folder, { recursive: true });
}

const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
for (const row of table) {
  console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "));
}
console.log(`
alone: the reward on one core; with JSON: each line parsed and written too; threads: 'assay reward' from file to file.
Python: the QA metric in plain Python, measured here; for r1_zero what is reported of the reference.`);
