// Functions as answers: the value of each, and expressions that look similar and differ.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

const verdicts = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([gold, answer]) => [gold, answer, verify(gold, answer).verdict]);
const all = (verdict: string, pairs: readonly (readonly [string, string])[]) =>
  expect(verdicts(pairs)).toEqual(pairs.map(([gold, answer]) => [gold, answer, verdict]));

describe("the gamma function", () => {
  it("is a factorial, one lower", () => {
    all("equal", [
      ["\\Gamma(5)", "24"],
      ["Γ(1)", "1"],
      ["\\Gamma\\left(\\frac{1}{2}\\right)", "\\sqrt{\\pi}"],
      ["\\Gamma(x+1)", "x\\Gamma(x)"],
      ["n!", "\\Gamma(n+1)"],
    ]);
    all("different", [
      ["\\Gamma(5)", "120"],
      ["\\Gamma\\left(\\frac{1}{2}\\right)", "\\frac{\\sqrt{\\pi}}{2}"],
      ["\\Gamma(x+1)", "\\Gamma(x)"],
      ["\\Gamma(x+1)", "(x+1)\\Gamma(x)"],
      ["n!", "\\Gamma(n)"],
      ["0", "\\Gamma(-1)"],
    ]);
  });
  it("is neither its derivative, nor a letter with an index, nor the letter", () => {
    all("different", [
      ["24", "\\Gamma'(5)"],
      ["24", "\\Gamma_1(5)"],
      ["24", "\\Gamma \\cdot 5"],
    ]);
  });
});

describe("the error function", () => {
  it("is a value of its own", () => {
    all("equal", [
      ["1 - \\operatorname{erf}(x)", "\\operatorname{erfc}(x)"],
      ["\\frac{\\sqrt{\\pi}}{2}\\operatorname{erf}(2)", "\\frac{\\sqrt\\pi}{2}\\left(1-\\erfc(2)\\right)"],
    ]);
  });
  it("is not what looks like it", () => {
    all("different", [
      ["\\operatorname{erf}(1)", "1"],
      ["\\operatorname{erf}(x)", "\\operatorname{erf}(-x)"],
      ["\\operatorname{erf}(x)", "\\operatorname{erfc}(x)"],
      ["\\operatorname{erf}(x)", "\\tanh\\left(\\frac{2x}{\\sqrt{\\pi}}\\right)"],
      ["\\operatorname{erf}(2x)", "2\\operatorname{erf}(x)"],
    ]);
  });
  it("is never one, however near it comes", () => {
    for (const n of [3, 10, 30, 200, 10 ** 6])
      expect(verify("1", `\\operatorname{erf}(${n})`).verdict, `${n}`).not.toBe("equal");
  });
});

describe("the sign", () => {
  it("is that of its argument, and zero at zero", () => {
    all("equal", [
      ["\\operatorname{sgn}(-3)", "-1"],
      ["\\operatorname{sgn}(0)", "0"],
      ["\\operatorname{sgn}(\\pi - 4)", "-1"],
      ["\\operatorname{signum}(x)", "\\operatorname{sign} x"],
      ["\\operatorname{sgn}(x)\\,|x|", "x"],
    ]);
    all("different", [
      ["\\operatorname{sgn}(-3)", "1"],
      ["\\operatorname{sgn}(0)", "1"],
      ["\\operatorname{sgn}(x)", "1"],
      ["\\operatorname{sgn}(x)", "\\operatorname{sgn}(-x)"],
      ["\\operatorname{sgn}(x)", "|x|"],
      ["\\operatorname{sgn}(x - 3)", "\\operatorname{sgn}(x)"],
    ]);
  });
});

describe("a function with arguments or a base that it does not have", () => {
  it.each([
    ["\\sin 1", "\\sin(1, 2)"],
    ["e", "\\exp(1, 2)"],
    ["2", "\\floor(2.5, 3)"],
    ["\\log 2", "\\log(2, 8)"],
    ["3", "\\left\\lceil 2.5 \\right\\rceil_3"],
    ["\\ln 8", "\\ln_2 8"],
    ["e^2", "\\exp_2(2)"],
    ["10", "C_1(5, 2)"],
  ])("%s is not %s", (gold, answer) => {
    expect(verify(gold, answer).equal).toBe(false);
    expect(verify(answer, gold).equal).toBe(false);
  });
});

