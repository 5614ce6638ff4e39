// The r1-zero template: a base model continues a dialogue that ends in `<think>`, and is graded by the r1-zero reward,
// which requires the template.

import { templateAnswersIn } from "../answers/index.ts";
import { markedAnswer } from "../math/index.ts";
import { r1ZeroReward } from "../rewards/r1-zero/r1-zero.ts";
import { askWith } from "./prompt.ts";
import {
  type Completion,
  type Conversation,
  changedTask,
  type Grade,
  type GradingOptions,
  type Task,
} from "./task.ts";

export const r1ZeroPrompt = `A conversation between User and Assistant. The User asks a question, and the Assistant solves it. The Assistant first thinks about the reasoning process in the mind and then provides the User with the answer. The reasoning process is enclosed within <think> </think> and answer is enclosed within <answer> </answer> tags, respectively, i.e., <think> reasoning process here </think> <answer> answer here </answer>.
User: {problem}
Assistant: <think>`;

/** The stop string of the template. */
export const r1ZeroStop = "</answer>";

/** The same problems in the template. The first message is the whole prompt of a plain completion. */
export const withR1ZeroTemplate = (task: Task): Task =>
  changedTask(
    task,
    {
      grade: ({ answer }, completion) => grade(withItsStop(completion), [answer].flat(), task.gradingOptions),
    },
    (all) => all.map(inTemplate),
  );

function inTemplate(conversation: Conversation): Conversation {
  const [gold = ""] = [conversation.answer].flat();
  return {
    ...conversation,
    messages: [
      { role: "user", content: askWith(r1ZeroPrompt, conversation.problem) },
      { role: "assistant", content: ` The answer is ${gold}. </think> <answer>\\boxed{${gold}}</answer>` },
    ],
  };
}

/**
 * Servers leave out the stop string that ended a completion. It is put back if the server names it, or, if the server
 * gives no reason, when an answer was opened and not closed.
 */
function withItsStop({ text, finish, stopReason }: Completion): string {
  if (stopReason === r1ZeroStop) return text.endsWith(r1ZeroStop) ? text : text + r1ZeroStop;
  const isOpen = templateAnswersIn(text).at(-1)?.closed === false;
  return stopReason === undefined && finish === "stop" && isOpen ? text + r1ZeroStop : text;
}

function grade(text: string, golds: string[], policies: GradingOptions | undefined): Grade {
  const score = r1ZeroReward(text, golds, { policies });
  const found = markedAnswer(text, ["answer tag"]);
  const extracted = found.kind === "found" ? found.answer : null;
  const at = found.kind === "found" ? { at: [found.start, found.end] as const } : {};
  if (score.reward === null) return { right: null, extracted, ...at, by: "gold", reason: score.unscored };
  const by = score.format_reward === 1 ? "r1-zero" : "r1-zero format";
  return { right: score.reward === 1, extracted, ...at, by };
}
