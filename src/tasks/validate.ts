// Whether a task's own golds pass its own rule: if they fail, right answers of models would fail too.

import { idealReply } from "./prompt.ts";
import { isFailedGrade } from "./rule.ts";
import type { Conversation, LoadedTask } from "./task.ts";

export interface FailedGold {
  /** Counted from 1. */
  row: number;
  id: string;
  gold: string;
  reason: string;
  /** Whether no answer can be graded with it. */
  unreadable: boolean;
}

/**
 * Every gold that its task's rule does not call right when the ideal reply gives it, or that cannot be read: only its
 * own text would equal it, and other answers would stay unscored.
 */
export function failedGolds({ task, conversations }: LoadedTask): FailedGold[] {
  return conversations.flatMap((conversation, i) =>
    repliesWithEachGold(conversation).flatMap(({ gold, reply }): FailedGold[] => {
      const withGold = { ...conversation, answer: gold };
      const graded = task.grade(withGold, { text: reply });
      const other = task.grade(withGold, { text: idealReply("0") });
      if (graded.right === true && other.right !== null) return [];
      const { reason, by, extracted } = other.right === null ? other : graded;
      return [
        {
          row: i + 1,
          id: conversation.id,
          gold,
          reason: reason ?? `the rule '${by}' reads it as ${extracted ?? "nothing"}`,
          unreadable: other.right === null && !isFailedGrade(other),
        },
      ];
    }),
  );
}

/** The first gold is in the conversation's ideal reply; other golds get their own replies. */
function repliesWithEachGold({ answer, messages }: Conversation): { gold: string; reply: string }[] {
  const [first = "", ...others] = [answer].flat();
  const ideal = messages.findLast(({ role }) => role === "assistant")?.content ?? idealReply(first);
  return [{ gold: first, reply: ideal }, ...others.map((gold) => ({ gold, reply: idealReply(gold) }))];
}
