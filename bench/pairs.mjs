// Pairs for measurements: generated from a seed, so that every pass has new ones and a run can be repeated. Each
// category writes one value in two ways, or two values that differ in one place.

export function generator(seed) {
  let state = seed >>> 0 || 1;
  const below = (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
  const pick = (list) => list[below(list.length)];
  const integer = (from, to) => from + below(to - from + 1);
  return { below, pick, integer };
}

const gcd = (a, b) => (b === 0 ? Math.abs(a) : gcd(b, a % b));

const fraction = (r, n, d) =>
  r.pick([
    `\\frac{${n}}{${d}}`,
    `\\dfrac{${n}}{${d}}`,
    `${n}/${d}`,
    `$\\frac{${n * 2}}{${d * 2}}$`,
    `\\boxed{\\frac{${n}}{${d}}}`,
  ]);

const grouped = (n, by) => String(n).replace(/\B(?=(\d{3})+$)/g, by);

/** name → (r, same) → [gold, answer] */
export const categories = {
  integer(r, same) {
    const n = r.integer(1000, 9_999_999);
    const m = same ? n : n + r.integer(1, 9);
    return [grouped(n, ","), r.pick([String(m), grouped(m, "{,}"), grouped(m, "\\,"), `$${m}$`, `${m}.0`])];
  },
  rational(r, same) {
    const d = r.integer(2, 97);
    const n = r.integer(1, 400);
    return [fraction(r, n, d), fraction(r, same ? n : n + 1, d)];
  },
  radical(r, same) {
    const a = r.integer(2, 12);
    const b = r.pick([2, 3, 5, 6, 7, 10, 11]);
    const c = same ? a : a + 1;
    return [
      `${a}\\sqrt{${b}}`,
      r.pick([`\\sqrt{${c * c * b}}`, `${c} \\cdot \\sqrt ${b}`, `\\frac{${c * b}}{\\sqrt{${b}}}`]),
    ];
  },
  pi(r, same) {
    const n = r.integer(1, 30);
    const d = r.pick([2, 3, 4, 5, 6, 7, 12]);
    return [`\\frac{${n}\\pi}{${d}}`, `${same ? n : n + 1}\\pi/${d}`];
  },
  polynomial(r, same) {
    const a = r.integer(1, 9);
    const b = r.integer(1, 9);
    return [`(x+${a})(x+${b})`, `x^2+${a + b}x+${same ? a * b : a * b + 1}`];
  },
  list(r, same) {
    const items = Array.from({ length: 4 }, () => r.integer(1, 60));
    const other = [...items].reverse();
    if (!same) other[1]++;
    return [items.join(", "), `${other.slice(0, 3).join(", ")} \\text{ and } ${other[3]}`];
  },
  set(r, same) {
    const items = Array.from({ length: 4 }, (_, i) => r.integer(1, 20) + i * 20);
    const other = [...items].reverse();
    if (!same) other[1]++;
    return [`\\{${items.join(", ")}\\}`, `\\left\\{${other.join(",")}\\right\\}`];
  },
  tuple(r, same) {
    const n = r.integer(1, 30);
    const d = r.integer(2, 9);
    return [`\\left(${fraction(r, n, d)}, ${n}\\right)`, `(${fraction(r, n, d)}, ${same ? n : n + 1}.0)`];
  },
  interval(r, same) {
    const a = r.integer(-40, 10);
    const b = a + r.integer(1, 40);
    return [
      `\\left(${a}, ${b}\\right]`,
      r.pick([`${a} < x ${same ? "\\le" : "<"} ${b}`, `x \\in (${a}, ${b}${same ? "]" : ")"}`]),
    ];
  },
  matrix(r, same) {
    const m = Array.from({ length: 4 }, () => r.integer(-9, 9));
    const rows = (v) => `${v[0]} & ${v[1]} \\\\ ${v[2]} & ${v[3]}`;
    const other = [...m];
    if (!same) other[3]++;
    return [`\\begin{pmatrix} ${rows(m)} \\end{pmatrix}`, `\\begin{bmatrix} ${rows(other)} \\end{bmatrix}`];
  },
  complex(r, same) {
    const [a, b] = [r.integer(1, 20), r.integer(1, 20)];
    return [`${a} + ${b}i`, `${b}i + ${same ? a : a + 1}`];
  },
  line(r, same) {
    const [a, b] = [r.integer(2, 9), r.integer(1, 9)];
    return [`y = ${a}x + ${b}`, `y - ${a}x = ${same ? b : b + 1}`];
  },
  unit(r, same) {
    const n = r.integer(2, 900);
    return [
      `${n} \\text{ cm}`,
      r.pick([
        `${same ? n : n + 1}`,
        `${same ? n : n + 1}\\,\\mathrm{cm}`,
        `${(same ? n : n + 1) * 10} \\text{ mm}`,
      ]),
    ];
  },
  percent(r, same) {
    const n = r.integer(1, 99);
    return [`${n}\\%`, r.pick([`${same ? n : n + 1}`, `${same ? n : n + 1}%`])];
  },
  assignment(r, same) {
    const d = r.integer(2, 30);
    const n = r.integer(1, 99);
    return [`x = ${fraction(r, n, d)}`, fraction(r, same ? n : n + 1, d)];
  },
  text(r, same) {
    const words = ["Monday", "circle", "even", "north", "Tuesday", "parabola"];
    const word = r.pick(words);
    return [`\\text{${word}}`, (same ? word : words[(words.indexOf(word) + 1) % words.length]).toLowerCase()];
  },
  choice(r, same) {
    const letter = r.pick(["A", "B", "C", "D"]);
    return [`(${letter})`, `\\textbf{(${same ? letter : letter === "A" ? "B" : "A"})}`];
  },
  repeating(r, same) {
    const n = r.integer(1, 8);
    const g = gcd(n, 9);
    return [`\\frac{${n / g}}{${9 / g}}`, `0.\\overline{${same ? n : (n % 8) + 1}}`];
  },
};

/** Identity-heavy pairs, which normal forms alone do not decide. */
export const identities = {
  trigonometric(r, same) {
    const k = r.integer(2, 9);
    return [`\\sin^2(${k}x) + ${k}`, `${same ? k + 1 : k} - \\cos^2 ${k}x`];
  },
  doubleAngle(r, same) {
    const k = r.integer(1, 9);
    return [`\\sin ${2 * k}x`, `${same ? 2 : 3}\\sin(${k}x)\\cos(${k}x)`];
  },
  logarithm(r, same) {
    const k = r.integer(2, 9);
    return [`\\ln(x^{${k}}) + ${k}`, `${same ? k : k + 1}(\\ln x + 1)`];
  },
  nestedRadical(r, same) {
    const a = r.integer(2, 9);
    const b = r.integer(10, 19);
    return [`\\sqrt{${a + b} + 2\\sqrt{${a * b}}}`, `\\sqrt{${a}} + \\sqrt{${same ? b : b + 1}}`];
  },
  exponent(r, same) {
    const k = r.integer(2, 9);
    return [`${k}^{n+2} - ${k}^n`, `${k * k - (same ? 1 : 2)} \\cdot ${k}^n`];
  },
  cosine(r, same) {
    const k = r.integer(2, 11);
    return [`2\\cos^2\\frac{\\pi}{${2 * k + 1}} - 1`, `\\cos\\frac{${same ? 2 : 3}\\pi}{${2 * k + 1}}`];
  },
  root(r, same) {
    const k = r.integer(2, 40);
    return [`\\frac{${k}}{\\sqrt{x+${k}}}`, `\\frac{${k}\\sqrt{x+${k}}}{x+${same ? k : k + 1}}`];
  },
  sum(r, same) {
    const k = r.integer(1, 9);
    return [`\\sum_{i=1}^{n} (i + ${k})`, `\\frac{n(n+${same ? 2 * k + 1 : 2 * k})}{2}`];
  },
  binomial(r, same) {
    const k = r.integer(1, 6);
    return [`\\binom{n+${k}}{2}`, `\\frac{(n+${k})(n+${same ? k - 1 : k})}{2}`];
  },
  absolute(r, same) {
    const k = r.integer(1, 20);
    return [`\\sqrt{(x-${k})^2}`, same ? `|${k} - x|` : `x-${k}`];
  },
};
