// The box that marks a final answer, for those who go by boxes alone.

import { boxesIn } from "../answers/index.ts";

/** What the last `\\boxed{…}` that closes holds; of nested ones, the innermost. */
export function lastBox(text: string): string | undefined {
  const last = boxesIn(text).findLast(({ closed, braced }) => closed && braced);
  return last && text.slice(last.start, last.end);
}