describe("a function that nobody defined", () => {
  it("has one value where the arguments are the same", () => {
    all("equal", [
      ["f(10)+x", "x+f(10)"],
      ["2f(a)", "f(a)+f(a)"],
      ["f(\\sum_{k=1}^{n} g(k))", "0+f(\\sum_{k=1}^{n} g(k))"],
    ]);
  });
  it("may have another value for every other argument", () => {
    all("different", [
      ["f(10)", "f(a)"],
      ["f(35)", "f(z)"],
      ["f(e)", "f(14)"],
      ["f(i)+x", "f(18)+x"],
      ["f(10,x)", "f(a,x)"],
      ["f(\\sum_{k=1}^{n} g(k))", "f(\\prod_{k=1}^{n} g(k))"],
      ["f(\\sum_{k=1}^{n} \\sin(k^2))", "f(\\prod_{k=1}^{n} \\sin(k^2))"],
      ["f(\\lim_{x\\to 0^+} g(x))", "f(\\lim_{x\\to 0^-} g(x))"],
      ["f(\\frac{d^2}{dx^2} g(x))", "f(\\frac{d^3}{dx^3} g(x))"],
    ]);
  });
});

describe("a letter before a bracket", () => {
  equal(table`
    \alpha\beta+\alpha     | \alpha(\beta+1)           | a factor before a sum
    x^2+x                  | x(x+1)                   | the letter also stands alone
    \lambda t-\lambda       | \lambda(t-1)             | a factor before a sum
    \alpha\sqrt2-\alpha     | \alpha(\sqrt{2}-1)       | a factor before a sum
    \phi+\phi^2             | \phi(1+\phi)             | the letter also stands alone
    2\pi                   | \pi(2)                   | a constant
    3i+2e                  | i(3)+e(2)                | constants
    3\cdot 2^n             | 2^n(3)                   | a letter in a script
    2xy                    | xy(2)                    | letters side by side
    \sin\phi+x\sin\phi      | \sin\phi(1+x)            | the bracket is no part of the angle
    (\lambda,2\lambda)      | \lambda(1,2)             | a vector
    3\hat{i}+2\hat{j}       | \hat{i}(3)+\hat{j}(2)    | coordinates
    3\mathbf{i}+2\mathbf{j} | \mathbf{i}(3)+\mathbf{j}(2) | coordinates
    \zeta(2)+\zeta(3)       | \zeta(3)+\zeta\left(2\right) | the same functions
    \zeta(3)               | \zeta(1+2)               | an equal argument
    2\Phi(1)-1             | \Phi(1)+\Phi(1)-1        | the same function twice
    y(0)=3                 | 3                        | a named value
    E[X]                   | E(X)                     | either bracket
  `);
  different(table`
    \zeta(4)               | 2\zeta(2)                | no product
    \zeta(7)               | \zeta (3)+\zeta (4)      | a space behind a command is not seen
    ζ(3)                   | 3ζ                       | no product
    zeta(3)                | 3zeta                    | no product
    0                      | \Psi(0)                  | a value nobody knows
    -\Phi(2)               | \Phi(-2)                 | no product
    \varphi(mn)            | m\varphi(n)              | no product
    \phi(x+1)              | \phi x+\phi              | a function more often than not
    \sigma(12)             | 12\sigma                 | one number in the bracket
    \mu(2)+\mu(3)           | \mu(5)                   | one number in the bracket
    \zeta^2(3)             | 3\zeta^2                 | the square of a value
    2\ln\zeta              | \ln\zeta(2)              | the logarithm of a value
    0                      | y(0)                     | a value nobody knows
    p(5)                   | p(2)+p(3)                | one number in the bracket
    \frac{\pi y}{2}        | y(\frac{\pi}{2})         | a constant in the bracket
    y''(1)                 | y''                      | a derivative at 1
    tx'                    | x'(t)                    | a derivative as a function
    0                      | f^{(4)}(0)               | a derivative
    0                      | y^{(3)}(0)               | a derivative
    5f^2                   | f^2(5)                   | the function twice, or a square
    0                      | \tilde g(0)              | a marked name
    0                      | \dot x(0)                | a derivative
    0                      | \bar f(0)                | a marked name
    -\mathcal{L}           | \mathcal{L}(-1)          | a letter of another type
    -2P                    | P(-2)                    | a polynomial at -2
    X\cdot E[X]            | E[X^2]                   | an expectation
  `);
});

