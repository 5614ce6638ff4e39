// What all commands over JSON Lines share: their options, the progress line, Ctrl-C, the summary and the exit
// code. The work itself is the engine's.

import { type Progress, runLines, type Summary } from "../../jsonl/run-lines.ts";
import { UsageError } from "../command.ts";
import { manyUnreadable } from "../unreadable-golds.ts";
import { ProgressLine } from "./lines-progress.ts";

export interface LineValues {
  input?: string | undefined;
  output?: string | undefined;
  workers?: string | undefined;
  resume?: boolean | undefined;
  json?: boolean | undefined;
}

export interface LineCommand {
  values: LineValues;
  /** The built module that answers a line. */
  worker: URL;
  data?: unknown;
  /** The count of lines whose gold cannot be graded against. */
  unreadable: string;
  /** What answers the lines, in words. */
  work: string;
  /** Milliseconds for one line, for code of users. */
  timeoutMs?: number | undefined;
}

/** Failed lines that are also named on standard error; the output has them all. */
const problemsShown = 20;
/** What a shell gives a program that Ctrl-C ended. */
const interrupted = 130;

/** Runs a module over the lines; the result is the exit code. */
export async function runLineCommand(command: LineCommand): Promise<number> {
  const { values } = command;
  const { input = "-", output = "-", resume = false, json = false } = values;
  if (output === "-" && resume)
    throw new UsageError("--resume needs --output FILE: a stream has no end to go on from");
  if (output === "-" && json)
    throw new UsageError("--json needs --output FILE: standard output has the lines");
  const workers = values.workers === undefined ? undefined : readCount("--workers", values.workers);

  const control = new AbortController();
  // Once only: a second Ctrl-C ends the program at once, as usual.
  const onInterrupt = () => control.abort();
  process.once("SIGINT", onInterrupt);
  const progress = new ProgressLine(process.stderr);
  let problems = 0;
  try {
    const summary = await runLines({
      input,
      output,
      worker: command.worker,
      data: command.data,
      work: command.work,
      workers,
      resume,
      timeoutMs: command.timeoutMs,
      signal: control.signal,
      onProgress: (state: Progress) => progress.show(state),
      onProblem(problem) {
        if (problems++ < problemsShown) progress.say(problem);
      },
    });
    if (problems > problemsShown) progress.say(`… and ${problems - problemsShown} more lines that failed`);
    if (json) process.stdout.write(`${JSON.stringify(summary)}\n`);
    else progress.say(inWords(summary, output));
    const unreadable = summary.counts[command.unreadable] ?? 0;
    for (const sentence of manyUnreadable(input === "-" ? "the input" : input, unreadable, summary.lines))
      progress.say(sentence);
    if (summary.stopped) return interrupted;
    return summary.failed > 0 ? 1 : 0;
  } finally {
    progress.clear();
    process.off("SIGINT", onInterrupt);
  }
}

/** A whole number above zero, as an option's value. */
export function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError(`${option} must be a whole number from 1 on, not '${text}'`);
  return count;
}

function inWords(summary: Summary, output: string): string {
  const { lines, failed, resumed, counts, stopped, seconds } = summary;
  const parts = [`${lines.toLocaleString("en")} lines`];
  if (resumed > 0) parts.push(`${resumed.toLocaleString("en")} of them from before`);
  for (const [name, count] of Object.entries(counts)) parts.push(`${count.toLocaleString("en")} ${name}`);
  if (failed > 0) parts.push(`${failed.toLocaleString("en")} failed`);
  const end =
    stopped && output !== "-" ? "; stopped, --resume goes on from here" : stopped ? "; stopped" : "";
  return `${parts.join(", ")} in ${seconds.toFixed(1)} s${end}`;
}
