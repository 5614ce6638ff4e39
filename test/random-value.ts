// Random values, each in two notations, and with one neighbour of a different value.

import fc from "fast-check";

export interface Rendered {
  /** Two spellings of one value. */
  one: string;
  other: string;
  /** A value that differs in one place. */
  near: string;
}

const grouped = (digits: string, comma: string): string => digits.replace(/\B(?=(\d{3})+$)/g, () => comma);

const signed = (n: number, text: string): string => (n < 0 ? `-${text}` : text);

/** Integers: digits, groups, sums, products. */
export const integers: fc.Arbitrary<Rendered> = fc
  .tuple(
    fc.integer({ min: -10_000_000, max: 10_000_000 }),
    fc.integer({ min: 1, max: 999 }),
    fc.nat({ max: 5 }),
  )
  .map(([n, k, style]) => {
    const digits = String(Math.abs(n));
    const others = [
      signed(n, grouped(digits, ",")),
      signed(n, grouped(digits, "{,}")),
      signed(n, grouped(digits, "\\,")),
      `${n - k} + ${k}`,
      `\\frac{${n * k}}{${k}}`,
      `${n}.0`,
    ];
    return { one: String(n), other: others[style]!, near: String(n + 1) };
  });

/** Rationals: fractions not reduced, slashes, mixed numbers, sums. */
export const rationals: fc.Arbitrary<Rendered> = fc
  .record({
    p: fc.integer({ min: -400, max: 400 }),
    q: fc.integer({ min: 2, max: 60 }),
    k: fc.integer({ min: 2, max: 9 }),
    style: fc.nat({ max: 3 }),
  })
  .map(({ p, q, k, style }) => {
    const whole = Math.floor(Math.abs(p) / q);
    const rest = Math.abs(p) % q;
    const mixed = whole > 0 && rest > 0 ? signed(p, `${whole}\\frac{${rest}}{${q}}`) : `${p}/${q}`;
    const others = [
      `\\frac{${p * k}}{${q * k}}`,
      `${p}/${q}`,
      mixed,
      `\\frac{${p - k}}{${q}} + \\frac{${k}}{${q}}`,
    ];
    return { one: `\\frac{${p}}{${q}}`, other: others[style]!, near: `\\frac{${p + 1}}{${q}}` };
  });

/** Square roots: a square left under the root, or a root in the denominator. */
export const radicals: fc.Arbitrary<Rendered> = fc
  .record({
    a: fc.integer({ min: 1, max: 30 }),
    b: fc.constantFrom(2, 3, 5, 6, 7, 10, 11, 13, 14, 15),
    c: fc.integer({ min: -20, max: 20 }),
    style: fc.nat({ max: 2 }),
  })
  .map(({ a, b, c, style }) => {
    const others = [
      `${c} + \\sqrt{${a * a * b}}`,
      `${a}\\sqrt{${b}} + ${c}`,
      `${c} + \\frac{${a * b}}{\\sqrt{${b}}}`,
    ];
    return { one: `${c} + ${a}\\sqrt{${b}}`, other: others[style]!, near: `${c} + ${a}\\sqrt{${b + 1}}` };
  });

const power = (name: string, exponent: number): string =>
  exponent === 0 ? "" : exponent === 1 ? name : `${name}^{${exponent}}`;

function polynomialText(coefficients: number[]): string {
  const terms = coefficients.flatMap((c, i) => (c === 0 ? [] : [`(${c})${power("x", i)}`])).reverse();
  return terms.length === 0 ? "0" : terms.join(" + ");
}

const times = (p: number[], root: number): number[] =>
  Array.from({ length: p.length + 1 }, (_, i) => (p[i - 1] ?? 0) - root * (p[i] ?? 0));

/** Polynomials: as linear factors, and multiplied out. */
export const polynomials: fc.Arbitrary<Rendered> = fc
  .tuple(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 5 }), fc.nat({ max: 5 }))
  .map(([roots, at]) => {
    const coefficients = roots.reduce(times, [1]);
    const near = [...coefficients];
    near[at % near.length]! += 1;
    return {
      one: roots.map((r) => `(x - (${r}))`).join(""),
      other: polynomialText(coefficients),
      near: polynomialText(near),
    };
  });

/** Values that may be in a structure. */
export const values = fc.oneof(integers, rationals, radicals);

const several = (min: number, max: number) => fc.array(values, { minLength: min, maxLength: max });

/** A structure written with each of the spellings; its neighbour differs in the last entry. */
const structure = (entries: Rendered[], write: (texts: string[]) => string, other = write): Rendered => ({
  one: write(entries.map((e) => e.one)),
  other: other(entries.map((e) => e.other)),
  near: other(entries.map((e, i) => (i === entries.length - 1 ? e.near : e.other))),
});

const loose = (open: string, close: string) => (texts: string[]) => `${open}${texts.join(" , ")}${close}`;

/** Tuples of three or more, so that none reads as an interval. */
export const tuples = several(3, 5).map((entries) => structure(entries, loose("(", ")")));

/** Vectors: a tuple, and a column. */
export const vectors = several(3, 5).map((entries) =>
  structure(entries, loose("(", ")"), (texts) => `\\begin{pmatrix}${texts.join(" \\\\ ")}\\end{pmatrix}`),
);

const rotated = (texts: string[]): string[] => [...texts.slice(1), ...texts.slice(0, 1)];

/** Distinct integers, so that no change of one makes it another; the other spelling in another order. */
const distinct = fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 8 });

const entriesOf = (numbers: number[]): Rendered[] =>
  numbers.map((n) => ({ one: String(2 * n), other: `\\frac{${6 * n}}{3}`, near: String(2 * n + 1) }));

export const sets = distinct.map((n) =>
  structure(entriesOf(n), loose("\\{", "\\}"), (texts) => loose("\\{", "\\}")(rotated(texts))),
);

export const lists = distinct.map((n) =>
  structure(entriesOf(n), loose("", ""), (texts) => rotated(texts).join(" and ")),
);

/** Intervals: brackets, and inequalities. */
export const intervals: fc.Arbitrary<Rendered> = fc
  .record({
    from: fc.integer({ min: -99, max: 99 }),
    size: fc.integer({ min: 2, max: 99 }),
    left: fc.boolean(),
    right: fc.boolean(),
  })
  .map(({ from, size, left, right }) => {
    const to = from + size;
    const chain = (end: number, closed: boolean) =>
      `${from} ${left ? "\\le" : "<"} x ${closed ? "\\le" : "<"} ${end}`;
    return {
      one: `${left ? "[" : "("}${from}, ${to}${right ? "]" : ")"}`,
      other: chain(to, right),
      near: size % 2 === 0 ? chain(to, !right) : chain(to + 1, right),
    };
  });

export const matrices = fc
  .tuple(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 2, max: 3 }))
  .chain(([rows, columns]) =>
    several(rows * columns, rows * columns).map((entries) => ({ entries, columns })),
  )
  .map(({ entries, columns }) => {
    const rowsOf = (texts: string[]) =>
      Array.from({ length: texts.length / columns }, (_, i) => texts.slice(i * columns, (i + 1) * columns));
    const write = (name: string) => (texts: string[]) =>
      `\\begin{${name}}${rowsOf(texts)
        .map((row) => row.join(" & "))
        .join(" \\\\ ")}\\end{${name}}`;
    return structure(entries, write("pmatrix"), write("bmatrix"));
  });
