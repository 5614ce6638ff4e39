// Statements: names given to values, equations, functions, families, and expressions in variables.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./verify.ts";

describe("assignment", () => {
  equal(table`
    x=5          | 5                 | the value alone
    5            | x=5               | the answer says whose value it is
    x=5          | x = 5             | the same name
    x=5          | 5 = x             | turned round
    x=5          | $x=5$             | between dollars
    x=\frac{1}{2} | x=0.5            | by value
    y=2x+1       | y=1+2x            | the value may hold variables
    y=2x+1       | 2x+1              | its value alone
    AB=5         | 5                 | a length of a figure
    \theta=30^\circ | \theta = 30    | under the policy on degrees
    x=2, 3       | 2, 3              | one name, several values
    x=2 or x=3   | 3, 2              | one name, several values
    x=2 or x=3   | x=3 or x=2        | in any order
    a_1=3        | a_{1}=3           | a name with an index
  `);
  different(table`
    x=5          | y=5               | another name
    x=5          | x=6               | another value
    x=5          | 6                 | another value
    a_1=3        | a_2=3             | another index
    x=5          | X=5               | another letter
    x=2 or x=3   | x=2               | one is missing
    x=2          | x=2 or x=3        | one too many
    y=2x+1       | y=2t+1            | free variables by name
    y=2x+1       | x=2y+1            | exchanged
  `);
});

describe("labels", () => {
  equal(table`
    x=1, y=2     | 1, 2              | unlabelled, in written order
    x=1, y=2     | (1,2)             | a point, in written order
    1, 2         | x=1, y=2          | labels in the answer
    (1,2)        | x=1, y=2          | labels in the answer
    x=1, y=2     | y=2, x=1          | by label
    x=1, y=2     | x=1 and y=2       | joined by a word
    \begin{cases}x=1\\y=2\end{cases} | x=1, y=2 | a system that is solved
    Minimum: 1, Maximum: 3 | 1, 3    | words as labels
    Minimum: 1, Maximum: 3 | Maximum: 3, Minimum: 1 | by label
    \text{Area} = 12 | 12            | one label
    x=y=1        | x=1, y=1          | two names for one value
    4 | \text{remainder} = 4 | the name of a quantity
    2:3 | ratio = 2:3 | the name of a quantity
    30 | Maximum: 30 | a quantity
    30 | Limit: 30 | a quantity
    16 | Area of the square: 16 | a quantity
    5 | sum of the roots: 5 | a quantity
  `);
  different(table`
    x=1, y=2     | 2, 1              | the written order counts
    x=1, y=2     | (2,1)             | the written order counts
    x=1, y=2     | x=2, y=1          | by label
    x=1, y=2     | a=1, b=2          | other labels
    x=1, y=2     | x=1               | one is missing
    x=1, y=2     | x=1, y=2, z=3     | one too many
    Minimum: 1, Maximum: 3 | 3, 1    | the written order counts
    Minimum: 1, Maximum: 3 | Minimum: 3, Maximum: 1 | by label
    4 | 7 remainder 4 | a quotient and a remainder
    4 | not = 4 | a negation
    30 | Estimate: 30 | a label that takes the value back
    30 | Upper bound: 30 | a label that takes the value back
    30 | Invalid: 30 | a label that takes the value back
    30 | Crossed out: 30 | a label that takes the value back
    30 | Example: 30 | a label that takes the value back
    30 | Draft: 30 | a label that takes the value back
    30 | Square of: 30 | a calculation
    3 | \pi = 3 | a constant is no name
    (i) 1 (ii) 2 | (i) 2 (ii) 1 | parts are no factors
    (a) x (b) y | (a) y (b) x | parts are no factors
    IV | VI | Roman numbers
    I and IV | I and VI | Roman numbers
    (iv) | (vi) | Roman numbers in brackets
    2 | square of the answer: 2 | a calculation
    2 | cube root: 2 | a calculation
    5 | erreur: 5 | a label that takes the value back
  `);
});

