// Whether a text that should be one answer is one: a box, or boxes in a row, and no other candidate beside them.

import { type Box, boxesIn } from "./boxes.ts";
import { joinedFrom } from "./lists.ts";

/**
 * What the boxes of a text hold, as one list; null where it has none; undefined where they are several answers and
 * thereby none: boxes apart, one that is not closed, or a box among other candidates.
 */
export function oneBoxedAnswer(text: string): string | null | undefined {
  // Most tags hold one box with a plain value.
  const plain = /^\s*\\boxed\{([^{}\\]*)\}\s*$/.exec(text);
  if (plain) return plain[1]!;
  const boxes = boxesIn(text).filter(({ depth }) => depth === 0);
  if (boxes.length === 0) return null;
  return isOneRow(text, boxes) ? boxes.map(({ start, end }) => text.slice(start, end)).join(", ") : undefined;
}

function isOneRow(text: string, boxes: readonly Box[]): boolean {
  if (boxes.some(({ closed, braced }) => !closed || !braced) || joinedFrom(text, boxes) > 0) return false;
  return !isAmongOthers(text.slice(0, boxes[0]!.from), text.slice(boxes.at(-1)!.to));
}

/** Whether another candidate is offered right before or after: `40 or \boxed{42}`. */
export function isHedged(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 60), from);
  const after = text.slice(to, to + 60);
  return (
    /[\d)}$]\s*[,;]?\s*(?:\\text\s*\{)?\s*\bor\b[\s}$]*$/i.test(before) ||
    /^[\s$}]*,?\s*(?:\\text\s*\{)?\s*or\b[\s}]*\$?\s*[-+\d\\(]/i.test(after)
  );
}

/** Whether a box is one candidate of several: `1 or 2 or \boxed{3}`, `\boxed{3}, 4`. */
function isAmongOthers(before: string, after: string): boolean {
  if (/\bor\b/i.test(before) || /\bor\b/i.test(after)) return true;
  return /[\d)\]}$]\s*[,;]\s*\$?$/.test(before) || /^\s*\$?\s*[,;]\s*[-+\d\\($[]/.test(after);
}
