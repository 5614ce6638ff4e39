// Kinds of letters: which of them commute, and what several of them name together.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("letters that are numbers", () => {
  equal(table`
    a^{-1}b                     | \frac{b}{a}                    | an inverse beside a small letter
    n^{-1}(a+b)                 | \frac{a+b}{n}                  | … and a bracket
    A^{-1}                      | \frac{1}{A}                    | a lone inverse
    V=IR                        | V=RI                           | a letter is a side
    2RC+R+C                     | R+C+2CR                        | letters are summands
    PV=nRT                      | nRT=PV                         | a letter is a factor
    PV=nRT                      | P=\frac{nRT}{V}                | … solved
    nRTV^{-1}                   | \frac{nRT}{V}                  | a quotient is a product with an inverse
    F=qvB                       | F=Bqv                          | physics
    F=G\frac{m_1m_2}{r^2}       | \frac{Gm_2m_1}{r^2}            | physics
    I^2R                        | RI^2                           | physics
    E=mc^2                      | mc^2                           | physics
    \hat p(1-\hat p)            | \hat p-\hat p^2                | one letter with a hat
    2\hat\theta+1               | 1+2\hat\theta                  | one letter with a hat
    \hat\beta_0+\hat\beta_1x    | \hat\beta_1x+\hat\beta_0       | hats in a sum
    \sqrt{\frac{\hat p(1-\hat p)}{n}} | \sqrt{\frac{\hat p-\hat p^2}{n}} | statistics
    \frac{\bar X-\mu}{\sigma/\sqrt n} | \frac{\sqrt n(\bar X-\mu)}{\sigma} | statistics
    \mathbf v                   | v                              | one letter in bold type
    ad-bc                       | da-cb                          | a fourth letter
    a+(n-1)d                    | a+dn-d                         | a difference
    a+dn                        | a+nd                           | a difference
    P(A)P(B)                    | P(B)P(A)                       | probabilities
    (A+B)^2                     | A^2+2AB+B^2                    | nothing says that these are matrices
    z^*z                        | zz^*                           | a conjugate
    e^{At}                      | e^{tA}                         | one letter in an exponent
    e^{it}                      | \cos t+i\sin t                 | no word
    b^2-4ac=\Delta              | \Delta=b^2-4ac                 | a letter by itself
    \frac{-b+\sqrt\Delta}{2a}   | \frac{\sqrt\Delta-b}{2a}       | a letter by itself
    \alpha\beta\gamma+\beta\gamma\delta+\gamma\delta\alpha | \alpha\beta\gamma+\beta\gamma\delta+\alpha\gamma\delta | δ also stands last
  `);
});

