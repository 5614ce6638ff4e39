// Runs the built command line as a user's shell would.

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Ended extends Ran {
  /** The signal that ended it, if there was one. */
  signal: NodeJS.Signals | null;
}

export const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));

/**
 * With the current environment, so that variables set by a test apply to the command too. Most commands are run by a
 * process that has loaded the program before; commands with an input, or that end the process, have their own.
 */
export function assay(args: readonly string[], input = "", cwd = process.cwd()): Promise<Ended> {
  const hasInput = input !== "" || args.includes("-") || args[0] === "serve";
  return hasInput ? inOwnProcess(args, input, cwd) : inWarmProcess(args, cwd);
}

function inOwnProcess(args: readonly string[], input: string, cwd: string): Promise<Ended> {
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
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on("error", () => {}); // The command may end before it has read everything.
    child.stdin.end(input);
  });
}

const warmScript = fileURLToPath(new URL("./processes/warm.mjs", import.meta.url));
const idle: ChildProcess[] = [];
/** Whether a process is idle; it ends with the test process. */
export const isIdle = (child: ChildProcess): boolean => idle.includes(child);

async function inWarmProcess(args: readonly string[], cwd: string): Promise<Ended> {
  const child = idle.pop() ?? startWarmProcess();
  const handles = [child, child.channel, child.stdout, child.stderr] as (Handle | null)[];
  for (const handle of handles) handle?.ref();
  const id = randomUUID();
  const [stdout, stderr] = [child.stdout!, child.stderr!].map((stream) => readUntil(stream, `\0${id}\0`));
  const listening = new AbortController();
  // The exit code of a command that ends the process itself.
  const closed = once(child, "close", { signal: listening.signal }).then(([code, signal]) => ({
    code,
    signal,
    isGone: true,
    isLast: true,
  }));
  const answered = once(child, "message", { signal: listening.signal }).then(async ([{ code, isLast }]) => {
    await Promise.all([stdout!.ended, stderr!.ended]);
    return { code, signal: null, isGone: false, isLast };
  });
  child.send({ id, args, cwd, env: process.env });
  const { code, signal, isGone, isLast } = await Promise.race([closed, answered]);
  void Promise.allSettled([closed, answered]);
  listening.abort();
  if (!isLast) idle.push(child);
  else if (!isGone) child.disconnect();
  for (const handle of handles) handle?.unref();
  return { code, signal, stdout: stdout!.stop(), stderr: stderr!.stop() };
}

interface Handle {
  ref(): void;
  unref(): void;
}

function startWarmProcess(): ChildProcess {
  const child = spawn(process.execPath, [warmScript], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child.stdout!.setEncoding("utf8");
  child.stderr!.setEncoding("utf8");
  return child;
}

/** The output of a stream until a mark, or until `stop`. */
function readUntil(stream: Readable, mark: string) {
  let text = "";
  let onEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const onText = (more: string) => {
    text += more;
    if (text.endsWith(mark)) onEnded();
  };
  const stop = () => {
    stream.off("data", onText);
    return text.replace(mark, "");
  };
  stream.on("data", onText);
  return { ended, stop };
}
