// The content of a `\boxed{…}`, as the reference reads it: braces are counted, escaped or not.

const box = "\\boxed";

export const hasBox = (text: string): boolean => text.includes(box);

/**
 * The content of the last `\boxed{…}`; undefined if there is none, if its braces do not balance, or if it is not
 * followed by a brace.
 */
export function lastBoxed(text: string): string | undefined {
  const start = text.lastIndexOf(box) + box.length;
  if (start < box.length || text[start] !== "{") return undefined;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return text.slice(start + 1, i);
  }
  return undefined;
}
