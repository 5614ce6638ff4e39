// Marks that stand in a row are one list: `\boxed{1} and \boxed{2}`, `$x=\boxed{1}$, $y=\boxed{2}$`.

import type { ExplicitMark } from "./explicit.ts";
import type { Marked } from "./mark.ts";

/** What one mark of a row holds. */
export interface Labelled {
  kind: "part";
  answer: string;
  start: number;
  end: number;
  mark: ExplicitMark;
  whole?: string;
  rivals?: readonly string[];
  items?: readonly string[];
}

const joins =
  /^(?:[\s,;$&、，；]|\\[,;:! ()[\]]|\\q?quad(?![A-Za-z])|\\(?:text|mathrm|mbox)\s*\{\s*(?:,|and|or|,\s*and)\s*\}|~|(?<![\p{L}])(?:and|or)(?![\p{L}])|[和或及与]|\p{L}(?:_\{?\w\}?)?\s*=)*$/iu;

/** From which mark on they are joined by nothing, or by nothing but commas, `and`, `or` and names. */
export function joinedFrom(text: string, marks: readonly Marked[]): number {
  let first = marks.length - 1;
  while (first > 0 && areJoined(text, marks[first - 1]!, marks[first]!)) first--;
  return first;
}

const longestJoin = 80;

function areJoined(text: string, a: Marked, b: Marked): boolean {
  if (b.from - a.to >= longestJoin) return false;
  return joins.test(text.slice(a.to, b.from));
}

const gaps = (text: string, marks: readonly Marked[]): string[] =>
  marks.slice(1).map((mark, i) => text.slice(marks[i]!.to, mark.from));

/** Whether marks follow each other with nothing between, so that they may be one value said again. */
export const nothingBetween = (text: string, marks: readonly Marked[]): boolean =>
  gaps(text, marks).every((gap) => /^(?:[\s$]|\\[()[\]])*$/.test(gap));

/** The list as text. */
export function listOf(text: string, marks: readonly Marked[], parts: readonly Labelled[]): string {
  const answers = parts.map(({ answer }) => answer.replace(/(?:[\s,;]|(?<![\p{L}])(?:and|or|the))+$/iu, ""));
  const between = gaps(text, marks);
  const names = marks.map(
    (mark) =>
      /(\p{L}(?:_\{?\w\}?)?)\s*=\s*\$?\s*$/u.exec(text.slice(Math.max(0, mark.from - 20), mark.from))?.[1],
  );
  const items = names.includes(undefined) ? answers : answers.map((answer, i) => `${names[i]} = ${answer}`);
  // Alternatives stay alternatives: one of two is no pair.
  return items
    .map((item, i) => (i === 0 ? item : `${isOr(between[i - 1]!) ? " or " : ", "}${item}`))
    .join("");
}

const isOr = (gap: string): boolean => /(?<!\p{L})or(?!\p{L})|或/iu.test(gap);
