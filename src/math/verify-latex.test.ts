// LaTeX as people write it: scripts in any order, TeX's own fractions, vectors by their basis, systems, matrices.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("names, scripts and fractions", () => {
  equal(table`
    $\underline{5}$ | $5$ | a line below the result
    $\left(\binom53\right)^2$ | $100$ | a binomial in brackets
    $\begin{vmatrix}3&0\\0&4\end{vmatrix}$ | $12$ | a determinant
    $y\approx 2.1x+3.2$ | $y=2.1x+3.2$ | rounded coefficients
    x_1^2 | x^2_1 | scripts in the other order
    x_1^2 | {x}_1^{2} | braces around the name
    \log_2 3 | \log_23 | TeX takes one digit
    \log_2 16 | \log_216 | and leaves the rest
    \log_{10} 5 | \log_10 5 | a base of two digits before its argument
    \log_2 3 | {\log_2}3 | braces around the head
    \sin^2\theta | {\sin}^2\theta | braces around the name of a function
    1 | 10 \mod 3 | a remainder
    (1,2) | \mleft(1,2\mright) | brackets that grow
    \bar{x}_i | \overline{x}_i | a bar and an index
    \mathbf{u}_1 | {\mathbf u}_1 | bold type and an index
    \frac12 | {1 \over 2} | a fraction of TeX
    \frac12 | 1 \over 2 | without braces
    \frac{\sqrt3}{2} | {\sqrt3\over2} | run together
    \frac12 | {}^1\!/_2 | scripts before and after a slash
    \binom{n}{k} | C_n^k | as many countries write it
    \binom{n}{2} | {n \choose 2} | a coefficient of TeX
    10 | {}_5C_2 | scripts before the letter
    20 | {}_5P_2 | arrangements
    15552 | 2^6 3^5 | powers side by side
    R_{\odot} | R_\odot | a sign for an index
    \dot{x} | \dot x | a dot
    11111 | 11,\! 111 | a space after the negative one
    x | \quad x\quadx^0 | spaces run together with a letter
    90^\circ | 90^{o} | a letter for the circle
    \overrightarrow{AB} | \vec{AB} | arrows of two lengths
    ①③ | ③① | numbers of statements
    \left|x\right| | \abs{x} | bars by name
    \frac13 | \int_0^1 x^2\,{\rm d}x | an upright d of plain TeX
    \frac13 | \int_0^1 x^2\,\mathrm dx | an upright d without braces
    \sqrt3 | \surd3 | a sign of a root
    \sqrt[3]{2} | \sqrt[\leftroot{-2}\uproot{2}3]{2} | an index that is moved
    12345 | \num{12345} | a command for numbers
    42 | \bbox[5px,border:2px solid]{42} | a frame with options
    \ln(x+\sqrt{x^2+1}) | \operatorname{arsinh} x | another name of a function
  `);
  different(table`
    $n^{\underline{k}}$ | $n^k$ | a falling factorial
    $n^k$ | $n^{\underline k}$ | a falling factorial
    $5^{\underline3}$ | $125$ | a falling factorial
    $\left(\!\binom53\!\right)$ | $10$ | a number of multisets
    $10$ | $\left(\!\binom53\!\right)$ | a number of multisets
    $\begin{Vmatrix}3&0\\0&4\end{Vmatrix}$ | $12$ | a norm
    $12$ | $\begin{Vmatrix}3&0\\0&4\end{Vmatrix}$ | a norm
    $f(x)=e^x$ | $f(x)\approx e^x$ | near it
    $a_n\approx 2n$ | $a_n=2n$ | near it
    x_1^2 | x^1_2 | exchanged
    x_1^2 | x^{2_1} | an index of the exponent
    \log_2 3 | \log_32 | exchanged
    \frac12 | {2 \over 1} | the inverse
    \frac13 | {1 \over 2+1+1} | all of the right side stands below
    \frac12 | 1 \over 2 \over 3 | TeX does not take it either
    2 | 10 \mod 3 | another remainder
    \binom{n}{k} | C_k^n | exchanged
    \binom{n}{k} | C_{nk} | indices run together
    15552 | 2^6 3^5 2 | one factor more
    18 | 2^6 3 | an exponent or a factor
    R_{\odot} | R_{\oplus} | another sign
    \dot{x} | \ddot{x} | two dots
    \dot{x} | x | no dot
    11111 | 11,\! 11 | no groups
    \vec{AB} | \vec{BA} | the other way
    ①③ | ①②③ | one more
    \frac13 | \int_0^1 x^3\,{\rm d}x | another integral
    3 | \surd3 | a root
    12345 | \num{12354} | another number
  `);
});

