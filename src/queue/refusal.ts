// What Redis says instead of doing what it is asked: its memory is full, or the user of this address may not do it.

import { ReplyError } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";

/** Undefined where it is no answer of Redis. A transaction that was refused for one of its commands has that one's answer beside it. */
export function refusalIn(reason: unknown): string | undefined {
  if (!(reason instanceof ReplyError)) return undefined;
  const [first] = (reason as { previousErrors?: unknown[] }).previousErrors ?? [];
  return messageOf(first ?? reason);
}

/** Whether it is the memory, which may have room again. */
export const isFull = (refusal: string): boolean => /\bOOM\b/.test(refusal);

/** What is told where Redis still takes something, and the rest is needed for results. */
export const nearlyFull = "its memory is nearly full (maxmemory)";

/** A mistake of this program, and nothing that a connection or a server does. */
export const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

/** After which a refusal is news again. */
const newsMs = 60_000;

/** Says once what Redis refuses, however often it does. */
export class Refusals {
  private last = "";
  private lastAt = 0;

  constructor(private readonly say: (sentence: string) => void) {}

  tell(refusal: string): void {
    const kind = refusal === nearlyFull || isFull(refusal) ? "full" : refusal;
    const now = performance.now();
    const isNews = kind !== this.last || now - this.lastAt > newsMs;
    this.last = kind;
    this.lastAt = now;
    if (isNews) this.say(`Redis takes no units, and is asked again until it does: ${refusal}`);
  }
}
