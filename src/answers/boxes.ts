// All boxes in a text: what each holds, where, how deep, and whether it was closed. One pass over the text, however many
// are left open in it.

import type { Marked } from "./mark.ts";

export interface Box extends Marked {
  /** How many other boxes hold this one. */
  depth: number;
  /** Whether braces hold the content; `\boxed 5` has none. */
  braced: boolean;
}

const command = /\\(?:boxed|fbox|framebox)(?![A-Za-z])/g;

/** The boxes that begin in this part of a text, in their order. */
export function boxesIn(text: string, from = 0, to = text.length): Box[] {
  command.lastIndex = from;
  const first = command.exec(text);
  if (!first || first.index >= to) return [];
  const closing = closingBraces(text, first.index, to);
  const boxes: Box[] = [];
  const holders: number[] = [];
  for (let found: RegExpExecArray | null = first; found && found.index < to; found = command.exec(text)) {
    const box = boxAt(text, found, to, closing);
    if (!box) continue;
    while (holders.length > 0 && holders[holders.length - 1]! <= box.from) holders.pop();
    boxes.push({ ...box, depth: holders.length });
    // One that was never closed holds no other.
    if (box.closed) holders.push(box.to);
  }
  return boxes;
}

/** What the last box that closes holds; of nested ones, the innermost. */
export function lastBox(text: string): string | undefined {
  const last = boxesIn(text).findLast(({ closed, braced }) => closed && braced);
  return last && text.slice(last.start, last.end);
}

function boxAt(
  text: string,
  { 0: name, index: from }: RegExpExecArray,
  to: number,
  closing: ReadonlyMap<number, number>,
): Omit<Box, "depth"> | undefined {
  let open = from + name.length;
  while (open < to && /\s/.test(text[open]!)) open++;
  if (text[open] === "{") {
    const close = closing.get(open);
    if (close === undefined) return { from, to, start: open + 1, end: to, closed: false, braced: true };
    return { from, to: close + 1, start: open + 1, end: close, closed: true, braced: true };
  }
  let end = open;
  while (end < to && /[\w.-]/.test(text[end]!)) end++;
  if (end === open) return undefined;
  return { from, to: end, start: open, end, closed: true, braced: false };
}

/** For each opening brace the place where it closes. An escaped brace is none. */
function closingBraces(text: string, from: number, to: number): Map<number, number> {
  const closing = new Map<number, number>();
  const opened: number[] = [];
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 123) opened.push(i);
    else if (c === 125) {
      const open = opened.pop();
      if (open !== undefined) closing.set(open, i);
    }
  }
  return closing;
}