describe("vectors by their basis", () => {
  equal(table`
    (1,2,-3) | \hat{i}+2\hat{j}-3\hat{k} | hats
    (1,2) | \hat\imath+2\hat\jmath | letters without dots
    3\mathbf{i}-4\mathbf{j} | (3,-4) | bold
    3\mathbf{i}-4\mathbf{j} | 3\hat{\mathbf{i}}-4\hat{\mathbf{j}} | bold with hats
    3\mathbf{i}-4\mathbf{j} | \langle 3,-4\rangle | angle brackets
    \langle 1,2\rangle | <1,2> | the angle brackets of a keyboard
    (1,0,2) | i+2k | plain letters, an entry that is nothing
    \begin{pmatrix}1\\2\end{pmatrix} | \mathbf{i}+2\mathbf{j} | against a column
    (1,\frac12) | \frac{2\mathbf i+\mathbf j}{2} | a common factor
    \mathbf{a}\times\mathbf{b} | \mathbf a \times \mathbf b | a cross product of bold letters
    \mathbf{a}\cdot\mathbf{b} | \mathbf{b}\cdot\mathbf{a} | a product that commutes
  `);
  different(table`
    2\mathbf{i}+3\mathbf{j} | 2\mathbf{i}+3\mathbf{k} | another vector
    2\mathbf{i}+3\mathbf{j} | (3,2) | exchanged
    2\mathbf{i}+3\mathbf{j} | \langle 2,0,3\rangle | another vector
    (1,2) | \mathbf{i}+2\mathbf{j}+3\mathbf{k} | an entry too many
    2\mathbf{i} | 2i | an imaginary number, perhaps
    (2,0) | 2i | an imaginary number, perhaps
    (1,2) | 1+2j | a number among the vectors
    (1,2) | \mathbf{i}\mathbf{j}+2\mathbf{j} | a product of vectors
    [3,-4] | 3\mathbf{i}-4\mathbf{j} | an interval
    \langle 1,2\rangle | 1<2 | a comparison
    \mathbf{a}\times\mathbf{b} | \mathbf{b}\times\mathbf{a} | the cross product turns its sign
  `);
});

describe("matrices and systems", () => {
  equal(table`
    \begin{pmatrix}3&3\\3&5\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix}+\begin{pmatrix}2&1\\0&1\end{pmatrix} | a sum
    \begin{pmatrix}1\\3\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix}\begin{pmatrix}1\\0\end{pmatrix} | a product
    \begin{pmatrix}\frac12&0\\0&\frac13\end{pmatrix} | \begin{pmatrix}2&0\\0&3\end{pmatrix}^{-1} | an inverse
    \begin{pmatrix}1&2\\0&1\end{pmatrix} | \begin{pmatrix}1&1\\0&1\end{pmatrix}^2 | a power
    \begin{pmatrix}3&3\\3&5\end{pmatrix} | \pmatrix{3&3\cr 3&5} | plain TeX
    (1+4t,2+5t) | (1,2)+t(4,5) | a point and a direction
    x+y=5, x-y=1 | \left\{\begin{array}{l}x+y=5\\x-y=1\end{array}\right. | a brace before a system
    x=1,y=2 | \left\{\begin{aligned}x&=1\\y&=2\end{aligned}\right. | a brace before lines
    x=2, y=3 | \begin{array}{rcl}x&=&2\\y&=&3\end{array} | aligned at the sign
    x=2, y=3 | \left\{\begin{array}{l}x=2，\\y=3．\end{array}\right. | rows that end as sentences do
    \begin{cases} x^2 & x\le 1\\ 2x-1 & x>1\end{cases} | \begin{cases} 2x-1, & \text{if } x>1,\\ x^2, & \text{if } x\le 1.\end{cases} | branches that end as sentences do
    \begin{pmatrix}1\\2\end{pmatrix} | (1,2)^{\mathsf T} | a letter without braces
  `);
  different(table`
    \begin{pmatrix}1&0\\2&1\end{pmatrix} | \begin{pmatrix}1&0\\2&1\end{pmatrix}^{-1} | the inverse is another one
    \begin{pmatrix}1&2\\0&1\end{pmatrix} | \begin{pmatrix}1&2\\2&4\end{pmatrix}^{-1} | it has no inverse
    \begin{pmatrix}2&1\\4&3\end{pmatrix} | \begin{pmatrix}0&1\\1&0\end{pmatrix}\begin{pmatrix}1&2\\3&4\end{pmatrix} | products do not commute
    \begin{pmatrix}1&4\\9&16\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix}^2 | not entry by entry
    (4,6) | (1,2)(3,4) | no sum
    (3,8) | (1,2)(3,4) | points have no product by entries
    x=1,y=2 | \left\{\begin{aligned}x&=2\\y&=1\end{aligned}\right. | exchanged
    x=2, y=3 | \begin{array}{rcl}x&=&3\\y&=&2\end{array} | exchanged
    \begin{cases} x^2 & x\le 1\\ 2x-1 & x>1\end{cases} | \begin{cases} 2x-1, & x\le 1,\\ x^2, & x>1.\end{cases} | exchanged
    \begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&2\\3&4\end{pmatrix}^{\mathsf T} | transposed
  `);
});
