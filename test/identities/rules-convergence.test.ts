// Limits, series and integrals: equal if convergence and value are proven; never because some samples agree. If a rule
// is broken on purpose (scripts/mutate-math.mjs), a row here fails.

import { describe, expect, it } from "vitest";
import * as ball from "../../src/math/ball/index.ts";
import { type Expr, num, substitute } from "../../src/math/expression/expr.ts";
import { verify } from "../../src/math/index.ts";
import { realValue } from "../../src/math/numeric/evaluate.ts";
import { Budget } from "../../src/math/terms/limits.ts";

const equal = (rows: [string, string][]): void => {
  it.each(rows)("%s is %s", (gold, answer) => {
    expect(verify(gold, answer)).toMatchObject({ verdict: "equal" });
    expect(verify(answer, gold)).toMatchObject({ verdict: "equal" });
  });
};

describe("limits that are shown", () => {
  equal([
    ["\\lim_{n\\to\\infty} \\left(1+\\frac1n\\right)^n", "e"],
    ["\\lim_{n\\to\\infty} \\left(1+\\frac2n\\right)^n", "e^2"],
    ["\\lim_{n\\to\\infty} \\left(1-\\frac1n\\right)^n", "\\frac1e"],
    ["\\lim_{x\\to 0} \\frac{\\sin x}{x}", "1"],
    ["\\lim_{x\\to 0} \\frac{1-\\cos x}{x^2}", "\\frac12"],
    ["\\lim_{x\\to 0} \\frac{e^x-1}{x}", "1"],
    ["\\lim_{x\\to 0} \\frac{\\ln(1+x)}{x}", "1"],
    ["\\lim_{x\\to 0} \\frac{\\tan x - x}{x^3}", "\\frac13"],
    ["\\lim_{x\\to 0} \\frac{\\sin 3x}{\\sin 5x}", "\\frac35"],
    ["\\lim_{x\\to 0} \\frac{\\sqrt{1+x}-1}{x}", "\\frac12"],
    ["\\lim_{x\\to 1} \\frac{x^2-1}{x-1}", "2"],
    ["\\lim_{x\\to 2} \\frac{x^3-8}{x-2}", "12"],
    ["\\lim_{x\\to 1} \\frac{x^{10}-1}{x^5-1}", "2"],
    ["\\lim_{x\\to\\infty} \\frac{2x^2+1}{3x^2-x}", "\\frac23"],
    ["\\lim_{x\\to\\infty} \\frac{x}{x^2+1}", "0"],
    ["\\lim_{x\\to\\infty} \\left(\\sqrt{x^2+x}-x\\right)", "\\frac12"],
    ["\\lim_{x\\to\\infty} \\frac{\\ln x}{x}", "0"],
    ["\\lim_{x\\to\\infty} x e^{-x}", "0"],
    ["\\lim_{x\\to\\infty} \\arctan x", "\\frac{\\pi}{2}"],
    ["\\lim_{x\\to-\\infty} \\arctan x", "-\\frac{\\pi}{2}"],
    ["\\lim_{x\\to 0^+} x\\ln x", "0"],
    ["\\lim_{x\\to 0^+} x^x", "1"],
    ["\\lim_{n\\to\\infty} \\sqrt[n]{n}", "1"],
    ["\\lim_{n\\to\\infty} n\\sin\\frac1n", "1"],
    ["\\lim_{x\\to 0} x\\sin\\frac1x", "0"],
    ["\\lim_{x\\to\\infty} \\frac{\\sin x}{x}", "0"],
    ["\\lim_{n\\to\\infty} \\frac{(-1)^n}{n}", "0"],
    ["\\lim_{x\\to 3} (x^2+1)", "10"],
    ["\\lim_{x\\to 0} \\cos x", "1"],
    ["\\lim_{h\\to 0} \\frac{(x+h)^2-x^2}{h}", "2x"],
    ["\\lim_{h\\to 0} \\frac{\\sin(x+h)-\\sin x}{h}", "\\cos x"],
    ["\\lim_{x\\to 0^+} \\frac{|x|}{x}", "1"],
    ["\\lim_{x\\to 0^-} \\frac{|x|}{x}", "-1"],
    ["\\lim_{x\\to 4} \\frac{\\sqrt x-2}{x-4}", "\\frac14"],
    ["\\lim_{x\\to 0} (1+x)^{1/x}", "e"],
    ["\\lim_{x\\to 0} (1+3x)^{1/x}", "e^3"],
    ["\\lim_{x\\to \\frac{\\pi}{2}} \\frac{\\cos x}{x-\\frac{\\pi}{2}}", "-1"],
    ["\\lim_{n\\to\\infty} \\frac{3^n+2^n}{3^n-2^n}", "1"],
    ["\\lim_{n\\to\\infty} \\left(\\frac12\\right)^n", "0"],
    ["\\lim_{n\\to\\infty} \\frac{1+2+n}{n}", "1"],
    ["\\lim_{n\\to\\infty} \\frac{1}{n^2}\\sum_{k=1}^{n} k", "\\frac12"],
    ["\\lim_{x\\to a} \\frac{x^2-a^2}{x-a}", "2a"],
    ["\\lim_{n\\to\\infty} (\\sqrt{n+1}-\\sqrt n)", "0"],
    ["\\lim_{n\\to\\infty} \\sqrt{n}(\\sqrt{n+1}-\\sqrt n)", "\\frac12"],
    ["\\lim_{x\\to 0} \\frac{\\sin x - x}{x^3}", "-\\frac16"],
    ["\\lim_{x\\to 0} \\frac{\\arcsin x}{x}", "1"],
    ["\\lim_{x\\to 0} \\frac{e^x-e^{-x}}{\\sin x}", "2"],
    ["\\lim_{x\\to 1} \\frac{\\ln x}{x-1}", "1"],
    ["\\lim_{x\\to 0} \\frac{a^x-1}{x}", "\\ln a"],
    ["\\lim_{x\\to\\infty} \\frac{e^x}{e^x+1}", "1"],
    ["\\lim_{x\\to\\infty} x^2", "\\infty"],
    ["\\lim_{x\\to 0^-} \\frac1x", "-\\infty"],
    ["\\lim_{x\\to\\infty}\\lim_{n\\to\\infty}\\left(1+\\frac{1}{nx}\\right)^{n}", "1"],
    ["\\lim_{n\\to\\infty}\\left(1+\\frac{x}{n}\\right)^n", "e^x"],
    ["\\lim_{x\\to\\infty} \\tanh x", "1"],
  ]);
});

