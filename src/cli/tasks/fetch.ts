// `assay fetch TASK`: downloads a task's rows into the cache, so that later runs need no hub.

import { loadConfig } from "../../config/index.ts";
import { readHubSettings } from "../../datasets/index.ts";
import { counted } from "../../outgoing/counted.ts";
import { versions } from "../../runs/versions.ts";
import { findTask, type Source } from "../../tasks/index.ts";
import type { Command } from "../command.ts";
import { jsonOption } from "../options/shared-options.ts";
import { readTask, taskOption } from "./task-option.ts";

const options = {
  ...taskOption,
  json: jsonOption("version, task, problems, source: dataset, revision, files, …, cache"),
};

export const command: Command = {
  usage: ["TASK [--json]"],
  examples: [
    { does: "download AIME 2024 before a run without a network", typed: "assay fetch aime2024" },
    { does: "download GSM8K, and print which revision it is", typed: "assay fetch gsm8k --json" },
  ],
  options,
  names: "task",
  notes: [
    "The cache is shared with Python's huggingface_hub. The revision is 'main' unless the configuration pins one; " +
      "it is printed, and recorded in each run. HF_TOKEN (or the token file), HF_ENDPOINT, HF_HOME, HF_HUB_CACHE " +
      "and HF_HUB_OFFLINE are honoured. 'assay tasks' lists the tasks.",
  ],
  async run(argv) {
    const { values, task: name } = readTask(argv, options);
    const task = await findTask(name, await loadConfig());
    const { source, conversations } = await task.load();
    const { cache } = await readHubSettings();
    const problems = conversations.length;
    const found = `${task.name}: ${counted(problems, "problem")}`;
    const inWords =
      source.files.length === 0
        ? `${found}; they are generated, so there is nothing to download\n`
        : `${found} of ${whereFrom(source)}\ncache: ${cache}\n`;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ version: versions().assay, task: task.name, problems, source, cache })}\n`
        : inWords,
    );
    return 0;
  },
};

/** For example `openai/gsm8k (main, test) at 1a2b…`. */
function whereFrom({ dataset, config, split, revision }: Source): string {
  const parts = [config, split].filter((part) => part !== undefined).join(", ");
  return `${dataset}${parts === "" ? "" : ` (${parts})`}${revision === undefined ? "" : ` at ${revision}`}`;
}
