// The formulas of a text: between dollars, or between LaTeX's own brackets.

import type { Marked } from "./mark.ts";

/** All formulas in this part of a text. One that is not closed comes last, and says so. */
export function mathematicsIn(text: string, from = 0, to = text.length): Marked[] {
  const formulas: Marked[] = [];
  let open: { from: number; start: number; close: string } | undefined;
  for (let i = from; i < to; i++) {
    const c = text[i];
    if (c !== "$" && c !== "\\") continue;
    const two = text.slice(i, i + 2);
    if (open && text.startsWith(open.close, i)) {
      const end = i + open.close.length;
      formulas.push({ from: open.from, to: end, start: open.start, end: i, closed: true });
      i = end - 1;
      open = undefined;
    } else if (two === "\\\\" || two === "\\$") i++;
    else if (open) continue;
    else if (two === "$$" || two === "\\(" || two === "\\[") {
      open = { from: i, start: i + 2, close: closings[two] };
      i++;
    } else if (c === "$") open = { from: i, start: i + 1, close: "$" };
  }
  if (open) formulas.push({ from: open.from, to, start: open.start, end: to, closed: false });
  return formulas;
}

const closings = { $$: "$$", "\\(": "\\)", "\\[": "\\]" } as const;
