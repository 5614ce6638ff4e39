// What a problem is, to runs, searches and all that is made of them. A task gives it with the messages that ask it, as a
// conversation, whose fields are called as data to train on has them.

import type { Conversation, Message } from "./task.ts";

export interface Problem {
  /** Names the problem within its data set, the same in every run over the same revision. */
  id: string;
  /** The problem itself, without instructions. */
  statement: string;
  /** Where there are several, any one suffices. */
  gold: string | string[];
}

export const problemOf = ({ id, problem, answer }: Conversation): Problem => ({
  id,
  statement: problem,
  gold: answer,
});

/** @param messages none where only an answer is graded, and nothing is known of the prompt */
export const conversationOf = ({ id, statement, gold }: Problem, messages: Message[] = []): Conversation => ({
  id,
  messages,
  answer: gold,
  problem: statement,
});
