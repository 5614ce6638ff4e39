// Inputs made to hang, crash or mislead a grader. The bound is on counted steps, never on a clock, so these tests give
// the same result on every machine.

import { describe, expect, it } from "vitest";
import { explain, extractAnswer, parse, type Verification, verify } from "./index.ts";
import { limits } from "./terms/limits.ts";

/** Verifies within the limits, and returns the result. */
function bounded(gold: string, answer: string): Verification {
  const result = verify(gold, answer);
  expect(result.steps).toBeLessThanOrEqual(limits.steps);
  expect(result.equal).toBe(result.verdict === "equal");
  return result;
}

const neverEqual = (gold: string, answer: string): void => {
  expect(bounded(gold, answer).equal).toBe(false);
  expect(bounded(answer, gold).equal).toBe(false);
};

describe("towers of powers", () => {
  const tower = "9^{9^{9^9}}";
  it("9^{9^{9^9}} is not itself + 1", () => neverEqual(tower, `${tower}+1`));
  it("9^{9^{9^9}} is not another tower", () => neverEqual(tower, "9^{9^{9^8}}"));
  it("9^{9^{9^9}} is not a small number", () => neverEqual(tower, "9"));
  it("9**9**9**9, as programs write it, is not itself + 1", () => neverEqual("9**9**9**9", "9**9**9**9+1"));
  it("9**9**9**9 is not its negative", () => neverEqual("9**9**9**9", "-9**9**9**9"));
  it("2^{-9^{9^9}} is not zero", () => neverEqual("0", "2^{-9^{9^9}}"));
  it("1^{9^{9^9}} ends", () => expect(bounded("2", "1^{9^{9^9}}").equal).toBe(false));
  it("1e999999999 is not 1e999999998", () => neverEqual("1e999999999", "1e999999998"));
});

describe("corners that lie beyond all numbers that can be written out", () => {
  it.each([
    "\\lfloor |x-e^{10^{10}}| \\rfloor",
    "\\lfloor x \\rfloor+|x-e^{10^{10}}|",
    "\\lfloor \\sqrt{x-e^{10^{10}}} \\rfloor",
    "\\lceil x+\\max(x,e^{10^{10}}) \\rceil",
    "\\lfloor x-e^{-10^{10}} \\rfloor+|x-e^{-10^{10}}|",
    "x \\bmod 7+|x-e^{10^{8}}|",
    "\\gcd(\\lfloor x \\rfloor,6)+|x-e^{10^{10}}|",
    "\\lfloor x+i \\rfloor+|x-e^{10^{10}}|",
  ])("%s is not itself + 1", (text) => {
    neverEqual(text, `${text}+1`);
    bounded(text, `0y+${text}`);
  });
  it("which nobody can show either", () => {
    const far = "e^{10^{10}}";
    expect(explain(`|x-${far}|`, `${far}-x`).verdict).not.toBe("equal");
  });
});

describe("factorials", () => {
  it("10!!!! is never equal to a small number", () => neverEqual("10!!!!", "120"));
  it("10!!!! is not itself + 1", () => neverEqual("10!!!!", "10!!!!+1"));
  it("99999999! is not itself + 1", () => neverEqual("99999999!", "99999999!+1"));
  it("99999999! is not 99999998!", () => neverEqual("99999999!", "99999998!"));
  it("((10!)!)! is not itself + 1", () => neverEqual("((10!)!)!", "((10!)!)!+1"));
  it("\\binom{99999999}{50000000} is not itself + 1", () =>
    neverEqual("\\binom{99999999}{50000000}", "\\binom{99999999}{50000000}+1"));
});

describe("long sums", () => {
  it("a sum of a hundred million terms is not 18", () =>
    neverEqual("\\sum_{k=1}^{100000000} \\frac{1}{k}", "18"));
});

