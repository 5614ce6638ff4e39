// What all commands over rows share: their options, the progress line, Ctrl-C, the summary and the exit code. The work
// itself is the engine's.

import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { z } from "zod";
import type { FieldFrom } from "../../datasets/row-fields.ts";
import { addTo, isLineError, readRow } from "../../jsonl/answer-lines.ts";
import { InputError } from "../../jsonl/errors.ts";
import type { Answered, Row } from "../../jsonl/line-module.ts";
import type { LineExecutor } from "../../jsonl/line-pool.ts";
import { fileLines } from "../../jsonl/plain-file.ts";
import { type InputFormat, type Progress, runLines, type Summary } from "../../jsonl/run-lines.ts";
import { notShown, questionShape } from "../../judge/question.ts";
import { didYouMean } from "../../options/nearest.ts";
import type { Given, Values } from "../../options/option.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { percent } from "../../runs/figure.ts";
import { versions } from "../../runs/versions.ts";
import { UsageError } from "../command.ts";
import type { JudgeValues } from "../options/judge-options.ts";
import { readQueue } from "../options/queue-options.ts";
import { manyUnreadable } from "../run/grading.ts";
import { judgeJson, judgeWords, type OpenedJudge, openJudge } from "../run/open-judge.ts";
import { duration } from "../run/progress.ts";
import { StatusLine } from "../terminal/terminal.ts";
import type { inputFormats, lineOptions } from "./lines-options.ts";
import type { RowsContext } from "./rows-work.ts";

interface LineCommand {
  values: Values<typeof lineOptions>;
  /** The built module that answers a line. */
  worker: URL;
  data?: unknown;
  /** The counter of rows whose gold cannot be used. */
  unreadable: string;
  /** The work, in words. */
  work: string;
  /** The time limit for one row, in milliseconds. */
  timeoutMs: number;
  /** Fields of a row that could not be answered, in addition to its error. */
  failed: Row;
  /** The context that rows share if they are answered on other machines. */
  shared(): RowsContext | Promise<RowsContext>;
  /** The counter of a row of an earlier run, by its content. */
  recount(row: Row): Pick<Answered, "count" | "figures">;
  /** The judge for what the rules cannot decide; it is closed with the run. */
  judge?: OpenedJudge | undefined;
  /** Additions of the command to the summary, as text and as JSON members. */
  figuresOf?(summary: Summary): { words: string[]; members: object };
}

/** The number of failed rows that are also named on standard error; the output has all of them. */
const problemsShown = 20;
/** The exit code that a shell reports for a program that Ctrl-C ended. */
const interrupted = 130;

interface LineResult {
  code: number;
  summary: Summary;
}

