// Answers put together where they are mathematically the same: `\frac12` and `0.5` are one answer with two votes.

import { verify } from "../math/index.ts";
import { valueWithin } from "../workers/within-time.ts";
import { answerOf } from "./paths.ts";
import type { Conclusion, Path, SearchSettings } from "./strategy.ts";

type Voting = Pick<SearchSettings, "takesMarkedAnswers">;

interface Group {
  answer: string;
  paths: Path[];
  weight: number;
}

/** The answer with the most weight behind it; of equals, the one that came first. */
export function elect(
  paths: readonly Path[],
  settings: Voting,
  weightOf: (path: Path) => number,
): Conclusion {
  const [first] = votesFor(paths, settings, weightOf);
  if (!first) return { path: paths[0] ?? null, answer: null };
  const [spokesman] = first.paths.toSorted((a, b) => weightOf(b) - weightOf(a));
  return { path: spokesman!, answer: answerOf(spokesman!, settings) };
}

/** The answers with what is behind each, the heaviest first. Who has no answer does not vote. */
export function votesFor(
  paths: readonly Path[],
  settings: Voting,
  weightOf: (path: Path) => number,
): Group[] {
  const groups: Group[] = [];
  for (const path of paths) {
    const answer = answerOf(path, settings);
    if (answer === null) continue;
    let group = groups.find((known) => isSameAnswer(known.answer, answer));
    if (!group) {
      group = { answer, paths: [], weight: 0 };
      groups.push(group);
    }
    group.paths.push(path);
    group.weight += weightOf(path);
  }
  return groups.toSorted((a, b) => b.weight - a.weight);
}

/** Whether two answers are one; what cannot be decided in time is two. */
export const isSameAnswer = (a: string, b: string): boolean =>
  a === b || valueWithin(() => verify(a, b).equal, false);
