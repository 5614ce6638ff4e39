// The rule of sets with mathematical answers: the marked answer of a completion is verified against the gold. An answer
// that leaves work undone is wrong, because models are also trained with this rule.

import type { Explicit } from "../answers/index.ts";
import { questionOf } from "../judge/question.ts";
import { markedAnswer, verify } from "../math/index.ts";
import { type Rule, unscored, wrong } from "./rule.ts";
import type { GradingOptions } from "./task.ts";

type Extract = (answer: string) => Explicit;

/** The marks of the set's own replies, if they are not the usual ones. */
export function mathRule(extract?: Extract): Rule {
  const find = extract ?? ((answer) => markedAnswer(answer));
  return {
    takesOptions: true,
    unusable: remembered(unusable),
    grade(golds, answer, options) {
      const found = find(answer);
      if (found.kind !== "found")
        return wrong("no answer", null, found.kind === "none" ? found.reason : "no answer is marked");
      const { answer: extracted } = found;
      // A set with its own marks may have changed the text first.
      const at = extract ? {} : { at: [found.start, found.end] as const };
      const results = golds.map((gold) => verify(gold, extracted, { form: "evaluated", ...options }));
      const right = results.find(({ equal }) => equal);
      if (right) return { right: true, extracted, ...at, by: right.by };
      const compared = results.map(({ verdict, by }, i) => ({ gold: golds[i]!, verdict, by }));
      const question = questionOf(extracted, compared);
      const rest = question ? { ...at, question } : at;
      const unread = results.find(({ unparsed }) => unparsed === "gold");
      if (unread) return { ...unscored(unread.reason!), extracted, ...rest };
      const open = results.find(({ verdict }) => verdict === "undecided");
      const { by, reason } = open ?? results[0]!;
      return { ...wrong(by, extracted, reason), ...rest, ...(open ? { undecided: true } : {}) };
    },
  };
}

function unusable(gold: string, options?: GradingOptions): string | undefined {
  if (/^-?\d{1,15}$/.test(gold)) return undefined; // Most golds are whole numbers, and there are thousands.
  const { equal, reason } = verify(gold, gold, options);
  return equal ? undefined : `'${gold}': ${reason ?? "the gold does not equal itself"}`;
}

/** The samples of a problem are graded close together, so its gold is cached. */
function remembered(unusable: Rule["unusable"]): Rule["unusable"] {
  let known = new Map<string, string | undefined>();
  let knownWith: GradingOptions | undefined;
  return (gold, options) => {
    if (known.size >= 1000 || knownWith !== options) known = new Map();
    knownWith = options;
    if (!known.has(gold)) known.set(gold, unusable(gold, options));
    return known.get(gold);
  };
}
