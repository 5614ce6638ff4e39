// The rules of deciding on sets, families, equations, cases and collections, one by one, as rules.test.ts has them for
// values.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { table } from "../grading-table.ts";
import { verdict } from "./verdicts.ts";

describe("intervals and inequalities", () => {
  verdict(
    "equal",
    table`
    (1,2]                        | 1<x\le 2                   | an interval and a chain
    [\sqrt2,\infty)              | x\ge\sqrt2                 | a ray
    (-\infty,0)\cup(0,\infty)    | x\ne 0                     | all but a point
    \mathbb{R}\setminus\{0\}     | x\ne 0                     | a difference
    [0,1]\cup[1,2]               | [0,2]                      | pieces that touch
    [0,1)\cup[1,2]               | [0,2]                      | pieces that meet
    (0,2)\cap(1,3)               | (1,2)                      | what is in both
    \{x\mid x^2<4\}              | (-2,2)                     | a set-builder
    x^2-5x+6\ge 0                | (-\infty,2]\cup[3,\infty)  | a quadratic
    x^2<2                        | (-\sqrt2,\sqrt2)           | with irrational ends
    x^4-5x^2+4<0                 | (-2,-1)\cup(1,2)           | a biquadratic
    |x-1|<3                      | (-2,4)                     | an absolute value
    |x-1|+|x+1|\le 4             | [-2,2]                     | two absolute values
    \frac{x-1}{x+2}\ge 0         | (-\infty,-2)\cup[1,\infty) | a quotient
    (x-1)^2(x-3)\le 0            | (-\infty,3]                | a double zero
    (x-1)^2>0                    | x\ne 1                     | a double zero alone
    2^x<8                        | (-\infty,3)                | an exponential
    \left(\frac12\right)^x<8     | (-3,\infty)                | a falling exponential
    \ln x<1                      | (0,e)                      | a logarithm
    \sqrt{x}<2                   | [0,4)                      | a root
    x>2, x<5                     | (2,5)                      | both conditions
    x<2 \text{ or } x>5          | (-\infty,2)\cup(5,\infty)  | either condition
    2x+y<4                       | 4x+2y<8                    | up to a positive factor
  `,
  );
  verdict(
    "different",
    table`
    (1,2]                        | 1\le x\le 2                | an end is closed
    (1,2)                        | [1,2]                      | both ends are closed
    [\sqrt2,\infty)              | x>\sqrt2                   | an end is open
    (-\infty,0)\cup(0,\infty)    | \mathbb{R}                 | a point too many
    [0,1)\cup(1,2]               | [0,2]                      | a point is missing
    (0,2)\cap(1,3)               | (0,3)                      | that is the union
    x^2-5x+6\ge 0                | [2,3]                      | the other side
    x^2-5x+6>0                   | (-\infty,2]\cup[3,\infty)  | the ends are open
    x^2<2                        | (-2,2)                     | other ends
    |x-1|<3                      | (-4,2)                     | another sign
    \frac{x-1}{x+2}\ge 0         | (-\infty,-2]\cup[1,\infty) | a pole is no solution
    (x-1)^2(x-3)<0               | (-\infty,3)                | a double zero is none
    \left(\frac12\right)^x<8     | (-\infty,-3)               | falling, not rising
    \ln x<1                      | (-\infty,e)                | a logarithm has no value there
    \sqrt{x}<2                   | (-\infty,4)                | a root has no value there
    x<2 \text{ or } x>5          | (2,5)                      | the other side
    (1,3)                        | (1,3.000001)               | another end
  `,
  );
  it("does not turn an inequality round", () => {
    expect(verify("2x+y<4", "-4x-2y<-8").equal).toBe(false);
    expect(verify("2x+y<4", "2x+y\\le 4").equal).toBe(false);
    expect(verify("2x+y<4", "2x+y>4").equal).toBe(false);
  });
});

describe("sets of whole numbers", () => {
  verdict(
    "equal",
    table`
    \{n\in\mathbb{Z}\mid 0<n<4\} | \{1,2,3\}                  | listed
    \{n\in\mathbb{Z}\mid n\ge 1\} | \mathbb{Z}^+              | named
    \{x\in\mathbb{Z}\mid x>2\}   | \{x\in\mathbb{Z}\mid x\ge 3\} | bounds of whole numbers
  `,
  );
  verdict(
    "different",
    table`
    \{n\in\mathbb{Z}\mid 0<n<4\} | \{0,1,2,3\}                | a bound too far
    \{n\in\mathbb{Z}\mid 0<n<4\} | (0,4)                      | whole numbers only
    \mathbb{Z}                   | \mathbb{R}                 | whole numbers only
  `,
  );
});