/** Runs a module over the rows. */
export async function runLineCommand(command: LineCommand): Promise<LineResult> {
  const { values } = command;
  const { input = "-", output = "-", resume, json, workers } = values;
  if (output === "-" && resume)
    throw new UsageError("--resume needs --output FILE: a stream cannot be continued");
  if (output === "-" && json)
    throw new UsageError("--json needs --output FILE: standard output holds the rows");
  if (output === "-" && values.shard)
    throw new UsageError("--shard needs --output FILE: a file beside it records the shard");
  const queue = readQueue(values, (sentence) => process.stderr.write(`${sentence}\n`));
  if (output === "-" && queue)
    throw new UsageError("--queue needs --output FILE: an interrupted run is continued from that file");
  const format = readFormat(input, values.format);
  if (!resume && !values.force) await refuseOverwriting(input, output);
  const earlier = resume ? await earlierLines(output, command.recount) : { counts: {}, sums: {} };
  if (input === "-" && process.stdin.isTTY)
    process.stderr.write("reading rows from the terminal, one JSON object per line; press Ctrl-D to end\n");

  const control = new AbortController();
  // Once only: a second Ctrl-C ends the program at once, as usual.
  const onInterrupt = () => control.abort();
  process.once("SIGINT", onInterrupt);
  const progress = new StatusLine(process.stderr);
  let problems = 0;
  try {
    const summary = await runLines({
      input,
      format,
      output,
      worker: command.worker,
      data: command.data,
      work: command.work,
      shard: values.shard,
      workers,
      resume,
      timeoutMs: command.timeoutMs,
      signal: control.signal,
      settle:
        command.judge &&
        ((asks) => command.judge!.judge.judgeAll(z.array(questionShape).parse(asks), control.signal)),
      openExecutor: queue && (() => elsewhere(command, queue, output, (sentence) => progress.say(sentence))),
      onProgress: (state: Progress) => progress.show(progressText(state)),
      onProblem(problem) {
        if (problems++ < problemsShown) progress.say(problem);
      },
    });
    addTo(summary.counts, earlier.counts);
    addTo(summary.sums, earlier.sums);
    if (problems > problemsShown)
      progress.say(`… and ${counted(problems - problemsShown, "more line")} that failed`);
    const figures = command.figuresOf?.(summary);
    const judged = command.judge && judgeFigures(command.judge, summary.counts);
    if (json)
      process.stdout.write(
        `${JSON.stringify({ ...summaryJson(summary), ...figures?.members, ...judged?.members })}\n`,
      );
    else
      progress.say(
        [summaryText(summary, output), ...(figures?.words ?? []), ...(judged?.words ?? [])].join("\n"),
      );
    const unreadable = summary.counts[command.unreadable] ?? 0;
    for (const sentence of manyUnreadable(input === "-" ? "the input" : input, unreadable, summary.lines))
      progress.say(sentence);
    return { code: summary.stopped ? interrupted : summary.failed > 0 ? 1 : 0, summary };
  } finally {
    progress.clear();
    process.off("SIGINT", onInterrupt);
    await command.judge?.close();
  }
}

/** The judge of a command over rows: asked by this process, or by the workers that answer the rows. */
export async function openRowsJudge(
  values: LineCommand["values"] & JudgeValues,
  command: string,
): Promise<OpenedJudge | undefined> {
  const queue = readQueue(values, () => {});
  const carry =
    queue && (await import("../run/carried-judge.ts")).carriedJudge(queue, `${values.output}.judge.json`);
  return openJudge(values, command, { carry });
}

/** What a judge changed, by the counts of rows. */
function judgeFigures(opened: OpenedJudge, counts: Summary["counts"]): { words: string[]; members: object } {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const [rules, right] = [of("equal", "right"), of("equal by the judge", "right by the judge")];
  const judged = ["different", "undecided", "wrong", "unscored"].map((name) => `${name} by the judge`);
  const asked = right + of(...judged);
  const others = of("different", "undecided", "wrong", "ended", "partly right", "other", notShown);
  const all = rules + asked + others;
  const shares =
    `${percent(rules / all)} by rules, ${percent((rules + right) / all)} with the judge ` +
    `(${count(right)} of ${count(asked)} asked)`;
  return {
    words: all === 0 ? [] : [shares, judgeWords(opened)],
    members: { judge: { ...judgeJson(opened), right_by_rules: rules, right_by_judge: right, asked } },
  };
}

/** The workers at a queue. */
async function elsewhere(
  command: LineCommand,
  queue: URL,
  output: string,
  say: (sentence: string) => void,
): Promise<LineExecutor> {
  const [{ overQueue }, { carriedRows }, { contextOfRows }] = await Promise.all([
    import("../run/over-queue.ts"),
    import("./carried-rows.ts"),
    import("./rows-work.ts"),
  ]);
  const context = contextOfRows(await command.shared());
  // A repeated result is recognised by the name of its block.
  const run = { ticket: `${output}.queue.json`, context, isDone: () => false };
  const executor = await overQueue(queue, say)(run);
  return carriedRows({ executor, context, failed: command.failed });
}

const byExtension: Readonly<Record<string, (typeof inputFormats)[number]>> = {
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
  ".parquet": "parquet",
};

function readFormat(input: string, said: LineCommand["values"]["format"]): InputFormat {
  const format = said ?? byExtension[extname(input).toLowerCase()] ?? "jsonl";
  if (format !== "parquet") return format;
  if (input === "-")
    throw new UsageError("--format parquet needs --input FILE: a Parquet file cannot be read as a stream");
  return { rows: rowsOfParquet };
}

