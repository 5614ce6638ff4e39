// What of a completion is its answer: what a model thought aloud never counts.

import type { Completion, Conversation } from "./task.ts";

const open = "<think>";
const close = "</think>";

/**
 * What follows the reasoning; undefined where the reasoning never ends. It may be opened in the text or, as many chat
 * templates have it, at the end of the prompt. The server's own field of reasoning is left out from the start.
 */
export function answerText(conversation: Conversation, { text }: Completion): string | undefined {
  const closed = text.lastIndexOf(close);
  if (text.lastIndexOf(open) > closed) return undefined;
  if (closed >= 0) return text.slice(closed + close.length);
  return opensReasoning(conversation) ? undefined : text;
}

function opensReasoning({ messages }: Conversation): boolean {
  const asked = messages.findLast(({ role }) => role === "user");
  return asked?.content.trimEnd().endsWith(open) === true;
}
