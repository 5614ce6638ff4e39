// assay merge: merges the shards of a run, or of an output of rows.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { isKindName, kindNamed } from "../../kinds/kinds.ts";
import { flag, text, type Values } from "../../options/option.ts";
import { isWhole } from "../../runs/figure.ts";
import { intoPlace, type MergedPlace, mergeShards } from "../../runs/merge.ts";
import { kindNameIn } from "../../runs/run-folder.ts";
import type { RunKind } from "../../runs/run-kind.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { commandsOf, type Merged, writeAndPrint } from "../kinds.ts";
import { jsonOption } from "../options/shared-options.ts";
import { gradingLimits } from "../run/grading.ts";
import { taskOfRunOptions } from "../run/tasks-of-run.ts";
import { baselineName } from "../search/search-report.ts";

export const mergeOptions = {
  out: text({
    value: "FOLDER",
    completes: "folder",
    required: true,
    help: "Write the merged result here: a run's folder, an --output-dir, or a file of rows.",
  }),
  sameModel: flag({
    help: "Merge shards even if their models seem to differ; use this if you know that they are the same model.",
  }),
  json: jsonOption("the same as the command that made the shards"),
  ...taskOfRunOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, mergeOptions, { what: "folder", least: 1 });
  const areFiles = await Promise.all(
    positionals.map((path) =>
      stat(path).then(
        (found) => found.isFile(),
        () => {
          throw new ExpectedError(`${path}: no such file or folder`);
        },
      ),
    ),
  );
  if (areFiles.every(Boolean)) {
    const { mergeRowsCommand } = await import("./merge-rows.ts");
    return mergeRowsCommand(positionals, values);
  }
  if (areFiles.some(Boolean)) throw new UsageError("name either folders of runs or files of rows");
  const { kind, folders } = await shardFolders(positionals);
  const { tasks } = await loadConfig();
  const commands = await commandsOf(kind);
  const merged = await intoPlace(values.out, async (place) => {
    const run = await mergeShards(kind, folders, place.draft, place, values);
    return commands.merge(run, { folders, values, place, tasks });
  });
  writeAndPrint(merged, values.json);
  const code = reportMissing(merged);
  return merged.tellFailed() ? 1 : code;
}

/** Answers whose grading is stopped are stored with the merged run. */
export const limitsIn = (
  { draft, final }: MergedPlace,
  { gradingTimeout }: Pick<Values<typeof mergeOptions>, "gradingTimeout">,
) =>
  gradingLimits(gradingTimeout, draft, (sentence) =>
    process.stderr.write(`${sentence.replaceAll(draft, final(draft))}\n`),
  );

/** The exit code. */
function reportMissing({ whole, shown, missing }: Merged): number {
  process.stderr.write(`the merged run is in ${shown}\n`);
  if (isWhole(whole)) return 0;
  for (const sentence of missing) process.stderr.write(`assay merge: ${sentence}\n`);
  process.stderr.write(
    "to do what is missing, run the command of the shards without --shard, in this folder\n",
  );
  return 1;
}

/** In an --output-dir, a run is at most this deep: FOLDER/shard-I-of-N/MODEL/run_PREFIX. */
const deepest = 3;

/** @throws {ExpectedError} if there are none, or they are of several kinds */
async function shardFolders(named: readonly string[]): Promise<{ kind: RunKind; folders: string[] }> {
  const found: { folder: string; kind: string }[] = [];
  for (const folder of named) {
    const runs = await runsIn(folder, deepest);
    if (runs.length === 0) throw new ExpectedError(`${folder}: there is no run in this folder`);
    for (const run of runs) found.push(run);
  }
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const kind = kinds[0]!;
  if (kinds.length > 1)
    throw new ExpectedError(`the folders hold different kinds of run: ${kinds.join(", ")}`);
  if (!isKindName(kind)) throw new ExpectedError(`runs of the kind '${kind}' are not known to this version`);
  return { kind: await kindNamed(kind), folders: [...new Set(found.map(({ folder }) => folder))] };
}

async function runsIn(folder: string, depth: number): Promise<{ folder: string; kind: string }[]> {
  const kind = await kindNameIn(folder);
  if (kind !== undefined) return [{ folder, kind }];
  if (depth === 0) return [];
  const inside = await readdir(folder, { withFileTypes: true });
  const runs: { folder: string; kind: string }[] = [];
  // The baseline of a search is merged together with it.
  for (const each of inside)
    if (each.isDirectory() && each.name !== baselineName)
      for (const run of await runsIn(join(folder, each.name), depth - 1)) runs.push(run);
  return runs;
}

export const command: Command = {
  usage: ["FOLDER… --out FOLDER [--json]", "FILE… --out FILE [--json]"],
  examples: [
    {
      does: "merge the shards of an evaluation into one run",
      typed: "assay merge runs/sft-gsm8k-1a2b3c4d/shard-* --out runs/sft-gsm8k",
    },
    {
      does: "merge files of rewarded rows, in the order of their input",
      typed: "assay merge rewarded-*.jsonl --out rewarded.jsonl",
    },
  ],
  options: mergeOptions,
  names: "folder",
  notes: [
    "Shards are made with --shard of eval, processbench, search, reward and grade. Figures, verdicts and " +
      "order are the same as in a run without shards. Missing shards and problems are named; to request " +
      "them, run the same command without --shard on the merged run.",
    "FOLDER is a shard's folder or a folder that holds shards; for processbench and search, it is the " +
      "--output-dir or the shard-I-of-N in it, and --out is an --output-dir too. The data is not " +
      "needed. If a problem was done twice, one result counts, whatever the order of the folders; " +
      "tokens and cost of both are counted.",
    "Exit codes: 0 if everything is there, 1 if something is missing, 2 for wrong usage.",
  ],
  run,
};
