// assay export: the conversations of tasks as JSON Lines, to train on or to ask elsewhere. The ideal reply is the last
// message, as supervised training wants it; for reinforcement learning, what stands before it is the prompt.

import { loadConfig } from "../config/index.ts";
import { choice, flag, text, whole } from "../options/option.ts";
import { counted } from "../outgoing/counted.ts";
import { templateNames } from "../runs/eval-settings.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { asRun } from "../runs/template.ts";
import { findTask } from "../tasks/index.ts";
import { type Command, readOptions } from "./command.ts";
import { refuseOverwriting } from "./lines/lines.ts";

const options = {
  output: text({
    short: "o",
    value: "FILE",
    completes: "file",
    usually: "-, standard output",
    help: "Write the lines to this file.",
  }),
  force: flag({ help: "Overwrite the file if it exists." }),
  maxProblems: whole({ short: "x", least: 1, help: "Take only the first N problems of each task." }),
  template: choice(templateNames, { help: "Write the prompt and the reply of this template: r1_zero." }),
};

export const command: Command = {
  usage: ["TASK[|TASK…] [options]"],
  examples: [
    { does: "write GSM8K as conversations to train on", typed: "assay export gsm8k -o gsm8k.jsonl" },
    {
      does: "write 100 problems in the r1-zero template",
      typed: "assay export math500 -x 100 --template r1_zero",
    },
  ],
  options,
  names: "task",
  notes: [
    "Each line is one conversation: task, id, messages (the user's prompt and the ideal reply), answer " +
      "(the gold, or a list of golds, of which one is enough) and problem (the bare statement). 'assay " +
      "tasks' lists the tasks; a " +
      "file of rows works too. To reward completions of the same problems, use 'assay reward', or " +
      "evaluate and reward from assay/tasks.",
  ],
  async run(argv) {
    const { values, positionals } = readOptions(argv, options, { what: "task", least: 1 });
    const names = positionals.flatMap((each) => each.split("|")).map((name) => name.trim());
    const { template, maxProblems: most } = values;
    const { output = "-" } = values;
    if (!values.force) await refuseOverwriting("", output, "--force overwrites it, or name another --output");
    const config = await loadConfig();
    const lines: string[] = [];
    for (const name of names) {
      const { task, conversations } = await asRun(await findTask(name, config), { template }).load();
      for (const { id, messages, answer, problem } of conversations.slice(0, most))
        lines.push(`${JSON.stringify({ task: task.name, id, messages, answer, problem })}\n`);
    }
    if (output === "-") process.stdout.write(lines.join(""));
    else {
      writeWhole(output, lines.join(""));
      process.stderr.write(
        `${counted(lines.length, "conversation")} ${lines.length === 1 ? "is" : "are"} in ${output}\n`,
      );
    }
    return 0;
  },
};
