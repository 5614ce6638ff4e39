// Rollouts in windows: shares of outcomes in each, rewards by length, and groups that are all right or all wrong. Pure.

export const rolloutOutcomes = ["right", "wrong", "no format", "hedge", "undecided"] as const;
export type RolloutOutcome = (typeof rolloutOutcomes)[number];

export interface RolloutColumns {
  time: number[];
  outcome: number[];
  /** Null for an item that was not scored. */
  reward: (number | null)[];
  characters: number[];
  group: number[];
}

/** Rows from `from` up to `to`. */
interface Window {
  from: number;
  to: number;
}

export interface WindowFacts extends Window {
  items: number;
  /** By outcome, in their order. */
  shares: number[];
  /** The mean over the scored items; null if there are none. */
  reward: number | null;
  characters: number;
  /** Groups of at least two items. */
  groups: { all: number; right: number; wrong: number };
}

/** By count: the same number of items each. By time: the same length, so some may be empty. */
export function windowsOf({ time }: RolloutColumns, by: "items" | "time", most = 40): Window[] {
  const number = time.length;
  const windows = Math.min(most, number);
  if (by === "items")
    return Array.from({ length: windows }, (_, i) => ({
      from: Math.floor((i * number) / windows),
      to: Math.floor(((i + 1) * number) / windows),
    }));
  const [first, last] = [time[0] ?? 0, time.at(-1) ?? 0];
  const found: Window[] = [];
  for (let i = 0, from = 0; i < windows; i++) {
    const end = first + ((last - first) * (i + 1)) / windows;
    let to = from;
    while (to < number && (time[to]! <= end || i === windows - 1)) to++;
    found.push({ from, to });
    from = to;
  }
  return found;
}

export function factsOf(columns: RolloutColumns, { from, to }: Window): WindowFacts {
  const counts = rolloutOutcomes.map(() => 0);
  let [reward, scored, characters] = [0, 0, 0];
  const groups = new Map<number, { items: number; right: number }>();
  for (let row = from; row < to; row++) {
    counts[columns.outcome[row]!]!++;
    const given = columns.reward[row] ?? null;
    if (given !== null) {
      reward += given;
      scored++;
    }
    characters += columns.characters[row]!;
    const group = groups.get(columns.group[row]!) ?? { items: 0, right: 0 };
    group.items++;
    if (columns.outcome[row] === 0) group.right++;
    groups.set(columns.group[row]!, group);
  }
  const items = to - from;
  const several = [...groups.values()].filter(({ items }) => items > 1);
  return {
    from,
    to,
    items,
    shares: counts.map((count) => count / Math.max(1, items)),
    reward: scored === 0 ? null : reward / scored,
    characters: characters / Math.max(1, items),
    groups: {
      all: several.length,
      right: several.filter(({ items, right }) => items === right).length,
      wrong: several.filter(({ right }) => right === 0).length,
    },
  };
}

/** The mean reward of the shortest tenth of the scored items, of the next, and so on. */
export function rewardByLength({ characters, reward }: RolloutColumns, parts = 10) {
  const rows = characters
    .flatMap((_, row) => (reward[row] === null ? [] : [row]))
    .sort((a, b) => characters[a]! - characters[b]!);
  const size = Math.max(1, Math.ceil(rows.length / parts));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => {
    const part = rows.slice(i * size, (i + 1) * size);
    return {
      least: characters[part[0]!]!,
      most: characters[part.at(-1)!]!,
      items: part.length,
      reward: part.reduce((sum, row) => sum + reward[row]!, 0) / part.length,
    };
  });
}
