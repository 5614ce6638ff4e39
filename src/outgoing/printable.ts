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
