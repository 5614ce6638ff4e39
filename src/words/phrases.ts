// The phrases that have a role around an answer, in the languages that models answer in. Each row is tested by its example,
// in which its role must be found, and by its counterexample, in which it must not.
//
// `|` separates phrases, a space separates words, `/` separates words for one place, and `?` ends a word that may be
// missing. Chinese and Japanese phrases have no spaces, and match within a run of characters, the longest first. A comma
// or a colon is a word.

import type { Role } from "./roles.ts";

export interface Phrase {
  role: Role;
  language: string;
  pattern: string;
  example: string;
  counterexample: string;
}

const row = (
  role: Role,
  language: string,
  pattern: string,
  example: string,
  counterexample: string,
): Phrase => ({ role, language, pattern, example, counterexample });

export const phrases: readonly Phrase[] = [
  // What says that a value follows.
  row(
    "leadIn",
    "English",
    "is | are | was | were | be | being | been | equals | equal to? | equalling | gives | give | giving | gave | yields | yield | yielding | get | gets | got | getting | obtain | obtains | obtaining | obtained | have | has | had | having | find | finds | found | makes | make | making | made | become | becomes | reach | reaches | totals | totaling | totalling | contains | contain | leaves | leaving | results in | produces | represents | denotes | means | implies | shows | takes | requires | needs | costs | earns | pays | spends | receives | contributes | amounts | comes | evaluates | simplifies | reduces | leads | write | submit | conclude | concludes | deduce | see | know | note | know",
    "the sum is 4",
    "an apple",
  ),
  row(
    "leadIn",
    "English",
    "so | thus | therefore | hence | then | consequently | accordingly | finally | namely | i.e | ie | that is | in conclusion | overall | altogether | in all | in total | exactly | simply | just | precisely | indeed | clearly | ultimately | now | must/should be | would be | will be | has/have to be | can be written/expressed/simplified? as? | given by | corresponds to | add/adds/adding/added/sum/sums up? to",
    "therefore 4",
    "an apple",
  ),
  row(
    "leadIn",
    "English",
    "converges/tends/rounds/factors/factorises/factorizes/expands/boils/works/comes/goes/cancels/collapses/adds/sums/evaluates/simplifies/reduces down? out? to | currently | now",
    "it converges to 4",
    "an apple",
  ),
  row(
    "leadIn",
    "Chinese",
    "是|为|得|得到|等于|即|即为|就是|共|共有|一共|总共|有|所以|因此|故|综上|综上所述|可得|解得|求得|于是|从而|则|应为|应该为|选|故选|应选",
    "答案是 4",
    "苹果",
  ),
  row(
    "leadIn",
    "German",
    "ist | sind | folgt | gibt | insgesamt | beträgt | ergibt | lautet | also | somit | daher | folglich | damit | gleich | erhalten",
    "die Antwort lautet 4",
    "der Apfel",
  ),
  row(
    "leadIn",
    "French",
    "est | sont | finalement | enfin | vaut | donne | donc | ainsi | égale | égal à? | obtient | obtenons | soit",
    "la réponse est 4",
    "la pomme",
  ),
  row(
    "leadIn",
    "Spanish and Portuguese",
    "es | son | da | igual a? | entonces | luego | por lo? tanto/tanto | obtenemos | obtiene | é | são | dá | portanto | logo | obtemos",
    "la respuesta es 4",
    "la manzana",
  ),
  row(
    "leadIn",
    "Russian",
    "равен | равно | равна | равны | составляет | итак | следовательно | значит | поэтому | получаем | это",
    "ответ равен 4",
    "яблоко",
  ),
  row(
    "leadIn",
    "Japanese and Korean",
    "は|だから|したがって|よって|ゆえに|정답은 | 답은 | 따라서 | 그러므로",
    "したがって 4",
    "りんご",
  ),
  row(
    "leadIn",
    "Italian, Dutch, Swedish, Polish, Turkish, Vietnamese and Indonesian",
    "är | er | blir | alltså | altså | è | sono | vale | quindi | dunque | pertanto | ottiene | otteniamo | uguale a? | dus | bedraagt | wynosi | zatem | więc | eşittir | là | vậy | bằng | được | adalah | jadi",
    "la risposta è 4",
    "la mela",
  ),
  // Words with a place in the grammar.
  row(
    "link",
    "English",
    "requested/required/desired/given/correct format | i/we think/believe that? | add/adds up | the/as provided | in may | month of may | may be simplified/written | what/how about | no two/three/one | the | a | an | this | that | these | those | it | its | we | our | us | i | my | you | your | they | their | he | she | his | her | him | them | which | who | whose | where | when | there | here | of | in | on | at | by | to | for | from | with | as | into | per | over? the | and | also | both | all | each | every | any | such | than | between | among | after | before | during | until | through | do | does | did | can | will | shall | let | how | what | more | less | most | other | same | out | up | down | about how | like this | not only",
    "of the apples",
    "perhaps",
  ),
  row(
    "link",
    "English",
    "not/nor only/just | nothing else | no more | no less/fewer | no longer | cannot/not be simplified further? | not including | non",
    "not only",
    "not so",
  ),
  row(
    "link",
    "Chinese",
    "的|了|在|这|那|我们|和|与|以|将|把|中|时|不同|不等式|不等|不妨|不难|不断|不变|非负|非零|无理数|无穷|无关|约数|公约数|公倍数|约分|近似值|误差|没有其他|最多的|至少有一",
    "不等式",
    "不是",
  ),
  row(
    "link",
    "German, French and Spanish",
    "der | die | das | den | dem | des | ein | eine | wir | es | und | von | für | le | la | les | un | une | de | du | des | et | on | nous | el | los | las | una | y | en | o número",
    "la réponse",
    "nicht",
  ),
  // What says nothing about the value.
  row(
    "remark",
    "English",
    "as? described/shown/noted/derived/calculated/computed/found/stated/explained above/below | see above/below | as required/desired/expected/claimed/needed/shown/stated/wanted/requested/asked above? | respectively | as we wanted | q.e.d | qed | i hope it/this/that is/helps correct? | i hope this solution? helps | final answer | is/are the/our/my/your | is/are correct/right/true | make sure | for sure | is/are the final/correct/right/true answer/one/option/choice? | is what we wanted/needed/sought | in simplest/lowest/simplified/reduced/exact form/terms | in its? simplest/lowest form/terms | and we are/'re? done | which completes | which is our/the final? answer | that is correct/right | let me verify/check/double-check/confirm | not counting | or/i.e equivalently | in other words | without loss of generality | without replacement/repetition/restriction/restrictions/remainder | no two/three/solution/solutions/such/real/other/common",
    "4 as required",
    "4 is a trap",
  ),
  row(
    "remark",
    "Chinese",
    "です|でした|である|だ|符合题意|满足条件|如上|证毕|正确|没错|检验|希望",
    "符合题意",
    "不符合",
  ),
  row(
    "reason",
    "English",
    "because | since | given that? | due to? | thanks to",
    "because it is even",
    "it is even",
  ),
  row(
    "reason",
    "other languages",
    "因为|由于|weil | denn | da gilt | parce | puisque | porque | ya que | pues | так как | поскольку | потому",
    "weil es gerade ist",
    "es ist gerade",
  ),
  // Units whose names begin with a number.
  row(
    "noun",
    "Chinese",
    "千米|千克|千瓦|千瓦时|千卡|千帕|千赫|千伏|千焦|平方米|平方厘米|平方千米|平方分米|立方米|立方厘米|立方分米",
    "90 千米",
    "90 千",
  ),
  // What sets a second value beside the first.
  row("choice", "English", "or | either | alternatively | and/or | versus | vs", "3 or 4", "3 and 4"),
  row(
    "choice",
    "other languages",
    "或|或者|或是|还是|又或|oder | ou | bien? ou | ó | или | либо | または|もしくは|또는 | 혹은",
    "3 oder 4",
    "3 und 4",
  ),
  // What calculates with the value.
  row(
    "scale",
    "English",
    "half of? | twice | thrice | double | triple | square/cube root of | reciprocal/inverse/negative/opposite/square/cube/double/half of | negative | less one/two/three/four/five/ten | percent/% of | hundred | hundreds | thousand | thousands | million | millions | billion | billions | trillion | trillions | dozen | dozens | lakh | crore | fold | squared | cubed | plus | minus | divided by | multiplied by | added to | subtracted from | factorial | percent/% less/more/fewer/lower/higher | doubled | tripled | halved | mod | modulo | to the power | to the first/second/third/fourth/fifth/sixth/seventh/eighth/ninth/tenth/nth/n-th power | increased by | decreased by | reduced by | raised to | in base | bc | bce | b.c | over two/three/four/five/six/seven/eight/nine/ten",
    "4 million",
    "4 apples",
  ),
  row(
    "scale",
    "other languages",
    "百|千|万|亿|倍|打|平方|立方|次方|阶乘|millionen | milliarden | tausend | hundert | dutzend | quadrat | millions | milliers | carré | mille | millones | mil | cientos | docenas | cuadrado | тысяч | миллионов",
    "4 millones",
    "4 manzanas",
  ),
  // What leaves the value open.
  row(
    "hedge",
    "English",
    "sure | certain | confident | about | approximately | approx | roughly | around | nearly | almost | circa | close to | at least | at most | at minimum | at maximum | no more/less/fewer than | more/less/fewer/greater/larger/smaller/higher/lower than | or so | or more | or less | or fewer | or greater | or higher | or lower | or above | or below | or thereabouts | or something | more or less | up to | maybe | perhaps | possibly | probably | presumably | supposedly | allegedly | apparently | seemingly | plausibly | arguably | hopefully | conceivably | potentially | tentatively | might | may | could | seems | seem | appears | appear | unsure | uncertain | doubt | doubtful | dubious | depending | depends | below | above | under | exceeds | exceed | exceeding | beyond | upper bound | lower bound | estimate | estimated | ballpark | tentative | provisional | not sure | not certain | not always | in half of | half of the time | in some/most/many cases | in part | partly | partially | sometimes | usually | generally | often | mostly | largely | to some extent | give or take | ish | somewhere | likely | unlikely | nearly always | in half",
    "about 4",
    "the sum is 4",
  ),
  row(
    "hedge",
    "Chinese",
    "大约|约|约为|左右|上下|可能|也许|或许|大概|至少|至多|最多|最少|不少于|不超过|超过|不到|不足|以上|以下|近|将近|接近|似乎|好像|估计|猜|猜测|不确定",
    "大约 4",
    "答案是 4",
  ),
  row(
    "hedge",
    "German",
    "etwa | ungefähr | circa | ca | vielleicht | möglicherweise | wahrscheinlich | vermutlich | mindestens | höchstens | könnte | dürfte | rund | mehr/weniger/größer/kleiner als",
    "vielleicht 4",
    "also 4",
  ),
  row(
    "hedge",
    "French",
    "environ | peut-être | probablement | presque | moins | plus de | au moins/plus | pourrait | semble | sans doute",
    "environ 4",
    "donc 4",
  ),
  row(
    "hedge",
    "Spanish and Portuguese",
    "quizá | quizás | talvez | tal vez | probablemente | provavelmente | aproximadamente | casi | quase | cerca de | podría | poderia | al menos | pelo menos | como máximo | acaso | parece",
    "quizás 4",
    "entonces 4",
  ),
  row(
    "hedge",
    "Russian, Japanese and Korean",
    "возможно | наверное | вероятно | около | примерно | почти | может | おそらく|たぶん|かもしれ|約|およそ|아마 | 약 | 대략",
    "возможно 4",
    "ответ 4",
  ),
  // What denies.
  row(
    "denial",
    "English",
    "not | never | no | none | nobody | neither | nor | cannot | without | rather than | instead of | as opposed to | anything but | far from | fails | fail | failed | wrong | wrongly | incorrect | incorrectly | false | falsely | untrue | mistaken | mistakenly | erroneous | erroneously | invalid | bogus | fake | nonsense | impossible | absurd | contradiction | contradicts | contradictory | reject | rejects | rejected | rejecting | discard | discards | discarded | dismiss | dismisses | dismissed | refute | refutes | refuted | disprove | disproves | disproved | deny | denies | denied | rule/ruled/rules/ruling out | avoid | avoids | beware | ignore | ignores | ignored | disregard | disregarded | excluded | eliminate | eliminates | eliminated | differs | differ | different from | mistake | mistakes | extraneous | spurious | contrary | opposite of | dont | isnt | arent | cant | wont | doesnt | nope | nay | hardly | barely | scarcely | crossed out | struck out | withdrawn | retracted | abandoned | obsolete | superseded | unacceptable | inadmissible | unequal | off by",
    "not 4",
    "the sum is 4",
  ),
  row(
    "exception",
    "English",
    "except | excepting | excluding | excludes | save for | save when | apart/aside from | other than | everything/all but | with the exception of | barring",
    "except 4",
    "the sum is 4",
  ),
  row(
    "exception",
    "other languages",
    "除了|除外|除去|以外|之外|außer | bis auf | sauf | hormis | excepté | excepto | salvo | exceto | кроме",
    "außer 4",
    "also 4",
  ),
  row(
    "contrast",
    "English",
    "but | however | although | though | yet | nevertheless | nonetheless | only | still | whereas | while",
    "but it is 4",
    "the sum is 4",
  ),
  row(
    "contrast",
    "other languages",
    "但|但是|然而|不过|虽然|尽管|aber | jedoch | obwohl | mais | cependant | toutefois | pero | aunque | mas | porém | но | однако",
    "aber 4",
    "also 4",
  ),
  row(
    "denial",
    "Chinese",
    "不|不是|不为|不等于|不能|不对|不成立|没|没有|非|并非|并不|无|无法|未|莫|勿|别|错|错误|有误|误|排除|舍去|否|矛盾|陷阱|忽略|而不",
    "不是 4",
    "答案是 4",
  ),
  row(
    "denial",
    "German",
    "nicht | kein | keine | keinen | nie | niemals | weder | ohne | falsch | falsche | unmöglich | nein | irrtümlich | fehler",
    "nicht 4",
    "also 4",
  ),
  row(
    "denial",
    "French",
    "pas | jamais | aucun | aucune | ni | sans | faux | fausse | incorrecte | erroné | impossible | non | n'est",
    "pas 4",
    "donc 4",
  ),
  row(
    "denial",
    "Spanish and Portuguese",
    "no es | nunca | ningún | ninguno | ni | falso | falsa | incorrecto | incorrecta | incorreto | incorreta | errado | errada | equivocado | imposible | não | nenhum | nem | jamás | jamais",
    "no es 4",
    "es 4",
  ),
  row(
    "denial",
    "Russian, Japanese and Korean",
    "не | нет | никогда | неверно | неверный | неправильно | неправильный | без | ではない|ない|ません|違う|違います|誤り|間違い|아니 | 아니다 | 아닙니다 | 틀린 | 않는다 | 않습니다",
    "не 4",
    "ответ 4",
  ),
  row(
    "denial",
    "other languages",
    "niet | geen | inte | ikke | nie | nu este | değil | bukan | tidak | không | hindi | ليس | لا | לא | नहीं | όχι | δεν | sbagliato | errato",
    "niet 4",
    "het antwoord 4",
  ),
  // What takes back what was said.
  row(
    "correction",
    "English",
    "wait | actually | correction | corrected | instead | edit : | update : | erratum | revised | revision | oops | whoops | apologies | sorry | my mistake/bad/error | i/we was/were/am/are not able/sure/certain | i/we was/were/am/are unable | i/we could not/couldn't | i/we couldn't/cannot/can't find/determine/solve/answer/give/compute | scratch that | strike that | never mind | nevermind | hold on | hang on | on second thought/thoughts | on reflection | reconsidering | reconsider | re-examining | let me correct/fix/redo/re-do/recalculate/re-calculate/recompute/rethink/recheck/re-check/try/start | let's redo/recheck/recalculate | i made/was/have an/a/some/made? silly/small/sign/arithmetic? error/mistake/mistakes/wrong/mistaken/slip | there is/was an/a error/mistake | found an/a error/mistake | that/this/it/which/above/answer/value/result is/was/'s/isn't/wasn't? not? wrong/incorrect/mistaken/false/untrue/invalid/nonsense | that's/it's not? wrong/incorrect/mistaken/false/right/correct | that/this/it is/was/isn't/wasn't not? right/correct at? | correct/right/true/actual/real answer/value/result is/was/should/must | correct/right/true/actual/real answer/value/result : | no , | no . | no : | no ! | it/answer/value/that should/must be/have | i meant | i mean | make that | just kidding | just joking | kidding | i take it/that back | take that back | ignore/disregard that/this/the/my | not quite | rather , | strike it | that can't be | this can't be | that cannot be | doesn't look right | does not look right | i misread | i forgot | i was wrong | i was mistaken | typo",
    "wait, it is 4",
    "the sum is 4",
  ),
  row(
    "correction",
    "Chinese",
    "等等|等一下|不对|不對|更正|纠正|其实|其實|实际上|应该是|應該是|抱歉|算错|算錯|有误|搞错|修正|重新计算|错了|写错",
    "等等，4",
    "答案是 4",
  ),
  row(
    "correction",
    "Japanese and Korean",
    "待って|訂正|実は|間違い|間違え|間違っ|ではなく|잠깐 | 정정 | 사실은 | 사실 | 틀렸습니다 | 틀렸다 | 아니라",
    "訂正：4",
    "答え 4",
  ),
  row(
    "correction",
    "French, Spanish and Portuguese",
    "bonne/vraie réponse est/c'est/: | respuesta correcta/verdadera es/: | resposta correta/certa é/: | sbagliato | mi sono sbagliato | attends | attendez | en fait | en réalité | pardon | erreur | plutôt | espera | en realidad | corrección | perdón | me equivoqué | na verdade | correção | na realidade | desculpe | desculpa | rectification | je me suis? trompé | mejor dicho",
    "en fait 4",
    "donc 4",
  ),
  row(
    "correction",
    "German and Russian",
    "moment mal | warte | tatsächlich | eigentlich | korrektur | entschuldigung | stattdessen | falsch | nein , | vielmehr | подождите | постойте | ошибся | ошиблась | ошиблись | правильный/верный ответ | richtige/korrekte antwort/lösung ist/lautet/wäre | на самом деле | исправление | исправляю | ошибка | точнее | вернее | стоп",
    "moment mal, 4",
    "also 4",
  ),
  // What supposes.
  row(
    "condition",
    "English",
    "if | unless | provided that? | providing that? | suppose | supposing | supposed | supposes | assume | assuming | assumed | assumes | whether | pretend | imagine | hypothetically | hypothetical | contingent | conditional | otherwise | else | would have been | were to be? | only when/for | in case | as long as | so long as | except when/if | iff | given the assumption",
    "if it is even",
    "it is even",
  ),
  row(
    "condition",
    "other languages",
    "sinon | sonst | andernfalls | ansonsten | si no | de lo contrario | caso contrário | senão | иначе | altrimenti | anders | else | 如果|若|若是|倘若|假设|假如|假定|假使|只要|除非|否则|是否|当且仅当|wenn | falls | angenommen | sofern | si | supposons | à condition | supongamos | suponha | siempre que | если | предположим | пусть | もし|仮に|ならば|만약 | 가정",
    "wenn es gerade ist",
    "es ist gerade",
  ),
  // What someone else, or an earlier thought, says.
  row(
    "report",
    "English",
    "say | says | said | saying | claims | claimed | claiming | i/they/some/many/people/students claim | think | thinks | thought | believe | believes | believed | reckon | reckons | argue | argues | argued | suggests | suggested | asserts | asserted | alleges | alleged | insists | insisted | according to | quote | quoted | quotes | misconception | naive | naively | careless | carelessly | sloppy | hasty | hastily | forgetting | neglecting | overlooking | misreading | misread | misremembered | tempted | tempting | trap | traps | pitfall | distractor | decoy | misleading | guess | guesses | guessed | guessing | conjecture | conjectured | initially | at first | first/initial/previous/earlier/former/prior/original/old/draft/preliminary/rough/intermediate/partial/another/other/alternative/expected/typical/common/usual/popular/student's/someone's/somebody's/friend's/textbook's/teacher's/his/her/their/wrong/incorrect/false/mistaken/erroneous/bad/invalid/naive/obvious/rejected/candidate/proposed/suggested/given answer/answers/guess/result/attempt/thought/solution/estimate/option/choice/response/idea/try | used to | hoped | wished | predicted | predicts | one might/could/may/would | you might/may | many/some/most people/students/solvers/would",
    "the textbook says 4",
    "the sum is 4",
  ),
  row(
    "report",
    "other languages",
    "认为|以为|声称|据说|有人|课本|同学|起初|最初|原以为|之前|先前|sagt | behauptet | glaubt | meint | dachte | laut | zuerst | anfangs | ursprünglich | dit que | prétend | croit | pense | pensait | selon | d'abord | dice que | afirma | cree | creía | pensé | según | diz que | acha | segundo el/la/o/a | говорит | утверждает | думал | считает | сначала",
    "laut Buch 4",
    "also 4",
  ),
  // What only shows how an answer would look.
  row(
    "example",
    "English",
    "for example/instance | e.g | eg | such as | example : | example | placeholder | template | dummy | illustrative | something like | looks like | look like | question says/asks | asked to write | should look | to write | respond/reply/answer in/with json/this | from/to/by the number/value/answer in/inside/within the box | what is/'s in/inside/within the box | to/from/by the boxed number/value/answer | please/always/must/should/you write/put/use/type | format is | format :",
    "for example 4",
    "the sum is 4",
  ),
  row(
    "example",
    "other languages",
    "in der form | sous la forme | en la forma | nella forma | na forma | 例如|比如|譬如|示例|样例|格式|占位|zum beispiel | beispiel | beispielsweise | z.b | z . b | par exemple | exemple | por ejemplo | ejemplo | por exemplo | exemplo | например | пример | 例えば|예를 | 예시",
    "zum Beispiel 4",
    "also 4",
  ),
];
