// Runs a model in a worker thread, so that the thread that serves and grades is free while the model computes.

import { parentPort, workerData } from "node:worker_threads";
import { EmbeddedError, type EmbeddedProblem } from "./embedded-error.ts";
import { Engine } from "./engine.ts";
import type { Delta, SampleRequest, Samples } from "./language-model.ts";

export interface SentError {
  kind: EmbeddedProblem;
  message: string;
  field: string | undefined;
}

/** What the thread is told. */
export type ToThread =
  | { kind: "ask"; id: number; request: SampleRequest; wantsDeltas: boolean }
  | { kind: "stop"; id: number };

/** What it tells. */
export type FromThread =
  | { kind: "ready"; name: string; contextLength: number; vocabularySize: number }
  | { kind: "broken"; error: SentError }
  | { kind: "delta"; id: number; delta: Delta }
  | { kind: "samples"; id: number; samples: Samples }
  | { kind: "failed"; id: number; error: SentError };

const port = parentPort!;
const say = (message: FromThread) => port.postMessage(message);
const sent = (error: unknown): SentError =>
  error instanceof EmbeddedError
    ? { kind: error.kind, message: error.message, field: error.field }
    : { kind: "failed", message: (error as Error).message, field: undefined };

const stops = new Map<number, AbortController>();

async function answer(
  engine: Engine,
  { id, request, wantsDeltas }: Extract<ToThread, { kind: "ask" }>,
): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const onDelta = wantsDeltas ? (delta: Delta) => say({ kind: "delta", id, delta }) : undefined;
  try {
    say({ kind: "samples", id, samples: await engine.ask(request, { signal: stop.signal, onDelta }) });
  } catch (error) {
    say({ kind: "failed", id, error: sent(error) });
  } finally {
    stops.delete(id);
  }
}

try {
  const engine = await Engine.open((workerData as { path: string }).path);
  port.on("message", (message: ToThread) => {
    if (message.kind === "stop") stops.get(message.id)?.abort();
    else void answer(engine, message);
  });
  const { name, contextLength, vocabularySize } = engine;
  say({ kind: "ready", name, contextLength, vocabularySize });
} catch (error) {
  say({ kind: "broken", error: sent(error) });
}
