// Open-class words that may be around a value: the nouns, verbs and participles of explanations, and labels of values.
// Closed-class words join, calculate, deny or doubt, and are in the table of phrases.

import { wordSet } from "./word-set.ts";

/** Nouns that take a value with "of". */
export const quantities = wordSet`
  answer answers value values total count sum product quotient difference result remainder ratio rate score number amount area volume
  length width height depth distance radius diameter perimeter circumference angle speed velocity acceleration weight mass density age
  time duration price cost profit loss revenue income salary wage tip tax discount interest balance budget change debt bill payment
  probability chance percentage average mean median mode range variance deviation minimum maximum slope intercept coefficient degree
  solution solutions root roots limit measure magnitude temperature pressure force energy power capacity gain increase decrease
  reduction grade size frequency period term population dimension side base sale share fee charge refund savings hypotenuse
  answer: option choice composed consists made valeur somme aire longueur produit résultat réponse nombre valor suma área total
  resultado respuesta resposta número soma wert summe fläche länge ergebnis anzahl antwort valore somma
`;

/** Nouns that a value may follow directly. */
export const answerNouns = wordSet`
  answer answers ans value values number numbers solution solutions result results sum total product probability area length option choice letter ratio zahl anzahl wert summe nombre valeur somme número valor suma soma numero valore число значение сумма 答案 最终答案 结果 值 最小值 最大值 答 antwort lösung ergebnis réponse résultat respuesta resultado resposta ответ 答え 解答 正解 cevap odpowiedź risposta antwoord svar svaret jawaban jawabannya vastaus odpověď răspuns απάντηση 정답 답 đáp
`;

/** Nouns that a formula may follow, where an article makes them more than a reference: "has the equation", not "see equation". */
export const objectNouns = wordSet`
  equation expression formula function polynomial inequality set interval point vector matrix fraction
`;

export const isAnswerNoun = (word: string): boolean => answerNouns.has(word);

const mathematical = wordSet`
  integer integers prime primes fraction decimal percent percentage multiple multiples divisor divisors factor factors digit digits
  square squares cube power exponent polynomial function functions equation equations inequality inequalities identity formula formulas
  formulae expression expressions variable variables constant constants coefficient coefficients sequence series progression list set
  sets subset interval domain range case cases condition conditions constraint constraints requirement requirements assumption theorem
  lemma proof argument symmetry induction definition property properties law rule triangle triangles circle circles point points line
  lines segment plane vertex vertices edge edges side sides angle angles center centre origin axis quadrant diagram figure graph table
  tables chart problem question statement step steps calculation calculations computation work method methods approach reasoning logic analysis
  explanation derivation process conclusion idea key equality multiplicity parity modulo congruence matrix determinant vector
  integral derivative permutation permutations combination combinations arrangement arrangements configuration configurations
  outcome outcomes event events possibility possibilities way ways pair pairs triple triples tuple order form terms simplest
  lowest exact units unit degrees radians dollars cents total degree day days week weeks month months year years hour hours minute
  minutes second seconds january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday roll trial turn person people item items game round trip both bound construction example pattern
  choice choices option options counts scenario context setting original above equivalent consistent fact data sample space hypothesis
  hypotheses pythagoras vieta pigeonhole principle substitution inspection elimination division multiplication addition subtraction
  information distribution expansion factorization factorisation rounding same row column parabola line ellipse hyperbola whole
  valid unique real rational irrational positive negative even odd natural finite infinite largest smallest greatest least only
  required desired correct right final original given possible minimal maximal empty expected bell geometric arithmetic harmonic
  notation parallel perpendicular isosceles equilateral local global absolute common first second third last next previous second fourth fifth
`;

/** Whether a word belongs to the vocabulary of solutions. */
export const isKnownNoun = (word: string): boolean =>
  mathematical.has(word) ||
  /[a-z]{2}est$/.test(word) ||
  quantities.has(word) ||
  answerNouns.has(word) ||
  word.includes("-");

