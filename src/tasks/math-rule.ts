// The rule of sets whose answers are mathematics: the answer that a completion marks, verified against the gold. Work
// left undone is not an answer, since this is also what a model is trained on.

import { extractAnswer, verify } from "../math/index.ts";
import { type Rule, wrong } from "./judge.ts";

type Extract = (answer: string) => string | undefined;

/** By what a set's own replies mark their answers with, if not with the customary marks. */
export function mathRule(extract: Extract = (answer) => extractAnswer(answer)?.answer): Rule {
  return {
    unusable(gold) {
      const { equal, reason } = verify(gold, gold);
      return equal
        ? undefined
        : `the gold '${gold}' does not equal itself${reason === undefined ? "" : `: ${reason}`}`;
    },
    judge(golds, answer) {
      const extracted = extract(answer);
      if (extracted === undefined) return wrong("no answer", null, "no answer is marked");
      const results = golds.map((gold) => verify(gold, extracted, { form: "evaluated" }));
      const right = results.find(({ equal }) => equal);
      if (right) return { right: true, extracted, by: right.by };
      return wrong(results[0]!.by, extracted, results[0]!.reason);
    },
  };
}
