// One line on a terminal that says how far a run is. Where standard error is a file or a pipe there is none,
// and only sentences that stay are written.

import type { Progress } from "../../jsonl/run-lines.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { eraseLine } from "../terminal/terminal.ts";

export class ProgressLine {
  private shown = false;

  constructor(private readonly stream: NodeJS.WriteStream) {}

  show(progress: Progress): void {
    if (!this.stream.isTTY) return;
    eraseLine(this.stream);
    this.stream.write(progressText(progress));
    this.shown = true;
  }

  /** A sentence that stays; the progress line makes room for it. */
  say(sentence: string): void {
    this.clear();
    this.stream.write(`${sentence}\n`);
  }

  clear(): void {
    if (this.shown) eraseLine(this.stream);
    this.shown = false;
  }
}

/** For example `1,204,000 lines, 15,300/s, 2 min 5 s left`. */
export function progressText({ lines, linesPerSecond, secondsLeft, where }: Progress): string {
  const rate = count(Math.round(linesPerSecond));
  const left = secondsLeft === undefined ? "" : `, ${duration(secondsLeft)} left`;
  return `${counted(lines, "line")}, ${rate}/s${left}${where === undefined ? "" : `, ${where}`}`;
}

function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
