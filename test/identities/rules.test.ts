// The rules for values, one by one: for each a pair that is equal by it, and a similar one that is not. If a rule is
// broken on purpose (scripts/mutate-math.mjs), a row here fails.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { table } from "../grading-table.ts";
import { verdict } from "./verdicts.ts";

describe("rational numbers", () => {
  verdict(
    "equal",
    table`
    \frac{3}{7}+\frac{2}{5}      | \frac{29}{35}              | a sum of fractions
    \left(\frac{2}{3}\right)^{-3} | \frac{27}{8}              | a negative power
    \frac{2006!}{2004!}          | 2005 \cdot 2006            | factorials are not multiplied out
    \binom{10}{3}                | 120                        | a binomial
    2^{100}-2^{99}               | 2^{99}                     | integers of any size
    \lfloor -\frac{7}{2} \rfloor | -4                         | rounded down
    \lceil -\frac{7}{2} \rceil   | -3                         | rounded up
    (-7) \bmod 3                 | 2                          | a remainder is not negative
    \gcd(12, 18)                 | 6                          | a common divisor
    7!!                          | 105                        | every second factor
  `,
  );
  verdict(
    "different",
    table`
    \frac{1}{2^{99}}             | \frac{1}{2^{98}}           | tiny, but not the same
    \frac{1}{2004!}              | \frac{1}{2006!}            | tiny, but not the same
    10^{100}+1                   | 10^{100}                   | large, but not the same
    \frac{2006!}{2004!}          | 2005 \cdot 2007            | another factor
    \binom{10}{3}                | 119                        | beside it
    \lfloor -\frac{7}{2} \rfloor | -3                         | that is towards zero
    \lceil \frac{7}{2} \rceil    | 3                          | that is downwards
    \gcd(12, 18)                 | 36                         | that is the common multiple
  `,
  );
});

describe("radicals", () => {
  verdict(
    "equal",
    table`
    \sqrt{5+2\sqrt6}             | \sqrt2+\sqrt3              | a nested radical
    \sqrt{7-4\sqrt3}             | 2-\sqrt3                   | a nested radical with a minus
    \sqrt[3]{7+5\sqrt2}          | 1+\sqrt2                   | a nested cube root
    \frac{1}{\sqrt3-\sqrt2}      | \sqrt3+\sqrt2              | a rational denominator
    \frac{1}{1+\sqrt2+\sqrt3}    | \frac{2+\sqrt2-\sqrt6}{4}  | three terms below
    \frac{1}{\sqrt[3]{2}}        | \frac{\sqrt[3]{4}}{2}      | a cube root below
    \sqrt[3]{-8}                 | -2                         | odd roots are real
    \sqrt[3]{-2}                 | -\sqrt[3]{2}               | odd roots are real
    (-8)^{2/3}                   | 4                          | and so are their powers
    \sqrt[6]{8}                  | \sqrt2                     | a root of lower index
    (\sqrt2+\sqrt3)^4            | 49+20\sqrt6                | multiplied out
  `,
  );
  verdict(
    "different",
    table`
    \sqrt{5+2\sqrt6}             | \sqrt2-\sqrt3              | another sign
    \sqrt{5-2\sqrt6}             | \sqrt2-\sqrt3              | a root is not negative
    \frac{1}{\sqrt3-\sqrt2}      | \sqrt3-\sqrt2              | not the conjugate
    \sqrt[3]{-8}                 | 2                          | another sign
    \sqrt2+\sqrt3                | \sqrt{10}                  | near, but not the same
    \sqrt[6]{8}                  | \sqrt[3]{2}                | another index
    \sqrt{10^{20}+1}             | 10^{10}                    | the same to ten digits
    \sqrt2+\frac{\sqrt3}{10^{40}} | \sqrt2+\frac{\sqrt5}{10^{40}} | the same to forty digits
    1+\frac{\sqrt[3]{-2}}{10^{40}} | 1+\frac{\sqrt[3]{2}}{10^{40}} | a sign behind forty digits
    1+\frac{i^2}{10^{40}}         | 1+\frac{1}{10^{40}}        | a sign behind forty digits
  `,
  );
});

