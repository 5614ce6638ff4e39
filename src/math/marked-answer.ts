// The one answer that a response marks, once it is known whether the values that stand beside it are the same.

import { type Explicit, type ExplicitMark, explicitAnswer, type Found, none } from "../answers/index.ts";
import { verify } from "./verify.ts";

/** What `answers/` finds by the marks that the caller goes by; where other values stand beside it, only if it equals them. */
export function markedAnswer(response: string, marks?: readonly ExplicitMark[]): Explicit {
  const found = explicitAnswer(response, marks);
  return found.kind === "found" ? settled(found) : found;
}

function settled({ kind, rivals, items, ...found }: Found & { kind: "found" }): Explicit {
  const other = rivals?.find((rival) => !isSame(rival, found.answer));
  if (other !== undefined) return none("several answers", `'${found.answer}' and '${other}'`);
  const isRepeated = items?.every((item) => isSame(items[0]!, item));
  return { kind, ...found, ...(isRepeated ? { answer: items![0]! } : {}) };
}

/** The same value exactly: whether one would do for the other is a question for golds. */
const isSame = (a: string, b: string): boolean => verify(a, b, { rounding: false }).equal;
