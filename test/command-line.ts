// Runs the built command line as a user's shell would.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));

/** In the environment of the moment, so that what a test sets holds for the command too. */
export function assay(args: readonly string[], input = "", cwd = process.cwd()): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: process.env });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => {}); // The command may end before it has read everything.
    child.stdin.end(input);
  });
}
