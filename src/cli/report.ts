// assay report: one run as one HTML file.

import { flag, text } from "../options/option.ts";
import { writeReport } from "../view/report.ts";
import { type Command, readOptions, UsageError } from "./command.ts";

const options = {
  output: text({
    short: "o",
    value: "FILE",
    completes: "file",
    usually: "the run's name with .html, in the working folder",
    help: "Write the report to this file.",
  }),
  force: flag({ help: "Overwrite the file if it exists." }),
};

export const command: Command = {
  usage: ["RUN [--output FILE.html]"],
  examples: [
    { does: "write runs/sft-gsm8k as sft-gsm8k.html", typed: "assay report runs/sft-gsm8k" },
    { does: "write a search under a different name", typed: "assay report runs/beam/math -o math-beam.html" },
  ],
  options,
  names: "folder",
  notes: [
    "The report is one file that needs no script and no network. It holds the figures with their intervals " +
      "and charts, samples of the hardest problems of an evaluation, and trees of a search, with their " +
      "mathematics typeset. RUN is the folder of an evaluation or of a ProcessBench run, the output folder of a " +
      "search, or one of its result files. 'assay view RUN --export DIR' writes a site that holds every sample.",
  ],
  async run(argv) {
    const { values, positionals } = readOptions(argv, options, { what: "run", least: 1 });
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0) throw new UsageError("name one run");
    const file = await writeReport({ run: folder, output: values.output, force: values.force });
    process.stdout.write(`wrote ${file}\n`);
    return 0;
  },
};
