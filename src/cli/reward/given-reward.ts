// The reward that a user names: a name or a composition, which may be in a JSON file.

import { readFile } from "node:fs/promises";
import { takesJudge } from "../../judge/question.ts";
import { compose, type Reward } from "../../rewards/index.ts";
import { UsageError } from "../command.ts";

/** @throws {UsageError} if the file cannot be read, or does not hold a composition */
export async function rewardGiven(given: string): Promise<string> {
  if (!given.endsWith(".json")) return given;
  const text = await readFile(given, "utf8").catch(() => {
    throw new UsageError(`${given}: there is no such file, or it cannot be read`);
  });
  try {
    return compose(JSON.parse(text)).name;
  } catch (error) {
    throw new UsageError(`${given}: ${(error as Error).message}`);
  }
}

/** @throws {UsageError} if a judge would never be asked */
export function checkJudged(reward: Reward): void {
  if (!takesJudge(reward))
    throw new UsageError(`--judge: the reward ${reward.name} has no verdicts that a judge could decide`);
}
