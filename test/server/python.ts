// A Python with the packages that trainers' clients use. Debian's own python3 has them from python3-requests and
// python3-aiohttp, even if a different python3 comes first on the path.

import { spawn } from "node:child_process";
import { findPython } from "../find-python.ts";
import { mustRun } from "../no-skip.ts";

const python = findPython("requests", "aiohttp");

/** Whether tests with it run; where skipping is not allowed they run and fail. */
export const runsPython = python !== undefined || mustRun;
if (!runsPython)
  console.warn(
    "trainers' clients in Python: not tested, because python3 has no requests or no aiohttp " +
      "(apt-get install python3-requests python3-aiohttp)",
  );

/** Runs a script with its arguments; its output is JSON. */
export function runPython(script: string, args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(python ?? "python3", ["-c", script, ...args]);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(stdout));
      else reject(new Error(stderr));
    });
  });
}
