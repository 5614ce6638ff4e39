// Runs the built program in separate processes, which can be killed.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { assay, type Ended } from "../command-line.ts";

export type { Ended };

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Its output so far. */
  stderr(): string;
}

export const scriptPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export function start(command: string, args: readonly string[], cwd?: string): Running {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended, stderr: () => stderr };
}

export const startNode = (script: string, args: readonly string[], cwd?: string): Running =>
  start(process.execPath, [scriptPath(script), ...args], cwd);

/** `assay` as a user's shell would run it, in a process that a test can write to and kill. */
export const startAssay = (args: readonly string[], cwd?: string): Running =>
  startNode("assay.mjs", args, cwd);

/** Runs `assay` to its end, for tests that need no separate process; see `assay`. */
export const ranAssay = (args: readonly string[], cwd?: string): Promise<Ended> => assay(args, "", cwd);
