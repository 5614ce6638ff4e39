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
  /** What ended it, where it did not end itself. */
  signal: NodeJS.Signals | null;
}

export const bin = fileURLToPath(new URL("../bin/assay.js", import.meta.url));

/** A command that is under way: to look at, to end, or to wait for. */
export interface Running {
  pid: number;
  /** Does nothing once the command has ended. */
  kill(signal: NodeJS.Signals): void;
  /** What it has said so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** For the end of a test: ends it in whatever way is quickest. */
  stop(): Promise<Ended>;
}

/**
 * In the environment of the moment, so that what a test sets holds for the command too, and in a process that has loaded
 * the program before.
 */
export const assay = (args: readonly string[], input = "", cwd = process.cwd()): Promise<Ended> =>
  inWarmProcess(args, { input, cwd }).ended;

/** In a process of its own, with a pipe as its standard input. */
export function assayAlone(args: readonly string[], input: string): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args]);
  child.stdin.on("error", () => {}); // The command may end before it has read everything.
  child.stdin.end(input);
  return watch(child).ended;
}

/** A process of its own, whose output is gathered. */
export function watch(child: ChildProcess): Running {
  const [stdout, stderr] = [gather(child.stdout!), gather(child.stderr!)];
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: stdout.text(), stderr: stderr.text() }),
    );
  });
  return {
    pid: child.pid!,
    kill: (signal) => child.kill(signal),
    stdout: stdout.text,
    stderr: stderr.text,
    ended,
    stop() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** The part in brackets of a pattern, once a command has said it on standard output. */
export async function said({ stdout, stderr, ended }: Running, pattern: RegExp): Promise<string> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const found = pattern.exec(stdout());
    if (found) return found[1]!;
    if (isOver) throw new Error(`it ended before it said ${pattern}: ${stdout()}${stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const warmScript = fileURLToPath(new URL("./processes/warm.mjs", import.meta.url));
const mostMsToStop = 3_000;
const idle: ChildProcess[] = [];
/** Whether a process only waits for its next command; it ends with the process of the tests. */
export const isIdle = (child: ChildProcess): boolean => idle.includes(child);

interface Setting {
  input?: string;
  cwd?: string | undefined;
  env?: NodeJS.ProcessEnv;
}

/** A signal ends the process with the command, so that it cannot reach the next one. */
export function inWarmProcess(
  args: readonly string[],
  { input = "", cwd = process.cwd(), env = process.env }: Setting = {},
): Running {
  const child = idle.pop() ?? startWarmProcess();
  const handles = [child, child.channel, child.stdout, child.stderr] as (Handle | null)[];
  for (const handle of handles) handle?.ref();
  const id = randomUUID();
  const [stdout, stderr] = [child.stdout!, child.stderr!].map((stream) => gather(stream, `\0${id}\0`)) as [
    Gathered,
    Gathered,
  ];
  let [isOver, isKilled] = [false, false];
  const kill = (signal: NodeJS.Signals) => {
    if (isOver) return;
    isKilled = true;
    child.kill(signal);
  };

  const toItsEnd = async (): Promise<Ended> => {
    const listening = new AbortController();
    // Its end says the code of a command that ends the process itself.
    const closed = once(child, "close", { signal: listening.signal }).then(([code, signal]) => ({
      code,
      signal,
      isLast: true,
    }));
    const answered = once(child, "message", { signal: listening.signal }).then(async ([{ code, isLast }]) => {
      await Promise.all([stdout.ended, stderr.ended]);
      return { code, signal: null, isLast };
    });
    child.send({ id, args, input, cwd, env });
    const { code, signal, isLast } = await Promise.race([closed, answered]);
    isOver = true;
    void Promise.allSettled([closed, answered]);
    listening.abort();
    stdout.stop();
    stderr.stop();
    if (!isLast && !isKilled) idle.push(child);
    else if (child.connected) child.disconnect();
    for (const handle of handles) handle?.unref();
    return { code, signal, stdout: stdout.text(), stderr: stderr.text() };
  };
  const ended = toItsEnd();

  return {
    pid: child.pid!,
    kill,
    stdout: stdout.text,
    stderr: stderr.text,
    ended,
    // As SIGTERM would, and the process is kept for another command.
    stop() {
      if (!isOver && child.connected) child.send({ id, isStopped: true });
      const impatient = setTimeout(kill, mostMsToStop, "SIGKILL");
      return ended.finally(() => clearTimeout(impatient));
    },
  };
}

interface Handle {
  ref(): void;
  unref(): void;
}

function startWarmProcess(): ChildProcess {
  const child = spawn(process.execPath, [warmScript], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child.once("exit", () => {
    const place = idle.indexOf(child);
    if (place >= 0) idle.splice(place, 1);
  });
  return child;
}

interface Gathered {
  /** So far, without the mark. */
  text(): string;
  /** The mark has come. */
  ended: Promise<void>;
  stop(): void;
}

/** What a stream brings, until a mark where there is one. */
function gather(stream: Readable, mark?: string): Gathered {
  let text = "";
  let onEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const onText = (more: string) => {
    text += more;
    if (mark === undefined || !text.endsWith(mark)) return;
    text = text.slice(0, -mark.length);
    onEnded();
  };
  stream.setEncoding("utf8").on("data", onText);
  return { text: () => text, ended, stop: () => stream.off("data", onText) };
}
