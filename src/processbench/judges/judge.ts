// A judge of whole samples, as a run sees it: what to ask about a sample, and how that is done.

import type { Retry } from "../../models/model.ts";
import type { WorkByKind } from "../../runs/engine/executor.ts";
import type { Unit } from "../../runs/engine/unit.ts";
import type { Judged } from "../judged.ts";
import type { Sample } from "../samples.ts";

export interface Judge {
  /** Everything that a judgement depends on. A run keeps it. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** What is to be asked about a sample, less what is known to be there already or follows from something else. */
  units(subset: string, sample: Sample, judged: Judged): Unit[];
  /** Does the units, by kind. Each holds all that it needs of its sample. */
  work(onRetry: (retry: Retry) => void): WorkByKind;
  /** The first request about a sample, for a person to check. */
  preview(subset: string, sample: Sample): object;
  close(): Promise<void>;
}
