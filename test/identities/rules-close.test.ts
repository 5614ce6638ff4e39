// Values that agree to hundreds of digits: equal only if that is proven, because a term may be too small to be seen. If
// a rule is broken on purpose (scripts/mutate-math.mjs), a row here fails.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { table } from "../grading-table.ts";
import { verdict } from "./verdicts.ts";

describe("algebraic numbers, down to the bound that separates them", () => {
  verdict(
    "equal",
    table`
    \sqrt{11+2\sqrt{29}}+\sqrt{16-2\sqrt{29}+2\sqrt{55-10\sqrt{29}}} | \sqrt5+\sqrt{22+2\sqrt5} | Shanks' identity
    \sqrt[3]{2+\sqrt5}+\sqrt[3]{2-\sqrt5} | 1                 | Cardano
    \sqrt{2+\sqrt3}-\sqrt{2-\sqrt3} | \sqrt2                  | two nested roots
    \cos\frac{2\pi}{7}+\cos\frac{4\pi}{7}+\cos\frac{6\pi}{7} | -\frac12 | a sum over roots of unity
    \cos\frac{\pi}{5}            | \frac{1+\sqrt5}{4}         | a fifth of half a turn
    \tan\frac{3\pi}{11}+4\sin\frac{2\pi}{11} | \sqrt{11}      | a famous one
    \sqrt{\frac{2^{2009}-1}{4}}  | \frac{\sqrt{2^{2009}-1}}{2} | a long radicand
    \max(\sqrt2,\sqrt{3-\sqrt2}) | \sqrt{2}                   | the larger of two
    \sqrt{3+4i}                  | 2+i                        | a complex root
  `,
  );
  verdict(
    "different",
    table`
    \sqrt{\frac{2^{2009}-1}{3\cdot 2^{2008}-1}} | \sqrt{\frac23} | the same to six hundred digits
    \sqrt{10^{1000}+1}           | 10^{500}                   | the same to a thousand digits
    \sqrt2+\sqrt3+10^{-400}      | \sqrt2+\sqrt3              | a small term
    \sqrt[3]{2+10^{-400}}        | \sqrt[3]{2}                | a small term below the root
    \cos\frac{\pi}{5}+10^{-400}  | \frac{1+\sqrt5}{4}         | a small term beside a cosine
    \sqrt{10^{700}+1}-10^{350}   | \frac{10^{-350}}{2}        | a cancellation
    i+10^{-400}                  | i                          | a small real part
  `,
  );
  it("is a proof", () => {
    expect(verify("1", "\\sqrt[3]{2+\\sqrt5}+\\sqrt[3]{2-\\sqrt5}")).toMatchObject({ certainty: "proven" });
    expect(verify("\\frac{1+\\sqrt5}{4}", "\\cos\\frac{\\pi}{5}")).toMatchObject({ certainty: "proven" });
    expect(verify("\\sqrt{\\frac23}", "\\sqrt{\\frac{2^{2009}-1}{3\\cdot 2^{2008}-1}}")).toMatchObject({
      certainty: "proven",
    });
  });
});

describe("terms that hide below the ceiling", () => {
  it.each([
    ["1", "1-e^{-1000}", "an exponential"],
    ["1", "1-e^{-2000}", "a smaller one"],
    ["1", "1-e^{-e^{10}}", "an exponential of one"],
    ["1", "\\tanh 1000", "a function that saturates"],
    ["1", "\\coth 1000", "another"],
    ["0", "\\frac{1}{\\cosh 2000}", "its reciprocal"],
    ["\\frac{\\pi}{2}", "\\arctan(10^{400})", "an arctangent far out"],
    ["\\frac{\\pi}{2}", "\\arctan(e^{1000})", "farther still"],
    ["1", "\\cos(10^{-300})", "of second order"],
    ["10^{-400}", "\\sin(10^{-400})", "of third order"],
    ["\\pi", "\\pi+\\frac{1}{1000!}", "a reciprocal factorial"],
    ["\\pi", "\\pi(1+2^{-3000})", "a power"],
    ["\\ln 2", "\\ln(2+10^{-400})", "inside a logarithm"],
    ["e", "\\left(1+\\frac{1}{10^{400}}\\right)^{10^{400}}", "almost a limit"],
    ["e", "\\sum_{n=0}^{450}\\frac{1}{n!}", "almost a series"],
    ["e(e-1)", "\\sum_{k=1}^{200}\\frac{e}{k!}", "almost a series, term by term"],
    ["\\pi", "\\pi+(e-2)^{4000}", "a power of something below one"],
    ["\\pi", "\\pi+\\frac{1}{\\binom{4000}{2000}}", "a reciprocal binomial"],
    ["\\sin x", "\\sin x+10^{-400}", "beside a variable"],
    ["\\sin x", "\\sin x+e^{-1000}", "beside a variable"],
    ["\\sin x", "\\sin x+\\left(\\frac{x}{1+x^2}\\right)^{2000}", "small wherever one looks"],
    ["\\sin x", "\\sin x+e^{-1000-x^2}", "small wherever one looks"],
    ["\\sin x", "\\sin x+\\sum_{k=1}^{3}\\frac{e^{-1000}}{k+x^2}", "in each term of a sum"],
    ["\\sin x", "\\sin x+\\sum_{k=1}^{10}2^{-1400}\\sin(kx)", "in each term of a sum"],
    ["|x|", "\\sqrt{x^2+10^{-700}}", "beside a square"],
    ["1", "\\int_0^{1000} e^{-x}\\,dx", "almost an improper integral"],
    ["\\left(0, 1\\right)", "\\left(0, 1-e^{-1000}\\right)", "at the end of an interval"],
  ])("%s is not %s (%s)", (gold, answer) => {
    expect(verify(gold, answer).equal).toBe(false);
    expect(verify(answer, gold).equal).toBe(false);
  });
  it("are seen where they can be", () => {
    expect(verify("1", "\\cos(10^{-200})").verdict).toBe("different");
    expect(verify("1", "1-e^{-1000}").verdict).toBe("different");
  });
  verdict(
    "equal",
    table`
    e^{-100}\cdot e^{100}\pi     | \pi                        | nothing is left of it
    \sinh 20+\cosh 20            | e^{20}                     | of ordinary size
    \ln(10^{50})                 | 50\ln 10                   | a long number
    \sin(10^{30})                | \cos\left(10^{30}-\frac{\pi}{2}\right) | a long number
    \arctan 239^{-1}             | 4\arctan\frac15-\frac{\pi}{4} | Machin
  `,
  );
});

describe("finite sums of numbers", () => {
  it("are added up exactly", () => {
    expect(verify("\\frac{55835135}{15519504}", "\\sum_{k=1}^{20}\\frac1k")).toMatchObject({
      verdict: "equal",
      certainty: "proven",
    });
  });
});
