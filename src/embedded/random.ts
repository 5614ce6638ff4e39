// Random numbers that follow from a seed and a sample's place, and from nothing else (the generator sfc32).

import type { Seed } from "./language-model.ts";

export type Random = () => number;

/** Numbers from 0 up to 1. */
export function randomOf({ seed, index }: Seed): Random {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, index | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next(); // Until similar seeds have nothing in common.
  return () => next() / 2 ** 32;
}
