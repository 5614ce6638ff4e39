// Exact values: the same number in different notations, and numbers that only look the same.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("fractions", () => {
  equal(table`
    \frac{1}{2}  | \frac12          | braces left out
    \frac{1}{2}  | \dfrac{1}{2}     | the size does not matter
    \frac{1}{2}  | \tfrac12         | the size does not matter
    \frac{1}{2}  | 1/2              | a slash
    \frac{1}{2}  | ½                | one character
    \frac{1}{2}  | 2/4              | not reduced
    \frac{1}{2}  | 0.5              | a decimal of the same value
    \frac{3}{4}  | 1 - \frac{1}{4}  | a value is a value
    -\frac{3}{4} | \frac{-3}{4}     | the sign above
    -\frac{3}{4} | \frac{3}{-4}     | the sign below
    \frac{5}{2}  | 2\frac{1}{2}     | a mixed number
    2\frac{1}{2} | 2 1/2            | a mixed number without LaTeX
    2\frac12     | 2½               | a mixed number with one character
    -2\frac{1}{2} | -2.5            | the sign belongs to both parts
    \frac{\frac{1}{2}}{3} | \frac{1}{6} | a fraction of a fraction
    1/2/3        | \frac{1}{6}      | divisions go from left to right
    \frac{10}{5} | 2                | an integer after all
    12345678901234567890/3 | 4115226300411522630 | integers of any size
  `);
  different(table`
    \frac{1}{2}  | \frac{2}{1}      | upside down
    \frac{1}{2}  | -\frac{1}{2}     | the sign
    2\frac{1}{2} | 1                | no product of 2 and a half
    2\frac{1}{2} | \frac{21}{2}     | no digits run together
    -2\frac{1}{2} | -\frac{3}{2}    | the sign belongs to both parts
    \frac{1}{2/3} | \frac{1}{6}     | the bracket counts
    \frac{1}{0}  | \frac{2}{0}      | neither has a value
    \frac{1}{0}  | \infty           | has no value
    12345678901234567890 | 12345678901234567891 | beyond a double's digits
  `);
});

describe("repeating decimals", () => {
  equal(table`
    \frac{1}{3}  | 0.\overline{3}       | a bar over the block
    \frac{1}{3}  | 0.\dot{3}            | a dot over the digit
    \frac{1}{3}  | 0.(3)                | the block in brackets
    0.333\ldots  | \frac{1}{3}          | a gold that repeats, cut off
    0.333\ldots  | 0.3333...            | the same on both sides
    \frac{1}{6}  | 0.1\overline{6}      | the block begins later
    \frac{1}{7}  | 0.\overline{142857}  | a long block
    \frac{1}{7}  | 0.\dot{1}4285\dot{7} | dots at both ends of the block
    0.\overline{12} | \frac{4}{33}      | a block of two
    1            | 0.\overline{9}       | nines without end
    0.\overline{3} | .\overline{3}      | no digit before the point
    0.\overline{3} | 0.333333           | six digits of an exact gold
  `);
  different(table`
    \frac{1}{3}      | 0.333...          | a cut-off decimal is nothing exact
    1                | 0.999…            | a cut-off decimal is nothing exact
    \frac{1}{7}      | 0.142857142857…   | a cut-off decimal is nothing exact
    0.\overline{3}   | 0.3               | does not repeat
    0.\overline{12}  | 0.12              | does not repeat
    0.1\overline{6}  | 0.\overline{16}   | another block
    0.\overline{12}  | 0.\overline{21}   | another block
    \frac{1}{3}      | 0.\overline{33}4  | digits behind what has no end
    1                | 0.9999999         | seven nines are not all of them
  `);
});

describe("scientific notation", () => {
  equal(table`
    320000       | 3.2\times10^5     | a product with a power of ten
    320000       | 3.2 \cdot 10^{5}  | a dot for the product
    320000       | 3.2*10^5          | a keyboard's product
    3.2\times10^5 | 3.2e5            | a program's notation
    3.2\times10^5 | 32\times10^4     | not normalised
    0.0015       | 1.5\times10^{-3}  | a negative exponent
    6.02\times10^{23} | 6.02 × 10²³  | Unicode exponents
    10^6         | 1,000,000         | a bare power
    2 million    | 2000000           | in words
  `);
  different(table`
    3.2\times10^5    | 3.2\times10^4     | another exponent
    3.2\times10^5    | 3.2\times10^{-5}  | the sign of the exponent
    320000           | 3.2\times105      | not an exponent at all
    1.5\times10^{-3} | 0.00015           | another value
    2 million        | 2 billion         | another value
  `);
});

