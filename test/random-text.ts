// Random texts: answers in usual notation, tokens of LaTeX in any order, and random characters.

import fc from "fast-check";

const raw = String.raw;

/** Numbers in every spelling. */
const numbers = fc.constantFrom(
  ...["0", "7", "42", "1234", "1{,}234", raw`1\,234`, "3.14", ".5", "2.50", "1/2", "½", "2½", "2 1/2"],
  ...[
    raw`\frac12`,
    raw`\frac{3}{4}`,
    raw`\dfrac{5}{6}`,
    raw`2\frac{1}{2}`,
    raw`0.\overline{3}`,
    "0.(3)",
    raw`0.1\dot{6}`,
  ],
  ...[
    "50%",
    raw`12.5\%`,
    raw`\$5`,
    raw`30^\circ`,
    "45°",
    raw`30^{\circ}15'`,
    "1011_2",
    raw`77_{8}`,
    "5^{th}",
    "21st",
  ],
  ...[
    raw`3.2\times10^5`,
    "1.5e-3",
    raw`6 \cdot 10^{23}`,
    "√2",
    raw`\sqrt3`,
    raw`\sqrt[3]{5}`,
    "2π",
    raw`\frac{\pi}{6}`,
  ],
);

const variables = fc.constantFrom("x", "y", "n", "a", raw`\alpha`, "θ", "x_1", "a_{n+1}", "x'", "i", "e");

const wrapped = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      inner,
      fc.constantFrom(
        ...[
          "(@)",
          raw`\left(@\right)`,
          raw`\sqrt{@}`,
          "|@|",
          raw`\lfloor @ \rfloor`,
          raw`\sin(@)`,
          raw`\ln(@)`,
          "{@}",
        ],
        ...[
          raw`\log_2(@)`,
          raw`\frac{@}{2}`,
          raw`\frac{1}{@}`,
          "(@)^2",
          raw`(@)!`,
          raw`\binom{@}{2}`,
          raw`e^{@}`,
          "-(@)",
        ],
        ...[
          raw`\sum_{k=1}^{n} (@)`,
          raw`\int_0^1 (@) \, dx`,
          raw`\lim_{x \to 0} (@)`,
          raw`\overline{i + (@)}`,
          "f(@)",
          "gcd(@, 6)",
        ],
      ),
    )
    .map(([text, frame]) => frame.replace("@", () => text));

/** Expressions joined by visible signs, so that any two may be beside one another. */
const expressions = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    numbers,
    variables,
    wrapped(tie("text")),
    fc
      .tuple(
        tie("text"),
        fc.constantFrom(" + ", "-", raw` \cdot `, "*", "/", raw` \times `, "+", " − "),
        tie("text"),
      )
      .map(([a, sign, b]) => `(${a})${sign}(${b})`),
  ),
})).text;

/** Notations that must be the whole text. */
const amounts = fc.constantFrom(
  "1,234",
  "1,234,567.5",
  raw`\$5`,
  raw`\$1,250`,
  "12 ways",
  raw`5\text{ cm}`,
  raw`7 \text{ m/s}^2`,
);

const several = fc.array(expressions, { minLength: 2, maxLength: 4 });
const relation = fc.constantFrom("=", "<", raw` \le `, " ≥ ", ">", raw`\neq `, raw` \approx `);

const bodies = fc.oneof(
  { weight: 3, arbitrary: expressions },
  { weight: 1, arbitrary: amounts },
  { weight: 1, arbitrary: fc.tuple(variables, amounts).map((parts) => parts.join(" = ")) },
  { weight: 1, arbitrary: several.map((items) => items.join(", ")) },
  { weight: 1, arbitrary: several.map((items) => items.join(" and ")) },
  { weight: 1, arbitrary: several.map((items) => items.join(raw` \text{ or } `)) },
  { weight: 1, arbitrary: several.map((items) => `(${items.join(", ")})`) },
  { weight: 1, arbitrary: several.map((items) => raw`\{${items.join(", ")}\}`) },
  { weight: 1, arbitrary: several.map((items) => raw`\begin{pmatrix}${items.join(raw` \\ `)}\end{pmatrix}`) },
  { weight: 1, arbitrary: several.map((items) => raw`\begin{bmatrix}${items.join(" & ")}\end{bmatrix}`) },
  { weight: 1, arbitrary: fc.tuple(expressions, expressions).map(([a, b]) => raw`[${a}, ${b})`) },
  {
    weight: 1,
    arbitrary: fc.tuple(expressions, expressions).map(([a, b]) => raw`(-\infty, ${a}) \cup [${b}, \infty)`),
  },
  { weight: 1, arbitrary: fc.tuple(variables, relation, expressions).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.tuple(variables, expressions).map(([v, e]) => raw`\{${v} : ${v} > ${e}\}`) },
  { weight: 1, arbitrary: expressions.map((e) => raw`(${e}) + k\pi, k \in \mathbb{Z}`) },
);

