// Answers that say more than the gold, less, or something else, in ways that careless graders let through.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("lists with equations in them are compared whole", () => {
  different(table`
    y=2x+3       | y=2x+3, 17           | something more after the equation
    y=2x+3       | y=2x+3 or y=5x       | another equation beside it
    y=2x+3       | y=2x+3, y=2x+4       | the same name twice
    y=2x+3       | y=2x+3; y=1          | joined by a semicolon
    y=2x+3       | y=2x+3 and y=1       | joined by a word
    y=x, y=-x    | y=x                  | one of two
    n=2k, n=3k   | n=2k                 | one of two
    f(x)=2x      | f(x)=2x, f(x)=3x     | a second function
    f(x)=2x      | f(x)=2x, 5           | something more after the function
    x+y=3, x-y=1 | x+y=3                | one of two
    x=5          | x=5, y=3             | a second name
    x=5          | x=5 or 6             | a second value
    x=2,y=-1,z=2 | y=2,y=-1,z=2         | a name with two values
    2,-1,2       | y=2,y=-1,z=2         | a name with two values labels nothing
    (1,2)        | (x=1,x=2)            | a name with two values labels nothing
    (1,2)        | x=1,x=2              | two values of one name are no point
    1, 2         | 1, x=2               | a name inside a list belongs to its value
  `);
  equal(table`
    y=x, y=-x    | y=-x, y=x            | in any order
    y=x, y=-x    | y=\pm x              | both at once
    y=x, y=-x    | x-y=0, x+y=0         | each up to a factor
    x+y=3, x-y=1 | x-y=1, x+y=3         | in any order
    x=2 or x=3   | x=2, x=3             | alternatives of one name
    x=2 or x=3   | 2, 3                 | the values alone
    (1,2)        | (x=1,y=2)            | entries with names
    (1,2),(3,4)  | x=1,y=2 or x=3,y=4   | points with names
  `);
});

describe("line breaks", () => {
  different(table`
    1    | 3⏎-2     | two numbers, no difference
    6    | 2⏎(3)    | two numbers, no product
    5x   | 5⏎x      | two items, no product
    12   | 1⏎2      | two numbers, no digits of one
    x+1  | x⏎+1     | a sign begins an item
    1    | $3⏎-2    | a dollar that is never closed opens nothing
    1    | \[3⏎-2   | nor does a bracket
    56   | 5<br>6   | the line break of HTML
    5    | 5⏎6      | something more on a line of its own
    16   | 4⏎^2     | an exponent begins nothing
  `);
  equal(table`
    1, 2   | 1⏎2          | a line break joins a list
    1, 2   | $1$⏎⏎$2$     | also between formulas
    x=1, y=2 | x=1⏎y=2    | also between equations
    x+1    | $x⏎+1$       | inside mathematics it is a space
    x+1    | \boxed{x⏎+1} | also in a box
    x+1    | \[x⏎+1\]     | also in a display
    5      | 2+⏎3         | an operator leaves the line open
    5      | 2+3⏎=5       | a relation continues the chain
    (1,2)  | (1,⏎2)       | a bracket leaves the line open
    x^2⏎+1 | x^2+1        | a gold with letters may go on at a sign
    42     | ⏎42⏎         | around the whole it says nothing
    42     | Answer:⏎42   | after a label
  `);
});

describe("the index of a sequence is an argument", () => {
  different(table`
    a_n=2n+1      | a_{n+1}=2n+1     | another index
    a_n=2n+1      | a_{2n}=2n+1      | every second one only
    a_n=2n+1      | a_1=2n+1         | one of them only
    a_n=2n+1      | a_k=2n+1         | another letter on the left only
    a_n=2n+1      | b_n=2n+1         | another sequence
    a_n=2n+1      | y=2n+1           | a line is no sequence
    a_n=2^n       | a_{n+1}=2^n      | another index
    a_1=5         | a_2=5            | an index without a letter is part of the name
    a_{n+1}=2n+1  | 2n+1             | a formula alone does not say for which index
    a_{n+1}=2n+1  | 2n-1             | a formula alone does not say for which index
    a_{2n}=4n     | 4n               | a formula alone does not say for which index
    a_{n+1}=a_n+2 | a_n+2            | a recurrence is no formula
    a_{n+1}=a_n+2 | a_{n+1}=a_n+3    | another recurrence
    a_{n+1}=2a_n+1 | a_n=2a_{n+1}+1  | turned round
    a_n=2n+1      | a_{n+1}=a_n+2    | a recurrence for a formula
    f_1(x)=x      | f_2=x            | another function
    f(x+1)=x^2    | x^2              | of another argument
  `);
  equal(table`
    a_n=2n+1      | a_{n+1}=2n+3     | the same sequence from another index on
    a_n=2n+1      | a_{n-1}=2n-1     | the same sequence from another index on
    a_n=2n+1      | a_k=2k+1         | another letter
    a_n=2n+1      | 2n+1             | the formula alone
    a_n=5         | a_{n+1}=5        | a constant sequence
    S_n=\frac{n(n+1)}{2} | S_{n-1}=\frac{n(n-1)}{2} | the same sums
    a_{n+1}=a_n+2 | a_n=a_{n-1}+2    | a recurrence from another index on
    a_{n+2}=a_{n+1}+a_n | a_k=a_{k-1}+a_{k-2} | with another letter too
    S_{10}=55     | 55               | a named value
  `);
});