describe("constants by balls", () => {
  verdict(
    "equal",
    table`
    e^{i\pi}                     | -1                         | Euler
    e^{i\pi/3}                   | \frac{1+i\sqrt3}{2}        | a sixth of a turn
    \arctan 1                    | \frac{\pi}{4}              | an inverse function
    \arctan\frac12+\arctan\frac13 | \frac{\pi}{4}             | a sum of arctangents
    \arccos\left(-\frac12\right) | \frac{2\pi}{3}             | an obtuse angle
    \arcsin\left(-\frac12\right) | -\frac{\pi}{6}             | a negative angle
    \operatorname{arccot} 1      | \frac{\pi}{4}              | a rarer one
    \log_2 8                     | 3                          | a logarithm
    \log_4 8                     | \frac32                    | a logarithm that is a fraction
    \ln 6                        | \ln 2+\ln 3                | a sum of logarithms
    \cos\frac{\pi}{5}            | \frac{1+\sqrt5}{4}         | a fifth of half a turn
    \sin\frac{\pi}{12}           | \frac{\sqrt6-\sqrt2}{4}    | half an angle
    \tan\frac{\pi}{8}            | \sqrt2-1                   | half an angle
    \cot\frac{\pi}{3}            | \frac{1}{\sqrt3}           | a cotangent
    \sec\frac{\pi}{3}            | 2                          | a secant
    \csc\frac{\pi}{6}            | 2                          | a cosecant
    \operatorname{arcsec} 2      | \frac{\pi}{3}              | an arcsecant
    \operatorname{arccsc} 2      | \frac{\pi}{6}              | an arccosecant
    \cosh(\ln 2)                 | \frac54                    | a hyperbolic cosine
    \sinh(\ln 2)                 | \frac34                    | a hyperbolic sine
    \tanh(\ln 2)                 | \frac35                    | a hyperbolic tangent
    |3-4i|                       | 5                          | an absolute value
    i^i                          | e^{-\pi/2}                 | the principal power
  `,
  );
  verdict(
    "different",
    table`
    e^{i\pi}                     | 1                          | another sign
    e^{i\pi/3}                   | \frac{1-i\sqrt3}{2}        | the conjugate
    e^{\pi\sqrt{163}}            | 262537412640768744         | the same to thirty digits
    \arctan 1                    | \frac{\pi}{3}              | another angle
    \arccos\left(-\frac12\right) | \frac{\pi}{3}              | the acute one
    \log_2 8                     | 4                          | another exponent
    \log_4 8                     | \frac23                    | upside down
    \sin 10^{-20}                | 10^{-20}                   | the same to forty digits
    \cos\frac{\pi}{5}            | \frac{\sqrt5-1}{4}         | that of two fifths
    \pi                          | \frac{355}{113}            | the same to six digits
    \cosh(\ln 2)                 | \frac34                    | that is the sine
    \sqrt{-1}                    | 1                          | has no real value
    \ln(-1)                      | 0                          | has no real value
  `,
  );
});

