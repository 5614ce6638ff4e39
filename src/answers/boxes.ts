// Boxes, and answers between tags, `<answer>…</answer>`: what each holds, where, and whether it was closed. One pass over the
// text, however many are left open in it.

import { isCutOffFrom, type Marked, type Place } from "./mark.ts";

export interface Box extends Marked {
  /** The number of other boxes that contain this one. */
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
    // A box that was never closed contains no other boxes.
    if (box.closed) holders.push(box.to);
  }
  return boxes;
}

/** The content of the last closed box; of nested boxes, the innermost. */
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

const tag = /<(\/?)(?:final[ _-]?)?answers?(?:\s[^<>]{0,80})?>/gi;
const templateTag = /<(\/?)answer>/g;

/** Opening tags, usually one, and the first tag that closes after them; only the last pair may have no closing tag. */
interface TagPair {
  opens: [Place, ...Place[]];
  close: Place | undefined;
}

/** @param pattern one tag; its first group is empty if the tag opens */
function pairsIn(pattern: RegExp, text: string, from: number, to: number): TagPair[] {
  const pairs: TagPair[] = [];
  let open: TagPair | undefined;
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found && found.index < to; found = pattern.exec(text)) {
    const place = { from: found.index, to: found.index + found[0].length };
    if (found[1] !== "") {
      if (open) open.close = place;
      open = undefined;
    } else if (open) open.opens.push(place);
    else {
      open = { opens: [place], close: undefined };
      pairs.push(open);
    }
  }
  return pairs;
}

/**
 * The answers between tags, in their order; the last may not be closed. An opening tag that is soon followed by a
 * second one is an attack and gives no answer; if the second is far away, the first was only mentioned.
 */
export function answerTagsIn(text: string, from = 0, to = text.length): Marked[] {
  return pairsIn(tag, text, from, to).map(({ opens, close }) => {
    const { from, to: start } = opens.at(-1)!;
    if (!close) return { from, to, start, end: to, closed: false };
    const isNested = opens.some((open, i) => i > 0 && isCutOffFrom(text, opens[i - 1]!.to, open.from));
    return { from, to: close.to, start, end: isNested ? start : close.from, closed: true };
  });
}

/**
 * The answers in the tags of a template, which has them in one spelling. One that opens another keeps that tag in what
 * it holds.
 */
export function templateAnswersIn(text: string, from = 0): Marked[] {
  return pairsIn(templateTag, text, from, text.length).map(({ opens: [open], close }) => ({
    from: open.from,
    to: close?.to ?? text.length,
    start: open.to,
    end: close?.from ?? text.length,
    closed: close !== undefined,
  }));
}