describe("equations", () => {
  equal(table`
    x^2+y^2=25   | y^2+x^2=25        | terms in any order
    x^2+y^2=25   | 25=x^2+y^2        | sides exchanged
    x^2+y^2=25   | x^2+y^2-25=0      | everything on one side
    x^2+y^2=25   | 2x^2+2y^2=50      | up to a factor
    3x-4y+7=0    | 4y-3x=7           | up to a negative factor
    2x+1=7       | 4x+2=14           | up to a factor
    x^2=4        | x^2-4=0           | everything on one side
    \frac{x}{2}+\frac{y}{3}=1 | 3x+2y=6 | without denominators
    (x-1)^2+y^2=4 | x^2-2x+y^2=3     | multiplied out
  `);
  different(table`
    x^2+y^2=25   | x^2+y^2=5         | another constant
    x^2+y^2=25   | x^2-y^2=25        | another sign
    x^2+y^2=25   | 25                | an equation is no value
    25           | x^2+y^2=25        | a value is no equation
    x^2+y^2=25   | x^2+y^2           | a side is no equation
    2x+1=7       | x=3               | not solved is not solved
    x=3          | 2x+1=7            | nor the reverse
    2x+1=7       | 3                 | not its solution
    3            | 2x+1=7            | nor the reverse
    x^2+1=0      | 0                 | not its right-hand side
    0            | x^2+1=0           | not its right-hand side
    x^2=4        | x=2               | not one of its solutions
    x^2+y^2=25   | a^2+b^2=25        | free variables by name
    3x-4y+7=0    | 3x+4y+7=0         | another sign
  `);
});

describe("functions", () => {
  equal(table`
    f(x)=2x        | f \left( t \right) = 2t | a space before the bracket
    f(x)=2x        | f(t)=2t          | bound variables by any name
    f(x)=2x        | 2x               | the formula alone
    f(x)=2x        | f(x) = x + x     | an equal formula
    f(x)=x^2+1     | f(x)=1+x^2       | terms in any order
    f(x,y)=x+2y    | f(a,b)=a+2b      | several variables
    f(x,y)=x-y     | f(y,x)=y-x       | several variables renamed at once
    f(x)=ax        | f(t)=at          | a parameter keeps its name
    P(x)=x^2-1     | P(x)=(x-1)(x+1)  | a polynomial with a name
  `);
  different(table`
    f(x)=2x        | f(x)=3x          | another formula
    f(x)=2x        | g(x)=2x          | another function
    f(x)=2x        | f(t)=2x          | x is not its variable
    f(x)=2x        | 2t               | a free variable by name
    f(x)=2x        | 2                | another formula
    f(x)=ax        | f(x)=bx          | a free variable by name
    f(x,y)=x+2y    | f(x,y)=2x+y      | variables exchanged
    f(x,y)=x+2y    | f(y,x)=x+2y      | variables exchanged
    f(x)=2x, g(x)=3x | f(x)=2x        | one is missing
  `);
});

describe("functions with a constant", () => {
  equal(table`
    f(x)=cx, c\in\mathbb{R} | f(x)=kx, k\in\mathbb{R} | any name
    f(x)=cx, c\in\mathbb{R} | f(t)=kt \text{ for any real constant } k | in words
    f(x)=cx, c\in\mathbb{R} | f(x)=cx \text{ where } c \text{ is a constant} | its kind left open
    f(x)=cx | f(x)=cx \text{ for any constant } c | said on one side only
    f(x)=kx, k\in\mathbb{Z} | f(x)=nx, n\in\mathbb{Z} | a whole one
  `);
  it.each([
    ["f(x)=kx, k\\in\\mathbb{Z}", "f(x)=kx, k\\in\\mathbb{R}", "constants of another kind"],
    ["f(x)=cx, c\\in\\mathbb{R}", "f(x)=kx^2, k\\in\\mathbb{R}", "another power"],
    ["f(x)=cx, c\\in\\mathbb{R}", "f(x)=cx+k, k\\in\\mathbb{R}", "one of two is bound"],
    ["f(x)=cx, c\\in\\mathbb{R}", "f(x)=2x", "one of them"],
    ["f(x)=cx, c\\in\\mathbb{R}", "f(x)=kx", "a free name"],
  ])("%s is not %s: %s", (gold, answer) => expect(verify(gold, answer).equal).toBe(false));
});

