// Answers as programs print them: SymPy, NumPy, Python, MATLAB, Mathematica.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("numbers of programs", () => {
  equal(table`
    \frac{1}{2} | Rational(1, 2) | a constructor of fractions
    \frac{7}{2} | Fraction(7, 2) | Python's own
    \frac12 | S(1)/2 | an exact number made of 1
    \frac12 | S.Half | a constant of SymPy
    0.5 | np.float64(0.5) | as NumPy 2 prints a float
    \frac{\sqrt3}{2} | np.sqrt(3)/2 | a function of a module
    2\pi | 2*math.pi | a constant of a module
    e^2 | sympy.exp(2) | a function of a module
    \infty | float('inf') | a quoted number
    -\infty | -oo | typed infinity
    \log_2 3 | math.log2(3) | the base in the name
    \log_2 3 | log(3, 2) | the base as second argument
    \log_2 3 | Log[2, 3] | Mathematica puts the base first
    \log_2 3 | math.log(3, 2) | also with its module
    \log_2 3 | sympy.ln(3, 2) | SymPy's other name of it
    \ln 3 | np.log(3) | a module's logarithm is natural
    \log 3 | torch.log(3) | as that of the gold may be
    3 | np.log10(1000) | the base in the name
    \ln 3 | Log[3] | Mathematica's logarithm is natural
    10 | comb(5, 2) | a binomial coefficient
    6 | math.factorial(3) | a factorial
    3+4i | 3 + 4j | Python's imaginary unit
    3+4i | 4*I + 3 | SymPy's imaginary unit
    3+4i | complex(3, 4) | its parts
    2i | 2*I | a pure multiple under SymPy's name
    -\frac13 | -1./3 | a float divided
    1.2\times 10^5 | 1.2 x 10^5 | a typed cross
    x^2 | Pow(x, 2) | a power by name
    \sqrt[3]{5} | root(5, 3) | a root by name
    e^2 | E**2 | SymPy, for Euler’s number
    55 | Sum(k, (k, 1, 10)) | a sum to calculate
    24 | Product(k, (k, 1, 4)) | a product to calculate
    \frac13 | Integral(x**2, (x, 0, 1)) | an integral to calculate
    \begin{cases} x & x\ge 0\\ -x & x<0\end{cases} | Piecewise((x, x >= 0), (-x, True)) | the last case is the rest
    \sin^2 x | sin**2(x) | a power of a function
    42 | **42** | bold type
  `);
  different(table`
    \frac{1}{2} | Rational(2, 1) | the inverse
    \frac{1}{2} | Rational(1, 2, 3) | an argument too many
    \frac72 | int(7/2) | Python cuts off
    \frac72 | 7//2 | Python divides down
    \log_2 3 | log(2, 3) | arguments exchanged
    \log_2 3 | Log[3, 2] | arguments exchanged
    2 | np.log(100) | natural
    3 | math.log(1000) | natural
    \log_{10} 7 | sympy.log(7) | natural
    \lg x | cmath.log(x) | natural
    2 | Log[100] | natural
    \ln 100 | np.log10(100) | common
    10 | comb(2, 5) | arguments exchanged
    3+4i | complex(4, 3) | parts exchanged
    3+4i | 3+4*j*1j | j squared
    2i | 2j | another vector, perhaps
    0xB | 0xFF | no product with zero
    3i+4j | 3j+4I | no one letter is the imaginary unit
    3+4i | 3+4k | no name of the imaginary unit
    1.2\times 10^5 | 1.2x 10^5 | a variable
    -\infty | float('inf') | the other one
    3 | S(3) = 14 | a function S
    5 | S(3) | another number
    E^2 | e**2 | a variable of that name
    e^2 | E^2 | no program
    45 | Sum(k, (k, 1, 10)) | another bound
    \frac14 | Integral(x**2, (x, 0, 1)) | another value
    \begin{cases} x & x\ge 0\\ 1-x & x<0\end{cases} | Piecewise((x, x > 0), (1-x, True)) | the border belongs to the other case
    \begin{cases} x & x\ge 0\\ -x & x<0\end{cases} | Piecewise((-x, True), (x, x >= 0)) | the first case holds everywhere
    1 | Piecewise((1, x > 0), (1, x > 1)) | nothing is said of the rest
    \sin 2x | sin**2(x) | a power is no factor
    \ln(2x) | log**2(x) | a power is no factor
    7 | 3+**4 | a power without its base
    12 | 3***4 | too many stars
    x^2 | x^**2 | a power without its base
    2x+1 | 2x**+1 | a power without its exponent
    \sqrt2 | sqrt**2 | a power without its base
  `);
});