async function* rowsOfParquet(path: string): AsyncGenerator<object> {
  const { parquetRows } = await import("../../datasets/parquet.ts");
  try {
    yield* parquetRows(path);
  } catch (error) {
    throw new InputError(`it cannot be read as Parquet: ${(error as Error).message}`);
  }
}

/** Refuses to overwrite an output, which may have taken hours to make. */
export async function refuseOverwriting(
  input: string,
  output: string,
  otherwise = "--resume continues it, --force overwrites it, or name a different --output",
): Promise<void> {
  if (output === "-") return;
  const [from, found] = await Promise.all([input, output].map((path) => stat(path).catch(() => undefined)));
  // The engine reports that the output is the input.
  const isInput = found !== undefined && found.dev === from?.dev && found.ino === from?.ino;
  if (found?.isFile() && found.size > 0 && !isInput) throw new UsageError(`${output} exists; ${otherwise}`);
}

type Tally = Pick<Summary, "counts" | "sums">;

/** The counts of the complete rows of an earlier run. The engine counts those that failed. */
export async function earlierLines(output: string, recount: LineCommand["recount"]): Promise<Tally> {
  const tally: Tally = { counts: {}, sums: {} };
  if (!(await stat(output).catch(() => undefined))?.isFile()) return tally;
  for await (const { bytes, ended } of fileLines(output)) {
    const row = ended ? rowOf(bytes) : undefined;
    if (!row || isLineError(row.error)) continue;
    const { count, figures = {} } = recount(row);
    if (count !== undefined) addTo(tally.counts, { [count]: 1 });
    addTo(tally.sums, figures);
  }
  return tally;
}

function rowOf(bytes: Buffer): Row | undefined {
  try {
    return readRow(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The arguments of a command, by name. */
interface KnownFields {
  gold: string | undefined;
  answer: string | undefined;
  /** All of them; undefined if only the user's own code has the list. */
  known: readonly string[] | undefined;
}

/** The columns from which the arguments of a command are taken. */
export function fieldsFrom(
  said: Given<typeof lineOptions>,
  { gold, answer, known }: KnownFields,
): FieldFrom[] {
  const fields = [...(said.field ?? [])];
  const unknownField = fields.find(({ name }) => known && !known.includes(name));
  if (known && unknownField) {
    const meant = didYouMean(unknownField.name, known);
    throw new UsageError(
      `--field: there is no field '${unknownField.name}'; the fields are ${known.join(", ")}${meant && `.${meant}`}`,
    );
  }
  const add = (flag: string, name: string | undefined, column: string | undefined) => {
    if (column === undefined) return;
    if (name === undefined) throw new UsageError(`${flag}: which field is that? Give --field NAME=${column}`);
    fields.push({ name, column });
  };
  add("--gold-field", gold, said.goldField);
  add("--answer-field", answer, said.answerField);
  const twice = fields.find(({ name }, i) => fields.findIndex((other) => other.name === name) !== i);
  if (twice) throw new UsageError(`the field '${twice.name}' is taken from two columns: give one of them`);
  return fields;
}

export const summaryJson = ({ sums: _, counts, ...rest }: Summary): object => ({
  version: versions().assay,
  ...rest,
  counts: snakeNames(counts),
});

export function summaryText(summary: Summary, output: string): string {
  const { lines, failed, resumed, counts, stopped, seconds } = summary;
  const parts = [counted(lines, "line")];
  if (resumed > 0) parts.push(`${count(resumed)} of them from an earlier run`);
  if (failed > 0) parts.push(`${count(failed)} failed`);
  for (const [name, number] of Object.entries(counts)) parts.push(`${count(number)} ${name}`);
  const end =
    stopped && output !== "-" ? "; stopped, --resume continues from here" : stopped ? "; stopped" : "";
  return `${parts.join(", ")} in ${seconds.toFixed(1)} s${end}`;
}

/** For example `1,204,000 lines, 15,300/s, 2 min 5 s left`. */
export function progressText({ lines, linesPerSecond, secondsLeft, where }: Progress): string {
  const rate = count(Math.round(linesPerSecond));
  const left = secondsLeft === undefined ? "" : `, ${duration(secondsLeft)} left`;
  return `${counted(lines, "line")}, ${rate}/s${left}${where === undefined ? "" : `, ${where}`}`;
}