describe("nesting", () => {
  const wrap = (open: string, close: string, times: number, core = "5") =>
    open.repeat(times) + core + close.repeat(times);
  it.each([
    ["braces", "{", "}"],
    ["parentheses", "(", ")"],
    ["sized parentheses", "\\left(", "\\right)"],
    ["square brackets", "[", "]"],
    ["sets", "\\{", "\\}"],
    ["bars", "|", "|"],
    ["roots", "\\sqrt{", "}"],
    ["boxes", "\\boxed{", "}"],
    ["text", "\\text{", "}"],
    ["signs", "-(", ")"],
    ["exponents", "2^{", "}"],
    ["subscripts", "x_{", "}"],
    ["functions", "\\sin(", ")"],
    ["floors", "\\lfloor ", "\\rfloor "],
  ])("5,000 nested %s", (_, open, close) => {
    const deep = wrap(open, close, 5000);
    expect(() => parse(deep)).not.toThrow();
    neverEqual("6", deep);
    neverEqual(deep, wrap(open, close, 5000, "6"));
    bounded(deep, deep);
  });
  it("5,000 brackets that never close", () => {
    for (const open of ["{", "(", "[", "\\{", "\\left("]) neverEqual("5", `${open.repeat(5000)}5`);
  });
  it("5,000 brackets that never opened", () => {
    for (const close of ["}", ")", "]", "\\}", "\\right)"]) neverEqual("5", `5${close.repeat(5000)}`);
  });
  it("equations in equations, which are printed once each", () => {
    const deep = wrap("(x=", ")", 60);
    neverEqual("6", deep);
    neverEqual(deep, "6");
  });
  it("\\frac nested 500 deep", () => {
    let deep = "1";
    let other = "2";
    for (let i = 0; i < 500; i++) {
      deep = `\\frac{${deep}}{2}`;
      other = `\\frac{${other}}{2}`;
    }
    neverEqual(deep, other);
    neverEqual(deep, "0");
    bounded(deep, deep);
  });
  it("\\frac nested 500 deep in the denominator", () => {
    let deep = "1";
    for (let i = 0; i < 500; i++) deep = `\\frac{1}{1+${deep}}`;
    neverEqual(deep, "\\frac{\\sqrt{5}-1}{2}");
  });
  it("a chain of 5,000 divisions, exponents or marks without brackets", () => {
    for (const link of ["/2", "^2", "!", "%", "'", "_1", "°", "\\pm 1", "\\cup A"])
      neverEqual("7", `3${link.repeat(5000)}`);
  });
});

describe("work inside work", () => {
  const wrap = (open: string, close: string, times: number, core: string) =>
    open.repeat(times) + core + close.repeat(times);
  it("20 and 60 nested integrals end", () => {
    for (const times of [20, 60]) neverEqual("2", wrap("\\int_0^1 ", " dx", times, "x"));
    expect(bounded("\\frac12", wrap("\\int_0^1 ", " dx", 20, "x")).equal).toBe(true);
  });
  it("30 nested derivatives end", () => {
    neverEqual("7", wrap("\\frac{d}{dx}\\left(x", "\\right)", 30, "\\sin x"));
    expect(bounded("0", wrap("\\frac{d}{dx}\\left(", "\\right)", 30, "x^3")).equal).toBe(true);
  });
  it("a floor beside 800 names ends", () => {
    const names = Array.from({ length: 800 }, (_, i) => `+x_{${i}}`).join("");
    neverEqual(`\\lfloor y\\rfloor${names}`, `\\lceil y\\rceil${names}`);
  });
});

describe("arithmetic of matrices", () => {
  const numbers = "\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}";
  const letters = "\\begin{pmatrix}x&2\\\\y&5\\end{pmatrix}";
  const nine = "\\begin{pmatrix}x&2&3\\\\1&y&1\\\\2&1&z\\end{pmatrix}";
  const nested = (core: string, exponent: string, times: number): string =>
    `${"(".repeat(times)}${core}${`)^{${exponent}}`.repeat(times)}`;
  it.each([
    ["powers", nested(numbers, "6", 4)],
    ["many powers", nested(numbers, "6", 60)],
    ["powers of letters", nested(letters, "6", 4)],
    ["powers of one letter", nested("\\begin{pmatrix}x\\end{pmatrix}", "12", 60)],
    ["inverses", nested(nine, "-1", 5)],
    ["many inverses", nested(nine, "-1", 60)],
    ["products", nine.repeat(13)],
    ["many products", nine.repeat(60)],
    ["a long factor", `(${"x+".repeat(1000)}x)\\begin{pmatrix}${"1&".repeat(1000)}1\\end{pmatrix}`],
  ])("%s end within the steps", (_, text) => {
    neverEqual(numbers, text);
    neverEqual(nine, text);
  });
  it("determinants of determinants, of which no count holds the nodes", () => {
    let deep = "x";
    for (let i = 0; i < 20; i++)
      deep = `\\begin{vmatrix}${deep}&1&2&3&4\\\\1&7&2&3&4\\\\1&2&8&3&4\\\\1&2&3&9&4\\\\1&2&3&4&5\\end{vmatrix}`;
    neverEqual("5", deep);
  });
  it("numbers are worked out, however often they are multiplied", () => {
    expect(bounded(numbers, nested(numbers, "-1", 4)).equal).toBe(true);
    expect(
      bounded(nested(numbers, "6", 2), `${nested(numbers, "4", 2)}${nested(numbers, "5", 2)}`).equal,
    ).toBe(false);
    expect(
      bounded(
        nested(numbers, "6", 2),
        `${nested(numbers, "4", 2)}${nested(numbers, "4", 2)}${nested(numbers, "2", 2)}`,
      ).equal,
    ).toBe(true);
  });
  it("a singular matrix has no inverse", () =>
    neverEqual("\\begin{pmatrix}0&0\\\\0&0\\end{pmatrix}", "\\begin{pmatrix}1&2\\\\2&4\\end{pmatrix}^{-1}"));
});

