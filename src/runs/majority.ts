// maj@k: how often the answer that most of k samples give is right, in the mean over all choices of k among n. Answers
// are one answer when they are the same text; where several have the most votes, each has its share; samples
// without an answer do not vote. Up to 64 samples the mean is computed exactly, beyond by seeded draws.

import { seededRandom } from "./seed.ts";

export interface Vote {
  /** Null where there is no answer. */
  group: string | null;
  right: boolean;
}

export const exactUpTo = 64;
const drawsOfOrder = 2_000;

/** The values for k = 1 … n. */
export function majorityAtK(votes: readonly Vote[], seed: string): number[] {
  return votes.length <= exactUpTo ? exactMajority(votes) : drawnMajority(votes, seed);
}

interface Group {
  size: number;
  /** The share of its members that are right; below 1 only where the same answer was judged differently. */
  right: number;
}

function groupsOf(votes: readonly Vote[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { group, right } of votes) {
    if (group === null) continue;
    const known = groups.get(group) ?? { size: 0, right: 0 };
    known.right = (known.right * known.size + (right ? 1 : 0)) / (known.size + 1);
    known.size++;
    groups.set(group, known);
  }
  return groups;
}

/**
 * For each answer that is right, and each number of votes that it may have: in how many choices of k do all other
 * answers have as many votes at most, by the number of those that have as many. That number is counted by adding
 * one answer after the other to a table of (samples chosen, answers tied).
 */
export function exactMajority(votes: readonly Vote[]): number[] {
  const n = votes.length;
  if (n === 1) return [votes[0]!.group !== null && votes[0]!.right ? 1 : 0];
  const groups = [...groupsOf(votes).values()];
  const silent = n - groups.reduce((sum, { size }) => sum + size, 0);
  const won = new Array<number>(n + 1).fill(0);
  for (const winner of groups.filter(({ right }) => right > 0)) {
    const others = groups.filter((group) => group !== winner);
    for (let count = 1; count <= winner.size; count++) {
      const ways = choose(winner.size, count) * winner.right;
      tied(others, count, silent, n).forEach((row, ties) => {
        row.forEach((number, chosen) => {
          if (number > 0) won[chosen + count]! += (ways * number) / (ties + 1);
        });
      });
    }
  }
  return Array.from({ length: n }, (_, place) => Math.min(1, won[place + 1]! / choose(n, place + 1)));
}

/** rows[ties][chosen]: choices among the others in which nobody has more than `count` votes. */
function tied(others: readonly Group[], count: number, silent: number, n: number): number[][] {
  const mostTies = Math.min(others.filter(({ size }) => size >= count).length, Math.floor(n / count));
  let rows = Array.from({ length: mostTies + 1 }, () => new Array<number>(n - count + 1).fill(0));
  for (let chosen = 0; chosen <= silent; chosen++) rows[0]![chosen] = choose(silent, chosen);
  for (const { size } of others) {
    const after = rows.map((row) => row.map(() => 0));
    rows.forEach((row, ties) => {
      row.forEach((number, chosen) => {
        if (number === 0) return;
        for (let votes = 0; votes <= Math.min(size, count) && chosen + votes < row.length; votes++) {
          const into = after[ties + (votes === count ? 1 : 0)];
          if (into) into[chosen + votes]! += number * choose(size, votes);
        }
      });
    });
    rows = after;
  }
  return rows;
}

/** Random orders of the samples; the first k of each are a random choice of k. */
function drawnMajority(votes: readonly Vote[], seed: string): number[] {
  const groups = groupsOf(votes);
  const random = seededRandom(`maj@k\n${seed}`);
  const sums = new Array<number>(votes.length).fill(0);
  const order = [...votes];
  for (let draw = 0; draw < drawsOfOrder; draw++) {
    const counts = new Map<string, number>();
    let most = 0;
    let leaders: string[] = [];
    for (let k = 0; k < order.length; k++) {
      const other = k + Math.floor(random() * (order.length - k));
      [order[k], order[other]] = [order[other]!, order[k]!];
      const { group } = order[k]!;
      if (group !== null) {
        const count = (counts.get(group) ?? 0) + 1;
        counts.set(group, count);
        if (count > most) leaders = [];
        if (count >= most) leaders.push(group);
        most = Math.max(most, count);
      }
      const right = leaders.reduce((sum, leader) => sum + groups.get(leader)!.right, 0);
      sums[k]! += leaders.length === 0 ? 0 : right / leaders.length;
    }
  }
  return sums.map((sum) => sum / drawsOfOrder);
}

const pascal: number[][] = [[1]];

/** Exact below 2^53, and to 16 digits above. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  for (let row = pascal.length; row <= n; row++) {
    const above = pascal[row - 1]!;
    pascal.push(Array.from({ length: row + 1 }, (_, i) => (above[i - 1] ?? 0) + (above[i] ?? 0)));
  }
  return pascal[n]![k]!;
}
