// The interface of a kind of run. Evaluations, ProcessBench runs and searches each implement it once; code for runs of
// any kind (show, compare, regrade, merge, the viewer, shards) uses only the interface.

import { z } from "zod";
import { differences } from "../options/settings.ts";
import { seenModels } from "../seen/seen.ts";
import type { ScoredSets, SetComparison } from "./compare.ts";
import type { UnitRecord } from "./engine/unit.ts";
import type { Completeness } from "./figure.ts";
import type { FindTask, gradeRun } from "./grading/grade-run.ts";
import type { JudgeOfRun } from "./grading/judged.ts";
import type { ModelOfRun } from "./run-file.ts";
import { DifferentRunError } from "./run-folder.ts";
import { shardOf, shardSchema } from "./shard.ts";

export const kindNames = ["eval", "processbench", "search"] as const;
export type KindName = (typeof kindNames)[number];

/** Fields of run.json for every kind. */
export const commonMembers = {
  /** The shard; undefined if the run has all problems. */
  shard: shardSchema.optional(),
  /** The identity of the models; files of earlier versions do not have it. */
  seen: seenModels.optional(),
  versions: z.object({ assay: z.string(), node: z.string() }),
  created: z.string(),
};

export type AnyRun = z.output<z.ZodObject<typeof commonMembers>>;

/** The data that a program needs to interpret the figures of a run. The fields are the same for every kind. */
export interface FactsOfRun {
  /** The version of Assay that made the figures, or the run. */
  version: string;
  model: string | null;
  tags?: readonly string[];
  /** The settings that were sent with the prompts; settings that were not given are left out. */
  sampling: Record<string, unknown>;
  /** Of a search: the model that scores its steps; null if none does. */
  reward_model?: string | null;
  strategy?: string;
  /** Of a ProcessBench run: the interface to the model. */
  judge?: string;
}

export const nameOfModel = ({ model, path, source }: ModelOfRun): string | null =>
  model ?? path ?? source ?? null;

/** The settings of grading again. */
export interface Regrading {
  find: FindTask;
  graderOf?: Parameters<typeof gradeRun>[2];
  /** Whether judgements are ignored. */
  byRules?: boolean | undefined;
  /** Columns by whose values evaluations are compared too, instead of the task's own. */
  groupBy?: readonly string[] | undefined;
}

/** The result of each problem of a run, and how complete the run is. */
export interface RunResults {
  sets: ScoredSets;
  whole: Completeness;
  /** The number of samples of a problem. */
  samples: number;
  /** The judge for what the rules leave open. */
  judge?: JudgeOfRun | undefined;
}

export interface RunKind<Run extends AnyRun = AnyRun> {
  readonly name: KindName;
  /** For example `an evaluation`. */
  readonly words: string;
  /** The journal's name in the folder of a run. */
  readonly journal: string;
  /** The figure that two runs of this kind are compared by; see `Metric`. */
  readonly metric: "avg_at_k" | "accuracy" | "match";
  /** The content of run.json; undefined if the folder has no run. @throws {StorageError} */
  read(folder: string): Promise<Run | undefined>;
  /** The folders of the runs at a path. */
  folders(path: string): Promise<string[]>;
  facts(run: Run, version: string): FactsOfRun;
  /** The differences between two runs that should be shards of the same one. */
  differences(a: Run, b: Run): string[];
  /** The problem of a record, in the form of `keyOf`. */
  problemOf(record: UnitRecord): string | undefined;
  /** run.json of a merged run. @param first of the shard that was started first, without the fields of a shard */
  merged(first: Run, shards: readonly Run[]): Run;
  /** The folder of a merged run. @param out the folder that the user names @param shard the folder of one of the shards */
  mergedFolder(out: string, shard: string, run: Run): string;
  /** The results by problem, graded again. @param isMixed whether they are compared with a run of a different kind */
  results(path: string, regrading: Regrading, isMixed: boolean): Promise<RunResults>;
  /** Compares the results of two runs of this kind, if more is compared than the shares of right samples. */
  compare?(a: ScoredSets, b: ScoredSets): Record<string, SetComparison>;
}

interface Settling<Run> {
  folder: string;
  now: Run;
  /** The existing content of the folder. */
  before: Run | undefined;
  identityChanges(before: Run, now: Run): string[];
  dataChanges?(before: Run): string[];
  /** The option that names a different folder. */
  flag: string;
}

/** The content of run.json: a new run, or the existing one, perhaps extended. @throws {DifferentRunError} */
export function settle<Run extends AnyRun>(settling: Settling<Run>): Run {
  const { folder, now, before, identityChanges, dataChanges, flag } = settling;
  if (!before) return now;
  const changes = [
    ...identityChanges(before, now),
    ...differences(shardOf(before), shardOf(now)),
    ...(dataChanges?.(before) ?? []),
  ];
  if (changes.length > 0) throw new DifferentRunError(folder, changes, flag);
  return { ...now, created: before.created, versions: before.versions };
}
