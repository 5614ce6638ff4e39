// Greedy requests that are the same are one: a judge is often asked the same about several candidates at once, and
// without chance the answer is the same too.

import { EmbeddedError } from "./embedded-error.ts";
import type { AskOptions, LanguageModel, SampleRequest, Samples } from "./language-model.ts";

interface Shared {
  answer: Promise<Samples>;
  stop: AbortController;
  /** Who still waits for it. */
  waiting: number;
}

type Ask = LanguageModel["ask"];

export class SharedAnswers {
  private readonly underWay = new Map<string, Shared>();

  constructor(private readonly askModel: Ask) {}

  async ask(request: SampleRequest, options: AskOptions = {}): Promise<Samples> {
    const { prompt, sampling, seeds } = request;
    const [first] = seeds;
    if (sampling.temperature !== 0 || options.onDelta || !first) return this.askModel(request, options);
    const key = JSON.stringify([prompt, sampling]);
    const shared = this.underWay.get(key) ?? this.begin(key, { prompt, sampling, seeds: [first] });
    const { samples, promptTokens } = await this.waitFor(shared, options.signal);
    return { samples: seeds.map(() => samples[0]!), promptTokens };
  }

  private begin(key: string, request: SampleRequest): Shared {
    const stop = new AbortController();
    const shared = { answer: this.askModel(request, { signal: stop.signal }), stop, waiting: 0 };
    this.underWay.set(key, shared);
    const forget = () => {
      if (this.underWay.get(key) === shared) this.underWay.delete(key);
    };
    shared.answer.then(forget, forget);
    stop.signal.addEventListener("abort", forget);
    return shared;
  }

  /** It is given up when the last one that waits for it gives it up. */
  private waitFor(shared: Shared, signal: AbortSignal | undefined): Promise<Samples> {
    shared.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (--shared.waiting === 0) shared.stop.abort();
        reject(new EmbeddedError("stopped", "it was stopped"));
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener("abort", leave, { once: true });
      shared.answer.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }
}
