// Answers that are never equal, the contents of a verdict, and the options of callers.

import { describe, expect, it } from "vitest";
import { different, equal, type Row, table } from "../../test/grading-table.ts";
import { readPolicies, strictPolicies, type VerifyOptions, verify } from "./index.ts";

/** One gold against many answers. */
const against = (gold: string, answers: string[], why: string): Row[] =>
  answers.map((answer) => ({ gold, answer, why }));

describe("hedges are never equal", () => {
  different(
    against(
      "5",
      [
        "5 or 6",
        "either 5 or 6",
        "5 (or 6)",
        "5 or maybe 6",
        "maybe 5",
        "probably 5",
        "not 5",
        "the answer is not 5",
        "5, I think, or 6",
        "between 5 and 6",
        "at least 5",
        "more than 5",
        "5 or so",
        "5 or more",
        "5 \\text{ or } 6",
        "5; 6",
        "5/6 or 5",
        "5-6",
        "\\pm 5",
        "5 ± 1",
        "x \\ne 5",
        "x > 5",
        "5?",
        "5 unless x = 0",
        "any number but 5",
        "5 = 6",
        "5 and not 5",
      ],
      "an answer commits itself",
    ),
  );
});

describe("malformed answers are never equal", () => {
  different(
    against(
      "5",
      [
        "5)",
        "(5",
        "{5",
        "5}",
        "\\left(5",
        "5+",
        "5 -",
        "*5",
        "/5",
        "^5",
        "_5",
        "5^",
        "5_",
        "5 5",
        "5++5",
        "5 = ",
        "\\frac{5}",
        "\\frac{5}{",
        "\\frac5",
        "\\sqrt{25",
        "\\sqrt",
        "\\begin{pmatrix}5",
        "\\unknown{5}",
        "5 \\unknown",
        "|5",
        "5 & 5",
        "[5)",
        "\\{5",
        "5 @",
        "#5",
        "\\boxed{5",
        "1 1/",
      ],
      "what was not understood is not dropped",
    ),
  );
});

describe("empty answers are never equal", () => {
  const nothing = [
    "",
    " ",
    "\n\t",
    ".",
    ",",
    "$$",
    "$ $",
    "\\(\\)",
    "\\boxed{}",
    "\\text{}",
    "{}",
    "()",
    "[]",
    "**",
  ];
  it.each(["5", "0", "x", "\\emptyset", "no solution", "B"])("no empty answer equals %s", (gold) => {
    for (const answer of nothing)
      expect(verify(gold, answer), JSON.stringify(answer)).toMatchObject({ equal: false });
  });
  it("an empty gold equals nothing, not even an empty answer", () => {
    for (const gold of nothing) {
      for (const answer of [...nothing, "5", "0", "x"]) {
        expect(verify(gold, answer), JSON.stringify([gold, answer])).toMatchObject({ equal: false });
      }
    }
  });
});

describe("only the whole is unwrapped", () => {
  equal(table`
    5 | $5$             | dollars
    5 | $$5$$           | two dollars
    5 | \(5\)           | LaTeX's own brackets
    5 | \[5\]           | display
    5 | \boxed{5}       | a box
    5 | $\boxed{5}$     | a box between dollars
    5 | **5**           | Markdown
    5 | 5.              | a full stop
    5 | \boxed{5.}      | a full stop in a box
  `);
  different(table`
    5 | The answer is 5 or so | no extraction
    5 | so we get 5     | no extraction
    5 | 2+2=4, hence 5  | no extraction
    5 | \boxed{4} 5     | no extraction
    5 | \boxed{5} or 6  | no extraction
  `);
});