/** Things that a question asks for besides quantities: it names, finds or counts them. */
const asked = wordSet`
  integer integers prime primes digit digits fraction decimal percent function functions polynomial equation equations expression formula inequality
  set sets subset element elements interval domain codomain union intersection pair pairs triple triples quadruple tuple point points coordinate
  coordinates x-coordinate y-coordinate vertex vertices center centre centroid focus foci vector vectors matrix determinant trace rank nullity eigenvalue
  eigenvalues constant constants sequence sequences multiple divisor divisors factor factors factorization gcd lcm hcf minimum maximum
  min max infimum supremum order position image projection line plane locus axis asymptote asymptotes amplitude phase wavelength
  half-life year day date month hour minute clock o'clock temperature contribution count contents rest remaining numbers odds parity
  proceeds evaluation tuple n-tuple inverse derivative integral antiderivative gradient divergence curl norm modulus argument conjugate reciprocal exponent logarithm
  current voltage resistance momentum impulse entropy enthalpy heat work concentration molarity ph moles yield efficiency intensity flux
  field potential emf capacitance inductance torque tension friction charge formula isotope name word letter color colour planet city
  capital country winner author president river language animal organ process theorem property category
  permutation permutations combination combinations arrangement arrangements configuration configurations way ways coloring colorings outcomes
  possibility possibilities choices cases subsets terms solid surface diagonal altitude bisector circumradius inradius arc sector chord
  inches feet points pieces steps moves games days hours minutes years weeks months dollars cents degrees radians units earnings wages
  expense expenses spending fare rent tuition mileage yield harvest inventory stock supply demand attendance enrollment equivalent
  series progression curve circle ellipse hyperbola parabola graph sphere contribution proportion portion quantity fractions roots zeros zeroes x-intercept y-intercept x-intercepts simplification factored
  greater lesser larger smaller input player statement implication sales profits tips fees costs prices payments deposit withdrawal investment principal gain
`;
/** Whether a noun is one whose value a solution states. */
export const isGivenNoun = (word: string): boolean => {
  const last = word.split("-").at(-1)!;
  return [word, last].some(
    (each) =>
      asked.has(each) || quantities.has(each) || /[a-z]{2}est$|^(?:least|most)$|^\d+-\p{L}/u.test(each),
  );
};

const calculations = wordSet`
  add subtract multiply divide double halve square cube simplify solve substitute plug combine compute calculate evaluate expand factor
  integrate differentiate apply use sum count convert take set equate cancel rearrange rewrite isolate reduce round work put bring
  complete compare consider continue check verify do let replace insert subtract minimize maximize move group collect distribute express
  start begin find get determine note recall observe see notice invert transpose graph plot draw look raise cross-multiply total arrive end come conclude read list write test choose trace follow order repeat
`;
const stems = (word: string): string[] => [word, `${word}e`, word.replace(/(.)\1$/, "$1")];
/** Whether a verb names a calculation: "multiplying", "we add". */
export const isCalculation = (word: string): boolean =>
  stems(word.replace(/(?:ing|s|d|ed)$/, "")).some((stem) => calculations.has(stem)) || calculations.has(word);

/** Participles that describe how a value is obtained. */
export const participles = wordSet`
  attained achieved reached obtained realized realised given occurring corresponding meaning making proving completing showing
  giving leaving indicating confirming matching satisfying following followed using completing computed calculated derived found
  expressed written simplified counting resulting agreeing yielding where specifically completing concluding
  knowing remembering treating viewing regarding working having being
`;