describe("matrices, operators and groups", () => {
  equal(table`
    (AB)^{-1}                   | B^{-1}A^{-1}                   | an inverse turns a product round
    (ab)^{-1}c                  | b^{-1}a^{-1}c                  | nothing is said of these
    A(B+C)A^{-1}                | ABA^{-1}+ACA^{-1}              | a bracket multiplied out
    P^{-1}AP+P^{-1}BP           | P^{-1}(A+B)P                   | … and put together
    (PDP^{-1})^n                | PD^nP^{-1}                     | a power between inverses
    ABB^{-1}A^{-1}C             | C                              | an inverse beside its letter
    2P^{-1}AP                   | P^{-1}(2A)P                    | numbers commute
    \lambda P^{-1}AP            | P^{-1}(\lambda A)P             | … and so does what stands first in the gold
    cP^{-1}AP                   | P^{-1}cAP                      | … and so does what stands first in the gold
    (A+B)^2                     | A^2+AB+BA+B^2                  | both orders
    (A+B)(A-B)                  | A^2-AB+BA-B^2                  | both orders
    AB-BA                       | -(BA-AB)                       | a commutator
    (AB)^T                      | B^TA^T                         | a transpose turns a product round
    A^T+B^T                     | (A+B)^T                        | a transpose of a sum
    (A^TB)^T                    | B^TA                           | a transpose of a transpose
    A^{-T}                      | (A^{-1})^T                     | a transpose of an inverse
    (A^T)^{-1}B                 | (A^{-1})^TB                    | a transpose of an inverse
    x^TAx                       | (x^TA^Tx)^T                    | a quadratic form
    w^Tx+b                      | b+w^Tx                         | sums commute
    (X^TX)^{-1}X^Ty             | (X^{\top}X)^{-1}X^{\top}y      | marks of a transpose
    (X'X)^{-1}X'y               | (X' X)^{-1} X' y               | statistics
    C(sI-A)^{-1}B+D             | D+C(sI-A)^{-1}B                | control
    (I-A)^{-1}B                 | (I-A)^{-1}(IB)                 | I is the identity
    \det(P^{-1}AP)              | \det(A)                        | determinants are numbers
    \tr(AB^{-1})                | \tr(B^{-1}A)                   | a trace turns
    X=A^{-1}B                   | A^{-1}B                        | a name
    AX-XA=0                     | AX=XA                          | an equation
    A^TA=I                      | 2A^TA=2I                       | … up to a number
    a^\dagger a                 | a^{\dagger}a                   | operators
    aba^{-1}                    | (ab)a^{-1}                     | brackets
  `);
  different(table`
    P^{-1}AP                    | A                              | cancelling across a letter
    PDP^{-1}                    | P^{-1}DP                       | the other way round
    AB-BA                       | 0                              | a commutator
    AB+BA                       | 2AB                            | an anticommutator
    aba^{-1}                    | b                              | a conjugate
    a^{-1}b^{-1}ab              | 1                              | a commutator
    a^{-1}b^{-1}ab              | b^{-1}a^{-1}ba                 | its inverse
    A                           | P^{-1}AP                       | the structure stands in the answer
    0                           | AB-BA                          | the structure stands in the answer
    (AB)^{-1}                   | A^{-1}B^{-1}                   | the order of inverses
    (AB)^{-1}                   | (BA)^{-1}                      | the order below an inverse
    \sum_{i=1}^n a_{ij}         | \sum_{j=1}^n a_{ij}            | another index
    \sum_{i=1}^n\sum_{j=1}^i a_{ij} | \sum_{j=1}^n\sum_{i=1}^j a_{ij} | the other half of a matrix
    CB^{-1}                     | B^{-1}C                        | sides
    C(sI-A)^{-1}B               | CB(sI-A)^{-1}                  | sides
    e^Ae^B                      | e^Be^A                         | exponentials of matrices
    e^{A+B}-e^Ae^B              | 0                              | exponentials of matrices
    e^{-A}Be^{A}                | B                              | an exponential and its inverse
    e^{-At}Be^{At}              | B                              | an exponential and its inverse
    vv^T                        | v^Tv                           | a matrix and a number
    vv^T                        | v^Tv+T-T                       | a letter that the gold does not have
    xy^T                        | y^Tx                           | a matrix and a number
    (AB)^T                      | A^TB^T                         | the order of transposes
    X^TX                        | XX^T                           | sizes
    A^\dagger A                 | AA^\dagger                     | an adjoint
    A^*A                        | AA^*                           | an adjoint
    aa^\dagger-a^\dagger a      | 0                              | operators
    \hat x\hat p-\hat p\hat x   | 0                              | operators
    \mathbf A\mathbf B          | \mathbf B\mathbf A             | bold letters
    (X^TX)^{-1}X^Ty             | X^{-1}y                        | X need not have an inverse
    (X^TX)^{-1}X^Ty             | (X^TX)^{-1}yX^T                | y is no number
    (X'X)^{-1}X'y               | (X'X)^{-1}yX'                  | y is no number
    U\Sigma V^T                 | V\Sigma U^T                    | the order of factors
    PD^nP^{-1}                  | D^n                            | cancelling across a letter
    X=A^{-1}B                   | X=BA^{-1}                      | sides
    A^TA=I                      | AA^T=I                         | an equation
    AB^{-1}BC=AC                | CB^{-1}BA=CA                   | equations that always hold
  `);
});

