// Golds of many fields, one thing in each line with its usual spellings (`‖` between them). Nothing in one line may
// equal anything in a different line. Groups contain things that are easily confused.

const group = (strings: TemplateStringsArray): string[][] =>
  strings.raw[0]!.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => line.split(/\s+‖\s+/));

export const families: Readonly<Record<string, string[][]>> = {
  matrices: group`
    AB ‖ BA
    AB-BA ‖ [A,B]
    AB+BA
    A+B ‖ B+A
    0
    P^{-1}AP
    PAP^{-1}
    A
    A^{-1} ‖ \frac{1}{A}
    A^T ‖ A^{\top}
    A^TB
    B^TA ‖ (A^TB)^T
    AB^T
    BA^T ‖ (AB^T)^T
    v^Tv
    vv^T
    v^TAv
    A^TA
    AA^T
    (AB)^{-1} ‖ B^{-1}A^{-1}
    A^{-1}B^{-1}
    (AB)^T ‖ B^TA^T
    A^TB^T
    ABA^{-1}
    A^{-1}BA
    ABAB ‖ (AB)^2
    (sI-A)^{-1}B
    B(sI-A)^{-1}
    CB^{-1}
    B^{-1}C
    (X^TX)^{-1}X^Ty
    X^T(XX^T)^{-1}y
    e^{A}Be^{-A}
    e^{-A}Be^{A}
    \det A ‖ |A| ‖ \det(A)
    \operatorname{tr} A ‖ \operatorname{tr}(A)
    A^*
    I
    \begin{pmatrix}1&2\\3&4\end{pmatrix}
    \begin{pmatrix}1&3\\2&4\end{pmatrix}
    \begin{pmatrix}2&1\\4&3\end{pmatrix}
    \begin{pmatrix}1\\2\\3\\4\end{pmatrix}
    \begin{vmatrix}1&2\\3&4\end{vmatrix} ‖ -2`,

  vectors: group`
    \vec a\cdot\vec b ‖ \vec b\cdot\vec a
    \vec a\times\vec b ‖ -\vec b\times\vec a
    \vec b\times\vec a
    (\vec a\cdot\vec b)\vec c
    \vec a(\vec b\cdot\vec c)
    (\vec a\cdot\vec c)\vec b
    \vec a
    \vec b
    a
    \vec a+\vec b
    \vec a-\vec b
    \vec b-\vec a
    |\vec a|
    |\vec a|^2 ‖ \vec a\cdot\vec a
    |\vec a||\vec b|
    \frac{\vec a\cdot\vec b}{|\vec b|^2}\vec b
    \frac{\vec a\cdot\vec b}{|\vec a|^2}\vec a
    \frac{\vec a\cdot\vec b}{|\vec b|}
    \frac{\vec a\cdot\vec b}{|\vec a||\vec b|}
    \frac{\vec a}{|\vec a|}
    \hat i\times\hat j ‖ \hat k
    \hat j\times\hat i ‖ -\hat k
    \hat i\cdot\hat j
    \vec a\times(\vec b\times\vec c)
    (\vec a\times\vec b)\times\vec c
    \vec a\cdot(\vec b\times\vec c)
    \vec b\cdot(\vec a\times\vec c)
    \mathbf{u}\cdot\mathbf{v}
    \mathbf{u}\times\mathbf{v}
    \mathbf{v}\times\mathbf{u}
    \mathbf{u}\mathbf{v}^T
    \langle u,v\rangle
    \langle v,u\rangle
    \|u\|
    \overrightarrow{AB}
    \overrightarrow{BA}
    \nabla f
    \nabla\cdot f
    \nabla\times f
    \nabla^2 f
    (1,2,3)
    (3,2,1)`,

  geometry: group`
    AB\cdot CD ‖ CD\cdot AB ‖ BA\cdot CD
    AC\cdot BD
    AD\cdot BC
    AB+CD ‖ CD+AB
    AC+BD
    \frac{AB}{AC}
    \frac{AC}{AB}
    \frac{AB}{CD}
    \frac{AC}{BD}
    AB^2+BC^2
    AC^2
    AB^2-BC^2
    AB ‖ \overline{AB} ‖ BA
    AC
    BC
    \angle ABC ‖ \angle CBA
    \angle BAC ‖ \angle CAB
    \angle ACB
    \triangle ABC
    \triangle DEF
    AB\parallel CD
    AB\perp CD
    AC\parallel BD
    AB=CD
    AC=BD
    \triangle ABC\sim\triangle DEF
    \triangle ABC\cong\triangle DEF
    \triangle ABC\sim\triangle EDF
    A(1,2) ‖ A=(1,2)
    A(2,1)
    B(1,2)
    \sin A
    \sin B
    \sin C
    \sin(A+B)
    \cos A
    \cot A
    60^\circ
    120^\circ
    \pi r^2
    2\pi r
    \frac43\pi r^3
    4\pi r^2
    \pi r^2h
    \frac13\pi r^2h
    a^2+b^2=c^2
    a^2+c^2=b^2
    \frac{a}{\sin A}
    \frac{b}{\sin B}`,

  groups: group`
    (12)(13)
    (13)(12)
    (123) ‖ (231) ‖ (312)
    (132)
    (1\,2)(3\,4)
    (1\,3)(2\,4)
    aba^{-1}
    a^{-1}ba
    bab^{-1}
    b
    ab ‖ ba
    a^2b ‖ ba^2
    aba
    aba^{-1}b^{-1}
    bab^{-1}a^{-1}
    e
    S_3
    S_4
    A_4
    D_4
    D_3
    Q_8
    \mathbb{Z}_4 ‖ \mathbb{Z}/4\mathbb{Z}
    \mathbb{Z}_2\times\mathbb{Z}_2
    \mathbb{Z}_2\times\mathbb{Z}_4
    \mathbb{Z}_8
    \mathbb{Z}
    \mathbb{Z}\times\mathbb{Z} ‖ \mathbb{Z}^2
    S^1\times S^1
    S^2
    S^1
    \mathbb{R}^2 ‖ \mathbb{R}\times\mathbb{R}
    \mathbb{R}^3
    \mathbb{R}
    G/H
    H/G
    GH
    |G|
    \ker f
    \operatorname{im} f
    \bar3\in\mathbb{Z}_7
    \bar4\in\mathbb{Z}_7
    \bar 3
    3`,

  logic: group`
    p\land q ‖ p\wedge q
    p\lor q ‖ p\vee q
    p\to q ‖ p\Rightarrow q
    q\to p
    \neg p\lor q
    \neg p
    p
    q
    \neg(p\land q)
    \neg p\land\neg q
    p\leftrightarrow q
    p\oplus q
    \forall x\exists y P(x,y)
    \exists y\forall x P(x,y)
    \exists x P(x)
    \forall x P(x)
    \exists x\forall y P(x,y)
    A\cup B ‖ B\cup A
    A\cap B
    A\setminus B
    B\setminus A
    A\subset B
    B\subset A
    A\cap(B\cup C)
    (A\cap B)\cup C
    A\cup(B\cap C)
    \emptyset
    \{\emptyset\}
    \{1,\{2\}\}
    \{1,2\}
    \{\{1\},2\}
    |A|
    x\in A
    x\notin A
    A\in x
    \{1,2\}\subset A`,

  statistics: group`
    \bar x
    x
    \hat p
    p
    \hat p(1-\hat p)
    p(1-p)
    \frac{\hat p(1-\hat p)}{n}
    \frac{p(1-p)}{n}
    \mu
    \sigma
    \sigma^2
    s^2
    s
    \frac{\sigma}{\sqrt n}
    \frac{s}{\sqrt n}
    \frac{\sigma^2}{n}
    E(X)
    E(X^2)
    E(X)^2
    E(X^2)-E(X)^2
    \operatorname{Var}(X)
    P(A\mid B)
    P(B\mid A)
    P(A\cap B)
    P(A\cup B)
    P(A)P(B)
    P(A)
    P(A^c)
    N(0,1)
    N(1,0)
    N(\mu,\sigma^2)
    N(\mu,\sigma)
    X\sim N(0,1)
    \chi^2_5
    t_5
    H_0
    H_1
    \bar X
    X
    \bar x\pm 1.96\frac{s}{\sqrt n}
    \bar x\pm 1.645\frac{s}{\sqrt n}
    0.05
    0.95
    \rho
    r
    r^2
    \hat\beta
    \beta
    \hat y
    y
    \binom{n}{k}p^k(1-p)^{n-k}
    \binom{n}{k}p^{n-k}(1-p)^k`,

  physics: group`
    5\text{ m/s}
    5\text{ m/s}^2
    5\text{ km/h}
    5\text{ N}
    5\text{ mN}
    5\text{ nm}
    5\text{ J} ‖ 5\text{ Nm}
    5\text{ kJ} ‖ 5000\text{ J}
    5\text{ W}
    5\text{ Wh}
    5\text{ V}
    5\text{ A}
    5\text{ mA}
    5\text{ s}
    5\text{ S}
    5\text{ K}
    5^\circ\text{C}
    5\text{ Hz}
    5\text{ GHz}
    5\text{ eV}
    5\text{ kg}
    5\text{ g}
    5\text{ mol}
    5\text{ L}
    5\text{ Pa}
    5\text{ atm}
    \hbar
    h
    E=mc^2
    E=mc
    F=ma ‖ F=am
    V=IR ‖ V=RI
    I=VR
    PV=nRT
    PT=nRV
    \frac12mv^2
    \frac12m^2v
    mv^2
    mgh
    \frac{GMm}{r^2}
    \frac{GMm}{r}
    \frac{kq_1q_2}{r^2}
    q_1
    q_2
    q_1q_2
    v_0
    v
    \vec v
    |\vec v|
    \dot x
    \ddot x
    x'' ‖ \frac{d^2x}{dt^2}
    \frac{\Delta y}{\Delta x}
    \frac yx
    \frac{\Delta x}{\Delta t}
    \frac{\Delta v}{\Delta t}
    \frac xt
    \frac vt
    \frac{dy}{dx}
    \frac{dx}{dy}
    \frac{dx}{dt}
    x\,dy-y\,dx
    x\,dy+y\,dx
    dx\wedge dy
    dy\wedge dx ‖ -dx\wedge dy
    dx\,dy
    2\text{ m} ‖ 2
    2m
    v_0t+\frac12at^2
    v_0t-\frac12at^2
    \omega
    w
    \lambda
    \nu`,

  sequences: group`
    a_1
    a_2
    a_n
    a_{n+1} ‖ a_{1+n}
    a_n+1
    a^n
    a_{2n}
    a_n^2
    x_i
    x^i
    x_{ij}
    x_{ji}
    \lim_{n\to\infty}a_n
    \sum_{n=1}^\infty a_n
    \sum_{n=1}^{N}a_n
    \prod_{n=1}^\infty a_n
    f(x)
    f'(x)
    f''(x)
    f(f(x))
    f^2(x)
    f(x)^2
    f(x^2)
    f^{-1}(x)
    \frac1{f(x)}
    f(g(x))
    g(f(x))
    f(x)g(x)
    f(x)+g(x)
    \int f(x)\,dx
    \int_0^1f(x)\,dx
    \int_0^xf(t)\,dt
    \frac{d}{dx}f(x^2)
    \partial_xf
    f(2)
    f(-2)
    2f
    f(2x)
    2f(x)
    \sin x
    \sin^{-1}x ‖ \arcsin x
    \frac1{\sin x} ‖ \csc x
    \sin x^2
    \sin^2x ‖ (\sin x)^2
    \sin\sin x
    \sin 2x
    2\sin x
    n!
    (n+1)!
    n!+1
    n!!
    (n!)!
    (2n)!
    2n!
    \binom n2
    \binom2n
    n^2
    2^n
    2n
    \log_2n
    \log_n2`,

  decorated: group`
    z
    \bar z
    |z|
    |z|^2 ‖ z\bar z
    \bar z^2
    \operatorname{Re}z
    \operatorname{Im}z
    \arg z
    A ‖ a
    \mathcal A
    \mathfrak A
    \tilde A
    \hat A
    A'
    A''
    A_0
    \alpha
    \aleph_0
    \aleph_1
    \omega
    \Omega
    \phi
    \frac{1+\sqrt5}2
    \epsilon
    \pi
    \Pi
    P
    \rho
    \mathbb P
    k
    \kappa
    K
    l
    1
    \ell
    O
    o
    0`,

  chemistry: group`
    \text{CO}
    \text{Co}
    \text{CO}_2
    \text{NO} ‖ \text{No} ‖ \text{no}
    \text{NO}_2
    \text{N}_2\text{O}
    \text{H}_2\text{O}
    \text{H}_2\text{O}_2
    \text{HO}_2
    \text{OH}^-
    \text{Na}
    \text{Na}^+
    \text{Fe}^{2+}
    \text{Fe}^{3+}
    \text{Aa}
    \text{aa}
    \text{AA}
    \text{AaBb}
    \text{AABb}
    \text{Aabb}
    \text{aaBb}
    \text{mg}
    \text{Mg}
    \text{now here}
    \text{nowhere}
    \text{SN1}
    \text{SN2}
    \text{pH 7}
    \text{pOH 7}
    \text{ethanol}
    \text{methanol}
    \text{ethanal}
    \text{cis}
    \text{trans}
    \text{left}
    \text{right}
    \text{even}
    \text{odd}
    \text{yes}
    \text{increasing}
    \text{decreasing}
    \text{not even}
    \text{linear}
    \text{nonlinear}`,

  sets: group`
    [1,2] ‖ 1\le x\le2
    (1,2]
    [1,2)
    1<x<2
    \{1,2,3\}
    \{1,2,3,4\} ‖ 1, 2, 3, 4
    x>1 ‖ \{x: x>1\}
    x\ge1
    x<1
    x\ne1
    (-\infty,1)\cup(2,\infty)
    (-\infty,1]\cup[2,\infty)
    \mathbb{R}\setminus\{1,2\}
    \mathbb{R}
    \mathbb{Q}
    \mathbb{Z}
    \mathbb{N}
    x=1
    y=1
    x=1, y=2
    x=2, y=1
    x=1 \text{ or } x=2
    3–5 years
    4–6 years
    -2 years
    2 solutions
    x=2
    2:3
    3:2
    1:2:3
    1 to 3
    \{n\in\mathbb{Z}: n>1\}
    \{2k: k\in\mathbb{Z}\} ‖ 2n
    \{2k+1: k\in\mathbb{Z}\}
    2\pmod5 ‖ n\equiv2\pmod5
    3\pmod5 ‖ n\equiv3\pmod5
    2\pmod7
    3\mid n
    n\mid3
    k\pi, k\in\mathbb{Z}
    2k\pi, k\in\mathbb{Z}
    \frac{\pi}{2}+k\pi, k\in\mathbb{Z}`,

  numbers: group`
    0.12\overline3 ‖ \frac{37}{300}
    0.124
    0.13
    0.\overline{123}
    0.1\overline{23}
    0.999
    1
    1011_2 ‖ (1011)_2
    1011
    1011_3
    B_{16}
    1995
    1995\text{ BC}
    1995\text{ AD}
    3:00 PM ‖ 15:00
    3:00 AM
    3:30
    March 5
    May 3
    12\% ‖ 12 ‖ \$12 ‖ 12^\circ
    1200 ‖ 1.2\times10^3
    12'
    \frac{12}{13}
    \frac{13}{12}
    12\frac12
    12^{12}
    12\cdot13
    1213
    12,13
    12;13;14
    2^{3^2}
    (2^3)^2
    \sqrt[3]2
    3\sqrt2
    \sqrt{3\cdot2}
    \sqrt3\,2
    i
    -i
    i^2
    1+i
    1-i
    \infty
    -\infty
    5\text{ R }2
    5.2
    52
    10^{-3}
    10-3
    10^3
    1.2\times10^{-3}
    IV
    VI
    4th
    6th`,
};
