// Statements that give a value: named quantities, linear equations, calculations, words, lines, ratios, repeats.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("named quantities", () => {
  equal(table`
    \frac{dy}{dx}=2x | 2x | a derivative
    2x | dy/dx = 2x | typed on one line
    \sin\theta=\frac35 | \frac35 | a function of an angle
    \frac{AB}{CD}=2 | 2 | a quotient of lengths
    a:b=2:3 | 2:3 | a ratio of names
    \frac34 | P(X=2)=\frac34 | a probability
    P(A\mid B)=\frac13 | P(A|B)=\frac13 | a bar of either kind
    60^\circ | m\angle ABC=60^\circ | the measure of an angle
    AB=5\sqrt2 | \overline{AB}=5\sqrt2 | a segment
    \frac{a}{b}=2 | a=2b | still an equation
    f(x)=2x | t \mapsto 2t | a function without a name
    (P(x),Q(x))=(x,x+1) | P(x)=x, Q(x)=x+1 | functions in turn
    (P(x),Q(x))=(x,x+1) | (x,x+1) | their formulas
    (2,3) | y=3, x=2 | coordinates in their own order
    (t,2t), t\in\mathbb{R} | (x,y)=(s,2s), s\in\mathbb{R} | a line of points
    \frac{\partial f}{\partial x} = 2xy | 2yx | a partial derivative
    2xy | \frac{\partial}{\partial x}(x^2y) | … and one to calculate
  `);
  different(table`
    \sin x=0 | 0 | an equation to be solved
    \sqrt{x}=2 | 2 | a root
    |x|=3 | 3 | bars around a variable
    \log x=2 | 2 | a logarithm
    m(n+1)=5 | 5 | a product
    P(A)=\frac13 | P(A|B)=\frac13 | another probability
    P(X=2)=\frac34 | P(X=3)=\frac34 | another event
    \frac{AB}{CD}=2 | \frac12 | the inverse
    \frac{AB}{CD}=2 | \frac{CD}{AB}=2 | the other way round
    AB=5 | BC=5 | another segment
    (P(x),Q(x))=(x,x+1) | (x+1,x) | exchanged
    f(x)=x, g(x)=2x | 2x, x | formulas go by the order of the names
    (3,2) | y=3, x=2 | coordinates in their own order
    f(x)=2x | t \mapsto 2x | another variable
    \frac{\partial f}{\partial x} = 2xy | \frac{\partial f}{\partial y} = 2xy | by another variable
    \frac{\partial^2 f}{\partial x^2} | \frac{\partial f}{\partial x} | of another order
    2xy | \frac{\partial}{\partial y}(x^2y) | by another variable
  `);
});

describe("linear equations and calculations", () => {
  equal(table`
    y=\sqrt{1-x^2} | -3y=-3\sin(\arccos x) | a factor, in the unit interval
    y=\sqrt{-1-x} | 2y=2\sqrt{-1-x} | a factor, below zero
    xy=6 | \frac{6}{x} | solved for y
    xy=6 | 6/y | solved for x
    2x+3y=6 | 2-\frac{2x}{3} | a line
    x^2+y=25 | 25-x^2 | linear in one of them
    \sum_{i=1}^n i=\frac{n(n+1)}2 | \frac{n(n+1)}{2} | a calculation is its value
    \frac{n(n+1)}{2} | \sum_{i=1}^n i=\frac{n(n+1)}2 | in the answer too
    (x+1)^2 | x^2+2x+1=(x+1)^2 | an identity
  `);
  different(table`
    y=\sqrt{1-x^2} | 2y=\sqrt{1-x^2} | a factor on one side
    xy=6 | \frac{x}{6} | the inverse
    xy=6 | 6 | no variable
    xy=6 | \frac{6}{z} | another variable
    F=ma | \frac{F}{m} | one side is a name
    x^2+y^2=25 | 25-x^2 | not linear
    x+y=5 | 5-x-y | all of them
    2x+1=7 | 3 | one variable
    \frac{n(n+1)}{2} | \sum_{i=1}^n i=\frac{n(n-1)}2 | sides that differ
    x | x^2=x | a condition, no identity
  `);
});

