// Presets and the tolerance: what they accept beyond strict grading, and what they still refuse.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./verify.ts";

const science = { preset: "science" } as const;
const finance = { preset: "finance" } as const;

describe("science", () => {
  equal(
    table`
    4.1\times10^{-6} | 4.12x10^-6 M     | rounded to the gold's digits
    4.12        | 4.1                   | the coarser side decides
    9.81        | 9.8 m/s^2             | the coarser side decides
    6.02\times10^{23} | 6.022\times10^{23} | within one percent
    62          | 62.3                  | a decimal that rounds to a whole gold
    264\text{ g} | 264g                 | a letter next to a number
    0.77c       | 0.77 c                | the speed of light
    -3.1 kcal   | -12.97 kJ             | converted and rounded
    1200 N      | 1195 N                | whole numbers of a unit of measure
    SnF_4       | SnF₄                  | subscripts
    H_2O        | \ce{H2O}              | chemistry's own command
    \text{Fe}^{3+} | Fe³⁺               | charges
    NaCl        | NaCl(aq)              | a state on one side
    CuSO_4\cdot5H_2O | CuSO4·5H2O       | water of crystallisation
  `,
    science,
  );
  different(
    table`
    4.1\times10^{-6} | 4.1\times10^{-5} | a power of ten
    4.1\times10^{-6} | -4.1\times10^{-6} | a sign
    9.81        | 9.6                   | more than the tolerance
    62          | 63                    | two counts
    62          | 62.6                  | a decimal that rounds to another number
    100         | 101                   | two counts
    3           | 3.3                   | one digit is no measurement
    5\text{ A}  | 5\text{ mA}           | a prefix
    20^\circ\text{C} | 22^\circ\text{C} | a share of a temperature depends on its scale
    1.6 km      | 1600                  | the number alone says something else
    2x          | 2.01x                 | formulas are not measured
    2t          | 2                     | a variable
    25n         | 25                    | not one of the letters
    SnF_4       | SnF_2                 | a number of atoms
    \text{Fe}^{3+} | \text{Fe}^{2+}     | a charge
    C_2H_5OH    | CH_3OCH_3             | the same atoms in another order
    NaCl(s)     | NaCl(aq)              | two states
    CO          | Co                    | two elements or one
  `,
    science,
  );
});

describe("finance", () => {
  equal(
    table`
    1234.5      | $1,234.50             | money
    4,000,000   | $4 million            | millions in words
    0.0812      | 8.12%                 | percent on one side
    1234.56     | 1235                  | within a fifth of a percent
  `,
    finance,
  );
  different(
    table`
    1234.56     | 1240                  | more than the tolerance
    4           | 4 million             | a gold in millions needs the word
    0.0812      | 8.12                  | no percent sign on either side
    12          | 13                    | two counts
  `,
    finance,
  );
});

describe("options", () => {
  it("override a preset, and the tolerance stands by itself", () => {
    expect(verify("9.81", "9.75", science).by).toBe("tolerance");
    expect(verify("9.81", "9.75", { ...science, tolerance: false }).equal).toBe(false);
    expect(verify("9.81", "9.75", { tolerance: 0.01 }).equal).toBe(true);
    expect(verify("9.81", "9.75").equal).toBe(false);
  });

  it("that cannot be are refused by name", () => {
    expect(() => verify("1", "2", { preset: "loose" as "strict" })).toThrow(/'preset'.*"science"/);
    expect(() => verify("1", "2", { tolerance: 2 })).toThrow(/'tolerance'/);
  });
});
