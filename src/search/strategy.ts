// What a strategy is: pure decisions about solutions that grow. It says which solutions are to be continued and how
// often, and chooses among the continuations; the driver draws and scores them. All of
// its state is plain data, so that a search can be recorded after any iteration and taken up again.

// One number for a solution from the rewards of its steps.

export const aggregates = ["last", "min", "product", "mean"] as const;
export type Aggregate = (typeof aggregates)[number];

/** Steps without a reward do not count; a solution without any is worth nothing. */
export function aggregate(rewards: readonly (number | null)[], how: Aggregate): number {
  const known = rewards.filter((reward) => reward !== null);
  if (known.length === 0) return 0;
  switch (how) {
    case "last":
      return known.at(-1)!;
    case "min":
      return known.reduce((least, reward) => Math.min(least, reward));
    case "product":
      return known.reduce((product, reward) => product * reward, 1);
    case "mean":
      return known.reduce((sum, reward) => sum + reward, 0) / known.length;
  }
}

/** Why a solution goes no further: an answer in a box, the end of the policy's turn, or too many tokens. */
export type Ending = "answer" | "turn" | "length";

/** A solution so far. */
export interface Path {
  steps: string[];
  /** One for each step; null if it was not scored. */
  rewards: (number | null)[];
  ends: Ending | null;
  /** The candidate that was added last; none if it is still empty. */
  from?: Origin | undefined;
  /** Which of several searches that know nothing of each other it belongs to. */
  tree?: number | undefined;
}

/** A candidate of a search: in which iteration, counted from 1, and its place there. */
export interface Origin {
  iteration: number;
  candidate: number;
}

/** Why a candidate cannot be chosen. */
export interface Dropped {
  why: string;
  /** The place of the candidate that it repeats. */
  as?: number | undefined;
}

/** For example `the same as candidate 3`, as result files have it. */
export const droppedWords = ({ why, as }: Dropped): string =>
  as === undefined ? why : `${why} as candidate ${as}`;

/** A continuation of one of the open paths. */
export interface Candidate {
  /** Which of the open paths it continues. */
  path: number;
  /** One step, or all of them where whole solutions are drawn. */
  steps: string[];
  rewards: (number | null)[];
  ends: Ending | null;
  dropped?: Dropped | undefined;
}

export interface SearchState {
  /** Solutions to be continued. */
  open: Path[];
  /** Solutions that are kept and go no further. */
  ended: Path[];
}

export interface SearchSettings {
  /** Candidates of an iteration. */
  n: number;
  /** Candidates of each path, where there are several paths. */
  width: number;
  aggregate: Aggregate;
  /** Whether an answer may be marked in other ways than with a box, as in completions of others that were recorded. */
  takesMarkedAnswers?: boolean | undefined;
}

export interface Decision {
  /** Places among the candidates, the best first. */
  chosen: number[];
  state: SearchState;
  /** Candidates that repeat a different one, by their places. */
  repeats?: ReadonlyMap<number, number> | undefined;
}

export interface Conclusion {
  /** The solution that the search stands by; null if there is none. */
  path: Path | null;
  answer: string | null;
}

export interface Strategy {
  readonly description: string;
  /** What a candidate is. */
  readonly draws: "steps" | "solutions";
  /** Whether candidates are scored by a process reward model. */
  readonly isGuided: boolean;
  begin(settings: SearchSettings): SearchState;
  /** How many candidates each open path gets. */
  candidatesEach(state: SearchState, settings: SearchSettings): number;
  /** Chooses among the candidates; where all are dropped, nothing stays open. */
  decide(state: SearchState, candidates: readonly Candidate[], settings: SearchSettings): Decision;
  /** What is made of the search when nothing is open any more, or when it has gone on for long enough. */
  conclude(state: SearchState, settings: SearchSettings): Conclusion;
}
