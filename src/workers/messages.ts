// What a pool and its workers say to each other.

import type { MessagePort } from "node:worker_threads";

/** Items that are not to be tried again, by their place from 0, and why. */
export type Failed = Readonly<Record<number, string>>;

export interface Job {
  input: unknown;
  failed?: Failed | undefined;
}

export type ToWorker = { kind: "block"; id: number; jobs: Job[] } | { kind: "stop"; id: number };

export type FromWorker =
  | { kind: "ready"; hello: unknown }
  | { kind: "broken"; reason: string }
  /** Something that the host is told before the answer. */
  | { kind: "note"; id: number; job: number; note: unknown }
  | { kind: "done"; id: number; results: Result[] };

export type Result = { answer: unknown } | { failure: string };

/** What every worker is started with. */
export interface WorkerData {
  data: unknown;
  pulse: SharedArrayBuffer;
  /** Where the worker speaks to a host that blocks; to its parent unless given. */
  port?: MessagePort | undefined;
}
