// Letters that are not variables: units, labels of what was counted, words, choices.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./verify.ts";

describe("units", () => {
  equal(table`
    5 \text{ cm}       | 5                  | on one side only
    5                  | 5 \text{ cm}       | on the other side only
    5 \text{ cm}       | 5\,\mathrm{cm}     | set in any way
    5 \text{ cm}       | 5 cm               | not set at all
    5 \text{ cm}       | 5 centimeters      | the full name
    5 \text{ cm}       | 50 \text{ mm}      | converted
    2 \text{ m}        | 200 \text{ cm}     | converted
    1 \text{ hour}     | 60 \text{ minutes} | converted
    36 \text{ km/h}    | 10 \text{ m/s}     | a quotient of units
    1 \text{ m}^2      | 10000 \text{ cm}^2 | a power of a unit
    12 \text{ cm}^2    | 12 \text{ square centimeters} | a power in words
    1.5 \text{ kg}     | 1500 \text{ g}     | decimals
    \frac{1}{2} \text{ hour} | 30 \text{ min} | fractions
    3\sqrt{2} \text{ cm} | 3\sqrt{2}        | behind an expression
    12 \text{ ways}    | 12                 | a noun is a label
    12                 | 12 ways            | a noun is a label
    7                  | 7 \text{ red balls} | a noun phrase is a label
    12 \text{ apples}  | 12 apples          | the same noun
    0.5\text{ A} | 500\text{ mA} | a prefix
    4\text{ kN} | 4000\text{ newtons} | a prefix against a word
    2\text{ GHz} | 2000 \text{ megahertz} | two prefixes
    100^\circ\text{C} | 212^\circ\text{F} | scales of temperature
    300\text{ K} | 26.85^\circ\text{C} | a scale with a zero of its own
    30 | 30 years old | words that say what was counted
    30 | 30 likely voters | an adjective before its noun
    30 | 30 randomly chosen students | an adverb before an adjective
    12 | 12 monthly payments | an adjective in -ly
    5 | 5 people in total | a plural without s
    1 | 1 apple | one thing
    \frac34 | 3/4 cup | a part of one
    5 | 5\text{ dB} | a sign of a unit
    7\text{ red} | 7 red | a label that the gold has
    10元 | ¥10 | one currency
    2\text{ MWh} | 2000\text{ kWh} | energy
    3 | three points | a number word and a noun
    2 | two real roots | a number word and a noun
  `);
  different(table`
    5 \text{ cm}       | 5 \text{ m}        | another unit of one dimension
    5 \text{ cm}       | 5 \text{ kg}       | another dimension
    5 \text{ cm}       | 5 \text{ cm}^2     | another power
    5 \text{ cm}       | 6                  | another number
    2 \text{ m}        | 20 \text{ cm}      | wrongly converted
    1 \text{ m}^2      | 100 \text{ cm}^2   | the factor is squared too
    12 \text{ ways}    | 13 ways            | another number
    12 \text{ apples}  | 12 \text{ oranges} | different things are counted
    2                  | 2m                 | a letter may be a variable
    2m                 | 2                  | a letter may be a variable
    3n+m               | 3n                 | a letter may be a variable
    12                 | 12 \text{ or more} | a connective is no label
    12                 | 12 \text{ and a half} | a connective is no label
    \text{The remainder is } 3 | the remainder is -3 | a sign is no hyphen
    12                 | 12 \text{ not counting zero} | a negation is no label
    12                 | 12 \text{ hundred} | a number word is no label
    12                 | 12 \text{ dozen}   | a number word is no label
    4\text{ mN} | 4\text{ MN} | case makes another prefix
    5\text{ kA} | 5\text{ A} | a prefix on one side
    20\text{ K} | 20^\circ\text{C} | zeros of their own
    0^\circ\text{F} | 0^\circ\text{C} | zeros of their own
    10^\circ\text{C} | 18^\circ\text{F} | a temperature is no difference
    30 | 30 at minimum | a hedge after the number
    30 | 30 minimum | a hedge after the number
    30 | 30 at maximum | a hedge after the number
    30 | 30 tops | a hedge after the number
    30 | 30 upwards | a hedge after the number
    30 | 30 estimated | a hedge after the number
    30 | 30 unsure | a hedge after the number
    30 | 30 presumably | a hedge after the number
    30 | 30 theoretically | a hedge after the number
    30 | 30 likely | a hedge after the number
    30 | 30 in theory | a hedge after the number
    30 | 30 rounded | a hedge after the number
    30 | 30 rounded down | a hedge after the number
    30 | 30 mistakenly | a hedge after the number
    30 | 30 divergent | a hedge after the number
    30 | 30 undefined | a hedge after the number
    30 | 30 cm minimum | a hedge after the number
    30 | 30 circa | a hedge after the number
    30 | 30 aproximadamente | a hedge after the number
    30 | 30 environ | a hedge after the number
    5 | 5 in binary | no thing that is counted
    5 | 5 written in hexadecimal | no thing that is counted
    5 | 5 repeating | no thing that is counted
    5 | 5 recurring decimal | no thing that is counted
    5 | 5 grand | no thing that is counted
    5 | 5 myriad | no thing that is counted
    5 | 5 thousandfold | no thing that is counted
    5 | 5 Millionen | no thing that is counted
    5 | 5 tausend | no thing that is counted
    5 | 5 Dutzend | no thing that is counted
    5 | 5 googolplex | no thing that is counted
    5 | 5 trebled | no thing that is counted
    5 | 5 negated | no thing that is counted
    5 | 5 refuted | no thing that is counted
    5 | 5 fails the check | no thing that is counted
    5 | 5 nein | no thing that is counted
    5 | 5 ballpark | no thing that is counted
    5 | 5 \text{ mln} | no thing that is counted
    5 | 5 \text{ bn} | no thing that is counted
    5 | 5 \text{ DNE} | no thing that is counted
    0.5 | 0.5 repeating | more digits
    7\text{ red} | 7 blue | another label
    5\text{ mmol} | 5\text{ Mmol} | case makes another prefix
    5\text{ mbar} | 5\text{ Mbar} | case makes another prefix
    5\text{ Nm} | 5\text{ nm} | case makes another unit
    5 kg | 5 radians | an angle is no mass
    5\text{ Hz} | 5\text{ rad/s} | turns are no angles
    1 revolution | 1 radian | another angle
    5 yen | 5 yuan | another currency
    5 | 5 sixes | a number word
    5 | 5 twenties | a number word
    5 | 5 thirtieths | a number word
    5 | 5 myriads | a number word
    5 | 5 docenas | a number word
    5 | 5 douzaines | a number word
    5 | 5 doceavos | a number word
    0 K | 0 °C | a letter may be a unit
  `);
});

