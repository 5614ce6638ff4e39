// One worker for callers that need an answer synchronously: the calling thread waits for it, up to the time limit of an
// item. It uses the protocol of the workers of a pool.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { ExpectedError } from "../errors/expected-error.ts";
import type { FromWorker, Result, ToWorker, WorkerData } from "./messages.ts";
import { defaultHeapMb, type PoolOptions, startLimitMs, tookLonger } from "./pool.ts";
import { Pulse, Stillness } from "./pulse.ts";

type BlockingOptions = Pick<PoolOptions, "entry" | "data" | "name"> & { itemMs: number };

interface Thread {
  worker: Worker;
  pulse: Pulse;
  port: MessagePort;
  isReady: boolean;
}

export class BlockingWorker<In, Out> {
  private thread: Thread | undefined;
  private blocks = 0;

  constructor(private readonly options: BlockingOptions) {}

  /** The answer to a job of one item, or why it had to be ended. @throws when the worker cannot start or refuses the job */
  run(input: In): { answer: Out } | { ended: string } {
    this.thread ??= this.start();
    const { worker, pulse } = this.thread;
    const id = ++this.blocks;
    const asked: ToWorker = { kind: "block", id, jobs: [{ input }] };
    worker.postMessage(asked);
    const tickMs = Math.max(5, this.options.itemMs / 10);
    const still = new Stillness(tickMs);
    for (;;) {
      const seen = pulse.messages;
      const message = this.heard();
      if (message?.kind === "done" && message.id === id) return answerOf<Out>(message.results[0]!);
      if (message?.kind === "broken") throw new ExpectedError(message.reason);
      if (message) {
        this.thread.isReady ||= message.kind === "ready";
        still.reset();
        continue;
      }
      pulse.waitFor(seen, tickMs);
      if (pulse.messages !== seen) continue;
      still.look(pulse);
      if (!this.thread.isReady && still.ms > startLimitMs)
        throw new ExpectedError(`${this.options.name} was not ready after ${startLimitMs / 1000} s`);
      if (this.thread.isReady && still.ms >= this.options.itemMs) break;
    }
    this.end();
    return { ended: tookLonger(this.options.itemMs / 1000) };
  }

  private heard(): FromWorker | undefined {
    return (receiveMessageOnPort(this.thread!.port) as { message: FromWorker } | undefined)?.message;
  }

  private start(): Thread {
    const pulse = new Pulse();
    const { port1: port, port2 } = new MessageChannel();
    const workerData: WorkerData = { data: this.options.data(), pulse: pulse.shared, port: port2 };
    const worker = new Worker(this.options.entry, {
      workerData,
      transferList: [port2],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: defaultHeapMb },
    });
    worker.on("error", () => {}); // A missing answer is noticed in any case.
    worker.unref();
    port.unref();
    return { worker, pulse, port, isReady: false };
  }

  private end(): void {
    void this.thread!.worker.terminate();
    this.thread!.port.close();
    this.thread = undefined;
  }
}

function answerOf<Out>(result: Result): { answer: Out } {
  if ("failure" in result) throw new ExpectedError(result.failure);
  return { answer: result.answer as Out };
}
