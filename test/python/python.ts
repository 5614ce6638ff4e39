// Python for tests, if it is installed: with the client of this tree on its path and `assay` as its command.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ran } from "../command-line.ts";
import { findPython } from "../find-python.ts";
import { mustRun } from "../no-skip.ts";

const cold = fileURLToPath(new URL("cold.mjs", import.meta.url));
const client = fileURLToPath(new URL("../../clients/python/", import.meta.url));
export const clientTests = `${client}tests/`;

const command = findPython("numpy", "pip", "yaml") ?? findPython();

/** Whether tests with Python run here; without it they fail where skipping is not allowed. */
export function runsPython(what: string): boolean {
  if (!command && !mustRun)
    console.warn(`${what}: not tested, because there is no python3 here (apt-get install python3)`);
  return command !== undefined || mustRun;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const pythonEnvironment = {
  PYTHONPATH: `${client}src:${clientTests}`,
  PYTHONDONTWRITEBYTECODE: "1",
  ASSAY_COMMAND: `${quoted(process.execPath)} ${quoted(cold)}`,
};

export function python(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? "python3", args, {
      env: { ...process.env, ...pythonEnvironment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
