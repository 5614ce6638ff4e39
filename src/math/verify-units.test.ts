// Answers of science, money and prose in their usual spellings: equal without a preset, equal with one, and never
// equal.

import { describe } from "vitest";
import { different, equal, type Row, table } from "../../test/grading-table.ts";

const reversed = (rows: Row[]): Row[] =>
  rows.map(({ gold, answer, why }) => ({ gold: answer, answer: gold, why }));

describe("one thing in two spellings", () => {
  const rows = table`
    4.1\times10^{-6} | 4.1x10^-6 | spelling
    1.7 \times 10^{-9} | 1.7 * 10^-9 m | spelling
    2450000 | 2 450 000 km. | spelling
    0.35 | 0. 35. | spelling
    4\pi | 4\pi \approx 12.57 | spelling
    4\pi | 4\pi (\approx 12.57) | spelling
    \frac73 | x=\frac73\approx2.33 | spelling
    5 kJ | 5000 J | spelling
    10 N | 10 newtons | spelling
    10 N | 10 kg m/s^2 | spelling
    2.1 MeV/c^2 | 2.1 | spelling
    58 g/mole | 58 g/mol | spelling
    12 ft-lb | 12 | spelling
    12 ft-lb | 12 ft·lb | spelling
    12 ft-lb | 12 ft lb | spelling
    8.2 meter^2 | 8.2 m^2 | spelling
    45 in^2 | 45 square inches | an inch
    45 \text{ in}^2 | 45 in2 | an inch
    15 \text{ lb/in.}^2 | 15 lb/in^2 | an inch
    15 psi | 15 lb/in^2 | a pound that is a force
    12 in-lb | 1 ft-lb | an inch
    40 lb | 40 lbf | a pound that is a force
    9 W/(m K) | 9 \mathrm{W/mK} | spelling
    1.54 Å | 1.54\,\text{\AA} | spelling
    1.54 Å | 1.54 \mathring{A} | spelling
    2.3 cm Hg | 23 mmHg | spelling
    1.2 T | 12000 gauss | unit
    40 mCi | 1.48 GBq | unit
    3 Gyr | 3 billion years | unit
    2 kips | 2000 lbf | unit
    3 slugs | 3 lbf s^2/ft | unit
    5 gpm | 5 gal/min | unit
    45° | 45 deg | spelling
    (3, 4) m | (300, 400) cm | entry by entry
    (3, 4, -5) N | (3, 4, -5) | entry by entry
    $15,000 profit | $15,000 | money with a label
    $15,000 profit | 15,000 profit | money with a label
    95 Btu/(hr)(ft) | 95 | spelling
    95 Btu/(hr)(ft) | 95 Btu/(hr ft) | spelling
    41.3 \mathrm{~K}^{-1} | 41.3 | spelling
    41.3 \mathrm{~K}^{-1} | 41.3 K^-1 | spelling
    8.31 J K<sup>-1</sup> mol<sup>-1</sup> | 8.31 J/(mol K) | spelling
    5μm | 5 µm | spelling
    5μm | 5\ \mu\text{m} | spelling
    5μm | 5\times10^{-6} m | spelling
    5 sq cm | 5 cm^2 | spelling
    9.8 m s^{-2} | 9.8 m/s^2 | spelling
    120 m | 120 | spelling
    3.20 g Fe | 3.20 g | spelling
    4 times | 4 | spelling
    $2.50 per $100 | \$2.50 per \$100 | spelling
    35 pct | 35% | spelling
    (a) .2 (b) .31 (c) .5 | 0.2, 0.31, 0.5 | spelling
    (a) 600 rpm (b) 1200 rpm | 600, 1200 | spelling
    A: ethanol; B: methanol | A = ethanol, B = methanol | spelling
    the N_2 volume is 10 liters and the H_2 volume is 30 liters | 10, 30 | spelling
    the N_2 volume is 10 liters and the H_2 volume is 30 liters | 10 L N_2 and 30 L H_2 | spelling
    0.25 AA : 0.5 Aa : 0.25 aa | 0.5 Aa : 0.25 AA : 0.25 aa | spelling
    0.25 AA : 0.5 Aa : 0.25 aa | 0.25:0.5:0.25 | spelling
    0.25 AA : 0.5 Aa : 0.25 aa | 1 AA : 2 Aa : 1 aa | spelling
    5 remainder 2 | 5 R 2 | spelling
    5 R2 | 5 R 2 | spelling
    1 in 6 | 1/6 | spelling
    3 out of 4 | 3/4 | spelling
    A∪B | B∪A | spelling
    ∠ABC | ∠CBA | spelling
    A(1,2) | A=(1,2) | spelling
    3|n | n≡0 (mod 3) | spelling
    ±2 (mod 5) | 2,3 (mod 5) | spelling
    x \equiv ±2 (mod 5) | x \equiv 2,3 (mod 5) | spelling
    Z_4 | Z/4Z | spelling
    R^2 | R×R | spelling
    \mathbb{R}^2 | \mathbb{R}\times\mathbb{R} | spelling
    a_{n+1} | a_{1+n} | spelling
    f'(x) | \frac d{dx}f(x) | spelling
    f'(x) | \frac{d}{dx}f(x) | spelling
    (1F)_{16} | 1F_{16} | spelling
    (1F)_{16} | 1F (base 16) | spelling
    1011 (base 2) | 1011_2 | spelling
    {1,…,5} | \{1,2,3,4,5\} | spelling
    {1,…,5} | 1,2,3,4,5 | spelling
    {x∈Z: x²<10} | \{-3,-2,-1,0,1,2,3\} | spelling
    x=1+t, y=2-t | x=1+s, y=2-s | spelling
    10C3 | \binom{10}{3} | spelling
    10C3 | 120 | spelling
    (2n-1)!! | \frac{(2n)!}{2^n n!} | spelling
    2 thirds | \frac23 | spelling
    2 (two) | 2 | spelling
    1 und 2 | 1, 2 | spelling
    50米 | 50 | spelling
    50米 | 50 m | spelling
    5 over 12 | 5/12 | spelling
    \frac{\cancel21}{\cancel42} | \frac12 | spelling
    \frac{\cancel{2}1}{\cancel{4}2} | \frac12 | spelling
    y' | dy/dx | spelling
    y' | \frac{dy}{dx} | spelling
    y'=2x | dy/dx=2x | spelling
    P(2,3) | (2,3) | spelling
    P(2,3) | P=(2,3) | spelling
    |x|=|y| | x=±y | spelling
    cosec x | \csc x | spelling
    cosec(x) | 1/\sin x | spelling
    m_{\max} = 5 | 5 | spelling
    x = y = z = 3 | x=3, y=3, z=3 | spelling
    15th Day | 15 | spelling
    15th Day | 15th | spelling
    f(x)=1 for all x | f(x)=1 | spelling
    13.6 eV | 2.18e-18 J | spelling
    1.5 h | 90 min | spelling
    1.5 h | 1 h 30 min | spelling
    1 h 30 min | 90 min | spelling
    25 °C | 298.15 K | spelling
    $500 per month | \$500 | spelling
    $500 per month | 500 dollars per month | spelling
    $500 per month | $500/month | spelling
    $500 per month | $500 a month | spelling
    624 | 624 pages a year | spelling
    624 pages per year | 624 pages a year | spelling
    540 | 540 meters a week | spelling
    540 meters per week | 540 meters each week | spelling
    -285.8 kJ/mol | \Delta H = -285.8 kJ/mol | spelling
    -285.8 kJ/mol | ΔH = -285.8 kJ/mol | spelling
    -285.8 kJ/mol | $\Delta H = -285.8\ \text{kJ/mol}$ | spelling
    5 | The answer is 5. | lead-in
    5 | It is 5. | lead-in
    2, 3 | The answer is 2 and 3. | lead-in
    36 N | The net force on the block is 36 N. | lead-in
    0.25 | The probability of drawing a heart is 1/4. | lead-in
    $45 | The total cost is $45. | lead-in
    12 | There are 12 ways. | lead-in
    12 V, 24 V | 12, 24 | name of a quantity
    12 V and 24 V | 12 and 24 | name of a quantity
    1500 m | 1.5 km = 1500 m | said twice
    2.5 L | 2.5 L = 2500 mL | said twice
    90 min | 1.5 h = 90 min | said twice
    90 min | 90 minutes, i.e. 1.5 hours | said twice
    12.5% | 0.125 = 12.5% | said twice
    5 N m | 5 Nm | unit
    5 N·m | 5 Nm | unit
    5 N m | 5 J | unit
    5 N.m | 5 N m | unit
    5 newton-meters | 5 N m | unit
    5 N-m | 5 N m | unit
    9.8 m/s2 | 9.8 m/s^2 | unit
    9.8 m s-2 | 9.8 m/s^2 | unit
    9.8 m/s/s | 9.8 m/s^2 | unit
    9.8 m/sec^2 | 9.8 m/s^2 | unit
    9.8 meters per second squared | 9.8 m/s^2 | unit
    9.8 meters/second^2 | 9.8 m/s^2 | unit
    25 cm2 | 25 cm^2 | unit
    25 cm3 | 25 cm^3 | unit
    25 cc | 25 mL | unit
    8.31 J mol-1 K-1 | 8.31 J/(mol K) | unit
    8.31 J/mol/K | 8.31 J/(mol K) | unit
    8.31 J/mol-K | 8.31 J/(mol K) | unit
    8.31 J/mol·K | 8.31 J/(mol·K) | unit
    8.31 J/mol K | 8.31 J/(mol·K) | unit
    0.0821 L·atm/(mol·K) | 0.0821 L atm/mol K | unit
    5 Kg | 5 kg | unit
    5 Km | 5 km | unit
    5 KJ | 5 kJ | unit
    5 kohm | 5000 Ω | unit
    5 kΩ | 5000 ohms | unit
    5\ \text{k}\Omega | 5000 ohms | unit
    5 uF | 5 µF | unit
    5 micrograms | 5 µg | unit
    5 mcg | 5 µg | unit
    5\mu\text{F} | 5 µF | unit
    5\ \mu\mathrm{F} | 5 µF | unit
    5 eV | 5 electron volts | unit
    5 light years | 5 ly | unit
    5 light-years | 5 ly | unit
    25 C | 25 °C | unit
    25 degrees C | 25 °C | unit
    25 degrees Celsius | 25 °C | unit
    25 °C | 25^{\circ}\text{C} | unit
    25 ℃ | 25 °C | unit
    77 F | 77 °F | unit
    60 mph | 60 miles per hour | unit
    60 mi/h | 60 mph | unit
    60 mi/hr | 60 mph | unit
    60 km/hr | 60 kph | unit
    5 L/min | 5 liters per minute | unit
    5 rev/s | 5 revolutions per second | unit
    300 rpm | 5 rev/s | unit
    10 rad/s | 10 radians per second | unit
    5 US dollars | $5 | unit
    US$5 | $5 | unit
    5 dollars | $5 | unit
    £5 | 5 GBP | unit
    $5,000 | $5K | unit
    50¢ | $0.50 | unit
    50 cents | $0.50 | unit
    5 sq. cm | 5 cm^2 | unit
    5 cm sq | 5 cm^2 | unit
    5 square cm | 5 cm² | unit
    5 cm squared | 5 cm² | unit
    5 cubic feet | 5 ft^3 | unit
    5 cu ft | 5 ft^3 | unit
    12.5\,\frac{\text{m}}{\text{s}} | 12.5 m/s | unit
    9.8\ \frac{\mathrm{m}}{\mathrm{s}^2} | 9.8 m/s^2 | unit
    9.8\ \frac{\mathrm{m}}{\mathrm{s^2}} | 9.8 m/s^2 | unit
    8.31\ \frac{\text{J}}{\text{mol}\cdot\text{K}} | 8.31 J/(mol K) | unit
    12.5\text{ m}/\text{s} | 12.5 m/s | unit
    12.5\text{ m s}^{-1} | 12.5 m/s | unit
    12.5\,\mathrm{m\,s^{-1}} | 12.5 m/s | unit
    12.5\,\mathrm{m/s} | 12.5 m/s | unit
    12.5\,{\rm m/s} | 12.5 m/s | unit
    12.5\ \mathrm{kg\cdot m/s} | 12.5 kg m/s | unit
    12.5 \unit{m/s} | 12.5 m/s | unit
    25cm | 25 cm | unit
    12kHz | 12 kHz | unit
    12 mmHg | 12 mm Hg | unit
    12 atm | 12 atmospheres | unit
    5 g of NaCl | 5 g | unit
    5 g NaCl | 5 grams of NaCl | unit
    5 grams of sodium chloride | 5 g | unit
    2 moles | 2 mol | unit
    0.1 M | 0.1 mol/L | unit
    0.1 M | 0.1 mol L^{-1} | unit
    0.1 molar | 0.1 M | unit
    0.1 mol dm^-3 | 0.1 M | unit
    0.1 mol/dm³ | 0.1 M | unit
    1 hp | 745.69987158227022 W | unit
    10-15 | 10–15 | unit
    10-15 | between 10 and 15 | unit
    10-15 cm | 10 to 15 cm | unit
    5 N | 5 N upward | label
    5 m/s | 5 m/s north | label
    30 years old | 30 | label
    1 AA : 2 Aa : 1 aa | 1:2:1 | genotypes
    1 AA : 2 Aa : 1 aa | 2 Aa : 1 AA : 1 aa | genotypes
    F = ma | F = am | formula
    F = ma | ma = F | formula
    N_0 (1/2)^{t/T} | N_0 2^{-t/T} | formula
    1F base 16 | (1F)_{16} | formula
    FF (base 16) | FF_{16} | formula
    (1011) base 2 | 1011_2 | formula
    Z/6Z | Z_6 | formula
    \mathbb{Z}/6\mathbb{Z} | Z/6Z | formula
    \mathbb{Z}_6 | Z/6Z | formula
    1, 4 (mod 5) | ±1 (mod 5) | formula
    x ≡ ±1 (mod 5) | x ≡ 1, 4 (mod 5) | formula
    \frac{\cancel{6}3}{\cancel{8}4} | 3/4 | formula
    x=\pm y | |x|=|y| | formula
  `;
  equal(rows);
  equal(reversed(rows));
});