describe("rational expressions modulo primes", () => {
  verdict(
    "equal",
    table`
    (x+y)^5-x^5-y^5              | 5xy(x+y)(x^2+xy+y^2)       | multiplied out
    \frac{1}{x-1}-\frac{1}{x+1}  | \frac{2}{x^2-1}            | a common denominator
    \frac{x^2-1}{x-1}            | x+1                        | on the common domain
    (x+1)^{100}                  | (x^2+2x+1)^{50}            | of a high degree
    (x+\sqrt2)(x-\sqrt2)         | x^2-2                      | with roots of numbers
    (x+i)(x-i)                   | x^2+1                      | with i
    x^{-2}                       | \frac{1}{x^2}              | a negative exponent
    (a+b+c)^2-(a-b+c)^2          | 4b(a+c)                    | several variables
    \pi x+\pi y                  | \pi(x+y)                   | with a constant
  `,
  );
  verdict(
    "different",
    table`
    (x+y)^5-x^5-y^5              | 5xy(x+y)(x^2-xy+y^2)       | another sign
    \frac{1}{x-1}-\frac{1}{x+1}  | \frac{-2}{x^2-1}           | another sign
    (x+1)^{100}                  | (x^2+2x+1)^{51}            | another degree
    (x+\sqrt2)(x-\sqrt2)         | x^2-3                      | another number
    (x+\sqrt2)^2                 | x^2+2                      | a term is missing
    (x+i)(x-i)                   | x^2-1                      | another sign
    \pi x                        | ex                         | another constant
    x                            | x+\frac{1}{10^{30}}        | a tiny difference
    x^{-2}                       | -x^2                       | no sign
  `,
  );
  // These are equal modulo the two primes that are publicly known: 2^30 - 35, and 2^30 - 41 for roots.
  verdict(
    "different",
    table`
    x                            | 1073741790x                | another factor
    x^2+1                        | x^2+1073741790             | another summand
    \frac{x}{y}                  | \frac{1073741790x}{y}      | another factor above
    x^2                          | x^2+1073741789(y^2-x)      | a multiple of something
    x                            | x+1073741789\cdot1073741783 | both primes
    ix                           | 1073741790ix               | beside i
    \sqrt2x                      | 1073741784\sqrt2x          | beside a root
    y=2x                         | y=1073741791x              | in an equation
  `,
  );
});

describe("sampling", () => {
  verdict(
    "equal",
    table`
    \sqrt{x^2}                   | |x|                        | on both sides of zero
    \frac{1}{\sqrt n}            | \sqrt{1/n}                 | where it is real
    \sin^2 x+\cos^2 x            | 1                          | Pythagoras
    \tan\frac{x}{2}              | \frac{\sin x}{1+\cos x}    | half an angle
    \tan\frac{x}{2}              | \frac{1-\cos x}{\sin x}    | half an angle
    \ln(x^2)                     | 2\ln|x|                    | also below zero
    \ln(x^3)                     | 3\ln x                     | on the common domain
    a^{x+y}                      | a^x a^y                    | variables in exponents
    \sqrt[3]{x^3}                | x                          | odd roots are real
    \max(x,y)                    | \frac{x+y+|x-y|}{2}        | the larger
    \lfloor x+1\rfloor           | \lfloor x\rfloor+1         | shifted by a whole number
    \lceil x\rceil               | -\lfloor -x\rfloor         | turned round
    \lfloor 2x\rfloor            | \lfloor x\rfloor+\lfloor x+\frac12\rfloor | Hermite
    (-1)^{n+1}                   | -(-1)^n                    | for whole n
    \cos(n\pi)                   | (-1)^n                     | for whole n
    n!\cos(2\pi n)               | n!                         | for whole n
    \frac{(n+1)!}{n!}            | n+1                        | factorials
    \binom{n}{k}                 | \binom{n}{n-k}             | a symmetry
    e^{ix}                       | \cos x+i\sin x             | Euler
    \arcsin x+\arccos x          | \frac{\pi}{2}              | on a small domain
    x^x                          | e^{x\ln x}                 | a power with a variable below
    \sqrt{x}\sqrt{x+1}           | \sqrt{x^2+x}               | on the common domain
  `,
  );
  verdict(
    "different",
    table`
    \sqrt{x^2}                   | x                          | below zero
    \sqrt{x^2}                   | -x                         | above zero
    \frac{1}{\sqrt n}            | \sqrt n                    | upside down
    \sin^2 x-\cos^2 x            | 1                          | another sign
    \tan\frac{x}{2}              | \frac{\sin x}{1-\cos x}    | another sign
    \lfloor x\rfloor             | \lceil x\rceil-1           | at whole numbers
    n-2\lfloor\frac{-3(n+1)}{-6}\rfloor | \frac{1-(-1)^n}{2}   | at every odd number, where the step is
    \lfloor x\rfloor             | x-\frac12                  | at all but halves
    \lfloor\frac{x}{100}\rfloor  | 0                          | from a hundred on
    \lfloor -x\rfloor            | -\lfloor x\rfloor          | between whole numbers
    (-1)^{n+1}                   | (-1)^n                     | another sign
    |x-3|                        | x-3                        | below three
    \ln(x+1)+4x                  | \ln(|x|+1)+4x              | only between -1 and 0
    \ln(x^2+2)+\ln(x+1)          | \ln((x^2+2)(|x|+1))        | only between -1 and 0
    |x-1000000|                  | 1000000-x                  | above a million
    \max(x,1000000)              | 1000000                    | above a million
    |x+y|                        | |x|+|y|                    | where the signs differ
    \ln(x+y)                     | \ln x+\ln y                | a sum is no product
    \sin 2x                      | 2\sin x                    | a factor is missing
    \sin x                       | x                          | only near zero
    \binom{n}{k}                 | \binom{n}{k+1}             | the next one
    n!                           | n^n                        | another growth
    e^{ix}                       | \cos x-i\sin x             | the conjugate
    2^{x+1}                      | 2^x+1                      | the exponent is longer
    \sqrt{x+1}                   | \sqrt x+1                  | the root is longer
  `,
  );
  it("leaves undecided what has no value anywhere", () => {
    expect(verify("\\ln(-1-x^2)", "\\ln(-2-x^2)").equal).toBe(false);
    expect(verify("\\ln(-1-x^2)", "\\ln(-(1+x^2))").equal).toBe(false);
  });
  it("says where equality holds on a smaller domain", () => {
    expect(verify("\\frac{x^2-1}{x-1}", "x+1").reason).toContain("defined");
    expect(verify("\\ln(x^3)", "3\\ln x")).toMatchObject({ verdict: "equal", certainty: "numeric" });
  });
});

