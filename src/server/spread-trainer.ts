// A trainer's request with several items of the user's own reward: they are spread over the threads as those of a batch
// are, since each of them may take long. Other requests of trainers are graded whole, by one thread or here.

import { parseBody, readText } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Row } from "../jsonl/line-module.ts";
import type { Desk } from "./desk.ts";
import { type Graded, gradedOf, unscoredItem } from "./graded.ts";
import type { Call } from "./operation.ts";
import { protocols } from "./protocols/index.ts";
import type { Answer, Item, Refused, TrainerQuery } from "./protocols/protocol.ts";

export interface TrainerWork {
  call: Extract<Call, { op: "score" }>;
  bytes: Buffer;
  shape: { kind: "trainer"; protocol: string; query: TrainerQuery; most: number };
}

/** Whether a request has more than one item. @throws {HttpError} 400 where it is not JSON */
export const hasSeveral = ({ bytes, shape }: TrainerWork): boolean =>
  protocols[shape.protocol]!.size(parseBody(bytes)) > 1;

export async function gradeSpread(
  desk: Desk,
  { call, bytes: body, shape }: TrainerWork,
  exchange: Exchange,
): Promise<{ refused: Refused } | { answer: Answer }> {
  const { protocol, query } = shape;
  const asked = protocols[protocol]!.read(parseBody(body), readText(body), call.reward, query);
  if ("message" in asked) return { refused: asked };
  desk.admit(exchange, asked.items.length);
  const items = asked.items.map(asLine);
  const lines = items.flatMap((item) => ("line" in item ? [item.line] : []));
  const bytes = Buffer.from(lines.join(""));
  const results = await gradeRows(desk, call, { bytes, items: lines.length, first: 1 }, exchange);
  const keys = desk.ownMembers ?? [];
  let next = 0;
  const graded = items.map((item): Graded => {
    if ("line" in item) return results[next++]!;
    const unscored = unscoredItem(keys, item.unscored);
    desk.stats.add(call.reward, unscored, {}, 0);
    return unscored;
  });
  return { answer: asked.answer(graded, query.onUnscored, keys) };
}

function asLine(item: Item): { line: string } | { unscored: string } {
  if (!("row" in item)) return item;
  try {
    return { line: `${JSON.stringify(item.row)}\n` };
  } catch {
    return { unscored: "the item is nested too deeply" };
  }
}

async function gradeRows(desk: Desk, call: Call, lines: Parameters<Desk["partsOf"]>[1], exchange: Exchange) {
  const shape = { kind: "lines" as const, first: 1, strict: true };
  const parts = [...desk.partsOf(call, lines)];
  const performed = await Promise.all(
    parts.map(({ bytes, items }) => desk.gradeThere({ call, bytes, shape }, items, exchange)),
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
