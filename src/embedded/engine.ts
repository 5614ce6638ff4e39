// Runs samples of many requests together. New requests join at the next step, and finished samples free their place; a
// sample does not depend on the others.

import { setImmediate as nextTurn } from "node:timers/promises";
import { counted } from "../outgoing/counted.ts";
import { Batch } from "./batch.ts";
import { Decoder } from "./decoder.ts";
import { EmbeddedError, stopped } from "./embedded-error.ts";
import { bytesPerSlot } from "./key-values.ts";
import type { AskOptions, LanguageModel, Sample, SampleRequest, Samples } from "./language-model.ts";
import { type ModelFolder, readModelFolder } from "./model-folder.ts";
import { Prefill, type Prefilled, tryOut } from "./prefill.ts";
import { SampleRow } from "./sample-row.ts";
import { TextTokens } from "./text-tokens.ts";

/** The lengths of batches are multiples of this. Sums over a multiple of 16 slots are bit by bit the same. */
const lengthStep = 32;

/**
 * A batch's cache goes through memory at every step, as the weights do: more rows at once are faster only while the
 * cache is small, or small compared with the weights.
 */
const mostBatchBytes = (weightBytes: number): number => Math.max(8 * 1024 * 1024, weightBytes / 2);

/** The limit for all caches of samples in progress together. */
const mostCacheBytes = 512 * 1024 * 1024;

/** If neither the configuration nor the request says where to stop. */
const defaultContextLength = 2048;

interface Asked {
  request: SampleRequest;
  options: AskOptions;
  ids: readonly number[];
  prefilled?: Prefilled | undefined;
  /** Samples that were started. */
  begun: number;
  samples: Sample[];
  /** Samples that have not ended. */
  left: number;
  isOver: boolean;
  /** Stops listening for its end. */
  forget(): void;
  resolve(samples: Samples): void;
  reject(error: Error): void;
}

class Row extends SampleRow {
  constructor(
    readonly asked: Asked,
    readonly sample: number,
    options: ConstructorParameters<typeof SampleRow>[0],
  ) {
    super(options);
  }
}

export class Engine implements LanguageModel {
  readonly name: string;
  readonly contextLength: number;
  private readonly waiting: Asked[] = [];
  private readonly underWay = new Set<Asked>();
  private readonly batches = new Set<Batch<Row>>();
  private running: Promise<void> | undefined;
  private isClosed = false;
  private readonly shared = new SharedAnswers((request, options) => this.askAlone(request, options));
  private readonly prefill: Prefill;
  private readonly batchBytes: number;
  private readonly endIds: ReadonlySet<number>;

  private constructor(
    folder: ModelFolder,
    private readonly decoder: Decoder,
    private readonly tokens: TextTokens,
    readonly vocabularySize: number,
    private readonly step: number,
  ) {
    this.name = folder.name;
    this.contextLength = folder.contextLength ?? defaultContextLength;
    this.endIds = new Set(folder.endIds.length > 0 ? folder.endIds : tokens.endIds);
    const weights = [folder.model, ...folder.externalData.map(({ data }) => data)];
    this.batchBytes = mostBatchBytes(weights.reduce((bytes, { length }) => bytes + length, 0));
    this.prefill = new Prefill(decoder, Math.min(step, 16));
  }

  /** @throws {EmbeddedError} */
  static async open(path: string): Promise<Engine> {
    const folder = await readModelFolder(path);
    const tokens = await TextTokens.open(folder);
    const decoder = await Decoder.open(folder);
    const { vocabularySize, bearsGaps } = await tryOut(decoder, folder.modelPath);
    return new Engine(folder, decoder, tokens, vocabularySize, bearsGaps ? lengthStep : 1);
  }

  ask(request: SampleRequest, options: AskOptions = {}): Promise<Samples> {
    return this.shared.ask(request, options);
  }

