// The words by which answers are announced and taken back, in the languages that models answer in.

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

/** Words that make all that follows them in a sentence a supposition. */
export const supposing =
  /(?<![\p{L}])(?:if|suppos(?:e|es|ed|ing)|assum(?:e|es|ed|ing)|unless|whether|pretend|imagine|hypothetically|si|supongamos|supponhamos|supposons|suponha|wenn|falls|angenommen|если|предположим)(?![\p{L}])|如果|假设|假如|若是|もし|仮に|만약|가정/iu;

/** Words that, close before an announcement, make it mere talk of an answer: denied, doubted, or somebody else's. */
export const disowning =
  /(?<![\p{L}])(?:wrong|incorrect|false|not|isn['’]t|never|might|may|maybe|perhaps|could|would|guess(?:ed)?|thought|tempting|trap|initial(?:ly)?|previous(?:ly)?|earlier|old|original(?:ly)?|intermediate|partial|student(?:['’]s)?|someone(?:['’]s)?|another|other|example|what|sample|typical|doubt|claims?|claimed|falsche|неверный|неправильный|errada|incorrecta|incorreta|fausse|mauvaise)(?![\p{L}])|错误|不是|是否|也许|可能|誤|틀린/iu;

/** The noun of an answer alone, as a heading says it. */
export const answerHeading =
  /^(?:the\s)?(?:final\s|correct\s)?(?:answers?|result)$|^(?:最终|最后|正确)?答案$|^答え$|^解答$|^(?:정답|답)$|^(?:la\s)?r[ée]ponse(?:\sfinale)?$|^(?:la\s|a\s)?(?:respuesta|resposta)(?:\sfinal)?$|^(?:die\s)?(?:end)?antwort$|^ответ$/iu;

/** What takes an answer back. */
const corrections = [
  "(?<![\\p{L}])wait(?![\\p{L}])(?!\\s+(?:time|until|for))",
  "(?<![\\p{L}])(?:actually|correction|corrected|instead|edit(?=:)|update(?=:)|erratum|revised|oops|whoops|apologies|my mistake|my bad|scratch that|strike that|never ?mind|hold on|on second thoughts?|re-?consider(?:ing)?|let me (?:correct|fix|redo|re-?do|re-?calculate|re-?compute|re-?think|re-?check|try again|start over)|i (?:made|have made|was) (?:an? |some )?(?:\\w+ )?(?:error|mistakes?|wrong|mistaken|slip)|(?:there (?:is|was)|contains?|found) an? (?:error|mistake))(?![\\p{L}])",
  "(?<![\\p{L}])(?:that|this|it|which|above|answer|value|result)(?:['’]s| is| was| isn['’]t| wasn['’]t| cannot be| can['’]t be)? ?(?:not )?(?:wrong|incorrect|not (?:right|correct)|mistaken|n['’]t (?:right|correct)|isn['’]t (?:right|correct))(?![\\p{L}])",
  "(?<![\\p{L}])(?:correct|right|true|actual) (?:answer|value|result)(?:\\s[^.\\n]{0,60})?(?:\\s(?:is|was|should|must)(?![\\p{L}])|\\s?[:=])",
  "(?<![\\p{L}])no[,.!:—–-]+\\s",
  "(?<![\\p{L}])(?:it|answer|value|that) (?:should|must) (?:be|have been)(?![\\p{L}])",
  "等等|等一下|不对|不對|更正|纠正|其实|其實|实际上|应该是|應該是|抱歉|算错|有误|搞错",
  "待って|訂正|実は|間違[いえっ]|ではなく",
  "잠깐|정정|사실은|틀렸|아니라",
  "(?<![\\p{L}])(?:attends|attendez|en fait|en réalité|pardon|erreur|plutôt|espera|en realidad|corrección|perdón|me equivoqué|na verdade|correção|na realidade|desculp\\w+|moment mal|warte|tatsächlich|eigentlich|korrektur|entschuldigung|falsch|stattdessen|подождите|постойте|на самом деле|исправ\\p{L}*|ошибк\\p{L}*|точнее)(?![\\p{L}])",
];

const correction = new RegExp(corrections.join("|"), "giu");

/** Where a text takes back what was said before it: the first such word's place, and the last one's. */
export function correctionsIn(text: string): { first: number; last: number } | undefined {
  let places: { first: number; last: number } | undefined;
  correction.lastIndex = 0;
  for (let found = correction.exec(text); found; found = correction.exec(text)) {
    places ??= { first: found.index, last: found.index };
    places.last = found.index;
  }
  return places;
}
