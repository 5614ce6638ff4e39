// `assay serve` as a separate process, as a user starts it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { bin } from "../command-line.ts";

export interface Served {
  url: string;
  port: number;
  pid: number;
  /** Its standard error so far. */
  stderr(): string;
  /** Its peak memory, in bytes. */
  peak(): number;
  closeInput(): void;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code; none if a signal ended it. */
  ended: Promise<number | null>;
  endedBy: Promise<NodeJS.Signals | null>;
}

export interface ServeSetting {
  env?: NodeJS.ProcessEnv;
  /** Options of Node itself, such as a module to load first. */
  node?: readonly string[];
  /** Whether standard input is a pipe. */
  piped?: boolean;
}

/** Independent of a test: `stop` ends it. */
export async function startServe(args: readonly string[] = [], setting: ServeSetting = {}) {
  const { env = {}, node = [], piped = false } = setting;
  const child = spawn(process.execPath, [...node, bin, "serve", "--port", "0", "--warm-up", "0", ...args], {
    env: { ...process.env, ...env },
    stdio: [piped ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  const ended = exited.then(([code]) => code as number | null);
  const endedBy = exited.then(([, signal]) => signal as NodeJS.Signals | null);
  let [stdout, stderr] = ["", ""];
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const line = /^listening on (http\S+)\n/.exec(stdout);
      if (line) resolve(line[1]!);
    });
    void ended.then(() => reject(new Error(`the service ended before it was ready: ${stdout}${stderr}`)));
  });
  const served: Served = {
    url,
    port: Number(new URL(url).port),
    pid: child.pid!,
    stderr: () => stderr,
    peak: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
    },
    closeInput: () => child.stdin?.end(),
    kill: (signal) => child.kill(signal),
    ended,
    endedBy,
  };
  return {
    ...served,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Ended when the test ends. */
export async function serveFor(args: readonly string[] = [], setting: ServeSetting = {}): Promise<Served> {
  const { stop, ...served } = await startServe(args, setting);
  onTestFinished(stop);
  return served;
}

export const json = { "content-type": "application/json" };

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...json, ...headers },
  });

/** The fields of answers that tests check, for all paths. */
export interface Body {
  results: Record<string, string | number | boolean | null>[];
  error: { message: string; type: string; param?: string };
  [name: string]: unknown;
}

export const bodyOf = async (answer: Response | Promise<Response>): Promise<Body> =>
  (await (await answer).json()) as Body;

export const tagged = (answer: string, before = "Hm."): string =>
  `${before} </think> <answer>${answer}</answer>`;

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
