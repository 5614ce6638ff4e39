// Replies come from any model, so the time for reading one is limited: a reply that takes longer has no verdict, and a
// note.

import { hereMs, valueWithin } from "../workers/within-time.ts";
import { type FoundVerdict, readVerdict } from "./verdict.ts";

export const tooLong = `reading the reply took longer than ${hereMs / 1000} s`;

export const verdictIn = (...reply: Parameters<typeof readVerdict>): FoundVerdict | "too long" | undefined =>
  valueWithin(() => readVerdict(...reply), "too long" as const);