describe("length", () => {
  const digits = "1234567890".repeat(10_240);
  it("100 KB of digits are equal to themselves", () => expect(bounded(digits, digits).equal).toBe(true));
  it("100 KB of digits are not another number", () => neverEqual(digits, `${digits.slice(0, -1)}1`));
  it("100 KB of digits are not one digit more", () => neverEqual(digits, `${digits}0`));
  it("100 KB of decimals are not another decimal", () =>
    neverEqual(`0.${digits}`, `0.${digits.slice(0, -1)}1`));
  it("more than the limit cannot be read, even against itself", () => {
    const long = "1".repeat(limits.length + 1);
    expect(parse(long)).toMatchObject({ ok: false, at: limits.length });
    neverEqual("1", long);
  });
  it("a sum of 5,000 terms is not the sum of 5,001", () => {
    const sum = (n: number) => Array.from({ length: n }, () => "x").join("+");
    neverEqual(sum(5000), sum(5001));
  });
  it("a word of 64 KB is no product of variables", () => neverEqual("x", "x".repeat(65_536)));
});

describe("large polynomials", () => {
  it("(x+1)^{1000} equals (x^2+2x+1)^{500}", () =>
    expect(bounded("(x+1)^{1000}", "(x^2+2x+1)^{500}").equal).toBe(true));
  it("(x+1)^{1000} is not (x^2+2x+1)^{500}+1", () => neverEqual("(x+1)^{1000}", "(x^2+2x+1)^{500}+1"));
  it("(x+1)^{1000} is not itself + 1", () => neverEqual("(x+1)^{1000}", "(x+1)^{1000}+1"));
  it("(x+y+z)^{300} is not (x+y+z)^{300}+xyz", () => neverEqual("(x+y+z)^{300}", "(x+y+z)^{300}+xyz"));
  it("(x+1)^{10^{20}} is not itself + 1", () => neverEqual("(x+1)^{10^{20}}", "(x+1)^{10^{20}}+1"));
});

describe("large collections", () => {
  const numbers = Array.from({ length: 200 }, (_, i) => i * i + 1);
  const shuffled = numbers.map((_, i) => numbers[(i * 77 + 13) % 200]!);
  const set = (items: (number | string)[]) => `\\{${items.join(", ")}\\}`;
  it("200 elements are the same in another order", () =>
    expect(bounded(set(numbers), set(shuffled)).equal).toBe(true));
  it("200 elements are different when one is", () => {
    neverEqual(set(numbers), set([...shuffled.slice(1), 3]));
    neverEqual(set(numbers), set(shuffled.slice(1)));
  });
  it("a list of 200 in another order, and with one item changed", () => {
    expect(bounded(numbers.join(", "), shuffled.join(", ")).equal).toBe(true);
    neverEqual(numbers.join(", "), [...shuffled.slice(1), 3].join(", "));
  });
  it("200 roots are different when one is", () => {
    const roots = numbers.map((n) => `\\sqrt{${n + 1}}`);
    neverEqual(set(roots), set([...roots.slice(1).reverse(), "\\sqrt{999983}"]));
  });
  it("200 fractions are different when one is", () => {
    const halves = numbers.map((n) => `\\frac{${n}}{2}`);
    neverEqual(set(halves), set([...halves.slice(1).reverse(), "\\frac{999983}{2}"]));
  });
});

describe("64 KB of one thing", () => {
  it.each([
    "\\boxed{",
    "\\left(",
    " ",
    "$",
    "^",
    "_{",
    "\\text{",
    ",",
    "|",
    "\\",
    "{",
    "(",
    "-",
    "\\frac",
    "&",
    "*",
    "'",
  ])("%s", (piece) => {
    const flood = piece.repeat(Math.ceil(65_536 / piece.length));
    expect(() => parse(flood)).not.toThrow();
    expect(() => extractAnswer(flood)).not.toThrow();
    for (const other of ["5", "x", "B", "yes", "(1,2)"]) neverEqual(other, flood);
    neverEqual(`5${flood}6`, "5");
    neverEqual("6", `${flood}5`);
    bounded(flood, flood);
  });
  it("spaces around a value change nothing", () => {
    const spaces = " ".repeat(65_536);
    expect(bounded("5", `${spaces}5${spaces}`).equal).toBe(true);
  });
});
