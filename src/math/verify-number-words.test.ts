// Numbers in words: a closed grammar, so that each phrase is exactly one number, and similar phrases are not numbers.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

describe("numbers in words", () => {
  equal(table`
    21             | twenty-one           | tens and ones
    21             | \text{Twenty one}    | without a hyphen, in capitals
    105            | one hundred and five | hundreds
    1500           | fifteen hundred      | hundreds beyond nine
    2531           | two thousand five hundred and thirty-one | thousands
    1234           | one thousand, two hundred and thirty-four | a comma after the thousands
    1000000        | a million            | an article for one
    1200000        | 1.2 million          | digits and a scale
    2500000        | two and a half million | a fraction and a scale
    3.14           | three point one four | digit by digit
    \frac23        | two-thirds           | a fraction
    \frac12        | half                 | half alone
    \frac{1}{25}   | one twenty-fifth     | a compound denominator
    \frac{9}{100}  | nine-hundredths      | hundredths
    \frac53        | one and two thirds   | a mixed number
    12             | a dozen              | a dozen
    6              | half a dozen         | a part of it
    24             | 2 dozen              | digits before it
    -7             | minus seven          | a sign
    -3             | negative 3           | a sign before digits
    21             | twenty-first         | a position
    2              | second               | a position that is also a unit
    12             | twelve ways          | a noun
    50\%           | fifty percent        | a mark
    30^\circ       | thirty degrees       | a mark
    30 minutes     | half an hour         | a unit
    2, 3           | two and three        | a list
    x = 3          | x = three            | under a name
    three          | 3                    | a gold in words
    7              | seven (7)            | the same in digits
    \frac{10}{3}   | 3 and 1/3            | a mixed number with a word in it
    \frac72        | 3 and a half         | a mixed number of digits and words
  `);
  different(table`
    19             | twenty - one         | a difference
    21             | twenty - one         | a difference is no hyphen
    21             | twenty and one       | two numbers
    23             | two three            | two numbers
    5              | two three            | two numbers
    6              | two 3                | a number beside words
    6              | 2 three              | words beside a number
    6              | two (3)              | a product
    2x             | two x                | a calculation
    9              | 3 (three)            | a remark is no factor
    14             | seven (2)            | another number in digits
    25             | five squared         | a calculation
    5              | about five           | a hedge
    5              | at least five        | a bound
    5              | not five             | a negation
    5              | five or six          | alternatives
    1984           | nineteen eighty-four | a year
    3              | three point fourteen | no digits
    \frac34        | three quarter        | neither one thing nor the other
    203/4          | two hundred and three quarters | two ways to read it
    200\frac34     | two hundred and three quarters | two ways to read it
    \frac{200}{1000} | two hundred thousandths | two ways to read it
    100            | hundredth            | a part, or a position
    12             | twelfth part         | a part
    \frac12        | half of them         | of what is not said
    \frac12        | half the sum         | of what is not said
    1              | one in five          | a share
    1              | one-to-one           | other words
    7              | seven of hearts      | other words
    12             | a dozen or so        | a hedge
    12             | dozens               | how many is not said
    \frac{3}{4}    | 3 and 1/4            | another value
    4              | 3 and 1              | a list
    60             | sixteen              | another number
  `);
});

const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ["", "", ..."twenty thirty forty fifty sixty seventy eighty ninety".split(" ")];

/** The name of a whole number, computed independently of the grammar. */
function name(n: number): string {
  if (n < 20) return ones[n]!;
  if (n < 100) return tens[Math.floor(n / 10)]! + (n % 10 ? `-${ones[n % 10]}` : "");
  if (n < 1000) return `${ones[Math.floor(n / 100)]} hundred${n % 100 ? ` and ${name(n % 100)}` : ""}`;
  const joint = n % 1000 < 100 ? " and " : " ";
  return `${name(Math.floor(n / 1000))} thousand${n % 1000 ? `${joint}${name(n % 1000)}` : ""}`;
}

it("reads the name of every number as that number and no other", () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(999_999), (n, other) => {
      expect(verify(String(n), name(n)).equal).toBe(true);
      expect(verify(String(other), name(n)).equal).toBe(other === n);
    }),
    { numRuns: 500 },
  );
});

describe("numbers that are partly words", () => {
  equal(table`
    2 | 2 (two) | the same in another form
    21 | 21 (twenty-one) | the same in another form
    0.35 | 0. 35. | the same in another form
    1, 2 | 1 und 2 | the same in another form
    1, 2 | 1 et 2 | the same in another form
    1, 2 | 1 oder 2 | the same in another form
    \frac{5}{12} | 5 over 12 | the same in another form
    x=5/12 | x = 5 over 12 | the same in another form
    \frac23 | 2 thirds | the same in another form
    \frac34 | 3 quarters | the same in another form
    2 | 2 seconds | the same in another form
    \frac1{100} | 1 hundredth | the same in another form
    15th Day | 15 | the same in another form
    15 | 15th day | the same in another form
    Sunday | Sun | the same in another form
  `);
  different(table`
    2 | 2 (three) | something else
    3 | 2 (three) | something else
    15 | 3 (five) | something else
    0.35 | 0. 53. | something else
    35 | 0. 35 | something else
    (1,2) | 1 oder 2 | something else
    \frac{12}{5} | 5 over 12 | something else
    1\frac{5}{12} | 1 + 5 over 12 | something else
    6/12 | 1 + 5 over 12 | something else
    \frac23 | 3 thirds | something else
    2 | 2 thirds | something else
    \frac12 | 2 seconds | something else
    1 | 1 half | something else
    \frac23 | 2 thirds of x | something else
    5 | 5th part | something else
    5 | 5th root | something else
    5 | 5th power | something else
    Sun | Sunday | something else
    4 | 2 (two) | something else
    \frac23 | 2 third | something else
    \frac23 | 2 thirds more | something else
    3 | 3 halves | something else
    \frac{1}{2} | 1 second | something else
    5 | 5 over 1 2 | something else
    5 | 5 over 12 | something else
    17 | 5 over 12 | something else
    60 | 5 over 12 | something else
    \frac{5}{12} | -5 over 12 | something else
    \frac{5}{12} | 3 5 over 12 | something else
    1, 2 | 1 und 3 | something else
    1, 2 | 1 ou 2 ou 3 | something else
    3 | 1 und 2 | something else
    (1, 2) | 1 oder 2 | something else
    0.35 | 0. 035 | something else
    1.35 | 1. 35 | something else
    0.3 | 0. 3 5 | something else
    2 | 2 (two hundred) | something else
    6 | 2 (three) | something else
    5 | 2 (three) | something else
    200 | 2 (hundred) | something else
    2 | 3 (two) | something else
    15th Day | 5 | something else
    15th Day | 15 hours | something else
    15th Day | 15th hour | something else
    5 | 5th of it | something else
    Sunday | Sat | something else
  `);
});
