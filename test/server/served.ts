// `assay serve` as a separate process, as a user starts it.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { bin, inWarmProcess, said, watch } from "../command-line.ts";

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
  /** In its own process, because its end or its memory is examined. */
  own?: boolean;
}

/**
 * A thread takes longer to start than most tests run, so a service has one, unless a test asks for more. On a busy
 * machine a large request takes longer than a trainer would wait.
 */
const usual = ["--warm-up", "0", "--workers", "1", "--request-timeout", "600"];

/** Independent of a test: `stop` ends it. */
export async function startServe(args: readonly string[] = [], setting: ServeSetting = {}) {
  const { env = {}, node = [], piped = false, own = piped || node.length > 0 } = setting;
  const words = ["serve", "--port", "0", ...usual, ...args];
  const environment = { ...process.env, ...env };
  const child = own
    ? spawn(process.execPath, [...node, bin, ...words], {
        env: environment,
        stdio: [piped ? "pipe" : "ignore", "pipe", "pipe"],
      })
    : undefined;
  const running = child ? watch(child) : inWarmProcess(words, { env: environment });
  const url = await said(running, /^listening on (http\S+)\n/);
  const ended = running.ended.then(({ code }) => code);
  const served: Served = {
    url,
    port: Number(new URL(url).port),
    pid: running.pid,
    stderr: running.stderr,
    peak: () => {
      const status = readFileSync(`/proc/${running.pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
    },
    closeInput: () => child?.stdin?.end(),
    kill: running.kill,
    ended,
    endedBy: running.ended.then(({ signal }) => signal),
  };
  return { ...served, stop: running.stop };
}

/** Ended when the test ends. */
export async function serveFor(args: readonly string[] = [], setting: ServeSetting = {}): Promise<Served> {
  const { stop, ...served } = await startServe(args, setting);
  onTestFinished(async () => {
    await stop();
  });
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
