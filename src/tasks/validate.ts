// Whether a task's own golds pass its own rule: a set that fails here would fail models that are right.

import { idealReply } from "./prompt.ts";
import type { Conversation, LoadedTask } from "./task.ts";

export interface FailedGold {
  /** Counted from 1. */
  row: number;
  id: string;
  gold: string;
  reason: string;
}

/** Every gold that its task's rule does not call right when the ideal reply gives it. */
export function failedGolds({ task, conversations }: LoadedTask): FailedGold[] {
  return conversations.flatMap((conversation, i) =>
    repliesWithEachGold(conversation).flatMap(({ gold, reply }): FailedGold[] => {
      const judgement = task.judge({ ...conversation, answer: gold }, { text: reply });
      if (judgement.right === true) return [];
      const reason =
        judgement.reason ?? `the rule '${judgement.by}' reads it as ${judgement.extracted ?? "nothing"}`;
      return [{ row: i + 1, id: conversation.id, gold, reason }];
    }),
  );
}

/** The first gold stands in the conversation's ideal reply; others get a reply of their own. */
function repliesWithEachGold({ answer, messages }: Conversation): { gold: string; reply: string }[] {
  const [first = "", ...others] = [answer].flat();
  const ideal = messages.findLast(({ role }) => role === "assistant")?.content ?? idealReply(first);
  return [{ gold: first, reply: ideal }, ...others.map((gold) => ({ gold, reply: idealReply(gold) }))];
}
