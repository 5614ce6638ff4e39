// The English rows of the table of phrases.

import type { Phrase } from "./phrases.ts";

export const english: readonly Phrase[] = [
  [
    "leadIn",
    "English",
    "falls/fall/lands/land/landed/falling on | takes/took/take place on | ends/end/ended/left up? with | left with | on average | putting/put/combining/bringing/writing/placing/expressing/presenting/stating/boxing/formatting/wrapping it/this/these/everything/all/that/the",
    "it falls on a Monday",
    "an apple",
  ],
  [
    "remark",
    "English",
    "i hope | in particular | to double-check | to check | to verify | as a check | double-check | that's/this/that is? the/our/my final? answer | that's the/our/my final? answer | this/that is the/our/my final? answer | done | all done | correct | verified | confirmed | perfect | that was easy/fun/quick/straightforward | we are/'re? done/finished | we're done/finished | and we're done/finished | finished | that's it/all | that is all | and that's it/that | there you/we go | there you have it | great/nice/good/fun problem/question/job/work | i am/'m confident in/that/about? | i'm confident in/that/about? | see the? table/figure/diagram/above/work/calculation/steps/proof above/below? | it/is isn't/not hard/difficult to see/show/check/verify that? | it is not hard/difficult to see/show/check/verify that? | it isn't hard/difficult to see/show/check/verify that? | to the nearest | rounded to the nearest | exact value | simplest form | simplified | solved | as well",
    "4, as a check",
    "4 is a trap",
  ],
  [
    "closing",
    "English",
    "please? let me know | please? feel free to | i'm? happy/glad to | any/more/further questions | if you have/need/want/like/prefer/would/wish/'d | if you'd | do/would you want/like/need/have/see | shall/should i | should you have/need/want | i? hope that/this/it helps/helped you? | i? hope it/that/this is/was helpful/clear | thanks | thank you | have a great/nice/good/wonderful day | good luck | cheers | you're welcome | i can also | want me/to | need me/to/more/help",
    "4. Let me know if this helps!",
    "4. It helps to draw a picture.",
  ],
  // What says that a value follows.
  [
    "leadIn",
    "English",
    "is | are | was | were | be | being | been | equals | equal to? | equalling | gives | give | giving | gave | yields | yield | yielding | get | gets | got | getting | obtain | obtains | obtaining | obtained | have | has | had | having | find | finds | found | makes | make | making | made | become | becomes | reach | reaches | totals | totaling | totalling | contains | contain | leaves | leaving | results in | produces | represents | denotes | means | implies | shows | takes | requires | needs | costs | earns | pays | spends | receives | contributes | amounts | comes | evaluates | simplifies | reduces | leads | write | submit | choose | chooses | pick | picks | select | selects | conclude | concludes | deduce | see | know | note | know",
    "the sum is 4",
    "an apple",
  ],
  [
    "leadIn",
    "English",
    "so | thus | therefore | hence | then | consequently | accordingly | finally | namely | i.e | ie | that is | in conclusion | overall | altogether | in all | in total | exactly | simply | just | precisely | indeed | clearly | ultimately | now | must/should be | would be | will be | has/have to be | can be written/expressed/simplified? as? | given by | corresponds to | add/adds/adding/added/sum/sums up? to",
    "therefore 4",
    "an apple",
  ],
  [
    "leadIn",
    "English",
    "converges/tends/rounds/factors/factorises/factorizes/expands/boils/works/comes/goes/cancels/collapses/adds/sums/evaluates/simplifies/reduces down? out? to | currently | now",
    "it converges to 4",
    "an apple",
  ],
  // Words with a place in the grammar.
  [
    "link",
    "English",
    "requested/required/desired/given/correct format | i/we think/believe that? | add/adds up | the/as provided | in may | month of may | may be simplified/written | what/how about | no two/three/one | the | a | an | this | that | these | those | it | its | we | our | us | i | my | you | your | they | their | he | she | his | her | him | them | which | who | whose | where | when | there | here | of | in | on | at | by | to | for | from | with | as | into | per | over? the | and | also | both | all | each | every | any | such | than | between | among | after | before | during | until | through | do | does | did | can | will | shall | let | how | what | more | less | most | other | same | out | up | down | about how | like this | not only",
    "of the apples",
    "perhaps",
  ],
  [
    "link",
    "English",
    "not/nor only/just | nothing else | no more | no less/fewer | no longer | cannot/not be simplified further? | not including | non",
    "not only",
    "not so",
  ],
  // What says nothing about the value.
  [
    "remark",
    "English",
    "as? described/shown/noted/derived/calculated/computed/found/stated/explained above/below | see above/below | as required/desired/expected/claimed/needed/shown/stated/wanted/requested/asked above? | respectively | as we wanted | q.e.d | qed | i hope it/this/that is/helps correct? | i hope this solution? helps | final answer | is/are the/our/my/your | is/are correct/right/true | make sure | for sure | is/are the final/correct/right/true answer/one/option/choice? | is what we wanted/needed/sought | in simplest/lowest/simplified/reduced/exact form/terms | in its? simplest/lowest form/terms | and we are/'re? done | which completes | which is our/the final? answer | that is correct/right | let me verify/check/double-check/confirm | not counting | or/i.e equivalently | in other words | without loss of generality | without replacement/repetition/restriction/restrictions/remainder | no two/three/solution/solutions/such/real/other/common",
    "4 as required",
    "4 is a trap",
  ],
  [
    "reason",
    "English",
    "because | since | given that? | due to? | thanks to",
    "because it is even",
    "it is even",
  ],
  // What sets a second value beside the first.
  ["choice", "English", "or | either | alternatively | and/or | versus | vs", "3 or 4", "3 and 4"],
  // What calculates with the value.
  [
    "scale",
    "English",
    "half of? | twice | thrice | double | triple | square/cube root of | reciprocal/inverse/negative/opposite/square/cube/double/half of | negative | less one/two/three/four/five/ten | percent/% of | hundred | hundreds | thousand | thousands | million | millions | billion | billions | trillion | trillions | dozen | dozens | lakh | crore | fold | squared | cubed | plus | minus | divided by | multiplied by | added to | subtracted from | factorial | percent/% less/more/fewer/lower/higher | doubled | tripled | halved | mod | modulo | to the power | to the first/second/third/fourth/fifth/sixth/seventh/eighth/ninth/tenth/nth/n-th power | increased by | decreased by | reduced by | raised to | in base | bc | bce | b.c | besides | in addition to | on top of | over two/three/four/five/six/seven/eight/nine/ten",
    "4 million",
    "4 apples",
  ],
  // What leaves the value open.
  [
    "hedge",
    "English",
    "sure | certain | confident | about | approximately | approx | roughly | around | nearly | almost | circa | close to | at least | at most | at minimum | at maximum | no more/less/fewer than | more/less/fewer/greater/larger/smaller/higher/lower than | or so | or more | or less | or fewer | or greater | or higher | or lower | or above | or below | or thereabouts | or something | more or less | up to | maybe | perhaps | possibly | probably | presumably | supposedly | allegedly | apparently | seemingly | plausibly | arguably | hopefully | conceivably | potentially | tentatively | might | may | could | seems | seem | appears | appear | unsure | uncertain | doubt | doubtful | dubious | depending | depends | below | above | under | exceeds | exceed | exceeding | beyond | upper bound | lower bound | estimate | estimated | ballpark | tentative | provisional | not sure | not certain | not always | in half of | half of the time | in some/most/many cases | in part | partly | partially | sometimes | usually | generally | often | mostly | largely | to some extent | give or take | ish | somewhere | likely | unlikely | nearly always | in half | short of | shy of | from the answer/result/truth | too many/few/low/high/much/little/large/small | with a grain",
    "about 4",
    "the sum is 4",
  ],
  // What denies.
  [
    "denial",
    "English",
    "not | never | no | none | nobody | neither | nor | cannot | without | rather than | instead of | as opposed to | anything but | far from | fails | fail | failed | wrong | wrongly | incorrect | incorrectly | false | falsely | untrue | mistaken | mistakenly | erroneous | erroneously | invalid | bogus | fake | nonsense | impossible | absurd | contradiction | contradicts | contradictory | reject | rejects | rejected | rejecting | discard | discards | discarded | dismiss | dismisses | dismissed | refute | refutes | refuted | disprove | disproves | disproved | deny | denies | denied | rule/ruled/rules/ruling out | avoid | avoids | beware | ignore | ignores | ignored | disregard | disregarded | excluded | eliminate | eliminates | eliminated | differs | differ | different from | mistake | mistakes | extraneous | spurious | contrary | opposite of | dont | isnt | arent | cant | wont | doesnt | nope | nay | hardly | barely | scarcely | crossed out | struck out | withdrawn | retracted | abandoned | obsolete | superseded | unacceptable | inadmissible | unequal | off by",
    "not 4",
    "the sum is 4",
  ],
  [
    "exception",
    "English",
    "except | excepting | excluding | excludes | save for | save when | apart/aside from | other than | everything/all but | with the exception of | barring",
    "except 4",
    "the sum is 4",
  ],
  [
    "contrast",
    "English",
    "but | however | although | though | yet | nevertheless | nonetheless | only | still | whereas | while",
    "but it is 4",
    "the sum is 4",
  ],
  // What takes back what was said.
  [
    "correction",
    "English",
    "wait | actually | correction | corrected | instead | edit : | update : | erratum | revised | revision | oops | whoops | apologies | sorry | my mistake/bad/error | i/we was/were/am/are not able/sure/certain | i/we was/were/am/are unable | i/we could not/couldn't | i/we couldn't/cannot/can't find/determine/solve/answer/give/compute | scratch that | strike that | never mind | nevermind | hold on | hang on | on second thought/thoughts | on reflection | reconsidering | reconsider | re-examining | let me correct/fix/redo/re-do/recalculate/re-calculate/recompute/rethink/recheck/re-check/try/start | let's redo/recheck/recalculate | i made/was/have an/a/some/made? silly/small/sign/arithmetic? error/mistake/mistakes/wrong/mistaken/slip | there is/was an/a error/mistake | found an/a error/mistake | that/this/it/which/above/answer/value/result is/was/'s/isn't/wasn't? not? wrong/incorrect/mistaken/false/untrue/invalid/nonsense | that's/it's not? wrong/incorrect/mistaken/false/right/correct | that/this/it is/was/isn't/wasn't not? right/correct at? | correct/right/true/actual/real answer/value/result is/was/should/must | correct/right/true/actual/real answer/value/result : | no , | no . | no : | no ! | it/answer/value/that should/must be/have | i meant | i mean | make that | just kidding | just joking | kidding | i take it/that back | take that back | ignore/disregard that/this/the/my | not quite | rather , | strike it | that can't be | this can't be | that cannot be | doesn't look right | does not look right | i misread | i forgot | i was wrong | i was mistaken | typo",
    "wait, it is 4",
    "the sum is 4",
  ],
  // What supposes.
  [
    "condition",
    "English",
    "if | unless | provided that? | providing that? | suppose | supposing | supposed | supposes | assume | assuming | assumed | assumes | whether | pretend | imagine | hypothetically | hypothetical | contingent | conditional | otherwise | else | would have been | were to be? | only when/for | in case | as long as | so long as | except when/if | iff | given the assumption",
    "if it is even",
    "it is even",
  ],
  // What someone else, or an earlier thought, says.
  [
    "report",
    "English",
    "say | says | said | saying | claims | claimed | claiming | i/they/some/many/people/students claim | think | thinks | thought | believe | believes | believed | reckon | reckons | argue | argues | argued | suggests | suggested | asserts | asserted | alleges | alleged | insists | insisted | according to | quote | quoted | quotes | misconception | naive | naively | careless | carelessly | sloppy | hasty | hastily | forgetting | neglecting | overlooking | misreading | misread | misremembered | tempted | tempting | trap | traps | pitfall | distractor | decoy | misleading | guess | guesses | guessed | guessing | conjecture | conjectured | initially | at first | would answer/say/write/put/guess/pick/choose | first/initial/previous/earlier/former/prior/original/old/draft/preliminary/rough/intermediate/partial/expected/typical/common/usual/popular/student's/someone's/somebody's/friend's/textbook's/teacher's/his/her/their/wrong/incorrect/false/mistaken/erroneous/bad/invalid/naive/obvious/rejected/candidate/proposed/suggested/given answer/answers/guess/result/attempt/thought/solution/estimate/option/choice/response/idea/try | another/other/alternative answer/answers/guess/result/option/choice/response/idea | used to | hoped | wished | predicted | predicts | one might/could/may/would | you might/may | many/some/most people/students/solvers/would",
    "the textbook says 4",
    "the sum is 4",
  ],
  // What only shows how an answer would look.
  [
    "example",
    "English",
    "for example/instance | e.g | eg | such as | example : | example | placeholder | template | dummy | illustrative | something like | looks like | look like | question says/asks | asked to write | should look | respond/reply/answer in/with json/this | from/to/by the number/value/answer in/inside/within the box | what is/'s in/inside/within the box | to/from/by the boxed number/value/answer | please/always/must/should/you write/put/use/type | the/answer/output/response format is | format :",
    "for example 4",
    "the sum is 4",
  ],
];