describe("relations and sets in words", () => {
  equal(table`
    x<3 | x is less than 3 | a sign
    x\ge 5 | x is greater than or equal to 5 | a sign
    x\ge 5 | x is at least 5 | a sign
    x\ne 2 | x is not equal to 2 | a sign
    x<3 | all real numbers less than 3 | a set
    \mathbb{R}\setminus\{2\} | all real numbers except 2 | an exception
    \mathbb{R}\setminus\{2,3\} | all reals except x = 2 and x = 3 | two of them
    n\equiv 2\pmod 4 | n leaves a remainder of 2 when divided by 4 | a congruence
    n\equiv 0\pmod 4 | n is divisible by 4 | a congruence
    x\in(0,1] | {x ∈ R : 0 < x <= 1} | a plain letter for the reals
  `);
  different(table`
    x\ge 5 | x is greater than 5 | strict
    x<3 | x is at most 3 | not strict
    x<3 | x is no less than 3 | the other way
    5 | at least 5 | a hedge
    \mathbb{R}\setminus\{2\} | all real numbers except 2 and 3 | one more
    \mathbb{R}\setminus\{2\} | all integers except 2 | another set
    n\equiv 2\pmod 4 | n leaves a remainder of 4 when divided by 2 | exchanged
    \text{The remainder is } 3 | the remainder is -3 | a sign in words
  `);
});

describe("repeats and remarks", () => {
  equal(table`
    \frac34 | 3/4 or 0.75 | twice
    x=\frac34 | x=3/4 or x=0.75 | twice under one name
    \frac34 | 0.75, i.e. 3/4 | twice
    \frac34 | 3/4 (0.75) | in brackets
    \frac{100}{3} | \frac{100}{3} (\approx 33.3333) | rounded in brackets
    \frac34 | \frac34 (simplest form) | a remark
    6 | 2 (3) | a product is one all the same
    \frac58 | 5/8 (or 0.625) | another spelling in brackets
    \frac34 | \frac{3}{4}\ (0.75) | a control space before the bracket
    \frac12 | 1/2 (0.5) | the same value in another spelling
    \frac14 | 1/2 (1/2) | a product of two
    5\pi | 5 (\pi) | a product
  `);
  different(table`
    \frac13 | 1/3 or 0.33 | not precise enough
    \frac34 | 3/4 or 0.76 | two values
    \frac34 | x=3/4 or 0.75 | a name on one of them
    \frac34 | 3/4 (0.76) | two values
    \frac34 | 3/4 (= 0.76) | two values
    \frac34 | \frac34 (wrong) | no remark of this kind
    3, 3 | 3 or 3 or 3 | a list is never collapsed
    3, 3 | 3 | a list is never collapsed
    \frac58 | 5/8 (or 0.6) | rounded too far
    \frac58 | 5/8 (or 3/8) | another value
    \frac34 | \frac{3}{4}\,(\frac{3}{4}) | a product
    \frac14 | 1/2 (0.5) | it is said once more, and not multiplied
    5 | 5 (\pi) | a factor
    5 | 5 (x) | a factor
    7 | 3 + 4 (x) | a factor
    \frac12 | 1/2 (1/2) | a product
    5 | 5 = \pi | a constant is no name
    5 | 5, i.e. e | a constant is no name
  `);
});

describe("lines and ratios", () => {
  equal(table`
    x=3 | 2x+1=7⏎2x=6⏎x=3 | a solution line by line
    x=3 | 2x+1=7 \\ 2x=6 \\ x=3 | rows
    x=1, y=2 | x=1⏎y=2 | two names
    2:3 | \frac23 | a quotient in lowest terms
    3 | 3:1 | and the other way round
    0.75\% | 3/4% | a mark on a plain fraction
  `);
  different(table`
    x=2 | x^2=4⏎x=2 | a solution is lost
    x=3 | 2x+1=8⏎x=3 | another equation
    3 | 2x+1=7, x=3 | no lines
    75\% | 3/4% | the mark is on the whole
    72° | 2\pi/5° | a mark inside a quotient
    0.5 | 02:04 | a time
    0.5 | 12:24 | perhaps a time
    \frac23 | 3:2 | the inverse
  `);
});