describe('form: "evaluated"', () => {
  const evaluated = { form: "evaluated" } as const;
  equal(
    table`
    5             | 5.0               | a number
    5             | \frac{10}{2}      | one fraction
    8             | 2^3               | one power
    5             | \sqrt{25}         | one root
    \frac{1}{2}   | \frac{2}{4}       | one fraction
    2\sqrt{3}     | \sqrt{12}         | a root is a number of its own
    1+\sqrt{2}    | \sqrt{2}+1        | nothing is left to be done
    x^2+2x+1      | (x+1)^2           | variables are no arithmetic
    2+3           | 5                 | the gold's work may be done
    2+3           | 3+2               | the gold leaves it too
    \sum_{k=1}^{4} k | \sum_{j=1}^{4} j | the gold leaves it too
  `,
    evaluated,
  );
  const work = table`
    5             | 2+3               | a sum of integers
    6             | 2\cdot 3          | a product of integers
    5             | 2\cdot 2+1        | a calculation
    7             | 2^3-1             | a power and a difference
    \frac{5}{6}   | \frac{1}{2}+\frac{1}{3} | two fractions
    \frac{1}{6}   | \frac{1/2}{3}     | two fractions
    120           | 5!                | a factorial
    10            | \binom{5}{2}      | a binomial
    10            | \sum_{k=1}^{4} k  | a sum
    24            | \prod_{k=1}^{4} k | a product
  `;
  different(work, evaluated);
  different(
    table`
    1             | \int_0^1 2x \, dx | an integral
    1             | \lim_{x\to 0} \frac{\sin x}{x} | a limit
    2x            | \frac{d}{dx} x^2  | a derivative
  `,
    evaluated,
  );
  describe('form: "any", the default, takes the value', () => equal(work));

  const question = table`
    (-\infty,2)\cup(3,\infty) | x^2-5x+6>0 | an inequality
    \{-3,3\}     | \{x: x^2=9\}       | an equation in a set
    (-2,2)        | x^2<4              | an inequality
    (1,3)         | |x-2|<1            | a distance
    -3<x<3        | |x|<3              | a solved gold
    [5,\infty)    | 2x-10\ge0          | the unknown with a factor
    x\ne 2, x\ne -2 | x^2\ne4          | an unknown that is squared
    \emptyset     | x^2<0              | for no number
    \mathbb{R}    | x^2\ge0            | for every number
    2k\pi<x<2k\pi+\pi, k\in\mathbb{Z} | \sin x>0 | for many stretches
    \{1,2,3\}     | \{x\in\mathbb{Z}: 1\le x\le3\} | a finite set needs its items
    [3,5]         | [0,5]\cap[3,8]     | an intersection
    [0,5]         | [0,3]\cup[2,5]     | intervals that meet
    \{1,2,3\}     | \{1\}\cup\{2,3\}   | sets to be put together
    [0,5)         | [0,5]\setminus\{5\} | an end taken away
    -2            | \det\begin{pmatrix}1&2\\3&4\end{pmatrix} | a determinant
    11-2i         | (3+4i)(1-2i)       | a product of complex numbers
    \frac15+\frac25i | \frac{1}{1-2i} | a quotient of complex numbers
    10            | \log_2 1024        | a logarithm of a power
    \frac12       | \sin 30^\circ      | the value of a function
    \frac{\pi}{4} | \arctan 1          | an angle
    5             | |3+4i|             | an absolute value
    7             | \operatorname{Im}(3+7i) | a part of a complex number
    3-7i          | \overline{3+7i}    | a conjugate
    \frac{\pi}{4} | \arg(1+i)         | an angle
    2             | \Gamma(3)          | a gamma function
    0             | \sinh 0            | a hyperbolic function
    (4,6)         | (1,2)+(3,4)        | vectors added
    5             | 5=2+3              | the last side of a chain is not evaluated
  `;
  describe("the question again", () => different(question, evaluated));
  describe("solved answers", () =>
    equal(
      table`
    e^2           | \exp(2)            | two ways to write a power
    \Gamma(\tfrac13) | \Gamma(\tfrac13) | the gold leaves it too
    \frac{e-e^{-1}}{2} | \sinh 1         | a gold with powers of e
    (2,5)         | 5>x>2              | an unknown in the middle
    (2,5)         | x>2 \text{ and } x<5 | two bounds
    (1,\infty)    | \{x\mid x>1\}      | a set with a bound
    [2,\infty)    | 2\le x             | an unknown on the right
    \{1,2\}       | x=1 \text{ or } x=2 | its items
    \{1,2\}       | x\in\{1,2\}        | its items
    (-\infty,2)\cup(2,\infty) | \mathbb{R}\setminus\{2\} | all but one number
    (-\infty,2)\cup(2,\infty) | x\ne2 | all but one number
    |x|<3         | -3<x<3             | an unsolved gold may be solved
    |x|<3         | x^2<9              | an unsolved gold takes either
    y=2x+1        | 2x-y+1=0           | an equation in two unknowns
    \frac12       | \sin\theta=\frac12 | a value under a name
    42            | 6\cdot7=42         | a calculation with its value
    42            | x=6\cdot7=42       | a calculation with its name and value
    \frac12       | \cos 60^\circ=\frac12 | a calculation with its value
    \frac15+\frac25i | \frac{1+2i}{5}  | divided by a real number
    2\ln2         | \ln 4              | the gold has a logarithm too
    1.386         | 2\ln 2             | an exact value for a decimal gold
    e^{i\pi/4}    | \cos\frac{\pi}{4}+i\sin\frac{\pi}{4} | a power of e in sines
  `,
      evaluated,
    ));
});

