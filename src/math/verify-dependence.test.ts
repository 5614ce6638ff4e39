// Letters that implicitly depend on others, operations and functions that look like factors, and equations at points
// where one of their sides has no value.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("letters under an integral, a derivative, a sum or a limit", () => {
  equal(table`
    \int_0^1 ax\,dx                | \frac a2                        | a parameter
    \int_0^{R} 2\pi r\,dr          | \pi R^2                         | a bound
    \int_0^1\int_0^1 xy\,dx\,dy    | \frac14                         | the variable of an outer integral
    \frac{d}{dx}(ax^2)             | 2ax                             | a parameter
    \frac{\partial}{\partial x}(x^2y) | 2xy                          | a partial derivative
    \int_0^1 f(x)\,dx              | \int_0^1 f(t)\,dt               | a bound variable has any name
    x+\int_0^1 f(x)\,dx            | \int_0^1 f(x)\,dx+x             | an unknown integral is a number
    \sum_{i=1}^n c                 | nc                              | a sum of constants
    \frac1n\sum_{i=1}^n x_i        | \frac{\sum_{k=1}^n x_k}{n}      | the index of a sum has any name
    \hat\theta=\frac{n}{\sum_{i=1}^n x_i} | \hat\theta=n\left(\sum_{j=1}^n x_j\right)^{-1} | an estimator
    \frac{1}{n-1}\sum_{i=1}^n(x_i-\bar x)^2 | \frac{\sum_{i=1}^n(x_i-\bar x)^2}{n-1} | a sample variance
  `);
  different(table`
    \int_a^b f\,dx                 | bf-af                           | f is a function of x
    \int_0^1 fg\,dx                | \int_0^1 f\,dx\int_0^1 g\,dx    | a product is not integrated factor by factor
    \int_{V_1}^{V_2}P\,dV          | \int_{V_1}^{V_2}P\,dT           | by a different variable
    \int_0^1\int_0^x f\,dy\,dx     | \int_0^1\int_0^y f\,dx\,dy      | a different region
    \int_0^1\int_0^x f\,dy\,dx     | \int_0^1 xf\,dx                 | f depends on both
    \frac12\int_0^{2\pi}r^2\,d\theta | \pi r^2                       | r depends on the angle
    \frac{d}{dt}(mv)               | 0                               | v depends on t
    \frac{d}{dx}(e^xy)=e^x         | e^xy=e^x                        | y depends on x
    \frac{\partial}{\partial t}(\rho u) | 0                          | a field
    \frac1r\frac{\partial}{\partial r}(ru) | \frac ur                | a field
    \lim_{x\to0}f                  | f                               | f depends on x
    \sum_{i=1}^n(x-\bar x)^2       | n(x-\bar x)^2                   | x depends on i
    \sum_{i=1}^n x_iy_i            | \sum_{i=1}^n x_i\sum_{i=1}^n y_i | a sum of products
    \frac1n\sum_{i=1}^n x_i        | \frac1n\sum_{i=1}^n x_n         | a different index
    \frac1n\sum_{i=1}^n x_i        | \frac1n\sum_{i=0}^n x_i         | one summand more
    \sum_{i=1}^n\sum_{j=1}^ia_{ij} | \sum_{i=1}^n\sum_{j=1}^ia_{ji}  | indices exchanged
    \int_0^1 f(x)\,dx              | \int_0^1 f(2x)\,dx              | a different argument
  `);
});

describe("operations and functions before a bracket", () => {
  equal(table`
    a+(n-1)d                       | a+d(n-1)                        | a difference times a number
    \frac{m_1-m_2}{m_1+m_2}g       | \frac{g(m_1-m_2)}{m_2+m_1}      | g is a number in the gold
    kx(a+b)                        | kxa+kxb                         | a product
    x(x+1)-x(x-1)                  | 2x                              | the letter is in the bracket
    P\,dV                          | PdV                             | a differential
    \frac{AB}{CD}                  | AB/CD                           | a quotient of segments
  `);
  different(table`
    d(xy)                          | x\,dy                           | the differential of a product
    dH=dU+d(PV)                    | dH=dU+P\,dV                     | … in an equation
    \Delta(PV)                     | P\Delta V                       | the difference of a product
    P\,dV                          | V\,dP                           | a different differential
    m\,dv=-u\,dm                   | m\,dv=-m\,du                    | … in an equation
    \delta(t-1)+\delta(t-3)        | 2\delta(t-2)                    | impulses
    \delta(1-t)                    | -\delta(t-1)                    | an even function
    u(t-1)-u(t-3)                  | u(t+1)-u(t-1)                   | steps
    x[n-1]+x[n-3]                  | 2x[n-2]                         | signals
    \frac{y(t+h)-y(t-h)}{2h}       | y                               | a difference of values
    2f                             | f(2)                            | a value of a function
    f(a)+f(b)                      | f(a+b)                          | the gold has a function
    \frac{AB}{C}D                  | AB/CD                           | the run of capitals is the denominator
  `);
});

describe("equations at points where a side has no value", () => {
  equal(table`
    xy=1                           | y=\frac1x                       | no solution is excluded
    \frac{x^2}{4}+\frac{y^2}{9}=1  | 9x^2+4y^2=36                    | numbers below the line
  `);
  different(table`
    \frac{x^2-5x+6}{x-2}=0         | x=2 or x=3                      | 2 is excluded
    \frac{x^2-9}{x+3}=0            | x=3, -3                         | … in a list
    x-1=0                          | \frac{x-1}{x-1}=0               | no solution at all
    x^2+y^2=1                      | \frac{x^2+y^2-1}{x^2+y^2-1}=0   | … with two letters
    x^2-5x+6=0                     | x-3+\frac{0}{x-2}=0             | a factor is dropped
    a^2=b^2                        | a+b+\frac{0}{a-b}=0             | … with two letters
  `);
});

describe("turns that are close to each other", () => {
  different(table`
    |x|                            | \max(x,-x,10^{-40})             | a clip
    x                              | x+\max(0,10^{-30}-|x-\frac13|)  | a bump
    |x|                            | |x|\operatorname{sgn}(x^2-10^{-50}) | a sign
  `);
});
