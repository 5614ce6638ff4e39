// Answers as models and people write them, mixed by kind: generated from a seed, alternately right and wrong. Each kind
// writes one value in the spellings of real responses, so that reading costs as much as comparing.

const fraction = (n, d) => `\\frac{${n}}{${d}}`;
const dressed = (r, text) =>
  r.pick([text, `$${text}$`, `\\boxed{${text}}`, `**${text}**`, `\\(${text}\\)`, `${text}.`]);

/** name → (r, same) → [gold, answer] */
export const mixed = {
  constants(r, same) {
    const [a, b] = [r.integer(2, 9), r.integer(2, 9)];
    const f = r.pick([`${a}x^{${b}}`, `\\sin(${a}x)`, `e^{${a}x}`, `\\ln|x+${a}|`]);
    return [`${f} + C`, same ? `${f} + ${r.pick(["c", "K", "C_1"])}` : `${b + 1}${f} + C`];
  },
  solutions(r, same) {
    const [a, b] = [r.integer(1, 4), r.integer(5, 9)];
    return [`C_1e^{${a}x} + C_2e^{${b}x}`, `A e^{${b}x} + B e^{${same ? a : a + b}x}`];
  },
  code(r, same) {
    const [n, d] = [r.integer(1, 40), r.pick([7, 11, 13])];
    const m = same ? n : n + 1;
    return [fraction(n, d), r.pick([`Rational(${m}, ${d})`, `S(${m})/${d}`, `Fraction(${m}, ${d})`])];
  },
  intervals(r, same) {
    const a = r.integer(1, 30);
    const b = a + r.integer(1, 30);
    const open = same ? "open" : "Lopen";
    return [
      `(${a}, ${b})`,
      r.pick([`Interval.${open}(${a}, ${b})`, `{x | ${a} < x ${same ? "<" : "<="} ${b}}`]),
    ];
  },
  vectors(r, same) {
    const [a, b, c] = [r.integer(1, 9), r.integer(1, 9), r.integer(1, 9)];
    return [`(${a}, ${b}, ${c})`, `${a}\\hat{i} + ${b}\\hat{j} + ${same ? c : c + 1}\\hat{k}`];
  },
  statements(r, same) {
    const n = r.integer(2, 90);
    const m = same ? n : n + 1;
    return r.pick([
      [`${n}^\\circ`, `\\angle ABC = ${m}^{\\circ}`],
      [`x \\ge ${n}`, `x is greater than or equal to ${m}`],
      [`\\mathbb{R}\\setminus\\{${n}\\}`, `all real numbers except ${m}`],
      [`xy=${n}`, `\\frac{${m}}{x}`],
    ]);
  },
  lines(r, same) {
    const [a, n] = [r.integer(2, 9), r.integer(2, 30)];
    return [`x = ${n}`, `${a}x + 1 = ${a * n + (same ? 1 : 2)}\n${a}x = ${a * n}\nx = ${n}`];
  },
  repeats(r, same) {
    const n = r.integer(1, 40) * 2 + 1;
    return [fraction(n, 4), `${n}/4 or ${same ? n / 4 : n / 4 + 1}`];
  },
  words(r, same) {
    const n = r.integer(2, 900);
    return [`${n}`, dressed(r, `${same ? n : n + 1} \\text{ ways}`)];
  },
  decimals(r, same) {
    const n = r.pick([2, 3, 5, 6, 7, 10, 11, 13]);
    return [`\\sqrt{${n}}`, (Math.sqrt(n) + (same ? 0 : 1e-4)).toFixed(8)];
  },
  formulas(r, same) {
    const [a, b] = [r.integer(1, 9), r.integer(1, 9)];
    return [
      `f(x) = (x+${a})(x-${b})`,
      dressed(r, `x^2 ${a - b < 0 ? "-" : "+"} ${Math.abs(a - b)}x - ${same ? a * b : a * b + 1}`),
    ];
  },
  families(r, same) {
    const d = r.integer(2, 9);
    return [
      `x = \\frac{\\pi}{${d}} + k\\pi, k \\in \\mathbb{Z}`,
      `\\frac{\\pi}{${d}} + ${same ? "" : "2"}n\\pi, n \\in \\mathbb{Z}`,
    ];
  },
  unreadable(r) {
    return [
      `${r.integer(2, 99)}`,
      `We could not find ${r.pick(["x", "it", "the value"])} because (${r.integer(1, 9)}`,
    ];
  },
};
