// Functions that turn or jump somewhere: two of them are equal only if they are equal on every side of every such
// place.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("stretches between two places where a formula changes", () => {
  different(table`
    \operatorname{sgn}(x-1) | \operatorname{sgn}(x-1.01) | apart from 1 to 1.01
    \operatorname{sgn}(2x+\sqrt{3}) | \operatorname{sgn}(x+0.866) | apart from -0.8661 to -0.866
    \frac{|x+2|}{x+2} | \frac{|5x+11|}{5x+11} | apart from -2.2 to -2
    |3x-1||5x-2| | (3x-1)(5x-2) | negative from 1/3 to 2/5
    |e^x-1||e^x-1.01| | (e^x-1)(e^x-1.01) | where the exponential is between
    |\sin x||\sin(x-0.01)| | \sin x\sin(x-0.01) | just above each zero
    |\ln x||\ln x-0.01| | \ln x(\ln x-0.01) | just above 1
    |x-y||x-1.01y| | (x-y)(x-1.01y) | two lines that are close
    \sqrt{(x-4)^2(x-4.1)^2} | (x-4)(x-4.1) | between the zeros of a square
    \sqrt{x^4-0.2x^3+0.01x^2} | x^2-0.1x | the same, multiplied out
    \max(x,2x-0.02) | x+\max(0,x-0.03) | two corners that are close
    \max(0,x-1)\max(0,1.05-x) | 0 | a bump
    x+10^{-9}(|x-50|-|x-51|+1) | x | a small bump far out
    |x^3-3x+1||x^3-3x+1.01| | (x^3-3x+1)(x^3-3x+1.01) | zeros that are no short numbers
    e^{\frac12\ln((x-1)^2)} | x-1 | a root in disguise
    i|x||x-0.1| | ix(x-0.1) | beside the imaginary unit
    \cos x+C | \cos x+|x-2||x-2.01|-(x-2)(x-2.01)+C | under a constant
  `);
  equal(table`
    |x-1| | |1-x| | the same corner
    |x-1| | \sqrt{(x-1)^2} | a root of a square
    |x-1| | \max(x-1,1-x) | a maximum
    |x-1| | \operatorname{sgn}(x-1)(x-1) | a sign
    |2x-2| | 2|x-1| | a factor
    |x||x-0.1| | |x^2-\frac{x}{10}| | a product
    |x-\pi||x-3| | |(x-\pi)(x-3)| | a product with π
    \max(x,y) | \frac{x+y+|x-y|}{2} | two letters
    \min(x,y)+\max(x,y) | x+y | both together
    \max(a,b,c) | \max(c,\max(a,b)) | three letters
    |x^3-3x+1| | \sqrt{(x^3-3x+1)^2} | zeros that are no short numbers
    |\sin x| | \sqrt{1-\cos^2 x} | without end
    |\sin x-\cos x| | \sqrt{1-\sin 2x} | the same
    \ln|\sec x| | -\ln|\cos x| | logarithms
    \sqrt{x^2-2x+1}+\sqrt{x^2} | |x|+|x-1| | two corners
    \operatorname{sgn}(x-\sqrt2) | \operatorname{sgn}(2x-\sqrt8) | an irrational place
  `);
});

describe("single places", () => {
  different(table`
    \operatorname{sgn}(x+4)^2 | 1 | nothing at -4
    \operatorname{sgn}(x-\sqrt5)^2 | 1 | nothing at the root of five
    |\operatorname{sgn}(x^2-2)| | 1 | nothing at two places
    \operatorname{sgn}(x-y)^2 | 1 | nothing where the letters are equal
    \operatorname{sgn}(\cos x)^2 | 1 | nothing at quarters of a turn
  `);
  equal(table`
    \operatorname{sgn}(x)^3 | \operatorname{sgn}(x) | nothing at zero either
    \operatorname{sgn}(x)|x| | x | a number by its sign and its size
    |\operatorname{sgn}(x)| | \operatorname{sgn}(x)^2 | the same everywhere
    \operatorname{sgn}(x^3) | \operatorname{sgn}(x) | an odd power
  `);
});

describe("branches that begin far away", () => {
  different(table`
    \arctan x+\arctan(10^{-9}x) | \arctan\frac{(1+10^{-9})x}{1-10^{-9}x^2} | beyond a pole
    \arctan\frac{x}{1-10^{-15}x} | \arctan(x)+\arctan(10^{-15}x)-\arctan(10^{-15}x)+\arctan\frac{10^{-15}x^2}{1-10^{-15}x+x^2} | a pole that few reach
    \arctan x+\arctan\frac1x | \frac{\pi}{2} | below zero
  `);
  equal(table`
    2\arctan x | \arctan x-\arctan(-x) | an odd function
    \arcsin x+\arccos x | \frac{\pi}{2} | wherever both exist
    \arctan x+\operatorname{arccot} x | \frac{\pi}{2} | everywhere
    \arctan\frac{x}{\sqrt{1-x^2}} | \arcsin x | between -1 and 1
  `);
});

