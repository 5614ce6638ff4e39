// Sets of real numbers: intervals, inequalities, chains, set-builders and unions are compared as the sets that they
// denote.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./verify.ts";

describe("interval", () => {
  equal(table`
    (1,2)        | (1, 2)              | a point or an interval, the same writing
    (1,2)        | 1<x<2               | an open interval
    1<x<2        | (1,2)               | the same from the other side
    [1,2]        | 1 \le x \le 2       | a closed interval
    [1,2)        | 1 \le x < 2         | half open
    (1,2]        | 2 \ge x > 1         | read from right to left
    (1,2)        | ]1,2[               | the French manner
    [1,2)        | [1,2[               | the French manner
    [1,2]        | x \in [1,2]         | with its variable
    [1,2]        | \left[1, 2\right]   | the size of brackets does not matter
    (-\infty,3]  | x \le 3             | a ray
    (5,\infty)   | (5,+\infty)         | a sign before infinity
    (5,\infty)   | (5,∞)               | Unicode
    [0.5,1]      | [\frac{1}{2},1]     | ends by value
    [-\sqrt{2},\sqrt{2}] | -\sqrt{2} \leq x \leq \sqrt{2} | irrational ends
    \mathbb{R}   | (-\infty,\infty)    | the whole line
    x\in[0,1], y\in[0,2] | y\in[0,2], x\in[0,1] | by name
  `);
  different(table`
    (1,2)        | [1,2]               | the ends count
    [1,2]        | (1,2)               | the ends count
    [1,2)        | (1,2]               | the other end
    (1,2)        | 1 \le x \le 2       | the ends count
    (1,2)        | (1,3)               | another end
    (1,2)        | 2<x<1               | nothing lies there
    [1,2]        | 1, 2                | an interval is no list of its ends
    [1,2]        | \{1,2\}             | an interval is no set of its ends
    (1,\infty)   | (-\infty,1)         | the other ray
    (5,\infty)   | 5                   | a ray is no number
    \mathbb{R}   | \mathbb{Z}          | another set
    x\in[0,1], y\in[0,2] | y\in[0,1], x\in[0,2] | exchanged
    x\in[0,1], y>2 | y\in[0,1], x>2 | exchanged
    x\in A, y\in B | x\in B, y\in A | exchanged
    a=1, b\in[0,1] | a=1, c\in[0,1] | another name
  `);
});

describe("inequality", () => {
  equal(table`
    x>5          | (5,\infty)          | a ray
    x>5          | 5<x                 | turned round
    x>5          | y>5                 | any variable
    x \ge 5      | x >= 5              | a keyboard's sign
    x \geqslant 5 | x ≥ 5              | every spelling
    x>2          | 2x>4                | up to a positive factor
    x<-3         | -x>3                | a negative factor turns it
    x \ne 0      | (-\infty,0)\cup(0,\infty) | all but a point
    x \ne 0      | \mathbb{R}\setminus\{0\}  | all but a point
    x \neq 0     | x != 0              | a keyboard's sign
    |x|<3        | (-3,3)              | an absolute value
    x > 1 \text{ and } x < 2 | (1,2)   | two bounds at once
  `);
  different(table`
    x>5          | x \ge 5             | strict or not
    x>5          | x<5                 | the direction
    x>5          | 5                   | no number
    x>5          | x=5                 | no equation
    x>5          | x>6                 | another bound
    x>2          | -2x>-4              | a negative factor turns it
    x \ne 0      | \mathbb{R}          | the point is missing
    x \ne 0      | x = 0               | the very opposite
    |x|<3        | x<3                 | bounded on one side only
    x > 1 \text{ or } x < 2 | (1,2)    | one of two is not both
  `);
});

describe("chain", () => {
  equal(table`
    1<x<3        | 3>x>1               | turned round
    1<x<3        | 1 < t < 3           | any variable
    1<x<3        | x>1 \text{ and } x<3 | two bounds
    -1 \le x < 1 | [-1,1)              | an interval
    0<2x<4       | 0<x<2               | solved for the variable
  `);
  different(table`
    1<x<3        | 1<x \le 3           | one end
    1<x<3        | 1<x<4               | another end
    1<x<3        | x<3                 | one bound only
    1<x<3        | x<1 \text{ or } x>3 | the complement
  `);
});

