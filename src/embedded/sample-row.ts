// One sample in progress: it draws its next token from the logits, and decides when it has ended.

import type { BatchRow } from "./batch.ts";
import { drawToken, logSum, type Random, randomOf, topTokens } from "./draw-token.ts";
import { EmbeddedError } from "./embedded-error.ts";
import type { Delta, Sample, Sampling, Seed, TokenLogprob } from "./language-model.ts";
import type { TextTokens } from "./text-tokens.ts";

interface RowOptions {
  tokens: TextTokens;
  endIds: ReadonlySet<number>;
  sampling: Sampling;
  seed: Seed;
  /** The number of tokens of the prompt. */
  length: number;
  /** The maximum number of tokens to draw. */
  most: number;
  /** Called with text as soon as it is final. */
  onDelta?: ((delta: Omit<Delta, "sample">) => void) | undefined;
}

export class SampleRow implements BatchRow {
  length: number;
  next = 0;
  private readonly random: Random;
  private readonly text: GrowingText;
  private readonly drawn: TokenLogprob[] = [];
  private count = 0;
  private told = { characters: 0, tokens: 0 };

  constructor(private readonly options: RowOptions) {
    const { tokens, seed, sampling, length } = options;
    this.length = length;
    this.random = randomOf(seed);
    this.text = new GrowingText((ids) => tokens.decode(ids), sampling.stop);
  }

  /** Draws a token; returns the sample if it ends with it. */
  draw(logits: Float32Array): Sample | undefined {
    const { sampling, endIds, most } = this.options;
    const id = drawToken(logits, sampling, this.random);
    if (!Number.isFinite(logits[id]))
      throw new EmbeddedError("failed", "the model's logits are not numbers for this prompt");
    this.count++;
    if (endIds.has(id)) return this.end("stop", this.text.end());
    if (sampling.topLogprobs !== undefined) this.report(id, logits, sampling.topLogprobs);
    const stop = this.text.push(id);
    if (stop !== undefined) return this.end("stop", stop);
    if (this.count >= most) {
      const late = this.text.end();
      return this.end(late === undefined ? "length" : "stop", late);
    }
    this.next = id;
    this.tell(this.text.settled);
    return undefined;
  }

  private end(finish: Sample["finish"], stop: string | undefined): Sample {
    const { text } = this.text;
    this.tell(text.length);
    return {
      text,
      finish,
      stopReason: stop ?? null,
      tokens: this.count,
      ...(this.options.sampling.topLogprobs === undefined ? {} : { logprobs: this.upTo(text.length, 0) }),
    };
  }

  private report(id: number, logits: Float32Array, top: number): void {
    const { tokens } = this.options;
    const sum = logSum(logits);
    const logprob = (of: number) => ({ token: tokens.textOf(of), logprob: logits[of]! - sum });
    this.drawn.push({
      ...logprob(id),
      top: topTokens(logits, top).map(logprob),
      start: this.text.text.length,
    });
  }

  private tell(characters: number): void {
    const { onDelta, sampling } = this.options;
    const { told } = this;
    if (!onDelta || characters <= told.characters) return;
    const logprobs = this.upTo(characters, told.tokens);
    onDelta({
      text: this.text.text.slice(told.characters, characters),
      ...(sampling.topLogprobs === undefined ? {} : { logprobs }),
    });
    this.told = { characters, tokens: told.tokens + logprobs.length };
  }

  /** The tokens whose text begins before this place. */
  private upTo(characters: number, from: number): TokenLogprob[] {
    return this.drawn.slice(from).filter(({ start }) => start < characters);
  }
}

// The text of a sample while its tokens arrive: a character may be spread over several tokens, and so may a stop
// string.

export class GrowingText {
  text = "";
  private readonly ids: number[] = [];
  /** Tokens from here on are decoded again with each new one, because a decoder may join neighbours. */
  private from = 0;
  /** Tokens up to here are in the text. */
  private read = 0;

  constructor(
    private readonly decode: (ids: readonly number[]) => string,
    private readonly stops: readonly string[] = [],
  ) {}

  /** Adds a token; returns the stop string that ends the text with it, if there is one. */
  push(id: number): string | undefined {
    this.ids.push(id);
    const more = this.unread();
    if (more === "" || more.endsWith("\ufffd")) return undefined; // Half a character: the rest is to come.
    return this.take(more);
  }

  /** Adds the text that was held back, because no more tokens will come. */
  end(): string | undefined {
    return this.take(this.unread());
  }

  /** This many characters can no longer become part of a stop string. */
  get settled(): number {
    const { text, stops } = this;
    for (let start = Math.max(0, text.length - longest(stops) + 1); start < text.length; start++)
      if (stops.some((stop) => stop.startsWith(text.slice(start)))) return start;
    return text.length;
  }

  private unread(): string {
    const known = this.decode(this.ids.slice(this.from, this.read));
    return this.decode(this.ids.slice(this.from)).slice(known.length);
  }

  private take(more: string): string | undefined {
    const before = this.text.length;
    this.text += more;
    this.from = this.read;
    this.read = this.ids.length;
    let [end, found] = [this.text.length, undefined as string | undefined];
    for (const stop of this.stops) {
      const at = this.text.indexOf(stop, Math.max(0, before - stop.length + 1));
      if (at >= 0 && at < end) [end, found] = [at, stop];
    }
    this.text = this.text.slice(0, end);
    return found;
  }
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.max(most, length), 0);
