// Steps as one text within a prompt: how each is written, what stands between two, and what is said where there are none.

import { fill, type SectionShape } from "./prompt-template.ts";

/** Optional sections of every prompt that shows several steps at once. */
export const stepListShape = {
  "each step": { needs: ["step"], may: ["number"], optional: true },
  "between steps": { needs: [], optional: true },
  "no earlier steps": { needs: [], optional: true },
} as const satisfies Record<string, SectionShape>;

export type StepListPrompt = { [section in keyof typeof stepListShape]?: string };

/** A blank line unless the prompt says otherwise; there `\n` stands for the end of a line. */
export function listOf(prompt: StepListPrompt, steps: readonly string[]): string {
  const between = prompt["between steps"]?.replaceAll("\\n", "\n").replaceAll("\\t", "\t") ?? "\n\n";
  const each = prompt["each step"];
  if (each === undefined) return steps.join(between);
  return steps.map((step, place) => fill(each, { step, number: `${place + 1}` })).join(between);
}

/**
 * Fills a section that may show the steps before the one that is judged. Before the first step there are none: then
 * the prompt's own words for that stand there, or the line goes, with the blank lines after it.
 */
export function fillWithSteps(
  section: string,
  prompt: StepListPrompt,
  values: Readonly<Record<string, string>>,
  before: readonly string[],
): string {
  if (before.length > 0) return fill(section, { ...values, previous_steps: listOf(prompt, before) });
  const none = prompt["no earlier steps"];
  if (none !== undefined) return fill(section, { ...values, previous_steps: none });
  return fill(withoutLine(section), { ...values, previous_steps: "" });
}

const withoutLine = (section: string): string =>
  section.replace(/^[ \t]*\{previous_steps\}[ \t]*(?:\n+|$)/gm, "").replace(/\n+$/, "");