describe("whole numbers, and letters that need not be such", () => {
  different(table`
    \binom{2}{n} | 0 | small ones count
    \binom{n}{3n} | 0 | at zero
    \binom{x}{1} | x\cos(4\pi x) | between whole numbers
    y+1 | y+(-1)^{2y} | at halves
    (-1)^{4\theta}\theta | \theta | at quarters
    \binom{t}{3} | \frac{t(t-1)(t-2)}{6}+\sin(\pi t) | between whole numbers
  `);
  equal(table`
    (-1)^{2n} | 1 | a letter that counts
    (-1)^{n+2} | (-1)^n | two more
    \binom{x}{2} | \frac{x(x-1)}{2} | a polynomial
    \binom{n}{2}+\binom{n+1}{2} | n^2 | squares
    \cos(\pi n) | (-1)^n | whole numbers
    2^{n-1} | \sum_{k=0}^{n-1}\binom{n-1}{k} | a sum that is empty at zero
  `);
});

describe("steps", () => {
  different(table`
    x^2 | x^2+\lfloor\cos^4 x\rfloor | a single number, again and again
    \lfloor\frac{3}{1+x^2}\rfloor | \lceil\frac{3}{1+x^2}\rceil-1 | at whole values
    \lceil x\rceil | \lfloor x\rfloor+1 | at whole numbers
    \lfloor\sqrt2 n\rfloor | \lfloor 1.41421356n\rfloor | slopes that are close
    \lfloor\frac{355}{113}x\rfloor | \lfloor\pi x\rfloor | slopes that are close
    \lfloor 0.333333333x\rfloor | \lfloor\frac{x}{3}\rfloor | a long decimal
    \lfloor x+0.001\rfloor | \lfloor x\rfloor | just below whole numbers
    \lfloor x\rfloor+\max(0,\lfloor x\rfloor-5000) | \lfloor x\rfloor | a corner far out
    \lfloor\frac{x}{7}\rfloor+\lfloor\frac{x+6}{7}\rfloor | \lfloor\frac{2x+6}{7}\rfloor | within one period
    (-1)^n+\lfloor\frac{n}{11}\rfloor | (-1)^n+\lfloor\frac{n}{11.0001}\rfloor | at the end of each period
    (-1)^n+(n\bmod 61) | (-1)^n+(n\bmod 61)+\lfloor\frac{n\bmod 61}{60}\rfloor | one residue
    x-\lfloor x\rfloor | x\bmod 1.0001 | a modulus that is close
  `);
  equal(table`
    \lfloor 2x\rfloor | \lfloor x\rfloor+\lfloor x+\frac12\rfloor | Hermite
    \lfloor 3x\rfloor | \lfloor x\rfloor+\lfloor x+\frac13\rfloor+\lfloor x+\frac23\rfloor | Hermite
    \lfloor\frac{\lfloor x/2\rfloor}{3}\rfloor | \lfloor\frac{x}{6}\rfloor | one in another
    \lceil x\rceil | -\lfloor -x\rfloor | the other side
    \lfloor x+5\rfloor | \lfloor x\rfloor+5 | a whole summand
    \lfloor\pi x+2\rfloor | 2+\lfloor x\pi\rfloor | an irrational slope
    \lfloor\sqrt{x}\rfloor^2 | \lfloor x^{1/2}\rfloor^2 | of a root
    \lceil\sqrt{x}\rceil | -\lfloor-\sqrt{x}\rfloor | of a root, the other side
    x-\lfloor x\rfloor | x\bmod 1 | what is behind the point
    \frac{2n+1-(-1)^n}{4} | \lfloor\frac{n+1}{2}\rfloor | halves
    n\bmod 2 | \frac{1-(-1)^n}{2} | odd and even
    \left|\lfloor x\rfloor\right| | \sqrt{\lfloor x\rfloor^2} | in bars
    \lfloor x+y\rfloor | \lfloor y+x\rfloor | two letters
    \lfloor x+\lfloor y\rfloor\rfloor | \lfloor x\rfloor+\lfloor y\rfloor | two letters, one in another
    \lfloor\log_2 n\rfloor | \lfloor\frac{\ln n}{\ln 2}\rfloor | of a logarithm
  `);
});

describe("divisors", () => {
  different(table`
    \gcd(n^2+1,4013) | 1 | a large prime that divides some squares and one
    \gcd(n^3-2,(n+1)^3-2) | 1 | a prime that few numbers show
    \gcd(n^2+1,(n+7)^2+1) | \gcd(n^2+1,53) | a prime that is rare
    \gcd(n,30) | \gcd(n,15)\gcd(n,4) | for multiples of four
    \gcd(n,101) | 1 | a residue in a hundred and one
    \gcd(m^2+1,n^2+1) | \gcd(m,n)^2+1 | two letters
  `);
  equal(table`
    \gcd(n,n+1) | 1 | neighbours
    \gcd(2n+3,3n+4) | 1 | by Euclid
    \gcd(n^2+1,n+1) | \gcd(n+1,2) | by Euclid
    \gcd(n,6) | \gcd(n,2)\gcd(n,3) | coprime moduli
    \gcd(n,12) | \gcd(12,n) | in another order
    \gcd(m,n) | \gcd(n,m) | two letters
    \gcd(m,n)\operatorname{lcm}(m,n) | mn | with the least common multiple
    \operatorname{lcm}(n,4)\gcd(n,4) | 4n | and with a number
    \gcd(2n,4) | 2\gcd(n,2) | a common factor
  `);
});