describe("series that are shown to converge", () => {
  equal([
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n^2}", "\\frac{\\pi^2}{6}"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n^4}", "\\frac{\\pi^4}{90}"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n^6}", "\\frac{\\pi^6}{945}"],
    ["\\sum_{n=0}^{\\infty} \\frac{1}{2^n}", "2"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{3^n}", "\\frac12"],
    ["\\sum_{n=0}^{\\infty} \\left(\\frac{2}{3}\\right)^n", "3"],
    ["\\sum_{n=0}^{\\infty} \\left(-\\frac{1}{2}\\right)^n", "\\frac23"],
    ["\\sum_{n=1}^{\\infty} \\frac{n}{2^n}", "2"],
    ["\\sum_{n=1}^{\\infty} \\frac{n^2}{2^n}", "6"],
    ["\\sum_{n=1}^{\\infty} \\frac{n^3}{3^n}", "\\frac{33}{8}"],
    ["\\sum_{n=1}^{\\infty} \\frac{(-1)^{n+1}}{n}", "\\ln 2"],
    ["\\sum_{n=0}^{\\infty} \\frac{(-1)^n}{2n+1}", "\\frac{\\pi}{4}"],
    ["\\sum_{n=1}^{\\infty} \\frac{(-1)^{n+1}}{n^2}", "\\frac{\\pi^2}{12}"],
    ["\\sum_{n=0}^{\\infty} \\frac{1}{(2n+1)^2}", "\\frac{\\pi^2}{8}"],
    ["\\sum_{n=0}^{\\infty} \\frac{1}{n!}", "e"],
    ["\\sum_{n=0}^{\\infty} \\frac{(-1)^n}{n!}", "\\frac1e"],
    ["\\sum_{n=0}^{\\infty} \\frac{2^n}{n!}", "e^2"],
    ["\\sum_{n=1}^{\\infty} \\frac{n}{n!}", "e"],
    ["\\sum_{n=1}^{\\infty} \\frac{n^2}{n!}", "2e"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n 2^n}", "\\ln 2"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n(n+1)}", "1"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n(n+2)}", "\\frac34"],
    ["\\sum_{n=2}^{\\infty} \\frac{1}{n^2-1}", "\\frac34"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n(n+1)(n+2)}", "\\frac14"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{4n^2-1}", "\\frac12"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{(2n-1)(2n+1)}", "\\frac12"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{(3n-2)(3n+1)}", "\\frac13"],
    ["\\sum_{n=1}^{\\infty} \\left(\\frac1n-\\frac{1}{n+1}\\right)", "1"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n^2(n+1)}", "\\frac{\\pi^2}{6}-1"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{n(2n-1)}", "2\\ln 2"],
    ["\\sum_{n=1}^{\\infty} \\frac{n}{(n+1)!}", "1"],
    ["\\sum_{n=0}^{\\infty} \\frac{1}{4^n} \\cdot 3", "4"],
    ["\\sum_{n=0}^{\\infty} \\frac{2^n+3^n}{6^n}", "\\frac72"],
    ["\\sum_{n=0}^{\\infty} x^n", "\\frac{1}{1-x}"],
    ["\\sum_{n=0}^{\\infty} \\frac{x^n}{n!}", "e^x"],
    ["\\sum_{n=1}^{\\infty} \\frac{x^n}{n}", "-\\ln(1-x)"],
    ["\\sum_{n=1}^{\\infty} n x^{n}", "\\frac{x}{(1-x)^2}"],
    ["\\sum_{n=1}^{\\infty} \\frac{(-1)^{n-1}}{n(n+1)}", "2\\ln 2-1"],
    ["\\sum_{n=1}^{\\infty} \\frac{1}{(3n-1)(3n-2)}", "\\frac{\\pi}{3\\sqrt3}"],
  ]);
});

