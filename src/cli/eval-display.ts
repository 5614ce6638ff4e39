// How far a run is: one line that is rewritten on a terminal, a plain line now and then where it is a pipe or a file.

import type { EvalProgress } from "../runs/eval.ts";
import { count, percent } from "./eval-report.ts";
import { harmless } from "./show-table.ts";

const terminalEveryMs = 100;
const plainEveryMs = 5_000;

export class EvalDisplay {
  private readonly started = performance.now();
  private told = 0;
  private isShown = false;
  private last: EvalProgress | undefined;

  constructor(private readonly stream: NodeJS.WriteStream) {}

  show(progress: EvalProgress): void {
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
    if (this.last) this.stream.write(`${progressText(this.last, this.seconds())}\n`);
  }

  private write(progress: EvalProgress, now: number): void {
    const text = progressText(progress, (now - this.started) / 1000);
    if (!this.stream.isTTY) {
      this.stream.write(`${text}\n`);
      return;
    }
    this.stream.write(`\r\x1b[K${text.slice(0, (this.stream.columns || 80) - 1)}`);
    this.isShown = true;
  }

  private clear(): void {
    if (this.isShown) this.stream.write("\r\x1b[K");
    this.isShown = false;
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}

/** For example `612/1,319 samples, 410 right (67.0%), 64 in flight, 21.3/s, 33 s left`. */
export function progressText(progress: EvalProgress, seconds: number): string {
  const { samples, resumed, right, wrong, unscored, inFlight, retries, lastRetry, cost } = progress;
  const done = right + wrong + unscored;
  const rate = (done - resumed) / Math.max(seconds, 0.001);
  const parts = [`${count(done)}/${count(samples)} samples`];
  if (done > 0) parts.push(`${count(right)} right (${percent(right / done)})`);
  if (unscored > 0) parts.push(`${count(unscored)} unscored`);
  if (inFlight > 0) parts.push(`${count(inFlight)} in flight`);
  if (done > resumed) parts.push(`${rate.toFixed(1)}/s`);
  if (cost !== undefined) parts.push(`cost ${cost.toFixed(2)}`);
  if (done < samples && rate > 0) parts.push(`${duration((samples - done) / rate)} left`);
  if (retries > 0) parts.push(`${count(retries)} retries, last: ${harmless(lastRetry?.why ?? "")}`);
  return parts.join(", ");
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
