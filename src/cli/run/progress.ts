// Progress, printed at intervals: on a terminal, one or two lines that are rewritten every second; in a pipe or a file,
// a plain line every half minute. The state is read when it is printed, so it is always current.

import { costText, type Usage } from "../../models/model.ts";
import { count, counted } from "../../outgoing/counted.ts";
import type { RunProgress } from "../../runs/lifecycle.ts";
import { columnsIn, cut, oneLine } from "../terminal/columns.ts";
import { eraseLines } from "../terminal/terminal.ts";

/** The output of one moment. */
interface ShownProgress {
  /** For example `612/1,319 samples`, `410 right (67.0%)`, the most important first. */
  parts: readonly string[];
  /** The second line, such as the last failure. */
  below?: string | undefined;
}

const terminalEveryMs = 1_000;
const plainEveryMs = 30_000;
const usualColumns = 80;

export class ProgressLine {
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;
  /** The number of terminal lines in use. */
  private shown = 0;

  /** @param tell returns the current state; undefined if there is none yet */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly tell: (seconds: number) => ShownProgress | undefined,
  ) {
    this.timer = setInterval(() => this.show(), stream.isTTY ? terminalEveryMs : plainEveryMs);
    this.timer.unref();
  }

  /** A permanent message. */
  say(sentence: string): void {
    this.clear();
    this.stream.write(`${sentence}\n`);
  }

  /** @param staysVisible whether the last state stays visible, if there is one */
  end(staysVisible: boolean): void {
    clearInterval(this.timer);
    this.clear();
    const state = staysVisible ? this.tell(this.seconds()) : undefined;
    if (state) this.stream.write(`${plainText(state)}\n`);
  }

  private show(): void {
    const state = this.tell(this.seconds());
    if (!state) return;
    if (!this.stream.isTTY) {
      this.stream.write(`${plainText(state)}\n`);
      return;
    }
    this.clear();
    // The last column stays free, because terminals behave differently when it is written.
    const lines = terminalLines(state, (this.stream.columns || usualColumns) - 1);
    this.stream.write(lines.join("\n"));
    this.shown = lines.length;
  }

  private clear(): void {
    eraseLines(this.stream, this.shown);
    this.shown = 0;
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}

const plainText = ({ parts, below }: ShownProgress): string =>
  [parts.join(", "), ...(below === undefined ? [] : [below])].join("; ");

/** The maximum number of lines of the lower part. */
export const mostBelow = 5;

/** As many whole parts as fit on two lines; if the lower part needs the second line, it takes all of it. */
export function terminalLines({ parts, below }: ShownProgress, columns: number): string[] {
  const [first, rest] = fitting(parts, columns);
  const others = below === undefined ? [fitting(rest, columns)[0]] : wrapped(oneLine(below), columns);
  return [first, ...others].filter((line) => line !== "").map((line) => cut(line, columns));
}

/** Broken between words; the last line is cut if there are too many. */
function wrapped(text: string, columns: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    const longer = last === "" ? word : `${last} ${word}`;
    if (last === "" || columnsIn(longer) <= columns || lines.length === mostBelow)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function fitting(parts: readonly string[], columns: number): [string, readonly string[]] {
  let line = parts[0] ?? "";
  let taken = 1;
  while (taken < parts.length && columnsIn(`${line}, ${parts[taken]}`) <= columns)
    line += `, ${parts[taken++]}`;
  return [line, parts.slice(taken)];
}

// The progress of a run, in the words that runs of all kinds share.

/** The report of a kind of run. */
export interface RunFacts {
  /** For example `samples`. */
  unit: string;
  total: number;
  done: number;
  /** The units that existed before this start. */
  resumed: number;
  /** For example `410 right (67.0%)`. */
  said: readonly string[];
  tokens: Usage;
  cost?: number | undefined;
  currency?: string | undefined;
}

export function runProgressShown(facts: RunFacts, progress: RunProgress, seconds: number): ShownProgress {
  const { unit, total, done, resumed, said, tokens, cost, currency } = facts;
  const { oldestSince, retries, lastRetry, retriesAt = [], where } = progress;
  const now = performance.now();
  // A unit may have several requests that wait.
  const waiting = Math.min(progress.inFlight, retriesAt.filter((at) => at > now).length);
  const inFlight = progress.inFlight - waiting;
  const rate = (done - resumed) / Math.max(seconds, 0.001);
  const parts = [`${count(done)}/${count(total)} ${unit}`, ...said, duration(seconds)];
  if (where !== undefined) parts.push(where);
  if (inFlight > 0) parts.push(`${count(inFlight)} in flight`);
  if (inFlight > 0 && oldestSince !== undefined) parts.push(`oldest ${duration((now - oldestSince) / 1000)}`);
  if (waiting > 0) parts.push(`${count(waiting)} waiting to be tried again`);
  if (done > resumed) parts.push(`${rate.toFixed(1)}/s`);
  if (done < total && rate > 0) parts.push(`${duration((total - done) / rate)} left`);
  if (cost !== undefined) parts.push(`cost ${costText(cost, currency, 2)}`);
  if (tokens.inputTokens + tokens.outputTokens > 0)
    parts.push(`${counted(tokens.inputTokens, "token")} in`, `${count(tokens.outputTokens)} out`);
  const many = counted(retries, "retry");
  return { parts, below: lastRetry ? `${many}, the last: ${lastRetry.why}` : undefined };
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
