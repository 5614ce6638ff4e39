// An audit as a run: an evaluation whose completions come from logs, so it can be shown, compared, graded again and
// viewed like any other. Each row has the verdict of the tool that logged it, and `differences.jsonl` has the rows on
// which the two verdicts differ.

import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { reasonOf, StorageError } from "../jsonl/errors.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import { verdictsFileName } from "../runs/grading/verdicts-file.ts";
import { type RunFile, samplesFileName } from "../runs/run-file.ts";
import { versions } from "../runs/versions.ts";
import { loggedPrefix } from "../tasks/logged.ts";
import type { AuditedFile, Keep } from "./audit.ts";

const differencesFileName = "differences.jsonl";

/** The maximum number of tasks of a run. */
export const mostFilesKept = 1_000;

export class RunWriter implements Keep {
  private readonly journal: WriteStream;
  private readonly verdicts: WriteStream;
  private readonly differences: WriteStream;
  private failure: StorageError | undefined;
  private readonly tasks: ReadonlyMap<string, string>;

  constructor(
    private readonly folder: string,
    paths: readonly string[],
  ) {
    this.tasks = taskNames(paths);
    this.journal = this.open(samplesFileName);
    this.verdicts = this.open(verdictsFileName);
    this.differences = this.open(differencesFileName);
  }

  taskOf(path: string): string {
    return this.tasks.get(path)!;
  }

  add(file: string, { lines, difference }: Parameters<Keep["add"]>[1]): Promise<void> | undefined {
    if (this.failure) throw this.failure;
    const [record, verdict] = lines!;
    const isFull = [
      this.journal.write(`${withoutSecrets(record)}\n`),
      this.verdicts.write(`${withoutSecrets(verdict)}\n`),
      difference
        ? this.differences.write(`${withoutSecrets(JSON.stringify({ file, ...difference }))}\n`)
        : true,
    ].includes(false);
    return isFull ? this.drained() : undefined;
  }

  /** Closes the files, and returns the content of run.json. @throws {StorageError} */
  async end(
    files: readonly AuditedFile[],
    gradingOptions: RunFile["config"]["gradingOptions"],
  ): Promise<RunFile> {
    for (const stream of this.streams) stream.end();
    await Promise.all(this.streams.map((stream) => finished(stream).catch(() => {})));
    if (this.failure) throw this.failure;
    const kept = files.filter(({ tally }) => tally.audited > 0);
    const { assay, node } = versions();
    const named = [...new Set(kept.map(({ format }) => format!))];
    return {
      v: 1,
      config: {
        model: { kind: "replay", api: "chat", model: `logs of ${named.join(", ")}` },
        tasks: kept.map(({ path }) => `${loggedPrefix}${this.taskOf(path)}`),
        temperature: 0,
        seed: 0,
        numSamples: 1,
        concurrency: 1,
        ...(gradingOptions ? { gradingOptions } : {}),
      },
      data: Object.fromEntries(
        kept.map(({ path, tally, format }) => [
          this.taskOf(path),
          {
            source: { dataset: `${format} log`, files: [path] },
            problems: tally.audited,
            digest: "",
            maxNewTokens: 1,
          },
        ]),
      ),
      grader: { assay, ...(gradingOptions ? { options: gradingOptions } : {}) },
      versions: { assay, node },
      created: new Date().toISOString(),
    };
  }

  close(): void {
    for (const stream of this.streams) stream.destroy();
  }

  private get streams(): WriteStream[] {
    return [this.journal, this.verdicts, this.differences];
  }

  private open(name: string): WriteStream {
    const path = join(this.folder, name);
    const stream = createWriteStream(path, { flags: "wx", highWaterMark: 1 << 20 });
    stream.on("error", (error) => {
      this.failure ??= new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
    });
    return stream;
  }

  private async drained(): Promise<void> {
    for (const stream of this.streams)
      if (stream.writableNeedDrain) await once(stream, "drain").catch(() => {});
    if (this.failure) throw this.failure;
  }
}

/** The paths without the folders that they all share. */
function taskNames(paths: readonly string[]): Map<string, string> {
  const parts = paths.map((path) => path.split(/[\\/]/).filter((part) => part !== "" && part !== "."));
  const [first = [], ...others] = parts;
  let shared = 0;
  while (
    shared < first.length - 1 &&
    others.every((each) => each[shared] === first[shared] && each.length > shared + 1)
  )
    shared++;
  return new Map(paths.map((path, i) => [path, parts[i]!.slice(shared).join("/")]));
}