describe("vectors", () => {
  equal(table`
    \vec a\cdot\vec b           | \vec b\cdot\vec a              | a dot product commutes
    \mathbf F\cdot\mathbf d     | \mathbf d\cdot\mathbf F        | … of bold letters
    \hat i\cdot\hat n           | \hat n\cdot\hat i              | … and of unit vectors
    \vec a\times\vec b          | -\vec b\times\vec a            | a cross product changes its sign
    \vec\tau=\vec r\times\vec F | -\vec F\times\vec r            | physics
    \vec F=q\vec v\times\vec B  | q(\vec v\times\vec B)          | physics
    \vec F=m\vec a              | m\vec a                        | physics
    (\vec a+\vec b)\times\vec c | \vec a\times\vec c+\vec b\times\vec c | a sum
    (\vec a-\vec b)\times(\vec a+\vec b) | 2\vec a\times\vec b   | two sums
    2\vec a\times3\vec b        | 6\vec a\times\vec b            | numbers before vectors
    \vec a\times\vec a          | 0                              | a vector by itself
    \vec a\cdot(\vec b\times\vec c) | (\vec a\times\vec b)\cdot\vec c | a volume
    \vec a\cdot\vec b\times\vec c | \vec b\cdot(\vec c\times\vec a) | … turned
    \vec a\times(\vec b\times\vec c) | (\vec a\cdot\vec c)\vec b-(\vec a\cdot\vec b)\vec c | Grassmann's identity
    |\vec a\times\vec b|^2      | |\vec a|^2|\vec b|^2-(\vec a\cdot\vec b)^2 | Lagrange's identity
    |\vec a|^2                  | \vec a\cdot\vec a              | a length
    |2\vec a|                   | 2|\vec a|                      | a length
    |-\vec a|                   | |\vec a|                       | a length
    |\vec a+\vec b|^2           | |\vec a|^2+2\vec a\cdot\vec b+|\vec b|^2 | the law of cosines
    \frac{\vec a\cdot\vec b}{|\vec b|^2}\vec b | \frac{\vec a\cdot\vec b}{\vec b\cdot\vec b}\vec b | a projection
    \arccos\frac{\vec a\cdot\vec b}{|\vec a||\vec b|} | \arccos\left(\frac{\vec b\cdot\vec a}{|\vec b|\,|\vec a|}\right) | an angle
    \frac12\vec a+\frac13\vec b | \frac{3\vec a+2\vec b}{6}      | a combination
    \overrightarrow{AB}+\overrightarrow{BC} | \overrightarrow{AC} | from point to point
    \overrightarrow{AB}         | -\overrightarrow{BA}           | … and back
    \hat i+2\hat j              | (1, 2)                         | by their basis
  `);
  different(table`
    (\vec a\cdot\vec b)\vec c   | \vec a(\vec b\cdot\vec c)      | another direction
    \frac{\vec a\cdot\vec b}{\vec b\cdot\vec b}\vec b | \vec a   | a projection
    \frac{\vec a\cdot\vec b}{|\vec b|^2}\vec b | \vec a          | a projection
    \hat i\times\hat j          | \hat j\times\hat i             | the sign
    \mathbf a\times\mathbf b    | \mathbf b\times\mathbf a       | the sign
    \vec F=q\vec v\times\vec B  | q\vec B\times\vec v            | the sign
    \vec a\times\vec b          | \vec a\cdot\vec b              | a cross is no dot
    2\vec a\times3\vec b        | 6\vec a\cdot\vec b             | a cross is no dot
    \vec a\cdot(\vec b\times\vec c) | \vec a\cdot(\vec c\times\vec b) | the sign
    \vec a\times(\vec b\times\vec c) | (\vec a\times\vec b)\times\vec c | brackets
    |\vec a+\vec b|^2           | |\vec a|^2+|\vec b|^2          | a right angle only
    |\vec a||\vec b|            | \vec a\cdot\vec b              | a right angle
    \frac{\vec a}{\vec b}       | \frac{\vec a\cdot\vec c}{\vec b\cdot\vec c} | no quotient of vectors
    \overrightarrow{AB}         | \overrightarrow{BA}            | the other way
    \frac12\vec a+\frac13\vec b | \frac12\vec b+\frac13\vec a    | other vectors
  `);
});

