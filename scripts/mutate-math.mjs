// Breaks the rules of the grader on purpose, one at a time, and checks whether a test fails. Run by hand:
//
//   node scripts/mutate-math.mjs            all mutations (some minutes)
//   node scripts/mutate-math.mjs radical …  those whose file or description contains one of the words
//
// The sources and tests are copied into a temporary folder (node_modules by a link), so the working tree is never
// changed. Each mutation replaces one text that occurs exactly once in its file; then a quick, fixed part of the tests
// runs there. "killed": a test failed, as it should. "survived": no test failed, so a test is missing, or the mutation
// changes nothing that can be observed. "stale": the text no longer exists, and the list in math-mutations.mjs must be
// updated. The exit code is 1 if a mutation survived or is stale.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mutations } from "./math-mutations.mjs";

/** The tests for each mutation: all tests of grading, and a few hundred random identities. */
const tests = [
  "src/math/verify-",
  "src/math/functions",
  "src/math/work",
  "src/math/ball/laws",
  "src/math/ball/elementary",
  "test/identities",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const words = process.argv.slice(2);
const chosen = mutations.filter(
  ([file, , , what]) => words.length === 0 || words.some((word) => `${file} ${what}`.includes(word)),
);

const folder = mkdtempSync(join(tmpdir(), "mutate-math-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const name of ["src", "test", "docs", "package.json", "tsconfig.json", "vitest.config.ts"])
  cpSync(join(root, name), join(folder, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");

/** Whether the tests pass; the name of the first that does not. */
function run() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", "--reporter=dot", ...tests],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ASSAY_TRIALS: "20", NO_COLOR: "1" },
      maxBuffer: 1 << 28,
      timeout: 300_000,
    },
  );
  const failed = /^ *FAIL +(.*)$/m.exec(stdout + stderr)?.[1] ?? "";
  return { passed: status === 0, failed };
}

const sound = run();
if (!sound.passed) {
  console.error(`The tests fail without any mutation, so nothing can be learned: ${sound.failed}`);
  process.exit(1);
}

const counts = { killed: 0, survived: 0, stale: 0 };
for (const [file, text, replacement, what] of chosen) {
  const path = join(folder, "src/math", file);
  const source = readFileSync(path, "utf8");
  let outcome = "stale";
  let killer = "";
  if (source.split(text).length === 2) {
    writeFileSync(
      path,
      source.replace(text, () => replacement),
    );
    const { passed, failed } = run();
    writeFileSync(path, source);
    outcome = passed ? "survived" : "killed";
    killer = failed;
  }
  counts[outcome]++;
  console.log(`${outcome.padEnd(9)} ${file.padEnd(22)} ${what.padEnd(64)} ${killer.slice(0, 120)}`);
}
console.log(`${counts.killed} killed, ${counts.survived} survived, ${counts.stale} stale`);
process.exitCode = counts.survived + counts.stale > 0 ? 1 : 0;
