// Reading numbers, expressions, structures and words: spellings with the same tree, spellings with different trees, and
// texts that cannot be read.

import { describe, expect, it } from "vitest";
import { table } from "../../../test/grading-table.ts";
import { read, same, unlike } from "../../../test/reading-table.ts";
import { parse } from "../index.ts";

describe("numbers", () => {
  same(table`
    1,234,567      | 1234567           | commas between groups
    1{,}234        | 1234              | a braced comma
    1\,234\,567    | 1234567           | thin spaces
    1 234 567      | 1234567           | spaces
    1'234          | 1234              | apostrophes
    1.234.567      | 1234567           | dots
    \lfloor 1,234 \rfloor | \lfloor 1234 \rfloor | commas where no tuple can be
    .5             | 0.5               | no digit before the point
    3{.}14         | 3.14              | a braced point
    １２            | 12                | full-width digits
    3.2\times10^5  | 3.2e5             | scientific notation
    3.2 × 10⁵      | 3.2 \cdot 10^{5}  | scientific notation in Unicode
    \frac12        | \frac{1}{2}       | a fraction without braces
    \dfrac{1}{2}   | \tfrac{1}{2}      | sizes
    1/2            | ½                 | plain text and one character
    7\frac{3}{4}   | 7 3/4             | a mixed number
    7\frac34       | 7¾                | a mixed number
    0.\overline{3} | 0.(3)             | repeating
    0.1\overline{6} | 0.1\dot{6}       | repeating behind a digit
    50\%           | 50%               | percent
    50 \%          | 50 percent        | percent as a word
    \$5            | $5                | currency
    5 dollars      | \$5               | currency as a word
    30^\circ       | 30°               | degrees
    30^{\circ}     | 30 degrees        | degrees as a word
    30^\circ 15'   | 30°15′            | minutes
    5^{th}         | 5^{\text{th}}     | ordinals
    5th            | 5^{th}            | ordinals without an exponent
    1011_2         | 1011_{2}          | a base
    1011_2         | (1011)_2          | digits in brackets
    1011_2         | 1011₂             | a base in Unicode
    −5             | -5                | a true minus
  `);
  unlike(table`
    1,23           | 123               | a list
    1, 234         | 1,234             | a list
    0.50           | 0.5               | digits are kept
    2\frac{1}{2}   | \frac{21}{2}      | a mixed number
    2^{10}         | 2_{10}            | a power and a base
    0.\overline{3} | 0.3               | repeating
    50\%           | 0.5               | the mark is kept
  `);
  it("keeps how a decimal was written", () => {
    expect(read("5.00")).toEqual({ kind: "number", mantissa: 500n, places: 2, repeating: "", open: false });
    expect(read("0.1\\overline{6}")).toMatchObject({ mantissa: 1n, places: 1, repeating: "6" });
    expect(read("3.14159\\ldots")).toMatchObject({ kind: "number", places: 5, open: true });
  });
  same(table`
    1,234, 5        | 1234, 5     | a comma before a space separates
    x=1,234         | x=1234      | behind a name
    \frac{1,234}{5} | \frac{1234}{5} | in a fraction
    (1, 2,345)      | (1, 2345)   | in brackets whose comma separates
    \{x \mid x > 1,000\} | \{x \mid x > 1000\} | behind the bar of a set
    $4,200, 1,2,345 | $4200, 1, 2, 345 | an amount of money groups by itself
    1,2,345         | 1, 2, 345   | where one comma cannot group, none does
    12,34,567       | 12, 34, 567 | where one comma cannot group, none does
    (1,234)         | (1, 234)    | brackets with no other comma
    f(1,2), 3,456   | f(1, 2), 3456 | the commas of those brackets do not count
    x_1,234         | x_1, 234    | an index is no number before a group
    \sqrt2,345      | \sqrt2, 345 | neither is what a command takes
    x^2,345         | x^2, 345    | nor an exponent
  `);
});

