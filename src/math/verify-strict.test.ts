// What is never equal, what a verdict holds, and what callers may ask for.

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
    5 | The answer is 5 | no extraction
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
