// The one answer that a response marks, after comparing it with the values beside it.

import { type Explicit, type ExplicitMark, explicitAnswer, type Found, none } from "../answers/index.ts";
import { unitName } from "./notation/units.ts";
import { verify } from "./verify.ts";

/** The answer that `answers/` finds by the given marks; if other values are beside it, only if it equals them. */
export function markedAnswer(response: string, marks?: readonly ExplicitMark[]): Explicit {
  const found = explicitAnswer(response, marks);
  const isPlain = found.kind !== "found" || (found.rivals ?? found.items ?? found.unit) === undefined;
  return isPlain ? found : settled(found);
}

function settled({ kind, rivals, items, unit, ...found }: Found & { kind: "found" }): Explicit {
  if (unit !== undefined && isMeasured(found.answer, unit)) {
    const [words, power] = unit.split("^");
    found.answer += ` \\text{ ${words}}${power === undefined ? "" : `^${power}`}`;
  }
  // "$x \\cdot y = 3$ <answer>3</answer>": an equation beside the mark stands for its last side.
  const other = rivals?.find(
    (rival) => !isSame(rival, found.answer) && !isSame(lastSide(rival), found.answer),
  );
  if (other !== undefined) return none("several answers", `'${found.answer}' and '${other}'`);
  const isRepeated = items?.every((item) => isSame(items[0]!, item));
  return { kind, ...found, ...(isRepeated ? { answer: items![0]! } : {}) };
}

/** Whether the words after a box are the unit of the number in it, so that `\\boxed{5} m` is 5 metres. */
function isMeasured(answer: string, words: string): boolean {
  if (!/\d|\\pi/.test(answer) || /\\text|\p{L}{3}(?<!\\\p{L}+)/u.test(answer)) return false;
  const names = words.replace(/\^.*|^(?:square|cubic|sq\.?|cu\.?) /g, "").split(/\s?\/\s?| per /);
  return names.every((name) => name !== "a" && unitName(name, true) !== undefined);
}

const lastSide = (formula: string): string =>
  formula.slice(formula.lastIndexOf("=") + 1).replace(/[$\s]+$/, "");

/** Exactly the same value: whether one would be accepted for the other is a question for golds. */
const isSame = (a: string, b: string): boolean => verify(a, b, { rounding: false }).equal;