describe("conditions go with the variables they speak of", () => {
  equal(table`
    f(x,y)=xy,x<y | f(y,x)=xy,y<x | renamed in the condition too
    f(x)=x^2,x>0 | f(t)=t^2,t>0 | renamed in the condition too
    \{(x,y)\in\mathbb R^2: y=x^2\} | \{(x,y)\in\mathbb R^2\mid x^2=y\} | the same set
    \{n^2:n\in\mathbb N\} | n^2,n\in\mathbb N | the members of a set
  `);
  different(table`
    f(x,y)=xy,x<y | f(y,x)=xy,x<y | the condition exchanged
    \{(x,y)\in\mathbb R^2: y=x^2\} | \{(y,x)\in\mathbb R^2: y=x^2\} | coordinates exchanged
    n^2 | \{n^2:n\in\mathbb N\} | a set is not the expression of its members
  `);
});

describe("conditions that no point without a pattern can meet", () => {
  different(table`
    1 | \begin{cases}1 & n\text{ prime}\\0 & \text{otherwise}\end{cases} | not every number is prime
    1 | \begin{cases}1 & x\in\mathbb{Q}\\0 & \text{otherwise}\end{cases} | not every number is rational
    0 | \begin{cases}1 & x\in\mathbb{Q}\\0 & \text{otherwise}\end{cases} | some numbers are rational
    \begin{cases}1 & x\in\mathbb{Z}\\0 & \text{otherwise}\end{cases} | \begin{cases}1 & x\in\mathbb{Z}\\5 & \text{otherwise}\end{cases} | different values between whole numbers
    5 | 5 \text{ if } n \text{ is prime} | a condition
    12 | 12 if n is prime | a condition
  `);
  equal(table`
    \begin{cases}1 & n\text{ even}\\0 & \text{otherwise}\end{cases} | \begin{cases}0 & n\text{ odd}\\1 & \text{otherwise}\end{cases} | a number is even or odd
    \begin{cases}1 & x\in\mathbb{Q}\\0 & \text{otherwise}\end{cases} | \begin{cases}1 & x\in\mathbb{Q}\\0 & \text{else}\end{cases} | the same branches
  `);
});

describe("names of functions and of pairs", () => {
  different(table`
    y=2x | f'(x)=2x | a derivative
    y=x^2 | f^{-1}(x)=x^2 | an inverse function
    f'(x)=2x | y=2x | not the derivative
    (a,b)=1 | 1 | a greatest common divisor
    [a,b]=12 | 12 | a least common multiple
  `);
  equal(table`
    f(x)=2x | y=2x | the graph of f
    y=2x | f(x)=2x | the graph of f
    f^{-1}(x)=2x | y=2x | the gold asks for an inverse function
    (x,y)=(1,2) | (1,2) | a point
  `);
});

describe("what a careful reader does not drop", () => {
  different(table`
    |z|<1 | (-1,1) | a disc
    \{w : |w|\le 2\} | [-2,2] | a disc
    1<|z|<2 | (-2,-1)\cup(1,2) | a ring
    3+4\bmod 5 | 7 | 2 for some writers
    -7 \bmod 4 | -3 | 1 for some writers
    10-3\bmod 2 | 9 | 1 for some writers
    increasing order: 1, 2, 3 | 3, 2, 1 | the label says that order matters
    coordinates: 1, 2 | 2, 1 | the label says that order matters
    5 | 5\text{ jk} | no unit and no noun
  `);
  equal(table`
    |z|<1 | 1>|z| | the same disc
    |x|<1 | (-1,1) | an interval
    (-7)\bmod 4 | 1 | the brackets say what is divided
    3+(4\bmod 5) | 7 | the brackets say what is divided
    Roots: 1, 2 | 2, 1 | roots have no order
    5 | 5\text{ cm} | a unit
    5 | 5\text{ ways} | a noun
  `);
});

describe("rates of money", () => {
  different(
    [
      { gold: "$5 per share", answer: "$5 per year", why: "two rates" },
      { gold: "$5 per year", answer: "$5 per share", why: "two rates" },
    ],
    { preset: "finance" },
  );
  equal([{ gold: "$5 per month", answer: "$5", why: "only one side says what it is for" }], {
    preset: "finance",
  });
});