describe("other forms of relations", () => {
  equal(table`
    3|n | n\equiv0\pmod3 | the same in another form
    n\equiv0\pmod3 | 3|n | the same in another form
    |x|+1 | |x|+1 | the same in another form
    \csc x | \mathrm{cosec}\, x | the same in another form
    \csc x | cosec x | the same in another form
    m_{\max} = 5 | 5 | the same in another form
    x = y = z = 2 | 2 | the same in another form
    \{x\in\mathbb{Z}: x^2<10\} | \{-3,-2,-1,0,1,2,3\} | the same in another form
    \{x\in\mathbb{Z}: x^2\le 9\} | \{-3,-2,-1,0,1,2,3\} | the same in another form
    \{-3,-2,-1,0,1,2,3\} | \{x\in\mathbb{Z}: x^2<10\} | the same in another form
    \{x\in\mathbb{N}: x^2<10\} | \{1,2,3\} | the same in another form
    \{x\in\mathbb{Z}: x^2<2\} | \{-1,0,1\} | the same in another form
    \pm2\pmod5 | 2,3\pmod5 | the same in another form
    n\equiv2\pmod5 | 2\pmod5 | the same in another form
    2\pmod5 | 7\pmod 5 | the same in another form
    2,3\pmod5 | 3,2\pmod5 | the same in another form
    n\equiv\pm2\pmod5 | n\equiv 2,3\pmod5 | the same in another form
    m_{\max} = 5 | m_{\text{max}}=5 | the same in another form
    x^2=4 | x=2 or x=-2 | the same in another form
    x^2=4 | x=\pm 2 | the same in another form
    |x|=|y| | x=\pm y | the same in another form
    |x|=|y| | x=y or x=-y | the same in another form
    xy=0 | x=0 or y=0 | the same in another form
    x=1+t, y=2-t | x=1+s, y=2-s | the same in another form
    x=1+t, y=2-t, z=3t | x=1+\lambda, y=2-\lambda, z=3\lambda | the same in another form
  `);
  different(table`
    3|n | n|3 | something else
    \cos x | cosec x | something else
    x = y = z = 2 | 3 | something else
    x=2, y=2 | 2 | something else
    2 | x=y=2 | something else
    \{x\in\mathbb{Z}: x^2<9\} | \{-3,-2,-1,0,1,2,3\} | something else
    \{x\in\mathbb{R}: x^2<10\} | \{-3,-2,-1,0,1,2,3\} | something else
    \pm2\pmod5 | 2\pmod5 | something else
    \pm2\pmod5 | 2,3\pmod6 | something else
    \pm2\pmod5 | \pm 2 | something else
    n\equiv2\pmod5 | 2 | something else
    2\pmod5 | 7\pmod 4 | something else
    n\equiv\pm2\pmod5 | n\equiv 2\pmod5 | something else
    m_{\max} = 5 | m_{\min}=5 | something else
    x^2=4 | x=2 | something else
    x^2=4 | x=2 or x=-3 | something else
    x^2=4 | x=2, x=-2, x=3 | something else
    x=2 or x=-2 | x^2=4 | something else
    |x|=|y| | x=y | something else
    |x|=|y| | x=\pm 2y | something else
    xy=0 | x=0 and y=0 | something else
    xy=0 | x=0, y=0 | something else
    x=1+t, y=2-t | x=1+s, y=2+s | something else
    x=1+t, y=2-t | x=1+s, y=2-t | something else
    x=1+a, y=2-a | x=1+b, y=2-b | something else
    a=1+t, b=2-t | a=1+s, b=2-s | something else
    3|n | n\equiv1\pmod3 | something else
    3|n | n \equiv 0 \pmod 6 | something else
    3|n | 3|m | something else
    3|n | n | something else
    3|n | 3/n | something else
    \pm2\pmod5 | 2,4\pmod5 | something else
    \pm2\pmod5 | \pm2 | something else
    \pm2\pmod5 | \pm2\pmod 7 | something else
    \pm2\pmod5 | 2,3 | something else
    2\pmod5 | 2 | something else
    2\pmod5 | 3\pmod5 | something else
    7 | 2\pmod5 | something else
    x^2=4 | x=\pm4 | something else
    x^2=4 | x=2 and x=3 | something else
    x^2=4 | y=\pm2 | something else
    x^2=4 | 2 | something else
    x^2=4 | \pm 2 | something else
    x^2=4 | x=2 or x=-2 or x=0 | something else
    (x-1)^2=0 | x=1 | something else
    (x-1)^2(x-2)=0 | x=1 or x=2 | something else
    x^3=8 | x=2 | something else
    x^2+1=0 | x=1 or x=-1 | something else
    |x|=|y| | x=\pm y^2 | something else
    |x|=2 | x=2 | something else
    |x|=y | x=\pm y | something else
    xy=0 | x=0 | something else
    xy=0 | x=0 or y=1 | something else
    xy=1 | x=1 or y=1 | something else
    \{x\in\mathbb{Z}: x^2<10\} | \{-3,-2,-1,1,2,3\} | something else
    \{x\in\mathbb{Z}: x^2<10\} | (-\sqrt{10},\sqrt{10}) | something else
    \{x\in\mathbb{Z}: x^2<10\} | \{0,1,2,3\} | something else
    \{x\in\mathbb{Z}: x^2<16\} | \{-4,-3,-2,-1,0,1,2,3,4\} | something else
    x=1+t, y=2-t | x=1-s, y=2-s | something else
    x=1+t, y=2-t | x=1+s, y=2-r | something else
    x=1+t, y=2-t | x=t, y=s | something else
    x=t, y=t^2 | x=s, y=s | something else
    x=1+t, y=2-t | (1,2) | something else
    x=1+k, y=2-k | x=1+m, y=2-m | something else
    x = y = z = 2 | 8 | something else
    x = y = z = 2 | x=2 | something else
    x = y = z = 2 | 2, 2 | something else
    x = y = z = 2 | (2,2) | something else
    x = y = z = 2 | 6 | something else
    m_{\max} = 5 | m_{\min} = 5 | something else
    m_{\max} = 5 | m = 5 | something else
    \sec x | cosec x | something else
    \csc x | \cos ec x | something else
  `);
});

