// Prompts as plain text that a user can replace: sections under headings such as `=== system ===`, with placeholders in
// braces. What stands before the first heading is a remark and is not sent.

/** A prompt that cannot be used as it is written: mend the place that the message names. */
export class PromptError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PromptError";
  }
}

/** The sections that a kind of prompt may have, with the placeholders that each must hold. */
export type PromptShape = Readonly<Record<string, { needs: readonly string[]; optional?: true }>>;

/** What each section says. */
export type Prompt<Shape extends PromptShape> = { [Section in keyof Shape]?: string };

const heading = /^===[ \t]*([^=]*?)[ \t]*===[ \t]*$/;

/** @param name what the prompt is called in errors, a file's path for example */
export function readPrompt<Shape extends PromptShape>(
  text: string,
  shape: Shape,
  name: string,
): Prompt<Shape> {
  const sections = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const section = heading.exec(line)?.[1];
    if (section === undefined) {
      lines?.push(line);
      continue;
    }
    const where = `${name}, line ${place + 1}`;
    if (!Object.hasOwn(shape, section)) {
      throw new PromptError(
        `${where}: there is no section '${section}' here; there is ${Object.keys(shape).join(", ")}`,
      );
    }
    if (sections.has(section)) throw new PromptError(`${where}: the section '${section}' was there before`);
    lines = [];
    sections.set(section, lines);
  }
  const read: Record<string, string> = {};
  for (const [section, { needs, optional }] of Object.entries(shape)) {
    const content = sections
      .get(section)
      ?.join("\n")
      .replace(/^\n+|\s+$/g, "");
    if (content === undefined || content === "") {
      if (optional) continue;
      throw new PromptError(`${name}: the section '=== ${section} ===' is missing`);
    }
    const missing = needs.find((placeholder) => !content.includes(`{${placeholder}}`));
    if (missing) {
      throw new PromptError(`${name}: the section '=== ${section} ===' must hold {${missing}}`);
    }
    read[section] = content;
  }
  return read as Prompt<Shape>;
}

/** Puts values where their placeholders stand; nothing in a value is a placeholder, and other braces stay. */
export function fill(section: string, values: Readonly<Record<string, string>>): string {
  let parts = cut.get(section);
  if (!parts) {
    parts = section.split(/\{([a-z]+)\}/);
    cut.set(section, parts);
  }
  let filled = parts[0]!;
  for (let place = 1; place < parts.length; place += 2) {
    const name = parts[place]!;
    filled += (Object.hasOwn(values, name) ? values[name]! : `{${name}}`) + parts[place + 1]!;
  }
  return filled;
}

/** Sections that were filled before, cut at their placeholders: texts and names in turn. */
const cut = new Map<string, string[]>();
