// Search-R1's reward: the last `<answer>` of the whole response, compared with any of the gold answers: the normal
// forms are equal, or one contains the other; a closed tag with a wrong answer may get a small reward.

import { GoldError } from "../reward.ts";
import { goldList, normalizeAnswer } from "./score.ts";

export interface SearchScore {
  format_reward: number;
  answer_reward: number;
  reward: number;
}

export interface SearchOptions {
  /** `exact`: the answer is a gold answer. `contains`: it contains one. */
  match: "exact" | "contains";
  /** The reward of a closed tag with a wrong answer. */
  formatScore?: number | undefined;
}

export function searchR1Reward(
  response: string,
  goldenAnswer: string | readonly string[],
  { match, formatScore = 0 }: SearchOptions,
): SearchScore {
  const golds = goldList(goldenAnswer).map(normalizeAnswer);
  // Every answer contains the empty string, and would be right.
  if (golds.includes("")) throw new GoldError("a gold answer is empty, or has no words to compare");
  const answer = lastAnswer(response);
  if (answer === undefined) return { format_reward: 0, answer_reward: 0, reward: 0 };
  const normal = normalizeAnswer(answer);
  const isRight = golds.some((gold) => (match === "exact" ? gold === normal : normal.includes(gold)));
  return { format_reward: 1, answer_reward: isRight ? 1 : 0, reward: isRight ? 1 : formatScore };
}

/** The content of the last closed pair of tags, as the reference reads it: the last closing tag decides. */
function lastAnswer(response: string): string | undefined {
  const close = response.lastIndexOf("</answer>");
  const open = close < 0 ? -1 : response.lastIndexOf("<answer>", close);
  return open < 0 ? undefined : response.slice(open + "<answer>".length, close);
}
