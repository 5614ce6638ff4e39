// The cost of work in shards: rows graded whole and in shards, an evaluation of recorded answers whole and in shards,
// and the merging of both. Prints the CPU time of all processes together, which other work on the machine changes
// little, and the largest memory of any of them. Arguments: rows, problems.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const rows = Number(process.argv[2] ?? 1_000_000);
const problems = Number(process.argv[3] ?? 20_000);
const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assay-scale-"));
const told = join(folder, "told.json");
const atExit = `import { writeFileSync } from "node:fs"; process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(${JSON.stringify(told)}, JSON.stringify([(user + system) / 1000, process.resourceUsage().maxRSS / 1024]));
});`;
const preload = `data:text/javascript,${encodeURIComponent(atExit)}`;

/** Milliseconds of CPU, and MiB. */
function assay(...args) {
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, bin, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`assay ${args.join(" ")}: ${stderr}`);
  const [cpu, memory] = JSON.parse(readFileSync(told, "utf8"));
  return { cpu, memory };
}

const together = (parts) => ({
  cpu: parts.reduce((sum, { cpu }) => sum + cpu, 0),
  memory: Math.max(...parts.map(({ memory }) => memory)),
});
const numbers = (count) => Array.from({ length: count }, (_, i) => i);
const table = [];
const report = (what, count, { cpu, memory }) =>
  table.push({
    what,
    "CPU, s": (cpu / 1000).toFixed(1),
    "µs each": ((1000 * cpu) / count).toFixed(1),
    "MiB at most": Math.round(memory),
  });

writeFileSync(
  join(folder, "rows.jsonl"),
  numbers(rows)
    .map(
      (i) => `${JSON.stringify({ id: i, gold: `${i % 97}/7`, answer: `\\boxed{\\frac{${i % 89}}{7}}` })}\n`,
    )
    .join(""),
);
const grade = (...more) => assay("grade", "--input", "rows.jsonl", "--workers", "1", ...more);
report(`grade ${rows} rows`, rows, grade("--output", "whole.jsonl"));
for (const count of [2, 8]) {
  const parts = numbers(count).map((i) => `p${count}-${i}.jsonl`);
  const done = parts.map((part, i) => grade("--output", part, "--shard", `${i}/${count}`));
  report(`the same in ${count} shards`, rows, together(done));
  report(`their merging`, rows, assay("merge", ...parts, "--out", `merged${count}.jsonl`));
}

writeFileSync(
  join(folder, "sums.jsonl"),
  numbers(problems)
    .map((i) => `${JSON.stringify({ id: `p${i}`, problem: `What is ${i} + 1?`, answer: `${i + 1}` })}\n`)
    .join(""),
);
// Answers of about 2,000 characters.
writeFileSync(
  join(folder, "answers.jsonl"),
  numbers(problems)
    .map((i) => {
      const text = `${"So we go on, step by step. ".repeat(75)}The answer is \\boxed{${i + (i % 3)}}.`;
      return `${JSON.stringify({ task: "sums", problem: `p${i}`, sample: 0, text, finish: "stop" })}\n`;
    })
    .join(""),
);
const evaluate = (...more) => assay("eval", "-i", "answers.jsonl", "-a", "sums.jsonl", ...more);
report(`eval of ${problems} recorded answers`, problems, evaluate("--out", "whole"));
const folders = numbers(8).map((i) => `s${i}`);
const done = folders.map((out, i) => evaluate("--out", out, "--shard", `${i}/8`));
report("the same in 8 shards", problems, together(done));
report("their merging, with all grading", problems, assay("merge", ...folders, "--out", "merged"));
console.table(table);
rmSync(folder, { recursive: true, force: true });
