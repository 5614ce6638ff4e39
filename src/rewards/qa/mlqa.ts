// MLQA's metric: SQuAD's for seven languages. Articles are those of the language, punctuation is all of Unicode's, and
// Chinese, which has no spaces, is split into characters.

import { goldList, noScore, type QaScore, scoreTokens, splitWords, wholeWords } from "./score.ts";

export const mlqaLanguages = ["en", "es", "hi", "vi", "de", "ar", "zh"] as const;
export type MlqaLanguage = (typeof mlqaLanguages)[number];

const words = (text: string) => wholeWords(text.split(" "));

/** Hindi and Chinese have no articles. The Arabic article is a prefix, and is removed wherever it occurs. */
const articles: Record<MlqaLanguage, RegExp | undefined> = {
  en: words("a an the"),
  es: words("un una unos unas el la los las"),
  vi: words("của là cái chiếc những"),
  de: words("ein eine einen einem eines einer der die das den dem des"),
  ar: /ال/gu,
  hi: undefined,
  zh: undefined,
};

/** Unicode's punctuation, and the ASCII characters that Unicode classifies as symbols. */
const punctuation = /[\p{P}$+<=>^`|~]/gu;
const chineseCharacter = /[\u4e00-\u9fa5]/gu;

export function mlqaTokens(text: string, language: MlqaLanguage): string[] {
  const bare = text.toLowerCase().replace(punctuation, "");
  const article = articles[language];
  const kept = article ? bare.replace(article, " ") : bare;
  return splitWords(language === "zh" ? kept.replace(chineseCharacter, " $& ") : kept);
}

export function mlqaReward(
  prediction: string,
  goldenAnswer: string | readonly string[],
  language: MlqaLanguage = "en",
): QaScore {
  const golds = goldList(goldenAnswer);
  const tokens = mlqaTokens(prediction, language);
  return tokens.length === 0
    ? noScore()
    : scoreTokens(
        tokens,
        golds.map((gold) => mlqaTokens(gold, language)),
      );
}
