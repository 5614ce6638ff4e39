// The messages between a pool and its workers.

import type { MessagePort } from "node:worker_threads";

/** Items that must not be tried again, by their position from 0, and why. */
export type Failed = Readonly<Record<number, string>>;

export interface Job {
  input: unknown;
  failed?: Failed | undefined;
}

export type ToWorker = { kind: "block"; id: number; jobs: Job[] } | { kind: "stop"; id: number };

export type FromWorker =
  | { kind: "ready"; hello: unknown }
  | { kind: "broken"; reason: string }
  /** A message to the host before the answer. */
  | { kind: "note"; id: number; job: number; note: unknown }
  | { kind: "done"; id: number; results: Result[] };

export type Result = { answer: unknown } | { failure: string };

/** What every worker is started with. */
export interface WorkerData {
  data: unknown;
  pulse: SharedArrayBuffer;
  /** Where the worker sends its messages if the host blocks; by default to its parent. */
  port?: MessagePort | undefined;
}
