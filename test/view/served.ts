// Runs for the viewer, made by the real command line from recorded completions, and the real server.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { assay } from "../command-line.ts";
import { beginAssay, type Running, said } from "../runs/spawned.ts";

export interface Recorded {
  problem: string;
  sample: number;
  text: string;
  reasoning?: string;
  finish?: string;
}

export interface Row {
  id: string;
  problem: string;
  answer: string;
}

/** A folder for a file of tests, removed at its end. */
export async function folderOfTests(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-view-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Replays completions into a run; unrecorded ones are missing in it. */
export async function makeRun(
  folder: string,
  name: string,
  rows: readonly Row[],
  completions: readonly Recorded[],
): Promise<{ run: string; rows: string; printed: string }> {
  const data = join(folder, "data", name);
  await mkdir(data, { recursive: true });
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const rowsFile = join(data, "sums.jsonl");
  await writeFile(rowsFile, lines(rows));
  await writeFile(join(data, "completions.jsonl"), lines(completions));
  const run = join(folder, "runs", name);
  const samples = 1 + Math.max(...completions.map(({ sample }) => sample));
  const args = ["-i", join(data, "completions.jsonl"), "-a", rowsFile, "-n", `${samples}`, "-t", "1"];
  const { stdout } = await assay(["eval", ...args, "--out", run], "", folder);
  return { run, rows: rowsFile, printed: stdout };
}

export interface Served {
  url: string;
  running: Running;
}

/** `assay view`, as a user's shell would run it, with its own cache. */
export async function serve(folder: string, ...folders: string[]): Promise<Served> {
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  const running = beginAssay(["view", ...folders, "--port", "0"], folder);
  afterAll(running.stop);
  return { url: await said(running, /listening on (\S+)\n/), running };
}

export async function get<T>(url: string, path: string): Promise<T> {
  const answer = await fetch(`${url}${path}`);
  return (await answer.json()) as T;
}

interface Listed {
  runs: { id: string; name: string; problem?: string }[];
  pending: number;
}

/** The runs, once all are read. */
export async function listed(url: string): Promise<Listed["runs"]> {
  for (;;) {
    const { runs, pending } = await get<Listed>(url, "/api/runs");
    if (pending === 0) return runs;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The name by which the page knows a run. */
export async function idOf(url: string, name: string): Promise<string> {
  const run = (await listed(url)).find((each) => each.name === name);
  if (!run) throw new Error(`there is no run ${name}`);
  return run.id;
}
