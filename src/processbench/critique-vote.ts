// How several critiques of a solution vote.

/** The index that most votes name, of equals the one that was seen first; null where none names any. */
export function majorityOf(votes: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
