// The interface of a strategy: pure decisions about unfinished solutions. It decides which solutions are continued and
// how often, and chooses among the continuations; the driver draws and scores them. All of its state is plain data, so
// a search can be recorded after any iteration and resumed.

// One number for a solution from the rewards of its steps.

export const aggregates = ["last", "min", "product", "mean"] as const;
export type Aggregate = (typeof aggregates)[number];

/** Steps without a reward do not count; a solution without any reward has the value 0. */
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

/** Why a solution is finished: an answer in a box, the end of the policy's turn, or too many tokens. */
export type Ending = "answer" | "turn" | "length";

/** A solution so far. */
export interface Path {
  steps: string[];
  /** One for each step; null if it was not scored. */
  rewards: (number | null)[];
  ends: Ending | null;
  /** The candidate that was added last; none if it is still empty. */
  from?: Origin | undefined;
  /** The index of the independent search that it belongs to. */
  tree?: number | undefined;
}

/** A candidate of a search: its iteration, counted from 1, and its index there. */
export interface Origin {
  iteration: number;
  candidate: number;
}

/** Why a candidate cannot be chosen. */
export interface Dropped {
  why: string;
  /** The index of the candidate that it repeats. */
  as?: number | undefined;
}

/** For example `the same as candidate 3`, in the form of result files. */
export const droppedWords = ({ why, as }: Dropped): string =>
  as === undefined ? why : `${why} as candidate ${as}`;

/** A continuation of one of the open paths. */
export interface Candidate {
  /** The open path that it continues. */
  path: number;
  /** One step, or all steps if whole solutions are drawn. */
  steps: string[];
  rewards: (number | null)[];
  ends: Ending | null;
  dropped?: Dropped | undefined;
}

export interface SearchState {
  /** Solutions to be continued. */
  open: Path[];
  /** Solutions that are kept and not continued. */
  ended: Path[];
}

export interface SearchSettings {
  /** Candidates of an iteration. */
  n: number;
  /** The number of candidates of each path, if there are several paths. */
  width: number;
  aggregate: Aggregate;
  /** Whether an answer may be marked in other ways than with a box, as in recorded completions. */
  takesMarkedAnswers?: boolean | undefined;
}

export interface Decision {
  /** Indexes of candidates, the best first. */
  chosen: number[];
  state: SearchState;
  /** Candidates that repeat a different one, by their indexes. */
  repeats?: ReadonlyMap<number, number> | undefined;
}

export interface Conclusion {
  /** The final solution; null if there is none. */
  path: Path | null;
  answer: string | null;
}

export interface Strategy {
  readonly description: string;
  /** The kind of a candidate. */
  readonly draws: "steps" | "solutions";
  /** Whether candidates are scored by a process reward model. */
  readonly isGuided: boolean;
  begin(settings: SearchSettings): SearchState;
  /** The number of candidates for each open path. */
  candidatesEach(state: SearchState, settings: SearchSettings): number;
  /** Chooses among the candidates; if all are dropped, no path stays open. */
  decide(state: SearchState, candidates: readonly Candidate[], settings: SearchSettings): Decision;
  /** The result of the search when no path is open, or when the step limit is reached. */
  conclude(state: SearchState, settings: SearchSettings): Conclusion;
}
