// The nouns, verbs and participles by which a solution is explained. What is said about an answer without a label after it
// must be said with these: other words of the open classes may say anything, "a joke", "my lucky number".

/** Nouns of which a value is said with "of". */
export const quantities = new Set(
  (
    "answer answers value values total count sum product quotient difference result remainder ratio rate score number amount area volume " +
    "length width height depth distance radius diameter perimeter circumference angle speed velocity acceleration weight mass density age " +
    "time duration price cost profit loss revenue income salary wage tip tax discount interest balance budget change debt bill payment " +
    "probability chance percentage average mean median mode range variance deviation minimum maximum slope intercept coefficient degree " +
    "solution solutions root roots limit measure magnitude temperature pressure force energy power capacity gain increase decrease " +
    "reduction grade size frequency period term population dimension side base sale share fee charge refund savings hypotenuse " +
    "answer: option choice composed consists made valeur somme aire longueur produit résultat réponse nombre valor suma área total " +
    "resultado respuesta resposta número soma wert summe fläche länge ergebnis anzahl antwort valore somma"
  ).split(" "),
);

/** Nouns that a value may follow with nothing between. */
export const answerNouns = new Set(
  "answer answers value values number numbers solution solutions result results sum total product probability area length option choice letter ratio zahl anzahl wert summe nombre valeur somme número valor suma soma numero valore число значение сумма 答案 最终答案 结果 值 最小值 最大值 答 antwort lösung ergebnis réponse résultat respuesta resultado resposta ответ 答え 解答 正解 cevap odpowiedź risposta antwoord svar svaret jawaban jawabannya vastaus odpověď răspuns απάντηση 정답 답 đáp".split(
    " ",
  ),
);

export const isAnswerNoun = (word: string): boolean => answerNouns.has(word);

const mathematical = new Set(
  (
    "integer integers prime primes fraction decimal percent percentage multiple multiples divisor divisors factor factors digit digits " +
    "square squares cube power exponent polynomial function functions equation equations inequality inequalities identity formula formulas " +
    "formulae expression expressions variable variables constant constants coefficient coefficients sequence series progression list set " +
    "sets subset interval domain range case cases condition conditions constraint constraints requirement requirements assumption theorem " +
    "lemma proof argument symmetry induction definition property properties law rule triangle triangles circle circles point points line " +
    "lines segment plane vertex vertices edge edges side sides angle angles center centre origin axis quadrant diagram figure graph table " +
    "tables chart problem question statement step steps calculation calculations computation work method methods approach reasoning logic analysis " +
    "explanation derivation process conclusion idea key equality multiplicity parity modulo congruence matrix determinant vector " +
    "integral derivative permutation permutations combination combinations arrangement arrangements configuration configurations " +
    "outcome outcomes event events possibility possibilities way ways pair pairs triple triples tuple order form terms simplest " +
    "lowest exact units unit degrees radians dollars cents total degree day days week weeks month months year years hour hours minute " +
    "minutes second seconds january february march april may june july august september october november december monday tuesday wednesday " +
    "thursday friday saturday sunday roll trial turn person people item items game round trip both bound construction example pattern " +
    "choice choices option options counts scenario context setting original above equivalent consistent fact data sample space hypothesis " +
    "hypotheses pythagoras vieta pigeonhole principle substitution inspection elimination division multiplication addition subtraction " +
    "information distribution expansion factorization factorisation rounding same row column parabola line ellipse hyperbola whole " +
    "valid unique real rational irrational positive negative even odd natural finite infinite largest smallest greatest least only " +
    "required desired correct right final original given possible minimal maximal empty expected bell geometric arithmetic harmonic " +
    "parallel perpendicular isosceles equilateral local global absolute common first second third last next previous second fourth fifth"
  ).split(" "),
);

/** Whether a word belongs to the vocabulary of solutions. */
export const isKnownNoun = (word: string): boolean =>
  mathematical.has(word) ||
  /[a-z]{2}est$/.test(word) ||
  quantities.has(word) ||
  answerNouns.has(word) ||
  word.includes("-");

/** Participles that say how a value comes about. */
export const participles = new Set(
  (
    "attained achieved reached obtained realized realised given occurring corresponding meaning making proving completing showing " +
    "giving leaving indicating confirming matching satisfying following followed using completing computed calculated derived found " +
    "expressed written simplified counting resulting agreeing yielding where specifically completing concluding"
  ).split(" "),
);

/** Verbs of a later sentence that say why, when or how an answer holds. */
export const confirming = new Set(
  (
    "follows completes matches match agrees agree confirms confirm holds hold satisfies satisfy represents represent means mean implies " +
    "accounts account comes come shows show gives give occurs occur happens happen works work checks check corresponds correspond equals " +
    "equal answers uses used use yields yield makes ensures ensure counts includes include lies verifies verify proves prove " +
    "solves solve applies applied apply divides divide covers cover sums add adds multiplied divided subtracted added computed calculated " +
    "counted considered obtained found attained achieved reached derived expressed simplified results result arises leads lead leaves " +
    "leave requires require has have had is are can may know see get combine combining noted note depends does do did exists exist " +
    "fulfills fulfils encapsulates respects reflects leverages describes establishes demonstrates states provides contains becomes " +
    "based fits fit finishes finish concludes conclude ends end settles contradict contradicts violate violates remains remain let us guarantees arise belongs produce produces called denoted assigned chosen"
  ).split(" "),
);

/** What a part of a solution is headed with. */
export const headings = new Set(
  (
    "check checks checking verification verify explanation explanations note notes summary reasoning reason solution proof answer answers " +
    "remark remarks details step steps method justification conclusion recap idea key final result approach work given where because " +
    "together altogether combined overall solving simplifying evaluating computing calculating substituting multiplying adding dividing factoring " +
    "expanding counting using applying breakdown analysis derivation calculation calculations computation observation hint strategy insight intuition background " +
    "vérification explication preuve remarque probe begründung erklärung lösung verificación comprobación explicación verificação " +
    "explicação проверка решение пояснение verifica spiegazione therefore thus hence so summary: definition source reference confidence"
  ).split(" "),
);
