// What a run can be written as: the tables and the YAML here, the logs of other tools in files of their own.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../errors/expected-error.ts";
import { WholeFile } from "../../jsonl/whole-file.ts";
import { refuseOverwriting } from "../lines/lines.ts";
import { everyEvalEver } from "./every-eval-ever.ts";
import type { ExportedRun, ExportedSample } from "./exported-run.ts";
import { inspectLog } from "./inspect.ts";
import { lmEval } from "./lm-eval.ts";

/** Writes a file of the target piece by piece. */
export type Write = (text: string) => void;
/** The files of a target, by their paths below its folder. */
export type Files = readonly { path: string; write(write: Write): Promise<void> }[];

const folders = { inspect: inspectLog, "lm-eval": lmEval, "every-eval-ever": everyEvalEver };
const files = { "hf-eval-results": hfEvalResults, csv, jsonl };

type FolderTarget = keyof typeof folders;
type Target = FolderTarget | keyof typeof files;
export const targetNames = [...Object.keys(folders), ...Object.keys(files)] as Target[];
export const writesFolder = (target: Target): target is FolderTarget => target in folders;

/** @returns the paths that were written @throws {StorageError} */
export async function writeRun(
  target: Target,
  run: ExportedRun,
  output: string,
  isForced: boolean,
): Promise<string[]> {
  const written = writesFolder(target)
    ? (await folders[target](run)).map((file) => ({ ...file, path: join(output, file.path) }))
    : [{ path: output, write: (write: Write) => files[target](run, write) }];
  for (const { path, write } of written) {
    if (path === "-") {
      await write((text) => void process.stdout.write(text));
      continue;
    }
    if (!isForced) await refuseOverwriting("", path, "--force overwrites it, or name a different --output");
    if (writesFolder(target)) mkdirSync(join(path, ".."), { recursive: true });
    const file = new WholeFile(path);
    try {
      await write((text) => file.write(text));
      file.end();
    } catch (error) {
      file.drop();
      throw error;
    }
  }
  return written.map(({ path }) => path);
}

/** One row for each sample, without anything nested but the golds and the columns of the problem. */
function flat({ input, sample, completion, failure, verdict }: ExportedSample) {
  const { right, answer, by, reason, unscored, truncated } = verdict;
  return {
    task: input.task,
    problem: input.problem,
    sample,
    right,
    answer,
    gold: input.gold,
    by,
    reason: reason ?? null,
    unscored: unscored ?? null,
    truncated,
    finish: completion?.finish ?? null,
    statement: input.statement,
    response: completion?.text ?? null,
    reasoning: completion?.reasoning ?? null,
    failure: failure ?? null,
    columns: input.columns ?? {},
  };
}

async function jsonl(run: ExportedRun, write: Write): Promise<void> {
  await run.each((sample) => write(`${JSON.stringify(flat(sample))}\n`));
}

/** RFC 4180; what is no scalar is as JSON. */
async function csv(run: ExportedRun, write: Write): Promise<void> {
  let isFirst = true;
  await run.each((sample) => {
    const row = flat(sample);
    if (isFirst) write(`${Object.keys(row).join(",")}\r\n`);
    isFirst = false;
    write(`${Object.values(row).map(cell).join(",")}\r\n`);
  });
}

function cell(value: unknown): string {
  if (value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The YAML of a model's `.eval_results` folder on the hub: an entry for each task, whose figure is in percent. */
async function hfEvalResults({ folder, run, metrics }: ExportedRun, write: Write): Promise<void> {
  for (const [task, { headline }] of Object.entries(metrics)) {
    const { dataset, config } = run.data[task]!.source;
    if (!/^[\w.-]+\/[\w.-]+$/.test(dataset))
      throw new ExpectedError(
        `${folder}: the rows of ${task} are not a data set of the hub, so its figure cannot be published there`,
      );
    if (headline.value === null) throw new ExpectedError(`${folder}: ${task} has no figure yet`);
    const isPart = "partial" in headline ? ", partial" : "";
    write(
      `- dataset:\n    id: ${dataset}\n    task_id: ${JSON.stringify(config ?? "default")}\n` +
        `  value: ${Number((100 * headline.value).toFixed(2))}\n  date: "${run.created.slice(0, 10)}"\n` +
        `  notes: ${JSON.stringify(`${headline.metric}${isPart}, graded by Assay ${run.versions.assay}`)}\n`,
    );
  }
}
