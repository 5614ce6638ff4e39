// assay merge: the shards of a run, or of an output of rows, as one.

import { stat } from "node:fs/promises";
import { loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import type { Declaration } from "../../options/help.ts";
import { flag, text } from "../../options/option.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { jsonOption } from "../options/shared-options.ts";
import { taskOfRunOptions } from "../tasks-of-run.ts";
import { shardFolders } from "./shard-folders.ts";

export const mergeOptions = {
  out: text({
    value: "FOLDER",
    completes: "folder",
    required: true,
    help: "Write the merged result here: a run's folder, an --output-dir, or a file of rows.",
  }),
  sameModel: flag({
    help: "Merge shards though their models did not answer alike: you know that it is the same model.",
  }),
  json: jsonOption("what the command that made the shards prints with --json"),
  ...taskOfRunOptions,
};

const declaration: Declaration = {
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
      "order are the same as in a run without shards. Missing parts are named; to continue the merged run, " +
      "use its command without --shard.",
    "FOLDER is a shard's folder or a folder that holds shards; for processbench and search, it is the " +
      "--output-dir or the shard-I-of-N in it, and --out is an --output-dir too. The data is not needed. Work that was done twice counts once, whatever the order of the folders; tokens and cost count all of it.",
    "Exit codes: 0 if everything is there, 1 if something is missing, 2 for wrong usage.",
  ],
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
  if (areFiles.some(Boolean))
    throw new UsageError("name folders of runs, or files of rows, and not both at once");
  const { kind, folders } = await shardFolders(positionals);
  const { tasks } = await loadConfig();
  if (kind === "processbench") {
    const { mergeBenchCommand } = await import("./merge-runs.ts");
    return mergeBenchCommand(folders, values);
  }
  const { mergeEvalCommand, mergeSearchCommand } = await import("./merge-runs.ts");
  return kind === "eval"
    ? mergeEvalCommand(folders, values, tasks)
    : mergeSearchCommand(folders, values, tasks);
}

export const command: Command = { ...declaration, run };
