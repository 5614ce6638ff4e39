// Seeds that do not depend on time or order, so every order and concurrency draws the same.

import { hash } from "node:crypto";

/** A request's seed: the hash of the run's seed, the problem and the sample, as a positive 31-bit number. */
export function requestSeed(runSeed: number, problem: string, sample: number): number {
  return hash32(`${runSeed}\n${problem}\n${sample}`) >>> 1;
}

const hash32 = (text: string): number => Number.parseInt(hash("sha256", text, "hex").slice(0, 8), 16);

/** Numbers from 0 up to 1 derived from a text (the generator mulberry32). */
export function seededRandom(text: string): () => number {
  let state = hash32(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