describe("differentials and differences", () => {
  equal(table`
    \frac{\Delta y}{\Delta x}   | \Delta y/\Delta x              | in a line
    m\frac{\Delta v}{\Delta t}  | \frac{m\Delta v}{\Delta t}     | physics
    2x\,dx+2y\,dy               | 2(x\,dx+y\,dy)                 | a bracket
    dx\,dy                      | dy\,dx                         | an area
    r\,dr\,d\theta              | r\,d\theta\,dr                 | an area
    dx\wedge dy                 | -dy\wedge dx                   | a wedge changes its sign
    dx\wedge dx                 | 0                              | a wedge with itself
    x\,dy\wedge dz+y\,dz\wedge dx | -y\,dx\wedge dz+x\,dy\wedge dz | a form
  `);
  different(table`
    \frac{\Delta y}{\Delta x}   | \frac yx                       | the signs do not cancel
    \Delta y/\Delta x           | xy                             | in a line
    \frac{\delta S}{\delta q}   | \frac Sq                       | the signs do not cancel
    \Delta x                    | x\Delta                        | one name
    x\,dy-y\,dx                 | 0                              | a form
    2x\,dx+2y\,dy               | 2(x\,dy+y\,dx)                 | other differentials
    dx\wedge dy                 | dy\wedge dx                    | the sign
    x\,dy\wedge dz+y\,dz\wedge dx | x\,dy\wedge dz+y\,dx\wedge dz | the sign
  `);
});

describe("segments and figures", () => {
  equal(table`
    AB                          | BA                             | a segment
    AB+BC                       | CB+AB                          | segments
    AB+AC                       | A(B+C)                         | a product, true in every ring
    \frac1{\sqrt{LC}}            | \frac1{\sqrt L\sqrt C}        | one run is a product of numbers
    AB\cdot AC                  | CA\cdot BA                     | a product of two
    (PA)(PB)                    | PA\cdot PB                     | a product of two
    AB^2                        | BA^2                           | the whole segment is raised
    AB^2+BC^2=AC^2              | CA^2=BA^2+CB^2                 | an equation
    \frac{AB}{BC}=\frac{AD}{DC} | \frac{AB}{AD}=\frac{BC}{DC}    | a proportion
    AB=5                        | BA=5                           | a name
    AB=5                        | 5                              | a name
    \frac{1}{2\pi\sqrt{LC}}     | \frac{1}{2\pi\sqrt{CL}}        | the same for a product
    \angle ABC                  | \angle CBA                     | an angle from both sides
    \triangle ABC               | \triangle BCA                  | corners in any order
    \Delta ABC                  | \triangle ABC                  | a sign of a triangle
    \angle ABC=60^\circ         | 60^\circ                       | a name
  `);
  different(table`
    AC\cdot BD                  | AB\cdot CD                     | other segments
    AB\cdot AC                  | AB^2                           | other segments
    \frac{AB}{AC}               | \frac{B}{C}                    | points are not lengths
    \frac{AB}{BC}               | \frac{A}{C}                    | points are not lengths
    \angle ABC                  | \angle BAC                     | another corner
    \triangle ABC\sim\triangle DEF | \triangle ABC\sim\triangle EDF | corners correspond
    HHT                         | THH                            | a word
    \{HH, HT, TH, TT\}          | \{HH, HT, TT\}                 | words of two letters
  `);
});