describe("families and congruences", () => {
  verdict(
    "equal",
    table`
    \frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{7\pi}{6}+n\pi, n\in\mathbb{Z} | another start and name
    \frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{\pi}{6}-m\pi, m\in\mathbb{Z} | the other way
    \frac{k\pi}{2}, k\in\mathbb{Z} | k\pi, \frac{\pi}{2}+k\pi, k\in\mathbb{Z} | a union of residues
    n\equiv 2\pmod 4             | 4k+2, k\in\mathbb{Z}       | a congruence
    n\equiv 2\pmod 4             | n\equiv -2\pmod 4          | another residue of the class
    n\equiv 1,3\pmod 4           | n\equiv 1\pmod 2           | a union of residues
    k^2, k\in\mathbb{Z}          | (m+1)^2, m\in\mathbb{Z}    | the same values
  `,
  );
  verdict(
    "different",
    table`
    \frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{\pi}{6}+2k\pi, k\in\mathbb{Z} | every second one
    \frac{\pi}{6}+k\pi, k\in\mathbb{Z} | \frac{\pi}{3}+k\pi, k\in\mathbb{Z} | another start
    \frac{k\pi}{2}, k\in\mathbb{Z} | k\pi, \frac{\pi}{3}+k\pi, k\in\mathbb{Z} | another residue
    k\pi, k\in\mathbb{Z}         | k\pi, \frac{\pi}{2}+k\pi, k\in\mathbb{Z} | one class too many
    n\equiv 2\pmod 4             | 4k+1, k\in\mathbb{Z}       | another residue
    n\equiv 2\pmod 4             | n\equiv 2\pmod 8           | another modulus
    n\equiv 1,3\pmod 4           | n\equiv 0\pmod 2           | the even ones
  `,
  );
});

describe("equations", () => {
  verdict(
    "equal",
    table`
    y=2x+1                       | 2x-y+1=0                   | everything on one side
    x^2+y^2=25                   | 3x^2+3y^2=75               | up to a factor
    3x-4y+7=0                    | 4y-3x=7                    | up to a negative factor
    y=\frac1x                    | xy=1                       | without denominators
    \frac{x^2}{4}+\frac{y^2}{9}=1 | 9x^2+4y^2=36              | without denominators
    y=\sin 2x                    | y=2\sin x\cos x            | by identities
  `,
  );
  verdict(
    "different",
    table`
    y=2x+1                       | 2x+y+1=0                   | another sign
    x^2+y^2=25                   | x^2+y^2=24                 | another radius
    x^2+y^2=25                   | x^2+2y^2=25                | an ellipse
    y=\frac1x                    | xy=2                       | another branch
    x+y=1                        | (x+y)^2=1                  | more solutions
    x-y=0                        | 0=0                        | that always holds
    x+y=1                        | x-x=y-y                    | that always holds
  `,
  );
});

describe("functions and cases", () => {
  verdict(
    "equal",
    table`
    f(x)=\sin 2x                 | f(t)=2\sin t\cos t         | bound variables
    |x|                          | \begin{cases}x & x\ge 0\\-x & x<0\end{cases} | a formula
    \begin{cases}1 & x>0\\0 & x\le 0\end{cases} | \begin{cases}0 & x\le 0\\1 & x>0\end{cases} | in any order
    \begin{cases}x & x\ge 0\\-x & x<0\end{cases} | \begin{cases}x & x>0\\-x & x\le 0\end{cases} | the border in another branch
    \begin{cases}1 & n\equiv 0\pmod 2\\0 & \text{otherwise}\end{cases} | \begin{cases}0 & n\equiv 1\pmod 2\\1 & n\equiv 0\pmod 2\end{cases} | by residues
  `,
  );
  verdict(
    "different",
    table`
    f(x)=\sin 2x                 | f(t)=2\sin t\sin t         | another function
    |x|                          | \begin{cases}x & x\ge 0\\x & x<0\end{cases} | a sign is missing
    \begin{cases}1 & x>0\\0 & x\le 0\end{cases} | \begin{cases}1 & x\ge 0\\0 & x<0\end{cases} | at the border
    \begin{cases}1 & x>\frac13\\0 & x\le\frac13\end{cases} | \begin{cases}1 & x\ge\frac13\\0 & x<\frac13\end{cases} | at a border between whole numbers
    \begin{cases}x & x\ge 1\\0 & x<1\end{cases} | \begin{cases}x & x\ge 2\\0 & x<2\end{cases} | another border
  `,
  );
});

