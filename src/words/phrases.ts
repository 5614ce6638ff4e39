// The phrases that have a role around an answer, in the languages that models answer in. Each row of the table begins with its
// role, its language, an example, in which the role must be found, and a counterexample, in which it must not; both are tests.
// Its phrases follow in the lines below.
//
// `|` separates phrases, a space separates words, `/` separates words for one place, and `?` ends a word that may be
// missing. Chinese and Japanese phrases have no spaces, and match within a run of characters, the longest first. A comma
// or a colon is a word.

import type { Role } from "./roles.ts";

export interface Phrases {
  role: Role;
  language: string;
  pattern: string;
  example: string;
  counterexample: string;
}

const table = `
leadIn | English | it falls on a Monday | an apple
  falls/fall/lands/land/landed/falling on | takes/took/take place on | ends/end/ended/left up? with | left with | on average |
  putting/combining/bringing/writing/placing/expressing/presenting/stating/boxing/formatting/wrapping it/this/these/everything/all/that/the
remark | English | 4, as a check | 4 is a trap
  i hope | in particular | to double-check | to check | to verify | as a check | double-check |
  that's/this/that is? the/our/my final? answer | that's the/our/my final? answer | this/that is the/our/my final? answer | done |
  all done | correct | verified | confirmed | perfect | that was easy/fun/quick/straightforward | we are/'re? done/finished |
  we're done/finished | and we're done/finished | finished | that's it/all | that is all | and that's it/that | there you/we go |
  there you have it | great/nice/good/fun problem/question/job/work | i am/'m confident in/that/about? |
  i'm confident in/that/about? | see the? table/figure/diagram/above/calculation/steps/proof/work above/below? |
  it/is isn't/not hard/difficult to see/show/check/verify that? | it is not hard/difficult to see/show/check/verify that? |
  it isn't hard/difficult to see/show/check/verify that? | to the nearest | rounded to the nearest | exact value | simplest form |
  simplified | solved | as well
closing | English | 4. Let me know if this helps! | 4. It helps to draw a picture.
  please? let me know | please? feel free to | i'm? happy/glad to | any/more/further questions |
  if you have/need/want/like/prefer/would/wish/'d | if you'd | do/would you want/like/need/have/see | shall/should i |
  should you have/need/want | i? hope that/this/it helps/helped you? | i? hope it/that/this is/was helpful/clear | thanks |
  thank you | have a great/nice/good/wonderful day | good luck | cheers | you're welcome | i can also | want me/to |
  need me/to/more/help
leadIn | English | that's 4 | an apple
  that's | it's | there's | there're | here's
leadIn | English | the sum is 4 | an apple
  is | are | was | were | be | being | been | equals | equal to? | equalling | gives | give | giving | gave | yields | yield |
  yielding | get | gets | got | getting | obtain | obtains | obtaining | obtained | have | has | had | having | find | finds |
  found | makes | make | making | made | become | becomes | reach | reaches | totals | totaling | totalling | contains | contain |
  leaves | leaving | results in | produces | represents | denotes | means | implies | shows | takes | requires | needs | costs |
  earns | pays | spends | receives | contributes | amounts | comes | evaluates | simplifies | reduces | leads | write | submit |
  choose | chooses | pick | picks | select | selects | conclude | concludes | deduce | see | know | note | know
leadIn | English | therefore 4 | an apple
  so | thus | therefore | hence | then | consequently | accordingly | finally | namely | i.e | ie | that is | in conclusion |
  overall | altogether | in all | in total | in sum | all told | exactly | simply | just | precisely | indeed | clearly | ultimately | now |
  must/should be | would be | will be | has/have to be | can be written/expressed/simplified? as? | given by | corresponds to |
  add/adds/adding/added/sum/sums up? to
leadIn | English | it converges to 4 | an apple
  converges/tends/rounds/factors/factorises/factorizes/expands/boils/works/comes/goes/cancels/collapses/adds/sums/evaluates/simplifies/reduces down? out? to |
  currently | now
link | English | of the apples | perhaps
  requested/required/desired/given/correct format | i/we think/believe that? | add/adds up | the/as provided | in may | january/february/march/april/june/july/august/september/october/november/december and/to/through/until may |
  month of may | may be simplified/written | what/how about | no two/three/one | the | a | an | this | that | these | those | it |
  its | we | our | us | i | my | you | your | they | their | he | she | his | her | him | them | which | who | whose | where |
  when | there | here | of | in | on | at | by | to | for | from | with | as | into | per | over? the | and | also | both | all |
  each | every | any | such | than | between | among | within | after | before | during | until | through | should | must | do | does | did | can | will |
  shall | let | how | what | more | less | most | other | same | out | up | down | about how | in this/that way | not only
link | English | not only | not so
  without loss of generality | no matter how/what/which/where/who/when/the | not/nor only/just | nothing else | no more | no less/fewer | cannot/not be simplified further? | not including | non
remark | English | 4 as required | 4 is a trap
  as? described/shown/noted/derived/calculated/computed/found/stated/explained above/below | see above/below |
  as required/desired/expected/claimed/needed/shown/stated/wanted/requested/asked above? | respectively | as we wanted | q.e.d |
  qed | i hope it/this/that is/helps correct? | i hope this solution? helps | final answer | is/are the/our/my/your |
  is/are correct/right/true | make sure | for sure | is/are the final/correct/right/true answer/one/option/choice? |
  is what we wanted/needed/sought | in simplest/lowest/simplified/reduced/exact form/terms | in its? simplest/lowest form/terms |
  and we are/'re? done | which completes | which is our/the final? answer | that is correct/right |
  let me verify/check/double-check/confirm | not counting | or/i.e equivalently | in other words | without loss of generality |
  without replacement/repetition/restriction/restrictions/remainder | no two/three/other/common
reason | English | because it is even | it is even
  because | since | given that? | due to? | thanks to
choice | English | 3 or 4 | 3 and 4
  or | either | alternatively | and/or
scale | English | 4 million | 4 apples
  half of? | twice | thrice | double | triple | square/cube root of |
  reciprocal/inverse/negative/opposite/square/cube/double/half of | negative | less one/two/three/four/five/ten | percent/% of |
  hundred | hundreds | thousand | thousands | million | millions | billion | billions | trillion | trillions | dozen | dozens |
  lakh | crore | fold | squared | cubed | plus | minus | divided by | multiplied by | added to | subtracted from | factorial |
  percent/% less/more/fewer/lower/higher | doubled | tripled | halved | mod | modulo | to the power |
  to the first/second/third/fourth/fifth/sixth/seventh/eighth/ninth/tenth/nth/n-th power | increased by | decreased by |
  versus | vs | ppm | ppb | basis points | in units of | reduced by | raised to | in base | bc | bce | b.c | besides | in addition to | on top of |
  over two/three/four/five/six/seven/eight/nine/ten
hedge | English | about 4 | the sum is 4
  so/thus far | sure | certain | confident | about | approximately | approx | roughly | around | nearly | almost | circa | close to | at least |
  at most | at minimum | at maximum | no more/less/fewer than | more/less/fewer/greater/larger/smaller/higher/lower than | or so |
  or more | or less | or fewer | or greater | or higher | or lower | or above | or below | or thereabouts | or something |
  more or less | up to | maybe | perhaps | possibly | probably | presumably | supposedly | allegedly | apparently | seemingly |
  plausibly | arguably | hopefully | conceivably | potentially | tentatively | might | may | could | seems | seem | appears |
  appear | unsure | uncertain | doubt | doubtful | dubious | depending | depends | below | above | under | exceeds | exceed |
  exceeding | beyond | upper bound | lower bound | estimate | estimated | ballpark | tentative | provisional | not sure |
  not certain | not always | in half of | half of the time | in some/most/many cases | in part | partly | partially | sometimes |
  usually | generally | often | mostly | largely | to some extent | give or take | ish | somewhere | likely | unlikely |
  nearly always | in half | short of | shy of | from the answer/result/truth | too many/few/low/high/much/little/large/small |
  with a grain
denial | English | not 4 | the sum is 4
  not | never | no | no longer | none | nobody | nothing | neither | nor | cannot | without | rather than | instead of | as opposed to | anything but |
  far from | fails | fail | failed | wrong | wrongly | incorrect | incorrectly | false | falsely | untrue | mistaken |
  mistakenly | erroneous | erroneously | invalid | bogus | fake | nonsense | impossible | absurd | contradiction | contradicts |
  contradictory | reject | rejects | rejected | rejecting | discard | discards | discarded | dismiss | dismisses | dismissed |
  refute | refutes | refuted | disprove | disproves | disproved | deny | denies | denied | rule/ruled/rules/ruling out | avoid |
  avoids | beware | ignore | ignores | ignored | disregard | disregarded | excluded | eliminate | eliminates | eliminated |
  differs | differ | different from | mistake | mistakes | extraneous | spurious | contrary | opposite of | dont | isnt | arent |
  cant | wont | doesnt | nope | nay | hardly | barely | scarcely | crossed out | struck out | withdrawn | retracted | abandoned |
  obsolete | superseded | unacceptable | inadmissible | unequal | off by
exception | English | except 4 | the sum is 4
  except | unless | excepting | excluding | excludes | save for | save when | apart/aside from | other than | everything/all but |
  with the exception of | barring
contrast | English | but it is 4 | the sum is 4
  but | however | although | though | yet | nevertheless | nonetheless | only | still | whereas | while
correction | English | wait, it is 4 | the sum is 4
  wait | actually | correction | corrected | instead | edit : | update : | erratum | revised | revision | oops | whoops |
  apologies | sorry | my mistake/bad/error | i/we was/were/am/are not able/sure/certain | i/we was/were/am/are unable |
  i/we could not/couldn't | i/we couldn't/cannot/can't find/determine/solve/answer/give/compute | scratch that | strike that |
  never mind | nevermind | hold on | hang on | on second thought/thoughts | on reflection | reconsidering | reconsider |
  re-examining | let me correct/fix/redo/re-do/recalculate/re-calculate/recompute/rethink/recheck/re-check/try/start |
  let's redo/recheck/recalculate |
  i made/was/have an/a/some/made? silly/small/sign/arithmetic? error/mistake/mistakes/wrong/mistaken/slip |
  there is/was an/a error/mistake | found an/a error/mistake |
  that/this/it/which/above/answer/value/result is/was/'s/isn't/wasn't? not? wrong/incorrect/mistaken/false/untrue/invalid/nonsense |
  that's/it's not? wrong/incorrect/mistaken/false/right/correct | that/this/it is/was/isn't/wasn't not? right/correct at? |
  correct/right/true/actual/real answer/value/result is/was/should/must | correct/right/true/actual/real answer/value/result : |
  no , | no . | no : | no ! | it/answer/value/that should/must be/have | i meant | i mean | make that | just kidding |
  just joking | kidding | i take it/that back | take that back | ignore/disregard that/this/the/my | not quite | rather , |
  strike it | that can't be | this can't be | that cannot be | doesn't look right | does not look right | i misread | i forgot |
  i was wrong | i was mistaken | typo
condition | English | if it is even | it is even
  if | provided that? | providing that? | suppose | supposing | supposed | supposes | assume | assuming | assumed |
  assumes | whether | pretend | imagine | hypothetically | hypothetical | contingent | conditional | otherwise | else |
  would have been | were to be? | only when/for | in case | as long as | so long as | except when/if | iff | given the assumption
report | English | the textbook says 4 | the sum is 4
  say | says | said | saying | claims | claimed | claiming | i/they/some/many/people/students claim | think | thinks | thought |
  believe | believes | believed | reckon | reckons | argue | argues | argued | suggests | suggested | asserts | asserted |
  alleges | alleged | insists | insisted | according to | quote | quoted | quotes | misconception | naive | naively | careless |
  carelessly | sloppy | hasty | hastily | forgetting | neglecting | overlooking | misreading | misread | misremembered | tempted |
  tempting | trap | traps | pitfall | distractor | decoy | misleading | guess | guesses | guessed | guessing | conjecture |
  conjectured | initially | at first | would answer/say/write/put/guess/pick/choose |
  first/initial/previous/earlier/former/prior/original/old/draft/preliminary/rough/intermediate/partial/expected/typical/common/usual/popular/student's/someone's/somebody's/friend's/textbook's/teacher's/his/her/their/wrong/incorrect/false/mistaken/erroneous/bad/invalid/naive/obvious/rejected/candidate/proposed/suggested/given answer/answers/guess/result/attempt/thought/solution/estimate/option/choice/response/idea/try |
  another/other/alternative answer/answers/guess/result/option/choice/response/idea | used to | hoped | wished | predicted |
  predicts | one might/could/may/would | you might/may | many/some/most people/students/solvers/would
example | English | for example 4 | the sum is 4
  for example/instance | e.g | eg | such as | example : | example | placeholder | template | dummy | illustrative |
  something like | looks like | look like | like this/so | this way | question says/asks | asked to write | should look |
  respond/reply/answer in/with json/this | from/to/by the number/value/answer in/inside/within the box |
  what is/'s in/inside/within the box | to/from/by the boxed number/value/answer |
  please/always/must/should/you write/put/use/type | the/answer/output/response format is | format :
closing | other languages | n'hésitez pas à demander | la réponse est 4
  n'hésitez pas à? | n'hésite pas à? | bonne journée/chance | si vous/tu avez/as | wenn sie/du | falls sie/du | bei fragen |
  viel erfolg/spaß | ich hoffe | gern geschehen | si tienes/necesitas/quieres/tiene/desea | espero que | no dudes en |
  se tiver/precisar/quiser | espero ter | qualquer dúvida | se hai/avete | spero | если у | если вам/тебе | надеюсь |
  обращайтесь | 希望这对 | 希望对 | 如有 | 如果你有 | 如果您有 | 如果你还有 | 如果您还有 | 如果你需要 | 如果您需要 | 还有什么 |
  祝你 | 祝您 | ご質問 | 何か | お役に | 도움이 | 궁금한
remark | Japanese and Korean | 4 となる | りんご
  となる | となります | になる | になります | となった | となりました | 求まる | 以上です | 입니다 | 이다 | 이에요 | 예요 | 이며 |
  이고 | 됩니다 | 이 됩니다 | 개입니다 | 개이다 | 개 | 명입니다 | 명 | 원입니다 | 원 | 번입니다 | 가지입니다 | 가지이다 | 가지 |
  살입니다 | 도입니다
leadIn | other languages | genau 4 | der Apfel
  genau | exakt | exactement | exactamente | exatamente | ровно | hay | quedan | tiene | tienen | necesita | reste | restent |
  ont | gibt es | es gibt | bekommt | bleiben | braucht | kostet | dauert | wiegt | enthält | verdient | bezahlt | verkauft |
  coûte | pèse | mesure | met | cuesta | tarda | pagó | pesa | mide | custa | leva | получилось | нужно | стоит | весит |
  потребуется | hanno | tem | restam | осталось | имеет | всего
leadIn | Chinese | 恰好 4 | 苹果
  恰好 | 正好 | 刚好 | 需要 | 还剩 | 剩下 | 应该有 | 计 | 共计 | 合计 | 用了 | 花了
leadIn | Japanese | 以上より 4 | りんご
  ちょうど | 以上より | 以上から | すなわち | つまり | これより | ここで
remark | Chinese | 希望对你有帮助 | 苹果
  希望对你有帮助 | 希望对您有帮助 | 希望能帮到你 | 希望这能帮到你 | 检验 | 验证 | 验算 | 经检验 | 完毕 | 解答完毕 | 符合条件 | 成立
scale | Chinese and Japanese | 4 分之一 | 4 分钟
  分之 | 分之一 | 分之二 | 分之三 | 相反数 | 倒数 | 一半 | 半分 | 绝对值
hedge | Chinese and Japanese | 小于 4 | 苹果
  只是 | 上界 | 下界 | 正负 | 多一点 | 有余 | 小于 | 大于 | より大きい | より小さい | 未満 | 以内 | と思う | と思います |
  でしょう | はず | とは限 | くらい | ほど | 程度
leadIn | Chinese | 答案是 4 | 苹果
  是 | 为 | 得 | 得到 | 等于 | 即 | 即为 | 就是 | 共 | 共有 | 一共 | 总共 | 有 | 所以 | 因此 | 故 | 综上 | 综上所述 | 可得 |
  解得 | 求得 | 于是 | 从而 | 则 | 应为 | 应该为 | 选 | 故选 | 应选
leadIn | Arabic, Hindi and Finnish | الجواب هو 4 | ليس
  الجواب هو | الإجابة هي | الناتج هو | إذن | उत्तर | अतः | इसलिए | vastaus on | tulos on | siis
remark | Hindi | उत्तर 4 है | नहीं
  है | हैं
leadIn | German | die Antwort lautet 4 | der Apfel
  ist | sind | folgt | gibt | insgesamt | beträgt | ergibt | lautet | also | somit | daher | folglich | damit | gleich | erhalten
leadIn | French | la réponse est 4 | la pomme
  il y a | est | sont | finalement | enfin | vaut | donne | donc | ainsi | égale | égal à? | obtient | obtenons | soit
leadIn | Spanish and Portuguese | la respuesta es 4 | la manzana
  es | son | da | igual a? | entonces | luego | por lo? tanto/tanto | obtenemos | obtiene | é | são | dá | portanto | logo |
  obtemos
leadIn | Russian | ответ равен 4 | яблоко
  равен | равно | равна | равны | составляет | итак | следовательно | значит | поэтому | получаем | это
leadIn | Japanese and Korean | したがって 4 | りんご
  は | だから | したがって | よって | ゆえに | 모두 | 총 | 합은 | 값은 | 정답은 | 답은 | 따라서 | 그러므로
leadIn | Italian, Dutch, Swedish, Polish, Turkish, Vietnamese and Indonesian | la risposta è 4 | la mela
  är | er | blir | alltså | altså | è | sono | vale | quindi | dunque | pertanto | ottiene | otteniamo | uguale a? | dus |
  bedraagt | wynosi | zatem | więc | eşittir | là | vậy | bằng | được | adalah | jadi
link | Chinese | 不等式 | 不是
  的 | 了 | 在 | 这 | 那 | 我们 | 和 | 与 | 以 | 将 | 把 | 中 | 时 | 不同 | 不等式 | 不等 | 不妨 | 不难 | 不断 | 不变 | 非负 |
  非零 | 无理数 | 无穷 | 无关 | 约数 | 公约数 | 公倍数 | 约分 | 近似值 | 误差 | 没有其他 | 最多的 | 至少有一
link | German, French and Spanish | la réponse | nicht
  im | am | auf | mit | zu | noch | hat | haben | sich | er | sie | ihr | bei | aus | à | au | aux | dans | sur | par | pour |
  avec | il | elle | ils | je | vous | ce | cette | que | qui | sa | ses | del | con | para | por | se | su | al | lo | os | as |
  do | da | em | um | uma | il | lo | gli | dei | della | che | per | het | een | van | met | der | die | das | den | dem | des |
  ein | eine | wir | es | und | von | für | le | la | les | un | une | de | du | des | et | on | nous | el | los | las | una | y |
  en | o número
remark | Chinese | 符合题意 | 不符合
  です | でした | である | だ | 符合题意 | 满足条件 | 如上 | 证毕 | 正确 | 没错 | 检验 | 希望
reason | other languages | weil es gerade ist | es ist gerade
  因为 | 由于 | 当且仅当 | weil | denn | da gilt | parce | puisque | porque | ya que | pues | так как | поскольку | потому
noun | Chinese | 90 千米 | 90 千
  千米 | 千克 | 千瓦 | 千瓦时 | 千卡 | 千帕 | 千赫 | 千伏 | 千焦 | 平方米 | 平方厘米 | 平方千米 | 平方分米 | 立方米 | 立方厘米 |
  立方分米 | 平方センチメートル | 平方メートル | 平方キロメートル | 立方センチメートル | 立方メートル
choice | other languages | 3 oder 4 | 3 und 4
  或 | 或者 | 或是 | 还是 | 又或 | oder | ou | bien? ou | ó | или | либо | または | もしくは | 또는 | 혹은
scale | other languages | 4 millones | 4 manzanas
  百 | 千 | 万 | 亿 | 倍 | 打 | 平方 | 立方 | 次方 | 阶乘 | millionen | milliarden | tausend | hundert | dutzend | quadrat |
  millions | milliers | carré | mille | millones | mil | cientos | docenas | cuadrado | тысяч | миллионов | десятка | десятков |
  десяток | сотен | dúzia | dúzias | dúzias | dozzine
hedge | Chinese | 大约 4 | 答案是 4
  大约 | 约 | 约为 | 左右 | 上下 | 可能 | 也许 | 或许 | 大概 | 至少 | 至多 | 最多 | 最少 | 不少于 | 不超过 | 超过 | 不到 | 不足 |
  以上 | 以下 | 近 | 将近 | 接近 | 似乎 | 好像 | 估计 | 猜 | 猜测 | 不确定
hedge | German | vielleicht 4 | also 4
  etwa | ungefähr | circa | ca | vielleicht | möglicherweise | wahrscheinlich | vermutlich | mindestens | höchstens | könnte |
  dürfte | rund | mehr/weniger/größer/kleiner als
hedge | French | environ 4 | donc 4
  environ | peut-être | probablement | presque | moins | plus de | au moins/plus | pourrait | semble | sans doute
hedge | Spanish and Portuguese | quizás 4 | entonces 4
  quizá | quizás | talvez | tal vez | probablemente | provavelmente | aproximadamente | casi | quase | cerca de | podría |
  poderia | al menos | pelo menos | como máximo | acaso | parece
hedge | Russian, Japanese and Korean | возможно 4 | ответ 4
  возможно | наверное | вероятно | около | примерно | почти | может | おそらく | たぶん | かもしれ | 約 | およそ | 아마 | 약 | 대략
exception | other languages | außer 4 | also 4
  除了 | 除外 | 除去 | 以外 | 之外 | außer | bis auf | sauf | hormis | excepté | excepto | salvo | exceto | кроме
contrast | other languages | aber 4 | also 4
  但 | 但是 | 然而 | 不过 | 虽然 | 尽管 | aber | jedoch | obwohl | mais | cependant | toutefois | pero | aunque | mas | porém |
  но | однако
denial | Chinese | 不是 4 | 答案是 4
  不 | 不是 | 不为 | 不等于 | 不能 | 不对 | 不成立 | 没 | 没有 | 非 | 并非 | 并不 | 无 | 无法 | 未 | 莫 | 勿 | 别 | 错 | 错误 |
  有误 | 误 | 排除 | 舍去 | 否 | 矛盾 | 陷阱 | 忽略 | 而不
denial | German | nicht 4 | also 4
  nicht | kein | keine | keinen | nie | niemals | weder | ohne | falsch | falsche | unmöglich | nein | irrtümlich | fehler
denial | French | pas 4 | donc 4
  pas | jamais | aucun | aucune | ni | sans | faux | fausse | incorrecte | erroné | impossible | non | n'est
denial | Spanish and Portuguese | no es 4 | es 4
  no es | nunca | ningún | ninguno | ni | falso | falsa | incorrecto | incorrecta | incorreto | incorreta | errado | errada |
  equivocado | imposible | não | nenhum | nem | jamás | jamais
denial | Russian, Japanese and Korean | не 4 | ответ 4
  не | нет | никогда | неверно | неверный | неправильно | неправильный | без | ではない | ない | ません | 違う | 違います | 誤り |
  間違い | 아니 | 아니다 | 아닙니다 | 틀린 | 않는다 | 않습니다
denial | other languages | niet 4 | het antwoord 4
  niet | geen | inte | ikke | nie | nu este | değil | bukan | tidak | không | hindi | ليس | لا | לא | नहीं | όχι | δεν |
  sbagliato | errato
correction | Chinese | 等等，4 | 答案是 4
  等等 | 等一下 | 不对 | 不對 | 更正 | 纠正 | 其实 | 其實 | 实际上 | 应该是 | 應該是 | 抱歉 | 算错 | 算錯 | 有误 | 搞错 | 修正 |
  重新计算 | 错了 | 写错
correction | Japanese and Korean | 訂正：4 | 答え 4
  待って | 訂正 | 実は | 間違い | 間違え | 間違っ | ではなく | 잠깐 | 정정 | 사실은 | 사실 | 틀렸습니다 | 틀렸다 | 아니라
correction | French, Spanish and Portuguese | en fait 4 | donc 4
  bonne/vraie réponse est/c'est/: | respuesta correcta/verdadera es/: | resposta correta/certa é/: |
  mi sono sbagliato | attends | attendez | en fait | en réalité | pardon | erreur | plutôt | espera | en realidad | corrección |
  perdón | me equivoqué | na verdade | correção | na realidade | desculpe | desculpa | rectification | je me suis? trompé |
  mejor dicho
correction | German and Russian | moment mal, 4 | also 4
  moment mal | warte | tatsächlich | eigentlich | korrektur | entschuldigung | stattdessen | nein , | vielmehr |
  подождите | постойте | ошибся | ошиблась | ошиблись | правильный/верный ответ |
  richtige/korrekte antwort/lösung ist/lautet/wäre | на самом деле | исправление | исправляю | ошибка | точнее | вернее | стоп
condition | other languages | wenn es gerade ist | es ist gerade
  sinon | sonst | andernfalls | ansonsten | si no | de lo contrario | caso contrário | senão | иначе | altrimenti | anders |
  else | 如果 | 若 | 若是 | 倘若 | 假设 | 假如 | 假定 | 假使 | 只要 | 除非 | 否则 | 是否 | wenn | falls | angenommen | sofern |
  si | supposons | à condition | supongamos | suponha | siempre que | если | предположим | допустим | пусть | もし | 仮に | ならば | 만약 |
  가정
report | other languages | laut Buch 4 | also 4
  认为 | 以为 | 声称 | 据说 | 有人 | 课本 | 同学 | 起初 | 最初 | 原以为 | 之前 | 先前 | sagt | behauptet | glaubt | meint | meinen |
  dachte | laut | zuerst | anfangs | ursprünglich | dit que | prétend | croit | pense | pensait | selon | d'abord | dice que |
  afirma | cree | creía | pensé | según | diz que | acha | segundo el/la/o/a | говорит | утверждает | думал | считает | сначала
example | other languages | zum Beispiel 4 | also 4
  in der form | sous la forme | en la forma | nella forma | na forma | 例如 | 比如 | 譬如 | 示例 | 样例 | 格式 | 占位 |
  zum beispiel | beispiel | beispielsweise | z.b | z . b | par exemple | exemple | por ejemplo | ejemplo | por exemplo | exemplo |
  например | пример | 例えば | 예를 | 예시
`;

export const phrases: readonly Phrases[] = table
  .trim()
  .split(/\n(?=\S)/)
  .map((row) => {
    const [head, ...lines] = row.split("\n");
    const [role, language, example, counterexample] = head!.split(" | ");
    return {
      role: role as Role,
      language: language!,
      pattern: lines.join(" "),
      example: example!,
      counterexample: counterexample!,
    };
  });
