// The samples of ProcessBench: a problem, a solution in steps, and the first wrong step, as labelled by people.

import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import {
  asText,
  DatasetError,
  type LoadedRows,
  loadFileRows,
  loadHubRows,
  type Row,
} from "../datasets/index.ts";
import { counted } from "../outgoing/counted.ts";
import type { Source } from "../tasks/task.ts";
import { type BenchSet, setReaders, stepsIn } from "./sets.ts";

export interface Sample {
  id: string;
  problem: string;
  steps: string[];
  /** The first wrong step, counted from 0; -1 if all are right. */
  label: number;
  /** All wrong steps, if the set labels each step. */
  wrong?: readonly number[] | undefined;
}

export interface Subset {
  name: string;
  source: Source;
  samples: LoadedSample[];
}

export interface LoadedSample extends Sample {
  /** All columns of the row, unchanged. */
  row: Readonly<Record<string, unknown>>;
}

export const hubDataset = "Qwen/ProcessBench";
const hubSubsets: readonly string[] = ["gsm8k", "math", "olympiadbench", "omnimath"];

export interface SubsetRequest {
  /** Default: ProcessBench. */
  set?: BenchSet | undefined;
  /** A folder of files, or a file; default: the hub. */
  data?: string | undefined;
  /** Default: all subsets. */
  names?: readonly string[] | undefined;
  /** The first samples of each subset; default: all. */
  most?: number | undefined;
  /** The hub's revision of a subset, if it is pinned. */
  revisionOf?(name: string): string | undefined;
}

/** @throws {DatasetError} */
export async function loadSubsets(request: SubsetRequest): Promise<Subset[]> {
  const { set = "processbench", data, names, most, revisionOf } = request;
  if (set !== "processbench") return loadOtherSet(set, request);
  const subsets: Subset[] = [];
  if (data === undefined) {
    for (const name of names ?? hubSubsets) {
      if (!hubSubsets.includes(name)) throw noSuchSubset(hubDataset, name, hubSubsets);
      const rows = await loadHubRows({ dataset: hubDataset, split: name, revision: revisionOf?.(name) });
      subsets.push(readSubset(name, rows, most));
    }
    return subsets;
  }
  const files = await filesIn(data);
  for (const name of names ?? files.keys()) {
    const file = files.get(name);
    if (file === undefined) throw noSuchSubset(data, name, [...files.keys()]);
    subsets.push(readSubset(name, await loadFileRows(file), most));
  }
  return subsets;
}

const noSuchSubset = (where: string, name: string, known: readonly string[]) =>
  new DatasetError(
    "missing",
    where,
    `${where} has no subset '${name}'; it has ${known.join(", ") || "none"}`,
  );

/** The files of subsets by name, the usual ones first. */
async function filesIn(path: string): Promise<Map<string, string>> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new DatasetError("missing", path, `${path}: there is no such file or folder`);
  if (!found.isDirectory()) return new Map([[stemOf(path), path]]);
  const names = (await readdir(path)).filter((name) =>
    [".json", ".jsonl", ".parquet"].includes(extname(name)),
  );
  const order = (name: string) => {
    const place = hubSubsets.indexOf(stemOf(name));
    return place < 0 ? hubSubsets.length : place;
  };
  names.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  if (names.length === 0)
    throw new DatasetError("missing", path, `${path}: no .json, .jsonl or .parquet file is there`);
  const files = new Map<string, string>();
  for (const name of names) {
    const subset = stemOf(name);
    if (files.has(subset)) {
      throw new DatasetError("content", path, `${path}: two files are called '${subset}'; name one of them`);
    }
    files.set(subset, join(path, name));
  }
  return files;
}

const stemOf = (path: string): string => basename(path, extname(path));

/** A set that is in files of its own repository. Its subsets are the classes that rows name, or else the files. */
async function loadOtherSet(
  set: Exclude<BenchSet, "processbench">,
  { data, names, most }: SubsetRequest,
): Promise<Subset[]> {
  const { source: place, read, mayRepeat } = setReaders[set];
  if (data === undefined)
    throw new DatasetError("missing", set, `${set} is read from files: give --data, with ${place}`);
  const subsets = new Map<string, Subset & { ids: Set<string> }>();
  for (const [name, file] of await filesIn(data)) {
    const { rows, ...source } = await loadFileRows(file);
    rows.forEach((row, number) => {
      for (const { subset: named = name, ...sample } of read(row, `${name}-${number}`)) {
        const subset = subsets.get(named) ?? {
          name: named,
          source: { ...source },
          samples: [],
          ids: new Set(),
        };
        subsets.set(named, subset);
        if (!subset.source.files.includes(file)) subset.source = together(subset.source, source);
        if (!subset.ids.has(sample.id)) subset.samples.push(sample);
        else if (!mayRepeat) throw row.wrong(`has the id '${sample.id}', which another row has too`);
        subset.ids.add(sample.id);
      }
    });
  }
  const wanted = names ?? [...subsets.keys()];
  return wanted.map((name) => {
    const found = subsets.get(name);
    if (!found) throw noSuchSubset(data, name, [...subsets.keys()]);
    const { source, samples } = found;
    return { name, source, samples: samples.slice(0, most) };
  });
}

/** A class may have rows in several files. */
const together = (a: Source, b: Source): Source => ({
  ...a,
  files: [...a.files, ...b.files],
  revision: `sha256:${createHash("sha256").update(`${a.revision}\n${b.revision}`).digest("hex")}`,
});

function readSubset(name: string, { rows, ...source }: LoadedRows, most: number | undefined): Subset {
  const ids = new Set<string>();
  const samples = rows.slice(0, most).map((row, place) => {
    const sample = readSample(row, `${name}-${place}`);
    if (ids.has(sample.id)) throw row.wrong(`has the id '${sample.id}', which a different row also has`);
    ids.add(sample.id);
    return sample;
  });
  return { name, source, samples };
}

function readSample(row: Row, place: string): LoadedSample {
  const problem = row.text("problem");
  const steps = stepsIn(row, "steps");
  const label = row.get("label");
  if (typeof label !== "number" || !Number.isInteger(label) || label < -1 || label >= steps.length) {
    throw row.wrong(
      `has in the field 'label' neither -1 nor the index of one of its ${counted(steps.length, "step")}`,
    );
  }
  return { id: (row.has("id") && asText(row.get("id"))) || place, problem, steps, label, row: row.values };
}
