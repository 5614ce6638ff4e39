// The response in a query. OpenRLHF sends prompt and response as one text; the whole is never graded, because prompts
// of r1-zero contain answer tags themselves.

import { withoutLastTokens } from "../../answers/index.ts";

/** If the prompt was cut on the left, this much of its end is searched for. */
const shownEnd = 200;

/** The text after the prompt, without special tokens at its end; undefined if the prompt is empty or not found. */
export function responseIn(query: string, prompt: string): string | undefined {
  if (prompt === "") return undefined;
  const start = query.startsWith(prompt) ? prompt.length : endOfCutPrompt(query, prompt);
  return start === undefined ? undefined : withoutLastTokens(query.slice(start));
}

function endOfCutPrompt(query: string, prompt: string): number | undefined {
  const end = prompt.slice(-shownEnd);
  const at = query.lastIndexOf(end);
  return at < 0 ? undefined : at + end.length;
}
