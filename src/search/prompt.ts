// The policy's prompt: an instruction as the system message, the problem as the user's message, and the solution so far
// as the beginning of the assistant's reply, which the server continues.

import type { Api } from "../config/apis.ts";
import type { ChatMessage } from "../models/model.ts";
import { askWith } from "../tasks/prompt.ts";
import { stepEnd } from "./candidate.ts";

export const stepwiseInstruction = `Solve the problem step by step. Put a blank line between two steps, and nowhere else. \
Each step is one short paragraph that can be checked by itself. \
The last step gives the final answer inside \\boxed{}.`;

export interface PolicyPrompt {
  /**
   * The system message; or, if it contains `{problem}`, the user's message, or the beginning of a plain completion.
   * Undefined sends only the problem.
   */
  instruction: string | undefined;
  /** Whether the policy takes messages, or one text for a plain completion. */
  api: Api;
}

export function policyPrompt(
  { instruction, api }: PolicyPrompt,
  problem: string,
  steps: readonly string[],
): ChatMessage[] | string {
  const begun = steps.map((step) => step + stepEnd).join("");
  const isWhole = instruction?.includes("{problem}") === true;
  if (api === "completions") {
    const asked = isWhole
      ? askWith(instruction!, problem)
      : [instruction, problem].filter((part) => part !== undefined).join(stepEnd) + stepEnd;
    return asked + begun;
  }
  const asked = isWhole ? askWith(instruction!, problem) : problem;
  const messages: ChatMessage[] = [{ role: "user", content: asked }];
  if (instruction !== undefined && !isWhole) messages.unshift({ role: "system", content: instruction });
  if (begun !== "") messages.push({ role: "assistant", content: begun });
  return messages;
}
