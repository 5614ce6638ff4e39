// One number against another: the policies on decimals, marks, digits and bases, and exact values.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

describe("rounding", () => {
  equal(table`
    0.333        | \frac{1}{3}      | a decimal gold of three digits accepts what rounds to it
    0.667        | 2/3              | rounded up at its own digits
    -0.667       | -\frac{2}{3}     | the same below zero
    3.14         | \pi              | three significant digits
    1.41         | \sqrt{2}         | three significant digits
    2.72         | e                | three significant digits
    12.3         | \frac{37}{3}     | digits before the point count
    0.0123       | \frac{1}{81}     | leading zeros are not significant
    0.333        | 0.\overline{3}   | a repeating decimal is an exact value
    6.67\times10^{-1} | \frac{2}{3} | the digits of scientific notation count
    \frac{1}{3}  | 0.333333         | an exact gold accepts six significant digits
    \frac{2}{3}  | 0.666667         | six digits, rounded
    \sqrt{2}     | 1.41421          | six digits, one before the point
    \pi          | 3.14159          | six digits of pi
    100\pi       | 314.159          | six digits, three before the point
    \frac{1}{81} | 0.0123457        | six significant digits behind a zero
    \frac{1}{4}  | 0.25             | an exact decimal needs no rounding
    0.5          | \frac{1}{2}      | exactly the same
    0.50         | 0.5              | trailing zeros do not change a value
    3            | 3.0              | exactly the same
    .125         | 1/8              | no digit before the point
    3.14         | 3.14159          | an answer with more digits that rounds to the gold
    0.667        | 0.6667           | an answer with more digits that rounds to the gold
    6.02\times10^{23} | 6.02214076\times10^{23} | a mantissa counts by itself
    1.20\times10^5 | 120000          | exactly the same
    \sqrt2       | 1.4142135623730951 | what a program prints of it
    0.3          | 0.30000000000000004 | what a program prints of 0.1 + 0.2
    \frac13      | 0.33333333333333331 | what a program prints of it
  `);
  different(table`
    0.33         | \frac{1}{3}      | two significant digits are too few in the gold
    0.3          | \frac{1}{3}      | one digit is too few
    0.334        | \frac{1}{3}      | does not round to it
    0.0001       | \frac{1}{9999}   | one significant digit, however many places
    3.14159      | 3.14             | an answer with fewer digits
    3.14         | 3.1              | an answer with fewer digits
    3.14         | 3.146            | does not round to it
    1.50         | 1.501            | a multiple of 1/16 is exact
    0.125        | 0.1251           | a multiple of 1/16 is exact
    1.00         | \frac{200}{201}  | an integer however it is written
    3.00         | 2.999            | an integer however it is written
    2^{64}-1     | 1.8446744\times10^{19} | an integer is not rounded
    20!          | 2.43290\times10^{18}   | an integer is not rounded
    100          | 100.00000000000001     | nor is it met by a machine's arithmetic
    \sqrt2       | 1.414213562373099      | 17 digits that are no double's
    10^{10}\sqrt2 | 14142135623.730951    | doubles of this size are not precise enough
    1.20\times10^5 | 119873               | an integer is no rounding of it
    3.14         | \frac{63}{20}    | 3.15 does not round to 3.14
    3.14         | 3                | an integer is no rounding of it
    \frac{1}{3}  | 0.33333          | five digits are too few in the answer
    \frac{1}{3}  | 0.33             | two digits are too few in the answer
    \frac{1}{3}  | 0.3333334        | the last digit is wrong
    \pi          | 3.14             | three digits are too few in the answer
    \pi          | 3.14160          | six digits, the last one wrong
    \frac{2023}{2024} | 1.00        | reads as an integer
    \frac{9999999}{10000000} | 1.00000 | reads as an integer, at six digits
    3            | 3.00001          | an integer gold is exact
    2            | 1.999999         | an integer gold is exact
    314          | 100\pi           | an integer gold is exact
    7            | \frac{6999999}{1000000} | an integer gold is exact
  `);
});

