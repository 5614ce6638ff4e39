// Opens a model from its folder.

import { messageOf } from "../errors/expected-error.ts";
import { NotAnswered, Pool } from "../workers/pool.ts";
import { EmbeddedError, stopped } from "./embedded-error.ts";
import { Engine } from "./engine.ts";
import { modelFolderOf } from "./find-model.ts";
import type { AskOptions, Delta, LanguageModel, SampleRequest, Samples } from "./language-model.ts";
import { forgetOnAbort, stopOnAbort } from "./on-abort.ts";
import type { Answered, Asked, Hello, SentError } from "./thread.ts";

export interface OpenOptions {
  /** False runs the model in the calling thread, which is blocked while it computes. */
  ownThread?: boolean | undefined;
}

/**
 * By the name of a packaged model (`policy`, `prm`), by the path of a folder, or of an ONNX file in one.
 * @throws {EmbeddedError}
 */
export function openEmbedded(
  nameOrPath: string,
  { ownThread = true }: OpenOptions = {},
): Promise<LanguageModel> {
  const path = modelFolderOf(nameOrPath);
  return ownThread ? ThreadedModel.open(path) : Engine.open(path);
}

// A proxy for a model that runs in its own thread.

type Ready = Exclude<Hello, { error: SentError }>;

class ThreadedModel implements LanguageModel {
  readonly name: string;
  readonly contextLength: number;
  readonly vocabularySize: number;

  private constructor(
    private readonly pool: Pool<Asked, Answered>,
    { name, contextLength, vocabularySize }: Ready,
  ) {
    this.name = name;
    this.contextLength = contextLength;
    this.vocabularySize = vocabularySize;
  }

  /** @throws {EmbeddedError} */
  static async open(path: string): Promise<ThreadedModel> {
    let hello: Hello | undefined;
    // All requests share the batches of one engine, so its thread gets all of them at once.
    const pool = new Pool<Asked, Answered>({
      entry: new URL("./thread.js", import.meta.url),
      name: "the model's thread",
      data: () => ({ path }),
      size: 1,
      heapMb: heapMegabytes,
      blocksAtOnce: Number.POSITIVE_INFINITY,
      repeats: false,
      onReady: (said) => {
        hello = said as Hello;
      },
    });
    await pool.ready();
    if (hello && !("error" in hello)) return new ThreadedModel(pool, hello);
    await pool.close();
    throw received(hello!.error);
  }

  async ask(request: SampleRequest, { signal, onDelta }: AskOptions = {}): Promise<Samples> {
    if (signal?.aborted) throw stopped();
    const asked: Asked = { request, wantsDeltas: onDelta !== undefined };
    const stopping = { stop: () => this.pool.stop(asked) };
    stopOnAbort(signal, stopping);
    try {
      const answered = await this.pool.run(asked, {
        isWanted: () => !signal?.aborted,
        onNote: (delta) => {
          if (!signal?.aborted) onDelta?.(delta as Delta);
        },
      });
      if ("error" in answered) throw received(answered.error);
      return answered.samples;
    } catch (error) {
      if (error instanceof EmbeddedError) throw error;
      if (error instanceof NotAnswered) throw stopped();
      throw new EmbeddedError("failed", `the model failed: its thread ${messageOf(error)}`);
    } finally {
      forgetOnAbort(signal, stopping);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Weights are outside of the heap; this limit is for texts and tokens. */
const heapMegabytes = 4096;

const received = ({ kind, message, field }: SentError): EmbeddedError =>
  new EmbeddedError(kind, message, field);
