// Prompts as plain text that a user can replace: sections under headings such as `=== system ===`, with placeholders in
// braces. Text before the first heading is a remark and is not sent.

import { ExpectedError } from "../errors/expected-error.ts";

/** A prompt that cannot be used: correct the place that the message names. */
export class PromptError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "PromptError";
  }
}

/**
 * The placeholders that a section must contain, and those that it may contain; a section that is not optional is
 * required.
 */
export interface SectionShape {
  needs: readonly string[];
  may?: readonly string[];
  optional?: true;
}

/** The possible sections of a kind of prompt. */
export type PromptShape = Readonly<Record<string, SectionShape>>;

/** The text of each section. */
export type Prompt<Shape extends PromptShape> = { [Section in keyof Shape]?: string };

interface PromptSection {
  name: string;
  content: string;
  /** Its place, for errors. */
  where: string;
}

const heading = /^===[ \t]*([^=]*?)[ \t]*===[ \t]*$/;

/** All sections in order. @param name the name of the prompt in errors, for example a file's path */
export function sectionsIn(text: string, name: string): PromptSection[] {
  const sections: (PromptSection & { lines: string[] })[] = [];
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const section = heading.exec(line)?.[1];
    if (section === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ name: section, content: "", where: `${name}, line ${place + 1}`, lines: [] });
  }
  return sections.map(({ lines, ...section }) => ({
    ...section,
    content: lines.join("\n").replace(/^\n+|\s+$/g, ""),
  }));
}

/** Each section at most once. @throws {PromptError} */
export function readPrompt<Shape extends PromptShape>(
  text: string,
  shape: Shape,
  name: string,
): Prompt<Shape> {
  const sections = new Map<string, PromptSection>();
  for (const section of sectionsIn(text, name)) {
    requireKnown(section, shape);
    if (sections.has(section.name))
      throw new PromptError(`${section.where}: the section '${section.name}' appears twice`);
    sections.set(section.name, section);
  }
  const read: Record<string, string> = {};
  for (const [section, { needs, optional }] of Object.entries(shape)) {
    const found = sections.get(section);
    if (!found || found.content === "") {
      if (optional) continue;
      throw new PromptError(`${name}: the section '=== ${section} ===' is missing`);
    }
    checkPlaceholders(found, shape[section]!);
    const missing = needs.find((placeholder) => !found.content.includes(`{${placeholder}}`));
    if (missing) throw new PromptError(`${name}: the section '=== ${section} ===' must contain {${missing}}`);
    read[section] = found.content;
  }
  return read as Prompt<Shape>;
}

/** @throws {PromptError} */
export function requireKnown({ name, where }: PromptSection, shape: PromptShape): void {
  if (Object.hasOwn(shape, name)) return;
  const known = Object.keys(shape).join(", ");
  throw new PromptError(`${where}: there is no section '${name}' here; there is ${known}`);
}

/** An unknown name in braces is an error, unless it belongs to LaTeX or has double braces. @throws {PromptError} */
export function checkPlaceholders(
  { name, content, where }: PromptSection,
  { needs, may = [] }: SectionShape,
): void {
  const known = [...needs, ...may];
  for (const { groups } of content.matchAll(placeholder)) {
    const { command, placed } = groups!;
    if (placed === undefined || command !== undefined || known.includes(placed)) continue;
    const there =
      known.length === 0
        ? "there are no placeholders"
        : `the placeholders are ${known.map((each) => `{${each}}`).join(", ")}`;
    throw new PromptError(
      `${where}: {${placed}} is not a placeholder of '=== ${name} ==='; ${there}. Write {{${placed}}} for the braces themselves`,
    );
  }
}

/** `{name}`, `{{name}}` for the text itself, and `\boxed{name}`, which is LaTeX unless the name is a placeholder. */
const placeholder = /(?<command>\\[A-Za-z]+)?(?:\{\{(?<literal>[a-z_]+)\}\}|\{(?<placed>[a-z_]+)\})/g;

/** Replaces placeholders by values; values are not searched for placeholders, and other braces stay. */
export function fill(section: string, values: Readonly<Record<string, string>>): string {
  let parts = cut.get(section);
  if (!parts) {
    parts = cutUp(section);
    cut.set(section, parts);
  }
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return Object.hasOwn(values, part.name) ? values[part.name]! : part.text;
    })
    .join("");
}

type Part = string | { name: string; text: string };

/** Parsed sections, split at their placeholders. */
const cut = new Map<string, Part[]>();

function cutUp(section: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: text, index, groups } of section.matchAll(placeholder)) {
    const { command = "", literal, placed } = groups!;
    parts.push(section.slice(from, index) + command);
    if (literal !== undefined) parts.push(command === "" ? `{${literal}}` : `{{${literal}}}`);
    else parts.push({ name: placed!, text: `{${placed}}` });
    from = index + text.length;
  }
  return [...parts, section.slice(from)];
}

// Steps as one text within a prompt: the form of each step, the text between two, and the text if there are none.

/** Optional sections of every prompt that shows several steps at once. */
export const stepListShape = {
  "each step": { needs: ["step"], may: ["number"], optional: true },
  "between steps": { needs: [], optional: true },
  "no earlier steps": { needs: [], optional: true },
} as const satisfies Record<string, SectionShape>;

export type StepListPrompt = { [section in keyof typeof stepListShape]?: string };

/** A blank line by default; in the prompt, `\n` stands for a line break. */
export function listOf(prompt: StepListPrompt, steps: readonly string[]): string {
  const between = prompt["between steps"]?.replaceAll("\\n", "\n").replaceAll("\\t", "\t") ?? "\n\n";
  const each = prompt["each step"];
  if (each === undefined) return steps.join(between);
  return steps.map((step, place) => fill(each, { step, number: `${place + 1}` })).join(between);
}

/**
 * Fills a section that may contain the steps before the one that is judged. Before the first step there are none: then
 * the prompt's own text for that case is used, or the line is removed, with the blank lines after it.
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
