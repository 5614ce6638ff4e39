// What a kind of run is. Evaluations, ProcessBench runs and searches implement this interface once each; what looks at runs of any
// kind (show, compare, regrade, merge, the viewer, shards) uses the interface alone.

import { z } from "zod";
import type { Shard } from "../jsonl/shard.ts";
import { differences } from "../options/settings.ts";
import { type SeenModel, seenModels } from "../seen/seen.ts";
import type { ScoredSets, SetComparison } from "./compare.ts";
import type { UnitRecord } from "./engine/unit.ts";
import type { Completeness } from "./figure.ts";
import type { FindTask, gradeRun } from "./grade-run.ts";
import type { JudgeOfRun } from "./judged.ts";
import type { ModelOfRun } from "./run-file.ts";
import { DifferentRunError } from "./run-folder.ts";
import { shardOf, shardSchema } from "./shard.ts";

export const kindNames = ["eval", "processbench", "search"] as const;
export type KindName = (typeof kindNames)[number];

/** Members that run.json has for every kind. */
export const commonMembers = {
  /** The part of the problems that is done here; all unless it is there. */
  shard: shardSchema.optional(),
  /** What was seen of the models; files of earlier versions do not say. */
  seen: seenModels.optional(),
  versions: z.object({ assay: z.string(), node: z.string() }),
  created: z.string(),
};

export interface AnyRun {
  shard?: Shard | undefined;
  seen?: SeenModel[] | undefined;
  versions: { assay: string; node: string };
  created: string;
}

/** What a program needs to interpret the figures of a run. The members are the same for every kind. */
export interface FactsOfRun {
  /** The version of Assay that made the figures, or the run. */
  version: string;
  model: string | null;
  tags?: readonly string[];
  /** What was sent beside the prompts; settings that were not given are left out. */
  sampling: Record<string, unknown>;
  /** Of a search: the model that scores its steps; null if none does. */
  reward_model?: string | null;
  strategy?: string;
  /** Of a ProcessBench run: how the model is asked. */
  judge?: string;
}

export const nameOfModel = ({ model, path, source }: ModelOfRun): string | null =>
  model ?? path ?? source ?? null;

/** How verdicts are made again. */
export interface Regrading {
  find: FindTask;
  graderOf?: Parameters<typeof gradeRun>[2];
  /** Whether what judges said is left aside. */
  byRules?: boolean | undefined;
  /** Columns by whose values evaluations are compared too, instead of the task's own. */
  groupBy?: readonly string[] | undefined;
}

/** The result of each problem of a run, and how much of the run is there. */
export interface RunResults {
  sets: ScoredSets;
  whole: Completeness;
  /** Samples of a problem. */
  samples: number;
  /** Who judged what the rules leave open. */
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
  /** What run.json holds; undefined if the folder holds no run. @throws {StorageError} */
  read(folder: string): Promise<Run | undefined>;
  /** The folders of the runs that a path means. */
  folders(path: string): Promise<string[]>;
  facts(run: Run, version: string): FactsOfRun;
  /** What differs between two runs that should be shards of the same one. */
  differences(a: Run, b: Run): string[];
  /** The problem that a record is about, as `keyOf` writes it. */
  problemOf(record: UnitRecord): string | undefined;
  /** run.json of a merged run. @param first of the shard that was begun first, without what is the shard's own */
  merged(first: Run, shards: readonly Run[]): Run;
  /** The folder of a merged run. @param out the folder that the user names @param shard the folder of one of the shards */
  mergedFolder(out: string, shard: string, run: Run): string;
  /** The results problem by problem, graded again. @param isMixed whether they are compared with a run of a different kind */
  results(path: string, regrading: Regrading, isMixed: boolean): Promise<RunResults>;
  /** Compares the results of two runs of this kind, where more is compared than the shares of right samples. */
  compare?(a: ScoredSets, b: ScoredSets): Record<string, SetComparison>;
}

interface Settling<Run> {
  folder: string;
  now: Run;
  /** What the folder holds already. */
  before: Run | undefined;
  identityChanges(before: Run, now: Run): string[];
  dataChanges?(before: Run): string[];
  /** The option that names a different folder. */
  flag: string;
}

/** What run.json is to say: a new run, or the one that the folder holds, perhaps extended. @throws {DifferentRunError} */
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