describe("roots and powers", () => {
  equal(table`
    \sqrt{8}            | 2\sqrt{2}          | a square taken out
    2\sqrt2             | √8                 | Unicode
    3\sqrt{2}           | sqrt(18)           | a keyboard's root
    \frac{1}{\sqrt{2}}  | \frac{\sqrt{2}}{2} | a rational denominator
    \frac{6}{\sqrt{3}}  | 2\sqrt{3}          | a rational denominator
    \sqrt{12}+\sqrt{27} | 5\sqrt{3}          | roots of one kind are added
    (1+\sqrt{2})^2      | 3+2\sqrt{2}        | a power is calculated
    \sqrt[3]{16}        | 2\sqrt[3]{2}       | other indices
    \sqrt[3]{5}         | ∛5                 | Unicode
    \sqrt{2}            | 2^{1/2}            | a root is a power
    \sqrt{2}            | 2^{0.5}            | an exponent in decimals
    \sqrt[3]{-8}        | -2                 | odd roots are real
    8^{2/3}             | 4                  | a root of a power
    4^{-1/2}            | \frac{1}{2}        | a negative exponent
    \sqrt{\frac{9}{4}}  | \frac{3}{2}        | a root that comes out even
    \sqrt{2}\sqrt{3}    | \sqrt{6}           | roots are multiplied
    2^{10}              | 1024               | a power is calculated
    2^{3^2}             | 512                | powers associate to the right
    \sqrt{3+2\sqrt{2}}  | 1+\sqrt{2}         | a root within a root
  `);
  different(table`
    \sqrt{8}            | 2\sqrt{3}          | another radicand
    \sqrt{8}            | 4                  | not half
    \sqrt{2}            | -\sqrt{2}          | the principal root alone
    \sqrt{4}            | -2                 | the principal root alone
    \sqrt{2}+\sqrt{3}   | \sqrt{5}           | roots do not add like that
    \sqrt{9+16}         | 3+4                | roots do not add like that
    \sqrt[3]{16}        | 4                  | another index
    \sqrt[3]{-8}        | 2                  | the sign
    3\sqrt{2}           | \sqrt[3]{2}        | a factor is no index
    2^{3^2}             | 64                 | powers associate to the right
    -3^2                | 9                  | the sign is outside the power
    2+\sqrt{3}          | 2-\sqrt{3}         | the conjugate
    10^{100}            | 10^{100}+1         | large values to their last digit
  `);
});

describe("multiples of pi", () => {
  equal(table`
    2\pi           | 2π              | Unicode
    2\pi           | 2pi             | a keyboard's pi
    2\pi           | \pi \cdot 2     | in any order
    \frac{\pi}{6}  | \pi/6           | a slash
    \frac{3\pi}{4} | \frac{3}{4}\pi  | pi beside the fraction
    \frac{3\pi}{4} | 0.75\pi         | a decimal factor
    \pi+\pi        | 2\pi            | added up
    \pi^2          | \pi\cdot\pi     | multiplied
  `);
  different(table`
    2\pi           | 2               | without pi
    \pi            | \frac{22}{7}    | a mere approximation
    \frac{\pi}{6}  | \frac{\pi}{3}   | another multiple
    2\pi           | \pi^2           | a factor is no exponent
    \pi            | 180             | radians are no degrees
    \pi            | e               | another constant
  `);
});

describe("complex numbers", () => {
  equal(table`
    3+4i           | 4i+3           | in any order
    3+4i           | 3+4\mathrm{i}  | set upright
    -1             | i^2            | a power of i
    2i             | (1+i)^2        | a power is calculated
    -i             | \frac{1}{i}    | an inverse
    i              | \frac{1+i}{1-i} | a quotient
    3-4i           | \overline{3+4i} | the conjugate
    5              | |3+4i|         | the absolute value
    2i             | \sqrt{-4}      | the principal root, since i occurs
    \frac{1}{2}+\frac{\sqrt{3}}{2}i | \frac{1+i\sqrt{3}}{2} | over one denominator
  `);
  different(table`
    3+4i           | 3-4i           | the conjugate
    3+4i           | 3+4            | without i
    3+4i           | 4+3i           | parts exchanged
    i              | -i             | the other root of -1
    2i             | 2              | without i
    i              | 1              | without i
  `);
});

describe("logarithms without a base", () => {
  equal(table`
    \ln 2        | \log 2          | natural, where only the answer has one
    \ln 2        | log(2)          | as programs print it
    \log 2       | \ln 2           | the gold's may be natural
    \log 1000    | 3               | … or common
    \log 7       | \log_{10} 7     | … or common
    \log 50      | 1 + \log 5      | on both sides
    3            | \frac{\log 8}{\log 2} | any base will do
  `);
  different(table`
    3            | \log 1000       | natural, where only the answer has one
    \log_{10} 7  | \log 7          | natural
    \lg x        | \log x          | natural
    1            | \log 10         | natural
    \log 50      | 1 + \ln 5       | not common here and natural there
  `);
});
