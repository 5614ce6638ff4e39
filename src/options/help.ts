// The text of a command's help, from its declaration: usage, examples, options by group with their defaults, and notes,
// within 80 columns.

import { type Completes, nameOf, type Option, type Options } from "./option.ts";

export const columns = 80;

/** The column in which the sentences of options begin. */
const indent = 28;

export interface Example {
  /** The purpose of an example: one line. */
  does: string;
  /** The command of an example; a long one has several lines, in shell syntax. */
  typed: string;
}

/** The declaration of a command, except for its one-line description. */
export interface Declaration {
  /** The forms of the command after `assay NAME`, one on each line. */
  usage: readonly string[];
  examples: readonly [Example, Example, ...Example[]];
  options: Options;
  /** The kind of the words that belong to no option, for shell completion. */
  names?: Completes | readonly string[];
  /** Paragraphs after the options. */
  notes?: readonly string[];
}

/** @param about what the command does: a line that begins with a verb */
export function helpText(name: string, about: string, declared: Declaration): string {
  const { usage, examples, options, notes = [] } = declared;
  const sections = [
    wrap(`assay ${name}: ${about}`).join("\n"),
    ["Usage:", ...usage.map((each) => `  assay ${name}${each === "" ? "" : ` ${each}`}`)].join("\n"),
    ["Examples:", ...examples.flatMap(exampleLines)].join("\n"),
    ...groupsOf(options).map(([heading, some]) => [`${heading}:`, ...some.flatMap(optionLines)].join("\n")),
    ...notes.map((note) => wrap(note).join("\n")),
  ];
  return `${sections.join("\n\n")}\n`;
}

const exampleLines = ({ does, typed }: Example): string[] => [
  `  # ${does}`,
  ...typed.split("\n").map((line, i) => (i === 0 ? `  ${line}` : `      ${line}`)),
];

type Named = [key: string, option: Option];

/** In the order in which groups first appear. */
function groupsOf(options: Options): [heading: string, options: Named[]][] {
  const groups = new Map<string, Named[]>();
  for (const [key, option] of Object.entries(options)) {
    if (option.hidden) continue;
    const heading = option.group ?? "Options";
    groups.set(heading, [...(groups.get(heading) ?? []), [key, option]]);
  }
  return [...groups];
}

function optionLines([key, option]: Named): string[] {
  const left = leftOf(key, option);
  const right = wrap(sentenceOf(option), columns - indent);
  if (left.length + 1 >= indent) return [left, ...right.map((line) => " ".repeat(indent) + line)];
  return right.map((line, i) => (i === 0 ? left : "").padEnd(indent) + line);
}

function leftOf(key: string, option: Option): string {
  const short = option.short === undefined ? "    " : `-${option.short}, `;
  const value = option.kind.kind === "flag" ? "" : ` ${option.value}`;
  return `  ${short}--${nameOf(key, option)}${value}`;
}

/** Its sentence, its possible values, its aliases, and its default. */
function sentenceOf(option: Option): string {
  const { help, kind, aliases = [], list } = option;
  const parts = [help];
  if (kind.kind === "choice" && kind.choices.length > 1) parts.push(`One of: ${kind.choices.join(", ")}.`);
  if (list && !list.cut) parts.push("May be given several times.");
  if (list?.cut) parts.push("May be given several times, or as a list.");
  if (aliases.length > 0) parts.push(`Also: ${aliases.map((each) => `--${each}`).join(", ")}.`);
  const usually = usualOf(option);
  // A short default stays on its line.
  if (usually !== undefined) parts.push(`(default:${usually.length < 20 ? held : " "}${usually})`);
  return parts.join(" ");
}

/** A space at which no line is broken. */
const held = "\u00a0";

function usualOf({ default: value, usually, kind }: Option): string | undefined {
  if (usually !== undefined) return usually;
  if (kind.kind === "flag" || value === undefined) return undefined;
  return value === null ? "none" : String(value);
}

/** A text in lines of at most this many columns; only a longer word is wider. */
export function wrap(text: string, width = columns): string[] {
  const lines: string[] = [];
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.replaceAll(held, " "));
}

/** Names with their descriptions, as a list that fits the columns. */
export function listing(entries: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length)) + 4;
  return entries
    .flatMap(([name, about]) =>
      wrap(about, columns - width).map((line, i) => (i === 0 ? `  ${name}` : "").padEnd(width) + line),
    )
    .join("\n");
}