describe("cycles and spaces", () => {
  equal(table`
    (12)(34)                    | (34)(12)                       | disjoint cycles commute
    (123)(45)                   | (54)(231)                      | a cycle may be turned
    (1\ 2\ 3)(4\ 5)             | (45)(123)                      | with spaces
    (1 2)(3 4)                  | (1,2)(3,4)                     | with commas in the answer
    (1 2 3)                     | (2 3 1)                        | one cycle
    (12)(34)                    | (12)(34)(5)                    | an element that stays
    (12)(13)                    | (21)(31)                       | the same product
    (123)                       | (231)                          | a cycle may be turned
    (123)                       | (1 2 3)                        | spaces
    (120)                       | 120                            | no cycle moves 0
    \mathbb{N}\times\mathbb{N} | \mathbb{N}^2                  | a power of a space
    A\times B                   | A \times B                    | as it stands
    \langle x^2\rangle-\langle x\rangle^2 | -\langle x\rangle^2+\langle x^2\rangle | means are numbers
    \operatorname{rank}(A)=2    | 2                              | a named quantity
    \operatorname{tr}(AB)       | \operatorname{tr}(BA)         | a trace may be turned
    \operatorname{Var}(X)       | \mathrm{Var}(X)               | set upright
    \operatorname{diam}(G)=3    | 3                              | whatever it does
    \neg(P\land Q)             | \neg (P \wedge Q)            | a formula that is not read, in the same signs
    k[A]^2[B]                   | k[B][A]^2                      | concentrations are numbers
    2[x+1]                      | 2x+2                           | square brackets that group
    V=I\times R                 | V=R\times I                   | numbers
    (12)(6)                     | 72                             | a product of numbers
    (15)                        | 15                             | a number
    S^1\times S^1               | S^{1}\times S^{1}              | a product of spaces
    2^3\times 5^2               | 200                            | a product of numbers
  `);
  different(table`
    (12)(13)                    | 156                            | no number
    (123)                       | 123                            | no number
    (123)                       | (132)                          | the inverse
    A\times B                   | B\times A                     | perhaps sets
    A\times B                   | BA                             | perhaps sets
    G\times H                   | G*H                            | perhaps groups
    \langle x^2\rangle         | \langle x\rangle^2           | the square of a mean
    \langle x\rangle           | x                              | a mean
    \langle x\rangle=5         | \langle y\rangle=5           | another mean
    \operatorname{rank}(AB)     | \operatorname{rank}(BA)       | no segment
    \operatorname{rank}(A)=2    | \operatorname{rank}(B)=2      | another matrix
    \operatorname{ord}(g)=6     | \operatorname{ord}(h)=6       | another element
    \phi(n)=4                   | \phi(m)=4                     | a value, no constant function
    \neg(P\land Q)             | \neg(P\lor Q)                | another sign
    [x]+1                       | x+1                            | a whole part
    [xy]                        | [x][y]                         | whole parts
    \mathbb{N}\times\mathbb{Z} | \mathbb{Z}\times\mathbb{N}   | a product of spaces has an order
    \mathbb{N}\times\mathbb{Z} | \mathbb{Z}                    | a product is no union
    \left(\frac{a}{p}\right)=1 | a=p                            | a Legendre symbol
    \left(\frac{a}{p}\right)=1 | \left(\frac{p}{a}\right)=1  | a Legendre symbol
    (12)(13)                    | (13)(12)                       | the order
    (12)(13)                    | (132)                          | on one side only
    (12)(13)                    | (123)                          | on one side only
    (123)(45)                   | (132)(45)                      | the inverse
    (1 2 3)                     | 123                            | no number
    S^1\times S^1               | S^2                            | a torus is no sphere
    S^2\times S^2               | S^4                            | no power
  `);
});