describe("restrictions", () => {
  verdict(
    "equal",
    table`
    \frac{x^2-4}{x-2}            | x+2, x\ne 2                | excludes a gap
    \frac{1}{x}, x\ne 0          | \frac1x                    | excludes a gap
    x^2, x>0                     | x\cdot x, x>0              | the same on both sides
    \ln x, x>0                   | \ln x                      | excludes what has no value
  `,
  );
  it("does not drop a restriction that excludes values", () => {
    expect(verify("x^2", "x^2, x > 0").equal).toBe(false);
    expect(verify("x^2, x > 0", "x^2").equal).toBe(false);
    expect(verify("x^2, x > 0", "x^2, x \\ge 0").equal).toBe(false);
    expect(verify("\\frac{x^2-4}{x-2}", "x+2, x \\ne 3").equal).toBe(false);
  });
});

describe("collections", () => {
  verdict(
    "equal",
    table`
    1, \sqrt2, \pi               | \pi, 1, \sqrt2             | a list in any order
    \{1, \sqrt8\}                | \{2\sqrt2, 1, 1\}          | a set without repeats
    (1, \sqrt8)                  | (1, 2\sqrt2)               | a tuple in order
    1\pm\sqrt2                   | 1-\sqrt2, 1+\sqrt2         | both values
    1, 2, 3, 4, 5, 6, \frac{14}{2} | 7, 6, 5, 4, 3, 2, 1      | a longer list
    2:4                          | 1:2                        | a ratio
    \begin{pmatrix}1&x+x\\0&1\end{pmatrix} | \begin{pmatrix}1&2x\\0&1\end{pmatrix} | entry by entry
  `,
  );
  verdict(
    "different",
    table`
    1, \sqrt2, \pi               | \pi, 1, \sqrt3             | another item
    1, 1, 2                      | 1, 2, 2                    | repeats count in a list
    \{1, \sqrt8\}                | \{2\sqrt2, 1, 3\}          | one too many
    (1, \sqrt8)                  | (2\sqrt2, 1)               | a tuple in order
    1\pm\sqrt2                   | 1+\sqrt2                   | one of two
    1, 2, 3, 4, 5, 6, 7          | 7, 6, 5, 4, 3, 2, 2        | a longer list
    2:4                          | 1:3                        | another ratio
    \begin{pmatrix}1&x+x\\0&1\end{pmatrix} | \begin{pmatrix}1&2x\\1&1\end{pmatrix} | one entry
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&3\\2&4\end{pmatrix} | transposed
  `,
  );
});

describe("numbers as they are dressed", () => {
  verdict(
    "equal",
    table`
    1 \text{ m}                  | 100 \text{ cm}             | a smaller unit
    72 \text{ km/h}              | 20 \text{ m/s}             | a quotient of units
    1 \text{ m}^2                | 10000 \text{ cm}^2         | a squared unit
    50\%                         | 0.5                        | percent as a fraction
    30^\circ                     | \frac{\pi}{6}              | degrees as radians
    \frac{1}{3}                  | 0.333333                   | six digits
    3.14                         | \pi                        | three digits of the gold
    2.5                          | \frac{49}{20}+\frac{1}{20} | exactly
    0.125                        | \frac{1}{8}                | exactly
    1011_2                       | 11_{10}                    | another base
  `,
  );
  verdict(
    "different",
    table`
    1 \text{ m}                  | 1000 \text{ cm}            | another factor
    1 \text{ cm}                 | 100 \text{ m}              | upside down
    1 \text{ m}^2                | 100 \text{ cm}^2           | not squared
    72 \text{ km/h}              | 259.2 \text{ m/s}          | upside down
    0.5                          | 50                         | no hundredth
    30                           | \frac{\pi}{6}              | no degrees
    \frac{1}{3}                  | 0.33333                    | five digits
    \frac{2}{3}                  | 0.666666                   | not rounded
    3.1                          | \pi                        | two digits of the gold
    3.15                         | \pi                        | not rounded to it
    1.25                         | \frac{1249}{1000}+\frac{1}{100} | rounded up, not down
    3                            | 3.0000001                  | an integer is exact
    1011_2                       | 11                         | a bare number
  `,
  );
});
