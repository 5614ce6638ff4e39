// Draws one token from the logits.

import type { Sampling, Seed } from "./language-model.ts";

type DrawOptions = Pick<Sampling, "temperature" | "topP" | "topK">;

/**
 * Temperature, then the K most likely tokens, then the fewest of these that make up P. Of equally likely tokens, the
 * first has precedence.
 */
export function drawToken(logits: Float32Array, options: DrawOptions, random: Random): number {
  const { temperature = 1, topP = 1, topK = logits.length } = options;
  const best = mostLikely(logits);
  if (temperature === 0 || topK === 1) return best;
  const weights = new Float64Array(logits.length);
  for (let id = 0; id < logits.length; id++)
    weights[id] = Math.exp((logits[id]! - logits[best]!) / temperature);
  if (topK < logits.length || topP < 1) keepLikely(weights, byLikelihood(logits), topK, topP);
  let sum = 0;
  for (const weight of weights) sum += weight;
  let rest = random() * sum;
  for (let id = 0; id < weights.length; id++) {
    rest -= weights[id]!;
    if (rest < 0) return id;
  }
  return best; // Only rounding errors lead here.
}

/** This logit takes the probability from all others. */
function keepLikely(weights: Float64Array, order: Uint32Array, topK: number, topP: number): void {
  let sum = 0;
  for (const id of order.slice(0, topK)) sum += weights[id]!;
  const enough = sum * topP;
  let had = 0;
  order.forEach((id, place) => {
    if (place > 0 && (place >= topK || had >= enough)) weights[id] = 0;
    else had += weights[id]!;
  });
}

/** All tokens, the most likely first. */
const byLikelihood = (logits: Float32Array): Uint32Array =>
  Uint32Array.from(logits, (_, id) => id).sort((a, b) => logits[b]! - logits[a]! || a - b);

function mostLikely(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if (logits[id]! > logits[best]!) best = id;
  return best;
}

/** The logarithm of the sum of all exponentials: a token's logprob is its logit minus this. */
export function logSum(logits: Float32Array): number {
  const most = logits[mostLikely(logits)]!;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return most + Math.log(sum);
}

/** The K most likely tokens, the most likely first. */
export function topTokens(logits: Float32Array, k: number): number[] {
  const top: number[] = [];
  for (let id = 0; id < logits.length; id++) {
    if (top.length === k && logits[id]! <= logits[top[k - 1]!]!) continue;
    let place = top.length;
    while (place > 0 && logits[top[place - 1]!]! < logits[id]!) place--;
    top.splice(place, 0, id);
    if (top.length > k) top.pop();
  }
  return top;
}

// Random numbers that depend only on a seed and a sample's index (the generator sfc32).

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
  for (let round = 0; round < 15; round++) next(); // The first outputs are discarded, so that similar seeds have nothing in common.
  return () => next() / 2 ** 32;
}
