// Which of a run's problems are shown.

import { seededRandom } from "../../runs/seed.ts";

export interface ShowChoice {
  problem?: string | undefined;
  random?: number | undefined;
  seed: number;
  json: boolean;
}

/** Whether all is asked for, which a person gets as a list. */
export const isList = ({ problem, random, json }: ShowChoice): boolean =>
  problem === undefined && random === undefined && !json;

/** Some of all, drawn at random: the same ones for the same seed. */
export function drawn<T>(all: readonly T[], number: number, seed: number): T[] {
  const random = seededRandom(`show\n${seed}`);
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, number)
    .map(({ each }) => each);
}
