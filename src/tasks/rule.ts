// The frame of every rule: golds that cannot be graded against leave a completion unscored, whatever it says;
// reasoning is no answer; and the rule sees only what is left.

import { endsInThinking, replyIn } from "../answers/index.ts";
import { goldAnswer } from "../math/index.ts";
import type { Completion, Conversation, Grade, GradingOptions } from "./task.ts";

export interface Rule {
  /** Whether options of grading change anything. */
  takesOptions?: boolean | undefined;
  /** Why a gold cannot be graded against; undefined if it can. */
  unusable(gold: string, options?: GradingOptions): string | undefined;
  /** Grades what follows the reasoning, against golds of which any one suffices. */
  grade(golds: readonly string[], answer: string, options?: GradingOptions): Grade;
}

export function gradeBy(
  rule: Rule,
  conversation: Conversation,
  completion: Completion,
  options?: GradingOptions,
): Grade {
  const given = [conversation.answer]
    .flat()
    .filter((gold) => gold.trim() !== "")
    .map(goldAnswer);
  if (given.length === 0) return unscored("the gold is missing");
  const reasons = given.map((gold) => rule.unusable(gold, options));
  const golds = given.filter((_, i) => reasons[i] === undefined);
  if (golds.length === 0) return unscored(reasons[0]!);
  const answer = answerText(conversation, completion);
  if (answer === undefined) return wrong("unfinished reasoning", null, "the reasoning never ends");
  const grade = rule.grade(golds, answer, options);
  if (!grade.at) return grade;
  // The rule saw what follows the reasoning, which is the end of the text.
  const from = completion.text.length - answer.length;
  return { ...grade, at: [from + grade.at[0], from + grade.at[1]] };
}

export const unscored = (reason: string): Grade => ({ right: null, extracted: null, by: "gold", reason });

const failedBy = "grading failed";

/** Where the grading itself broke, nothing is known of the answer: it is neither right nor wrong. */
export const failedGrade = (why: string): Grade => ({
  right: null,
  extracted: null,
  by: failedBy,
  reason: `the grading failed: ${why}`,
});

export const isFailedGrade = ({ right, by }: Pick<Grade, "right" | "by">): boolean =>
  right === null && by === failedBy;

export function wrong(by: string, extracted: string | null, reason?: string | undefined): Grade {
  return { right: false, extracted, by, ...(reason === undefined ? {} : { reason }) };
}

// What of a completion is its answer: what a model thought aloud never counts.

/**
 * What follows the reasoning; undefined if the reasoning never ends. It may be opened in the text or, as many chat
 * templates have it, at the end of the prompt. The server's own field of reasoning is left out from the start.
 */
function answerText(conversation: Conversation, { text }: Completion): string | undefined {
  const reply = replyIn(text);
  return reply === text && opensReasoning(conversation) ? undefined : reply;
}

function opensReasoning({ messages }: Conversation): boolean {
  const asked = messages.findLast(({ role }) => role === "user");
  return asked !== undefined && endsInThinking(asked.content);
}
