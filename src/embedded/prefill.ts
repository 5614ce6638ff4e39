// The cache and the logits of a prompt, computed once for all its samples.

import type { Called, Decoder } from "./decoder.ts";
import { KeyValues } from "./key-values.ts";
import { blockLength, PrefixCache } from "./prefix-cache.ts";

export interface Prefilled {
  keyValues: KeyValues;
  /** Slots that hold something: the tokens of the prompt. */
  length: number;
  /** For the token behind the prompt. */
  logits: Float32Array;
}

/** Tokens that go through the model at once: enough for full speed, and few enough for a large vocabulary's logits. */
const chunkLength = 128;

const prefixBytes = 256 * 1024 * 1024;

export class Prefill {
  private readonly prefixes = new PrefixCache(prefixBytes);

  constructor(
    private readonly decoder: Decoder,
    /** Calls have a multiple of so many tokens, with nothing in those that are too many. */
    private readonly granularity: number,
  ) {}

  async run(ids: readonly number[]): Promise<Prefilled> {
    const keyValues = new KeyValues(this.decoder.shape, 1, ids.length);
    let length = 0;
    for (const block of this.prefixes.find(ids)) {
      keyValues.copy(block, { row: 0, slot: 0 }, { row: 0, slot: length }, blockLength);
      length += blockLength;
    }
    let logits: Float32Array = new Float32Array();
    while (length < ids.length) {
      const chunk = ids.slice(length, length + chunkLength);
      const called = await callWith(this.decoder, keyValues, length, chunk, this.granularity);
      keyValues.copy(called.added, { row: 0, slot: 0 }, { row: 0, slot: length }, chunk.length);
      length += chunk.length;
      logits = called.logits;
    }
    this.prefixes.keep(ids, (slot) => {
      const block = new KeyValues(this.decoder.shape, 1, blockLength);
      block.copy(keyValues, { row: 0, slot }, { row: 0, slot: 0 }, blockLength);
      return block;
    });
    return { keyValues, length, logits };
  }
}

/** One row: `tokens` behind the first `length` slots of a cache. */
export function callWith(
  decoder: Decoder,
  keyValues: KeyValues,
  length: number,
  tokens: readonly number[],
  granularity: number,
): Promise<Called> {
  const padded = Math.ceil(tokens.length / granularity) * granularity;
  const past = new KeyValues(decoder.shape, 1, length);
  past.copy(keyValues, { row: 0, slot: 0 }, { row: 0, slot: 0 }, length);
  const ids = new BigInt64Array(padded);
  const positions = new BigInt64Array(padded);
  tokens.forEach((id, place) => {
    ids[place] = BigInt(id);
    positions[place] = BigInt(length + place);
  });
  return decoder.run({
    rows: 1,
    length: padded,
    ids,
    positions,
    mask: new BigInt64Array(length + padded).fill(1n, 0, length + tokens.length),
    wanted: BigInt64Array.of(BigInt(tokens.length - 1)),
    past: length,
    cache: past.arrays,
  });
}
