// The options that all commands over rows share. They are separate from the engine, so that a command can show its help
// or grade one pair without loading it.

import type { FieldFrom } from "../../datasets/row-fields.ts";
import { changed, choice, flag, group, repeated, text, textAs } from "../../options/option.ts";
import { queueOptions } from "../options/queue-options.ts";
import { shardOption } from "../options/shard-option.ts";
import { gradingOptions, jsonOption, workersOption } from "../options/shared-options.ts";

export const inputFormats = ["jsonl", "json", "csv", "parquet"] as const;

export const lineOptions = {
  ...group("Many rows", {
    input: text({
      value: "FILE",
      completes: "file",
      usually: "-, standard input",
      help: "Read the rows of this file: JSON Lines, a JSON array, CSV or Parquet.",
    }),
    format: choice(inputFormats, {
      usually: "by the file's name, else jsonl",
      help: "Read the input in this format.",
    }),
    goldField: text({
      value: "COLUMN",
      help: "Take the gold answer from this column; dots lead into nested columns (doc.answer).",
    }),
    answerField: text({ value: "COLUMN", help: "Take the answer from this column (resps.0.0)." }),
    field: repeated(
      textAs(readField, { value: "NAME=COLUMN", help: "Take the field NAME from this column." }),
    ),
    output: text({
      short: "o",
      value: "FILE",
      completes: "file",
      usually: "-, standard output",
      help: "Write the rows with their results to this file, as JSON Lines.",
    }),
    force: flag({ excludes: ["resume"], help: "Overwrite the output if it exists." }),
    resume: flag({ help: "Continue where the output ends." }),
    shard: shardOption("rows"),
    workers: workersOption({ help: "Use at most N threads." }),
    json: jsonOption("version and the summary, or the verdict on one pair"),
  }),
  ...queueOptions,
  queue: changed(queueOptions.queue, { excludes: ["queueEnv", "workers"] }),
  queueEnv: changed(queueOptions.queueEnv, { excludes: ["workers"] }),
  ...gradingOptions,
};

export function readField(text: string): FieldFrom {
  const at = text.indexOf("=");
  const [name, column] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || name === "" || column === "")
    throw new Error(`'${text}' is not a field, '=' and a column, as in response=resps.0.0`);
  return { name, column };
}

/** The work of a command on rows, in words: an output is continued only by the same work. */
export function workText(command: string, { fields, ...data }: { fields: readonly FieldFrom[] }): string {
  const rest = fields.length === 0 ? data : { ...data, fields };
  return `assay ${command} ${JSON.stringify(rest)}`;
}

/** The arguments of `workText`, without its fields; the text was read from a file. */
export function dataOfWork(work: string): Record<string, unknown> {
  try {
    return JSON.parse(work.slice(work.indexOf("{"))) as Record<string, unknown>;
  } catch {
    return {};
  }
}
