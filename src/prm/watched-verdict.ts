// Replies come from any model, so the time for reading one is limited: a reply that takes longer has no verdict, and a
// note. The limit costs more than reading a short reply, and judges repeat the same few words, so these are read once.

import { hereMs, valueWithin } from "../workers/within-time.ts";
import { type LabelPair, usualLabels } from "./labels.ts";
import { type FoundVerdict, readVerdict } from "./verdict.ts";

export const tooLong = `reading the reply took longer than ${hereMs / 1000} s`;

type Read = FoundVerdict | "too long" | undefined;

/** Characters of a reply that is remembered, and the number of such replies for each list of labels. */
const longestKnown = 80;
const mostKnown = 1000;
const known = new WeakMap<readonly LabelPair[], Map<string, Read>>();

export function verdictIn(text: string, labels = usualLabels, isCutOff = false): Read {
  const read = (): Read => valueWithin(() => readVerdict(text, labels, isCutOff), "too long" as const);
  if (text.length > longestKnown) return read();
  let replies = known.get(labels);
  if (!replies || replies.size >= mostKnown) {
    replies = new Map();
    known.set(labels, replies);
  }
  const key = `${isCutOff} ${text}`;
  if (!replies.has(key)) replies.set(key, read());
  return replies.get(key);
}