/** Verbs of a later sentence that explain why, when or how an answer holds. */
export const confirming = wordSet`
  follows completes matches match agrees agree confirms confirm holds hold satisfies satisfy represents represent means mean implies
  accounts account comes come shows show gives give occurs occur happens happen works work checks check corresponds correspond equals
  equal answers uses used use yields yield makes ensures ensure counts includes include lies verifies verify proves prove
  solves solve applies applied apply divides divide covers cover sums add adds multiplied divided subtracted added computed calculated
  counted considered obtained found attained achieved reached derived expressed simplified results result arises leads lead leaves
  leave requires require has have had is are can may know see get combine combining noted note depends does do did exists exist
  fulfills fulfils encapsulates respects reflects leverages describes establishes demonstrates states provides contains becomes
  based fits fit finishes finish concludes conclude ends end settles contradict contradicts violate violates remains remain let us guarantees arise belongs produce produces called denoted assigned chosen
`;

/** Headings of parts of a solution. */
export const headings = wordSet`
  check checks checking verification verify explanation explanations note notes summary reasoning reason solution proof answer answers
  remark remarks details step steps method justification conclusion recap idea key final result approach work given where because
  together altogether combined overall solving simplifying evaluating computing calculating substituting multiplying adding dividing factoring
  expanding counting using applying breakdown analysis derivation calculation calculations computation observation hint strategy insight intuition background
  vérification explication preuve remarque probe begründung erklärung lösung verificación comprobación explicación verificação
  explicação проверка решение пояснение verifica spiegazione therefore thus hence so summary: definition source reference confidence
`;

const cardinals =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen " +
  "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion quadrillion dozen score gross " +
  "lakh crore";
const parts =
  "half halve third fourth quarter fifth sixth seventh eighth ninth tenth eleventh twelfth twentieth hundredth thousandth millionth";

/** Words that join two answers, calculate, deny or doubt: a phrase with one of them is not a label. */
const bending = new Set([
  ...[...cardinals.split(" "), ...parts.split(" ")].flatMap((word) => [word, `${word}s`]),
  ...(
    "and or but nor if unless plus minus times versus vs either both not no never without except excluding excluded non neither none " +
    "isn aren cannot anything everything something opposite reverse inverse reciprocal negative imaginary factorial squared cubed " +
    "square-root root power divided multiplied increased decreased reduced over under below above short remainder ratio twice double " +
    "triple half maybe perhaps possibly probably least most more less fewer greater larger smaller higher lower approximately approx " +
    "about around roughly nearly almost up too wrong incorrect false untrue otherwise else then instead rather equals equal is are was " +
    "were be because since so thus hence therefore to than from between infinity infinite pi mod modulo where when for with such that " +
    "which while base by cross point comma subtract subtracted add added doubled tripled quadrupled halved inverted reversed exponent " +
    "logarithm log modulus fold googol mega giga loss losses debt debts deficit deficits ago nope isnt aint reject rejected omit omitted remove removed discard discarded " +
    "forbidden exclude impossible unlikely extraneous bogus error guess exceeds numerator denominator complement absolute decrease " +
    "decreases apart kilo case even odd average general matrix matrices oder und nicht ou et pas sino ni repeating recurring periodic " +
    "binary ternary octal decimal hexadecimal hex bn mn mln bln tn trn mio mrd mil cr grand mille tausend hundert dutzend millionen " +
    "milliarden cientos tiers quintupled trebled negated fails nein falsch dne nan inf"
  ).split(" "),
]);
const powerOfThousand = /illions?$|illionths?$/;
const cardinalStems = new Set(cardinals.split(" "));

/** Parts and rarer numbers, also in other languages, without the plural s. */
const otherNumbers = new Set(
  (
    `${parts} googol myriad milliard ` +
    "docena decena centena millar millare millone billone trillone medio tercio cuarto quinto sexto octavo noveno mitad mitade " +
    "douzaine dizaine quinzaine vingtaine trentaine centaine millier moitié quart dezena milhar milhare milhõe meio terço oitavo nono " +
    "metade hundratal tusental dozzina decina centinaio migliaio dutzende hunderte tausende"
  ).split(" "),
);
/** A number word with any ending: `twenties`, `sixes`, `thirtieths`, `doceavos`. */
export function isNumberWord(lower: string): boolean {
  if (cardinalStems.has(lower)) return true;
  if (!/s$|th$|avo$/.test(lower)) return otherNumbers.has(lower);
  const stems = [
    lower.replace(/s$/, ""),
    lower.replace(/es$/, ""),
    lower.replace(/ies$/, "y"),
    lower.replace(/ieths?$/, "y"),
    lower.replace(/ths?$/, ""),
  ];
  return /avos?$/.test(lower) || stems.some((stem) => cardinalStems.has(stem) || otherNumbers.has(stem));
}