describe("units: required", () => {
  const options = { units: "required" } as const;
  equal(
    table`
    5 \text{ cm}       | 5 \text{ cm}       | the same unit
    5 \text{ cm}       | 50 \text{ mm}      | converted
    5                  | 5.0                | none on either side
  `,
    options,
  );
  different(
    table`
    5 \text{ cm}       | 5                  | the unit is missing
    5                  | 5 \text{ cm}       | a unit too many
  `,
    options,
  );
});

describe("text", () => {
  equal(table`
    Tuesday            | tuesday            | case
    Tuesday            | Tuesday.           | final punctuation
    no solution        | No  solution       | spaces
    \text{even}        | even               | set as text or not
    even               | \textbf{even}      | bold
    even               | **even**           | Markdown's bold
    \text{no real roots} | no real roots    | several words
    Yes                | yes!               | final punctuation
    an ellipse         | An ellipse         | an article
    right-angled triangle | right angled triangle | a hyphen between words
    non-negative | nonnegative | a prefix
  `);
  different(table`
    Tuesday            | Thursday           | another word
    Yes                | No                 | the opposite
    no solution        | one solution       | another word
    east               | northeast          | part of a word
    even               | not even           | a negation
    even               | even or odd        | a hedge
    even               | 2                  | words are no number
    2                  | even               | a number is no word
    an ellipse         | an ellipse or a circle | two guesses
    increasing         | decreasing         | part of a word
    xy | x-y} | letters are no words
    nRT | nrt} | letters are no words
    nk | nk!} | a factorial
    at most nk | at most n-k | a minus between letters
    at most n | at most n! | a factorial
    the value is x^{2}y | the value is x^{2y} | braces of an exponent
    resign | re-sign | another word
    the length is 5 mK | the length is 5 MK | case of a unit
  `);
});

