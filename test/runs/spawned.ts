// Runs the built program in separate processes, which can be killed.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { assay, type Ended, inWarmProcess, type Running, said, watch } from "../command-line.ts";

export { type Ended, type Running, said };

export const scriptPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const start = (command: string, args: readonly string[], cwd?: string): Running =>
  watch(spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] }));

export const startNode = (script: string, args: readonly string[], cwd?: string): Running =>
  start(process.execPath, [scriptPath(script), ...args], cwd);

/** `assay` as a user's shell would run it, in a process that a test can kill. */
export const startAssay = (args: readonly string[], cwd?: string): Running =>
  startNode("assay.mjs", args, cwd);

/** The same for commands that usually end by themselves or with `stop`: the process is kept for the next command. */
export const beginAssay = (args: readonly string[], cwd?: string): Running => inWarmProcess(args, { cwd });

/** Runs `assay` to its end, for tests that need no separate process; see `assay`. */
export const ranAssay = (args: readonly string[], cwd?: string): Promise<Ended> => assay(args, "", cwd);
