// Answers between tags, `<answer>…</answer>`, in the spellings that prompts ask for.

import { isCutOffFrom, type Marked, type Place } from "./mark.ts";

const tag = /<(\/?)(?:final[ _-]?)?answers?(?:\s[^<>]{0,80})?>/gi;
const templateTag = /<(\/?)answer>/g;

/** Tags that open, mostly one, and the first that closes after them; only the last pair may have none. */
interface TagPair {
  opens: [Place, ...Place[]];
  close: Place | undefined;
}

/** @param pattern one tag; its first group is empty where the tag opens */
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
 * The answers between tags, in their order; the last may not be closed. A tag that opens another one close by is a
 * trick and holds nothing; far from it, the first was only talked about.
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