describe("a single letter is a variable", () => {
  equal(table`
    x                  | x                  | the same
    n                  | $n$                | between dollars
    \alpha             | α                  | Unicode
  `);
  different(table`
    x                  | X                  | case counts
    n                  | m                  | another letter
    \alpha             | a                  | another alphabet
    x                  | x_1                | an index
  `);
});

describe("a gold in words that cannot be read as mathematics is text", () => {
  equal(table`
    the 3 bears & co   | The 3 bears & co.  | compared as it stands
    Alice, who is 7 years old | alice, who is 7 years old | a sentence with a number
  `);
  different(table`
    the 3 bears & co   | the 4 bears & co   | otherwise exact
    the 3 bears & co   | 3                  | a number in it is not it
    Alice, who is 7 years old | 7           | a number in it is not it
  `);
});

describe("choices", () => {
  equal(table`
    B                  | (B)                | bracketed
    B                  | B.                 | a full stop
    B                  | \text{B}           | set as text
    B                  | \textbf{(B)}       | bold
    B                  | B: 12              | what the choice says
    B                  | (B) 12             | what the choice says
    B                  | **B**              | Markdown's bold
    (B)                | B                  | a bracketed gold
    \text{(B)}         | B)                 | one bracket
    B,                 | B                  | a comma behind the gold
    B,                 | B,                 | a comma behind both
    E                  | $E$                | between dollars
    B                  | b                  | a small letter alone
    B                  | [b]                | a small letter in brackets
    B                  | Option B           | announced
    B                  | Answer: (B) 12     | announced, with what it says
    B                  | 故选B              | announced in Chinese
    B                  | B, since the slope is 2 | a reason
    B                  | B — it is even     | a reason after a dash
    B                  | B⏎The graph opens upward. | a reason on the next line
    B                  | B. x = 5 and y = 3 | any mathematics
    (B)                | (B) -2             | a negative number is what it says
    (K)                | K                  | any bracketed capital
    A | A, a right triangle | an article
    A | A, both sides | its text
    A | A. II, III | its text
    B | B, 12 | its text
    (B)\ 12 | B, 12 | the letter and its value
    (B)\ 12 | B: 12 | the letter and its value
    (B)\ 12 | B, because it is 12 | a reason
    D | D, DNA | its text
    B | B, since K is odd | a reason
    C | C. e | its text is a letter
    B | B) i | its text is a letter
    A | A: $d$ | its text is a letter
    B | B. f(b) | its text is a formula
    A | A is correct | affirmed
    A | Choice A is the correct answer. | affirmed
    A | 'A' | quoted
    B | B, since the answer is even | a reason
  `);
  different(table`
    B | B) not 12 | the text is denied
    C | C. not 25 | the text is denied
    (B)\ 12 | B, 13 | a different value
    (B)\ 12 | B: 0 | a different value
    (B)\ 12 | (B), 13 | a different value
    B                  | C                  | another choice
    B                  | A or B             | two guesses
    B                  | A, B               | two guesses
    B                  | (A) or (B)         | two guesses
    B                  | not B              | a negation
    B                  | AB                 | two letters
    B                  | 12                 | what the choice says, alone
    B                  | A: B               | the letter that stands first
    B                  | b is small         | a small letter before words
    B                  | B = 5              | a name, and its value
    B                  | B. Not A           | a negation
    B                  | B, actually D      | taken back
    B                  | B: neither         | denied
    B                  | B or C             | two guesses
    B                  | B, C               | two letters
    B                  | B. C is right too  | another letter
    B                  | B?                 | a doubt
    B                  | B. This isn't right | a contraction
    B                  | B - 2              | a difference
    B                  | B. (c)             | another letter in brackets
    A                  | A⏎B                | two letters on two lines
    A                  | A cat              | an article
    A                  | A是错误的          | denied in Chinese
    K                  | k                  | a letter beyond J is a variable
    B                  | 2B                 | a product
    B                  | \overline{B}       | another object
    B                  | B+1                | a formula
    B                  | Bob                | a word
    A | A) and b) | two of them
    A | A, b | another letter
    I | I, II | two numerals
    I | I, II, III | several numerals
    I | I, and also II | two numerals
    A | A, K, L | other letters
    A | A, both | more than one
    A | A, all | more than one
    A | A, other | more than one
    A | A, option two | another choice
    A | A, c, d | other letters
    A | (a)(c) | two of them
    A | a)c) | two of them
    A | A)(c | two of them
    C | C. b | another letter
    C | C: see b | another letter
    A | A is incorrect | denied
    A | A is correct, B too | another letter
    A | 'B' | another choice
    A | A: worst option | it ranks the options
    B | B, second choice | it ranks the options
    A | A: Tom's answer | a different person's answer
    D | D, letter two | another letter in words
    A | A. option three | another option in words
    A | A. the next letter | another letter in words
    A | A. the other one | the other option
    A | A. The correct one is 25 | another option
    A | A. 乙 | another letter in Chinese
    A | A, since nothing fits | a reason that denies
    A | A' | the complement of a set
  `);
});

