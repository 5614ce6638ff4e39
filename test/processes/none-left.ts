// Runs once for all tests: at their end no process that they started may be left. Every process inherits an environment
// variable by which it is found; those that are left are ended, and the run fails with their names.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const runVariable = "ASSAY_TEST_RUN";
/** The file of tests that started a process. */
export const fileVariable = "ASSAY_TEST_FILE";
/** A process takes a moment to end, on a busy machine a long one. */
const graceMs = 30_000;

interface Left {
  pid: number;
  command: string;
  file: string;
}

export default function setup(): () => Promise<void> {
  const run = randomUUID();
  process.env[runVariable] = run;
  return async () => {
    const until = performance.now() + graceMs;
    let left = processesOf(run);
    while (left.length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      left = processesOf(run);
    }
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    if (left.length === 0) return;
    const lines = left.map(({ pid, command, file }) => `  ${pid} ${command}\n    started by ${file}`);
    process.exitCode = 1;
    throw new Error(`tests left processes running, which are ended now:\n${lines.join("\n")}`);
  };
}

/** Processes can be inspected on Linux only. */
function processesOf(run: string): Left[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
        const file = environment.find((each) => each.startsWith(`${fileVariable}=`));
        // Vitest's own processes, which run the files, have none.
        if (file === undefined || !environment.includes(`${runVariable}=${run}`)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        if (command === "") return []; // It has ended, and its parent has not noticed.
        return [{ pid: Number(name), command, file: file.slice(fileVariable.length + 1) }];
      } catch {
        return []; // It has just ended, or belongs to a different user.
      }
    });
}
