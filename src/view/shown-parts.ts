// The parts in which a page shows a completion: the reasoning and the rest, each split if it is long, at line ends if
// possible. Pure.

import { afterThinking } from "../answers/answering-part.ts";

const partSize = 200_000;

export function partsOf(text: string): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (let from = 0; from < text.length; ) {
    const most = from + partSize;
    const line = most >= text.length ? -1 : text.lastIndexOf("\n", most);
    const to = most >= text.length ? text.length : line > from + partSize / 2 ? line + 1 : most;
    parts.push([from, to]);
    from = to;
  }
  return parts;
}

export function shownParts(text: string, reasoning = ""): string[] {
  const from = afterThinking(text) ?? 0;
  return [reasoning, text.slice(0, from), text.slice(from)].flatMap((whole) =>
    partsOf(whole).map((part) => whole.slice(...part)),
  );
}
