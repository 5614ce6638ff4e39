// assay export: the conversations of tasks as JSON Lines, to train on or to ask elsewhere. The ideal reply is the last
// message, as supervised training wants it; for reinforcement learning, what stands before it is the prompt.

import { loadConfig } from "../config/index.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { inTemplate } from "../runs/template.ts";
import { templateNames } from "../runs/template-names.ts";
import { findTask } from "../tasks/index.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { readOneOf, readWhole } from "./options/option-values.ts";

const help = `assay export: the conversations of tasks as JSON Lines, for training

Usage: assay export TASK[|TASK…] [options]

  -o, --output FILE         where the lines go; standard output unless given
  -x, --max-problems N      only the first N problems of each task
  --template r1_zero        the prompt and the reply of the r1-zero template

A line is one conversation: task, id, messages (the user's prompt and the ideal reply), answer (the gold, or a
list of which any one suffices) and problem (the bare statement). 'assay tasks' lists the tasks; a file of
rows works too. To reward completions of the same problems: 'assay reward', or evaluate and reward of assay/tasks.
`;

const options = {
  output: { type: "string", short: "o" },
  "max-problems": { type: "string", short: "x" },
  template: { type: "string" },
} as const;

export const command: Command = {
  help,
  async run(argv) {
    const { values, positionals } = readOptions(argv, options, true);
    if (positionals.length === 0) throw new UsageError("which task? Give its name, or a path");
    const names = positionals.flatMap((each) => each.split("|")).map((name) => name.trim());
    const template = readOneOf("--template", values.template, templateNames);
    const most = readWhole("--max-problems", values["max-problems"], 1);
    const config = await loadConfig();
    const lines: string[] = [];
    for (const name of names) {
      const { task, conversations } = await inTemplate(await findTask(name, config), template).load();
      for (const { id, messages, answer, problem } of conversations.slice(0, most))
        lines.push(`${JSON.stringify({ task: task.name, id, messages, answer, problem })}\n`);
    }
    if (values.output === undefined || values.output === "-") process.stdout.write(lines.join(""));
    else {
      writeWhole(values.output, lines.join(""));
      process.stderr.write(`${lines.length.toLocaleString("en")} conversations are in ${values.output}\n`);
    }
    return 0;
  },
};