describe("functions by cases", () => {
  different(table`
    0 | \begin{cases}1 & 2<x<2.3\\0&\text{otherwise}\end{cases} | a short case
    x | \begin{cases}x & x\le 50\\ 5 & 50<x<50.1\\ x & x\ge 50.1\end{cases} | a short case far out
    \begin{cases}x & x<\sqrt3\\ 0 & x\ge\sqrt3\end{cases} | \begin{cases}x & x<1.732\\ 0 & x\ge 1.732\end{cases} | borders that are close
    \begin{cases}x & x\le 1\\ 2-x & x>1\end{cases} | \min(x,2.01-x) | a corner beside a border
    \begin{cases}|x||x-0.1| & x<5\\ 0 & x\ge5\end{cases} | \begin{cases}x^2-0.1x & x<5\\ 0 & x\ge5\end{cases} | corners within a case
    \begin{cases}1 & n\equiv 3\pmod{20}\\0&\text{otherwise}\end{cases} | \begin{cases}1 & n\equiv 3\pmod{20}\text{ or }n=43\\2&n\equiv 19\pmod{20}\\0&\text{otherwise}\end{cases} | another residue
    \begin{cases}1 & n\equiv 0\pmod{97}\\0&\text{otherwise}\end{cases} | \begin{cases}1 & n=0\\0&\text{otherwise}\end{cases} | a long period
    |x| | \begin{cases}x & x\ge0\\-x & x<2\end{cases} | branches that overlap with different values
    |x| | \begin{cases}x & x\ge0\\-x & x\in\mathbb{R}\end{cases} | a branch that holds everywhere is no remaining one
    |x| | \begin{cases}x & x\ge0\\5 & x=1\\-x & x<0\end{cases} | another value at one point
    |x| | \begin{cases}x & x\ge0\\-x & x<0\\7 & x=3\end{cases} | … after the others
    \begin{cases}1 & x>0\\0 & x\le0\end{cases} | \begin{cases}0 & x\le0\\1 & x\ge0\end{cases} | both values at the border
    \begin{cases}1 & n\text{ even}\\-1 & n\text{ odd}\end{cases} | \begin{cases}1 & n\text{ even}\\-1 & n\equiv 1\pmod2\\ 1 & n\equiv 3\pmod 4\end{cases} | remainders that overlap
  `);
  equal(table`
    |x| | \begin{cases}x & x\ge 0\\-x & x<0\end{cases} | an absolute value
    \begin{cases}0 & x<0\\ x & 0\le x\le 1\\ 1 & x>1\end{cases} | \min(1,\max(0,x)) | a clamp
    \begin{cases}x^2 & |x|<1\\ 1 & |x|\ge1\end{cases} | \min(x^2,1) | a minimum
    \begin{cases}0 & x<\sqrt2\\1&x\ge\sqrt2\end{cases} | \begin{cases}1 & x\ge\sqrt2\\0&\text{otherwise}\end{cases} | in another order
    \begin{cases}\sin x & x<0\\x&x\ge0\end{cases} | \begin{cases}x & x\ge 0\\\cos(\frac{\pi}{2}-x)&x<0\end{cases} | another formula
    ||x|-1| | \begin{cases}|x|-1 & |x|\ge1\\1-|x|&|x|<1\end{cases} | corners and borders in one place
    \begin{cases}1 & n\text{ even}\\-1 & n\text{ odd}\end{cases} | (-1)^n | odd and even
    |x| | \begin{cases}x & x\ge 0\\-x & x\le0\end{cases} | one value where branches meet
    |x| | \begin{cases}-x & x<0\\x & \text{otherwise}\end{cases} | the remaining branch
  `);
});

describe("limits with letters in them", () => {
  different(table`
    0 | \lim_{n\to\infty}\frac{3}{3+n(x-1)^2} | 1 at one place
    a | \lim_{n\to\infty}\frac{a^2n+1}{an+2} | one half at zero
    0 | \lim_{n\to\infty}\frac{1}{1+n|x|} | 1 at zero
  `);
  equal(table`
    3x^2 | \lim_{h\to0}\frac{(x+h)^3-x^3}{h} | a derivative
    -\frac1{x^2} | \lim_{h\to0}\frac{\frac1{x+h}-\frac1x}{h} | a derivative with a pole
    \frac{1}{2\sqrt{x}} | \lim_{h\to0}\frac{\sqrt{x+h}-\sqrt{x}}{h} | a derivative of a root
    \frac ac | \lim_{x\to\infty}\frac{ax+b}{cx+d} | a quotient of lines
    \frac ab | \lim_{x\to0}\frac{\sin(ax)}{\sin(bx)} | a quotient of sines
    e^x | \lim_{n\to\infty}\left(1+\frac xn\right)^n | an exponential
    0 | \lim_{n\to\infty}\frac{x}{n^2+1} | whatever the letter is
  `);
});
