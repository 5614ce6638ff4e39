// The secrets in use, and the one way to take them out of a text that leaves the program: into a file, to a terminal, or
// to a server other than the one that is meant to know them. A server may repeat what it was sent, in an error or in
// the middle of an answer.

import { isKeyName, looksLikeKey } from "./key-look.ts";

/** Shorter ones (`EMPTY`, `none`) are words to satisfy a server that wants a key, and may well be part of an answer. */
const shortest = 8;

const inUse = new Set<string>();
/** Every spelling of every secret, the longest first, so that none is left in pieces. */
let spellings: string[] = [];

export function keepSecret(secret: string | undefined): void {
  const text = secret?.trim() ?? "";
  if (text.length < shortest || inUse.has(text)) return;
  inUse.add(text);
  const all = [...inUse].flatMap((each) => [
    each,
    JSON.stringify(each).slice(1, -1),
    encodeURIComponent(each),
  ]);
  spellings = [...new Set(all)].sort((a, b) => b.length - a.length);
}

export function forgetSecrets(): void {
  inUse.clear();
  spellings = [];
}

export function withoutSecrets(text: string): string {
  let left = text;
  for (const each of spellings) if (left.includes(each)) left = left.replaceAll(each, "[key]");
  return left;
}

const secretNames = /auth|key|token|secret|pass|cookie|credential/i;

/** A header may carry a key under any name: it is told by the name, or by the look of the key. */
export function keepSecretHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!secretNames.test(name) && !looksLikeKey(value)) continue;
    keepSecret(value);
    keepSecret(value.replace(/^\S+\s+/, "")); // `Bearer KEY`
  }
}

/** The same for what a body holds, at any depth. */
export function keepSecretMembers(value: unknown, isSecret = false): void {
  if (typeof value === "string") {
    if (isSecret || looksLikeKey(value)) keepSecret(value);
  } else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) keepSecretMembers(each, isSecret || isKeyName(name));
}
