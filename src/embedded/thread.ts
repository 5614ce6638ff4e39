// Runs a model in a worker thread, so that the calling thread is free while the model computes.

import { type Opened, serveJobs } from "../workers/serve-jobs.ts";
import { EmbeddedError, type EmbeddedProblem } from "./embedded-error.ts";
import { Engine } from "./engine.ts";
import type { SampleRequest, Samples } from "./language-model.ts";

export interface SentError {
  kind: EmbeddedProblem;
  message: string;
  field: string | undefined;
}

export interface Asked {
  request: SampleRequest;
  wantsDeltas: boolean;
}

/** Errors are sent as data, because an error loses its class on the way to a different thread. */
export type Answered = { samples: Samples } | { error: SentError };

/** The model's description, or the reason why it cannot be opened. */
export type Hello = { name: string; contextLength: number; vocabularySize: number } | { error: SentError };

const sent = (error: unknown): { error: SentError } => ({
  error:
    error instanceof EmbeddedError
      ? { kind: error.kind, message: error.message, field: error.field }
      : { kind: "failed", message: (error as Error).message, field: undefined },
});

await serveJobs(async ({ path }: { path: string }): Promise<Opened<Asked, Answered>> => {
  try {
    const engine = await Engine.open(path);
    const { name, contextLength, vocabularySize } = engine;
    const hello: Hello = { name, contextLength, vocabularySize };
    return {
      hello,
      answer: ({ request, wantsDeltas }, { signal, note }) =>
        engine
          .ask(request, { signal, onDelta: wantsDeltas ? note : undefined })
          .then((samples) => ({ samples }), sent),
    };
  } catch (error) {
    return { hello: sent(error), answer: () => sent(error) };
  }
});
