// What counts as a word, a space and punctuation where the QA references were written. JavaScript's own `\b`
// and `\s` draw the lines elsewhere: they know ASCII words only, and other spaces.

const space = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const word = "\\p{L}\\p{N}_";

const spaces = new RegExp(`[${space}]+`, "u");

/** The 32 punctuation characters of ASCII. */
export const asciiPunctuation = /[!-/:-@[-`{-~]/g;

export function splitWords(text: string): string[] {
  return text.split(spaces).filter((token) => token !== "");
}

/** A pattern that finds any of these as whole words. */
export function wholeWords(words: readonly string[]): RegExp {
  return new RegExp(`(?<![${word}])(?:${words.join("|")})(?![${word}])`, "gu");
}
