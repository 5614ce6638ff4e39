// What happens if the model of a run has changed, or the user wants a new run.

import { join } from "node:path";
import { isVersioned, type ScorerInterface } from "../../prm/open-scorer.ts";
import { hasAnswers, moveRun } from "../../runs/run-folder.ts";
import type { AnyRun, RunKind } from "../../runs/run-kind.ts";
import type { ModelToSee } from "../../seen/look.ts";
import { type Settled, settleSeen } from "../../seen/settle.ts";
import type { AskedRun } from "../options/run-options.ts";
import { whileLoading } from "./watched.ts";

/** A run that is continued: it has answers; or a new one. */
interface BegunRun<Run> {
  folder: string;
  hasAnswers: boolean;
  /** Its run.json. */
  before: Run | undefined;
}

/** What a folder holds of a run. @throws {StorageError} */
export async function begunIn<Run extends AnyRun>(
  { journal, read }: RunKind<Run>,
  folder: string,
  { fresh }: Pick<AskedRun, "fresh">,
): Promise<BegunRun<Run>> {
  const isContinued = !fresh && (await hasAnswers(folder, journal));
  return { folder, hasAnswers: isContinued, before: isContinued ? await read(folder) : undefined };
}

/** The identity of the models of a run, compared with the entry in its folder. @throws {DifferentModelError} */
export const settled = (
  models: readonly ModelToSee[],
  { before, ...begun }: BegunRun<AnyRun>,
  { sameModel }: Pick<AskedRun, "sameModel">,
  say: (sentence: string) => void,
): Promise<Settled> =>
  whileLoading("what the model is", () =>
    settleSeen(models, { ...begun, seen: before?.seen }, { sameModel, say }),
  );

/** The identity of a step scorer. */
export const asksOf = (asked: ScorerInterface): ModelToSee["asks"] =>
  isVersioned(asked) ? "messages" : "rewards";

/** The run of a folder, and the files that were made from it. */
interface OldRun {
  folder: string;
  journal: string;
  /** The folder that it is moved to, given the time in its name. */
  place(time: string): { from: string; to: string }[];
}

/** Prints where the old run is now. @throws {StorageError} */
export async function moveAside(old: OldRun, say: (sentence: string) => void): Promise<void> {
  const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const to = old.place(time);
  if (await moveRun({ ...old, to }))
    say(`this is a new run; the previous one was moved from ${old.folder} to ${to[0]!.to}`);
}

/** Beside the run, under a name with the time of the move. */
export const besideRun = (folder: string) => (time: string) => [
  { from: folder, to: `${folder.replace(/\/+$/, "")}-before-${time}` },
];

/** In a separate folder, under the same names. */
export const inOwnFolder = (folder: string, paths: readonly string[]) => (time: string) =>
  paths.map((from) => ({ from, to: join(folder, `before-${time}`, from.slice(folder.length)) }));
