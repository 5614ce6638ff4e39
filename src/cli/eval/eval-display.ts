// How far a benchmark run is, in a line.

import type { EvalProgress } from "../../runs/eval.ts";
import { count, percent } from "./eval-report.ts";

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
  if (retries > 0) parts.push(`${count(retries)} retries, last: ${lastRetry?.why ?? ""}`);
  return parts.join(", ");
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
