// The default prompts, one for each interface. Prompts in the structure of published models are in named-prompts.ts.

import { type PromptShape, stepListShape } from "./prompt-template.ts";

export const stepPrompt = `The judge is given one step a turn. {problem} is the problem, {step} the step, {number} its number from 1 on.

=== system ===
You check the solution of a mathematical problem, one step at a time. The first message gives the problem and the first step; every later message gives the next step.

Judge only the newest step. Take the problem as it is stated and the earlier steps as settled. Work the step out for yourself: check each calculation, each use of a theorem or of an earlier result, and whether the conclusion follows. A step that only plans or restates is right unless it says something false.

When you have decided, end your reply with a line that holds nothing but [Right], or [Wrong] if there is a mistake in the step.

=== first step ===
{problem}

{step}

=== next step ===
{step}

=== after a right step ===
[Right]
`;

/** The training format of reward models of the RLHFlow kind. */
export const rlhflowPrompt = `The model answers each step with + or -. {problem} is the problem, {step} the step, {number} its number from 1 on.

=== first step ===
{problem} {step}

=== next step ===
{step}

=== after a right step ===
+
`;

/**
 * A solution for a pooling model, which returns a row for each step; \`input\` instead of the others sends plain text.
 */
export const poolingShape = {
  system: { needs: [], optional: true },
  question: { needs: ["problem"], optional: true },
  solution: { needs: ["steps"], may: ["problem"], optional: true },
  input: { needs: ["problem", "steps"], optional: true },
} satisfies PromptShape;

export const poolingPrompt = `{problem} is the problem, {steps} the steps, each followed by the separator.

=== system ===
Please reason step by step, and put your final answer within \\boxed{}.

=== question ===
{problem}

=== solution ===
{steps}
`;

/** OpenR's format: one text, in which its tag follows each step. */
export const openrShape = { input: { needs: ["problem", "steps"] } } satisfies PromptShape;

export const openrPrompt = `{problem} is the problem, {steps} the steps, each followed by a space and the tag.

=== input ===
{problem} {steps}
`;

/** The text before the steps for Skywork's plug-in; a newline follows it. */
export const skyworkShape = { question: { needs: ["problem"] } } satisfies PromptShape;

export const skyworkPrompt = `{problem} is the problem. The reference puts the tokenizer's bos_token before it: name that of your model.

=== question ===
<|endoftext|>{problem}
`;

/** Texts after which the probabilities of two tokens are compared: the query, followed by one item for each step. */
export const scoringShape = {
  query: { needs: ["problem"] },
  item: { needs: ["steps"], may: ["problem", "step", "previous_steps", "number"] },
  ...stepListShape,
} satisfies PromptShape;

export const scoringPrompt = `{problem} is the problem, {steps} the solution up to and including the step that is judged, {step} that step.
An item is put behind the query, with a blank line between.

=== query ===
A mathematical problem:

{problem}

The beginning of a solution:

=== item ===
{steps}

Is the last step above right? Answer with one word, Right or Wrong.
Answer:
`;

/** A whole solution in one message. */
export const critiqueShape = {
  system: { needs: [], may: ["problem", "last"], optional: true },
  question: { needs: ["problem"], may: ["paragraphs", "steps", "last"] },
  "each step": stepListShape["each step"],
  "between steps": stepListShape["between steps"],
} satisfies PromptShape;

export const critiquePrompt = `{problem} is the problem, {paragraphs} the solution with its steps in <paragraph_0> … tags, {last} the last index.

=== question ===
Below are a mathematical problem and a solution that somebody wrote. The solution is cut into paragraphs, each between tags that carry its index, from 0 to {last}.

[Problem]
{problem}

[Solution]
{paragraphs}

Go through the paragraphs in order and check each one. As soon as you come upon a paragraph with a mistake, stop: the answer is the index of this first wrong paragraph. If every paragraph is right, the answer is -1.

Close with the answer alone, as a number, in \\boxed{}.
`;
