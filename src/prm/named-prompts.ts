// Prompts by name. Some have the structure of published models' prompts (the messages, their content, the question for
// the verdict), but different words; a model that was trained on its own prompt needs exactly that one, from a file.

import {
  critiquePrompt,
  openrPrompt,
  poolingPrompt,
  rlhflowPrompt,
  scoringPrompt,
  skyworkPrompt,
  stepPrompt,
} from "./built-in-prompts.ts";

const groundedInstruction = `Below is one step of the solution of a mathematical problem. Examine it and decide whether it holds.

1. Check for yourself whether the reasoning follows and whether each calculation comes out.
2. Then state the label, which is "Right" or "Wrong", in a box between output tags.
3. Reply in this form:
<judge>
[what you checked, and what you found]
</judge>
<output>
By this judgement the label is: \\boxed{}
</output>`;

/** GroundedPRM's guided search: the question in one message, all earlier steps and the current one in the next. */
const groundedPrompt = `Two messages: {problem} in the first; in the second {previous_steps}, joined by blank lines, and {step}.

=== user ===
${groundedInstruction}

Here is the step:

Question: {problem}

=== user ===
{previous_steps}

Current Step: {step}
`;

/** GroundedPRM's ProcessBench: turn by turn, with its own reply after a right step. */
const groundedTurnsPrompt = `One step a turn. {problem} is the problem, {step} the step, {number} its number from 1 on.

=== system ===
${groundedInstruction}

Here is the step:

=== first step ===
{problem}

{step}

=== next step ===
{step}

=== after a right step ===
This step is: +
`;

/** R-PRM: one message with question, earlier steps and step, an analysis, and a final question. */
const rPrmPrompt = `One message: {problem}, {previous_steps} line by line, and {step}. The verdict is Yes or No.

=== user ===
You are a careful teacher of mathematics. A student solves the question below step by step. Decide whether the Now Step is correct.

Question: {problem}

Previous Steps: {previous_steps}

Now Step: {step}

Write an analysis first:
Previous Steps Analysis: what the earlier steps have established.
Now Step Analysis: what the step sets out to do, and whether that makes sense here.
Data Source Analysis: where each number and each fact of the step comes from.
Consistency Analysis: whether the step agrees with the question and with the earlier steps.
Calculation Analysis: each calculation of the step, done again.

Then conclude. The last line is "Verification: Is the step correct (Yes/No)? X", where X is Yes or No.

=== between steps ===
\\n

=== no earlier steps ===
There are none: the Now Step is the first.
`;

/** The prompts for each interface; the first one is the default. */
export const namedPrompts = {
  step: {
    steps: stepPrompt,
    groundedprm: groundedPrompt,
    "groundedprm-turns": groundedTurnsPrompt,
    "r-prm": rPrmPrompt,
  },
  rlhflow: { rlhflow: rlhflowPrompt },
  pooling: { "qwen-prm": poolingPrompt },
  scoring: { scoring: scoringPrompt },
  openr: { openr: openrPrompt },
  skywork: { skywork: skyworkPrompt },
  critique: { processbench: critiquePrompt },
} as const satisfies Record<string, Record<string, string>>;

export type PromptKind = keyof typeof namedPrompts;

/** The prompts of one kind by name. */
export const promptsOf = (kind: PromptKind): Readonly<Record<string, string>> => namedPrompts[kind];