describe("yes and no", () => {
  equal(table`
    Yes                | yes                | case
    No                 | No, because 2 is even | a reason
    \text{Yes}         | **Yes**.           | set in any way
    No                 | No; it diverges.   | a reason after a semicolon
    No                 | No – parity forbids it | a reason after a dash
    False              | False⏎For $n=41$ the value is 1681. | a reason on the next line
    Yes                | Yes, $x = 3$       | mathematics
    Yes                | Yes, it converges. | a statement in known words
    Yes                | Yes, 17 is a prime number | a statement in known words
    Yes                | Yes, there are infinitely many. | a statement in known words
    Yes                | Yes, it holds for all n | no restriction
    Yes                | Yes, it is         | an echo
    No                 | No, it isn't       | an echo
    No                 | No, never          | an assurance
    No                 | No, there is no such number. | a statement in known words
    No                 | No, there is a counterexample | what a denial rests on
    Yes                | Yes, because 7 is not divisible by 2 | a reason that denies a property
    Yes                | Yes, since Paris is the capital of France | a reason has any words
    Yes                | Yes, by the intermediate value theorem | a reason
    Yes                | Yes, as it is a multiple of 3 | a reason
    Yes | Yes, x = 3 | mathematics
    Yes | Yes, the limit exists. | a statement in known words
    Yes | Yes, they are congruent by SAS. | a reason
    No | No, as f(0) is undefined. | a reason
    No | No, for example n=3. | a counterexample
    False | False. A counterexample is f(x)=|x|. | a counterexample
  `);
  different(table`
    Yes | Yes, because the opposite is true | a reason that says the contrary
    True | True, since the negation is correct | … in other words
    Yes | Yes, since there is a counterexample | … by an example
    No | No, since 2+2=4 and the claim is right | … beside a formula
    Yes | Yes, it requires n=1 | a requirement is a condition
    Yes | Yes, since the statement presupposes n \ge 5. | … in a reason
    Yes | Yes, there is no such number. | a denial
    Yes | Yes, just n=1 | a restriction
    Yes | Yes, since it looks so | a doubt
    Yes                | No                 | the opposite
    Yes                | Yes, if x > 0      | a condition
    Yes                | Yes and no         | both
    Yes                | Yes, but only for primes | a restriction
    Yes                | Yes. Wait, it fails | taken back
    Yes                | Yes it is          | nothing ends the first word
    Yes                | It is yes          | it does not stand first
    Yes                | Yes?               | a doubt
    Yes                | Yes, it holds for odd n | a restriction
    Yes                | Yes, odd numbers   | a restriction
    Yes                | Yes, odd numbers do | a restriction
    Yes                | Yes, $n \le 5$    | a restriction in a formula
    Yes                | Yes, as n\to\infty | a restriction after "as"
    Yes                | Yes, 3 of 4 are prime | a share
    Yes                | Yes, it holds 90% of the time | a share
    Yes                | Yes, it is not     | the opposite
    Yes                | Yes, since it never holds | the opposite as a reason
    No                 | No, it holds       | the opposite
    No                 | No, there is       | the opposite
    No                 | No, there exists such a number | the opposite
    No                 | No, always         | the opposite
    Yes                | Yes, never         | the opposite
    True               | True, there are exceptions | exceptions
    True               | True, there is a counterexample | an exception
    True               | True, it is debatable | a word that is not known
    True               | True – results vary | words that are not known
    Yes                | Yes, it should be  | a doubt
    Yes                | Yes, since I think so | a doubt as a reason
    Yes                | Yes, as far as we know | a doubt after "as"
    Yes                | Yes, by some accounts | a doubt after "by"
    Yes | Yes, since unknown | no reason
    Yes | Yes, p is prime | it may say for which p
    Yes | Yes, $p$ is prime | it may say for which p
    Yes | Yes, for example n=3 | one case
    Yes | Yes, the odd numbers do | a restriction
    Yes | Yes, a counterexample is n=3 | the opposite
    No                 | None               | another word
    No                 | No solution        | another statement
    No                 | no-one             | another word
  `);
});

