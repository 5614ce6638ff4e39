// Reading structures: points, matrices, sets, statements and words; spellings that are one tree.

import { describe, expect, it } from "vitest";
import { table } from "../../../test/grading-table.ts";
import { read, same, unlike } from "../../../test/reading-table.ts";

describe("points, vectors, matrices", () => {
  same(table`
    (1,2)              | \left(1, 2\right)        | a tuple
    (1,2)              | ( 1 , 2 )                | a tuple
    \langle 1,2\rangle | ⟨1,2⟩                    | a vector
    \langle 1, 2\text{ cm} \rangle | ⟨1, 2 cm⟩    | a unit before the bracket
    \begin{pmatrix}1\\2\end{pmatrix} | \begin{bmatrix}1\\2\end{bmatrix} | a column
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \left(\begin{array}{cc}1&2\\3&4\end{array}\right) | a matrix
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix} 1 & 2 \\[4pt] 3 & 4 \\ \end{pmatrix} | row breaks
    \begin{vmatrix}1&2\\3&4\end{vmatrix} | \det\begin{pmatrix}1&2\\3&4\end{pmatrix} | a determinant
  `);
  unlike(table`
    (1,2)              | [1,2]                    | brackets are kept
    (1,2)              | 1,2                      | brackets are kept
    \begin{pmatrix}1&2\end{pmatrix} | \begin{pmatrix}1\\2\end{pmatrix} | rows are kept
  `);
});

describe("sets and intervals", () => {
  same(table`
    \{1,2\}            | \left\{1, 2\right\}      | a set
    \{1,2\}            | {1, 2}                   | a set without backslashes
    \{1,2\}            | \lbrace 1,2 \rbrace      | a set by the braces' names
    \emptyset          | \varnothing              | the empty set
    \emptyset          | \{\}                     | the empty set
    \{x : x>1,234\}    | \{x : x>1234\}           | commas in a condition
    \{x \mid x>0\}     | \{x : x>0\}              | a set-builder
    \{x \mid x>0\}     | \{x|x>0\}                | a set-builder
    A \cup B           | A ∪ B                    | a union
    [0,1]\cap[1,2]     | [0,1] ∩ [1,2]            | an intersection
    \mathbb{R}\setminus\{0\} | ℝ \backslash \{0\} | a difference
    \mathbb{R}\setminus\{0\} | \mathbb{R}-\{0\}   | a difference
    \mathbb{R}         | ℝ                        | a set's name
    \mathbb{Z}^+       | \mathbb{Z}^{+}           | a set's name
    [1,2)              | \left[1,2\right)         | an interval
    (-\infty,3]        | (-∞, 3]                  | a ray
  `);
  unlike(table`
    \{1,2\}            | (1,2)                    | brackets are kept
    \{1,2\}            | \{2,1\}                  | order is kept; comparing forgets it
    [1,2)              | (1,2]                    | ends are kept
    A \cup B           | A \cap B                 | operations are kept
  `);
});

describe("relations", () => {
  same(table`
    x \le 3            | x ≤ 3                    | every spelling
    x \leqslant 3      | x <= 3                   | every spelling
    x \geq 3           | x >= 3                   | every spelling
    x \ne 3            | x \not= 3                | every spelling
    x \neq 3           | x != 3                   | every spelling
    1<x<2              | 1 \lt x \lt 2            | a chain
    x \in \mathbb{Z}   | x ∈ ℤ                    | membership
    x \approx 3.14     | x ≈ 3.14                 | about
    n \equiv 2 \pmod 5 | n ≡ 2 \pmod{5}          | a congruence
    n \equiv 2 \pmod{5} | n \equiv 2 \mod 5       | a congruence
    f(x)=x^2           | f \left( x \right) = x^2 | a function with a space
    x=1                | x == 1                   | an equation
    f(x)=x^2           | f\left(x\right) = x^2  | a function
    \begin{cases}x=1\\y=2\end{cases} | x=1, y=2   | a system
    \begin{cases}5\end{cases} | 5                 | one branch without a condition
    \begin{aligned}x&=1\\y&=2\end{aligned} | x=1, y=2 | a system
    \begin{cases}1 & x>0\\0 & x\le 0\end{cases} | \begin{cases}1 & \text{if } x>0\\0 & \text{if } x\le 0\end{cases} | branches
  `);
  unlike(table`
    x<3                | x \le 3                  | the relation is kept
    x<3                | 3>x                      | the writing is kept
    x=3                | x \ne 3                  | the relation is kept
  `);
});

describe("lists, labels, ratios", () => {
  same(table`
    1, 2               | 1; 2                     | a list
    1 \text{ or } 2    | 1 or 2                   | joined by a word
    1 \text{ and } 2   | $1$ and $2$              | joined by a word
    1, 2, \ldots       | 1, 2, ...                | an ellipsis
    1, 2, \dots, 10    | 1, 2, …, 10              | an ellipsis
    Minimum: 1         | \text{Minimum: } 1       | a label
    2:3                | 2 : 3                    | a ratio
    2:3                | 2 \colon 3               | a ratio
    k\pi, k\in\mathbb{Z} | k\pi, k ∈ ℤ            | a family
  `);
  unlike(table`
    2:3                | 2/3                      | a ratio is no quotient
    1 \text{ or } 2    | 1 \text{ and } 2         | the word is kept
    1, 2               | 12                       | two things
  `);
});

describe("units and words", () => {
  same(table`
    5 \text{ cm}       | 5\,\mathrm{cm}           | a unit
    5 cm               | 5 \text{cm}              | a unit
    5 \text{ m/s}      | 5 \text{ m} / \text{s}   | a quotient of units
    5 \text{ cm}^2     | 5 \text{ cm}^{2}         | a power of a unit
    12 \text{ ways}    | 12 ways                  | a noun
    \text{yes}         | yes                      | a word
    \text{True}        | true                     | a truth value
    \text{no solution} | no solution              | words
  `);
  unlike(table`
    5 \text{ m}        | 5m                       | a variable
    5 \text{ cm}       | 5 \text{ mm}             | another unit
    \text{yes}         | \text{no}                | another word
  `);
  it("reads a single letter as a variable and a word as words", () => {
    expect(read("x")).toEqual({ kind: "symbol", name: "x" });
    expect(read("Tuesday")).toEqual({ kind: "text", words: "Tuesday" });
    expect(read("true")).toEqual({ kind: "bool", value: true });
  });
});