describe("what cannot be decided", () => {
  it("is not equal, however many digits agree", () => {
    expect(verify("0", "10^{140}\\ln 2+10^{-175}-10^{140}\\ln 2").equal).toBe(false);
  });
  it("leaves the whole undecided", () => {
    expect(verify("(1, \\ln(-1-x^2))", "(1, \\ln(-2-x^2))").equal).toBe(false);
    expect(verify("\\{1, \\ln(-1-x^2)\\}", "\\{\\ln(-2-x^2), 1\\}").equal).toBe(false);
  });
});

describe("certainty", () => {
  it.each([
    ["\\frac12", "0.5", "proven"],
    ["\\sqrt8", "2\\sqrt2", "proven"],
    ["2i", "(1+i)^2", "proven"],
    ["-\\sqrt[3]{2}", "\\sqrt[3]{-2}", "proven"],
    ["x^2-1", "(x-1)(x+1)", "probable"],
    ["\\sin 2x", "2\\sin x\\cos x", "numeric"],
    ["\\arctan 1", "\\frac{\\pi}{4}", "numeric"],
  ])("%s ← %s is %s", (gold, answer, certainty) => {
    expect(verify(gold, answer)).toMatchObject({ verdict: "equal", certainty });
  });
  it("of several parts is that of the weakest", () => {
    expect(verify("(1, \\sin 2x)", "(1, 2\\sin x\\cos x)")).toMatchObject({
      equal: true,
      certainty: "numeric",
    });
    expect(verify("(x^2-1, 1)", "((x-1)(x+1), 1)")).toMatchObject({ equal: true, certainty: "probable" });
  });
});