describe("spellings of one thing", () => {
  equal(table`
    120                         | 10C3                           | a spelling
    Quadrant III                | third quadrant                 | a spelling
    A\cup B                     | B\cup A                        | sets in any order
    A\cap B\cap C               | C\cap A\cap B                  | sets in any order
    A\cup(B\cap C)              | (C\cap B)\cup A                | sets in any order
    A(1,2)                      | A=(1,2)                        | a point
    A(1,2)                      | (1,2)                          | a point
    A(1,2), B(3,4)              | A=(1,2), B=(3,4)               | points
    Z_4                         | \mathbb Z/4\mathbb Z           | a group
    \mathbb{Z}_4                | \mathbb{Z}/4\mathbb{Z}         | a group
    \mathbb Z_4                 | Z_4                            | a group
    \mathbb R^2                 | \mathbb R\times\mathbb R       | a plane
    \mathbb Z_2\times\mathbb Z_2 | \mathbb Z_2^2                  | a product of groups
    3\mid n                     | n\equiv 0\pmod 3               | divisibility
    3\mid n                     | n=3k, k\in\mathbb Z            | divisibility
    f'(x)                       | \frac{d}{dx}f(x)               | a derivative
    f''(x)                      | \frac{d^2}{dx^2}f(x)           | a second derivative
    \frac{dy}{dx}=2x            | y'=2x                          | a derivative
    y''                         | \frac{d^2y}{dx^2}              | a second derivative
    y''-2y'=0                   | d^2y/dx^2 - 2dy/dx = 0         | a second derivative
    y''(t)                      | \frac{d^{2}y}{dt^{2}}          | a second derivative
    A\supseteq B                | B\subseteq A                   | read from right to left
    A⊃B⊃C                       | C\subset B\subset A            | read from right to left
    n\equiv 1\pmod 2            | n is odd                       | a remainder in words
    n\equiv 0\pmod 2            | n \text{ is even}              | a remainder in words
    n odd                       | n is an odd integer            | a remainder in words
    a_{n+1}                     | a_{1+n}                        | an index
    a_{n+1}=2a_n+1              | a_{1+n}=1+2a_n                 | an index
    (1F)_{16}                   | 1F_{16}                        | a base
    (1F)_{16}                   | 31_{10}                        | a base
    1011 \text{ (base 2)}       | 1011_2                         | a base
    1011_2                      | 1011 base 2                    | a base
    1011_2                      | 1011 (base 2)                  | a base
    IV                          | 4                              | a numeral
    \text{Quadrant IV}          | \text{Quadrant } 4             | a numeral
    Quadrant IV                 | Quadrant IV                    | a numeral
    Quadrant IV                 | IV                             | a numeral
    Quadrant IV                 | 4                              | a numeral
    10C3                        | 120                            | a combination
    20                          | 5P2                            | arrangements
    \binom{10}{3}               | 10C3                           | a combination
    {10 \choose 3}              | _{10}C_3                       | a combination
    5 R 2                       | 5 remainder 2                  | a remainder
    5\text{ R }2                | 5 \text{ remainder } 2         | a remainder
    1 in 6                      | 1/6                            | a chance
    \frac16                     | 1 \text{ in } 6                | a chance
    \frac16                     | 1 out of 6                     | a chance
  `);
  different(table`
    A\cup B                     | A\cap B                        | something else
    y''                         | \left(\frac{dy}{dx}\right)^2   | a square
    y''                         | \frac{dy^2}{dx^2}              | squares
    y''                         | \frac{d^2x}{dy^2}              | another function
    y''                         | d^3y/dx^3                      | another order
    y''                         | \frac{d^2y}{dx}                | no derivative
    y''(t)                      | d^2y/dx^2                      | another variable
    y'+x=0                      | \frac{dy}{dt}+x=0              | another variable
    A\supseteq B                | A\subseteq B                   | the other way round
    A\supset B                  | B\subseteq A                   | more than the strict relation
    A\supseteq B\supseteq C     | A\subseteq B\subseteq C        | the other way round
    A\supseteq B\subseteq C     | B\subseteq A\supseteq C        | no chain
    n is odd                    | n is even                      | the other remainder
    n is odd                    | n is not odd                   | a denial
    n is odd                    | m is odd                       | another number
    n is odd                    | n\equiv 1\pmod 4               | another modulus
    n is odd                    | n is odd and positive          | a further condition
    m and n are odd             | n is odd                       | one of two
    f is even                   | f\equiv 0\pmod 2               | a function
    A(1,2)                      | B(1,2)                         | something else
    \mathbb Z_2\times\mathbb Z_2 | \mathbb Z_4                    | something else
    3\mid n                     | n\mid 3                        | something else
    3\mid n                     | 3n                             | an expression in the unknown itself
    3n                          | 3\mid n                        | a condition for an expression
    2k                          | k\equiv 0\pmod 2               | a condition for an expression
    a_{n+1}                     | a_{n-1}                        | something else
    1F_{16}                     | 31                             | something else
    IV                          | 6                              | something else
    Quadrant IV                 | Quadrant II                    | something else
    5 R 2                       | 5 R 3                          | something else
    5 R 2                       | 52                             | something else
    5 R 2                       | 10                             | something else
    1 in 6                      | 1 in 5                         | something else
  `);
});

