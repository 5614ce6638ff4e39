// What of a completion is its answer: what a model thought aloud never counts.

import { afterThinking, endsInThinking, withoutTurnEnd } from "../answers/index.ts";
import type { Completion, Conversation } from "./task.ts";

/**
 * What follows the reasoning; undefined where the reasoning never ends. It may be opened in the text or, as many chat
 * templates have it, at the end of the prompt. The server's own field of reasoning is left out from the start.
 */
export function answerText(conversation: Conversation, { text }: Completion): string | undefined {
  const from = afterThinking(withoutTurnEnd(text));
  if (from === undefined || (from === 0 && opensReasoning(conversation))) return undefined;
  return from === 0 ? text : text.slice(from);
}

function opensReasoning({ messages }: Conversation): boolean {
  const asked = messages.findLast(({ role }) => role === "user");
  return asked !== undefined && endsInThinking(asked.content);
}
