// Answers between tags, `<answer>…</answer>`, in the spellings that prompts ask for.

import { isCutOffFrom, type Marked } from "./mark.ts";

const tag = /<(\/?)(?:final[ _-]?)?answers?(?:\s[^<>]{0,80})?>/gi;

/**
 * The answers between tags, in their order; the last may not be closed. A tag that opens another one close by is a
 * trick and holds nothing; far from it, the first was only talked about.
 */
export function answerTagsIn(text: string, from = 0, to = text.length): Marked[] {
  const marks: Marked[] = [];
  let opened: { from: number; start: number } | undefined;
  let isNested = false;
  tag.lastIndex = from;
  for (let found = tag.exec(text); found && found.index < to; found = tag.exec(text)) {
    const after = found.index + found[0].length;
    if (found[1] === "") {
      isNested = opened !== undefined && (isNested || isCutOffFrom(text, opened.start, found.index));
      opened = { from: found.index, start: after };
    } else if (opened) {
      const end = isNested ? opened.start : found.index;
      marks.push({ from: opened.from, to: after, start: opened.start, end, closed: true });
      opened = undefined;
      isNested = false;
    }
  }
  if (opened) marks.push({ from: opened.from, to, start: opened.start, end: to, closed: false });
  return marks;
}
