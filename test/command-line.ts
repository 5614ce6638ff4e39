// Runs the built command line as a user's shell would.

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative, resolve, sep } from "node:path";
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

/** Options of Node: to compile the engine of embedded models for speed takes longer than all that tests ask of it. */
export const quickToStart = ["--liftoff-only"];

/** A command that runs: its output so far, and ways to end it or wait for it. */
export interface Running {
  pid: number;
  /** Does nothing once the command has ended. */
  kill(signal: NodeJS.Signals): void;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** Ends it in the fastest way, at the end of a test. */
  stop(): Promise<Ended>;
}

/**
 * With the current environment, so that variables set by a test apply to the command too, and in a process that has
 * loaded the program before.
 */
export const assay = (args: readonly string[], input = "", cwd = process.cwd()): Promise<Ended> =>
  inWarmProcess(args, { input, cwd }).ended;

/** In a separate process, with a pipe as its standard input. */
export function assayAlone(args: readonly string[], input: string): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args]);
  child.stdin.on("error", () => {}); // The command may end before it has read everything.
  child.stdin.end(input);
  return watch(child).ended;
}

/** Gathers the output of a separate process. */
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

/** Waits until standard output matches a pattern; returns the match of its group. */
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
type Folders = ReadonlySet<string | undefined>;
/**
 * The temporary folders whose own modules a process has loaded, each once: a later command that names one of these
 * folders, where a module may have changed, gets a different process.
 */
const loadedFrom = new WeakMap<ChildProcess, Folders>();
/** Whether a process is idle; it ends with the test process. */
export const isIdle = (child: ChildProcess): boolean => idle.includes(child);

interface Setting {
  input?: string;
  cwd?: string | undefined;
  env?: NodeJS.ProcessEnv;
}

/** A process that a test sends a signal to is not used again, because the signal could reach the next command. */
export function inWarmProcess(
  args: readonly string[],
  { input = "", cwd = process.cwd(), env = process.env }: Setting = {},
): Running {
  const folders = new Set([cwd, ...args.map((word) => resolve(cwd, word))].map(temporaryFolderOf));
  const child = takeIdle(folders) ?? startWarmProcess();
  const modules = modulesOf(args, cwd);
  if (modules.length > 0) loadedFrom.set(child, new Set([...folders, ...(loadedFrom.get(child) ?? [])]));
  const isLast = modules.some((path) => temporaryFolderOf(path) === undefined);
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
    // The exit code of a command that ends the process itself.
    const closed = once(child, "close", { signal: listening.signal }).then(([code, signal]) => ({
      code,
      signal,
      isOut: true,
    }));
    const answered = once(child, "message", { signal: listening.signal }).then(async ([{ code, isOut }]) => {
      await Promise.all([stdout.ended, stderr.ended]);
      return { code, signal: null, isOut };
    });
    child.send({ id, args, input, cwd, env, isLast });
    const { code, signal, isOut } = await Promise.race([closed, answered]);
    isOver = true;
    void Promise.allSettled([closed, answered]);
    listening.abort();
    stdout.stop();
    stderr.stop();
    if (!isOut && !isKilled) idle.push(child);
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
    // Runs the handlers of SIGTERM, and keeps the process for another command.
    stop() {
      if (!isOver && child.connected) child.send({ id, isStopped: true });
      const impatient = setTimeout(kill, mostMsToStop, "SIGKILL");
      return ended.finally(() => clearTimeout(impatient));
    },
  };
}

/** The process that was used last has compiled the most. */
function takeIdle(folders: Folders): ChildProcess | undefined {
  const place = idle.findLastIndex((child) =>
    [...folders].every((each) => each === undefined || !loadedFrom.get(child)?.has(each)),
  );
  return place < 0 ? undefined : idle.splice(place, 1)[0];
}

/** A test has its own; a path of the repository has none. */
function temporaryFolderOf(path: string): string | undefined {
  const [first = ""] = relative(tmpdir(), path).split(sep);
  return first === "" || first === ".." ? undefined : first;
}

/** A user's own modules, which a process loads once: those in the words, and the configuration of the folder. */
function modulesOf(args: readonly string[], cwd: string): string[] {
  const named = args.filter((word) => /\.[cm]?[jt]s$/.test(word));
  const found = readdirSync(cwd).filter((name) => name.startsWith("assay.config."));
  return [...named, ...found].map((path) => resolve(cwd, path));
}

interface Handle {
  ref(): void;
  unref(): void;
}

function startWarmProcess(): ChildProcess {
  const child = spawn(process.execPath, [...quickToStart, warmScript], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.once("exit", () => {
    const place = idle.indexOf(child);
    if (place >= 0) idle.splice(place, 1);
  });
  return child;
}

interface Gathered {
  /** The output so far, without the mark. */
  text(): string;
  /** Resolved at the mark. */
  ended: Promise<void>;
  stop(): void;
}

/** The output of a stream, until a mark if one is given. */
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