describe("set-builder", () => {
  equal(table`
    \{x \mid x>5\}              | (5,\infty)     | a bar
    \{x : x>5\}                 | (5,\infty)     | a colon
    \{x|x>5\}                   | x>5            | a keyboard's bar
    \{x \in \mathbb{R} : 0<x\le 1\} | (0,1]      | with the set it is taken from
    (0,1]                       | \{t \mid 0<t\le 1\} | any variable
    \{x \mid x<1 \text{ or } x>2\} | (-\infty,1)\cup(2,\infty) | alternatives
    \{x \mid x \ne 0\}          | \mathbb{R}\setminus\{0\} | all but a point
    \{x \mid x^2-3x+2=0\}       | \{1,2\}        | the solutions of an equation
    \{x \mid x^2=4, x>0\}       | \{2\}          | … within bounds
    \{x\in\mathbb{Z} \mid 2x^2-3x+1=0\} | \{1\} | … among the whole numbers
    \{x\in\mathbb{R} \mid x^2+1=0\} | \emptyset  | … of which there are none
    x\in\mathbb{R}, x\ne\pm1     | \mathbb{R}\setminus\{-1,1\} | without braces
  `);
  different(table`
    \{x \mid x>5\}              | [5,\infty)     | the end
    \{x \mid x>5\}              | \{5\}          | not the bound
    \{x \mid x^2-3x+2=0\}       | \{1\}          | a solution is missing
    \{x\in\mathbb{Z} \mid 2x^2-3x+1=0\} | \{1,\frac12\} | no whole number
    x\in\mathbb{Z}, x>3         | (3,\infty)     | whole numbers alone
    \{x \in \mathbb{Z} : 0<x<4\} | (0,4)         | integers only
    \{x \mid x<1 \text{ or } x>2\} | (1,2)       | the complement
  `);
  it("does not solve what may be complex", () => {
    for (const set of ["\\{x\\in\\mathbb{C}: x^2+1=0\\}", "\\{z: z^2+1=0\\}"])
      expect(verify(set, "\\emptyset").verdict).toBe("undecided");
    expect(verify("\\{x\\in\\mathbb{C}: x\\ne1\\}", "\\mathbb{R}\\setminus\\{1\\}").equal).toBe(false);
  });
});

describe("union", () => {
  equal(table`
    (-\infty,1)\cup(2,\infty) | (2,\infty)\cup(-\infty,1) | any order
    (-\infty,1)\cup(2,\infty) | x<1 or x>2     | as inequalities
    (-\infty,1)∪(2,∞)         | (-\infty,1) U (2,\infty) | a letter for the sign
    [1,5]                     | [1,3]\cup[2,5] | overlapping pieces
    [1,5]                     | [1,3)\cup[3,5] | touching pieces
    [1,2]\cup\{3\}            | \{3\}\cup[1,2] | an isolated point
    (2,5)                     | (0,5)\cap(2,8) | an intersection
    [0,5)                     | [0,5]\setminus\{5\} | a difference
    x=0 or x \ge 3            | \{0\}\cup[3,\infty) | a value or a bound
    \mathbb{R}\setminus\{0\} | \mathbb{R} \setminus {0} | plain braces
    \bigcup_{k\in\mathbb{Z}}(2k\pi,(2k+1)\pi) | \bigcup_{n\in\mathbb{Z}}\left(2\pi n,\,2\pi n+\pi\right) | an index of another name
  `);
  different(table`
    (-\infty,1)\cup(2,\infty) | (-\infty,1]\cup[2,\infty) | the ends count
    (-\infty,1)\cup(2,\infty) | (2,\infty)     | a piece is missing
    (-\infty,1)\cup(2,\infty) | (1,2)          | the complement
    (-\infty,1)\cup(2,\infty) | (-\infty,1)\cap(2,\infty) | an intersection is no union
    [1,5]                     | [1,3]\cup[4,5] | a gap
    [1,5]                     | [1,3)\cup(3,5] | a point is missing
    [1,2]\cup\{3\}            | [1,3]          | an isolated point is no interval
    \mathbb{R}\setminus\{0,1\} | \mathbb{R}\setminus\{0\} | a point too many
    \mathbb{R}\setminus\{0\} | \mathbb{R} \setminus {1} | another point
    \bigcup_{k\in\mathbb{Z}}(2k\pi,(2k+1)\pi) | \bigcup_{n\in\mathbb{Z}}[2n\pi,(2n+1)\pi] | closed ends
    \bigcup_{k\in\mathbb{Z}}(2k\pi,(2k+1)\pi) | \bigcup_{n\in\mathbb{N}}(2n\pi,(2n+1)\pi) | another range of the index
    \bigcup_{k\in\mathbb{Z}}(2k\pi,(2k+1)\pi) | \bigcap_{n\in\mathbb{Z}}(2n\pi,(2n+1)\pi) | an intersection
    \bigcup_{k\in\mathbb{Z}}(k,n) | \bigcup_{n\in\mathbb{Z}}(n,n) | a name that stood for something else
  `);
});
