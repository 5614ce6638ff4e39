// Several values at once, and sets of numbers: what order, repeats and brackets mean.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("list", () => {
  equal(table`
    1, 2, 3       | 3, 1, 2            | a bare list in any order
    1, 2          | 2 and 1            | joined by a word
    1, 2          | 2 or 1             | joined by the other word
    1, 2          | 1; 2               | semicolons
    1, 2, 3       | 1, 2, and 3        | a comma before the word
    1 \text{ and } 2 | 2, 1            | the word set as text
    1, 1, 2       | 1, 2, 1            | repeats, in any order
    0.5, 0.25     | \frac{1}{4}, \frac{1}{2} | by value, not by looks
    1, 2          | \{2, 1\}           | a list equals a set in any order
    1, 2          | (1, 2)             | a list equals a tuple in written order
    (1,2), (3,4)  | (3,4), (1,2)       | a list of points
    \sqrt{2}, \pi | π, √2              | any values
    2, 3, 5, 7, 11, 13 | 13, 2, 11, 3, 7, 5 | a longer list
    $1$, $2$      | $2$ and $1$        | each between dollars
  `);
  different(table`
    \langle 1,2\rangle | (1,2] | a vector against an interval
    [1,2) | \langle 1,2\rangle | an interval against a vector
    1, 2          | 1                  | one is missing
    1             | 1, 2               | one too many: two guesses are no answer
    1             | 1, 1               | said twice is two
    1, 2          | 1, 2, 3            | one too many
    1, 2          | 1, 3               | another item
    1, 1, 2       | 1, 2               | a list counts repeats
    1, 1, 2       | 1, 2, 2            | another item repeated
    1, 2          | 12                 | no digits run together
    1, 2          | (2, 1)             | a tuple is read in its order
    (1,2), (3,4)  | (2,1), (4,3)       | each point has its order
    (1,2), (3,4)  | (1,2,3,4)          | two points are not one of four
    1, 2          | 1 + 2              | joined, not added
  `);
});

describe("set", () => {
  equal(table`
    \{1,2,3\}     | \{3,1,2\}          | any order
    \{1,2\}       | \{1,2,2\}          | repeats are ignored
    \{1,1,2\}     | \{2,1\}            | repeats are ignored
    \{1,2\}       | 2, 1               | a bare list in any order
    \{1,2\}       | \left\{ 2, 1 \right\} | the size of braces does not matter
    \{1,2\}       | {1, 2}             | braces without a backslash
    \{(1,2),(3,4)\} | \{(3,4),(1,2)\}  | a set of points
    \{\{1\},\{2,3\}\} | \{\{3,2\},\{1\}\} | a set of sets
    \{1,2\}\cup\{3\} | \{1,2,3\}       | a union of finite sets
    \emptyset     | \{\}               | the empty set
    \varnothing   | ∅                  | the empty set
    \{1, 2\} | \{1; 2\} | semicolons
    \{1, 2\} | S = \left\{1;\,2\right\} | a name, and semicolons
  `);
  different(table`
    \{1,2\}       | \{1,3\}            | another element
    \{1,2\}       | \{1\}              | one is missing
    \{1,2\}       | \{1,2,3\}          | one too many
    \{1,2\}       | \{12\}             | no digits run together
    \{1,2\}       | 3                  | a set is no sum
    \{1,2\}       | \{\{1\},\{2\}\}    | a set of numbers is no set of sets
    \{(1,2)\}     | \{(2,1)\}          | a point has its order
    \emptyset     | 0                  | nothing is not zero
    \emptyset     | \{0\}              | nothing is not zero
    \emptyset     | \{\emptyset\}      | not even the set of it
    \{1, 2, 5\} | \{1,5; 2,5\} | commas that may be decimal
    \emptyset | {∅} | a set with one element
  `);
});

describe("tuple", () => {
  equal(table`
    (1,2)         | (1, 2)             | spaces do not matter
    (1,2,3)       | \left(1,2,3\right) | the size of brackets does not matter
    (1,2)         | 1, 2               | a bare list in written order
    (\frac{1}{2}, 3) | (0.5, 3)        | by value
    (1,2)         | $(1,2)$            | between dollars
    (1,(2,3))     | (1,(2,3))          | a tuple in a tuple
    (x,y)=(1,2)   | (1,2)              | with its names
    (1,2)         | (x,y) = (1,2)      | with its names in the answer
    (1234,5)      | (1234, 5)          | an entry of four digits
  `);
  different(table`
    (1,2)         | (2,1)              | the order counts
    (1,2)         | 2, 1               | the order counts against a list
    (1,2,3)       | (1,2)              | one is missing
    (1,2)         | (1,2,3)            | one too many
    (1,2)         | (1,3)              | another entry
    (1,2)         | \{1,2\}            | a tuple is no set
    \{1,2\}       | (1,2)              | a set is no tuple
    (1,2)         | \frac{1}{2}        | a tuple is no quotient
    (1,234)       | 1234               | a comma in a tuple separates
    (x,y)=(1,2)   | (y,x)=(1,2)        | the names count
    (1,1)         | 1                  | two entries are not one value
  `);
});