describe("marks are traits of writing on plain numbers only, once", () => {
  different(table`
    \frac{\pi}{6} | \frac{\pi}{6}^\circ   | a factor on an expression
    x             | x\%                   | a factor on a letter
    x^\circ       | x                     | a factor on a letter
    \sqrt2        | \sqrt2\%              | a factor on a root
    42            | 42\%\%                | two marks
    42            | 42^\circ^\circ        | two marks
    42            | 42\text{ ppm}         | parts per million are a factor
    42            | 42 parts per million  | the same in words
    42            | 42‰                   | so are those per thousand
    42            | 42 basis points       | and basis points
    25^\circ      | 25^\circ C            | a temperature is no angle
    25^\circ      | 25 gradians           | another unit of angle
    25^\circ      | 25 \text{ K}          | a temperature is no angle
    n             | n^{th}                | no number
    0^\circ C     | 0 K                   | nothing of another kind
    2x            | 2x€                   | no amount
    1             | 1\%                   | up to 1 a percentage is a share
    0.25          | 0.25\%                | up to 1 a percentage is a share
    2             | 200\%                 | above 1 it is a number of percent
    100           | 10000\%               | above 1 it is a number of percent
  `);
  equal(table`
    42            | 42\%                  | a number of percent
    1             | 100\%                 | a share
    -1            | -100\%                | a share
    0             | 0\%                   | nothing at all
    0.005         | 5‰                    | a factor
    0.005         | 5 permille            | a factor
    0.0042        | 42 basis points       | a factor
    \frac{\pi}{6} | 30^\circ              | the same angle
    \frac12       | (\frac12)^\circ       | on a plain fraction
    3             | 3rd                   | an ordinal
    5             | 5€                    | an amount
  `);
});

describe("joining words", () => {
  different(table`
    B, C           | B or C            | one of two letters is neither
    Alice and Bob  | Alice or Bob      | one of two people is not both
    Alice or Bob   | Alice and Bob     | nor the other way round
    a, b           | a or b            | letters that are no values
    \{a,b\}        | a or b            | letters that are no values
    (1,2)          | 1 or 2            | alternatives are no point
    10 boys and 12 girls | 10 boys or 12 girls | numbers of different things
    10 boys and 12 girls | 12 girls or 10 boys | … in another order
    5 m, 7 kg      | 5 m or 7 kg       | quantities of different kinds
    3x^2, 2x       | 3x^2 or 2x        | formulas are no values of one unknown
    x^2+1, x-1     | x^2+1 or x-1      | formulas are no values of one unknown
    \begin{pmatrix}1\\2\end{pmatrix} | 1 or 2 | nor a vector
    x=1,y=2        | 1 or 2            | nor values of two names
    x=1,y=2        | x=1 or y=2        | names with values that exclude each other
    1 or 2         | (1,2)             | nor the other way round
    (2,-2)         | \pm 2             | both signs are alternatives
    Minimum: 1, Maximum: 3 | 1 or 3    | nor values of two labels
    1,1,2          | \{1,2\}           | a set has no repeats
  `);
  equal(table`
    1,2            | 1 or 2            | values of one unknown
    1,2            | x=1 or x=2        | values of one unknown
    \{1,2\}        | 1 or 2            | values of one unknown
    (1,2),(3,4)    | (1,2) or (3,4)    | points are values too
    5 m, 7 m       | 5 m or 7 m        | lengths of one thing
    2n\pi, 2n\pi+1 | 2n\pi or 2n\pi+1  | numbered values
    x=a+1, x=a-1   | x=a-1 or x=a+1    | the unknown is named
    a+1, a-1       | x=a-1 or x=a+1    | … in the answer
    a+1 or a-1     | a-1 or a+1        | the gold says it
    Alice or Bob   | Bob or Alice      | the gold says it
    \pm 2          | 2 or -2           | both signs
    1,2            | \{1,2\}           | a set for a list without repeats
    \{1,2\}        | 1,1,2             | in a set repeats do not count
  `);
});

describe("statements that say nothing, or something false", () => {
  different(table`
    x=2      | 2=2          | the named side must be a name
    2        | 2=2          | nothing is calculated
    3=4      | 4            | a false gold equals nothing
    5        | 2+2=5        | a false calculation
    x=5      | x=5=6        | a false chain
    \frac13  | \frac13=0.33 | the sign says equal
    \frac13 | \frac13\approx0.34 | a decimal that is not the value, rounded
    1+\sqrt2 | 1+\sqrt2=2.414 | too few digits for this gold
    \pi      | \pi=\pi      | says nothing
    r=2      | \theta=2     | another name
    A=5      | volume=5     | another name
    PV=nRT   | nRT          | a product is no name
    m(n+1)=12 | 12          | a product is no name
    AB=5     | AC=5         | another length
    42       | ~42          | about
    42       | x=~42        | about
    42       | ~~42~~       | struck through
    42       | x\approx 42  | about
  `);
  equal(table`
    4        | 2+2=4              | a calculation
    \frac13  | \frac13\approx0.333333 | each side equals the gold
    AB=5     | 5                  | a length named by its ends
    f(2)=7   | 7                  | a value of a function
    y=2x+1   | 2x+1               | a name
    5 \text{ cm} | 5~\text{cm}    | a tie is a space
    12345    | 12~345             | a tie is a space
  `);
});

describe("a letter of choice that goes on as a formula", () => {
  different(table`
    C | (C)+1   | calculates
    C | (C) + 1 | calculates
    C | (C)-1   | calculates
    B | (B)^2   | calculates
    B | B = 3   | says what B is
  `);
  equal(table`
    C | (C)     | the letter
    B | (B) -5  | the letter with its value
    B | (B) 12  | the letter with its value
  `);
});
