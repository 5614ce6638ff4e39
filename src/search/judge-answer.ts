// An answer taken out of a solution, judged by the task's own rule.

import type { Conversation, Judgement, Task } from "../tasks/task.ts";

export const judgeAnswer = (task: Task, conversation: Conversation, answer: string): Judgement =>
  task.judge(conversation, { text: `\\boxed{${answer}}` });