describe("vector", () => {
  equal(table`
    (1,2,3) | \begin{pmatrix}1\\2\\3\end{pmatrix} | a column is a tuple
    (1,2,3) | \begin{pmatrix}1&2&3\end{pmatrix}   | a row is a tuple
    \begin{pmatrix}1\\2\\3\end{pmatrix} | \begin{bmatrix}1&2&3\end{bmatrix} | a column is a row
    \begin{pmatrix}1\\2\\3\end{pmatrix} | (1,2,3)  | a tuple is a column
    \begin{pmatrix}1\\2\\3\end{pmatrix} | [1,2,3]  | brackets of a program
    \begin{pmatrix}1\\2\\3\end{pmatrix} | 1, 2, 3  | a bare list in written order
    \langle 1,2 \rangle | (1,2)                   | angle brackets
    \begin{pmatrix}1/2\\3\end{pmatrix} | \begin{pmatrix}0.5\\3\end{pmatrix} | by value
    \frac{1}{2}\begin{pmatrix}2\\4\end{pmatrix} | (1,2) | a factor before it
  `);
  different(table`
    (1,2,3) | \begin{pmatrix}1\\3\\2\end{pmatrix} | another order
    (1,2,3) | \begin{pmatrix}1\\2\end{pmatrix}    | another length
    \begin{pmatrix}1\\2\end{pmatrix} | \{1,2\}    | a vector is no set
    \begin{pmatrix}1\\2\end{pmatrix} | \begin{pmatrix}-1\\-2\end{pmatrix} | the opposite vector
    \begin{pmatrix}1\\2\end{pmatrix} | \begin{pmatrix}2\\4\end{pmatrix}   | a multiple of it
    \begin{pmatrix}3\\4\end{pmatrix} | 5          | not its length
  `);
});

describe("matrix", () => {
  equal(table`
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{bmatrix}1&2\\3&4\end{bmatrix} | the brackets do not matter
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \left(\begin{array}{cc}1&2\\3&4\end{array}\right) | an array
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [[1,2],[3,4]] | as programs print it
    \begin{pmatrix}1&2\\3&4\\\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix} | a last line break
    \begin{pmatrix}\frac{1}{2}&0\\0&1\end{pmatrix} | \begin{pmatrix}0.5&0\\0&1\end{pmatrix} | by value
    \frac{1}{2}\begin{pmatrix}2&4\\6&8\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix} | a factor before it
    -2 | \begin{vmatrix}1&2\\3&4\end{vmatrix}    | a determinant is a number
    \begin{pmatrix}a&b\\c&d\end{pmatrix} | \begin{pmatrix} a & b \\ c & d \end{pmatrix} | variables as entries
  `);
  different(table`
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&3\\2&4\end{pmatrix} | the transpose
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&2\\3&5\end{pmatrix} | one entry
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&2&3&4\end{pmatrix}  | another shape
    \begin{pmatrix}1&2&3\\4&5&6\end{pmatrix} | \begin{pmatrix}1&2\\3&4\\5&6\end{pmatrix} | rows and columns exchanged
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | (1,2,3,4)   | a matrix is no tuple
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | -2          | a matrix is not its determinant
    \begin{pmatrix}1&0\\0&1\end{pmatrix} | 1           | the unit matrix is no number
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&2\\3\end{pmatrix} | rows of different lengths
  `);
});

describe("ratio", () => {
  equal(table`
    1:2      | 2:4      | not reduced
    2:4      | 1:2      | reduced
    1:2      | 1 : 2    | spaces do not matter
    1:2:3    | 2:4:6    | of three
    1:2      | 0.5:1    | decimals
    3:2      | \frac{1}{2}:\frac{1}{3} | fractions
    3:4      | $3:4$    | between dollars
    1:\sqrt{2} | \sqrt{2}:2 | irrational ones
    4:9 | 4 to 9 | in words
    1:2:3 | 2 to 4 to 6 | in words, proportional
  `);
  different(table`
    2:3      | \frac{3}{2} | the inverse
    \frac{2}{3} | 3:2   | the inverse
    1:2      | 2:1      | the order counts
    2:1      | 2%       | a mark
    2%       | 2:1      | a mark
    0.5%     | 1:2      | a mark
    2:1      | 2°       | an angle
    2:1      | \$2       | money
    2:1      | 2nd      | a position
    2:1      | 2 m      | a unit
    1:2:3    | 1:3:2    | the order counts
    1:2:3    | 1:2      | one is missing
    1:2      | 1:3      | another ratio
    1:2      | 1, 2     | a ratio is no list
    12:24    | 0.5      | no lowest terms: it may be a time
    \frac12 | 2:4      | no lowest terms
    \frac16 | 1:2:3    | three terms
    2:3      | \{\frac23\} | a set
    4:9 | 9 to 4 | exchanged, in words
    4:9 | from 4 to 9 | a range
    \frac49 | 4 to 9 | no ratio is asked for
  `);
});