describe("families with an integer parameter", () => {
  equal(table`
    k\pi, k\in\mathbb{Z}        | n\pi, n\in\mathbb{Z}          | any name
    k\pi, k\in\mathbb{Z}        | k\pi, k \in \mathbb Z         | braces left out
    k\pi, k\in\mathbb{Z}        | k\pi \text{ where } k \text{ is an integer} | in words
    k\pi, k\in\mathbb{Z}        | \pi k \quad (k \in \mathbb{Z}) | the condition in brackets
    x=\frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | \frac{\pi}{6}+2n\pi, n\in\mathbb{Z} | its values alone
    x=\frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | x=\frac{\pi}{6}+2\pi k, k∈ℤ | Unicode
    2k+1, k\in\mathbb{Z}        | 2m+1, m\in\mathbb{Z}          | odd numbers
    (-1)^k\frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{\pi}{6}+2k\pi, \frac{5\pi}{6}+2k\pi, k\in\mathbb{Z} | an alternating sign, on either half
    4k+1, k\in\mathbb{Z}        | 2k+(-1)^k, k\in\mathbb{Z}     | the same
  `);
  different(table`
    k\pi, k\in\mathbb{Z}        | 2k\pi, k\in\mathbb{Z}         | every second one is missing
    k\pi, k\in\mathbb{Z}        | \pi                           | one of them
    k\pi, k\in\mathbb{Z}        | k\pi+1, k\in\mathbb{Z}        | shifted
    (-1)^k\frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | half of them
    (-1)^k\frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \pm\frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | other odd ones
    4k+1, k\in\mathbb{Z}        | 2k-(-1)^k, k\in\mathbb{Z}     | the other sign
    2k+1, k\in\mathbb{Z}        | 2k, k\in\mathbb{Z}            | even is not odd
    \frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | \frac{\pi}{3}+2k\pi, k\in\mathbb{Z} | another start
    \frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | \frac{\pi}{6}         | one of them
  `);
});

describe("polynomials", () => {
  equal(table`
    x^2+2x+1     | (x+1)^2           | a square
    x^2-1        | (x-1)(x+1)        | factored
    2(x+3)       | 2x+6              | multiplied out
    x^2+x        | x(x+1)            | side by side
    a^2-b^2      | (a-b)(a+b)        | several variables
    ab           | ba                | factors in any order
    x^3          | x \cdot x \cdot x | a power
    \frac{n(n+1)}{2} | \frac{n^2+n}{2} | over a number
    x+\frac{1}{2} | x+0.5            | coefficients by value
    x^2          | x²                | Unicode
    x^{10}       | x^10              | a keyboard's exponent of two digits
    x^2          | x**2              | a program's power
    x^{10}       | x^{5}\cdot x^{5}  | exponents are added
    3x^2y        | 3yx^2             | factors in any order
    -(x-y)       | y-x               | a sign before a bracket
  `);
  different(table`
    (x+1)^2      | x^2+1             | the mixed term is missing
    x^2          | x^3               | another exponent
    2x           | 2y                | another variable
    x            | X                 | another letter
    x+1          | x-1               | another sign
    x^2-2x+1     | (x+1)^2           | another sign
    \frac{n(n+1)}{2} | \frac{n(n-1)}{2} | another factor
    2x+3         | 5x                | unlike terms
    x^2          | 2x                | an exponent is no factor
    (x+1)^{20}   | (x+1)^{20}+1      | one off in a high power
  `);
});

