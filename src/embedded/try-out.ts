// Three tokens through a model that was just opened, to learn what its file does not say.

import type { Called, Decoder } from "./decoder.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { KeyValues, type Numbers } from "./key-values.ts";
import { callWith } from "./prefill.ts";

export interface TriedOut {
  vocabularySize: number;
  /**
   * Whether slots that hold nothing may stand between what the model remembers and the next token. Most models bear
   * it, since they go by the attention mask and by positions. Where one counts slots instead, only rows of the same
   * length can run together.
   */
  bearsGaps: boolean;
}

const slots = 15;

/** @throws {EmbeddedError} when it cannot be run */
export async function tryOut(decoder: Decoder, modelPath: string): Promise<TriedOut> {
  try {
    const plain = await callWith(decoder, new KeyValues(decoder.shape, 1, 0), 0, [0, 1], 1);
    return { vocabularySize: plain.logits.length, bearsGaps: await hasSameNext(decoder, plain.added) };
  } catch (error) {
    throw new EmbeddedError("folder", `${modelPath}: it cannot be run: ${(error as Error).message}`);
  }
}

async function hasSameNext(decoder: Decoder, cache: KeyValues): Promise<boolean> {
  const next = await callWith(decoder, cache, cache.slots, [1], 1);
  const padded = await callWith(decoder, cache, cache.slots, [1], slots + 1);
  const past = new KeyValues(decoder.shape, 1, slots);
  past.copy(cache, { row: 0, slot: 0 }, { row: 0, slot: 0 }, cache.slots);
  const behindGap = await decoder.run({
    rows: 1,
    length: 1,
    ids: BigInt64Array.of(1n),
    positions: BigInt64Array.of(BigInt(cache.slots)),
    mask: new BigInt64Array(slots + 1).fill(1n, 0, cache.slots).fill(1n, slots),
    wanted: BigInt64Array.of(0n),
    past: slots,
    cache: past.arrays,
  });
  return areSame(next, padded) && areSame(next, behindGap);
}

/** Of the first token: the logits, and what is remembered of it. */
function areSame(one: Called, other: Called): boolean {
  const first = new KeyValues(other.added.shape, 1, 1);
  first.copy(other.added, { row: 0, slot: 0 }, { row: 0, slot: 0 }, 1);
  return (
    areClose(one.logits, other.logits) &&
    one.added.arrays.every((array, place) => areClose(array, first.arrays[place]!))
  );
}

/** Up to rounding, which a wrong position exceeds by far; also of the bits of half precision. */
function areClose(a: Numbers, b: Numbers): boolean {
  let scale = 1e-6;
  for (const value of a) scale = Math.max(scale, Math.abs(value));
  return a.every((value, place) => Math.abs(value - b[place]!) <= scale * 1e-3);
}
