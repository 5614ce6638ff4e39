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
    3\times10^8 | 2.99\times10^8         | a whole number with a power of ten
    12^2        | 144                   | a count, written out
    SnF_4       | SnF₄                  | subscripts
    H_2O        | \ce{H2O}              | chemistry's own command
    \text{Fe}^{3+} | Fe³⁺               | charges
    NaCl        | NaCl(aq)              | a state on one side
    CuSO_4\cdot5H_2O | CuSO4·5H2O       | water of crystallisation
    CuSO_4\cdot5H_2O | \ce{CuSO4.5H2O}  | water of crystallisation
    sp^3        | \text{sp}^3           | orbitals
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
    20!         | 20!+1                 | counts, however they are written
    20!+1       | 20!                   | counts, however they are written
    2^{64}      | 2^{64}-1              | counts, however they are written
    2^{64}-1    | 2^{64}                | counts, however they are written
    10^6-1      | 10^6-2                | a power of ten as a summand
    \binom{10}5 | 253                   | a count as an expression
    12^2        | 145                   | a count as an expression
    5!          | 121                   | a count as an expression
    \frac{2002}2 | \frac{2004}2         | whole quotients
    1:100       | 1:101                 | ratios of whole numbers
    3           | 3.3                   | one digit is no measurement
    5\text{ A}  | 5\text{ mA}           | a prefix
    20^\circ\text{C} | 22^\circ\text{C} | a share of a temperature depends on its scale
    1.6 km      | 1600                  | the number alone says something else
    2x          | 2.01x                 | formulas are not measured
    2t          | 2                     | a variable
    25n         | 25                    | not one of the letters
    SnF_4       | SnF_2                 | a number of atoms
    CuSO_4\cdot5H_2O | \ce{CuSO4.4H2O}  | water of crystallisation
    sp^3        | \text{sp}^2           | orbitals
    46 chromosomes | 46.3               | what is counted
    12 electrons | 12.4                 | what is counted
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

