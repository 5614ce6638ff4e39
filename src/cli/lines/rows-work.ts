// The rows of `grade` and `reward` on the machine of a worker: threads are opened as the run's context says, and answer
// block after block. The context is untrusted, so it can name built-in rewards and policies, and modules only by the
// hash of a file that this worker's owner has offered.

import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { LinePool } from "../../jsonl/line-pool.ts";
import { asPlainAnswer, readPlainBlock } from "../../jsonl/plain-block.ts";
import { contextData, RefusedRunError } from "../../queue/queue-error.ts";
import type { MadeWork } from "../../queue/worker.ts";
import { extractions } from "../../rewards/grade-answer.ts";
import { findReward } from "../../rewards/index.ts";
import { type RunContext, runContext } from "../../runs/engine/executor.ts";
import { UnitFailure } from "../../runs/engine/unit.ts";
import type { GradeLines } from "../grade/grade-lines.ts";
import { onUnscoredChoices, type RewardLines } from "../reward/lines-reward.ts";
import { rowsKind } from "./carried-rows.ts";
import { hashOfModule } from "./module-hash.ts";

const fields = z.array(z.strictObject({ name: z.string(), column: z.string() }));
const timeoutMs = z.number().min(1).max(86_400_000);

const rowsContext = z.discriminatedUnion("command", [
  z.strictObject({
    command: z.literal("grade"),
    timeoutMs,
    data: z.strictObject({
      options: z.record(z.string(), z.unknown()),
      extract: z.enum(extractions),
      judged: z.boolean().optional(),
      fields,
    }),
  }),
  z.strictObject({
    command: z.literal("reward"),
    timeoutMs,
    data: z.strictObject({
      name: z.string().optional(),
      /** The sha256 of the user's module. */
      module: z.string().optional(),
      onUnscored: z.enum(onUnscoredChoices),
      gradingOptions: z.record(z.string(), z.unknown()).optional(),
      explain: z.boolean().optional(),
      judged: z.boolean().optional(),
      fields,
    }),
  }),
]);

/** What the rows of a run share. */
export type RowsContext = z.output<typeof rowsContext>;

export const contextOfRows = (context: RowsContext): RunContext => runContext(rowsKind, context);

export interface RowsHere {
  /** The files of modules that may be used. */
  modules?: readonly string[] | undefined;
  /** Threads at most; all cores by default. */
  threads?: number | undefined;
}

const lineModules = {
  grade: new URL("../grade/grade-lines.js", import.meta.url),
  reward: new URL("../reward/lines-reward.js", import.meta.url),
};

/** @throws {RefusedRunError} if the context is invalid, or asks for something that this machine may not do */
export async function rowsWork(context: RunContext, here: RowsHere = {}): Promise<MadeWork> {
  const asked = contextData(rowsContext, context);
  const size = here.threads ?? availableParallelism();
  const pool = new LinePool({
    worker: lineModules[asked.command],
    data: asked.command === "grade" ? (asked.data satisfies GradeLines) : await rewardHere(asked.data, here),
    size,
    timeoutMs: asked.timeoutMs,
  });
  return {
    // There is one slot for each thread; one more block waits, so that no thread is idle.
    slots: size + 1,
    work: {
      async [rowsKind]({ input }) {
        try {
          return { value: asPlainAnswer(await pool.answer(readPlainBlock(input))) };
        } catch (error) {
          // A row that fails has an answer; any other error would occur with every block.
          throw new UnitFailure("rows", (error as Error).message, { stopsRun: true });
        }
      },
    },
    close: () => pool.close(),
  };
}

type CarriedReward = Extract<RowsContext, { command: "reward" }>["data"];

async function rewardHere(
  { name, module, onUnscored, gradingOptions, explain, judged, fields }: CarriedReward,
  { modules = [] }: RowsHere,
): Promise<RewardLines> {
  if (module === undefined) {
    if (name === undefined || !findReward(name))
      throw new RefusedRunError(`there is no reward '${name}' here`);
    return { name, onUnscored, gradingOptions, explain, judged, fields };
  }
  // The files as they are now, not as they were at the start of the worker; each thread checks again when it loads its
  // own.
  for (const path of modules)
    if ((await hashOfModule(path).catch(() => undefined)) === module)
      return { name, module: pathToFileURL(path).href, hash: module, onUnscored, explain, fields };
  throw new RefusedRunError(
    "its reward is a module, and this worker was not given the same file: start it with --module FILE",
  );
}