const frames = [
  "@",
  "$@$",
  "$$@$$",
  raw`\(@\)`,
  raw`\[@\]`,
  raw`\boxed{@}`,
  raw`$\boxed{@}$`,
  " @ ",
  "@.",
  raw`\displaystyle @`,
];

/** Whole answers in many spellings, all of them readable. */
export const spelledAnswer = fc
  .tuple(bodies, fc.constantFrom(...frames))
  .map(([body, frame]) => frame.replace("@", () => body));

const tokens = [
  ...[
    "\\frac",
    "\\sqrt",
    "\\left",
    "\\right",
    "\\left(",
    "\\right)",
    "\\begin{pmatrix}",
    "\\end{pmatrix}",
    "\\begin{cases}",
  ],
  ...[
    "\\end{cases}",
    "\\text{",
    "\\mathrm{",
    "\\mathbb{R}",
    "\\boxed{",
    "\\overline{",
    "\\dot",
    "\\sum",
    "\\int",
    "\\lim",
    "\\to",
  ],
  ...[
    "\\pm",
    "\\cdot",
    "\\times",
    "\\cup",
    "\\cap",
    "\\setminus",
    "\\in",
    "\\le",
    "\\ne",
    "\\infty",
    "\\pi",
    "\\sin",
    "\\log",
    "\\ln",
  ],
  ...[
    "\\binom",
    "\\pmod",
    "\\bmod",
    "\\equiv",
    "\\{",
    "\\}",
    "\\\\",
    "\\,",
    "\\!",
    "\\%",
    "\\$",
    "\\circ",
    "\\ldots",
    "\\mid",
    "\\quad",
  ],
  ...[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    "^",
    "_",
    "&",
    "$",
    "$$",
    ",",
    ";",
    ":",
    ".",
    "!",
    "'",
    '"',
    "+",
    "-",
    "*",
    "/",
    "=",
    "<",
    ">",
  ],
  ...[
    "**",
    "%",
    "°",
    "±",
    "√",
    "½",
    "²",
    "₂",
    "∪",
    "∞",
    "…",
    "#",
    "@",
    "~",
    "`",
    "<sup>",
    "</sup>",
    "&lt;",
    " ",
    "\n",
    "and",
    "or",
  ],
  ...[
    "x",
    "y",
    "d",
    "dx",
    "e",
    "i",
    "f",
    "k",
    "A",
    "mod",
    "where",
    "if",
    "yes",
    "cm",
    "percent",
    "0",
    "1",
    "23",
    "1,234",
    "4.5",
    "1e5",
  ],
];

/** Tokens in any order, with or without spaces between. */
export const tokenSoup = fc
  .tuple(fc.array(fc.constantFrom(...tokens), { maxLength: 40 }), fc.constantFrom("", " "))
  .map(([parts, gap]) => parts.join(gap));

/** Any code units, including unpaired surrogates. */
export const bytes = fc
  .array(fc.oneof(fc.nat({ max: 0xff }), fc.nat({ max: 0xffff })), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

const surrogates = 0x800;
/** Like `unit: "binary"` of fast-check, which would first make a table of a million characters. */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates }).map(
  (number) => String.fromCodePoint(number < 0xd800 ? number : number + surrogates),
  (text) => {
    const code = String(text).codePointAt(0);
    if (code === undefined || String.fromCodePoint(code) !== text || (code >= 0xd800 && code < 0xe000))
      throw new Error("it is not one character");
    return code < 0xd800 ? code : code - surrogates;
  },
);
