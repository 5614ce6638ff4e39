// One run as one file that needs nothing else: no script, no font, no other file.

import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { reasonOf, StorageError } from "../../jsonl/errors.ts";
import { cacheFolder } from "../cache-folder.ts";
import { leaving } from "../leaving.ts";
import { Library } from "../library.ts";
import type { RenderReport, Report } from "./report.ts";
import { reportFacts } from "./report-facts.ts";

export interface ReportRequest {
  /** A run's folder, the folder of a search's results, or a result file. */
  run: string;
  /** The file; by the run's name in the working folder where none is given. */
  output?: string | undefined;
  /** Whether a file that is there may be replaced. */
  force: boolean;
  cache?: string | undefined;
}

/** Gives the file's path. @throws {StorageError} */
export async function writeReport({
  run: path,
  output,
  force,
  cache = cacheFolder(),
}: ReportRequest): Promise<string> {
  const library = new Library([path], cache);
  try {
    const runs = await library.all();
    const [run] = runs;
    if (!run) throw new StorageError(`there is no run at ${path}`);
    if (runs.length > 1)
      throw new StorageError(
        `${path} holds ${runs.length} runs (${runs.map(({ name }) => name).join(", ")}); name one of them`,
      );
    if (run.problem !== undefined) throw new StorageError(`${path}: ${run.problem}`);
    const file = output ?? `${run.id.replace(/-[0-9a-f]{6}$/, "")}.html`;
    const inRun = relative(run.folder, resolve(file));
    if (inRun !== "" && !inRun.startsWith("..") && resolve(run.folder, inRun) === resolve(file))
      throw new StorageError(`${file} lies in the run; runs are never written to, so name another place`);
    const { report, table } = await reportFacts(run, library);
    const render = await rendering();
    const html = render(JSON.parse(leaving(JSON.stringify(report))) as Report, table);
    await write(file, leaving(html), force);
    return file;
  } finally {
    await library.close();
  }
}

async function rendering(): Promise<RenderReport> {
  const built = new URL("../../web-report/report.js", import.meta.url);
  return ((await import(built.href)) as { renderReport: RenderReport }).renderReport;
}

async function write(file: string, html: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, html, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new StorageError(`${file} exists already; name another file, or add --force to overwrite it`);
    throw new StorageError(`${file} cannot be written: ${reasonOf(error)}`);
  }
}
