// The common part of all rules: an unusable gold leaves a completion unscored, whatever its text; reasoning is removed;
// and the rule gets the rest.

import { endsInThinking, replyIn } from "../answers/index.ts";
import { goldAnswer } from "../math/index.ts";
import type { Completion, Conversation, Grade, GradingOptions } from "./task.ts";

export interface Rule {
  /** Whether grading options have an effect. */
  takesOptions?: boolean | undefined;
  /** Why a gold cannot be used; undefined if it can. */
  unusable(gold: string, options?: GradingOptions): string | undefined;
  /** Grades the text after the reasoning, against golds of which one match is enough. The problem may be unknown. */
  grade(golds: readonly string[], answer: string, options?: GradingOptions, problem?: string): Grade;
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
  const grade = rule.grade(golds, answer, options, conversation.problem);
  if (!grade.at) return grade;
  // The rule got the text after the reasoning, so positions are counted from there.
  const from = completion.text.length - answer.length;
  return { ...grade, at: [from + grade.at[0], from + grade.at[1]] };
}

export const unscored = (reason: string): Grade => ({ right: null, extracted: null, by: "gold", reason });

const failedBy = "grading failed";

/** If the grading itself failed, the answer is neither right nor wrong. */
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

// The part of a completion that may contain the answer: reasoning never counts.

/**
 * The text after the reasoning; undefined if the reasoning never ends. It may be opened in the text or, as in many chat
 * templates, at the end of the prompt. The server's own field of reasoning is not included.
 */
function answerText(conversation: Conversation, { text }: Completion): string | undefined {
  const reply = replyIn(text);
  return reply === text && opensReasoning(conversation) ? undefined : reply;
}

function opensReasoning({ messages }: Conversation): boolean {
  const asked = messages.findLast(({ role }) => role === "user");
  return asked !== undefined && endsInThinking(asked.content);
}
