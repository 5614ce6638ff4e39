// A scripted judge that has the right answers for the pairs of the examination, and for those that a test adds.

import { rightPairs } from "../../src/judge/exam-pairs.ts";
import { type Asked, choices, promptIn, TestServer } from "../models/server.ts";

/** The two texts in a prompt of our own format. */
export function shown(asked: Asked): { gold: string; answer: string } {
  const text = promptIn(asked.body);
  const between = (title: string) =>
    new RegExp(`${title}:\\n<(data-[0-9a-f]+)>\\n([\\s\\S]*?)\\n</\\1>`).exec(text)![2]!;
  return { gold: between("Reference"), answer: between("Given answer") };
}

const sameAs =
  (more: readonly (readonly [gold: string, answer: string])[] = []) =>
  (asked: Asked): boolean => {
    const { gold, answer } = shown(asked);
    return (
      rightPairs.some(([, g, a]) => g === gold && a === answer) ||
      more.some(([g, a]) => g === gold && a === answer)
    );
  };

/** Right on the examination, and on these pairs. */
export function knownJudge(
  more: readonly (readonly [gold: string, answer: string])[] = [],
): Promise<TestServer> {
  const isSame = sameAs(more);
  return TestServer.start((asked) =>
    choices(asked, [isSame(asked) ? "They name the same.\n[[EQUAL]]" : "[[DIFFERENT]]"]),
  );
}