describe("booleans", () => {
  equal(table`
    True               | true               | case
    True               | \text{True}        | set as text
    True               | True.              | final punctuation
    False              | **false**          | Markdown's bold
  `);
  different(table`
    True               | False              | the opposite
    True               | not true           | a negation
    True               | true or false      | a hedge
    True               | Yes                | another word
    True               | 1                  | no number
    False              | 0                  | no number
  `);
});

describe("quantities with a name", () => {
  equal(table`
    Maximum = 2, Minimum = 1   | Minimum = 1, Maximum = 2 | by name
    Maximum = 2, Minimum = 1   | 2, 1                 | in written order
    Maximum: 2, Minimum: 1     | The maximum is 2 and the minimum is 1 | as a sentence
    max: 2, min: 1             | Maximum value 2, minimum value 1 | with no word between
    12                         | The area is 12       | a name on one side only
  `);
  different(table`
    Maximum = 2, Minimum = 1   | 1, 2                 | another order
    1, 2                       | Maximum = 2, Minimum = 1 | another order
    Maximum: 2, Minimum: 1     | maximum is 1, minimum is 2 | exchanged
    Maximum = 2, Minimum = 1   | 2 or 1               | alternatives
    Maximum: 2                 | minimum is 2         | another name
    2                          | the maximum is not 2 | a negation
    2                          | maximum is about 2   | a hedge
    2                          | The maximum is 2 or 3 | alternatives
  `);
});

describe("quantities in plain text", () => {
  equal(table`
    5 kJ        | 5000 J             | prefixes
    10 N        | 10 newtons         | a letter after a space
    10 N        | 10 kg m/s^2        | the same unit by its parts
    9.8 m/s^2   | 9.8 m s^{-2}       | a negative power
    58 g/mol    | 58 g/mole          | a name below the slash
    12 ft-lb    | 12 foot-pounds     | a hyphen multiplies
    95 Btu/(hr)(ft) | 95 Btu/(hr ft) | brackets
    8.31 J K<sup>-1</sup> mol<sup>-1</sup> | 8.31 J/(mol K) | powers as tags
    2.1 MeV/c^2 | 2.1\,\mathrm{MeV}/c^2 | the speed of light
    5\text{ µm} | 5μm                | a Greek letter as a prefix
    5 sq cm     | 5\text{ cm}^2      | a power in words
    120         | 120 m              | on one side only
    1600 m      | 1.6 km             | converted
    35\%        | 35 pct             | percent
    4           | 4 times            | what it counts
    4.1\times10^{-6} | 4.1x10^-6     | a letter as a sign of multiplication
    1.7\times10^{-9}\text{ m} | 1.7 * 10^-9 m | a power of ten with a unit
    760 torr    | 1 atm              | by definition
    4.2 J/(g °C) | 4.2 J/(g K)       | a difference of temperatures
    3t          | 3 t                | a product where the gold has the letter
  `);
  different(table`
    2m          | 2                  | a letter without a space is a variable
    2           | 2m                 | a letter without a space is a variable
    $2 m$       | 2                  | mathematics has variables
    $3 s$       | 3                  | mathematics has variables
    5 A         | 5 mA               | another prefix
    5 kJ        | 5 J                | another prefix
    10 N        | 10 kg m/s          | another dimension
    2.1 MeV/c^2 | 2.1 MeV            | another dimension
    1600 m      | 1.6                | the number alone says something else
    41.3 \mathrm{~K}^{-1} | 41.3 K   | another power
    4           | 4 million          | a scale
    4           | 4 times 3          | a product
    3.20 g      | 3.20 x             | a variable
    4.1x10^-6   | 4.1x10^-5          | another power of ten
    1.2\times10^5 | 1.2x 10^5        | a variable
  `);
});