describe("what an answer may say in another way", () => {
  equal(table`
    4.1\times10^{-6} | 4.1x10^-6 | spelling
    ~7.5 | 7.5 | spelling
    ≈ 21.4 | 21.4 | spelling
    about 21.4 | 21.4 | spelling
    (1F)_{16} | 1f_{16} | spelling
    IV | 4 | spelling
    Quadrant II | II | spelling
    x^2=4 | x=2 or x=-2 | spelling
    f(x)=1 for all x | 1 | spelling
    no solution | The equation has no solution | spelling
    does not exist | doesn't exist | spelling
    irrational | It is irrational. | spelling
    Wednesday | Wed | spelling
    1.5 km | 1.5 km (1500 m) | spelling
    1500 m | 1.5 km (1500 m) | spelling
    2.5 L | 2.5 L = 2500 mL | spelling
    2500 mL | 2.5 L = 2500 mL | spelling
    1.5 km | 1.5 km (1500 m) | said twice
    1500 m | 1.5 km (1500 m) | said twice
    2.5 L | 2.5 L (2500 mL) | said twice
    90 min | 1.5 h (90 min) | said twice
    90 min | 90 min (1.5 h) | said twice
    90 min | 90 minutes or 1.5 hours | said twice
    5 kg | 5 kg or 5000 g | said twice
    $4.2 million | $4.2 million ($4,200,000) | said twice
    12.5% | 12.5% (0.125) | said twice
    12.5% | 12.5% or 0.125 | said twice
    5 \mu F | 5 µF | unit
    10-15 | 10 to 15 | unit
    -2 | 3-5 | unit
  `);
});

