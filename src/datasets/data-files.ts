// The files of a data set that hold the rows of a configuration and a split, by the naming conventions of the hub:
// `main/test-00000-of-00001.parquet`, `data/train.jsonl`, `main/test/0000.parquet`, or one file for each configuration.

const formats = ["parquet", "jsonl", "ndjson", "json", "csv", "tsv"];

const splitNames = ["train", "training", "test", "testing", "validation", "valid", "val", "dev", "eval"];

/** Files that describe a data set and have no rows. */
const descriptions = new Set([
  "dataset_info.json",
  "dataset_infos.json",
  "dataset_dict.json",
  "state.json",
  "config.json",
]);

const shard = /^(.*)-(\d{5,})-of-(\d{5,})$/;

/** The files in reading order; empty if none, or not all of their shards, are there. */
export function findDataFiles(files: readonly string[], config?: string, split?: string): string[] {
  const inConfig = files.filter((file) => holdsRows(file) && isOfConfig(file, config));
  const named = inConfig.filter((file) => split !== undefined && partsOf(file).includes(split.toLowerCase()));
  const unnamed = inConfig.filter((file) => !partsOf(file).some((part) => splitNames.includes(part)));
  // If no file name contains a split, the set has only one, whatever its name is.
  const found =
    split === undefined
      ? inConfig
      : named.length > 0
        ? named
        : unnamed.length === inConfig.length
          ? unnamed
          : [];
  const format = formats.find((each) => found.some((file) => formatOf(file) === each));
  const chosen = found.filter((file) => formatOf(file) === format).sort();
  return shardsComplete(chosen) ? chosen : [];
}

function holdsRows(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return formatOf(name) !== undefined && !name.startsWith(".") && !descriptions.has(name);
}

/** By the file's extension. */
export function formatOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && formats.includes(extension) ? extension : undefined;
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");

/** Folders, and the words of the file's name, in lower case. */
function partsOf(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  const stem = stemOf(path);
  return [...folders, ...(shard.exec(stem)?.[1] ?? stem).split(/[-_. ]/)].map((part) => part.toLowerCase());
}

/** A folder or a file of that name; the default configuration matches everything. */
function isOfConfig(path: string, config: string | undefined): boolean {
  if (config === undefined || config === "default") return true;
  const names = [...path.split("/").slice(0, -1), stemOf(path)].map((name) => name.toLowerCase());
  return names.includes(config.toLowerCase());
}

/** A cache may have only some shards of a split. */
function shardsComplete(files: readonly string[]): boolean {
  const wanted = new Map<string, { of: number; there: number }>();
  for (const file of files) {
    const found = shard.exec(file.replace(/\.[^.]*$/, ""));
    if (!found) continue;
    const [, name, , of] = found;
    const counted = wanted.get(`${name}/${of}`) ?? { of: Number(of), there: 0 };
    wanted.set(`${name}/${of}`, { ...counted, there: counted.there + 1 });
  }
  return [...wanted.values()].every(({ of, there }) => of === there);
}
