// What of a completion is its answer: what a model thought aloud never counts.

import { endsInThinking, replyIn } from "../answers/index.ts";
import type { Completion, Conversation } from "./task.ts";

/**
 * What follows the reasoning; undefined where the reasoning never ends. It may be opened in the text or, as many chat
 * templates have it, at the end of the prompt. The server's own field of reasoning is left out from the start.
 */
export function answerText(conversation: Conversation, { text }: Completion): string | undefined {
  const reply = replyIn(text);
  return reply === text && opensReasoning(conversation) ? undefined : reply;
}

function opensReasoning({ messages }: Conversation): boolean {
  const asked = messages.findLast(({ role }) => role === "user");
  return asked !== undefined && endsInThinking(asked.content);
}