describe("integrals that are shown to converge", () => {
  equal([
    ["\\int_0^1 x^2 dx", "\\frac13"],
    ["\\int_0^{\\pi} \\sin x dx", "2"],
    ["\\int_1^e \\frac1x dx", "1"],
    ["\\int_0^{\\infty} e^{-x} dx", "1"],
    ["\\int_0^{\\infty} x e^{-x} dx", "1"],
    ["\\int_0^{\\infty} x^3 e^{-x} dx", "6"],
    ["\\int_1^{\\infty} \\frac{1}{x^2} dx", "1"],
    ["\\int_{-\\infty}^{\\infty} \\frac{1}{1+x^2} dx", "\\pi"],
    ["\\int_0^{\\infty} \\frac{1}{1+x^2} dx", "\\frac{\\pi}{2}"],
    ["\\int_0^1 \\ln x dx", "-1"],
    ["\\int_0^1 \\frac{1}{\\sqrt x} dx", "2"],
    ["\\int_0^1 \\frac{1}{\\sqrt{1-x^2}} dx", "\\frac{\\pi}{2}"],
    ["\\int_0^1 \\frac{4}{1+x^2} dx", "\\pi"],
    ["\\int_0^{\\pi/2} \\sin^2 x dx", "\\frac{\\pi}{4}"],
    ["\\int_0^1 x e^{x} dx", "1"],
    ["\\int_0^1 x\\ln x dx", "-\\frac14"],
    ["\\int_0^{\\pi/4} \\tan x dx", "\\frac12\\ln 2"],
    ["\\int_0^1 \\frac{x}{1+x^2} dx", "\\frac12\\ln 2"],
    ["\\int_0^{\\pi} x\\sin x dx", "\\pi"],
    ["\\int_0^1 \\frac{1}{1+x} dx", "\\ln 2"],
    ["\\int_0^1 \\arctan x dx", "\\frac{\\pi}{4}-\\frac12\\ln 2"],
    ["\\int_0^2 |x-1| dx", "1"],
    ["\\int_0^1\\int_0^1 xy dx dy", "\\frac14"],
    ["\\int_0^x t^2 dt", "\\frac{x^3}{3}"],
    ["\\int_0^{\\ln 2} e^{2x} dx", "\\frac32"],
  ]);
});