describe("plus-minus", () => {
  equal(table`
    \pm 3         | 3, -3                   | the list of both
    \pm 3         | -3 or 3                 | in any order
    3, -3         | ±3                      | on the answer's side
    \pm 3         | +/-3                    | a keyboard's sign
    \pm 3         | \{-3, 3\}               | as a set
    2\pm\sqrt{3}  | 2+\sqrt{3}, 2-\sqrt{3}  | both values
    1\pm 2        | -1, 3                   | both values, calculated
    \frac{1\pm\sqrt{5}}{2} | \frac{1+\sqrt{5}}{2}, \frac{1-\sqrt{5}}{2} | inside a fraction
    x=\pm 2       | x=2 or x=-2             | of a variable
    2\pm\sqrt{3}  | 2\mp\sqrt{3}            | the same two
    \pm 1, \pm 2  | 1, -1, 2, -2            | several of them
    \pm 2 | x_1=-2, x_2=2 | roots that are numbered
  `);
  different(table`
    \pm 3         | 3                       | never one of them
    \pm 3         | -3                      | never one of them
    3             | \pm 3                   | never both for one
    2\pm\sqrt{3}  | 2+\sqrt{3}              | never one of them
    2\pm\sqrt{3}  | 3\pm\sqrt{2}            | other values
    \pm 3         | 3, 3                    | the signs count
    \pm 3         | \pm 4                   | other values
    \pm 3         | |3|                     | an absolute value is one value
    \pm 2 | x_1=2, x_2=2 | the same root twice
    \pm 2 | x=2, y=-2 | two unknowns
    \pm 2 | x_1=2, y_2=-2 | two unknowns with numbers
  `);
});

describe("rings, groups, distributions, points and directions", () => {
  equal(table`
    \mathbb{Z}[\sqrt2]          | \mathbb{Z}[\sqrt{2}]                    | what is adjoined
    SU(3)\times SU(2)           | SU(3) \times SU(2)                      | a product of groups
    A(1,2)                      | (1,2)                                   | a point with its name
    A(1,2)                      | A=(1,2)                                 | a point with its name
    N30^\circ E                 | N 30^{\circ} E                          | a direction
    (1,2)^T                     | (1,2)                                   | a vector
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [[1,3],[2,4]]^T                | a transpose, in the notation of programs
    \begin{cases}x>1\\x<2\end{cases}     | 1<x<2                          | a system of inequalities
  `);
  different(table`
    \mathbb{Z}[\sqrt2]          | \mathbb{Z}\sqrt2                        | a ring is no set of multiples
    \mathbb{Q}(i)               | \mathbb{Q}i                             | a field is no set of multiples
    \mathbb{Z}[i]               | \mathbb{Z}(i)                           | round brackets adjoin inverses too
    SU(3)\times U(2)            | U(3)\times SU(2)                        | other groups
    SL(2)\times GL(3)           | GL(2)\times SL(3)                       | other groups
    N(2,9)                      | 2<x<9                                   | a point or a distribution is no interval
    A(1,2)                      | 1<x<2                                   | a point is no interval
    \mathcal N(\mu,\sigma^2)    | (\mu,\sigma^2)                          | a distribution is no pair
    \mathcal{U}(0,1)            | 0<x<1                                   | a distribution is no interval
    N30^\circ E                 | E30^\circ N                             | the first letter says where the angle begins
    [[1,2],[3,4]]               | [[1,2],[3,4]]^T                         | a transpose
    [[1,2,3],[4,5,6]]           | [[1,2,3],[4,5,6]]^T                     | a transpose
    1, 2, 3, 4                  | \begin{pmatrix}1\\2\\3\\4\end{pmatrix}  | a column is no list
    x<1 \text{ or } x>2         | \begin{cases}x<1\\x>2\end{cases}        | one brace says both
    x<1 \text{ or } x>2         | \left\{\begin{array}{l}x<1\\x>2\end{array}\right. | one brace says both
    \forall x\in\mathbb{R}, x^2+1>0 | x^2+5>0                             | a statement about all is no condition
    \forall x>1, x^2>1          | (1,\infty)                              | a statement is no interval
    180(n-2)                    | 180k, k\in\mathbb Z                     | a formula in n is no family
    P=4n+2                      | P=4k-2, k\in\mathbb Z                   | a formula in n is no family
  `);
});
