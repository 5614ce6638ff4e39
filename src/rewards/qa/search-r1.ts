// Search-R1's reward: the last `<answer>` of the whole response, against any of the gold answers, by equality
// of the normal forms or by one containing the other; a closed tag with a wrong answer may earn a little.

import { GoldError } from "../reward.ts";
import { goldList, normalizeAnswer } from "./score.ts";

export interface SearchScore {
  format_reward: number;
  answer_reward: number;
  reward: number;
}

export interface SearchOptions {
  /** `exact`: the answer is a gold answer. `contains`: it holds one. */
  match: "exact" | "contains";
  /** What a closed tag with a wrong answer pays. */
  formatScore?: number | undefined;
}

export function searchR1Reward(
  response: string,
  goldenAnswer: string | readonly string[],
  { match, formatScore = 0 }: SearchOptions,
): SearchScore {
  const golds = goldList(goldenAnswer).map(normalizeAnswer);
  // Every answer holds the empty string, and would be right.
  if (golds.includes("")) throw new GoldError("a gold answer is empty, or has no words to compare");
  const answer = lastAnswer(response);
  if (answer === undefined) return { format_reward: 0, answer_reward: 0, reward: 0 };
  const normal = normalizeAnswer(answer);
  const isRight = golds.some((gold) => (match === "exact" ? gold === normal : normal.includes(gold)));
  return { format_reward: 1, answer_reward: isRight ? 1 : 0, reward: isRight ? 1 : formatScore };
}

/** What is in the last closed pair of tags, as the reference reads it: the last tag that closes decides. */
function lastAnswer(response: string): string | undefined {
  const close = response.lastIndexOf("</answer>");
  const open = close < 0 ? -1 : response.lastIndexOf("<answer>", close);
  return open < 0 ? undefined : response.slice(open + "<answer>".length, close);
}
