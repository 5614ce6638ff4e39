// All rewards, by name, for the command line, the service and tests.

import { ExpectedError } from "../errors/expected-error.ts";
import { didYouMean } from "../options/nearest.ts";
import { type Composition, composedOf, compositionText } from "./compose.ts";
import { qaRewards } from "./qa/rewards.ts";
import { r1ZeroRewards } from "./r1-zero/rewards.ts";
import type { Reward } from "./reward.ts";

export const rewards: readonly Reward[] = [...r1ZeroRewards, ...qaRewards];

/** Parsed compositions by their text. Clients may send any number of different ones, so the size is limited. */
const composed = new Map<string, Reward>();
const mostKept = 200;

/** A reward by its name or one of its aliases; or a composition, by its expression. */
export function findReward(name: string): Reward | undefined {
  const reward = rewards.find((each) => each.name === name || each.aliases.includes(name));
  if (reward || isName(name)) return reward;
  try {
    return compose(name);
  } catch (error) {
    if (error instanceof ExpectedError) return undefined;
    throw error;
  }
}

/** The characters of an unknown name that a message shows. */
const mostShown = 200;

const isName = (text: string): boolean => /^[\w.-]*$/.test(text);

/**
 * A reward from an expression, such as `r1_zero_boxed + 0.1*format`, or from the same as data.
 * @throws {ExpectedError} if a part or an argument is not known
 */
export function compose(composition: Composition | string): Reward {
  const text = compositionText(composition);
  const known = composed.get(text);
  if (known) return known;
  const reward = composedOf(rewards, text);
  if (composed.size >= mostKept) composed.clear();
  composed.set(text, reward);
  return reward;
}

/** Why there is no reward of that name. */
export function noReward(name: string, own: readonly string[] = []): string {
  const there = [...rewards.map((each) => each.name), ...own];
  if (isName(name)) {
    const known = [...there, ...rewards.flatMap((each) => each.aliases)];
    return `there is no reward '${name.slice(0, mostShown)}'; there are ${there.join(", ")}.${didYouMean(name, known)}`;
  }
  try {
    compose(name);
    return `there is no reward '${name}'`;
  } catch (error) {
    return (error as Error).message;
  }
}
