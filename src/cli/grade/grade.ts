// assay grade: does this answer equal that gold?

import { explain, verify } from "../../math/index.ts";
import type { Command } from "../command.ts";
import { readOptions, UsageError } from "../command.ts";
import { lineHelp, lineOptions } from "../lines/lines-options.ts";
import { defaultLimitMs, readGradingTimeout } from "../options/grading-timeout.ts";
import { explanationText } from "./explanation.ts";
import { type Graded, gradeAnswer, unreadableGold } from "./grade-answer.ts";
import { readExtraction, readGradingOptions } from "./grade-options.ts";

const help = `assay grade: does this answer equal that gold?

Usage:
  assay grade --gold G --answer A [--explain | --json]
  assay grade --input pairs.jsonl --output graded.jsonl

One pair:
  --gold TEXT               the right answer, or a worked solution that marks it; given several times,
                            any one of them suffices
  --answer TEXT             what is to be graded: an answer, or a whole response
  --explain                 explain the verdict: how both sides were read, what was tried, which
                            option would change it
  --json                    one JSON object: equal, verdict, by, certainty, gold, answer, …

Many pairs: each line of the input is an object with gold (or a list of golds, of which any one
suffices) and answer; the output has the same
fields plus equal, verdict, by, certainty, unparsed and reason, in the same order.
${lineHelp}
Both:
  --extract auto|always|never
                            where an answer may be looked for in a longer text: answer tags, boxes,
                            JSON, ####, "answer is", else the value that a text ends with (auto, the
                            default), the last number too (always), nowhere (never)
  --grading-options JSON    policies, for example '{"units": "required", "rounding": false}';
                            docs/grading.md lists them

A graded answer is not a failure: the exit code is 0 whether it is right or wrong, 1 when a line
could not be graded, 2 when the command was not understood.
`;

const options = {
  ...lineOptions,
  gold: { type: "string", multiple: true },
  answer: { type: "string" },
  explain: { type: "boolean" },
  extract: { type: "string" },
  "grading-options": { type: "string" },
} as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const policies = readGradingOptions(values["grading-options"]);
  const extraction = readExtraction(values.extract);
  if (values.gold === undefined && values.answer === undefined) {
    if (values.input === undefined) throw new UsageError("give --gold and --answer, or --input");
    if (values.explain) throw new UsageError("--explain goes with --gold and --answer");
    const worker = new URL("./grade-lines.js", import.meta.url);
    const { runLineCommand } = await import("../lines/lines.ts");
    const data = { options: policies, extract: extraction };
    const timeoutMs = readGradingTimeout(values["grading-timeout"]) ?? defaultLimitMs;
    return runLineCommand({
      values,
      worker,
      timeoutMs,
      data,
      work: `assay grade ${JSON.stringify(data)}`,
      unreadable: unreadableGold,
    });
  }
  if (values.gold === undefined || values.answer === undefined)
    throw new UsageError(`--${values.gold === undefined ? "gold" : "answer"} is missing`);
  if (values.input !== undefined || values.output !== undefined)
    throw new UsageError("give either one pair or --input, not both");
  const graded = gradeAnswer(
    values.gold,
    values.answer,
    extraction,
    policies,
    values.explain ? explain : verify,
  );
  process.stdout.write(
    values.json
      ? `${JSON.stringify(graded)}\n`
      : values.explain
        ? explanationText(graded)
        : `${inShort(graded)}\n`,
  );
  return 0;
}

const inShort = ({ verdict, by, reason }: Graded): string =>
  `${verdict} (by ${by})${reason === undefined ? "" : `: ${reason}`}`;

export const command: Command = { help, run };