describe("rational expressions", () => {
  equal(table`
    \frac{1}{x}+\frac{1}{y} | \frac{x+y}{xy}    | over one denominator
    \frac{x^2-1}{x-1}       | x+1               | on the common domain
    \frac{1}{x+1}           | (x+1)^{-1}        | a negative exponent
    \frac{x}{2}             | \frac{1}{2}x      | a factor beside it
    \frac{a}{b}             | a/b               | a slash
    \frac{1}{x(x+1)}        | \frac{1}{x}-\frac{1}{x+1} | partial fractions
    \frac{-x}{y}            | -\frac{x}{y}      | where the sign stands
    \frac{x-1}{y-1}         | \frac{1-x}{1-y}   | both signs changed
  `);
  different(table`
    \frac{1}{x}+\frac{1}{y} | \frac{1}{x+y}     | fractions do not add like that
    \frac{x}{y}             | \frac{y}{x}       | upside down
    \frac{1}{x+1}           | \frac{1}{x}+1     | the bracket counts
    \frac{x+1}{2}           | x+\frac{1}{2}     | the bracket counts
    \frac{x}{2y}            | \frac{xy}{2}      | above or below
    \frac{x-1}{y-1}         | \frac{x}{y}       | terms do not cancel
  `);
});

describe("parts, labels and phrases", () => {
  equal(table`
    3.6\times10^6 J | 3.6 MJ | a power of ten before a unit
    5.0 N | F = 5.0 N | a named quantity
    5 Ω | 5 ohms | a sign and its name
    1.5 atm | 1.5 atmospheres | a sign and its name
    pH = 7.4 | 7.4 | the name of a quantity in chemistry
    7.4 | pH 7.4 | the name of a quantity in chemistry
    5 N | F = 5 N | a named quantity
    (a) 20 m/s (b) 40 m | (b) 40 m, (a) 20 m/s | parts in another order
    (i) 3 (ii) 5 | (ii) 5 (i) 3 | parts in another order
    4, 3 | (b) 3 (a) 4 | parts in another order
    5 μm | 5 × 10⁻⁶ m | raised figures
    5 μm | 5e-6 m | a power of ten as programs write it
    4.7 k\Omega | 4.7 kilohms | a sign and its name
    6 \Omega | 6 ohms | a sign and its name
    6\ \Omega | 6 | a sign and its name
    parabola | A parabola. | an article
    DNE | does not exist | an abbreviation
    II | Quadrant II | what is numbered
    3, 5 | a) 3 b) 5 | parts with half a bracket
    3, 5 | a. 3, b. 5 | parts with full stops
    2.5, 4 | (i) 2.5 m, (ii) 4 s | one-letter units in parts
    does not exist | The limit doesn't exist. | a sentence
    does not exist | It does not exist. | a sentence
    infinitely many | The system has infinitely many solutions | a sentence
    irrational | It's irrational | a sentence
    (a) .2 (b) .31 (c) .5 | 0.2, 0.31, 0.5 | the same in another form
    0.2, 0.31 | (a) .2 (b) .31 | the same in another form
    600, 1200 | (a) 600 rpm (b) 1200 rpm | the same in another form
    600, 1200 | (a) 600 rpm, (b) 1200 rpm | the same in another form
    600, 1200 | (1) 600 (2) 1200 | the same in another form
    15 | 15th | the same in another form
    no solution | The equation has no solution | the same in another form
    does not exist | doesn't exist | the same in another form
    Wednesday | Wed | the same in another form
    March | Mar. | the same in another form
    3.20 g | 3.20 g Fe | the same in another form
    3.20 | 3.20 g Fe | the same in another form
    3.20 | 3.20 kg Fe | the same in another form
    4.00 g O | 4.00 g | the same in another form
    4.00 g | 4.00 g O_2 | the same in another form
    5 kg | 5 kg of water | the same in another form
    2.5 mol | 2.5 mol NaCl | the same in another form
    2.5 mol | 2.5 mol of NaCl | the same in another form
    2.5\text{ mol} | 2.5\text{ mol NaCl} | the same in another form
    2.5\text{ g} | 2.5~\mathrm{g}~\mathrm{O_2} | the same in another form
    3.20 g Fe | 3.20 g Fe | the same in another form
    3.20 g Fe | 3.20\text{ g Fe} | the same in another form
    3.20 g O_2 | 3.20 g O2 | the same in another form
    A = ethanol, B = methanol | A: ethanol; B: methanol | the same in another form
    A = ethanol, B = methanol | ethanol, methanol | the same in another form
    A = ethanol, B = methanol | B: methanol, A: ethanol | the same in another form
    A = ethanol | A: ethanol | the same in another form
    A: 5, B: 6 | A = 5, B = 6 | the same in another form
    x = infinity | \infty | the same in another form
    x = seven | 7 | the same in another form
    x = all real numbers | \mathbb{R} | the same in another form
    (a) increases (b) decreases | (a) increases, (b) decreases | the same in another form
    (a) ethanol (b) 5 | ethanol, 5 | the same in another form
    N_2: 10 liters, H_2: 30 liters | the N_2 volume is 10 liters and the H_2 volume is 30 liters | the same in another form
    N_2: 10 liters, H_2: 30 liters | the H_2 volume is 30 liters and the N_2 volume is 10 liters | the same in another form
    10, 30 | the N_2 volume is 10 liters and the H_2 volume is 30 liters | the same in another form
    10 L, 30 L | the volume of N2 is 10 L and the volume of H2 is 30 L | the same in another form
    5 kg | the mass is 5 kg | the same in another form
    5 | A: 5 | the same in another form
    A_1: 2 | A_1 = 2 | the same in another form
  `);
  different(table`
    3.6\times10^6 J | 3.6 kJ | a prefix
    5.0 N | F = 5.0 kg | a unit
    5.0 N | F = 50 N | a factor
    5 Ω | 5 kiloohms | a prefix
    pH = 7.4 | 7.5 | a value
    pH = 7.4 | pOH = 7.4 | another quantity
    7.4 | pH 4.7 | a value
    3, 5 | a) 5 b) 3 | the other order
    15 | a) 3 b) 5 | parts multiply nothing
    2.5, 4 | (i) 2.5 m, (ii) 5 s | a value
    does not exist | It doesn't not exist | two negations
    does not exist | It exists | a denial
    irrational | It isn't irrational | a denial
    irrational | It's rational | a denial
    infinitely many | The system has finitely many solutions | a denial
    2x | x = 2.0 x | a variable
    0.31, 0.2 | (a) .2 (b) .31 | something else
    600, 1200 | (a) 1200 rpm (b) 600 rpm | something else
    (i) 3 (ii) 5 | (i) 5 (ii) 3 | something else
    (i) 3 (ii) 5 | (ii) 3 (i) 5 | something else
    (i) 3 (ii) 5 | 15 | something else
    $3mg$ | $3 \text{ mg}$ | letters in mathematics
    $2mg$ | 2 | letters in mathematics
    5 N | F = 5 J | another unit
    2\Omega | 2 | a letter
    A positive | positive | a blood type
    Quadrant II | Chapter II | what is numbered
    60 | (1) 5 (2) 6 | something else
    2 | 2 thirds of the pizza | something else
    no solution | The equation has no real solution | something else
    no solution | The equation has one solution | something else
    no solution | The equation has no unique solution | something else
    does not exist | does exist | something else
    does not exist | exists | something else
    Tuesday | Thu | something else
    2x+1=7 | x=3 | something else
    3.20 g | 3.20 kg Fe | something else
    3.20 g | 32.0 g Fe | something else
    5 kg | 5 kg or more | something else
    5 kg | 5 kg minimum | something else
    5m | 5 | something else
    3.20 g Fe | 3.20 g Cu | something else
    3.20 g H2O | 3.20 g H2O2 | something else
    A = ethanol, B = methanol | A: methanol; B: ethanol | something else
    A = ethanol, B = methanol | methanol, ethanol | something else
    A = ethanol | ethanol | something else
    A = ethanol | B: ethanol | something else
    A: 5, B: 6 | A = 6, B = 5 | something else
    A: 5 | a: 5 | something else
    x = none | no solution | something else
    (a) increases (b) decreases | (a) decreases (b) increases | something else
    N_2: 10 liters, H_2: 30 liters | the H_2 volume is 10 liters and the N_2 volume is 30 liters | something else
    30, 10 | the N_2 volume is 10 liters and the H_2 volume is 30 liters | something else
    10 | the N_2 volume is 10 liters and the H_2 volume is 30 liters | something else
    5 kg | the mass is 5 g | something else
    5 kg | the mass is not 5 kg | something else
    5 kg | the mass is about 5 kg | something else
    5 kg | the wrong mass is 5 kg | something else
    A:B | B:A | something else
    10 m | 10 m shorter | something else
    10 m | 10 m taller | something else
    5 s | 5 s ago | something else
    5 kg | 5 kg presumably | something else
    5 kg | 5 kg too much | something else
    5 kg | 5 kg wrong | something else
    5 kg | 5 kg squared | something else
    5 kg | 5 kg dozen | something else
    5 m | 5 m or so | something else
    5 m | 5 m plus | something else
    5 m | 5 m wrongly | something else
    5 m | 5 m maximum | something else
    12 | 12 m n | something else
    12 | 12 m of n | something else
    3 | (a) 3 (b) 4 | something else
    12 | (a) 3 (b) 4 | something else
    3, 4 | (a) 3 (b) 4 (c) 5 | something else
    3, 4 | (a) 4 (b) 3 | something else
    3, 4 | (a) 3 or (b) 4 | something else
    3, 4 | (b) 3 (a) 4 | something else
    3, 4 | (a) 3 (c) 4 | something else
    7 | (a) 3 + (b) 4 | something else
    no solution | The equation has no integer solution | something else
    no solution | The equation has a solution | something else
    no solution | The equation has no solution in integers | something else
    no solution | The problem has no unique solution | something else
    does not exist | doesn't matter | something else
    cannot | can | something else
    Wednesday | Thu | something else
    Wednesday | Web | something else
    May | March | something else
    March | May | something else
    June | Jul | something else
    A = ethanol, B = methanol | A = ethanol | something else
    A = ethanol, B = methanol | ethanol or methanol | something else
    A = ethanol, B = methanol | a = ethanol, b = butanol | something else
    A = ethanol | B = ethanol | something else
    10, 30 | the N_2 volume is 30 liters and the H_2 volume is 10 liters | something else
    10, 30 | the N_2 volume is 10 liters or the H_2 volume is 30 liters | something else
    10 | the N_2 volume is 100 liters | something else
    10 | the N_2 volume is at least 10 liters | something else
    10 | the volume is 10x | something else
    10 | the sum of the volume is 10 more | something else
    N_2: 10 L, H_2: 30 L | H_2: 10 L, N_2: 30 L | something else
    N_2: 10 L, H_2: 30 L | N_2: 10 L, O_2: 30 L | something else
    N_2: 10 L, H_2: 30 L | 30 L, 10 L | something else
    4.00 g O | 4.00 g H | something else
    4.00 g O_2 | 4.00 g O_3 | something else
    4.00 g | 4.00 O | something else
    2.5 mol NaCl | 2.5 mol KCl | something else
    2.5 mol | 2.5 NaCl | something else
  `);
});
