import { describe, expect, it } from "vitest";
import { type CacheShape, KeyValues } from "./key-values.ts";
import { blockLength, PrefixCache } from "./prefill.ts";

const shape: CacheShape = { type: "float32", arrays: 1, heads: 1, headSize: 1 };
const blockBytes = 4 * blockLength;
const prompt = (length: number, first = 0) => Array.from({ length }, (_, i) => (i === 0 ? first : i));

/** Stores a prompt; returns the slots whose blocks had to be made. */
function keep(cache: PrefixCache, ids: number[]): number[] {
  const made: number[] = [];
  cache.keep(ids, (slot) => {
    made.push(slot);
    return new KeyValues(shape, 1, blockLength, [Float32Array.from(ids.slice(slot, slot + blockLength))]);
  });
  return made;
}
const found = (cache: PrefixCache, ids: number[]) => cache.find(ids).flatMap(({ arrays }) => [...arrays[0]!]);

describe("the cache of prompts", () => {
  it("gives the whole blocks that a prompt shares with an earlier one", () => {
    const cache = new PrefixCache(1e6);
    expect(keep(cache, prompt(40))).toEqual([0, 16]);
    expect(found(cache, prompt(60))).toEqual(prompt(32));
    const parted = prompt(60);
    parted[20] = 999;
    expect(found(cache, parted)).toEqual(prompt(16));
    expect(found(cache, prompt(60, 7))).toEqual([]);
  });

  it("always leaves the last token to be computed", () => {
    const cache = new PrefixCache(1e6);
    keep(cache, prompt(32));
    expect(found(cache, prompt(32))).toEqual(prompt(16));
    expect(found(cache, prompt(33))).toEqual(prompt(32));
  });

  it("makes only the blocks that are new", () => {
    const cache = new PrefixCache(1e6);
    keep(cache, prompt(32));
    expect(keep(cache, prompt(70))).toEqual([32, 48]);
  });

  it("forgets what was used longest ago, and the end of a prompt before its beginning", () => {
    const cache = new PrefixCache(4 * blockBytes);
    keep(cache, prompt(32, 1));
    keep(cache, prompt(32, 2));
    found(cache, prompt(33, 1));
    keep(cache, prompt(16, 3));
    expect(found(cache, prompt(33, 1))).toHaveLength(32);
    expect(found(cache, prompt(33, 2))).toHaveLength(16);
    keep(cache, prompt(64, 4));
    expect(found(cache, prompt(65, 1))).toEqual([]);
    expect(found(cache, prompt(65, 4))).toEqual(prompt(64, 4));
  });
});
