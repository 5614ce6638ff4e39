// What a critique of a whole solution says: the index in its last box.

import { lastBox } from "../tasks/box.ts";
import { replyIn } from "./verdict.ts";

/** The index of the first wrong paragraph, -1 for none; null where the critique does not say. */
export function readCritique(text: string): number | null {
  const box = lastBox(replyIn(text) ?? "")?.replaceAll("−", "-");
  const index = box === undefined ? undefined : /^[^\d-]{0,40}(-?\d{1,6})[^\d-]{0,40}$/.exec(box)?.[1];
  return index === undefined ? null : Number(index);
}

/** The index that most votes name, of equals the one that was seen first; null where none names any. */
export function majorityOf(votes: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
