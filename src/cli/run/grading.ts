// How commands grade: in a thread that can be stopped, so that one answer cannot stop the rest; and the message about
// an answer whose grading had to be stopped, which is also stored for a report.

import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { count, counted } from "../../outgoing/counted.ts";
import { withoutSecrets } from "../../outgoing/secrets.ts";
import type { GradingItem } from "../../runs/grading/grader.ts";
import type { GradingLimits } from "../../runs/grading/threaded-grader.ts";
import { versions } from "../../runs/versions.ts";

/** The file of answers whose grading had to be stopped. */
const endedFileName = "stuck.jsonl";

export interface CommandGrading extends GradingLimits {
  /** Whether the grading of any answer threw, so that the command has failed too. */
  hasFailed(): boolean;
}

/**
 * @param seconds for one answer
 * @param folder where such answers are stored for a report; undefined if a run is only read
 */
export function gradingLimits(
  seconds: number | undefined,
  folder?: string,
  say: (sentence: string) => void = (sentence) => process.stderr.write(`${sentence}\n`),
): CommandGrading {
  let failed = false;
  return {
    hasFailed: () => failed,
    // A mistake in a task's code fails for every answer, so only the first is printed, and the others are counted.
    onFailed({ task, conversation }, reason) {
      if (!failed) say(`${task}, problem ${conversation.id}: ${reason}; the answer is unscored`);
      failed = true;
    },
    limitMs: seconds === undefined ? undefined : seconds * 1000,
    onEnded(item, reason) {
      const where = folder === undefined ? undefined : keep(join(folder, endedFileName), item, reason);
      const { task, conversation } = item;
      const report =
        where === undefined ? "" : `; the answer is in ${where}: please report it as a bug in assay`;
      say(
        `${task}, problem ${conversation.id}: the grading ${reason}, so the answer counts as wrong${report}`,
      );
    },
  };
}

/** The path, or undefined if it could not be written: that must not end a run either. */
function keep(path: string, item: GradingItem, reason: string): string | undefined {
  const { task, conversation, completion } = item;
  const { id, answer } = conversation;
  const line = { v: 1, task, problem: id, gold: answer, completion, reason, versions: versions() };
  try {
    // Neither a link nor a pipe that was placed there by others.
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      writeSync(file, `${withoutSecrets(JSON.stringify(line))}\n`);
    } finally {
      closeSync(file);
    }
    return path;
  } catch {
    return undefined;
  }
}

// A few unreadable golds are normal for a data set; many of them are worth a warning.

const many = 0.01;

/** A warning if more than 1% of the golds cannot be used. */
export function manyUnreadable(what: string, unreadable: number, all: number): string[] {
  if (all === 0 || unreadable <= many * all) return [];
  const share = ((100 * unreadable) / all).toFixed(1);
  return [
    `${what}: ${count(unreadable)} of ${counted(all, "gold")} (${share}%) cannot be ` +
      "graded against; check that the right field holds them",
  ];
}
