// maj@k by random orders of the samples: the first k of each order are a random choice of k.

import type { Group, Span, Vote } from "./majority.ts";
import { seededRandom } from "./seed.ts";

const orders = 2_000;

export function drawnMajority(
  votes: readonly Vote[],
  groups: ReadonlyMap<string, Group>,
  seed: string,
  { of, upTo }: Span = { of: votes.length, upTo: votes.length },
): number[] {
  const names = [...groups.keys()];
  const places = new Map(names.map((name, place) => [name, place]));
  const rights = names.map((name) => groups.get(name)!.right);
  /** The groups of the samples, in the order under way; -1 where there is no answer. */
  const order = new Int32Array(of).fill(-1);
  votes.forEach(({ group }, place) => {
    if (group !== null) order[place] = places.get(group)!;
  });
  const counts = new Int32Array(names.length);
  const sums = new Float64Array(upTo);
  const random = seededRandom(`maj@k\n${seed}`);
  for (let draw = 0; draw < orders; draw++) {
    counts.fill(0);
    let most = 0;
    let leaders = 0;
    let right = 0;
    for (let k = 0; k < upTo; k++) {
      const other = k + Math.floor(random() * (order.length - k));
      const group = order[other]!;
      order[other] = order[k]!;
      order[k] = group;
      if (group >= 0) {
        const count = ++counts[group]!;
        if (count > most) {
          most = count;
          leaders = 0;
          right = 0;
        }
        if (count === most) {
          leaders++;
          right += rights[group]!;
        }
      }
      if (leaders > 0) sums[k]! += right / leaders;
    }
  }
  return Array.from(sums, (sum) => sum / orders);
}
