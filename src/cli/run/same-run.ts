// Whether a command continues a run or begins a new one, where the model is not what it was: the two options that say
// so, and what they do.

import { join } from "node:path";
import { flag, group } from "../../options/option.ts";
import { isVersioned, type ScorerInterface } from "../../prm/open-scorer.ts";
import { moveRun } from "../../runs/run-folder.ts";
import type { ModelToSee } from "../../seen/look.ts";
import type { SeenModel } from "../../seen/seen.ts";
import { type Settled, settleSeen } from "../../seen/settle.ts";
import { whileLoading } from "./watched.ts";

export const sameRunOptions = group("The run", {
  fresh: flag({
    excludes: ["sameModel"],
    help: "Start a new run, and rename an existing one.",
  }),
  sameModel: flag({
    help: "Continue a run even if its model seems to have changed; use this if you know that it is the same model.",
  }),
});

export interface SameRun {
  fresh: boolean;
  sameModel: boolean;
}

/** What is seen of the models of a run, settled with what its folder says of them. @throws {DifferentModelError} */
export const settled = (
  models: readonly ModelToSee[],
  before: { folder: string; seen: readonly SeenModel[] | undefined; hasAnswers: boolean },
  { sameModel }: SameRun,
  say: (sentence: string) => void,
): Promise<Settled> =>
  whileLoading("what the model is", () => settleSeen(models, before, { sameModel, say }));

/** How a step scorer asks its model. */
export const asksOf = (asked: ScorerInterface): ModelToSee["asks"] =>
  isVersioned(asked) ? "messages" : "rewards";

/** The run of a folder, and the files beside it that were made from it. */
interface OldRun {
  folder: string;
  journal: string;
  /** Where it is kept, given the time in its name. */
  place(time: string): { from: string; to: string }[];
}

/** Says where the old run is from now on. @throws {StorageError} */
export async function moveAside(old: OldRun, say: (sentence: string) => void): Promise<void> {
  const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const to = old.place(time);
  if (await moveRun({ ...old, to }))
    say(`this is a new run; the previous one was moved from ${old.folder} to ${to[0]!.to}`);
}

/** Beside the run, under a name that says until when it was there. */
export const besideRun = (folder: string) => (time: string) => [
  { from: folder, to: `${folder.replace(/\/+$/, "")}-before-${time}` },
];

/** In a folder of its own, under the names that they have. */
export const inOwnFolder = (folder: string, paths: readonly string[]) => (time: string) =>
  paths.map((from) => ({ from, to: join(folder, `before-${time}`, from.slice(folder.length)) }));