describe("bars over formulas", () => {
  equal(table`
    \overline{A+B} | \overline{ A + B }  | the same below the bar
    \overline{z+w} | \bar z+\bar w      | conjugates
    \overline{3+4i} | 3-4i              | a conjugate
  `);
  different(table`
    \overline{A\cdot B} | \overline{A}\cdot\overline{B} | a complement is not taken apart
    \overline{A+B} | \overline{A}+\overline{B} | a complement is not taken apart
    \overline{X^2} | \bar X^2           | a mean of squares
    \bar x         | x                  | a mean
  `);
});

describe("letters and their reverse", () => {
  different(table`
    X_{(1)}        | X_1                | the smallest, and not the first
    \chi^2_{5}     | \chi^2_{4}         | an index belongs to its letter
    (ab)^{-1}=b^{-1}a^{-1} | (ab)^{-1}=a^{-1}b^{-1} | an inverse turns the order
    AA^{-1}=I      | BB^{-1}=I          | other letters
    Ae^{B}-e^{B}A  | 0                  | an exponential and a letter
    e^{A}e^{B}-e^{B}e^{A}  | 0          | exponentials in both orders
    (abc)          | (acb)              | cycles
    Si             | SI                 | no imaginary unit
  `);
});

describe("formulas of logic", () => {
  equal(table`
    \neg p \lor q | q \vee \lnot p | any order in a disjunction
    p \leftrightarrow q | q \iff p | any order in an equivalence
    \neg (p \land q) | \neg p \lor \neg q | a negation carried inwards
    \neg \forall x\, P(x) | \exists x\, \neg P(x) | a negation carried inwards
    \forall x\, P(x) | \forall y\, P(y) | a bound variable
    \exists x\in\mathbb{R}: x^2<2 | \exists t \in \R,\ t^{2} < 2 | a bound variable
    \forall x \exists y\, R(x,y) | \forall y\, \exists x\, R(y, x) | two bound variables
    \neg\neg p \land q | q \land p | two negations
    \neg (p \to q) | p \land \neg q | a negated implication
    \mathbb{Z}_2 \times \mathbb{Z}_3 | \mathbb{Z}_3 \times \mathbb{Z}_2 | a product of groups
    p \to \neg q | p \Rightarrow \lnot q | two arrows
    A \oplus B | B \oplus A | an exclusive or
    AB \perp CD | CD \perp AB | a relation that goes both ways
    \triangle ABC \sim \triangle DEF | \triangle DEF \sim \triangle ABC | a relation that goes both ways
    P(A|B) | P(A \mid B) | two bars
  `);
  different(table`
    \neg (p \land q) | \neg p \land \neg q | something else
    p \to \neg q | \neg q \to p | a converse
    \neg q \to \neg p | p \to q | a contrapositive may be asked for
    \forall x \exists y\, R(x,y) | \exists y \forall x\, R(x,y) | another order of quantifiers
    \forall x \exists y\, R(x,y) | \forall x \exists y\, R(y,x) | variables exchanged
    \exists! x\, P(x) | \exists x\, P(x) | exactly one
    \neg (p \to q) | \neg p \to \neg q | a negated implication
    \mathbb{Z}_2 \times \mathbb{Z}_2 | \mathbb{Z}_4 | another group
    \exists x\in\mathbb{R}: x^2<2 | \exists x\in\mathbb{Q}: x^2<2 | another set
    \neg p \land (q \lor r) | (\neg p \land q) \lor r | other brackets
    \forall x\,(P(x) \lor Q(x)) | \forall x\,P(x) \lor \forall x\,Q(x) | a quantifier that does not distribute
    \forall x\, P(x) | \forall x \text{ not } P(x) | words
    \neg p \lor q | p \lor \neg q | the other one negated
    \triangle ABC \sim \triangle DEF | \triangle ABC \sim \triangle EDF | other corners
    P(A \mid B) | P(B \mid A) | the other one given
    |\psi|^2 | \psi^2 | a wave function is complex
    |z|^2 | z^2 | complex
  `);
});

