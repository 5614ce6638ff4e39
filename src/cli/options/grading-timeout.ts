// The limit on the grading of one answer, as an option. It stands apart, so that a command can show its help or grade one
// pair without loading what grades in threads.

import { UsageError } from "../command.ts";

export const defaultLimitMs = 10_000;

const longestSeconds = 86_400;

export function readGradingTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(seconds > 0 && seconds <= longestSeconds))
    throw new UsageError(`--grading-timeout: '${text}' is not a number of seconds above 0`);
  return seconds * 1000;
}