describe("expressions", () => {
  same(table`
    \sqrt{2}       | √2                | a root
    \triangle ABC  | triangle ABC      | a figure in words
    \angle A       | Angle A           | an angle in words
    15 \text{ mpg} | 15 mpg            | miles per gallon
    y = 2x + 1     | the line y = 2x + 1 | the noun of an equation
    (3,-2)         | The point (3,-2)  | the noun of a point
    1776           | the year 1776     | the noun of a year
    1776           | in 1776           | the preposition of a year
    (3,-2)         | at (3,-2)         | the preposition of a point
    x = 2          | at x = 2          | the preposition of a place
    \sqrt2         | sqrt(2)           | a root
    \sqrt[3]{5}    | ∛5                | a root of another index
    \sqrt[3]{5}    | cbrt(5)           | a root of another index
    x^2            | x²                | a power
    x^{10}         | x**10             | a power
    x^{-1}         | x⁻¹               | a negative power
    x<sup>2</sup>  | x^2               | HTML
    a<sub>1</sub>  | a_1               | HTML
    2xy            | 2 \cdot x \cdot y | side by side
    2(x+1)         | 2*(x+1)           | a bracket side by side
    (x+1)(x-1)     | (x+1) \times (x-1) | brackets side by side
    a \cdot b      | a · b             | every dot
    6 \div 2       | 6 ÷ 2             | division
    \log_2 8       | \log_{2}(8)       | a base of a logarithm
    \ln x          | ln(x)             | natural
    \sin 2x        | \sin(2x)          | a sloppy argument
    sin(x)         | \sin x            | without a backslash
    \sin^2 x       | (\sin x)^2        | a power before the argument
    \sin^{-1} x    | \arcsin x         | an inverse
    \arctan x      | \tan^{-1}(x)      | an inverse
    \operatorname{arctan} x | \arctan x | as an operator's name
    \sin x \cos x  | \sin(x)\cos(x)    | one argument ends where the next function begins
    \exp(x)        | exp(x)            | the exponential
    5!             | (5)!              | a factorial
    \binom{5}{2}   | \dbinom{5}{2}     | a binomial
    \binom{5}{2}   | {5 \choose 2}     | a binomial
    \binom{5}{2}   | C(5,2)            | a binomial
    \lfloor x \rfloor | ⌊x⌋            | the floor
    \lfloor x \rfloor | floor(x)       | the floor
    \left\lceil x \right\rceil | ceil(x) | the ceiling
    |x|            | \lvert x \rvert   | an absolute value
    |x|            | \left|x\right|    | an absolute value
    |x|            | abs(x)            | an absolute value
    \gcd(12,18)    | gcd(12, 18)       | a divisor
    lcm(4,6)       | \operatorname{lcm}(4,6) | a multiple
    \max(1,2)      | \max\{1,2\}       | the larger one
    7 \bmod 3      | 7 mod 3           | a remainder
    3+4i           | 3 + 4\mathrm{i}   | a complex number
    \overline{z}   | \bar{z}           | a conjugate
    2\pm\sqrt{3}   | 2 ± √3            | two signs
    \pm 1          | +/-1              | two signs
    \pi            | π                 | a constant
    2\pi r         | 2*pi*r            | a constant without a backslash
    \infty         | ∞                 | infinity
    \alpha+\beta   | α+β               | Greek
    x_{1}          | x₁                | an index
    f'(x)          | f^{\prime}(x)     | a prime
    \sum_{k=1}^{n} k | \sum\limits_{k=1}^n k | a sum
    \sum_{k=1}^{n} k | ∑_{k=1}^{n} k   | a sum
    \prod_{k=1}^n k | ∏_{k=1}^{n} k    | a product
    \lim_{x\to 0} x | \lim_{x \rightarrow 0} x | a limit
    \lim_{x\to 0^+} x | \lim_{x\to 0^{+}} x | a limit from one side
    \int_0^1 x\,dx | \int_{0}^{1} x dx | an integral
    \int_0^1 x\,dx | \int_{0}^{1} x \,\mathrm{d}x | an upright d
    \int x^2 dx    | ∫ x² dx           | an integral
    \frac{d}{dx}(x^2) | \frac{d}{dx}\left(x^2\right) | a derivative
  `);
  unlike(table`
    \sin 2x        | \sin(2)x          | the argument goes on
    \sin x^2       | \sin^2 x          | which is squared
    \sin^{-1} x    | \frac{1}{\sin x}  | an inverse is no quotient
    -x^2           | (-x)^2            | the sign is outside
    \sqrt{2}x      | \sqrt{2x}         | where the root ends
    x^{ab}         | x^a b             | where the exponent ends
    2/3x           | 2/(3x)            | division before a neighbour
    5!!            | (5!)!             | a double factorial
    x_1            | x^1               | index or exponent
    a-b-c          | a-(b-c)           | from left to right
    \binom{5}{2}   | \frac{5}{2}       | no quotient
    \log_2 8       | \log 2 \cdot 8    | a base is no factor
    \overline{AB}  | AB                | a mark over letters
    x_{[1]}        | x_1               | a bracket around an index
    \frac{\mathbb{F}}{F} | 1          | two letters in two types
  `);
});

