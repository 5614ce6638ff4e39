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
const harmless = /^prompt_?cache_?key$|^(?:bos|eos|pad|sep|stop|unk|mask|end|start)_?token$|token_?ids?$/i;

/** `access_key`, `subscription-key`, `hfToken`, `auth`; numbers of tokens are none. */
export function isKeyName(name: string): boolean {
  if (harmless.test(name)) return false;
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