describe("percent", () => {
  equal(table`
    25%    | 25\%            | with or without the backslash
    25\%   | 25              | the bare number of percent
    25\%   | 0.25            | its value
    25\%   | \frac{1}{4}     | its value as a fraction
    25     | 25\%            | gold without the mark
    0.25   | 25\%            | gold as the value
    12.5\% | 0.125           | decimal percent
    12\frac{1}{2}\% | 12.5\% | a mixed number of percent
    150\%  | 1.5             | above one
    40\%   | 40 percent      | the word
    \frac{1}{3} | 33\frac{1}{3}\% | an exact third
  `);
  different(table`
    0.25   | 25      | never the number for the value
    25     | 0.25    | never the value for the number
    25\%   | 2.5     | neither reading
    25\%   | 0.0025  | not a hundredth twice
    25\%   | 26\%    | another percentage
    25\%   | 25^\circ | percent is no angle
  `);
});

describe("percent: exact", () => {
  const options = { percent: "exact" } as const;
  equal(
    table`
    25\%   | 0.25    | the value of a percentage
    0.25   | 25\%    | the value of a percentage
    25\%   | 25 percent | both marked
  `,
    options,
  );
  different(
    table`
    25\%   | 25      | the mark is not optional
    25     | 25\%    | the mark is not optional
  `,
    options,
  );
});

describe("degrees", () => {
  equal(table`
    45^\circ   | 45            | the bare number of degrees
    45°        | 45^{\circ}    | every spelling of the mark
    45^\circ   | 45 degrees    | the word
    45^\circ   | \frac{\pi}{4} | its value in radians
    45         | 45^\circ      | gold without the mark
    \frac{\pi}{4} | 45^\circ   | gold in radians
    60^{\circ} | \pi/3         | its value in radians
    30^\circ 30' | 30.5^\circ  | sixty minutes to the degree
    1^\circ 0' 36'' | 1.01^\circ | sixty seconds to the minute
    -90^\circ  | -\frac{\pi}{2} | below zero
    5.5^\circ | 5°30′ | minutes
    5.5^\circ | 5^\circ 29^\prime 60^{\prime\prime} | minutes and seconds
    5^\circ | 4°59′60″ | seconds
  `);
  different(table`
    45         | \frac{\pi}{4} | a bare number is no angle
    \frac{\pi}{4} | 45         | a bare number is no angle
    45^\circ   | 46^\circ      | another angle
    45^\circ   | \frac{\pi}{3} | another angle
    45^\circ   | 45\pi         | degrees are no multiples of pi
    30^\circ 30' | 30.3^\circ  | thirty minutes are half a degree
    360^\circ  | 0             | a full turn is not no turn
    5.5^\circ | 5^\circ 30″ | seconds are no minutes
    5.5^\circ | 5°30'' | seconds are no minutes
    36°52'12" | 36°52"12' | exchanged
    5°30'10'' | 5°30'10' | minutes twice
    30^\circ | 30" | a mark that is no degree
    2y | 2y" | two primes
  `);
});

describe("degrees: exact", () => {
  const options = { degrees: "exact" } as const;
  equal(
    table`
    45^\circ   | \frac{\pi}{4} | the value of an angle
    \frac{\pi}{4} | 45^\circ   | the value of an angle
  `,
    options,
  );
  different(
    table`
    45^\circ   | 45            | the mark is not optional
    45         | 45^\circ      | the mark is not optional
  `,
    options,
  );
});

describe("currency", () => {
  equal(table`
    \$5      | 5           | the sign may be left out
    5        | \$5         | the sign may be added
    $12.50   | 12.5        | a dollar without its backslash
    \$1,250  | 1250        | with digit groups
    \$5      | \$5.00      | cents of zero
    €20      | 20          | other currencies
    \$5      | 5 dollars   | the word
    \$0.50   | 50 cents    | cents are hundredths of a dollar
    -\$3     | -3          | a debt
    3000000 | \$3 million | with a scale
    2500000 | $2.5 million | with a scale, no backslash
  `);
  different(table`
    \$5      | \$6         | another amount
    \$5      | €5          | another currency
    \$5      | 5 cents     | another amount
    \$5      | -5          | the sign of a number counts
    \$5      | 5\text{ kg} | units of different dimensions
    3 | \$3 million | the scale counts
    3000000 | \$3 billion | another scale
  `);
});