  private askAlone(request: SampleRequest, options: AskOptions = {}): Promise<Samples> {
    return new Promise((resolve, reject) => {
      const asked: Asked = {
        request,
        options,
        ids: this.promptOf(request),
        begun: 0,
        samples: [],
        left: request.seeds.length,
        isOver: false,
        forget() {},
        resolve,
        reject,
      };
      const { signal } = options;
      if (this.isClosed || signal?.aborted) throw stopped();
      const onAbort = () => this.fail(asked, stopped());
      signal?.addEventListener("abort", onAbort);
      asked.forget = () => signal?.removeEventListener("abort", onAbort);
      this.waiting.push(asked);
      this.underWay.add(asked);
      this.running ??= this.work();
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const asked of this.underWay) this.fail(asked, stopped());
    await this.running;
    await this.decoder.close();
  }

  private promptOf({ prompt, sampling, seeds }: SampleRequest): readonly number[] {
    const refuse = (message: string, field: string) => new EmbeddedError("request", message, field);
    if (seeds.length === 0) throw refuse("no sample is asked for", "n");
    if (seeds.some(({ seed }) => !Number.isSafeInteger(seed)))
      throw refuse("a seed is a whole number", "seed");
    if (sampling.stop?.includes("")) throw refuse("a stop string is empty", "stop");
    const ids = this.tokens.encode(prompt);
    if (ids.length === 0) throw refuse("the prompt is empty", "prompt");
    const unknown = ids.find((id) => !(id >= 0 && id < this.vocabularySize));
    if (unknown !== undefined) throw refuse(`the model has no token ${unknown}`, "prompt");
    if (ids.length >= this.contextLength) {
      const sizes = `the prompt has ${counted(ids.length, "token")}, and the model's context is ${this.contextLength}`;
      throw refuse(`${sizes}: no room is left for an answer`, "prompt");
    }
    return ids;
  }

  /** One turn of the event loop for each step, so that requests can arrive and be cancelled in between. */
  private async work(): Promise<void> {
    while (this.underWay.size > 0) {
      await this.admit();
      for (const batch of [...this.batches]) {
        if (!this.batches.has(batch)) continue;
        await this.advance(batch);
        await nextTurn();
      }
    }
    this.waiting.length = 0;
    this.batches.clear();
    this.running = undefined;
  }

  /** Starts samples while there is memory for them. */
  private async admit(): Promise<void> {
    for (;;) {
      const asked = this.waiting[0];
      if (!asked || (!asked.isOver && !this.hasMemory(asked))) return;
      if (asked.isOver || asked.begun === asked.request.seeds.length) {
        asked.prefilled = undefined;
        this.waiting.shift();
        continue;
      }
      try {
        if (!asked.prefilled) {
          asked.prefilled = await this.prefill.run(asked.ids);
          await nextTurn();
        }
        if (!asked.isOver) this.begin(asked, asked.prefilled);
      } catch (error) {
        this.fail(asked, error);
      }
    }
  }

  private hasMemory({ ids }: Asked): boolean {
    const slot = bytesPerSlot(this.decoder.shape);
    let bytes = this.lengthFor(ids.length) * slot;
    for (const { rows, length } of this.batches) bytes += rows.length * length * slot;
    return this.batches.size === 0 || bytes <= mostCacheBytes;
  }

  private begin(asked: Asked, { keyValues, length, logits }: Prefilled): void {
    const { request, options } = asked;
    const sample = asked.begun++;
    const row = new Row(asked, sample, {
      tokens: this.tokens,
      endIds: this.endIds,
      sampling: request.sampling,
      seed: request.seeds[sample]!,
      length,
      most: Math.min(request.sampling.maxTokens ?? Number.POSITIVE_INFINITY, this.contextLength - length),
      onDelta: options.onDelta && ((delta) => options.onDelta?.({ sample, ...delta })),
    });
    if (!this.drawNext(row, logits)) this.batchFor(length).add(row, keyValues, 0, length);
  }

  private async advance(batch: Batch<Row>): Promise<void> {
    for (let place = batch.rows.length - 1; place >= 0; place--)
      if (batch.rows[place]!.asked.isOver) batch.remove(place);
    if (batch.rows.length === 0) return void this.batches.delete(batch);
    let logits: Float32Array;
    try {
      logits = await batch.step();
    } catch (error) {
      for (const { asked } of batch.rows) this.fail(asked, error);
      this.batches.delete(batch);
      return;
    }
    const size = this.vocabularySize;
    for (let place = batch.rows.length - 1; place >= 0; place--) {
      const row = batch.rows[place]!;
      if (this.drawNext(row, logits.subarray(place * size, (place + 1) * size))) batch.remove(place);
      else if (batch.isTooLong(row)) batch.move(place, this.batchFor(row.length));
    }
    this.fillUp(batch);
    if (batch.rows.length === 0) this.batches.delete(batch);
  }

  /** Draws a row's next token. True if the row is to be removed: its sample has ended, or was cancelled. */
  private drawNext(row: Row, logits: Float32Array): boolean {
    const { asked } = row;
    if (asked.isOver) return true;
    let sample: Sample | undefined;
    try {
      sample = row.draw(logits);
    } catch (error) {
      this.fail(asked, error);
      return true;
    }
    if (!sample) return false;
    asked.samples[row.sample] = sample;
    if (--asked.left === 0) {
      this.end(asked);
      asked.resolve({ samples: asked.samples, promptTokens: asked.ids.length });
    }
    return true;
  }

  /** Rows of a different batch of the same length take the free places, so that fewer batches are stepped. */
  private fillUp(batch: Batch<Row>): void {
    for (const other of this.batches) {
      if (other === batch || other.length !== batch.length || other.rows.length > batch.free) continue;
      while (other.rows.length > 0) other.move(other.rows.length - 1, batch);
      this.batches.delete(other);
    }
  }

  private batchFor(length: number): Batch<Row> {
    const wanted = this.lengthFor(length);
    for (const batch of this.batches) if (batch.length === wanted && batch.free > 0) return batch;
    const rowBytes = bytesPerSlot(this.decoder.shape) * wanted;
    const made = new Batch<Row>(this.decoder, wanted, Math.max(1, Math.floor(this.batchBytes / rowBytes)));
    this.batches.add(made);
    return made;
  }

  /** Memory for a row's cache and for one more token. */
  private lengthFor(length: number): number {
    return Math.ceil((length + 1) / this.step) * this.step;
  }

  private fail(asked: Asked, error: unknown): void {
    this.end(asked);
    const known = error instanceof EmbeddedError;
    asked.reject(
      known ? error : new EmbeddedError("failed", `the model failed: ${(error as Error).message}`),
    );
  }

  private end(asked: Asked): void {
    asked.isOver = true;
    asked.forget();
    this.underWay.delete(asked);
  }
}

// Equal greedy requests are computed once: a judge often gets the same question about several candidates at once, and
// without sampling the answer is the same too.

interface Shared {
  answer: Promise<Samples>;
  stop: AbortController;
  /** The requests that still wait for it. */
  waiting: number;
}

type Ask = LanguageModel["ask"];

class SharedAnswers {
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

  /** It is cancelled when the last request that waits for it is cancelled. */
  private waitFor(shared: Shared, signal: AbortSignal | undefined): Promise<Samples> {
    shared.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (--shared.waiting === 0) shared.stop.abort();
        reject(stopped());
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener("abort", leave, { once: true });
      shared.answer.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }
}