describe("what stands beside a relation", () => {
  equal(table`
    a \equiv b \pmod n | b \equiv a \pmod n | a relation that goes both ways
    a^p \equiv a \pmod p | a^p \equiv a \pmod{p} | the same modulus
    \begin{cases}1&x\ge 0\\0&x<0\end{cases} | \begin{cases}1&t\ge 0\\0&t<0\end{cases} | another name of the only variable
    B) 12 | B) 12. | a choice and its text
    B) 12 | **B)** 12 | a choice and its text
  `);
  different(table`
    a^p \equiv a \pmod p | a^p \equiv a \pmod q | another modulus
    a^p \equiv a \pmod p | a^p \equiv a | no modulus
    a \equiv b \pmod n | a \equiv b \pmod m | another modulus
    \begin{cases}1&x\ge 0\\0&x<0\end{cases} | \begin{cases}1&x\ge 0\\0&y<0\end{cases} | conditions on different letters
    \begin{cases}x^2&x\le 1\\2x&x>1\end{cases} | \begin{cases}x^2&y\le 1\\2x&x>1\end{cases} | conditions on different letters
    \begin{cases}x^2&x\le 1\\2x&x>1\end{cases} | \begin{cases}x^2&y\le 1\\2x&y>1\end{cases} | values of another letter
    B) 12 | B) x12 | a choice with a different text
    \textbf{(C)}\ 25 | \textbf{(C)}\ i25 | a choice with a different text
  `);
});