describe("values with their decimals", () => {
  equal(table`
    4\pi  | 4\pi \approx 12.57     | rounded at its last digit
    4\pi  | 4\pi (\approx 12.57)   | in brackets
    \frac73 | x=\frac73\approx2.33 | with a name
    4\pi \approx 12.57 | 12.57     | the decimal of the gold
    ~7.5  | 7.5                    | a gold that is about a number
    ≈ 21.4 | 21.4                  | a gold that is about a number
  `);
  different(table`
    4\pi  | 4\pi \approx 12.56     | not the value, rounded
    4\pi  | 3\pi \approx 12.57     | another value
    4\pi  | 12.57                  | too few digits
    7.5   | ~7.5                   | an answer that hedges
  `);
});

describe("ranges", () => {
  equal(table`
    3–5 years    | 3 to 5 years     | a dash or a word
    from 3 to 5  | between 3 and 5  | two ways to say it
    2010-2015    | 2010–2015        | a hyphen or a dash
    [3,5]        | from 3 to 5      | an interval
    10–20%       | 10% \le x \le 20% | its ends
    -2           | 3-5              | two numbers and a minus
  `);
  different(table`
    3–5 years    | 4–6 years        | other ends
    2010-2015    | 2011-2016        | other ends
    2010-2015    | -5               | never a difference
    -2 years     | 3–5 years        | never a difference
    3, 5         | between 3 and 5  | all between them, and not the two
    3 and 5      | from 3 to 5      | all between them, and not the two
    (3,5)        | from 3 to 5      | the ends belong to it
    10–20%       | 10–30%           | another end
    20–30 °C     | 30–40 °C         | other ends, of a temperature
  `);
});

describe("lists that go by their order", () => {
  equal(table`
    2 and 3, respectively | 2 and 3          | in the same order
    2 and 3 respectively  | 2, 3             | in the same order
    2, 3                  | 2 and 3 in that order | in the same order
    (2,3)                 | 2 and 3, respectively | a tuple
  `);
  different(table`
    2 and 3, respectively | 3 and 2          | in another order
    2, 3                  | 3 and 2, respectively | in another order
    2, 3                  | 3, 2 (in that order)  | in another order
    2 and 3 respectively  | \{2,3\}          | a set has no order
  `);
});

describe("dots", () => {
  equal(table`
    \{1,2,\dots,5\} | \{1,2,3,4,5\}   | equal steps
    1, \ldots, 5     | 1,2,3,4,5       | steps of one
    10, 8, \dots, 2  | 10,8,6,4,2      | downwards
    1,2,4,\ldots,32  | 1,2,4,8,16,32   | equal factors
    \{-2,-1,\dots,2\} | \{-2,-1,0,1,2\} | through zero
    \{1,2,\dots,n\} | \{1, 2, \ldots, n\} | written alike
  `);
  different(table`
    \{1,2,\dots,5\} | \{1,2,3,4\}     | an item is missing
    \{2,4,\dots,10\} | \{2,3,4,5,6,7,8,9,10\} | other steps
    1, 3, \ldots, 10 | 1,3,5,7,9,10    | steps that do not reach the end
    1,2,\ldots       | 1,2             | without an end
    \{1,2,\dots,n\} | \{1,2,n\}       | no progression of numbers
  `);

  it("that leave open what they stand for are undecided", () => {
    for (const [gold, answer] of [
      ["\\{1,2,\\dots,n\\}", "\\{1,2,3,\\dots,n\\}"],
      ["27,54,108,\\ldots", "27, 54, 108, 216, \\ldots"],
      ["1, 4, 9, \\ldots, 100", "1,4,9,16,25,36,49,64,81,100"],
    ] as const)
      expect(verify(gold, answer)).toMatchObject({ verdict: "undecided" });
  });
});

describe("numbers that are not the same kind of thing", () => {
  different(table`
    x=2      | 2 solutions | how many there are
    2 solutions | x=2      | how many there are
    root $x=2$ | 2 roots   | how many there are
    2 roots  | root $x=2$  | how many there are
    root $x=2$ | 2 solutions | how many there are
    solution $x = 3$ | three solutions | how many there are
    asymptote $y=3$ | 3 asymptotes | how many there are
    x=3      | 3 distinct real roots | how many there are
    1995     | 1995\text{ BC} | an abbreviation is no noun
    \langle-1,1\rangle | x\in[-1,1] | a vector and an interval
    x\in[-1,1] | \langle-1,1\rangle | a vector and an interval
    \bar3\in\mathbb{Z}_7 | \bar4\in\mathbb{Z}_7 | what is in a set counts
  `);
  equal(table`
    2        | 2 solutions | a number with what it counts
    number of roots $n=2$ | 2 roots | a label that counts
    root $x=2$ | 2         | a value with its label
    \langle-1,1\rangle | (-1,1) | a vector
    x\in[-1,1] | -1\le y\le1 | an interval
    x\in\mathbb{Z} | n\in\mathbb{Z} | a variable
  `);
});

