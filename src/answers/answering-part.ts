// Where a response answers: what a model thought aloud before, and what follows the end of its turn, does not count.

import type { Place } from "./mark.ts";
import { afterThinking } from "./thinking.ts";
import { turnEndIn } from "./turn-end.ts";

/** After the reasoning, before the end of the turn. Undefined: the reasoning never ends. */
export function answeringPart(response: string): Place | undefined {
  const to = turnEndIn(response);
  const from = afterThinking(to === response.length ? response : response.slice(0, to));
  return from === undefined ? undefined : { from, to };
}

/** All that follows the reasoning, the end of the turn with it; undefined where the reasoning never ends. */
export function replyIn(response: string): string | undefined {
  const part = answeringPart(response);
  return part && response.slice(part.from);
}
