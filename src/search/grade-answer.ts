// An answer taken out of a solution, graded by the task's own rule.

import type { Conversation, Grade, Task } from "../tasks/task.ts";

export const gradeAnswer = (task: Task, conversation: Conversation, answer: string): Grade =>
  task.grade(conversation, { text: `\\boxed{${answer}}` });