describe("conditions", () => {
  equal(table`
    $a\ge b$ | $a-b\ge 0$ | all on one side
    $xy\ge1$ | $2\le 2xy$ | turned round and scaled
    $a\ne b$ | $b\ne a$ | the other way round
    $a=0$ or $b\ne 0$ | $b\ne0$ or $a=0$ | in any order
    $a=0$ and $b>0$ | $0<b$, $a=0$ | a comma is an and
    $3\mid n$ and $5\mid n$ | $n\equiv0\pmod5$ and $3\mid n$ | congruences
    $x=1$ or $x=2$ | $x=1$, $x=2$ | values of one unknown
    $x=1$ or $3x-4y+5=0$ | $x=1$, $3x-4y+5=0$ | lines in one plane
    $x=k\pi,k\in\mathbb Z$ | $x=n\pi,n\in\mathbb Z$ | a parameter has any name
    $3\mid n$ | $n=3k$ | the same unknown
    $n\equiv\pm1\pmod3$ | $n\equiv1\pmod 3$ and $n\equiv2\pmod3$ | residues of one unknown
    $x>1$ if $a=0$ | $1<x$ if $a=0$ | a bound under a condition
    $x>1$ | $y>1$ | any variable for a whole set
  `);
  different(table`
    $b^2-4ac\ge0$ | $b^2-4ac\ne 0$ | an inequality in both directions
    $a\ge b$ | $a\ne b$ | … of two letters
    $P(A)\le P(B)$ | $P(A)\ne P(B)$ | … of two quantities
    $\{(x,y): x\ge y\}$ | $\{(x,y): x\ne y\}$ | … in a set
    $a\ge b$ | $a\notin b$ | a relation that is not an inequality
    $x\ge2$ | $x\notin 2$ | … of a number
    $a=0$ and $b\ne 0$ | $a=0$ or $b\ne 0$ | and against or
    $a=0$ or $b\ne 0$ | $a=0$ and $b\ne 0$ | or against and
    $a=0\land xy=1$ | $a=0\lor xy=1$ | … between equations
    $3\mid n$ and $5\mid n$ | $3\mid n$ or $5\mid n$ | … between congruences
    $3\mid n$ | $3\mid n$ and $9\mid n$ | a second congruence
    $x=k\pi,k\in\mathbb Z$ | $y=k\pi,k\in\mathbb Z$ | a family for a different name
    $y=2x,x\in\mathbb Z$ | $x=2y,y\in\mathbb Z$ | … exchanged with its parameter
    $m\equiv1\pmod3$ | $n=3k+1$ | a congruence for a different name
    $n=3k$ | $3\mid m$ | … as a family
    $3\mid n,5\mid m$ | $3\mid m,5\mid n$ | names exchanged
    $3\mid n$ or $5\mid m$ | $3\mid m$ or $5\mid n$ | … between alternatives
    $3\mid n$ | $3\mid n$ or $3\mid m$ | one more name
    $a=0$ and $b>0$ | $a=0$ and $c>0$ | a bound on a different variable
    $x>1$ if $a=0$ | $y>1$ if $a=0$ | … under a condition
  `);
});

describe("and, or, and signs of logic", () => {
  equal(table`
    (1,2)\cup(3,\infty)   | x>1 and x<2 or x>3                | and binds more closely than or
    (1,2)\cup(3,\infty)   | x>3 \lor x>1\land x<2             | … as a sign too
    (1,2)\cup(3,\infty)   | x>3 \lor (x>1\land x<2)           | … with brackets
    (1,2)                 | x>1 \land (x<2\lor x<0)           | or in brackets
    (1,2),(3,4)           | x=1 and y=2 or x=3 and y=4        | two solutions
    \{1,2\}               | x=1\lor x=2                       | alternatives
    x=1,y=2               | x=1\land y=2                      | two names
    [1,2]\cup[3,4]\cap[3,5] | [1,2]\cup[3,4]                  | an intersection comes before a union
  `);
  different(table`
    \mathbb{R}            | x>1 and x<2 or x>3                | not or throughout
    \{1,2\}               | x=1\land x=2                      | one number is not two
    x=1\text{ or }x=2     | x=1 ∧ x=2                         | … as a character
    \{1,2\}               | And(Eq(x, 1), Eq(x, 2))           | … of a program
    1,2                   | 1\land2                           | numbers are no statements
    1,2,3                 | 1 and 2 or 3                      | no list
    A\cup B\cap C         | (A\cup B)\cap C                   | an intersection comes before a union
    [3,4]                 | [1,2]\cup[3,4]\cap[3,5]           | an intersection comes before a union
  `);
});

describe("numbered values of one unknown", () => {
  equal(table`
    -1, 3                 | x_1 = 3, x_2 = -1                 | a list in any order
    \{-1,3\}              | x_1=-1, x_2=3                     | a set
    x=4\pm2\sqrt7         | x_1=4+2\sqrt7, x_2=4-2\sqrt7      | both signs
    \lambda=2,3           | \lambda_1=2, \lambda_2=3          | eigenvalues
  `);
  different(table`
    x_1=1, x_2=2          | x=1 or x=2                        | two unknowns may be meant
    x_1=1, x_2=2          | x_1=2, x_2=1                      | the gold has names
    (1,2)                 | x_1=2, x_2=1                      | a point has an order
    x=1\text{ or }x=2     | y_1=1, y_2=2                      | a different unknown
    -1, 3                 | x_1 = 3, x_2 = 1                  | a different value
    -1, 3                 | x = 3, y = -1                     | two unknowns
  `);
});