describe("looks do not matter", () => {
  same(table`
    x+1            | x \, + \; 1       | spacing
    x+1            | x\quad+\qquad 1   | spacing
    (x)            | \left( x \right)  | sizing
    (x)            | \bigl( x \bigr)   | sizing
    \frac{1}{2}    | \displaystyle\frac{1}{2} | style
    x              | \mathbf{x}        | type
    x              | {\bf x}           | type
    x+1            | $x+1$             | dollars
    x+1            | $$x+1$$           | two dollars
    x+1            | \(x+1\)           | LaTeX's brackets
    x+1            | \[x+1\]           | display
    x+1            | **x+1**           | Markdown
    x+1            | **$x+1$**         | Markdown around dollars
    x+1            | x+1.              | a full stop
    x+1            | x+1,              | a comma
    x+1            | \boxed{x+1}       | a box
    x+1            | {x}+{1}           | braces
    x+1            | \color{red} x+1   | colour
    x+1            | \rule{0pt}{2ex}x+\phantom{y}1 | what takes only room
  `);
});

describe("what cannot be read is reported with its place", () => {
  it.each<[text: string, at: number, why: string]>([
    ["", 0, "nothing at all"],
    ["   ", 0, "nothing but spaces"],
    ["2 + * 3", 4, "a value is missing before the second sign"],
    ["12 @ 3", 3, "a sign that means nothing"],
    ["(1 + 2", 6, "the end, where a bracket should close"],
    ["1 + 2)", 5, "a bracket that nobody opened"],
    ["\\frac{1}", 8, "the end, where the denominator is missing"],
    ["x + \\foo", 4, "a command that nobody knows"],
    ["3 5", 2, "two numbers side by side"],
    ["\\sqrt{}", 6, "nothing under the root"],
    ["2^", 2, "the end, where the exponent is missing"],
    ["19_8", 0, "a digit that the base does not have"],
    ["\\log^{(2)} x", 5, "how often the logarithm is taken"],
    ["\\sin^{(2)} x", 5, "the order of a derivative"],
    ["the line x = 3", 0, "one letter would be a value"],
    ["A^{[2]}", 2, "an order in square brackets"],
    ["1\\phantom05", 1, "what is hidden"],
    ["\\rule{5}5", 0, "a rule without its height"],
    ["\\textcolor{white}{5}", 0, "white text"],
    ["\\colorbox{black}{5}", 0, "black on black"],
    ["30 before values", 3, "a preposition is in no label"],
    ["30 some values", 3, "a quantifier is in no label"],
  ])("%j at %i (%s)", (text, at) => {
    expect(parse(text)).toMatchObject({ ok: false, at, reason: expect.stringMatching(/\S/) });
  });
  it("within the text", () => {
    for (const text of [
      "\\begin{pmatrix}1&2\\\\3\\end{pmatrix}",
      "|x",
      "\\{1, 2",
      "5 maybe 6",
      "\\int x",
      "[1, 2",
    ]) {
      const parsed = parse(text);
      expect(parsed.ok, text).toBe(false);
      if (!parsed.ok) expect(parsed.at).toBeGreaterThanOrEqual(0);
      if (!parsed.ok) expect(parsed.at).toBeLessThanOrEqual(text.length);
    }
  });
});

describe("points, vectors, matrices", () => {
  same(table`
    (1,2)              | \left(1, 2\right)        | a tuple
    (1,2)              | ( 1 , 2 )                | a tuple
    \langle 1,2\rangle | ⟨1,2⟩                    | a vector
    \langle 1, 2\text{ cm} \rangle | ⟨1, 2 cm⟩    | a unit before the bracket
    \begin{pmatrix}1\\2\end{pmatrix} | \begin{bmatrix}1\\2\end{bmatrix} | a column
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \left(\begin{array}{cc}1&2\\3&4\end{array}\right) | a matrix
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix} 1 & 2 \\[4pt] 3 & 4 \\ \end{pmatrix} | row breaks
    \begin{vmatrix}1&2\\3&4\end{vmatrix} | \det\begin{pmatrix}1&2\\3&4\end{pmatrix} | a determinant
  `);
  unlike(table`
    (1,2)              | [1,2]                    | brackets are kept
    (1,2)              | 1,2                      | brackets are kept
    \begin{pmatrix}1&2\end{pmatrix} | \begin{pmatrix}1\\2\end{pmatrix} | rows are kept
  `);
});