describe("ordinals", () => {
  equal(table`
    5^{th}          | 5      | an exponent of letters
    5^{\text{th}}   | 5      | set as text
    5               | 5th    | on the answer's side
    21st            | 21     | every ending
    3^{\text{rd}}   | 3rd    | on both sides
    2nd             | 2      | every ending
  `);
  different(table`
    5^{th}   | 6      | another place
    5^{th}   | 5^{3}  | an exponent of digits is a power
    3rd      | 2nd    | another place
  `);
});

describe("thousands", () => {
  equal(table`
    1,234        | 1234        | commas
    1234         | 1,234       | on the answer's side
    1{,}234      | 1234        | LaTeX's way to avoid the space
    1,\!234      | 1234        | the other way
    1\,234       | 1234        | thin spaces
    1 234        | 1234        | plain spaces
    1'234        | 1234        | apostrophes
    1.234.567    | 1234567     | several dots
    12,345,678   | 12345678    | several groups
    1,234.5      | 1234.5      | with decimals
    -12,000      | -12000      | below zero
    1\,234\,567  | 1,234,567   | two styles, each consistent
    \$1,000,000  | 1 million   | the word
    1, 2, 345    | 1,2,345     | a list without spaces
  `);
  different(table`
    1234     | 12,34    | a group of two is a list
    123      | 1,23     | a group of two is a list
    12345    | 1,2345   | a group of four is a list
    1234     | 1,235    | another number
    1234     | 1.234    | one dot is a decimal point
    1.234    | 1,234    | a comma is none
    123      | 0,123    | no number begins with an empty group
    1234     | 1, 234   | a space behind the comma makes a list
    1234567  | 1,234567 | groups of one style throughout
    123      | 1 23     | no group of two
    1, 234   | 1,234    | a number, whatever the gold has
    1, 2345  | 1,2,345  | where one comma cannot group, none does
    1,2,345  | 1, 2345  | on the gold's side
    x=1, y=2345 | x=1,y=2,345 | nor where it cannot because of a name
  `);
});

describe("number base", () => {
  equal(table`
    1011_2      | 1011_{2}           | with or without braces
    1011_2      | (1011)_2           | digits in brackets
    1011_2      | 1011_{\text{two}}  | the base as a word
    1011_2      | 13_8               | the same value in another base
    31_{10}     | 1F_{16}            | digits beyond nine
    255_{10}    | FF_{16}            | digits beyond nine from the start
    1A_{16}     | 32_8               | digits beyond nine
    100_5       | 100₅               | a subscript of Unicode
  `);
  different(table`
    1011_2   | 11       | against a bare number, even of the same value
    11       | 1011_2   | against a bare number
    1011_2   | 1011     | against the bare digits
    1011     | 1011_2   | against the bare digits
    1011_2   | 1011_3   | another base
    21_5     | 12_5     | another value
    13_8     | 13_2     | a digit that the base does not have
  `);
});

describe("with decimal commas", () => {
  const options = { decimalComma: true };
  equal(
    table`
      2.5        | 2,5        | a comma that groups nothing
      2.5        | 2{,}5      | as LaTeX sets it
      0.125      | 0,125      | a zero begins no group
      1234.5     | 1.234,50   | points that group digits
      1234.5     | 1 234,50   | spaces that group digits
      1234       | 1,234      | thousands stay what they are
      -2.5       | -2,5       | a sign
      2, 5       | 2,5        | a list stays what it is
      2.5 cm     | 2,5 cm     | a unit
      (2.5, 3.1) | (2,5; 3,1) | semicolons part the entries
      12.345678  | 12,345678  | more digits than a group has
    `,
    options,
  );
  different(
    table`
      1.234      | 1,234      | thousands
      25         | 2,5        | another number
      2.5        | 2,50,1     | a list
      2.5        | 2, 5       | a list
      1.2        | 1,2,3      | a list
      2.5        | 2,5 or 3   | alternatives
    `,
    options,
  );
});

describe("without decimal commas", () => {
  different(table`
    2.5          | 2,5        | a list
    1234.5       | 1.234,50   | unread
  `);
});

it("the option decimalComma is on or off", () => {
  expect(() => verify("1", "1", { decimalComma: "yes" as never })).toThrow("'decimalComma' is true or false");
});