describe("sums and products", () => {
  verdict(
    "equal",
    table`
    \sum_{i=1}^{10^9} i          | 500000000500000000         | a polynomial summand
    \sum_{i=1}^{n} i^2           | \frac{n(n+1)(2n+1)}{6}     | squares
    \sum_{i=5}^{n} i             | \frac{n(n+1)}{2}-10        | from another start
    \sum_{k=0}^{n} 2^k           | 2^{n+1}-1                  | geometric
    \sum_{k=1}^{n} \frac{1}{3^k} | \frac12-\frac{1}{2\cdot 3^n} | falling
    \sum_{k=1}^{n} k2^k          | (n-1)2^{n+1}+2             | a polynomial times a power
    \sum_{k=1}^{n} \frac{1}{k(k+1)} | \frac{n}{n+1}           | telescoping
    \sum_{k=1}^{2024} \frac{1}{k(k+2)} | \frac12\left(\frac32-\frac{1}{2025}-\frac{1}{2026}\right) | telescoping over two
    \sum_{k=1}^{20} \frac{1}{k}  | \frac{55835135}{15519504}  | by adding up
    \prod_{k=2}^{100} \left(1-\frac{1}{k}\right) | \frac{1}{100} | by multiplying
    \prod_{k=1}^{n} 3            | 3^n                        | the same factor
    \sum_{i=1}^{n} i             | \sum_{j=1}^{n} j           | bound names
    \sum_{k=0}^{n} \binom{n}{k}  | 2^n                        | by sampling whole numbers
  `,
  );
  verdict(
    "different",
    table`
    \sum_{i=1}^{10^9} i          | 500000000500000001         | beside it
    \sum_{i=1}^{n} i^2           | \frac{n(n+1)(2n-1)}{6}     | another sign
    \sum_{i=5}^{n} i             | \frac{n(n+1)}{2}-15        | one term too many
    \sum_{k=0}^{n} 2^k           | 2^n-1                      | one term too few
    \sum_{k=1}^{n} k2^k          | (n+1)2^{n+1}+2             | another sign
    \sum_{k=1}^{n} \frac{1}{k(k+1)} | \frac{n+1}{n+2}         | one term too many
    \prod_{k=1}^{n} 3            | 3^{n+1}                    | one factor too many
    \prod_{k=2}^{100} \left(1-\frac{1}{k}\right) | \frac{1}{99} | one factor too few
    \sum_{k=1}^{20} \frac{1}{k}  | \frac{55835136}{15519504}  | beside it
  `,
  );
});

describe("derivatives", () => {
  verdict(
    "equal",
    table`
    \frac{d}{dx} x^3             | 3x^2                       | a power
    \frac{d}{dx}(x^2\sin x)      | 2x\sin x+x^2\cos x         | a product
    \frac{d}{dx}\frac{\sin x}{x} | \frac{x\cos x-\sin x}{x^2} | a quotient
    \frac{d}{dx}e^{x^2}          | 2xe^{x^2}                  | a composition
    \frac{d}{dx}\sin 2x          | 2\cos 2x                   | a composition
    \frac{d}{dx}(2x+1)^5         | 10(2x+1)^4                 | a power of a composition
    \frac{d}{dx}\sqrt{x^2+1}     | \frac{x}{\sqrt{x^2+1}}     | a root of a composition
    \frac{d}{dx}\ln(x^2+1)       | \frac{2x}{x^2+1}           | a composition
    \frac{d}{dx}\cos x           | -\sin x                    | a sign
    \frac{d}{dx}\tan x           | \frac{1}{\cos^2 x}         | a tangent
    \frac{d}{dx}\ln x            | \frac1x                    | a logarithm
    \frac{d}{dx}2^x              | 2^x\ln 2                   | another base
    \frac{d}{dx}x^x              | x^x(\ln x+1)               | variables above and below
    \frac{d}{dx}\arctan x        | \frac{1}{1+x^2}            | an inverse function
    \frac{d}{dx}\arcsin x        | \frac{1}{\sqrt{1-x^2}}     | an inverse function
    \frac{d^2}{dx^2} x^4         | 12x^2                      | a second derivative
  `,
  );
  verdict(
    "different",
    table`
    \frac{d}{dx} x^3             | 3x^3                       | another exponent
    \frac{d}{dx}(x^2\sin x)      | 2x\cos x                   | no product rule
    \frac{d}{dx}e^{x^2}          | e^{x^2}                    | no chain rule
    \frac{d}{dx}\sin 2x          | \cos 2x                    | no chain rule
    \frac{d}{dx}(2x+1)^5         | 5(2x+1)^4                  | no chain rule
    \frac{d}{dx}\cos x           | \sin x                     | another sign
    \frac{d}{dx}\arctan x        | \frac{1}{1-x^2}            | another sign
    \frac{d^2}{dx^2} x^4         | 4x^3                       | the first only
  `,
  );
});