/** Nouns for a set of points: an equation after one describes it, and gives no value to a letter. */
const figures = wordSet`line plane circle ellipse parabola hyperbola curve sphere graph surface axis asymptote`;
export const isFigure = (word: string): boolean => figures.has(word.toLowerCase());

/** Prepositions and quantifiers that a label cannot have: it names things, and not a place, a time or a share of them. */
const relating = wordSet`
  before after until till during since through throughout within along across against despite unlike toward towards onto into upon
  via amid among amongst beside besides behind beneath some any every several many few much enough another such once thrice
`;

/** Whether a word is in no noun phrase, such as the label after a number. */
export const endsLabel = (word: string): boolean => bendsMeaning(word) || relating.has(word.toLowerCase());

export function bendsMeaning(word: string): boolean {
  const lower = word.toLowerCase();
  return bending.has(lower) || isNumberWord(lower) || powerOfThousand.test(lower);
}

/** Words that make a number a bound, guess or draft, anywhere in a phrase. */
const doubting = wordSet`
  presumably supposedly allegedly apparently hypothetically theoretically tentatively seemingly conceivably arguably mistakenly
  erroneously naively hardly barely scarcely unsure assuming supposing hopefully placeholder todo circa ish rounded
  environ presque quasi casi etwa mindestens
`;
/** Words that do so only at the end: `30 likely voters` is a count, `30 likely` is not. */
const trailing = wordSet`
  minimum maximum max minimal maximal tops onward onwards upward upwards downward downwards bound bounds bounded limit limits
  limited estimate estimated estimation until till beyond past near nearby close thereabouts against opposed converse conjugate
  conjugated transpose transposed mirrored flipped swapped negated unclear uncertain unknown undefined undetermined indeterminate
  ambiguous likely assume assumed suppose supposed conjecture conjectured depends depending vary varies contradiction diverge
  diverges divergent mistake mistaken invalid fail fails failed doubt doubtful dubious suspect suspected questionable disputed
  contested theory sometimes often always seldom unverified unproven unconfirmed disproved disproven refuted denied retracted
  withdrawn answer off lacking towards backwards rounding truncated truncation tolerance previous naive tentative provisional
  pending inclusive exclusive
  approximate approximates approximated approximation think thought believe believed moins menos minimo maximo talvez acaso
`;
/** Words in -ly that are not adverbs of doubt or manner. */
const kindsInLy = wordSet`
  daily weekly biweekly monthly quarterly yearly hourly nightly early family assembly supply reply anomaly butterfly dragonfly
  firefly fly jelly belly lily monopoly ally rally tally
`;

/** Nouns that are plural, or uncountable, without an s. */
const withoutS = wordSet`
  people children men women mice geese teeth feet oxen sheep deer fish moose dice data criteria vertices indices matrices
  axes radii foci loci formulae money water milk food fruit furniture staff police cattle homework work space time traffic paper rice
  sugar flour gas oil gold wood bread meat mail luggage equipment information total altogether overall combined apiece each left
  remaining away profit loss debt interest change tax height width length depth area volume perimeter distance speed weight mass
  age side radius diameter circumference sq cc
`;
const isHead = (word: string): boolean =>
  withoutS.has(word) ||
  (word.length > 2 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) ||
  counted.has(word);

