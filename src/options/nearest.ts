// Finds the name that a user probably meant.

/** The number of letters to insert, delete, replace or swap with a neighbour to turn one name into the other. */
export function distance(a: string, b: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, older[j - 2]! + 1);
    }
    [older, old] = [old, row];
  }
  return old[b.length]!;
}

const plain = (name: string): string => name.toLowerCase().replace(/[_\s-]+/g, "-");

/** A longer text is not a name with a typing error; rows of a request may hold one of any length. */
const longestName = 100;

/** The nearest of some names; undefined if none is similar enough. */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  if (given.length > longestName) return undefined;
  const asked = plain(given);
  const limit = Math.max(1, Math.floor(asked.length / 3));
  let best: { name: string; away: number } | undefined;
  for (const name of names) {
    const other = plain(name);
    const isPart = other.startsWith(asked) || asked.startsWith(other);
    const begins = isPart && Math.min(asked.length, other.length) > 2;
    const away = begins ? Math.min(limit, distance(asked, other)) : distance(asked, other);
    if (!best || away < best.away) best = { name, away };
  }
  return best && best.away <= limit ? best.name : undefined;
}

/** ` Did you mean X?`, or an empty text. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const meant = nearest(given, names);
  return meant === undefined ? "" : ` Did you mean '${meant}'?`;
}
