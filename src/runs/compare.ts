// Compares two runs over the same problems, paired by problem, which removes the difficulty of the problems from the
// difference.

import { ExpectedError } from "../errors/expected-error.ts";
import { valuesOf } from "../tasks/problem.ts";
import type { Columns } from "../tasks/task.ts";
import { type Quarters, quartersOf } from "./figure.ts";
import { differenceInterval } from "./interval.ts";
import { average, mean, mostGroups } from "./metrics.ts";

/** The runs are over different data: compare runs of the same revision. */
export class DifferentDataError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "DifferentDataError";
  }
}

export interface PairedComparison {
  problems: number;
  /** Mean of the samples' correctness. */
  a: number;
  b: number;
  /** b minus a. */
  difference: number;
  stderr: number | null;
  /** 95 %. */
  interval: [number, number] | null;
  /** Problems on which b is better, on which a is better, and the p-value of the sign test. */
  sign_test: { better: number; worse: number; p: number };
  /** Problems of which b has a larger share of right samples than a, and a smaller one; the largest difference first. */
  gained: string[];
  lost: string[];
  /**
   * How many problems are right in both, in one alone and in neither, by the shares of right samples: of a problem with
   * 3 of 4 samples right in a and 1 of 2 in b, 3/8 is right in both. The expected values do not depend on the number of
   * samples.
   */
  right_in: Quarters;
}

/** A problem with the share of its samples that are right in each of the two. */
interface Pair {
  problem: string;
  a: number;
  b: number;
}

function comparePairs(pairs: readonly Pair[]): PairedComparison {
  const gains = pairs.map(({ a, b }) => b - a);
  const { value, stderr } = average(gains);
  const better = gains.filter((gain) => gain > 0).length;
  const worse = gains.filter((gain) => gain < 0).length;
  return {
    problems: pairs.length,
    a: mean(pairs.map(({ a }) => a)),
    b: mean(pairs.map(({ b }) => b)),
    difference: value,
    stderr,
    interval: differenceInterval({ value, stderr }, gains.length),
    sign_test: { better, worse, p: signTest(better, worse) },
    gained: byDifference(pairs.filter(({ a, b }) => b > a)),
    lost: byDifference(pairs.filter(({ a, b }) => a > b)),
    right_in: {
      both: sumOf(pairs, "both"),
      a_only: sumOf(pairs, "a_only"),
      b_only: sumOf(pairs, "b_only"),
      neither: sumOf(pairs, "neither"),
    },
  };
}

const byDifference = (pairs: readonly Pair[]): string[] =>
  pairs.toSorted((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a)).map(({ problem }) => problem);

const sumOf = (pairs: readonly Pair[], quarter: keyof Quarters): number =>
  pairs.reduce((sum, pair) => sum + quartersOf(pair)[quarter], 0);

/** Two-sided and exact; problems without a difference do not count. */
export function signTest(better: number, worse: number): number {
  const n = better + worse;
  let logTerm = -n * Math.LN2;
  let tail = 0;
  for (let i = 0; i <= Math.min(better, worse); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log(n - i) - Math.log(i + 1);
  }
  return Math.min(1, 2 * tail);
}

// Two runs of any kinds, paired: the results of all kinds have one form, so an evaluation can be compared with a
// search, and two judges of steps with each other.

export interface ScoredItem {
  problem: string;
  /**
   * The problem's statement, if it is known: two different statements are different problems, even with the same id.
   */
  statement?: string | undefined;
  /** The other columns of its row. */
  columns?: Columns | undefined;
  /** Of its samples, the share that is right. */
  share: number;
  /** The kind of each sample's failure. */
  failures: readonly string[];
}

export interface ScoredSet {
  /** The source of the data, if it is known. */
  from?: string | undefined;
  /** The kinds of failures, in the order in which they are printed. */
  failureKinds: readonly string[];
  /** Columns whose values group the problems. */
  groupBy?: readonly string[] | undefined;
  items: readonly ScoredItem[];
}

/** By the name of the task, the data set or the subset. */
export type ScoredSets = ReadonlyMap<string, ScoredSet>;

