// `assay reward NAME`: one reward over JSON Lines.

import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findReward, rewards } from "../../rewards/index.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { runLineCommand } from "../lines/lines.ts";
import { lineHelp, lineOptions } from "../lines/lines-options.ts";
import { defaultLimitMs, readGradingTimeout } from "../options/grading-timeout.ts";
import { onUnscoredChoices, type RewardLines } from "./lines-reward.ts";

const help = `Computes a reward for each line of JSON Lines. A line's own fields are the arguments; 'result' is added.

Usage: assay reward NAME [options]
       assay reward --module FILE [options]

${lineHelp}  --on-unscored X   what a gold that cannot be graded against gives: null (the default), zero, or fail;
                    'unscored' says why in each case
  --module FILE     a reward of your own: a module that exports 'score(row)', which returns a number or an
                    object of numbers, or a promise of one
  --timeout S       seconds that your reward may take for a line (default 10); then its thread is killed

A line that fails gets 'error' in its place, and the exit code is 1. Other codes: 0 done, 2 wrong usage,
130 stopped by Ctrl-C. With '-' for both files each line is answered at once.

'assay rewards' lists the names and their fields.
`;

const options = {
  ...lineOptions,
  "on-unscored": { type: "string" },
  module: { type: "string" },
  timeout: { type: "string" },
} as const;

export const command: Command = {
  help,
  async run(argv) {
    const { values, positionals } = readOptions(argv, options, true);
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`one reward at a time: '${more[0]}' is one name too many`);
    if (values.module === undefined && values.timeout !== undefined) {
      throw new UsageError("--timeout is for --module; the built-in rewards are bounded by counted steps");
    }
    const onUnscored = onUnscoredChoices.find((choice) => choice === (values["on-unscored"] ?? "null"));
    if (!onUnscored) throw new UsageError(`--on-unscored is one of ${onUnscoredChoices.join(", ")}`);
    const reward =
      values.module === undefined ? builtIn(name) : { module: await modulePath(values.module), name };
    const data: RewardLines = { ...reward, onUnscored };
    return runLineCommand({
      values,
      worker: new URL("./lines-reward.js", import.meta.url),
      data,
      unreadable: "unscored",
      work: `assay reward ${JSON.stringify(data)}`,
      timeoutMs:
        values.module === undefined
          ? (readGradingTimeout(values["grading-timeout"]) ?? defaultLimitMs)
          : readSeconds(values.timeout ?? "10") * 1000,
    });
  },
};

function builtIn(name: string | undefined): { name: string } {
  if (name === undefined) throw new UsageError("which reward? Give its name, or --module FILE");
  const reward = findReward(name);
  if (reward) return { name: reward.name };
  const names = rewards.map((each) => each.name).join(", ");
  throw new UsageError(`there is no reward '${name}'; there are ${names}`);
}

async function modulePath(path: string): Promise<string> {
  const file = resolve(path);
  await access(file).catch(() => {
    throw new UsageError(`--module ${path}: there is no such file`);
  });
  return pathToFileURL(file).href;
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !(seconds > 0) || seconds > 86_400) {
    throw new UsageError(`--timeout must be a number of seconds above 0, not '${text}'`);
  }
  return seconds;
}
