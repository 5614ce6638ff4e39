// How far a run is: one line that is rewritten on a terminal, a plain line now and then where it is a pipe or a file.

import { eraseLine } from "./terminal.ts";

const terminalEveryMs = 100;
const plainEveryMs = 5_000;

export class ProgressLine<Progress> {
  private readonly started = performance.now();
  private told = 0;
  private isShown = false;
  private last: Progress | undefined;

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly textOf: (progress: Progress, seconds: number) => string,
  ) {}

  show(progress: Progress): void {
    this.last = progress;
    const now = performance.now();
    const every = this.stream.isTTY ? terminalEveryMs : plainEveryMs;
    if (now - this.told < every && this.told > 0) return;
    if (this.told === 0 && !this.stream.isTTY) {
      this.told = now; // The first plain line comes when there is something to tell.
      return;
    }
    this.told = now;
    this.write(progress, now);
  }

  /** A sentence that stays. */
  say(sentence: string): void {
    this.clear();
    this.stream.write(`${sentence}\n`);
  }

  /** The last state stays, where there was any progress. */
  end(): void {
    this.clear();
    if (this.last) this.stream.write(`${this.textOf(this.last, this.seconds())}\n`);
  }

  private write(progress: Progress, now: number): void {
    const text = this.textOf(progress, (now - this.started) / 1000);
    if (!this.stream.isTTY) {
      this.stream.write(`${text}\n`);
      return;
    }
    eraseLine(this.stream);
    this.stream.write(text.slice(0, (this.stream.columns || 80) - 1));
    this.isShown = true;
  }

  private clear(): void {
    if (this.isShown) eraseLine(this.stream);
    this.isShown = false;
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}