describe("sets, relations and solutions of programs", () => {
  equal(table`
    (-\infty,3) | Interval.open(-oo, 3) | open ends
    (0,5] | Interval.Lopen(0, 5) | open on the left
    (0,5] | Interval(0, 5, True, False) | flags
    (0,5] | Interval(0, 5, left_open=True) | a named flag
    [4,\infty) | Interval(4, oo) | an infinite end is open
    (-\infty,1)\cup(3,\infty) | Union(Interval.open(3, oo), Interval.open(-oo, 1)) | any order
    (-\infty,1)\cup(3,\infty) | Interval.open(-oo, 1).union(Interval.open(3, oo)) | a method
    (-\infty,1)\cup(3,\infty) | (x < 1)| (x > 3) | alternatives
    (1,3) | (1 < x) & (x < 3) | both
    (1,3) | And(1 < x, x < 3) | both, by name
    (-\infty,3) | {x| x < 3} | plain braces
    (0,5] | {x ∈ R : 0 < x <= 5} | a member, a colon
    \{1,2,3\} | FiniteSet(1, 2, 3) | a set
    \{1,2\} | set([1, 2, 2]) | a set of a list
    \emptyset | set() | no element
    \emptyset | S.EmptySet | by name
    x=3 | Eq(x, 3) | an equation by name
    x \ne 2 | Ne(x, 2) | an inequality by name
    x=3 | x -> 3 | a rule
    x=2, y=3 | {'x': 2, 'y': 3} | a dictionary
    x=2, y=3 | {y: 3, x: 2} | in any order
    x=2 \text{ or } x=-2 | [{x: 2}, {x: -2}] | several solutions
    (2,3) | Tuple(2, 3) | a tuple by name
  `);
  different(table`
    [0,5] | Interval.open(0, 5) | open ends
    (0,5) | Interval(0, 5) | closed ends
    (0,5) | Interval(0, 5, True) | closed on the right
    [0,5] | Interval(0, 5, evaluate=True) | a flag that is not known
    (1,3) | (1 < x) & (x <= 3) | closed on the right
    (-\infty,1)\cup(3,\infty) | (x < 1) & (x > 3) | nothing is both
    (1,3) | Or(1 < x, x < 3) | everything is one of them
    \emptyset | {EmptySet} | a set with one element
    \emptyset | FiniteSet(0) | a set with one element
    \{1,2,3\} | FiniteSet(FiniteSet(1, 2, 3)) | a set of a set
    x=2, y=3 | {'x': 3, 'y': 2} | exchanged
    x=2, y=3 | {x: 2} | half of it
    x=2 | [{x: 2}, {x: -2}] | one too many
    x=3 | x \to 3 | it only comes near
    (2,3) | Tuple(3, 2) | exchanged
    [1,3] | Interval(3, 1) | nothing
  `);
});

describe("matrices of programs", () => {
  equal(table`
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | Matrix([[1, 2], [3, 4]]) | SymPy
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | Matrix(2, 2, [1, 2, 3, 4]) | by its shape
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | np.array([[1, 2], [3, 4]]) | NumPy
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [1 2; 3 4] | MATLAB
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [1, 2; 3, 4] | MATLAB with commas
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [[1 2] [3 4]] | as NumPy prints
    (1,-2,3) | [1 -2 3] | a row
    (1,2,3) | [1. 2. 3.] | a row of floats
    \begin{pmatrix}1\\2\end{pmatrix} | Matrix([1, 2]) | a column
    [1,2] | [1;2] | an interval, as some countries write it
    1234 | [1 234] | digits in groups
  `);
  different(table`
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [1 3; 2 4] | transposed
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [1 2 3 4] | no rows
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | [1 2; 3] | rows of different lengths
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | Matrix([[1, 2], [3, 4]]).T | transposed
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | Matrix(2, 2, [1, 3, 2, 4]) | transposed
    (1,-2,3) | [1 - 2 3] | a difference
    (1,-2,3) | [1 -2 3 0] | one more
    \frac13 | [1 3] | two numbers
  `);
});