/** Units in the singular and as symbols; a label may end with one. */
const measures = wordSet`
  cm mm km m kg g mg lb lbs oz ft yd mi mph kph hr hrs min sec s ml l hz kw kwh w v j n pa mol ppm rpm usd eur gbp inr rs
  inch foot meter metre centimeter centimetre millimeter kilometer kilometre mile yard hour minute second day week month year dollar
  cent euro pound ounce gram kilogram ton gallon liter litre quart quarts pint cup degree radian percent point unit o'clock am pm p.m a.m
  st nd rd th feet inches dollars cents units points percent degrees miles hours minutes seconds days weeks months years
`;
/** Whether a word is a unit, so that it cannot be a verb. */
export const isMeasure = (word: string): boolean => measures.has(word) || counted.has(word);

export const eastern = /^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/;
const counter =
  /^(?:个|個|只|棵|条|本|张|支|次|种|位|名|件|台|辆|头|匹|间|家|组|份|块|颗|根|枚|盒|袋|箱|页|套|朵|户|岁|歳|项|步|圈|场|座|层|行|列|排|道|题|瓶|杯|桶|筐|束|人|元|角|分|米|厘米|毫米|分米|公里|克|公斤|斤|吨|升|毫升|秒|小时|时|時|天|日|周|週|月|年|度|美元|円|对|双|点|号|票|株|通り|回|番|千米|千克|千瓦|平方|立方)/;
/** A counter or a unit, and a noun of a few characters. */
export const isEasternLabel = (words: readonly string[]): boolean =>
  words.length === 1 &&
  counter.test(words[0]!) &&
  words[0]!.length <= 16 &&
  !easternNumber.test(words[0]!.slice(1));
/** "五点五", "个半": the rest of a number. */
const easternNumber = /[〇零一二三四五六七八九十百千万半]/;

/** Whether a word may be what a number counts or measures: a plural, a mass noun, a unit. */
export const isLabelHead = (word: string): boolean =>
  (isHead(word) || measures.has(word) || counter.test(word) || word.endsWith("s'")) &&
  !word.endsWith("'s") &&
  !/.(?:wards|ways)$/.test(word);

/** Whether a phrase names things that can be counted or measured: `marbles`, `years old`, `in total`; not `in binary`. */
export const namesThings = (words: readonly string[]): boolean =>
  words.some((word) => isHead(word.toLowerCase()));

/** Whether the words after a number make it uncertain: `30 at minimum`, `30 presumably`. */
export function leavesOpen(words: readonly string[]): boolean {
  const last = words.at(-1)?.toLowerCase() ?? "";
  return (
    trailing.has(last) ||
    (/(?:ly|mente)$/.test(last) && !kindsInLy.has(last)) ||
    words.some((word) => doubting.has(word.toLowerCase()))
  );
}

/** Words in names of quantities, which do not speak against a value after them. */
const quantityNames = wordSet`
  remainder ratio average root roots base exponent modulus minimum maximum max minimal maximal limit answer
`;
/** Words that prevent a value from being the answer. */
const disclaiming = wordSet`
  crossed old draft assumption distractor trap example attempt hypothesis rough initial fake erroneous incorrecto incorrecta erreur
  vielleicht forse quase excepto salvo sauf kein keine ohne senza sans
`;
/** Whether a word before a value may be part of its name. */
export function mayName(word: string): boolean {
  const lower = word.toLowerCase();
  const says = bendsMeaning(lower) || doubting.has(lower) || trailing.has(lower) || disclaiming.has(lower);
  return !says || quantityNames.has(lower);
}

const counted = wordSet`
  way ways arrangement arrangements possibility possibilities solution solutions choice choices combination combinations
  outcome outcomes pair pairs triple triples value values number numbers integer integers different distinct possible total
  permutation permutations move moves step steps unit units coin coins game games student students people person set sets subset subsets permutation case cases item items time times point points element elements ordered positive real such square squares
`;
/** Nouns that only mean that something was counted. */
export const isCountingNoun = (phrase: string): boolean =>
  phrase.split(" ").every((word) => counted.has(word));