describe("a range as the gold", () => {
  different(table`
    10-15 | -5 | no difference
    3-5   | -2 | no difference
    3-5   | 4  | nor its middle
  `);
});

describe("in science", () => {
  equal(
    table`
    -3.1 kcal | -12.97 kJ | spelling
    SnF_4 | SnF₄ | spelling
    H_2O | \ce{H2O} | spelling
    Fe^{3+} | Fe3+ | spelling
    Fe^{3+} | \text{Fe}^{3+} | spelling
    Fe^{3+} | Fe^3+ | spelling
    SO_4^{2-} | SO4 2- | spelling
    SO_4^{2-} | SO4^2- | spelling
    SO_4^{2-} | \mathrm{SO}_4^{2-} | spelling
    SO_4^{2-} | \ce{SO4^2-} | spelling
    SO_4^{2-} | SO₄²⁻ | spelling
    Na^+ | Na+ | spelling
    13.6 eV | 2.18e-18 J | spelling
    25 °C | 298 K | spelling
    2H_2 + O_2 \to 2H_2O | 2H2 + O2 → 2H2O | spelling
    2H_2 + O_2 \to 2H_2O | O2 + 2H2 -> 2H2O | spelling
    \ce{2H2 + O2 -> 2H2O} | 2H2(g) + O2(g) → 2H2O(l) | spelling
    ^{14}_{6}C | carbon-14 | spelling
    ^{14}_{6}C | C-14 | spelling
    ^{14}C | ^{14}_6C | spelling
    {}^{14}_{6}\text{C} | ¹⁴C | spelling
    F = 25 N | F = 25 | name of a quantity
    F = 25 N | 25 | name of a quantity
    F = 5 N | 5 N | name of a quantity
    v_0 = 12 m/s | 12 m/s | name of a quantity
    \lambda = 500 nm | 500 nm | name of a quantity
    \lambda = 500 nm | 5.0\times10^{-7} m | name of a quantity
    \Delta H = -285.8 kJ/mol | -285.8 | name of a quantity
    \rho = 1.2 g/cm^3 | 1.2 g/cm³ | name of a quantity
    T = 300 K | 300 K | name of a quantity
    E_k = 25 J | 25 J | name of a quantity
    V = 12 V, I = 2 A | V = 12, I = 2 | name of a quantity
    12 V, 2 A | 12, 2 | name of a quantity
    25 \mu F | 25 µF | unit
    $25 m/s$ | 25 m/s | unit
    10m/s | 10 m/s | unit
    10m/s | 10 | unit
    25cm^2 | 25 | unit
    1 hp | 746 W | unit
    100 Btu | 105.5 kJ | unit
    14.7 psi | 101 kPa | unit
    154 square units | 153.9 square units | count
  `,
    { preset: "science" },
  );
  different(
    table`
    F = 25 N | F = 25 J | name of a quantity
    y = 5 t | 5 | name of a quantity
    y = 25 n | 25 | name of a quantity
  `,
    { preset: "science" },
  );
});

