// Common operations of strategies on solutions: start, continue, rank, and read the answer.

import { markedAnswer, verify } from "../math/index.ts";
import { valueWithin } from "../workers/within-time.ts";
import { stepEnd } from "./candidate.ts";
import {
  aggregate,
  type Candidate,
  type Conclusion,
  type Path,
  type SearchSettings,
  type SearchState,
} from "./strategy.ts";

export const emptyPath = (): Path => ({ steps: [], rewards: [], ends: null });

const continued = (path: Path, { steps, rewards, ends }: Candidate, place: number): Path => ({
  ...path,
  steps: [...path.steps, ...steps],
  rewards: [...path.rewards, ...rewards],
  ends,
  from: { iteration: iterationAfter(path), candidate: place },
});

/** An open path gets a step in every iteration; records of older versions do not have its origin. */
const iterationAfter = ({ from, steps }: Path): number => (from?.iteration ?? steps.length) + 1;

/** A candidate that may be chosen, with its index and the solution that it would make. */
export interface Option {
  place: number;
  path: Path;
}

export function optionsIn({ open }: SearchState, candidates: readonly Candidate[]): Option[] {
  return candidates.flatMap((candidate, place) =>
    candidate.dropped === undefined
      ? [{ place, path: continued(open[candidate.path]!, candidate, place) }]
      : [],
  );
}

export const worthOf = ({ rewards }: Path, settings: SearchSettings): number =>
  aggregate(rewards, settings.aggregate);

/** The best first; ties keep their order. */
export const ranked = (options: readonly Option[], settings: SearchSettings): Option[] =>
  options.toSorted((a, b) => worthOf(b.path, settings) - worthOf(a.path, settings));

/** Finished solutions are moved aside. */
export function settled(ended: readonly Path[], chosen: readonly Option[]): SearchState {
  const paths = chosen.map(({ path }) => path);
  return {
    open: paths.filter(({ ends }) => ends === null),
    ended: [...ended, ...paths.filter(({ ends }) => ends !== null)],
  };
}

export const placesOf = (options: readonly Option[]): number[] => options.map(({ place }) => place);

/** No candidate can be chosen any more: the existing solutions are kept. */
export const stuck = ({ open, ended }: SearchState): SearchState => ({
  open: [],
  ended: [...ended, ...open],
});

/** The best of the finished solutions, else of the unfinished ones. */
export function bestConclusion({ open, ended }: SearchState, settings: SearchSettings): Conclusion {
  const all = [...ended, ...open].filter(({ steps }) => steps.length > 0);
  const complete = all.filter(({ ends }) => ends !== null);
  const paths = complete.length > 0 ? complete : all;
  const values = paths.map((path) => worthOf(path, settings));
  const most = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const path = paths[values.indexOf(most)];
  return path ? { path, answer: answerOf(path, settings) } : { path: null, answer: null };
}

/** The answer that a solution marks, by the rules of evaluation: in a box, or optionally by any mark. */
export const answerOf = (path: Path, settings: Pick<SearchSettings, "takesMarkedAnswers">): string | null =>
  valueWithin(() => readAnswer(path, settings), null);

function readAnswer(
  { steps }: Path,
  { takesMarkedAnswers }: Pick<SearchSettings, "takesMarkedAnswers">,
): string | null {
  const marked = markedAnswer(steps.join(stepEnd), takesMarkedAnswers ? undefined : ["box"]);
  return marked.kind === "found" ? marked.answer : null;
}

// Groups answers that are mathematically equal: `\frac12` and `0.5` are one answer with two votes.

type Voting = Pick<SearchSettings, "takesMarkedAnswers">;

interface Group {
  answer: string;
  paths: Path[];
  weight: number;
}

/** The answer with the most weight; with ties, the first. */
export function elect(
  paths: readonly Path[],
  settings: Voting,
  weightOf: (path: Path) => number,
): Conclusion {
  const [first] = votesFor(paths, settings, weightOf);
  if (!first) return { path: paths[0] ?? null, answer: null };
  const [best] = first.paths.toSorted((a, b) => weightOf(b) - weightOf(a));
  return { path: best!, answer: answerOf(best!, settings) };
}

/** The answers with the weight of each, the heaviest first. A solution without an answer does not vote. */
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

/** Whether two answers are equal; if that cannot be decided in time, they are not. */
export const isSameAnswer = (a: string, b: string): boolean =>
  a === b || valueWithin(() => verify(a, b).equal, false);