describe("the case of letters in a name", () => {
  equal(table`
    m_1=5,m_2=6 | m_2=6,m_1=5 | the same names
    Minimum: 1 | minimum = 1 | a label in words
    P_{\text{Max}}=5 | P_{\text{max}}=5 | a word in an index
  `);
  different(table`
    G_{\mu\nu}=8\pi T_{\mu\nu} | g_{\mu\nu}=8\pi T_{\mu\nu} | indices
    f(2)=5 | F(2)=5 | a function
    \delta=1 | \Delta=1 | a Greek letter
    r_1=5 | R_1=5 | an index
    \dot q=p | \dot Q=p | a mark over it
    T(n)=2T(n/2)+n | T(N)=2T(n/2)+n | an argument
    m_1=5,m_2=6 | M_1=5,M_2=6 | two names
  `);
});

describe("letters in different types on one side", () => {
  equal(table`
    \mathbf F=m\mathbf a | F=ma | one type for each letter
    \mathbf r/r^3 | \frac{\boldsymbol{r}}{r^3} | bold type in two spellings
    \boldsymbol{\mu}+\mu | \mu+\boldsymbol\mu | a Greek letter
    \frac{kq}{r^2}\hat{\mathbf r} | \frac{kq}{r^2}\hat r | the mark tells them apart already
  `);
  different(table`
    \mathbf r/r^3 | 1/r^2 | a vector and its length
    \mathbf v/v | 1 | a vector and its length
    \mathcal L-L | 0 | two letters
    \mathcal L=L/V | L=\mathcal L/V | exchanged
    A\in\mathcal A | \mathcal A\in A | exchanged
  `);
});

describe("stars", () => {
  equal(table`
    f*g                         | f\ast g                        | a convolution
    m*g*h                       | mgh                            | a product as it is typed
    2*f                         | 2f                             | a product as it is typed
    f\cdot g                    | g·f                            | a product
    3\ast 4                     | 12                             | a star between numbers
    \frac{x*y}{2}               | \frac{xy}2                     | a product as it is typed
  `);
  different(table`
    f*g                         | fg                             | a convolution is no product
    fg                          | f*g                            | … on either side
    (f*g)(t)                    | (fg)(t)                        | … of values
    f^2                         | f*f                            | a convolution is no product
    xy                          | x\star y                       | an operation that the problem defines
    x\ast y                     | xy                             | an operation that the problem defines
  `);
});
