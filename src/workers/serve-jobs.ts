// The worker's side: it opens what its jobs need, then answers block after block, and shows its current item.

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Failed, FromWorker, Job, Result, ToWorker, WorkerData } from "./messages.ts";
import { noBlock, Pulse } from "./pulse.ts";

/** What the code that answers a job may read and report. */
export interface JobContext {
  failed: Failed;
  /** Called before each item, with its place from 0. */
  at(place: number): void;
  /** Sends a message to the host before the answer. */
  note(note: unknown): void;
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal;
}

export interface Opened<In, Out> {
  answer(input: In, context: JobContext): Out | Promise<Out>;
  /** What the host is told when the worker is ready. */
  hello?: unknown;
  /** Memory of an answer that is transferred instead of copied. */
  buffersOf?(answer: Out): ArrayBufferLike[];
}

/** Serves the thread's own port. `open` is called once; its error says why the worker cannot start. */
export async function serveJobs<Data, In, Out>(
  open: (data: Data) => Opened<In, Out> | Promise<Opened<In, Out>>,
): Promise<void> {
  const { data, pulse: shared, port: speaker = parentPort! } = workerData as WorkerData;
  const pulse = new Pulse(shared);
  pulse.nameThread();
  // Text that a user's module prints must not get into the output of the program.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const say = (message: FromWorker, buffers: ArrayBufferLike[] = []) => {
    speaker.postMessage(message, buffers as ArrayBuffer[]);
    pulse.wake();
  };
  try {
    const opened = await open(data as Data);
    listen(parentPort!, opened as Opened<unknown, unknown>, pulse, say);
    say({ kind: "ready", hello: opened.hello });
  } catch (error) {
    say({ kind: "broken", reason: inWords(error) });
  }
}

function listen(
  port: MessagePort,
  { answer, buffersOf }: Opened<unknown, unknown>,
  pulse: Pulse,
  say: (message: FromWorker, buffers?: ArrayBufferLike[]) => void,
): void {
  /** Blocks that are not answered yet. A controller is made only if it is needed, because few jobs can be stopped. */
  const underWay = new Map<number, AbortController | undefined>();
  const controllerOf = (id: number): AbortController => {
    const controller = underWay.get(id) ?? new AbortController();
    underWay.set(id, controller);
    return controller;
  };
  const answerJob = async (id: number, place: number, { input, failed = nothingFailed }: Job) => {
    pulse.beat(id, place, -1);
    try {
      const answered = answer(input, {
        failed,
        at: (item) => pulse.beat(id, place, item),
        note: (note) => say({ kind: "note", id, job: place, note }),
        get signal() {
          return controllerOf(id).signal;
        },
      });
      return { answer: answered instanceof Promise ? await answered : answered };
    } catch (error) {
      return { failure: inWords(error) };
    }
  };
  port.on("message", async (message: ToWorker) => {
    if (message.kind === "stop") {
      if (underWay.has(message.id)) controllerOf(message.id).abort();
      return;
    }
    const { id, jobs } = message;
    underWay.set(id, undefined);
    const results: Result[] = [];
    for (const [place, job] of jobs.entries()) results.push(await answerJob(id, place, job));
    // An answered item is not to blame if the worker ends before the host has received the answer.
    pulse.beat(noBlock, 0, 0);
    underWay.delete(id);
    const buffers = results.flatMap((each) => ("answer" in each ? (buffersOf?.(each.answer) ?? []) : []));
    say({ kind: "done", id, results }, buffers);
  });
}

const nothingFailed: Failed = {};
const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
