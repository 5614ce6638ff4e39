// Strict grading: the answer is what the response marks and nothing else, it is compared as mathematics, and it must be one
// finished answer. No list of units, no second chances.

import type { ExplicitMark } from "../../answers/index.ts";
import { markedAnswer, type Policies, verify } from "../../math/index.ts";
import { GoldError } from "../gold.ts";
import type { Observe, Seen } from "../reward.ts";

/**
 * Whether the answer that a response marks in one of these ways equals any of the golds.
 *
 * @throws {GoldError} when it equals none, and one of them cannot be read: that gold may be what the answer says.
 */
export function strictlyRight(
  response: string,
  marks: readonly ExplicitMark[],
  golds: readonly string[],
  observe?: Observe,
  policies?: Partial<Policies>,
): boolean {
  const options = { form: "evaluated" as const, ...policies };
  const found = markedAnswer(response, marks);
  if (found.kind !== "found") {
    const reason = found.kind === "none" ? found.reason : `unmarked: no ${marks.join(" or ")}`;
    const by = found.kind === "none" && found.why === "several answers" ? "one answer" : "no answer";
    observe?.({ by, verdict: "different", reason });
    return false;
  }
  const { answer, mark, whole } = found;
  const compared: NonNullable<Seen["compared"]>[number][] = [];
  let unreadable: string | undefined;
  for (const gold of golds) {
    const first = verify(gold, answer, options);
    // A gold in words may be the whole sentence of which the answer is a part.
    const again = first.equal || whole === undefined ? first : verify(gold, whole, options);
    const { equal, by, unparsed, verdict, reason } =
      again.by === "identical" || again.by === "text" ? again : first;
    compared.push({ gold, verdict, by });
    observe?.({ by, verdict, unparsed, reason, answer, mark, compared });
    if (equal) return true;
    if (verdict === "undecided" && unparsed === "gold") unreadable ??= reason;
  }
  if (unreadable !== undefined) throw new GoldError(unreadable);
  return false;
}
