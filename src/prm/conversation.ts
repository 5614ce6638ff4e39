// Puts a step to a judge in one of two ways. Turn by turn: the problem with the first step, then each further step, and
// after every step that is taken as right a short reply that says so. Or in complete messages, with the earlier steps
// as one text.

import type { ChatMessage } from "../models/model.ts";
import {
  checkPlaceholders,
  fill,
  fillWithSteps,
  listOf,
  PromptError,
  type PromptShape,
  readPrompt,
  requireKnown,
  type SectionShape,
  type StepListPrompt,
  sectionsIn,
  stepListShape,
} from "./prompt-template.ts";

const values = ["problem", "step", "number", "steps", "previous_steps"] as const;

const turnShape = {
  system: { needs: [], may: ["problem"], optional: true },
  "first step": { needs: ["problem", "step"], may: values },
  "next step": { needs: ["step"], may: values },
  "after a right step": { needs: [], may: values },
  ...stepListShape,
} as const satisfies PromptShape;

const roles = ["system", "user", "assistant"] as const;
const message: SectionShape = { needs: [], may: values };
const messageShape = { system: message, user: message, assistant: message, ...stepListShape };

/** How a step is put to a judge. */
export type StepPrompt = StepListPrompt &
  (
    | { messages: readonly ChatMessage[]; turns?: undefined }
    | { turns: { system?: string; first: string; next: string; afterRight: string }; messages?: undefined }
  );

/** A prompt with a section `user` consists of complete messages; any other goes turn by turn. @throws {PromptError} */
export function readStepPrompt(text: string, name: string): StepPrompt {
  const sections = sectionsIn(text, name);
  if (sections.some((section) => section.name === "user")) return readMessages(text, name);
  const { system, ...read } = readPrompt(text, turnShape, name);
  const turns = {
    ...(system === undefined ? {} : { system }),
    first: read["first step"]!,
    next: read["next step"]!,
    afterRight: read["after a right step"]!,
  };
  return { ...listSections(read), turns };
}

function readMessages(text: string, name: string): StepPrompt {
  const messages: ChatMessage[] = [];
  const rest: string[] = [];
  for (const section of sectionsIn(text, name)) {
    requireKnown(section, messageShape);
    const role = roles.find((each) => each === section.name);
    if (role === undefined) rest.push(`=== ${section.name} ===\n${section.content}`);
    else {
      checkPlaceholders(section, message);
      if (section.content !== "") messages.push({ role, content: section.content });
    }
  }
  const holds = (...names: string[]) =>
    messages.some(({ content }) => names.some((each) => content.includes(`{${each}}`)));
  if (!holds("problem")) throw new PromptError(`${name}: one of the messages must contain {problem}`);
  if (!holds("step", "steps"))
    throw new PromptError(`${name}: one of the messages must contain {step} or {steps}`);
  return { ...listSections(readPrompt(rest.join("\n"), stepListShape, name)), messages };
}

const listSections = (read: StepListPrompt): StepListPrompt =>
  Object.fromEntries(
    Object.keys(stepListShape).flatMap((section) => {
      const content = read[section as keyof StepListPrompt];
      return content === undefined ? [] : [[section, content]];
    }),
  );

/** The conversation that asks for the verdict on one step. */
export function stepConversation(
  prompt: StepPrompt,
  problem: string,
  steps: readonly string[],
  asked: number,
): ChatMessage[] {
  const filled = (section: string, place: number): string => {
    const known = { problem, step: steps[place]!, number: `${place + 1}` };
    const isList = section.includes("steps}");
    if (!isList) return fill(section, known);
    const all = { ...known, steps: listOf(prompt, steps.slice(0, place + 1)) };
    return fillWithSteps(section, prompt, all, steps.slice(0, place));
  };
  if (prompt.messages) {
    return prompt.messages
      .map(({ role, content }) => ({ role, content: filled(content, asked) }))
      .filter(({ content }) => content !== "");
  }
  const { system, first, next, afterRight } = prompt.turns;
  const messages: ChatMessage[] = [];
  if (system) messages.push({ role: "system", content: filled(system, asked) });
  for (let place = 0; place <= asked; place++) {
    messages.push({ role: "user", content: filled(place === 0 ? first : next, place) });
    if (place < asked) messages.push({ role: "assistant", content: filled(afterRight, place) });
  }
  return messages;
}