describe("rounding: options", () => {
  equal(table`0.33 | \frac{1}{3} | two digits, where two are asked for`, {
    rounding: { goldDigits: 2, answerDigits: 6 },
  });
  equal(table`\frac{1}{3} | 0.333 | three digits, where three are asked for`, {
    rounding: { goldDigits: 3, answerDigits: 3 },
  });
  equal(table`0.5 | \frac{1}{2} | exactly the same, without rounding`, { rounding: false });
  different(
    table`
    0.333       | \frac{1}{3} | no rounding
    \frac{1}{3} | 0.333333    | no rounding
  `,
    { rounding: false },
  );
});

describe("options", () => {
  const read = (options: object) => () => verify("1", "1", options as VerifyOptions);
  it("have the documented defaults", () => {
    expect(readPolicies({})).toEqual({
      preset: "strict",
      tolerance: false,
      rounding: { goldDigits: 3, answerDigits: 6 },
      percent: "either",
      degrees: "either",
      units: "optional",
      form: "any",
      constants: true,
      decimalComma: false,
    });
    expect(readPolicies({})).toEqual(strictPolicies);
  });
  it("that are left undefined are the defaults", () => {
    expect(readPolicies({ form: undefined, rounding: undefined })).toEqual(strictPolicies);
    expect(verify("5", "2+3", { form: undefined })).toMatchObject({ equal: true });
  });
  it("may give one of the two digits of rounding", () => {
    expect(readPolicies({ rounding: { goldDigits: 4 } }).rounding).toEqual({
      goldDigits: 4,
      answerDigits: 6,
    });
  });
  it("of an unknown name are named, with those that there are", () => {
    expect(read({ precision: 3 })).toThrow(TypeError);
    expect(read({ precision: 3 })).toThrow(/'precision'.*rounding, percent, degrees, units, form/);
    expect(read({ toString: 1 })).toThrow(/'toString'/);
  });
  it.each([
    ["percent", "maybe", /'percent'.*"either" or "exact".*"maybe"/],
    ["degrees", true, /'degrees'.*"either" or "exact".*true/],
    ["units", "ignored", /'units'.*"optional" or "required".*"ignored"/],
    ["form", "simplified", /'form'.*"any" or "evaluated".*"simplified"/],
    ["form", null, /'form'.*null/],
    ["rounding", true, /'rounding'/],
    ["rounding", null, /'rounding'/],
    ["rounding", { goldDigits: 0 }, /'rounding'/],
    ["rounding", { answerDigits: 2.5 }, /'rounding'/],
    ["rounding", { answerDigits: "6" }, /'rounding'/],
    ["rounding", "off", /'rounding'/],
  ])("%s: %j is refused with a sentence", (name, value, sentence) => {
    expect(read({ [name]: value })).toThrow(TypeError);
    expect(read({ [name]: value })).toThrow(sentence);
  });
  it("refuse sides that are no strings", () => {
    expect(() => verify(5 as unknown as string, "5")).toThrow(TypeError);
    expect(() => verify("5", undefined as unknown as string)).toThrow(TypeError);
  });
});
