// How far a run is, in the words that runs of all kinds share.

import { costText } from "../../models/cost.ts";
import type { Usage } from "../../models/model.ts";
import { count, counted } from "../../outgoing/counted.ts";
import type { RunProgress } from "../../runs/lifecycle.ts";
import type { Told } from "./progress-line.ts";

/** What a kind of run tells of itself. */
export interface RunFacts {
  /** For example `samples`. */
  unit: string;
  total: number;
  done: number;
  /** Of them, there before this start. */
  resumed: number;
  /** For example `410 right (67.0%)`. */
  said: readonly string[];
  tokens: Usage;
  cost?: number | undefined;
  currency?: string | undefined;
}

export function runProgressTold(facts: RunFacts, progress: RunProgress, seconds: number): Told {
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
