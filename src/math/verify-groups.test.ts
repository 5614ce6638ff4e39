// Braces, colours, type and boxes: what print does not show does not group anything.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("braces around one thing", () => {
  equal(table`
    5x              | {5}{x}                     | a number and a letter
    \frac{x}{2}     | {\frac12}x                 | a fraction
    \frac{7}{2}     | 3{\frac{1}{2}}             | a mixed number in print
    \frac{7}{2}     | {3}\frac12                 | a mixed number in print
    \frac{1}{23}    | \frac1{23}                 | the second argument of a fraction
    \frac{\pi}{12}  | \frac\pi{12}               | … behind a letter
    (x+1)^2         | {(x+1)}^2                  | brackets are seen
    x_1^2           | {x_1}^2                    | a name with its index
    (n!)^2          | {n!}^2                     | a factorial
    |x|^2           | {|x|}^2                    | bars are seen
    \frac{a+b}{c}   | {{a+b}\over{c}}            | a fraction of plain TeX
    \sin^2 x        | \sin{\left(x \right)}^{2}  | as SymPy prints it
    y\sin x         | \sin{\left(x \right)} y    | the bracket ends the argument
    f(3)            | f{(3)}                     | a function of 3
    x=5             | x{=}5                      | a lone sign
    7-4             | 7{-}4                      | a lone sign
    x^{y+1}         | x^{1+y}                    | the argument of a script
  `);
  different(table`
    3/2             | 3{\frac{1}{2}}             | no product
    3/2             | 3{1\over 2}                | no product
    0               | {2}{0}{0}                  | prints 200
    12              | 3{4}                       | prints 34
    12x             | 3{4x}                      | prints 34x
    24              | {2\cdot 3}4                | prints 2·34
    6x              | {3x}{2}                    | prints 3x2
    11/2            | 5{1}/2                     | prints 51/2
    3f              | f{(3)}                     | a function of 3
  `);
});

describe("braces around more than one thing", () => {
  equal(table`
    a-b             | a{-b}                      | as print says
    x=5             | x{=5}                      | as print says
    x+3             | {x+3}                      | nothing beside it
    x+y-3           | x+{y-3}                    | the same without them
    y=x+1           | y={x+1}                    | a whole side
    2ab             | 2{ab}                      | factors
    x-3             | x+{-3}                     | one sign behind another
    -6              | 2\times{-3}                | a sign behind a sign
    \sin 2x         | \sin{2x}                   | the argument either way
    \sin x\cos x    | {\sin x}{\cos x}           | the next function ends the argument
    \tan x          | {\sin x}/{\cos x}          | the same without them
    \frac32         | \int_0^1{x+1}\,dx          | up to the differential
    \sum_{k=1}^n k^2 | \sum_{k=1}^{n}{k^2}       | one factor
    \{1,2,3\}       | {1,2}\cup{3}               | sets, as they are typed
  `);
  different(table`
    -ab             | a{-b}                      | prints a-b
    -4x             | x{-4}                      | prints x-4
    2(x+1)          | 2{x+1}                     | prints 2x+1
    x(x+1)          | x{x+1}                     | prints xx+1
    (x+1)(x-1)      | {x+1}{x-1}                 | prints x+1x-1
    (x+1)^2         | {x+1}^2                    | prints x+1²
    4x^2            | {2x}^2                     | prints 2x²
    x^6             | {x^2}^3                    | prints two exponents
    25              | {-5}^2                     | prints -5²
    -(x+1)          | -{x+1}                     | prints -x+1
    a-(b-c)         | a-{b-c}                    | prints a-b-c
    \frac{1}{x+1}   | 1/{x+1}                    | prints 1/x+1
    \frac{1}{2x}    | 1/{2x}                     | prints 1/2x
    3(x+1)          | {x+1}\cdot 3               | prints x+1·3
    \sin(x+1)       | \sin{x+1}                  | prints sin x+1
    \sin\frac x2    | \sin{x/2}                  | prints sin x/2
    \sin^2 x        | {\sin x}^2                 | prints sin x²
    y\sin x         | {\sin x}y                  | prints sin xy
    6f              | {2f}(3)                    | prints 2f(3)
  `);
});

describe("colours and type", () => {
  equal(table`
    x+1             | \textcolor{red}{x+1}       | all of it
    2x+1            | 2\textcolor{red}{x+1}      | as print says
    x-5             | x\color{red}{-5}           | as print says
    x^2+3x          | x^{2}\textcolor{red}{+3x}  | as print says
    2x^2            | \mathbf{2x}^2              | as print says
    7               | \textcolor{red}{1+2}\cdot 3 | as print says
    x=-3            | x=\textcolor{red}{-3}      | a value
    -1              | 3\mathbin{-}4              | a sign
    x^{ab}          | x^\mathbf{ab}              | the argument of a script
    v_1+2           | \mathbf{v}_1+\boldsymbol{2} | letters and numbers
    \frac72         | 3\boldsymbol{\frac12}      | a mixed number in print
    (1,2)           | \textcolor{red}{1,2}       | a list
  `);
  different(table`
    2(x+1)          | 2\textcolor{red}{x+1}      | prints 2x+1
    25              | \textcolor{blue}{-5}^2     | prints -5²
    9               | \mathbf{1+2}\cdot 3        | prints 1+2·3
    -6              | 2\mathbin{-3}              | prints 2-3
    -5x             | x\color{red}{-5}           | prints x-5
    -3x^2           | x^{2}\textcolor{red}{-3}   | prints x²-3
    20              | 5\mathbf{4}                | prints 54
    0               | \mathbf{2}\mathbf{0}       | prints 20
    11/2            | 5\textcolor{red}{1/2}      | prints 51/2
    11/2            | 5\text{1/2}                | prints 51/2
    11/2            | 5\relax 1/2                | prints 51/2
    11/2            | 5<b>1/2</b>                | prints 51/2
    3/2             | \mathbf{3}\frac12          | a mixed number in print
    (x+1)^2         | {\bf x+1}^2                | prints x+1²
  `);
});

describe("boxes", () => {
  equal(table`
    x+1             | \boxed{x+1}                | all of it
    x=5             | x=\boxed{5}                | a value
    (1,2)           | \boxed{1,2}                | a list in order
    12\text{ cm}    | \boxed{12}\text{ cm}       | a unit behind it
    3,5             | \boxed{3}\boxed{5}         | two answers
  `);
  different(table`
    15              | \boxed{3}\boxed{5}         | two answers
    35              | \boxed{3}\boxed{5}         | two answers
    \frac72         | \boxed{3}\boxed{\frac12}   | two answers
    2(x+1)          | 2\boxed{x+1}               | nobody can tell
    12              | 3\boxed{4}                 | no product
  `);
});