describe("in finance", () => {
  equal(
    table`
    $5,000 | $5K | unit
    $4,200,000 | $4.2M | unit
    $4.2 billion | $4.2B | unit
    $4.2 billion | $4.2bn | unit
    4,000,000 | 4 million | unit
    $4,000,000 | 4 million dollars | unit
    $4 million | $4,000 thousand | unit
  `,
    { preset: "finance" },
  );
});

describe("what is wrong in every preset", () => {
  const rows = table`
    1,530 units | 1,531 units | count or range
    10 cm shorter | 10 cm longer | count or range
    10 cm | 10 cm shorter | count or range
    5 | The answer is not 5. | lead-in
    5 | The answer is about 5. | lead-in
    5 | The answer is 5 or 6. | lead-in
    5 | The answer is at least 5. | lead-in
    5 | The wrong answer is 5. | lead-in
    5 | The first answer is 5. | lead-in
    5 | The other answer is 5. | lead-in
    5 | Half the answer is 5. | lead-in
    5 | The square of the answer is 5. | lead-in
    5 | The upper bound is 5. | lead-in
    5 | The maximum error is 5. | lead-in
    5 | The negative of the value is 5. | lead-in
    5 | It is 5? | lead-in
    5 | It is unlikely 5 | lead-in
    36 N | The net force is 36 J. | lead-in
    36 N | The net force is less than 36 N. | lead-in
    y = 5 x | 5 | name of a quantity
    y = 2 t | y = 2 | name of a quantity
    x = 3 m | x = 3 | name of a quantity
    V = 12 V, I = 2 A | V = 2, I = 12 | name of a quantity
    12 V, 2 A | 12 A, 2 V | name of a quantity
    1.5 km | 1.5 km (150 m) | said twice
    1500 m | 1.5 km (150 m) | said twice
    2.5 L | 2.5 L = 250 mL | said twice
    2.5 L | 2.5 L (2.5 mL) | said twice
    12.5% | 12.5% (1.25) | said twice
    $4.2 million | $4.2 million ($420,000) | said twice
    5 N m | 5 N/m | unit
    5 Nm | 5 nm | unit
    5 mN | 5 Nm | unit
    9.8 m/s2 | 9.8 m/s | unit
    9.8 m s-2 | 9.8 m s-1 | unit
    25 cm2 | 25 cm3 | unit
    5 Kg | 5 g | unit
    5 µF | 5 mF | unit
    5 uF | 5 F | unit
    25 C | 25 K | unit
    25 C | 25 J | unit
    300 rpm | 300 rev/s | unit
    £5 | $5 | unit
    $5,000 | $5 | unit
    $5K | $5 | unit
    $4.2M | $4.2B | unit
    $5 | 5 cents | unit
    12.5\,\frac{\text{m}}{\text{s}} | 12.5 m s | unit
    \frac{\text{m}}{\text{s}} | 12.5 | unit
    12% by mass | 12% by volume | unit
    $500 per month | $500 per year | unit
    624 pages a week | 624 pages a year | unit
    540 meters a day | 540 meters a week | unit
    8 hours | 8 hours a day | unit
    $500 per month | $500 per week | unit
    $500/month | $500/year | unit
    $12 per hour | $12 per day | unit
    $12/kg | $12/lb | unit
    5 km per hour | 5 km | unit
    $2.50 per $100 | $2.50 per $1000 | unit
    $2.50 per $100 | $2.50 | unit
    13.6 eV | 13.6 J | unit
    45 in^2 | 45 in | an inch
    45 in^2 | 45 in^3 | an inch
    45 in2 | 45/2 | an inch
    15 lb/in^2 | 15 lb/ft^2 | an inch
    12 in-lb | 12 ft-lb | an inch
    40 lb | 40 N | a force
    40 lb | 40 kgf | a force
    40 lbm | 40 lbf | a force
    12 ft-lb | 12 lb | a force
    9 W/mK | 9 W/m | unit
    9 W/mK | 9 mK | unit
    1.54 \AA | 1.54 A | unit
    1.2 T | 1.2 gauss | unit
    40 mCi | 40 Ci | unit
    3 Gyr | 3 Myr | unit
    (3, 4) m | (3, 4) cm | unit
    (3, 4) m | (3, 5) m | entry
    (3, 4) n | (3, 4) | a variable
    $15,000 profit | $15,000 loss | label
    2.18e-18 J | 2.18e-19 J | unit
    10-15 | 10 | unit
    10-15 | 15-20 | unit
    10-15 | 25 | unit
    10 cm | 10 cm longer | label
    10 cm longer | 10 cm shorter | label
    5 years older | 5 years younger | label
    3 hours later | 3 hours earlier | label
    3 hours | 3 hours later | label
    20% more | 20% less | label
    20% increase | 20% decrease | label
    5 m above ground | 5 m below ground | label
    5 m up | 5 m down | label
    5 N upward | 5 N downward | label
    1024 bits | 1023 bits | count
    1000 people | 1001 people | count
    46 chromosomes | 45 chromosomes | count
    200 moves | 201 moves | count
    1 AA : 2 Aa : 1 aa | 2 AA : 1 Aa : 1 aa | genotypes
    1 AA : 2 Aa : 1 aa | 1 BB : 2 Bb : 1 bb | genotypes
    2x : 3y | 3y : 2x | genotypes
    2x : 3y | 2:3 | genotypes
    2xx : 3yy | 3yy : 2xx | genotypes
    2a_{12} | 34 | formula
    2a_{16} | 42 | formula
    1f_{16} | 31 | formula
    1011 (base 2) | 1011 (base 3) | formula
    1011 base 2 | 1011 | formula
    Z/6Z | Z_5 | formula
    ±2 (mod 5) | ±1 (mod 5) | formula
    ±2 (mod 5) | ±2 (mod 7) | formula
    2,3 (mod 5) | 2,3 | formula
    \frac{\cancel{6}3}{\cancel{8}4} | 6/8 + 1 | formula
    \cancel{5} | 5 | formula
    \cancel{5}3 | 53 | formula
    x=\pm y | |x|=|2y| | formula
    x=\pm y | |x|=y | formula
  `;
  for (const preset of ["strict", "science", "finance"] as const) {
    different(rows, { preset });
    different(reversed(rows), { preset });
  }
});
