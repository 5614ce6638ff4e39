// How long commands take to start: until help is shown, and until the first request could be sent, which is where a dry
// run ends. Bare Node is the lower bound. Prints a table of medians in milliseconds, with the best in brackets, because
// other work on the machine makes some rounds slow and none fast.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const rounds = Number(process.argv[2] ?? 15);
const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assay-start-"));
const rows = join(folder, "rows.jsonl");
writeFileSync(rows, '{"problem":"1+1?","answer":"2"}\n');
const server = ["http://127.0.0.1:1/v1", "x"];
const cases = [
  ["node -e 0", ["-e", "0"]],
  ["assay --version", [bin, "--version"]],
  ["assay grade", [bin, "grade", "--gold", "1/2", "--answer", "0.5"]],
  ["assay eval --help", [bin, "eval", "--help"]],
  ["assay search --help", [bin, "search", "--help"]],
  [
    "assay eval, ready",
    [bin, "eval", "-a", rows, "--base-url", server[0], "--model", server[1], "--dry-run"],
  ],
  [
    "assay search, ready",
    [
      ...[bin, "search", "--data", rows, "--output-dir", join(folder, "out"), "--dry-run"],
      ...["--policy-api-base", server[0], "--reward-api-base", server[0]],
    ],
  ],
];

const times = new Map(cases.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of cases) {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    times.get(name).push(performance.now() - began);
  }
}
rmSync(folder, { recursive: true });
for (const [name, all] of times) {
  all.sort((a, b) => a - b);
  const median = all[Math.floor(all.length / 2)];
  console.log(`${name.padEnd(22)} ${median.toFixed(0).padStart(5)} ms  (${all[0].toFixed(0)})`);
}