describe("what does not converge, or is not shown to", () => {
  it.each([
    ["-1", "\\sum_{n=0}^{\\infty}2^n"],
    ["\\frac12", "\\sum_{n=0}^{\\infty}(-1)^n"],
    ["0", "\\lim_{x\\to\\infty}\\sin(\\pi x)"],
    ["1", "\\lim_{n\\to\\infty}(-1)^n"],
    ["-1", "\\lim_{n\\to\\infty}(-1)^n"],
    ["0", "\\lim_{x\\to\\infty}\\sin(x)"],
    ["0", "\\int_{-1}^{1}\\frac1x dx"],
    ["0", "\\int_{-1}^{1}\\frac{1}{x^3} dx"],
    ["-2", "\\int_{-1}^{1}\\frac{1}{x^2} dx"],
    ["0", "\\int_{-\\infty}^{\\infty} x dx"],
    ["0", "\\int_{-\\infty}^{\\infty} \\frac{x}{1+x^2} dx"],
    ["0", "\\int_{-\\infty}^{\\infty} x^3 dx"],
    ["0", "\\int_{0}^{\\pi} \\tan x dx"],
    ["-\\frac{1}{12}", "\\sum_{n=1}^{\\infty} n"],
    ["\\frac14", "\\sum_{n=1}^{\\infty} (-1)^{n+1} n"],
    ["0", "\\sum_{n=1}^{\\infty} \\sin(\\pi n)"],
    ["\\frac13", "\\sum_{n=0}^\\infty (-2)^n"],
    ["0", "\\sum_{n=1}^\\infty \\frac1n - \\sum_{n=1}^\\infty \\frac1n"],
    ["\\ln 2", "\\sum_{n=1}^\\infty \\left(\\frac{1}{2n-1}\\right)-\\sum_{n=1}^\\infty\\frac{1}{2n}"],
    ["1", "\\lim_{x\\to0}\\frac{|x|}{x}"],
    ["0", "\\lim_{x\\to0}\\frac{1}{x}"],
    ["0", "\\lim_{x\\to 0}\\sin\\frac1x"],
    ["0", "\\lim_{x\\to 0}\\lfloor x\\rfloor"],
    ["\\frac12", "1-1+1-1+\\cdots"],
    ["-2", "2+4+8+\\cdots"],
    ["2", "1+\\frac12+\\frac14+\\cdots"],
    ["\\frac{1+\\sqrt5}{2}", "1+\\cfrac{1}{1+\\cfrac{1}{1+\\cdots}}"],
    ["0", "\\prod_{n=1}^\\infty \\frac{n}{n+1}"],
    ["1", "\\prod_{n=1}^\\infty (-1)^n"],
    ["\\frac{\\sqrt\\pi}{2}", "\\int_0^{10} e^{-x^2}dx"],
    ["\\frac{\\pi^2}{6}+10^{-30}", "\\sum_{n=1}^\\infty \\frac{1}{n^2}"],
    ["\\frac1{81}", "\\sum_{n=1}^\\infty \\frac{\\lfloor n\\tanh\\pi\\rfloor}{10^n}"],
    ["1", "\\lim_{n\\to\\infty}\\cos(2\\pi n)"],
    ["0", "\\lim_{n\\to\\infty}\\sin(\\pi n!e)"],
    ["0", "\\lim_{n\\to\\infty} n \\bmod 2"],
    ["\\lim_{x\\to\\infty}\\sin(\\pi x)", "0"],
    ["\\sum_{n\\ge0}2^n", "-1"],
    ["-1", "\\sum_{n\\ge0}2^n"],
    ["0", "\\lim_{n\\to\\infty} \\sin(2\\pi n!)"],
    ["0", "\\lim_{x\\to\\infty}\\lim_{y\\to\\infty}\\sin(\\pi x y)"],
    ["0", "\\lim_{x\\to 0} e^{1/x}"],
    ["\\frac{\\pi}{2}", "\\lim_{x\\to 0}\\arctan\\frac1x"],
    ["0", "\\int_{-a}^{a} \\frac1x dx"],
    ["0", "\\int_{-\\infty}^{\\infty} \\frac{1}{x^2} dx"],
    ["0", "\\int_{-\\infty}^{\\infty} \\frac{1}{x} dx"],
    ["0", "\\int_{-\\infty}^{\\infty} \\frac{1}{x^3} dx"],
    ["-\\frac12", "\\int_{0}^{\\infty} \\frac{1}{(x-1)^3} dx"],
    ["0", "\\int_{0}^{2\\pi} \\sec^2 x dx"],
    ["0", "\\int_{0}^{\\pi} \\sec^2 x dx"],
    ["0", "\\int_0^{\\pi} \\frac{\\sin x}{\\cos^2 x} dx"],
    ["0", "\\int_0^\\infty \\sin x dx"],
    ["0", "\\int_0^\\infty \\cos x dx"],
    ["1", "\\int_0^\\infty \\sin x dx"],
    ["\\ln|a|", "\\int_{1}^{a} \\frac1x dx + 1"],
    ["0", "\\sum_{n=0}^{\\infty} \\frac{n}{n^2(n+1)}"],
    ["0", "\\lim_{n\\to\\infty} \\sum_{k=1}^{n} (-1)^k k"],
    ["0", "\\lim_{x\\to\\infty} \\frac{\\sin x}{\\sin x}-1"],
    [
      "1",
      "\\lim_{x\\to\\infty} \\frac{x+\\sin x}{x} + \\lim_{n\\to\\infty} \\frac{1}{n}\\cdot n \\cdot 0 + \\sum_{n=1}^{\\infty} \\frac1n - \\sum_{n=1}^\\infty \\frac1n",
    ],
    ["0", "\\lim_{x\\to 0} \\frac{\\sin\\frac1x}{1}"],
    ["0", "\\lim_{n\\to\\infty} x^n"],
    ["\\frac{1}{1-x}+1", "\\sum_{n=0}^{\\infty} x^n"],
    ["1", "\\lim_{x\\to\\infty} x^{1/x} - \\lim_{x\\to 0} \\frac{\\sin x}{|x|}"],
    ["0", "\\lim_{x\\to\\infty} e^{\\sin x}"],
    ["1", "\\lim_{n\\to\\infty} \\left(1+\\frac{(-1)^n}{n}\\right)^n"],
    ["0", "\\sum_{n=1}^{\\infty} \\frac{(-1)^n n}{n+1}"],
    ["\\ln 2 - 1", "\\sum_{n=1}^{\\infty} \\frac{(-1)^n n}{n+1}"],
    ["1", "\\prod_{n=1}^{\\infty} 1^n"],
    ["\\infty", "\\lim_{x\\to 0}\\frac1x"],
    ["0", "\\lim_{x\\to 0}\\frac{1}{\\lfloor x\\rfloor}"],
    ["2", "\\lim_{x\\to 2} \\lfloor x \\rfloor"],
    ["\\frac{1}{1-x}+10^{-30}", "\\sum_{n=0}^{\\infty} x^n"],
    ["\\lim_{x\\to\\infty}\\sin x", "\\lim_{x\\to\\infty}\\sin(x+1)"],
    ["1", "\\sum_{n=1}^{\\infty} \\frac{n^2+n+1}{n(n+1)}"],
    ["\\frac{2\\pi^2}{27}", "\\sum_{n=0}^{\\infty} \\frac{1}{(3n+1)^2}"],
    ["1-\\ln 2", "\\sum_{n=1}^{\\infty} \\frac{(-1)^n n}{n+1}"],
    ["\\sum_{n=1}^{\\infty} \\frac1n", "\\sum_{n=2}^{\\infty} \\frac1n"],
  ])("%s is not %s", (gold, answer) => {
    expect(verify(gold, answer).equal).toBe(false);
    expect(verify(answer, gold).equal).toBe(false);
  });
  it("is undecided, with a reason", () => {
    expect(verify("-1", "\\sum_{n=0}^{\\infty} 2^n")).toMatchObject({
      verdict: "undecided",
      by: "convergence",
    });
    expect(verify("0", "\\lim_{x\\to\\infty}\\sin(\\pi x)")).toMatchObject({ verdict: "undecided" });
    expect(verify("0", "\\int_{-1}^{1}\\frac{1}{x}\\,dx")).toMatchObject({ verdict: "undecided" });
  });
  it("is undecided where it needs more than the elementary methods, even where the value is right", () => {
    for (const [gold, answer] of [
      ["\\sqrt\\pi", "\\int_{-\\infty}^{\\infty} e^{-x^2} dx"],
      ["\\frac43", "\\int_0^{\\pi} \\sin^3 x dx"],
      ["\\cos 1", "\\sum_{n=0}^{\\infty} \\frac{(-1)^n}{(2n)!}"],
    ] as const)
      expect(verify(gold, answer)).toMatchObject({ verdict: "undecided", by: "convergence" });
  });
  it("is different where the value is shown and is another one", () => {
    expect(verify("3", "\\sum_{n=0}^{\\infty} \\frac{1}{2^n}")).toMatchObject({ verdict: "different" });
    expect(verify("\\frac{\\pi^2}{8}", "\\sum_{n=1}^{\\infty}\\frac{1}{n^2}")).toMatchObject({
      verdict: "different",
    });
  });
});