describe("words by their letters", () => {
  equal(table`
    \text{Monday} | monday | the first letter of a long word
    Red           | red    | a common short word
    YES           | yes    | said aloud
    irrational    | It is irrational. | what leads up to it
    circle        | a circle | an article
    right-angled triangle | Right angled triangle | a hyphen
  `);
  different(table`
    \text{CO}     | \text{Co}   | other things
    \text{Aa}     | \text{aa}   | other things
    \text{Aabb}   | \text{aabb} | pairs of letters
    \text{Mg}     | \text{mg}   | other things
    \text{NaCl}   | \text{nacl} | a capital inside
    \text{now here} | \text{nowhere} | a space between words counts
  `);
});

describe("what only looks like a part that may be dropped", () => {
  different(table`
    p -> q       | q -> p          | an arrow gives no letter a value
    x -> x+1     | x -> x+2        | an arrow gives no letter a value
    e_1\wedge e_2 | e_2\wedge e_1  | a product that changes its sign
    v_1\wedge v_2 | v_1, v_2       | a product, and no list
    F^{\mu\nu}   | F^{\nu\mu}     | indices have an order
    \epsilon^{ijk} | \epsilon^{jik} | indices have an order
    y^{(4)}+y=0  | y^4+y=0         | a derivative is no power
    8            | 3--5            | a typed dash is no minus
    5            | \text{--}5      | a typed dash is no minus
    0.5%         | 500‰            | a share of its own
    0.5%         | 5000 bps        | a share of its own
    2%           | 200%+0          | an expression says its value
    1, 1         | 1,001           | digits after a comma
    $5,00        | $5,000          | digits after a comma
    2, 500       | $2,500          | an amount is no list
    2, 500       | 2,500           | a comma that may group digits does
    5 feet       | 5 feet sq.      | a power of the unit
    5 kg         | 5 kg percent    | more than a remark
    5 pounds     | 5 pounds force  | another unit
    14 mm Hg     | 14 mm           | another unit
    5 seconds    | 5 seconds of arc | another unit
    5 kg         | 5 kg/kg         | units that cancel are not the unit
    5 students per teacher | 5 teachers per student | the other way round
    12 eggs      | 12 cartons of eggs | other things are counted
    5 meters east | 5 meters east of north | another direction
    2 boys, 1 girl | 1, 2          | numbers belong to their nouns
    5 hours and 20 miles | 20, 5   | numbers belong to their units
  `);
  equal(table`
    x -> 3       | x = 3           | an arrow gives a name its value
    3–5          | 3--5            | a dash as TeX types it
    0.5%         | 5‰              | the same share
    0.5%         | 50 bps          | the same share
    5 years      | 5 years old     | a remark
    10 dollars   | 10 dollars each | a remark
    12 balls     | 12 red balls    | an adjective
    2 boys, 1 girl | 2, 1          | in the written order
    dx\wedge dy  | -dy\wedge dx    | differentials
  `);
});

describe("a word and a sentence about what was asked", () => {
  equal(table`
    converges   | The series converges. | a verb
    converges   | It converges.         | a pronoun
    independent | The events are independent. | an adjective
    abelian     | The group is abelian. | an adjective
    Tuesday     | on Tuesday            | the preposition of a day
    a 5\% decrease | 5% decrease         | an article
    12 books every day | 12 books a day | a rate
    1s^2 2s^2 2p^4 | 1s^22s^22p^4       | electrons
    ^{14}_{6}\text{C} | {}^{14}_{6}\mathrm{C} | a nucleus
    H_2SO_4     | \text{H}_2\text{SO}_4 | the type of letters
  `);
  different(table`
    converges   | The series diverges.  | the opposite
    converges   | The series never converges. | a denial
    converges   | The partial series converges. | a different thing
    abelian     | The group is nonabelian. | the opposite
    Tuesday     | before Tuesday        | a different day
    Alice       | The graph is Alice Cooper | more than the word
    H_2SO_4     | \text{H}_2\text{SO}_3 | a different substance
  `);
});
