// What a `\boxed{…}` holds. Models mark their final answer with it, so the last one counts.

const box = "\\boxed";

export const hasBox = (text: string): boolean => text.includes(box);

/**
 * The content of the last `\boxed{…}`; undefined when there is none, when its braces do not balance, or when
 * something else than a brace follows it.
 */
export function lastBoxed(text: string): string | undefined {
  const start = text.lastIndexOf(box) + box.length;
  if (start < box.length || text[start] !== "{") return undefined;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return text.slice(start + 1, i);
  }
  return undefined;
}

/** The boxes of a text, outermost ones only, and what stands before, between and behind them. */
export interface Boxes {
  /** A box that does not close holds nothing. */
  contents: (string | undefined)[];
  /** One more than there are boxes. */
  around: string[];
}

export function readBoxes(text: string): Boxes {
  const boxes: Boxes = { contents: [], around: [] };
  let behind = 0;
  if (hasBox(text)) {
    const closing = closingBraces(text);
    for (let at = text.indexOf(box); at >= 0; at = text.indexOf(box, behind)) {
      const start = at + box.length;
      const end = closing[start]!;
      boxes.around.push(text.slice(behind, at));
      boxes.contents.push(end === 0 ? undefined : text.slice(start + 1, end));
      behind = end === 0 ? start : end + 1;
    }
  }
  boxes.around.push(text.slice(behind));
  return boxes;
}

/** For each opening brace the place where it closes, or 0; in one pass, however many are left open. */
function closingBraces(text: string): Int32Array {
  const closing = new Int32Array(text.length + 1);
  const opened: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "{") opened.push(i);
    else if (text[i] === "}" && opened.length > 0) closing[opened.pop()!] = i;
  }
  return closing;
}
