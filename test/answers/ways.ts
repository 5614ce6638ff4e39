// Every way in which a whole response may be scored as right.

import { strictPolicies, verify } from "../../src/math/index.ts";
import { gradeResponse } from "../../src/rewards/grade-answer.ts";
import { boxedReward, lenientTagReward, r1ZeroReward } from "../../src/rewards/index.ts";
import { gsm8k } from "../../src/tasks/benchmarks/gsm8k.ts";
import { integerRule } from "../../src/tasks/integer-rule.ts";
import { mathRule } from "../../src/tasks/math-rule.ts";
import { gradeBy } from "../../src/tasks/rule.ts";

const conversation = (answer: string) => ({ id: "1", messages: [], answer, problem: "" });

/** Every way to be scored as right, by name. */
export const ways: Record<string, (response: string, gold: string) => boolean> = {
  grade: (response, gold) => gradeResponse([gold], response, "auto", strictPolicies, verify).graded.equal,
  "math rule": (response, gold) => gradeBy(mathRule(), conversation(gold), { text: response }).right === true,
  "integer rule": (response, gold) =>
    /^\d+$/.test(gold) && gradeBy(integerRule, conversation(gold), { text: response }).right === true,
  GSM8K: (response, gold) => gsm8k.open().grade(conversation(gold), { text: response }).right === true,
  r1_zero: (response, gold) => r1ZeroReward(response, gold).reward === 1,
  r1_zero_boxed: (response, gold) => boxedReward(response, gold).reward === 1,
  r1_zero_lenient: (response, gold) => lenientTagReward(response, gold).reward === 1,
};
