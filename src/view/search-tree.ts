// The tree of a search for its chart: equal candidates are one node with a count, and each node has its parent. If
// whole solutions are drawn, those with the same beginning share their first steps. Pure, the same in page and report.

import type { Fate, SearchProblem, TreeCandidate } from "./api.ts";

export interface TreeNode {
  key: string;
  parent: string | undefined;
  /** Iteration, or step of a whole solution; counted from 1. */
  column: number;
  tree: number;
  reward: number;
  count: number;
  fate: Fate;
  /** Whether it ends with a right answer; undefined if it is continued. */
  right?: boolean | null | undefined;
  step: string;
  /** Of the first candidate that made it. */
  iteration: number;
  place: number;
  /** The answer that it ends with. */
  answer?: string | undefined;
}

export interface SearchTree {
  columns: number;
  trees: number;
  nodes: TreeNode[];
  /** In each column, the candidates that could not be chosen and do not repeat others. */
  lost: ReadonlyMap<number, number>;
}

export function searchTree({ iterations, draws }: Pick<SearchProblem, "iterations" | "draws">): SearchTree {
  const candidates = iterations.flatMap(({ iteration, candidates }) =>
    candidates.map((candidate) => ({ iteration, candidate })),
  );
  const nodes = draws === "steps" ? stepNodes(candidates) : solutionNodes(candidates);
  const lost = new Map<number, number>();
  for (const { iteration, candidate } of candidates)
    if (candidate.dropped && candidate.dropped.as === undefined)
      lost.set(iteration, (lost.get(iteration) ?? 0) + 1);
  return {
    columns: nodes.reduce(
      (most, { column }) => Math.max(most, column),
      Math.max(1, draws === "steps" ? iterations.length : 0),
    ),
    trees: 1 + nodes.reduce((most, { tree }) => Math.max(most, tree), 0),
    nodes,
    lost,
  };
}

interface Placed {
  iteration: number;
  candidate: TreeCandidate;
}

function stepNodes(candidates: readonly Placed[]): TreeNode[] {
  return candidates.flatMap(({ iteration, candidate }): TreeNode[] => {
    const { place, from, tree = 0, count, fate, right, ends, rewards, steps, dropped, answer } = candidate;
    const reward = rewards.at(-1) ?? null;
    if (dropped || reward === null) return [];
    return [
      {
        key: `${iteration}.${place}`,
        parent: from && `${from.iteration}.${from.candidate}`,
        column: iteration,
        tree,
        reward,
        count,
        fate,
        right: ends === "answer" ? right : undefined,
        step: steps.at(-1) ?? "",
        iteration,
        place,
        answer: answer ?? undefined,
      },
    ];
  });
}

const weight: Record<Fate, number> = { led: 3, kept: 2, passed: 1, dropped: 0 };

function solutionNodes(candidates: readonly Placed[]): TreeNode[] {
  const nodes = new Map<string, TreeNode>();
  for (const { candidate, iteration } of candidates) {
    const { steps, rewards, fate, right, dropped, answer } = candidate;
    if (dropped) continue;
    let parent: string | undefined;
    steps.forEach((step, place) => {
      // A single score for a whole solution is at its last step.
      const isLast = place === steps.length - 1;
      const reward = rewards.length === steps.length ? rewards[place] : isLast ? rewards.at(-1) : undefined;
      if (reward === undefined || reward === null) return;
      const key = JSON.stringify(steps.slice(0, place + 1));
      const known = nodes.get(key);
      if (known) {
        known.count++;
        if (weight[fate] > weight[known.fate]) known.fate = fate;
      } else {
        nodes.set(key, {
          ...{ key, parent, column: place + 1, tree: 0, reward, count: 1, fate, step, iteration },
          place: candidate.place,
          ...(isLast ? { right, answer: answer ?? undefined } : {}),
        });
      }
      parent = key;
    });
  }
  return [...nodes.values()];
}

/** The keys from a node up to the root, the node first. */
export function pathTo(nodes: readonly TreeNode[], key: string | undefined): string[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const path: string[] = [];
  for (let node = byKey.get(key ?? ""); node && !path.includes(node.key); node = byKey.get(node.parent ?? ""))
    path.push(node.key);
  return path;
}

/** Lists of a search's doubtful choices. */
export const worklists = ["low", "close", "passed", "false"] as const;
export type Worklist = (typeof worklists)[number];
