// `assay tasks`: lists the tasks, built in and configured, and the sources of their rows.

import { loadConfig, type TaskConfig } from "../../config/index.ts";
import { versions } from "../../runs/versions.ts";
import { benchmarks } from "../../tasks/index.ts";
import { type Command, readOptions } from "../command.ts";
import { jsonOption } from "../options/shared-options.ts";

const options = { json: jsonOption("version, and each task with the source of its rows") };

interface Listed {
  name: string;
  aliases: readonly string[];
  description: string;
  /** Data sets of the hub or files; none if the problems are generated, or a file must be configured. */
  sources: { dataset?: string; path?: string; config?: string; split?: string; revision?: string }[];
  generated: boolean;
  configured: boolean;
}

export const command: Command = {
  usage: ["[--json]"],
  examples: [
    { does: "list the tasks and where their rows come from", typed: "assay tasks" },
    { does: "list them for a program", typed: "assay tasks --json" },
  ],
  options,
  notes: [
    "A path works wherever a task is named: rows.jsonl, rows.json, rows.parquet, rows.csv, or a module that exports a task.",
  ],
  async run(argv) {
    const { values } = readOptions(argv, options);
    const tasks = listed((await loadConfig()).tasks);
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ version: versions().assay, tasks })}\n`
        : tasks.map(inWords).join("\n"),
    );
    return 0;
  },
};

function listed(configured: Readonly<Record<string, TaskConfig>>): Listed[] {
  const own = new Map(Object.entries(configured).map(([name, task]) => [name.toLowerCase(), { name, task }]));
  const builtIn = benchmarks.map(({ name, aliases, description, parts, isGenerated }): Listed => {
    const key = [name, ...aliases].map((each) => each.toLowerCase()).find((each) => own.has(each));
    const changes = key === undefined ? undefined : own.get(key)!.task;
    if (key !== undefined) own.delete(key);
    const isElsewhere = changes?.path !== undefined || changes?.dataset !== undefined;
    const sources = isElsewhere
      ? [sourceOf(changes)]
      : parts.map((part) => sourceOf({ ...part, revision: changes?.revision ?? part.revision }));
    const generated = isGenerated === true && !isElsewhere;
    return { name, aliases, description, sources, generated, configured: changes !== undefined };
  });
  const others = [...own.values()].map(
    ({ name, task }): Listed => ({
      name,
      aliases: [],
      description: "a task of the configuration",
      sources: [sourceOf(task)],
      generated: false,
      configured: true,
    }),
  );
  return [...builtIn, ...others];
}

type Place = Pick<TaskConfig, "path" | "dataset" | "config" | "split" | "revision">;

function sourceOf({ path, dataset, config, split, revision }: Place): Listed["sources"][number] {
  if (path !== undefined) return { path };
  return {
    ...(dataset === undefined ? {} : { dataset }),
    ...(config === undefined ? {} : { config }),
    ...(split === undefined ? {} : { split }),
    revision: revision ?? "main",
  };
}

function inWords({ name, aliases, description, sources, generated, configured }: Listed): string {
  const names = [name, ...aliases].join(", ");
  const where = sources.map(({ path, dataset, config, split, revision }) => {
    const parts = [config, split].filter((part) => part !== undefined).join(", ");
    return `    ${path ?? `${dataset}${parts === "" ? "" : ` (${parts})`}, ${revision}`}\n`;
  });
  const nowhere = generated ? "generated: nothing to fetch" : "no data set: name a file in assay.config.*";
  const from = where.length > 0 ? where.join("") : `    ${nowhere}\n`;
  return `${names}${configured ? " (configured)" : ""}\n  ${description}\n${from}`;
}
