// assay report: one run as one file.

import { writeReport } from "../view/report/write-report.ts";
import { type Command, readOptions, UsageError } from "./command.ts";

const help = `assay report: one run as a file that can be sent to somebody

Usage:
  assay report RUN [--output FILE.html]

Writes one file that needs nothing else: no script, no network. It holds the figures with their
intervals and charts, and of an evaluation a wrong and a right sample of the hardest problems, with
their mathematics typeset. RUN is the folder of an evaluation or of a ProcessBench run, the output
folder of a search, or one of its result files.

  --output FILE  where to (the run's name with .html, in the working folder)
  --force        replace a file that is there

'assay view RUN --export DIR' writes a site that holds every sample.
`;

const flags = {
  output: { type: "string", short: "o" },
  force: { type: "boolean" },
} as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, flags, true);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError("name one run");
  const file = await writeReport({ run: folder, output: values.output, force: values.force === true });
  process.stdout.write(`wrote ${file}\n`);
  return 0;
}

export const command: Command = { help, run };
