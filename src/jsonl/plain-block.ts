// A block of lines and its answer as plain data, which can be serialised and sent to a different process. What returns
// from there is read as untrusted.

import { isUtf8 } from "node:buffer";
import { z } from "zod";
import type { AnsweredBlock } from "./answer-lines.ts";
import type { ReadBlock } from "./read-blocks.ts";

/** Lines as text; as base64 if they are not UTF-8, so that no byte changes on the way. */
const plainBytes = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })]);

const plainBlock = z.strictObject({
  bytes: plainBytes,
  first: z.int().min(1),
  lines: z.int().min(1),
  end: z.int().min(0),
  numbers: z.array(z.int().min(1)).readonly().optional(),
  unit: z.enum(["line", "row"]).optional(),
  reason: z.string().optional(),
  told: z.unknown().optional(),
});
export type PlainBlock = z.output<typeof plainBlock>;

const tally = z.record(z.string(), z.number());
const plainAnswer = z.strictObject({
  bytes: plainBytes,
  lines: z.int().min(0),
  problems: z.array(z.string()),
  counts: tally,
  sums: tally,
  asks: z.array(z.unknown()).optional(),
});
type PlainAnswer = z.output<typeof plainAnswer>;

export const asPlainBlock = (block: ReadBlock): PlainBlock => ({ ...block, bytes: asPlain(block.bytes) });

/** @throws {z.ZodError} where it is none */
export function readPlainBlock(value: unknown): ReadBlock {
  const { bytes, ...rest } = plainBlock.parse(value);
  // Plain data has no undefined members.
  return { ...(rest as Omit<ReadBlock, "bytes">), bytes: asBytes(bytes) };
}

export const asPlainAnswer = (answered: AnsweredBlock): PlainAnswer => ({
  ...answered,
  bytes: asPlain(answered.bytes),
});

/** @throws {z.ZodError} where it is none */
export function readPlainAnswer(value: unknown): AnsweredBlock {
  const answered = plainAnswer.parse(value);
  return { ...answered, bytes: asBytes(answered.bytes) };
}

function asPlain(given: Uint8Array): PlainBlock["bytes"] {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { base64: bytes.toString("base64") };
}

const asBytes = (plain: PlainBlock["bytes"]): Buffer =>
  "text" in plain ? Buffer.from(plain.text, "utf8") : Buffer.from(plain.base64, "base64");