describe("sets and intervals", () => {
  same(table`
    \{1,2\}            | \left\{1, 2\right\}      | a set
    \{1,2\}            | {1, 2}                   | a set without backslashes
    \{1,2\}            | \lbrace 1,2 \rbrace      | a set by the braces' names
    \emptyset          | \varnothing              | the empty set
    \emptyset          | \{\}                     | the empty set
    \{x : x>1,234\}    | \{x : x>1234\}           | commas in a condition
    \{x \mid x>0\}     | \{x : x>0\}              | a set-builder
    \{x \mid x>0\}     | \{x|x>0\}                | a set-builder
    A \cup B           | A ∪ B                    | a union
    [0,1]\cap[1,2]     | [0,1] ∩ [1,2]            | an intersection
    \mathbb{R}\setminus\{0\} | ℝ \backslash \{0\} | a difference
    \mathbb{R}\setminus\{0\} | \mathbb{R}-\{0\}   | a difference
    \mathbb{R}         | ℝ                        | a set's name
    \mathbb{Z}^+       | \mathbb{Z}^{+}           | a set's name
    [1,2)              | \left[1,2\right)         | an interval
    (-\infty,3]        | (-∞, 3]                  | a ray
  `);
  unlike(table`
    \{1,2\}            | (1,2)                    | brackets are kept
    \{1,2\}            | \{2,1\}                  | order is kept; comparing forgets it
    [1,2)              | (1,2]                    | ends are kept
    A \cup B           | A \cap B                 | operations are kept
  `);
});

describe("relations", () => {
  same(table`
    x \le 3            | x ≤ 3                    | every spelling
    x \leqslant 3      | x <= 3                   | every spelling
    x \geq 3           | x >= 3                   | every spelling
    x \ne 3            | x \not= 3                | every spelling
    x \neq 3           | x != 3                   | every spelling
    1<x<2              | 1 \lt x \lt 2            | a chain
    x \in \mathbb{Z}   | x ∈ ℤ                    | membership
    x \approx 3.14     | x ≈ 3.14                 | about
    n \equiv 2 \pmod 5 | n ≡ 2 \pmod{5}          | a congruence
    n \equiv 2 \pmod{5} | n \equiv 2 \mod 5       | a congruence
    f(x)=x^2           | f \left( x \right) = x^2 | a function with a space
    x=1                | x == 1                   | an equation
    f(x)=x^2           | f\left(x\right) = x^2  | a function
    \begin{cases}x=1\\y=2\end{cases} | x=1, y=2   | a system
    \begin{cases}5\end{cases} | 5                 | one branch without a condition
    \begin{aligned}x&=1\\y&=2\end{aligned} | x=1, y=2 | a system
    \begin{cases}1 & x>0\\0 & x\le 0\end{cases} | \begin{cases}1 & \text{if } x>0\\0 & \text{if } x\le 0\end{cases} | branches
  `);
  unlike(table`
    x<3                | x \le 3                  | the relation is kept
    x<3                | 3>x                      | the writing is kept
    x=3                | x \ne 3                  | the relation is kept
  `);
});

describe("lists, labels, ratios", () => {
  same(table`
    1, 2               | 1; 2                     | a list
    1 \text{ or } 2    | 1 or 2                   | joined by a word
    1 \text{ and } 2   | $1$ and $2$              | joined by a word
    1, 2, \ldots       | 1, 2, ...                | an ellipsis
    1, 2, \dots, 10    | 1, 2, …, 10              | an ellipsis
    Minimum: 1         | \text{Minimum: } 1       | a label
    2:3                | 2 : 3                    | a ratio
    2:3                | 2 \colon 3               | a ratio
    k\pi, k\in\mathbb{Z} | k\pi, k ∈ ℤ            | a family
  `);
  unlike(table`
    2:3                | 2/3                      | a ratio is no quotient
    1 \text{ or } 2    | 1 \text{ and } 2         | the word is kept
    1, 2               | 12                       | two things
  `);
});

describe("units and words", () => {
  same(table`
    5 \text{ cm}       | 5\,\mathrm{cm}           | a unit
    5 cm               | 5 \text{cm}              | a unit
    5 \text{ m/s}      | 5 \text{ m} / \text{s}   | a quotient of units
    5 \text{ cm}^2     | 5 \text{ cm}^{2}         | a power of a unit
    12 \text{ ways}    | 12 ways                  | a noun
    \text{yes}         | yes                      | a word
    \text{True}        | true                     | a truth value
    \text{no solution} | no solution              | words
  `);
  unlike(table`
    5 \text{ m}        | 5m                       | a variable
    5 \text{ cm}       | 5 \text{ mm}             | another unit
    \text{yes}         | \text{no}                | another word
  `);
  it("reads a single letter as a variable and a word as words", () => {
    expect(read("x")).toEqual({ kind: "symbol", name: "x" });
    expect(read("Tuesday")).toEqual({ kind: "text", words: "Tuesday" });
    expect(read("true")).toEqual({ kind: "bool", value: true });
  });
});
