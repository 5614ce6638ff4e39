// Whether the clause before an answer gives it. The clause must have a known form: nothing but "therefore"; a
// subject that can have an answer, and a verb that states it, "the number of ways is"; a person, a verb, and after the
// answer what is counted, "Julie read 42 pages"; or a heading, "Total cost:". A clause that tells the reader to do
// something ("write your result like this:"), reports what others found, or is about notation has none of these forms.

import {
  answerNouns,
  isCalculation,
  isGivenNoun,
  isKnownNoun,
  isLabelHead,
  objectNouns,
  quantities,
} from "./labels.ts";
import { roleSet } from "./roles.ts";
import { concluding, isLayout, isPunctuation, isVerb } from "./sentence.ts";
import { isForeign, type WordSpan } from "./spans.ts";
import { wordSet } from "./word-set.ts";

export interface Lead {
  /** Whether the words after the answer name what was counted, so that any verb may introduce it. */
  quantity: boolean;
  /** Whether a formula introduces the answer: `x = \boxed{4}`. */
  led: boolean;
  /** Whether the clause begins its sentence. */
  isFirst: boolean;
}

const determiners = wordSet`the a an our this that these those each every all both my its no any`;
const owners = wordSet`your their his her`;
const speakers = wordSet`we i it this that these those there which he she they you one here`;
/** Verbs that state what something is. */
const being =
  /^(?:is|are|be|being|equals?|equal to|becomes?|must be|should be|would be|will be|has to be|have to be|amounts|totals|(?:is|are) .*|correct .* is|.* to|given by|can be .*|'s|that's|it's)$/;
/** Imperatives, which tell the reader what to do in a sentence without a subject. */
const bare = wordSet`
  be get give yield obtain have find make become reach write submit choose pick select conclude deduce see know note
`;
/** Those with a subject before the comma: "we add both, and get". */
const shared = wordSet`get give yield obtain have find reach conclude deduce`;
/** Verbs of having, getting or needing what was asked for. */
const having = wordSet`
  makes make made takes costs earns pays spends receives contributes needs requires contains leaves has have had is are
  was were
`;

/** Words that may begin a clause before its subject. */
const opening = wordSet`
  and or but also now first second third next lastly similarly likewise again instead hence after only then here yes ok
  okay alright well
`;
const answerLike = wordSet`answer answers ans result results solution response`;
/** Adjectives of the answer; any other adjective makes it a different one. */
const answerModifiers = wordSet`
  final correct right required desired exact simplified simplest numerical numeric complete unique only actual true
  overall total full resulting possible integer real positive optimal general particular trivial best short direct two
  three four end valid integral least largest smallest greatest confirmed
`;
const given = new Set([...answerLike, ...answerNouns, ...quantities, ...objectNouns]);

const isNoun = (span: WordSpan | undefined): boolean =>
  span?.role === "noun" && span.kind === "word" && !/^[a-z]$/.test(span.text);
const isSign = ({ kind }: WordSpan): boolean => kind === "sign";
const isColon = ({ text }: WordSpan): boolean => /^[:：]$/.test(text);
const isBeing = ({ text }: WordSpan): boolean => being.test(text);
const isLead = (span: WordSpan): boolean =>
  isVerb(span) ||
  (isSign(span) && span.role === "leadIn" && !isColon(span)) ||
  /^(?:is|are) /.test(span.text);

/** The first span that gives the clause an unknown form; undefined if the clause introduces an answer. */
export function unknownLead(clause: readonly WordSpan[], lead: Lead): WordSpan | undefined {
  const isHeading = clause.some(isColon);
  const words = clause.filter((span) => !isLayout(span) && !isPunctuation(span) && !isColon(span));
  if (words.length === 0) return undefined;
  const isOther =
    isForeign(clause) || words.some(({ text }) => foreignAnswers.has(text) && !/^solutions?$/.test(text));
  if (lead.isFirst && questions.has(words[0]!.text.split(" ")[0]!) && words.length > 1) return words[0];
  // "root 5", "the answer is reciprocal 5": right before a value only the name of a value leaves it as it is.
  const parted = clause.findLast((span) => !isLayout(span));
  const isParted = parted !== undefined && (isPunctuation(parted) || isColon(parted));
  const last = words.at(-1)!;
  if (!isParted && !lead.quantity && !lead.led && isOperand(words, isOther)) return last;
  if (isOther) return unknownForeign(words, lead, isHeading);
  if (!isParted && lead.led && lead.isFirst && words.length === 1 && !mayBeNamed(last)) return last;
  const said = withoutOpening(words);
  const isFirst = lead.isFirst && said.length === words.length;
  if (said.length === 0) return isHeading && words.at(-1)!.role === "reason" ? words.at(-1) : undefined;
  const named = said.findLastIndex(saysCorrect);
  if (named >= 0 && named < (said[named]!.text.startsWith("that") ? 1 : 3))
    return unknownComplement(said.slice(0, named), said[named]!, said.slice(named + 1), lead);
  const at = said.findLastIndex(isLead);
  if (at < 0) return withoutVerb(said, lead, isHeading);
  const [subject, verb, rest] = [said.slice(0, at), said[at]!, said.slice(at + 1)];
  return unknownSubject(subject, verb, lead, isFirst) ?? unknownComplement(subject, verb, rest, lead);
}

/**
 * Whether the words right before a value make it the object of something: a noun that is not known to name a value, after
 * no verb or one of being, or a participle.
 */
function isOperand(words: readonly WordSpan[], isOther: boolean): boolean {
  const last = words.at(-1)!;
  if (last.kind !== "word" || !isNoun(last)) return false;
  // "40 eggs per day": the unit of a value
  const value = words.findLastIndex(({ kind }) => kind === "value");
  if (value >= 0 && words.slice(value + 1).every(({ role }) => role === "noun" || role === "link"))
    return false;
  const verb = words.findLast((span) => isVerb(span) || /^(?:is|are) /.test(span.text));
  if (isOther ? verb !== words.at(-2) : verb && !isBeing(verb)) return false;
  if (isValueNoun(last.text)) return false;
  return isGivenNoun(last.text) || given.has(last.text) || isForeignNoun(last.text) || isGerund(last.text);
}
const isValueNoun = (word: string): boolean =>
  answerNouns.has(lastWord({ text: word })) ||
  objectNouns.has(word) ||
  answerLike.has(lastWord({ text: word })) ||
  foreignAnswers.has(word) ||
  answerModifiers.has(word);
/** Whether a word before `x =` leaves the equation a result: "side x = 5", not "let x = 5" or "try x = 5". */
const mayBeNamed = (span: WordSpan): boolean =>
  span.text !== "let" &&
  (!isNoun(span) ||
    isQuantity(span) ||
    isLabelHead(span.text) ||
    isValueNoun(span.text) ||
    isGerund(span.text));
const isGerund = (word: string): boolean => word.endsWith("ing") && isCalculation(word);

/** "Can we get", "Why is it" */
const questions = wordSet`is are was were do does did can could will would shall should may why who`;

/** "the correct answer is" */
const saysCorrect = ({ role, text }: WordSpan): boolean =>
  role === "correction" &&
  /^(?:correct|right|true|actual|real) .* (?:is|:)$|^(?:it|answer|value|that) (?:should|must) be$/.test(text);

/** Without "therefore", "and", "we find that". */
function withoutOpening(words: readonly WordSpan[]): readonly WordSpan[] {
  let from = 0;
  for (;;) {
    const span = words[from];
    if (span === undefined) return [];
    const isAdverb = span.role === "leadIn" && span.kind === "word" && !isVerb(span);
    const isTurn =
      /^(?:contrast|correction|remark|reason|choice)$/.test(span.role) && !/answer|is$/.test(span.text);
    if (isAdverb || isTurn || opening.has(span.text)) {
      from++;
      continue;
    }
    const that = words.findIndex(({ text }, i) => i > from && i < from + 5 && /^that$/.test(text));
    const frame = words.slice(from, that);
    const isOwn =
      that > 0 &&
      frame.some((each) => isVerb(each) || isFollowing(each)) &&
      frame.every(
        (each) =>
          speakers.has(each.text) ||
          isVerb(each) ||
          isFollowing(each) ||
          /^(?:can|will|from)$/.test(each.text),
      );
    if (!isOwn) return words.slice(from);
    from = that + 1;
  }
}
const isFollowing = ({ text }: WordSpan): boolean =>
  /^(?:follows|notice|observe|note|see|means|(?:confirm|show|prov|mean|imply|indicat|conclud)ing)$/.test(
    text,
  );

/** A clause without a verb: a name of what was asked for, a heading, or a person and a verb of an open class. */
function withoutVerb(words: readonly WordSpan[], lead: Lead, isHeading: boolean): WordSpan | undefined {
  const [first] = words;
  if (isCommand(words, lead.led)) return first;
  // "In simplest radical form:"
  const isForm =
    isHeading && first!.text === "in" && words.slice(1).every(({ text }) => usualForm.test(text));
  const head = headOf(isForm ? words.slice(1) : words);
  if (head.isGiven) return undefined;
  if (head.refused) return head.refused;
  if (first!.text.endsWith("ing") && isCalculation(first!.text)) return undefined;
  // "She saved", "we arrive at"
  if (speakers.has(first!.text) && words.length > 1 && !isHeading) {
    const isOwn = /^(?:he|she)$/.test(first!.text) && isNoun(words.at(-1));
    const isStep = !/^(?:i|one|you)$/.test(first!.text) && words.some(({ text }) => arriving.test(text));
    return isOwn || isStep || (lead.quantity && first!.text !== "i") ? undefined : words[1];
  }
  if (words.some(({ kind }) => kind === "value") && !isNoun(first)) return undefined;
  if (lead.led) return undefined;
  if (isHeading) {
    // "Apples left:", "Cookies per child:"
    const isCount =
      words.some(({ text }) => isLabelHead(text)) && words.some(({ text }) => counting.test(text));
    const isEnd = words.every(({ text }) =>
      /^(?:the|in|conclusion|final|summary|overall|answer)$/.test(text),
    );
    return isCount || isEnd ? undefined : first;
  }
  if (!lead.quantity) return words.find(isNoun);
  return lead.isFirst && words.length === 1 && isNoun(first) ? first : undefined;
}
/** Verbs whose object is their result: "we arrive at"; "we subtract" has an operand. */
const arriving = /^(?:arrive|end|finish|conclude|compute|calculate|find|determine|count|total|evaluate)d?$/;
/** Forms in which an answer may be requested; `in a similar form` means a different answer. */
const usualForm =
  /^(?:simplest|lowest|simplified|reduced|exact|radical|decimal|standard|scientific|interval|factored|expanded|polar|rectangular|slope-intercept|vertex|form|terms|notation)$/;
/** Words of manner, and words that continue. */
const going = /^(?:left|value|equal|one|further|together|back|follows|written|expressed|again|notation)$/;
const counting = /^(?:left|remaining|total|per|needed|sold|each|altogether|in all|in total)$/;

/** "use the value", "put your result in": a word of an open class, followed by its object. */
const isCommand = ([first, second]: readonly WordSpan[], led = false): boolean =>
  isNoun(first) &&
  !(led && isCalculation(first!.text)) &&
  second !== undefined &&
  (determiners.has(second.text) || owners.has(second.text) || commanding.test(second.text)) &&
  !/'s$|s'$/.test(first!.text);
const commanding = /^(?:down|with|your|me|us|it|them|in|like this)$/;

/** The head noun of a phrase, and whether it can be the answer. */
function headOf(words: readonly WordSpan[]): {
  at: number;
  isGiven: boolean;
  isAnswer: boolean;
  refused?: WordSpan;
} {
  let begun = 0;
  while (words[begun] && (determiners.has(words[begun]!.text) || owners.has(words[begun]!.text))) begun++;
  let end = begun;
  while (isName(words[end]) || (words[end]?.kind === "value" && isName(words[end + 1]))) end++;
  const nouns = words.slice(begun, end);
  const found = nouns.findLastIndex((span, i) => isHead(span, i));
  if (found < 0) return { at: end, isGiven: false, isAnswer: false };
  const at = begun + found + 1;
  const isAnswer = answerLike.has(lastWord(nouns[found]!));
  const isVague = isAnswer || /^(?:numbers?|values?)$/.test(lastWord(nouns[found]!));
  const pointed = isVague ? nouns.find(({ text }) => /^(?:given|other)$/.test(text)) : undefined;
  if (pointed) return { at, isGiven: false, isAnswer, refused: pointed };
  const refused = isAnswer
    ? (words.slice(0, begun).find(({ text }) => owners.has(text)) ??
      nouns.find(
        (span, i) =>
          i !== found &&
          span.kind === "word" &&
          (i > found ||
            !(isModifier(span) || (/^solutions?$/.test(nouns[found]!.text) && isKnownNoun(span.text)))),
      ))
    : undefined;
  return refused ? { at, isGiven: false, isAnswer, refused } : { at, isGiven: true, isAnswer };
}
const lastWord = ({ text }: { text: string }): string => text.split(" ").at(-1)!;
const isModifier = ({ text }: WordSpan): boolean =>
  text.split(" ").every((word) => answerModifiers.has(word));
/** A noun, or a word of another role that is before one: "the only", "the exact value". */
const isName = (span: WordSpan | undefined): boolean =>
  span !== undefined &&
  (isNoun(span) ||
    isModifier(span) ||
    /^(?:least|most|triple|double|hundreds|thousands|tens|given|other)$/.test(span.text) ||
    isAnswerPhrase(span) ||
    /^(?:exact value|simplest form)$/.test(span.text));
const isHead = (span: WordSpan, i: number): boolean => {
  const noun = lastWord(span);
  return noun === "form" ? i > 0 || span.text.includes(" ") : given.has(noun) || isGivenNoun(noun);
};
const isAnswerPhrase = (span: { text: string } | undefined): boolean =>
  /^(?:final answer|correct answer)$/.test(span?.text ?? "");

/** What begins a subject that is only a part of what was asked for: "some roots are". */
const partial = /^(?:some|several|many|most|few|among|amongst|part)$/;

function unknownSubject(
  subject: readonly WordSpan[],
  verb: WordSpan,
  lead: Lead,
  isFirst: boolean,
): WordSpan | undefined {
  const [first] = subject;
  const word = verb.text.split(" ")[0]!;
  if (first === undefined) {
    if (isSign(verb)) return undefined;
    if (isFirst || !lead.isFirst) {
      if (bare.has(word) && (isFirst || !shared.has(word))) return verb;
      if (isFirst && /^(?:is|are|was|were)$/.test(word)) return verb;
    }
    return bare.has(word) && !shared.has(word) ? verb : undefined;
  }
  // "Our aim is to prove"
  const infinitive = subject.at(-1)?.text === "to" ? subject.at(-2) : undefined;
  if (infinitive && /^(?:is|are|was|were)$/.test(infinitive.text)) return infinitive;
  if (first.kind === "value") return undefined;
  if (isVerb(first) && bare.has(first.text)) return first;
  const isNaming = subject.length === 2 && /^[a-z]$/.test(subject[1]!.text) && !mayBeNamed(first);
  if (isSign(verb)) return isNaming || isCommand(subject, true) ? first : undefined;
  if (!lead.quantity && partial.test(first.text)) return first;
  if (speakers.has(first.text)) return unknownSpeaker(subject, verb, lead);
  if (first.text.endsWith("ing")) return isCalculation(first.text) || lead.quantity ? undefined : first;
  const head = headOf(subject);
  if (head.refused) return head.refused;
  if (head.isGiven) {
    // "The difference to the answer is" introduces something other than the answer.
    if (!head.isAnswer)
      return subject.find(
        (span, i) => i > head.at && lastWord(span) === "answer" && subject[i - 1]!.text === "the",
      );
    const other = subject
      .slice(head.at)
      .find(({ text }) => /^(?:previous|other|another|different|next|earlier|old)$/.test(text));
    return other ?? (isBeing(verb) || lead.quantity ? undefined : verb);
  }
  if (isNoun(first) || determiners.has(first.text) || owners.has(first.text)) {
    if (isCommand(subject)) return first;
    if (lead.quantity) return undefined;
    const isNamed = subject.every(
      (span) => isNoun(span) || /^(?:and|also|still|will|now|then|each)$/.test(span.text),
    );
    return isNamed && having.has(word) && subject.length < 4 ? undefined : (subject[head.at - 1] ?? first);
  }
  // "After three hours the temperature is": words that begin a clause before its subject.
  const strange = subject.find(
    (span) =>
      refusing.has(span.role) ||
      (isNoun(span) && !isKnownNoun(span.text) && !isGivenNoun(span.text) && !isLabelHead(span.text)),
  );
  if (strange && !lead.quantity) return strange;
  const isSaid = subject.some(
    (span, i) =>
      (i > 0 && speakers.has(span.text) && !unknownSpeaker(subject.slice(i), verb, lead)) ||
      ((determiners.has(span.text) || span.text === "of") && headOf(subject.slice(i)).isGiven),
  );
  return isSaid || lead.quantity ? undefined : first;
}

const refusing = roleSet("denial report example hedge unknown");

/** "we get", "this value is", "you obtain"; not "I feel it is". */
function unknownSpeaker(subject: readonly WordSpan[], verb: WordSpan, lead: Lead): WordSpan | undefined {
  const [first, ...rest] = subject;
  const word = verb.text.split(" ")[0]!;
  if (/^(?:write|writes|submit|note)$/.test(word) && !/^(?:we|i)$/.test(first!.text)) return verb;
  if (word === "write" && first!.text === "i") return verb;
  if (
    /^(?:you|one)$/.test(first!.text) &&
    !/^(?:get|gets|obtain|obtains|have|has|find|finds|need|needs)$/.test(word)
  )
    return verb;
  if (lead.quantity) return undefined;
  const denied = rest.find(({ role }) => role === "denial");
  if (denied) return denied;
  const isOpen = /^(?:we|this|it|these|there|which)$/.test(first!.text);
  return rest.find(
    (span) =>
      isNoun(span) &&
      !isGivenNoun(span.text) &&
      !given.has(span.text) &&
      !isCalculation(span.text) &&
      !(isOpen && (isKnownNoun(span.text) || going.test(span.text))),
  );
}

/** The words between the verb and the answer: none, or a name for it, "a total of", "the value". */
function unknownComplement(
  subject: readonly WordSpan[],
  verb: WordSpan,
  rest: readonly WordSpan[],
  lead: Lead,
): WordSpan | undefined {
  if (isSign(verb) || lead.quantity || lead.led) return undefined;
  // "Is it 42"
  if (
    subject.length === 0 &&
    /^(?:it|he|she|they|this|that|there)$/.test(rest[0]?.text ?? "") &&
    isBeing(verb)
  )
    return rest[0];
  const head = headOf(rest);
  if (head.refused) return head.refused;
  return rest.find(
    (span) =>
      (span.role === "reason" && verb.text !== "be") ||
      (isNoun(span) &&
        !given.has(span.text) &&
        !isGivenNoun(span.text) &&
        !answerModifiers.has(span.text) &&
        !going.test(span.text)),
  );
}

/** Whether a clause names the answer, with no adjective that makes it a different one: "the final answer is". */
export function namesAnswer(clause: readonly WordSpan[]): boolean {
  const said = clause.slice(clause.findLastIndex(({ kind }) => kind === "value") + 1);
  const nouns = said.filter(
    ({ role, text }) => role === "noun" || answerModifiers.has(text) || isAnswerPhrase({ text }),
  );
  const at = nouns.findIndex(
    ({ text }) =>
      lastWord({ text }) === "ans" ||
      answerLike.has(lastWord({ text })) ||
      foreignAnswers.has(text) ||
      easternAnswer.test(text),
  );
  const isCorrect = clause.some((span) => saysCorrect(span));
  return (
    isCorrect ||
    (at >= 0 &&
      nouns.slice(0, at).every(({ text }) => answerModifiers.has(text) || foreignModifiers.has(text)))
  );
}

/** A noun whose value a solution states. */
export const isQuantity = ({ role, text }: WordSpan): boolean =>
  role === "noun" && (given.has(text) || isGivenNoun(text) || isForeignNoun(text));

const foreignAnswers = wordSet`
  antwort endantwort ergebnis endergebnis lösung lösungen resultat réponse résultat solution solutions respuesta
  resultado solución soluciones resposta solução soluções risposta risultato soluzione ответ результат решение решения
  antwoord svar svaret odpowiedź cevap jawaban jawabannya vastaus odpověď răspuns απάντηση kết quả hasil hasilnya wynik
  sonuç uitkomst resultatet
`;
/** Nouns in other languages whose value a solution states; nouns of quantities that English shares are in that list. */
const foreignGiven = wordSet`
  wert zahl anzahl summe produkt differenz quotient rest fläche flächeninhalt umfang volumen länge breite höhe radius durchmesser winkel wahrscheinlichkeit gesamtzahl gesamtpreis preis kosten gewinn geschwindigkeit zeit dauer entfernung strecke abstand alter masse gewicht temperatur verhältnis anteil prozentsatz mittelwert durchschnitt median minimum maximum steigung koeffizient grad nullstellen nullstelle funktion gleichung punkt gesamtstrecke kraft energie spannung strom stromstärke widerstand leistung option möglichkeiten ziffer
  valeur nombre somme produit différence reste aire périmètre volume longueur largeur hauteur rayon diamètre angle probabilité total prix coût bénéfice vitesse temps durée distance âge masse poids température rapport pourcentage moyenne médiane pente racine racines fonction équation point force énergie tension courant résistance puissance ensemble chiffre
  valor número suma producto diferencia cociente resto área perímetro volumen longitud anchura altura radio diámetro ángulo probabilidad precio costo coste beneficio velocidad tiempo duración distancia edad masa peso temperatura razón porcentaje promedio media mediana mínimo máximo pendiente raíz raíces función ecuación punto fuerza energía cantidad conjunto opción dígito
  soma produto diferença quociente comprimento largura raio ângulo probabilidade preço custo lucro velocidade tempo distância idade temperatura razão porcentagem média quantidade opção função equação
  valore numero somma prodotto differenza perimetro lunghezza larghezza altezza raggio angolo probabilità prezzo costo velocità età media area
  значение число сумма произведение разность частное остаток площадь периметр объём объем длина ширина высота радиус угол вероятность количество цена стоимость скорость время расстояние возраст масса корень корни уравнение функция сила энергия путь số tổng diện giá trị tích nilai jumlah luas suma liczba pole toplam sayı som aantal oppervlakte summan antalet arean
`;
const foreignModifiers = wordSet`
  endgültige richtige korrekte finale gesuchte gesamte kleinste größte minimale maximale einzige correcta final correcte
  finale bonne cherchée total totale petite grande petit grand minimale maximale correta certa corretta правильный
  окончательный итоговый верный общее общая наименьшее наибольшее минимальное mínimo máximo menor mayor maior unique
  única único seule richtig beträgt lautet
`;
const isForeignNoun = (word: string): boolean =>
  foreignAnswers.has(word) || foreignGiven.has(word) || quantities.has(word) || answerNouns.has(word);
const asking = wordSet`ist sind est gibt`;
const foreignArticles = wordSet`
  die der das den dem ein eine dein deine ihr le la les l un une ton ta votre el los las tu su una o a os as seu il lo
  gli i твой ваш
`;

/** The same in other languages; the table has the verbs, and these lists have the nouns. */
function unknownForeign(words: readonly WordSpan[], lead: Lead, isHeading: boolean): WordSpan | undefined {
  if (words.some(({ text }) => eastern.test(text))) return unknownEastern(words, lead);
  const nouns = words.filter(isNoun);
  const [first] = words;
  const at = words.findLastIndex((span) => span.role === "leadIn" && !concluding.has(span.text));
  if (lead.isFirst && asking.has(first!.text) && words.length > 1) return first;
  if (lead.quantity) {
    const isOrder = isNoun(first) && !isForeignNoun(first!.text) && foreignArticles.has(words[1]?.text ?? "");
    return isOrder || (words.length === 1 && isNoun(first)) ? first : undefined;
  }
  const doubted = words.find(({ role }) => refusing.has(role) || role === "scale");
  if (doubted) return doubted;
  if (nouns.length === 0) return undefined;
  const known = words.findIndex((span) => isNoun(span) && isForeignNoun(span.text));
  if (known < 0) return nouns[0];
  const other = words
    .slice(0, known)
    .find(
      (span) =>
        isNoun(span) &&
        !foreignModifiers.has(span.text) &&
        !foreignModifiers.has(span.text.replace(/[nsr]$/, "")),
    );
  if (other) return other;
  if (at < known) return isHeading || known === words.length - 1 ? undefined : words.at(-1);
  return words.slice(at + 1).find((span) => isNoun(span) && !isForeignNoun(span.text));
}

const eastern = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/;
const easternNoun =
  /(?:答案|结果|結果|定义域|值域|区间|范围|值|数|數|和|积|差|商|解|解集|面积|体积|周长|长|宽|高|边长|半径|直径|角|度|概率|余数|系数|总价|费用|价格|单价|速度|时间|路程|距离|年龄|质量|重量|温度|比|比例|百分比|百分率|方程|函数|等式|表达式|公式|集合|根|坐标|斜率|公差|公比|项|选项|利润|收入|工资|钱|方法|种|率|点|位|答え|解答|正解|値|数|確率|長さ|体積|面積|余り|速さ|時間|距離|방법|값|답|정답|합|총합|넓이|개수|확률|수|나머지|길이|부피|최솟값|최댓값|결과|해)$/;
const easternAnswer = /(?:答案|结果|結果|答え|解答|正解|정답|답|결과)$/;
const easternModifier =
  /^(?:最终|最后|正确|本题|此题|该题|所求|题目|问题|原式|方程|不等式|最終的?な?|正しい|求める|この問題の?|問題の?|최종|올바른|이|문제의|구하는|의|的|の|我们|这个?|那么|\s)*$/;

function unknownEastern(words: readonly WordSpan[], lead: Lead): WordSpan | undefined {
  if (lead.quantity) return undefined;
  const at = words.findLastIndex(({ role }) => role === "leadIn");
  const subject = words.slice(0, at < 0 ? words.length : at).filter(({ role }) => role !== "leadIn");
  const last = words[at]?.text ?? "";
  // A Korean word introduces the answer by its ending.
  const korean = /^([\uac00-\ud7a3]+)[은는]$/.exec(last)?.[1];
  const named = subject.filter(({ kind, text }) => kind === "word" && !/^[a-z]$/.test(text));
  const said = [...named.map(({ text }) => text), ...(korean === undefined ? [] : [korean])].join("");
  const after =
    at < 0
      ? undefined
      : words.slice(at + 1).find(({ role, text }) => role === "noun" && !easternNoun.test(text));
  if (after) return after;
  if (said === "" || named.every(({ role, kind }) => role === "link" || kind === "value")) {
    if (korean !== undefined) return easternNoun.test(korean) ? undefined : words[at];
    return at < 0 && !subject.some(({ kind }) => kind === "value") ? words[0] : undefined;
  }
  const unknown = subject.find(({ role }) => role === "noun" || role === "unknown") ?? words[0];
  if (!easternNoun.test(said)) return unknown;
  const answer = easternAnswer.exec(said);
  return answer && !easternModifier.test(said.slice(0, answer.index)) ? unknown : undefined;
}
