// A trainer's request with several items of the user's own reward: they are spread over the threads as those of a batch
// are, since each of them may take long.

import type { Exchange } from "../http/exchange.ts";
import type { Row } from "../jsonl/line-module.ts";
import type { Asked, Desk } from "./desk.ts";
import { type Graded, gradedOf, unscoredItem } from "./graded.ts";
import type { Call } from "./operation.ts";
import type { Lines } from "./parts.ts";
import type { SpreadItems } from "./perform.ts";
import { protocols } from "./protocols/index.ts";
import type { Answer, TrainerQuery } from "./protocols/protocol.ts";

export interface TrainerWork extends Asked {
  call: Extract<Call, { op: "score" }>;
  shape: { kind: "trainer"; protocol: string; query: TrainerQuery; most: number };
}

export async function gradeSpread(
  desk: Desk,
  { call, shape }: TrainerWork,
  { lines, unscored }: SpreadItems,
  exchange: Exchange,
): Promise<{ answer: Answer }> {
  const items = unscored.filter((reason) => reason === null).length;
  const bytes = Buffer.from(lines);
  const results = await gradeRows(desk, call, { bytes, items, first: 1 }, exchange);
  const keys = desk.ownMembers ?? [];
  let next = 0;
  const graded = unscored.map((reason): Graded => {
    if (reason === null) return results[next++]!;
    const item = unscoredItem(keys, reason);
    desk.stats.add(call.reward, item);
    return item;
  });
  return { answer: protocols[shape.protocol]!.answerOf!(graded, shape.query.onUnscored, keys) };
}

async function gradeRows(desk: Desk, call: Call, lines: Lines, exchange: Exchange): Promise<Graded[]> {
  const shape = { kind: "lines" as const, first: 1, strict: true };
  const parts = [...desk.partsOf(call, lines)];
  const performed = await Promise.all(
    parts.map((part) => desk.grade({ call, data: part.bytes, shape, isSmall: false }, part.items, exchange)),
  );
  for (const each of performed) desk.count(each);
  return performed
    .filter(({ items }) => items > 0)
    .flatMap((each) => desk.textOf(each).split("\n").map(gradedFrom));
}

/** A result as a thread has written it. */
function gradedFrom(line: string): Graded {
  const { unscored, error, ...result } = JSON.parse(line) as Row;
  if (typeof error === "string") return { outcome: "error", result, reward: null, error };
  if (typeof unscored === "string") return { outcome: "unscored", result, reward: null, unscored };
  return gradedOf({ result: result as Record<string, number | null> }, undefined);
}
