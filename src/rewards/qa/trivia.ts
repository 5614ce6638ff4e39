// TriviaQA's metric: punctuation separates words instead of being removed, and a gold answer has aliases.

import { goldList, noScore, type QaScore, scoreTokens, splitWords, wholeWords } from "./score.ts";

const punctuation = /[!-/:-@[-`{-~‘’´]/g;
const articles = wholeWords(["a", "an", "the"]);

function triviaTokens(text: string): string[] {
  return splitWords(text.toLowerCase().replace(punctuation, " ").replace(articles, " "));
}

/** The golden answer is one alias or the list of all. */
export function triviaReward(prediction: string, goldenAnswer: string | readonly string[]): QaScore {
  const golds = goldList(goldenAnswer);
  const tokens = triviaTokens(prediction);
  return tokens.length === 0 ? noScore() : scoreTokens(tokens, golds.map(triviaTokens));
}
