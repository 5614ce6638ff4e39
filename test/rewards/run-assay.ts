// The built command line as a process that is still running, to talk to it or to stop it.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../../bin/assay.js", import.meta.url));

export function startAssay(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [program, ...args]);
}

/** Waits for the end. */
export function ended(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; stderr: string }> {
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stderr })));
}
