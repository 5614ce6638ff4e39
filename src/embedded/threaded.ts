// A model that runs in a thread of its own, as seen from outside.

import { Worker } from "node:worker_threads";
import { ExpectedError } from "../errors/expected-error.ts";
import { EmbeddedError } from "./embedded-error.ts";
import type { AskOptions, LanguageModel, SampleRequest, Samples } from "./language-model.ts";
import { forgetOnAbort, stopOnAbort } from "./on-abort.ts";
import type { FromThread, SentError, ToThread } from "./thread.ts";

interface Pending {
  options: AskOptions;
  /** Stops listening for its end. */
  forget(): void;
  resolve(samples: Samples): void;
  reject(error: Error): void;
}

type Ready = Extract<FromThread, { kind: "ready" }>;

export class ThreadedModel implements LanguageModel {
  readonly name: string;
  readonly contextLength: number;
  readonly vocabularySize: number;
  private readonly pending = new Map<number, Pending>();
  private asked = 0;
  private ended: EmbeddedError | undefined;

  private constructor(
    private readonly worker: Worker,
    { name, contextLength, vocabularySize }: Ready,
  ) {
    this.name = name;
    this.contextLength = contextLength;
    this.vocabularySize = vocabularySize;
    worker.on("message", (message: FromThread) => this.hear(message));
    worker.on("error", (error) =>
      this.endAll(new EmbeddedError("failed", `the model failed: ${error.message}`)),
    );
    worker.on("exit", () => this.endAll(new EmbeddedError("failed", "the model's thread has ended")));
    worker.unref(); // Only while something is asked does the thread keep the process alive.
  }

  /** @throws {EmbeddedError} */
  static async open(path: string): Promise<ThreadedModel> {
    const worker = new Worker(new URL("./thread.js", import.meta.url), {
      workerData: { path },
      execArgv: [], // Flags of the program that asks, such as `-e`, are not for the thread.
    });
    const first = await new Promise<FromThread>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    if (first.kind === "ready") return new ThreadedModel(worker, first);
    await worker.terminate();
    throw first.kind === "broken"
      ? received(first.error)
      : new ExpectedError("the model's thread did not begin");
  }

  ask(request: SampleRequest, options: AskOptions = {}): Promise<Samples> {
    return new Promise((resolve, reject) => {
      const { signal, onDelta } = options;
      if (this.ended) throw this.ended;
      if (signal?.aborted) throw new EmbeddedError("stopped", "it was stopped");
      const id = this.asked++;
      const asked = { stop: () => this.tell({ kind: "stop", id }) };
      stopOnAbort(signal, asked);
      const forget = () => forgetOnAbort(signal, asked);
      this.pending.set(id, { options, forget, resolve, reject });
      this.worker.ref();
      this.tell({ kind: "ask", id, request, wantsDeltas: onDelta !== undefined });
    });
  }

  async close(): Promise<void> {
    this.endAll(new EmbeddedError("stopped", "it was stopped"));
    await this.worker.terminate();
  }

  private tell(message: ToThread): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromThread): void {
    if (message.kind === "ready" || message.kind === "broken") return;
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if (message.kind === "delta") {
      if (!pending.options.signal?.aborted) pending.options.onDelta?.(message.delta);
      return;
    }
    this.pending.delete(message.id);
    if (this.pending.size === 0) this.worker.unref();
    pending.forget();
    if (message.kind === "samples") pending.resolve(message.samples);
    else pending.reject(received(message.error));
  }

  private endAll(error: EmbeddedError): void {
    this.ended ??= error;
    for (const { forget, reject } of this.pending.values()) {
      forget();
      reject(this.ended);
    }
    this.pending.clear();
  }
}

const received = ({ kind, message, field }: SentError): EmbeddedError =>
  new EmbeddedError(kind, message, field);
