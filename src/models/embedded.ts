// A model that runs in this process. Each draw has its own seed, so a sample does not depend on the others that are
// requested with it.

import { randomInt } from "node:crypto";
import { EmbeddedError } from "../embedded/embedded-error.ts";
import type { LanguageModel, Sample, SampleRequest } from "../embedded/language-model.ts";
import { forgetOnAbort, stopOnAbort } from "../embedded/on-abort.ts";
import { type OpenOptions, openEmbedded } from "../embedded/open.ts";
import type { Completion, GenerateOptions, GenerateRequest, Generation, Model } from "./model.ts";
import { ProviderError } from "./provider-error.ts";

export class EmbeddedModel implements Model {
  readonly name: string;

  private constructor(
    private readonly path: string,
    private readonly model: LanguageModel,
  ) {
    this.name = model.name;
  }

  /**
   * By the name of a model of the package, or by the path of a folder.
   * @throws {EmbeddedError}
   */
  static async open(nameOrPath: string, options?: OpenOptions): Promise<EmbeddedModel> {
    return new EmbeddedModel(nameOrPath, await openEmbedded(nameOrPath, options));
  }

  async generate(request: GenerateRequest, { signal }: GenerateOptions = {}): Promise<Generation> {
    const stop = new AbortController();
    const asked = { stop: () => stop.abort() };
    stopOnAbort(signal, asked);
    if (signal?.aborted) stop.abort();
    try {
      const { samples, promptTokens } = await this.model.ask(sampleRequest(request), { signal: stop.signal });
      return {
        completions: samples.map(completion),
        failures: [],
        usage: {
          inputTokens: promptTokens,
          outputTokens: samples.reduce((sum, { tokens }) => sum + tokens, 0),
        },
        servedModel: this.name,
      };
    } catch (error) {
      throw providerError(error);
    } finally {
      forgetOnAbort(signal, asked);
    }
  }

  preview(request: GenerateRequest): object {
    return { embedded: this.path, ...sampleRequest(request) };
  }

  close(): Promise<void> {
    return this.model.close();
  }
}

function completion({ tokens: _, logprobs, ...sample }: Sample, index: number): Completion {
  const plain = logprobs?.map(({ token, logprob, top }) => ({ token, logprob, top }));
  return { index, ...sample, ...(plain ? { logprobs: plain } : {}) };
}

/** An assistant's message at the end is continued. */
function sampleRequest({ prompt, sampling, draws }: GenerateRequest): SampleRequest {
  const isContinued = typeof prompt !== "string" && prompt.at(-1)?.role === "assistant";
  return {
    prompt:
      typeof prompt === "string"
        ? { text: prompt }
        : { messages: prompt, ending: isContinued ? "continue" : "turn" },
    sampling,
    seeds: draws.map(({ seed }) => ({ seed: seed ?? randomInt(2 ** 32), index: 0 })),
  };
}

function providerError(error: unknown): unknown {
  if (!(error instanceof EmbeddedError)) return error;
  const { kind, message } = error;
  if (kind === "request") return new ProviderError(message, { failure: "status", status: 400 });
  return new ProviderError(message, { failure: kind === "stopped" ? "stopped" : "response" });
}