describe("wrong answers", () => {
  // A factor of ten, a unit, a sign, a power, more than any tolerance, a different substance, a variable, a count.
  const wrong = table`
    5 kJ | 5 J | wrong in every preset
    5 kJ | 50000 J | wrong in every preset
    5 kJ | 0.5 kJ | wrong in every preset
    5 kJ | 5 kcal | wrong in every preset
    5 kJ | 5 kW | wrong in every preset
    5 kJ | 5 kPa | wrong in every preset
    4.1\times10^{-6} | 4.1\times10^{6} | wrong in every preset
    4.1\times10^{-6} | 4.1\times10^{-7} | wrong in every preset
    4.1\times10^{-6} M | 4.1\times10^{-6} mM | wrong in every preset
    4.1\times10^{-6} M | 4.1 M | wrong in every preset
    6.02\times10^{23} | 6.02\times10^{22} | wrong in every preset
    6.02\times10^{23} | 6.02 | wrong in every preset
    6.02\times10^{23} | 6.02\times10^{-23} | wrong in every preset
    6.02\times10^{23} | 6.62\times10^{-34} | wrong in every preset
    9.81 m/s^2 | 9.81 m/s | wrong in every preset
    9.81 m/s^2 | 98.1 m/s^2 | wrong in every preset
    9.81 m/s^2 | -9.81 m/s^2 | wrong in every preset
    9.81 m/s^2 | 9.81 cm/s^2 | wrong in every preset
    9.81 m/s^2 | 9.81 km/s^2 | wrong in every preset
    9.81 m/s^2 | 8.91 m/s^2 | wrong in every preset
    9.81 m/s^2 | 32.2 m/s^2 | wrong in every preset
    9.81 m/s^2 | 9.81 ft/s^2 | wrong in every preset
    9.81 m/s^2 | 9.81 s^2/m | wrong in every preset
    5\text{ A} | 5\text{ mA} | wrong in every preset
    5\text{ A} | 5\text{ V} | wrong in every preset
    5\text{ A} | 5\text{ C} | wrong in every preset
    5\text{ A} | 5\text{ kA} | wrong in every preset
    12 V | 12 W | wrong in every preset
    12 V | 12 mV | wrong in every preset
    12 V | -12 V | wrong in every preset
    12 V | 1.2 V | wrong in every preset
    12 V | 120 V | wrong in every preset
    100 W | 100 J | wrong in every preset
    100 W | 100 kW | wrong in every preset
    100 W | 100 mW | wrong in every preset
    2.5 mol | 2.5 mmol | wrong in every preset
    2.5 mol | 2.5 g | wrong in every preset
    2.5 mol | 25 mol | wrong in every preset
    2.5 mol | 2.5 mol/L | wrong in every preset
    0.10 M | 0.010 M | wrong in every preset
    0.10 M | 1.0 M | wrong in every preset
    0.10 M | 0.10 mM | wrong in every preset
    3.20 g Fe | 3.20 g Cu | wrong in every preset
    3.20 g Fe | 3.20 kg Fe | wrong in every preset
    3.20 g Fe | 32.0 g Fe | wrong in every preset
    3.20 g Fe | 2.30 g Fe | wrong in every preset
    25 °C | 25 K | wrong in every preset
    25 °C | 25 °F | wrong in every preset
    25 °C | -25 °C | wrong in every preset
    25 °C | 298 °C | wrong in every preset
    298 K | 25 K | wrong in every preset
    298 K | 298 °C | wrong in every preset
    -40 °C | 40 °C | wrong in every preset
    1 atm | 1 bar | wrong in every preset
    1 atm | 760 atm | wrong in every preset
    1 atm | 1 Pa | wrong in every preset
    1 atm | 101 Pa | wrong in every preset
    760 mmHg | 760 atm | wrong in every preset
    1.6 km | 1.6 m | wrong in every preset
    1.6 km | 160 m | wrong in every preset
    1600 m | 1.6 | wrong in every preset
    1600 m | 16 km | wrong in every preset
    1600 m | 1.6 cm | wrong in every preset
    72 km/h | 72 m/s | wrong in every preset
    72 km/h | 2 m/s | wrong in every preset
    20 m/s | 20 km/h | wrong in every preset
    20 m/s | 200 m/s | wrong in every preset
    3.0\times10^8 m/s | 3.0\times10^5 m/s | wrong in every preset
    3.0\times10^8 m/s | 3.0\times10^8 km/s | wrong in every preset
    1.6\times10^{-19} C | 1.6\times10^{-19} J | wrong in every preset
    1.6\times10^{-19} C | -1.6\times10^{-19} C | wrong in every preset
    1.6\times10^{-19} C | 1.6\times10^{19} C | wrong in every preset
    13.6 eV | 13.6 keV | wrong in every preset
    13.6 eV | 13.6 J | wrong in every preset
    13.6 eV | -13.6 eV | wrong in every preset
    13.6 eV | 3.4 eV | wrong in every preset
    500 nm | 500 pm | wrong in every preset
    500 nm | 500 µm | wrong in every preset
    500 nm | 5 nm | wrong in every preset
    500 nm | 500 Hz | wrong in every preset
    50 Hz | 50 s | wrong in every preset
    50 Hz | 50 kHz | wrong in every preset
    50 Hz | 0.02 Hz | wrong in every preset
    1.2 g/cm^3 | 1.2 kg/m^3 | wrong in every preset
    1.2 g/cm^3 | 1.2 g/cm^2 | wrong in every preset
    1.2 g/cm^3 | 1.2 g | wrong in every preset
    1.2 g/cm^3 | 12 g/cm^3 | wrong in every preset
    1.2 g/mL | 1.2 mg/mL | wrong in every preset
    8.31 J/(mol K) | 8.31 J/mol | wrong in every preset
    8.31 J/(mol K) | 8.31 kJ/(mol K) | wrong in every preset
    8.31 J/(mol K) | 83.1 J/(mol K) | wrong in every preset
    8.31 J/(mol K) | 0.0821 J/(mol K) | wrong in every preset
    58.44 g/mol | 58.44 kg/mol | wrong in every preset
    58.44 g/mol | 58.44 mol/g | wrong in every preset
    58.44 g/mol | 35.45 g/mol | wrong in every preset
    -285.8 kJ/mol | 285.8 kJ/mol | wrong in every preset
    -285.8 kJ/mol | -285.8 J/mol | wrong in every preset
    -285.8 kJ/mol | -241.8 kJ/mol | wrong in every preset
    7.40 | 7.04 | wrong in every preset
    7.40 | 74.0 | wrong in every preset
    7.40 | 6.60 | wrong in every preset
    4.76 | 5.76 | wrong in every preset
    4.76 | 9.24 | wrong in every preset
    SnF_4 | SnF_2 | wrong in every preset
    SnF_4 | SF_4 | wrong in every preset
    H_2O | H_2O_2 | wrong in every preset
    H_2O | HO_2 | wrong in every preset
    H_2O | D_2O | wrong in every preset
    CO_2 | CO | wrong in every preset
    CO | Co | wrong in every preset
    NaCl | NaClO | wrong in every preset
    \text{Fe}^{3+} | \text{Fe}^{2+} | wrong in every preset
    \text{Fe}^{3+} | \text{Fe} | wrong in every preset
    SO_4^{2-} | SO_3^{2-} | wrong in every preset
    SO_4^{2-} | SO_4^{2+} | wrong in every preset
    C_6H_{12}O_6 | C_{12}H_{22}O_{11} | wrong in every preset
    ethanol | methanol | wrong in every preset
    ethanol | ethanal | wrong in every preset
    butane | butene | wrong in every preset
    1-propanol | 2-propanol | wrong in every preset
    cis-2-butene | trans-2-butene | wrong in every preset
    (R)-2-butanol | (S)-2-butanol | wrong in every preset
    oxidation | reduction | wrong in every preset
    2x | 2 | wrong in every preset
    2m | 2 | wrong in every preset
    3n | 3 | wrong in every preset
    $3 s$ | 3 | wrong in every preset
    $2 m$ | 2 | wrong in every preset
    25n | 25 | wrong in every preset
    2t | 2 | wrong in every preset
    5k | 5 | wrong in every preset
    mg | 9.8 | wrong in every preset
    F=ma | F=mg | wrong in every preset
    12 | 13 | wrong in every preset
    12 | 12.6 | wrong in every preset
    144 | 145 | wrong in every preset
    1000 | 1001 | wrong in every preset
    1000 | 1005 | wrong in every preset
    100 | 101 | wrong in every preset
    3 | 3.3 | wrong in every preset
    3 | 2.7 | wrong in every preset
    7 | 7.04x | wrong in every preset
    4 | 4 million | wrong in every preset
    4 | 4 thousand | wrong in every preset
    4 million | 4 | wrong in every preset
    4 million | 4 billion | wrong in every preset
    \$2.50 | \$25.0 | wrong in every preset
    \$2.50 | $2.50 per $100 | wrong in every preset
    \$1234.56 | \$123.456 | wrong in every preset
    0.0812 | 8.12 | wrong in every preset
    8.12\% | 0.812 | wrong in every preset
    8.12\% | 81.2\% | wrong in every preset
    8.12\% | -8.12\% | wrong in every preset
    35\% | 65\% | wrong in every preset
    0.25 | 4 | wrong in every preset
    1 in 6 | 1 in 5 | wrong in every preset
    1 in 6 | 6 | wrong in every preset
    3:1 | 1:3 | wrong in every preset
    9:3:3:1 | 9:3:4 | wrong in every preset
    0.25 AA : 0.5 Aa : 0.25 aa | 0.5 AA : 0.25 Aa : 0.25 aa | wrong in every preset
    600, 1200 | 1200, 601 | wrong in every preset
    (a) 600 rpm (b) 1200 rpm | (a) 1200 rpm (b) 600 rpm | wrong in every preset
    A = ethanol, B = methanol | A: methanol; B: ethanol | wrong in every preset
    N_2: 10 L, H_2: 30 L | N_2: 30 L, H_2: 10 L | wrong in every preset
    10 N | 10 kg m/s | wrong in every preset
    10 N | 10 kg | wrong in every preset
    10 N | 10 N m | wrong in every preset
    10 N m | 10 N | wrong in every preset
    10 N m | 10 N/m | wrong in every preset
    10 J | 10 W | wrong in every preset
    10 Pa | 10 N | wrong in every preset
    10 ohm | 10 kohm | wrong in every preset
    10 Ω | 10 V | wrong in every preset
    10 rad/s | 10 rpm | wrong in every preset
    10 rad/s | 10 rad | wrong in every preset
    3.5 h | 3.5 min | wrong in every preset
    3.5 h | 3.05 h | wrong in every preset
    3.5 years | 3.5 months | wrong in every preset
    2 hours 30 minutes | 2.3 hours | wrong in every preset
    41.3 \mathrm{~K}^{-1} | 41.3 K | wrong in every preset
    5 cm^2 | 5 cm | wrong in every preset
    5 cm^2 | 5 cm^3 | wrong in every preset
    5 cm^2 | 5 m^2 | wrong in every preset
    5 cm^2 | 50 cm^2 | wrong in every preset
    5 L | 5 mL | wrong in every preset
    5 L | 5 m^3 | wrong in every preset
    250 mL | 25 mL | wrong in every preset
    250 mL | 0.25 mL | wrong in every preset
    250 mL | 2.5 L | wrong in every preset
    12 ft-lb | 12 ft/lb | wrong in every preset
    2.1 MeV/c^2 | 2.1 MeV | wrong in every preset
    2.1 MeV/c^2 | 2.1 GeV/c^2 | wrong in every preset
    4\pi | 4\pi \approx 12.67 | wrong in every preset
    4\pi | 12 | wrong in every preset
    \frac73 | x=\frac73\approx2.43 | wrong in every preset
    0.124 | 0.142 | wrong in every preset
    about 7.5 | 8.5 | wrong in every preset
    3-5 years | 3-6 years | wrong in every preset
    2010-2015 | 5 | wrong in every preset
    between 3 and 5 | 4 | wrong in every preset
    5.0 | 5.5 | wrong in every preset
    5.0\times 10^3 | 5.0 | wrong in every preset
    5.0\times 10^3 | 500 | wrong in every preset
    1.50 | 1.60 | wrong in every preset
    0.500 | 0.050 | wrong in every preset
    0.05 | 0.5 | wrong in every preset
    0.05 | 0.06 | wrong in every preset
    increases | decreases | wrong in every preset
    exothermic | endothermic | wrong in every preset
    north | south | wrong in every preset
    5 m north | 5 m south | wrong in every preset
    left | right | wrong in every preset
  `;
  different(wrong);
  different(wrong, science);
  different(wrong, finance);
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
