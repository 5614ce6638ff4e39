// A solution put to a judge turn by turn: the problem with the first step, then each further step, and after every step
// that is taken as right a short reply that says so.

import type { ChatMessage } from "../models/model.ts";
import type { stepShape } from "./built-in-prompts.ts";
import { fill, type Prompt } from "./prompt-template.ts";

/** The conversation that asks for the verdict on one step. */
export function stepConversation(
  prompt: Prompt<typeof stepShape>,
  problem: string,
  steps: readonly string[],
  asked: number,
): ChatMessage[] {
  const messages: ChatMessage[] = [];
  if (prompt.system) messages.push({ role: "system", content: prompt.system });
  for (let place = 0; place <= asked; place++) {
    const turn = place === 0 ? prompt["first step"]! : prompt["next step"]!;
    const values = { problem, step: steps[place]!, number: `${place + 1}` };
    messages.push({ role: "user", content: fill(turn, values) });
    if (place < asked)
      messages.push({ role: "assistant", content: fill(prompt["after a right step"]!, values) });
  }
  return messages;
}
