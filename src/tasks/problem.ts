// What a problem is, to runs, searches and everything that is made of them. A task gives it with the messages that ask it, as a
// conversation, whose fields are called as data to train on has them.

import type { Columns, Conversation, Message } from "./task.ts";

export interface Problem {
  /** Names the problem within its data set, the same in every run over the same revision. */
  id: string;
  /** The problem itself, without instructions. */
  statement: string;
  /** Where there are several, any one suffices. */
  gold: string | string[];
  /** What else its row says: a level, a subject, a source. */
  columns?: Columns | undefined;
}

/** What a column says of a problem, as texts: a list has several values, and a missing column none. */
export const valuesOf = (columns: Columns | undefined, column: string): string[] => {
  const value = columns && Object.hasOwn(columns, column) ? columns[column] : undefined;
  return [value].flat().flatMap((each) => {
    if (typeof each === "string") return [each];
    return typeof each === "number" || typeof each === "boolean" ? [String(each)] : [];
  });
};

export const problemOf = ({ id, problem, answer, columns }: Conversation): Problem => ({
  id,
  statement: problem,
  gold: answer,
  ...(columns ? { columns } : {}),
});

/** @param messages none if only an answer is graded, and nothing is known of the prompt */
export const conversationOf = (
  { id, statement, gold, columns }: Problem,
  messages: Message[] = [],
): Conversation => ({
  id,
  messages,
  answer: gold,
  problem: statement,
  ...(columns ? { columns } : {}),
});
