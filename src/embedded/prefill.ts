// The cache and the logits of a prompt, computed once for all its samples.

import type { Called, Decoder } from "./decoder.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { KeyValues, type Numbers } from "./key-values.ts";

export interface Prefilled {
  keyValues: KeyValues;
  /** Slots in use: the tokens of the prompt. */
  length: number;
  /** The logits of the token after the prompt. */
  logits: Float32Array;
}

/**
 * The number of tokens that go through the model at once: enough for full speed, and few enough for a large
 * vocabulary's logits.
 */
const chunkLength = 128;

const prefixBytes = 256 * 1024 * 1024;

export class Prefill {
  private readonly prefixes = new PrefixCache(prefixBytes);

  constructor(
    private readonly decoder: Decoder,
    /** The number of tokens of a call is padded to a multiple of this. */
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

/** One row: `tokens` after the first `length` slots of a cache. */
function callWith(
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

// Keeps the caches of prompts, block by block, so that a prompt with the same beginning as an earlier one is computed
// only from the first difference: the steps of one solution, and the judgements of its candidates, share nearly
// everything.

/** Slots of a block. A block begins at a multiple of this, so sums over it are bit by bit the same. */
export const blockLength = 16;

interface Block {
  parent: Block | undefined;
  name: string;
  keyValues: KeyValues | undefined;
  next: Map<string, Block>;
}

export class PrefixCache {
  private readonly root: Block = { parent: undefined, name: "", keyValues: undefined, next: new Map() };
  /** The least recently used block comes first, and a block always before the one that follows it. */
  private readonly byAge = new Set<Block>();
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** The blocks that the prompt begins with, without its last token, whose logits are always needed. */
  find(ids: readonly number[]): KeyValues[] {
    const path: Block[] = [];
    let at: Block | undefined = this.root;
    for (let end = blockLength; end < ids.length; end += blockLength) {
      at = at.next.get(nameOf(ids, end));
      if (!at) break;
      path.push(at);
    }
    this.touch(path);
    return path.map(({ keyValues }) => keyValues!);
  }

  /** Stores all complete blocks of a prompt; `blockAt` makes the block that begins at a slot. */
  keep(ids: readonly number[], blockAt: (slot: number) => KeyValues): void {
    const path: Block[] = [];
    let at = this.root;
    for (let end = blockLength; end <= ids.length; end += blockLength) {
      const name = nameOf(ids, end);
      let block = at.next.get(name);
      if (!block) {
        const keyValues = blockAt(end - blockLength);
        block = { parent: at, name, keyValues, next: new Map() };
        at.next.set(name, block);
        this.bytes += keyValues.bytes;
      }
      path.push(block);
      at = block;
    }
    this.touch(path);
    for (const oldest of this.byAge) {
      if (this.bytes <= this.mostBytes) break;
      this.byAge.delete(oldest);
      oldest.parent!.next.delete(oldest.name);
      this.bytes -= oldest.keyValues!.bytes;
    }
  }

  private touch(path: readonly Block[]): void {
    for (const block of path.toReversed()) {
      this.byAge.delete(block);
      this.byAge.add(block);
    }
  }
}

const nameOf = (ids: readonly number[], end: number): string => ids.slice(end - blockLength, end).join(" ");

// Sends three tokens through a model that was just opened, to learn facts that its file does not have.

interface TriedOut {
  vocabularySize: number;
  /**
   * Whether unused slots may be between the cache and the next token. Most models support this, because they use the
   * attention mask and position ids. If a model counts slots instead, only rows of the same length can run together.
   */
  bearsGaps: boolean;
}

const slots = 15;

/** @throws {EmbeddedError} if it cannot be run */
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

/** The logits and the cache of the first token. */
function areSame(one: Called, other: Called): boolean {
  const first = new KeyValues(other.added.shape, 1, 1);
  first.copy(other.added, { row: 0, slot: 0 }, { row: 0, slot: 0 }, 1);
  return (
    areClose(one.logits, other.logits) &&
    one.added.arrays.every((array, place) => areClose(array, first.arrays[place]!))
  );
}

/** Equal up to rounding, which the effect of a wrong position exceeds by far; also for the bits of half precision. */
function areClose(a: Numbers, b: Numbers): boolean {
  let scale = 1e-6;
  for (const value of a) scale = Math.max(scale, Math.abs(value));
  return a.every((value, place) => Math.abs(value - b[place]!) <= scale * 1e-3);
}
