// The secrets in use, and the one way to take them out of a text that leaves the program: into a file, to a terminal, or
// to a server other than the one that is meant to know them. A server may repeat what it was sent, in an error or in
// the middle of an answer.

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

/** A header may carry a key under any name: it is recognised by the name, or by the shape of the key. */
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

// What a key looks like: by the name of the member or header that holds it, and by its own look.

/** Words of a name that say that its value is a key. */
const words = new Set(
  (
    "apikey auth authentication authorization bearer cookie cookies credential credentials jwt key keys pass " +
    "passphrase passwd password pwd secret secrets token"
  ).split(" "),
);
/** The same where the words are written as one. */
const joined =
  /(?:access|account|api|auth|bearer|client|hf|id|license|private|refresh|secret|session|signing|subscription|user)(?:key|token)s?$|passw|secret|credential/;
/** Names that hold such a word, and no key. */
const harmlessName =
  /^prompt_?cache_?key$|^(?:bos|eos|pad|sep|stop|unk|mask|end|start)_?token$|token_?ids?$/i;

/** `access_key`, `subscription-key`, `hfToken`, `auth`; numbers of tokens are not keys. */
export function isKeyName(name: string): boolean {
  if (harmlessName.test(name)) return false;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return parts.some((part) => words.has(part) || joined.test(part));
}

/** The prefixes that providers give their keys, tokens in three parts, or a long word of letters and digits. */
const shape = new RegExp(
  [
    String.raw`^(?:Bearer|Basic|Token)\s+\S{8,}$`,
    "^(?:sk|pk|rk|hf|gsk|xai|gh[opsu]|github_pat|glpat|nvapi|r8|fw|tgp|pplx|xox[abps]|dop_v1)[-_]\\S{8,}",
    String.raw`^(?:AKIA|ASIA|AIza|ya29\.)\S{12,}`,
    String.raw`^eyJ[\w-]{8,}\.[\w-]+`,
    String.raw`^(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9_-]{32,}$`,
  ].join("|"),
);

export const looksLikeKey = (value: string): boolean => shape.test(value.trim());

// Text of unknown origin, made harmless to a terminal. Model output, data rows, run folders and servers may hold
// sequences that move the cursor, write to the clipboard, change the title or turn the reading direction.

/** Control characters (of both sets) and those that turn the reading direction; newline and tab are harmless. */
const harmful = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Each harmful character as its escape, `\u001b`. Within JSON that is the same text, so that what a program reads is
 * unchanged.
 */
export const harmless = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(harmful, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
