// assay export: the conversations of tasks as JSON Lines, to train on or to ask elsewhere. The ideal reply is the last
// message, as supervised training wants it; for reinforcement learning, what is before it is the prompt. With --to, a run
// as other tools read it.

import { loadConfig } from "../../config/index.ts";
import { choice, flag, text } from "../../options/option.ts";
import { counted } from "../../outgoing/counted.ts";
import { limitSetting, templateNames } from "../../runs/eval-settings.ts";
import { asRun } from "../../runs/plan.ts";
import { writeWhole } from "../../runs/run-folder.ts";
import { findTask } from "../../tasks/index.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { refuseOverwriting } from "../lines/lines.ts";
import { gradingLimits } from "../run/grading.ts";
import { taskOfRunOptions, tasksOfRun } from "../run/tasks-of-run.ts";
import { exportedRun } from "./exported-run.ts";
import { targetNames, writeRun, writesFolder } from "./targets.ts";

const options = {
  output: text({
    short: "o",
    value: "FILE",
    completes: "file",
    usually: "-, standard output",
    help: "Write to this file; with --to inspect, lm-eval or every-eval-ever, to this folder.",
  }),
  to: choice(targetNames, {
    excludes: ["template", "maxProblems"],
    help: "Write a run in the format of this tool.",
  }),
  force: flag({ help: "Overwrite the file if it exists." }),
  maxProblems: limitSetting("Take only the first N problems of each task."),
  template: choice(templateNames, { help: "Write the prompt and the reply in this template." }),
  ...taskOfRunOptions,
};

export const command: Command = {
  usage: ["TASK[|TASK…] [options]", "RUN --to TARGET [-o FILE|FOLDER]"],
  examples: [
    { does: "write GSM8K as conversations to train on", typed: "assay export gsm8k -o gsm8k.jsonl" },
    {
      does: "write 100 problems with the r1-zero template",
      typed: "assay export math500 -x 100 --template r1_zero",
    },
    {
      does: "write a run as logs that Inspect View opens",
      typed: "assay export runs/sft-gsm8k --to inspect -o logs",
    },
    {
      does: "write the samples of a run as a CSV table",
      typed: "assay export runs/sft-gsm8k --to csv -o samples.csv",
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
    "With --to, the run is graded again first. Targets: inspect (one JSON log for each task), lm-eval (results_*.json and " +
      "samples_*.jsonl), every-eval-ever (UUID.json and UUID_samples.jsonl), hf-eval-results (the YAML of a model's " +
      ".eval_results folder; nothing is uploaded), csv and jsonl (a row for each sample).",
  ],
  async run(argv) {
    const { values, positionals } = readOptions(argv, options, { what: "task", least: 1 });
    const names = positionals.flatMap((each) => each.split("|")).map((name) => name.trim());
    const { template, maxProblems: most } = values;
    const { output = "-", to } = values;
    if (to && names.length > 1) throw new UsageError("--to writes one run at a time");
    if (to && writesFolder(to) && output === "-")
      throw new UsageError(`--to ${to} needs a folder: --output FOLDER`);
    if (!values.force)
      await refuseOverwriting("", output, "--force overwrites it, or name a different --output");
    const config = await loadConfig();
    if (to) {
      const { find, graderOf } = tasksOfRun(
        config.tasks,
        values.taskName,
        gradingLimits(values.gradingTimeout),
      );
      const written = await writeRun(
        to,
        await exportedRun(positionals[0]!, find, graderOf),
        output,
        values.force,
      );
      if (output !== "-") process.stderr.write(written.map((path) => `${path}\n`).join(""));
      return 0;
    }
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
