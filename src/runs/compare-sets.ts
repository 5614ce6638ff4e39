// Two runs of whatever kinds, paired: what each came to problem by problem is one shape, so that an evaluation can be
// held against a search, and a judge of steps against another.

import { comparePairs, DifferentDataError, type PairedComparison } from "./compare.ts";

export interface ScoredItem {
  problem: string;
  /** What was asked, where it is known: two that differ are not the same problem, whatever they are called. */
  statement?: string | undefined;
  /** Of its samples, the share that is right. */
  share: number;
  /** The kind of each sample's failure. */
  failures: readonly string[];
}

export interface ScoredSet {
  /** Where the data is from, where that is known. */
  from?: string | undefined;
  /** The kinds of failures, in the order in which they are told. */
  failureKinds: readonly string[];
  items: readonly ScoredItem[];
}

/** By the name of the task, the data set or the subset. */
export type ScoredSets = ReadonlyMap<string, ScoredSet>;

export interface SetComparison extends PairedComparison {
  failures: { a: Record<string, number>; b: Record<string, number> };
}

/**
 * By name, for the sets that both have.
 * @param singles whether a single set is compared with a single one, whatever they are called
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
  };
}

/** The items that both have. @throws {DifferentDataError} when one of a name is another problem */
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
      throw new DifferentDataError(`problem ${item.problem} of ${name} is another one in the other`);
    return [{ a: item, b: other }];
  });
}

function failuresOf(items: readonly ScoredItem[], kinds: readonly string[]): Record<string, number> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  for (const kind of items.flatMap(({ failures }) => failures)) counts[kind]!++;
  return counts;
}
