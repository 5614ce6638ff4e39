// The words by which answers are announced, in the languages that models answer in.

/** "The answer is", with or without a colon; what follows is the answer. `{to}` parts the noun from its verb. */
const announcements = [
  // English. What the answer is to may be said in between.
  "(?<![\\p{L}\\d])(?:final |correct |right |true |actual |complete )?answers?(?![\\p{L}\\d])[*_`\"']{0,3}(?:\\s{1,3}(?:to|for|of|in)\\s[^.\\n:?!]{1,80}?)?\\s{0,3}(?:(?:is|are|must be|should be|equals)\\b(?:\\s{1,2}(?:therefore|thus|then|simply|exactly|indeed|hence)\\b)?[*_`]{0,3}\\s{0,3}[:：]?|[:：=])",
  "(?<![\\p{L}\\d])ans\\.?\\s?[:：=]",
  "(?<![\\p{L}\\d])(?:correct|right|best)\\s(?:option|choice)\\s?(?:is\\b|[:：])\\s?[:：]?",
  "\\banswers?\\s{1,3}of\\s{1,3}(?=[-$\\\\(\\d])",
  // Chinese.
  "(?:故|因此|所以|综上)?[，,]?\\s?(?:本题|该题|此题|最终|最后|正确)?的?答案[】\\]]?\\s?(?:就?应?该?是|应?为|[:：=])\\s?[:：]?",
  "【\\s?(?:答案|答え|解答|正解)\\s?】\\s?[:：]?",
  "[故应]选择?(?!择|取|出|了|用)\\s?[:：]?",
  "(?<![不可能要误错没未])选择?\\s?[:：]?\\s?(?=[（(]?[A-J](?![\\p{L}\\d]))",
  // Japanese.
  "(?:答え|解答|正解|回答)\\s?(?:は|[:：=])\\s?[、:：]?",
  // Korean.
  "(?:정답|답)\\s?(?:은|는|[:：=])\\s?[:：]?",
  // French.
  "\\br[ée]ponse(?:\\s{1,2}(?:finale|correcte|exacte))?\\s{0,2}(?:est\\b|vaut\\b|[:：=])\\s{0,2}[:：]?",
  // Spanish and Portuguese.
  "\\b(?:respuesta|resposta)s?(?:\\s{1,2}(?:final|correcta|correta))?\\s{0,2}(?:es\\b|son\\b|é(?![\\p{L}])|são\\b|[:：=])\\s{0,2}[:：]?",
  // German.
  "\\b(?:(?:end)?antwort|lösung lautet|endergebnis)\\s{0,2}(?:ist\\b|lautet\\b|[:：=])?\\s{0,2}[:：]?(?<=ist|lautet|[:：=])",
  "(?<![\\p{L}])ist\\s(?:also\\s|somit\\s|daher\\s)?die\\s(?:end)?antwort\\s{0,2}[:：]?\\s{0,2}(?=[-−$\\\\(\\d])",
  // Russian.
  "(?<![\\p{L}])ответ\\s{1,2}(?=[−$\\\\(\\d])",
  "(?<![\\p{L}])ответ(?:\\s{0,2}[—–-])?\\s{0,2}(?:равен|будет|[:：=])?\\s{0,2}[:：]?(?<=равен|будет|[:：=—–-])",
];

export const announcement = (): RegExp => new RegExp(announcements.join("|"), "giu");

/** The noun of an answer alone, as a heading says it. */
export const answerHeading =
  /^(?:the\s)?(?:final\s|correct\s)?(?:answers?|result)$|^(?:最终|最后|正确)?答案$|^答え$|^解答$|^(?:정답|답)$|^(?:la\s)?r[ée]ponse(?:\sfinale)?$|^(?:la\s|a\s)?(?:respuesta|resposta)(?:\sfinal)?$|^(?:die\s)?(?:end)?antwort$|^ответ$/iu;