export interface SetComparison extends PairedComparison {
  failures: { a: Record<string, number>; b: Record<string, number> };
  /** By column, the same for the problems of each value. */
  groups?: Record<string, GroupComparison[]> | undefined;
}

export type GroupComparison = { value: string } & Pick<
  PairedComparison,
  "problems" | "a" | "b" | "difference" | "interval"
>;

/**
 * By name, for the sets that both have.
 * @param singles whether a single set is compared with a single one, even if their names differ
 * @throws {DifferentDataError}
 */
export function compareSets(
  a: ScoredSets,
  b: ScoredSets,
  { singles = false }: { singles?: boolean } = {},
): Record<string, SetComparison> {
  const isOne = singles && a.size === 1 && b.size === 1;
  const compared = [...b].flatMap(([name, inB]) => {
    const inA = isOne ? [...a.values()][0] : a.get(name);
    return inA ? [[name, compareSet(name, inA, inB)] as const] : [];
  });
  if (compared.length === 0) throw new DifferentDataError("the two runs have no task or data set in common");
  return Object.fromEntries(compared);
}

function compareSet(name: string, a: ScoredSet, b: ScoredSet): SetComparison {
  if (a.from !== undefined && b.from !== undefined && a.from !== b.from)
    throw new DifferentDataError(`${name} is ${a.from} in the one and ${b.from} in the other`);
  const pairs = pairItems(name, a, b);
  if (pairs.length === 0)
    throw new DifferentDataError(`there is no problem of ${name} that both runs have answered`);
  const kinds = [...new Set([...a.failureKinds, ...b.failureKinds])];
  return {
    ...comparePairs(pairs.map((pair) => ({ problem: pair.a.problem, a: pair.a.share, b: pair.b.share }))),
    failures: {
      a: failuresOf(
        pairs.map((pair) => pair.a),
        kinds,
      ),
      b: failuresOf(
        pairs.map((pair) => pair.b),
        kinds,
      ),
    },
    ...groupsOf(pairs, b.groupBy ?? a.groupBy ?? []),
  };
}

/** A problem with several values in a column belongs to the group of each; one without a value to none. */
function groupsOf(
  pairs: readonly { a: ScoredItem; b: ScoredItem }[],
  columns: readonly string[],
): Pick<SetComparison, "groups"> {
  const groups = columns.flatMap((column) => {
    const valuesIn = ({ a, b }: { a: ScoredItem; b: ScoredItem }) =>
      new Set(valuesOf(b.columns ?? a.columns, column));
    const values = [...new Set(pairs.flatMap((pair) => [...valuesIn(pair)]))];
    if (values.length === 0 || values.length > mostGroups) return [];
    const compared = values
      .sort((x, y) => x.localeCompare(y, "en", { numeric: true }))
      .map((value): GroupComparison => {
        const members = pairs.filter((pair) => valuesIn(pair).has(value));
        const shares = members.map((pair) => ({
          problem: pair.a.problem,
          a: pair.a.share,
          b: pair.b.share,
        }));
        const { problems, a, b, difference, interval } = comparePairs(shares);
        return { value, problems, a, b, difference, interval };
      });
    return [[column, compared] as const];
  });
  return groups.length === 0 ? {} : { groups: Object.fromEntries(groups) };
}

/** The items that both have. @throws {DifferentDataError} if two problems of the same name differ */
export function pairItems<Item extends ScoredItem>(
  name: string,
  a: { items: readonly Item[] },
  b: { items: readonly Item[] },
): { a: Item; b: Item }[] {
  const byProblem = new Map(b.items.map((item) => [item.problem, item]));
  return a.items.flatMap((item) => {
    const other = byProblem.get(item.problem);
    if (!other) return [];
    if (
      item.statement !== undefined &&
      other.statement !== undefined &&
      item.statement.trim() !== other.statement.trim()
    )
      throw new DifferentDataError(`problem ${item.problem} of ${name} differs between the two runs`);
    return [{ a: item, b: other }];
  });
}

function failuresOf(items: readonly ScoredItem[], kinds: readonly string[]): Record<string, number> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  for (const kind of items.flatMap(({ failures }) => failures)) counts[kind]!++;
  return counts;
}