describe("series and integrals with letters", () => {
  it("hold on a domain, which the verdict says", () => {
    for (const [gold, answer] of [
      ["\\frac{1}{1-x}", "\\sum_{n=0}^{\\infty} x^n"],
      ["-\\ln(1-x)", "\\sum_{n=1}^{\\infty} \\frac{x^n}{n}"],
      ["\\ln|a|", "\\int_1^a \\frac{1}{x}\\,dx"],
    ] as const)
      expect(verify(gold, answer)).toMatchObject({
        verdict: "equal",
        reason: "where both sides are defined",
      });
  });
  it("keep bound names apart from free ones", () => {
    const k: Expr = { t: "sym", name: "k" };
    const body: Expr = { t: "mul", args: [k, { t: "sym", name: "x" }] };
    const sum: Expr = { t: "big", op: "sum", variable: "k", lower: num(1n), upper: num(2n), body };
    const put = substitute(sum, new Map([["x", k]]), new Budget());
    // Not k·k: the sum over a different index, times k.
    const value = realValue(put, new Map([["k", ball.fromInt(5n)]]), 64, new Budget());
    expect(value).toEqual(ball.fromInt(15n));
  });
});

describe("derivatives of high order", () => {
  it("are carried out to the end", () => {
    expect(verify("5040", "\\frac{d^7}{dx^7} x^7").verdict).toBe("equal");
    expect(verify("5040x", "\\frac{d^7}{dx^7} x^7").verdict).toBe("different");
  });
});
