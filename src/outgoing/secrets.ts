// The secrets in use, and the one function that removes them from a text that leaves the program: to a file, a
// terminal, or a server other than their own. A server may repeat what it was sent, in an error or in an answer.

/** Shorter ones (`EMPTY`, `none`) are placeholders for servers that require a key, and may be part of an answer. */
const shortest = 8;

const inUse = new Set<string>();
/** Every spelling of every secret, the longest first, so that no part of one remains. */
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

/** A header with any name may hold a key, which is recognised by the name, or by its format. */
export function keepSecretHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!secretNames.test(name) && !looksLikeKey(value)) continue;
    keepSecret(value);
    keepSecret(value.replace(/^\S+\s+/, "")); // `Bearer KEY`
  }
}

/** The same for the values in a body, at any depth. */
export function keepSecretMembers(value: unknown, isSecret = false): void {
  if (typeof value === "string") {
    if (isSecret || looksLikeKey(value)) keepSecret(value);
  } else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) keepSecretMembers(each, isSecret || isKeyName(name));
}

// Recognises a key by the name of its field or header, and by its format.

/** Words in a name that mean that its value is a key. */
const words = new Set(
  (
    "apikey auth authentication authorization bearer cookie cookies credential credentials jwt key keys pass " +
    "passphrase passwd password pwd secret secrets token"
  ).split(" "),
);
/** The same if the words are written as one. */
const joined =
  /(?:access|account|api|auth|bearer|client|hf|id|license|private|refresh|secret|session|signing|subscription|user)(?:key|token)s?$|passw|secret|credential/;
/** Names that contain such a word, but hold no key. */
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

/** The prefixes of providers' keys, tokens in three parts, or a long word of letters and digits. */
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

// Makes text of unknown origin harmless for a terminal. Model output, data rows, run folders and servers may contain
// sequences that move the cursor, write to the clipboard, change the title or reverse the reading direction.

/** Control characters (of both sets) and those that change the reading direction; newline and tab are harmless. */
const harmful = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Each harmful character as its escape, `\u001b`. Within JSON this is the same text, so the parsed value is unchanged.
 */
export const harmless = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(harmful, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