describe("integrals", () => {
  verdict(
    "equal",
    table`
    \int_0^1 x^2\,dx             | \frac13                    | a power
    \int_1^e \frac{1}{x}\,dx     | 1                          | a reciprocal
    \int_1^e \frac{dx}{x}        | 1                          | the differential in the numerator
    \int_0^1 \frac{2x\,dx}{1+x^2} | \ln 2                     | … behind a factor
    \int_1^e -3\frac{dx}{x}      | -3                         | … in the last of several factors
    \int_1^e \frac{dx}{x} + 1    | 2                          | … which ends the integral
    \int_0^\pi \sin x\,dx        | 2                          | a sine
    \int_0^{\pi/2} \cos^2 x\,dx  | \frac{\pi}{4}              | a square
    \int_0^{\pi/4} \cos^2 x\,dx  | \frac{\pi}{8}+\frac14      | a square, not over a whole wave
    \int_0^{\pi/4} \sin^2 x\,dx  | \frac{\pi}{8}-\frac14      | a square, not over a whole wave
    \int_0^1 xe^x\,dx            | 1                          | by parts
    \int_0^1 \frac{1}{1+x^2}\,dx | \frac{\pi}{4}              | an arctangent
    \int_0^1 \frac{2x}{x^2+1}\,dx | \ln 2                     | a logarithmic derivative
    \int_1^2 \ln x\,dx           | 2\ln 2-1                   | a logarithm
    \int_0^a x\,dx               | \frac{a^2}{2}              | a variable bound
    \int_0^1 e^{2x}\,dx          | \frac{e^2-1}{2}            | a slope inside
  `,
  );
  verdict(
    "different",
    table`
    \int_0^1 x^2\,dx             | \frac12                    | another exponent
    \int_1^e \frac{dx}{x} + 1    | e                          | what follows the differential stays outside
    \int_0^\pi \sin x\,dx        | -2                         | another sign
    \int_0^1 xe^x\,dx            | e                          | half of the parts
    \int_0^1 e^{2x}\,dx          | e^2-1                      | the slope is missing
    \int_0^a x\,dx               | a^2                        | the half is missing
  `,
  );
  it("reads no differential that is not a factor", () => {
    for (const text of ["\\int_1^e (1+\\frac{dx}{x})", "\\int_1^e e^{\\frac{dx}{x}}"])
      expect(verify("1", text)).toMatchObject({ equal: false, unparsed: "answer" });
  });
  it("does not integrate across a pole", () => {
    expect(verify("-2", "\\int_{-1}^{1} \\frac{1}{x^2}\\,dx").equal).toBe(false);
    expect(verify("0", "\\int_{-1}^{1} \\frac{1}{x}\\,dx").equal).toBe(false);
  });
});

describe("limits and series", () => {
  verdict(
    "equal",
    table`
    \lim_{x\to 0}\frac{\sin x}{x} | 1                         | a removable gap
    \lim_{x\to 0}\frac{1-\cos x}{x^2} | \frac12               | of second order
    \lim_{x\to 2}\frac{x^2-4}{x-2} | 4                        | a removable gap
    \lim_{n\to\infty}\left(1+\frac1n\right)^n | e             | at infinity
    \lim_{x\to 0^+} x^x          | 1                          | from one side
    \sum_{k=0}^{\infty}\frac{1}{2^k} | 2                      | geometric
    \sum_{k=1}^{\infty}\frac{1}{k^2} | \frac{\pi^2}{6}        | Basel
    \sum_{k=0}^{\infty}\frac{1}{k!} | e                       | exponential
  `,
  );
  verdict(
    "different",
    table`
    \lim_{x\to 0}\frac{\sin x}{x} | 0                         | another value
    \lim_{x\to 0}\frac{1-\cos x}{x^2} | 1                     | twice as much
    \lim_{n\to\infty}\left(1+\frac1n\right)^n | 3             | near, but not the same
    \sum_{k=0}^{\infty}\frac{1}{2^k} | 1                      | a term is missing
    \sum_{k=1}^{\infty}\frac{1}{k^2} | \frac{\pi^2}{8}        | that of the odd ones
  `,
  );
  it("leaves a limit undecided that differs from both sides", () => {
    expect(verify("1", "\\lim_{x\\to 0}\\frac{|x|}{x}").equal).toBe(false);
    expect(verify("-1", "\\lim_{x\\to 0}\\frac{|x|}{x}").equal).toBe(false);
  });
});
