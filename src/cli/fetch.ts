// `assay fetch TASK`: a task's rows into the cache, so that later runs need no hub.

import { loadConfig } from "../config/index.ts";
import { readHubSettings } from "../datasets/index.ts";
import { findTask, type Source } from "../tasks/index.ts";
import { type Command, readOptions, UsageError } from "./command.ts";

const help = `Fetches a task's data set into the cache that Python's huggingface_hub uses too.

Usage: assay fetch TASK [--json]

  --json            one JSON object: task, problems, source (dataset, revision, files, …), cache

The revision is 'main' unless the configuration pins one; what it was is printed, and kept in each run.
HF_TOKEN (or the token file), HF_ENDPOINT, HF_HOME, HF_HUB_CACHE and HF_HUB_OFFLINE are honoured.
'assay tasks' lists the tasks.
`;

export const command: Command = {
  help,
  async run(argv) {
    const { values, positionals } = readOptions(argv, { json: { type: "boolean" } }, true);
    const [name, ...more] = positionals;
    if (name === undefined) throw new UsageError("which task? Give its name");
    if (more.length > 0) throw new UsageError(`one task at a time: '${more[0]}' is one name too many`);
    const task = await findTask(name, await loadConfig());
    const { source, conversations } = await task.load();
    const { cache } = await readHubSettings();
    const problems = conversations.length;
    const found = `${task.name}: ${problems.toLocaleString("en")} problems`;
    const inWords =
      source.files.length === 0
        ? `${found}; they are in no file, so there is nothing to fetch\n`
        : `${found} of ${whereFrom(source)}\ncache: ${cache}\n`;
    process.stdout.write(
      values.json ? `${JSON.stringify({ task: task.name, problems, source, cache })}\n` : inWords,
    );
    return 0;
  },
};

/** For example `openai/gsm8k (main, test) at 1a2b…`. */
function whereFrom({ dataset, config, split, revision }: Source): string {
  const parts = [config, split].filter((part) => part !== undefined).join(", ");
  return `${dataset}${parts === "" ? "" : ` (${parts})`}${revision === undefined ? "" : ` at ${revision}`}`;
}
