// The words of mathematics as they are spelt in LaTeX, in Unicode and on a keyboard, each mapped to the one spelling
// that the parser supports. A new spelling needs only a new entry here.

import { wordSet } from "../../words/index.ts";

/** A table with a row for each meaning, as a map from each of its spellings. */
export const bySpelling = <Meaning>(
  rows: readonly (readonly [spellings: string, meaning: Meaning])[],
  separator = " ",
): ReadonlyMap<string, Meaning> =>
  new Map(
    rows.flatMap(([spellings, meaning]) =>
      spellings.split(separator).map((spelling): [string, Meaning] => [spelling, meaning]),
    ),
  );

/** LaTeX commands that are operators, relations or delimiters. */
// biome-ignore format: a table reads better in rows
export const commandOps: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cdot: "*", times: "×", ast: "∗", star: "⋆", bullet: "*", div: "÷", slash: "/", pm: "±", mp: "∓",
    le: "≤", leq: "≤", leqslant: "≤", leqq: "≤", lt: "<", ge: "≥", geq: "≥", geqslant: "≥", geqq: "≥",
    gt: ">", ne: "≠", neq: "≠", approx: "≈", thickapprox: "≈", simeq: "≈", doteq: "≈", sim: "∼",
    equiv: "≡", cong: "≡", in: "∈", notin: "∉", ni: "∋", subset: "⊂", subseteq: "⊆", subsetneq: "⊂",
    supset: "⊃", supseteq: "⊇", supsetneq: "⊃", to: "→", rightarrow: "→", longrightarrow: "→", mapsto: "→",
    implies: "⇒", Rightarrow: "⇒", Longrightarrow: "⇒", iff: "⇔", Leftrightarrow: "⇔",
    Longleftrightarrow: "⇔", mid: "∣", nmid: "∤", parallel: "∥", perp: "⊥", colon: ":", cup: "∪",
    bigcup: "∪", cap: "∩", bigcap: "∩", setminus: "∖", smallsetminus: "∖", backslash: "∖", lor: "or",
    vee: "or", land: "and", wedge: "and", lnot: "¬", neg: "¬", langle: "⟨", rangle: "⟩", lfloor: "⌊",
    rfloor: "⌋", lceil: "⌈", rceil: "⌉", lvert: "|(", rvert: "|)", vert: "|", lVert: "‖", rVert: "‖",
    Vert: "‖", lbrace: "\\{", rbrace: "\\}", lbrack: "[", rbrack: "]", lparen: "(", rparen: ")",
    infty: "∞", ldots: "…", dots: "…", cdots: "…", dotsc: "…", dotsb: "…", dotsm: "…", vdots: "…",
    ddots: "…", emptyset: "∅", varnothing: "∅", circ: "∘", degree: "°", prime: "'", angle: "∠",
    measuredangle: "∠", triangle: "△", forall: "∀", exists: "∃", partial: "∂", nabla: "∇", therefore: "∴",
    because: "∵", percent: "%", textdollar: "$", pounds: "£", euro: "€", yen: "¥", textdegree: "°",
    lq: "'", rq: "'", newline: "\\\\", cr: "\\\\", dotsi: "…", hdots: "…", leftarrow: "←", nsubseteq: "⊄",
    propto: "∝", surd: "√", oplus: "⊕", otimes: "⊗", top: "⊤", bot: "⊥", checkmark: "✓", complement: "∁",
  }),
);

/** The command that a sign is printed as; those of a keyboard are printed as they are. */
export const signText = (sign: string): string => printed.get(sign) ?? sign;
const printed: ReadonlyMap<string, string> = new Map(
  [...commandOps]
    .reverse()
    .filter(([, sign]) => sign > "\u007f")
    .map(([name, sign]) => [sign, `\\${name}`]),
);

/** Single characters that are other spellings of operators. */
// biome-ignore format: a table reads better in rows
export const charOps: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "＋": "+", "×": "×", "✕": "×",
    "✖": "×", "·": "*", "⋅": "*", "∙": "*", "•": "*", "∗": "∗", "⋆": "⋆", "＊": "*", "⁄": "/", "∕": "/", "／": "/",
    "÷": "÷", "＝": "=", "≤": "≤", "⩽": "≤", "≦": "≤", "≥": "≥", "⩾": "≥", "≧": "≥", "＜": "<", "＞": ">",
    "≠": "≠", "≈": "≈", "≃": "≈", "≅": "≡", "∼": "∼", "≡": "≡", "∈": "∈", "∉": "∉", "⊂": "⊂", "⊆": "⊆",
    "⊊": "⊂", "⊃": "⊃", "⊇": "⊇", "⊋": "⊃", "→": "→", "↦": "→", "⟶": "→", "⇒": "⇒", "⟹": "⇒", "⇔": "⇔", "⟺": "⇔", "∣": "∣", "∤": "∤",
    "∥": "∥", "⊥": "⊥", "∪": "∪", "⋃": "∪", "∩": "∩", "⋂": "∩", "∖": "∖", "∨": "or", "∧": "and", "¬": "¬",
    "⟨": "⟨", "〈": "⟨", "⟩": "⟩", "〉": "⟩", "⌊": "⌊", "⌋": "⌋", "⌈": "⌈", "⌉": "⌉", "‖": "‖", "∞": "∞",
    "…": "…", "⋯": "…", "∅": "∅", "⌀": "∅", "∘": "∘", "°": "°", º: "°", "˚": "°", "′": "'", "’": "'",
    "‘": "'", "″": "''", "”": '"', "“": '"', "∠": "∠", "△": "△", "∀": "∀", "∂": "∂", "√": "√", "∛": "∛",
    "∜": "∜", "∑": "∑", "∏": "∏", "∫": "∫", "±": "±", "∓": "∓", "，": ",", "；": ";", "：": ":", "（": "(",
    "）": ")", "【": "[", "】": "]", "［": "[", "］": "]", "｛": "\\{", "｝": "\\}", "。": ".", "、": ",", "！": "!",
    "％": "%", "？": "?", "｜": "|", "∶": ":", "€": "€", "£": "£", "¥": "¥", "₹": "₹", "‰": "‰", "∇": "∇",
  }),
);

/** Commands that change only how things look: they vanish. */
export const silentCommands: ReadonlySet<string> = wordSet`
  displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits big Big bigg Bigg bigl bigr Bigl
  Bigr biggl biggr Biggl Biggr bigm Bigm rm bf it sf tt cal boldmath mathstrut strut nonumber notag noindent centering
  normalsize small large Large LARGE huge Huge protect relax allowbreak nobreak null displaylimits em sl mathord mathop
  mathbin mathrel mathopen mathclose mathpunct mathinner ensuremath hfill hfil smallskip medskip bigskip par unboldmath num
`;

export const spaceCommands: ReadonlySet<string> = wordSet`quad qquad enspace enskip thinspace medspace thickspace space nobreakspace`;

/** Commands that vanish together with their braced argument. */
export const droppedWithArgument: ReadonlySet<string> = wordSet`
  hspace vspace phantom hphantom vphantom label tag kern mspace hskip vskip mkern rule leftroot uproot
`;

/** Commands whose argument is words (or a unit, or an upright name). */
export const uprightCommands: ReadonlySet<string> = wordSet`
  text textrm textup textnormal textsf texttt textbf textit textsl emph underline uline mbox hbox mathrm mathsf mathtt
  operatorname unit
`;

/** Commands that only change the type of their argument. */
export const styleCommands: ReadonlySet<string> = wordSet`mathbf boldsymbol bm pmb mathit mathnormal mathcal mathscr mathfrak smash displaylines`;

/** Commands that make a different object of the letter: \vec{a} is not a. */
export const accentCommands: ReadonlySet<string> = wordSet`vec hat widehat tilde widetilde overrightarrow overleftrightarrow overarc wideparen`;

const greekNames =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega " +
  "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar aleph wp";
const greekLetters = "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩℓℏ";

export const symbolCommands: ReadonlyMap<string, string> = new Map([
  ...greekNames.split(" ").map((n): [string, string] => [n, n]),
  ...["epsilon", "theta", "phi", "rho", "sigma"].map((n): [string, string] => [`var${n}`, n]),
  ["varpi", "varpi"],
  ["imath", "i"],
  ["jmath", "j"],
  ["euler", "e"],
]);

export const symbolChars: ReadonlyMap<string, string> = new Map([
  ...[...greekLetters].map((c, i): [string, string] => [c, greekNames.split(" ")[i]!]),
  ["ϕ", "phi"],
  ["ϵ", "epsilon"],
  ["ϑ", "theta"],
  ["ς", "sigma"],
  ["µ", "mu"],
  ["ⅈ", "i"],
  ["ⅇ", "e"],
]);

/** Blackboard letters and what they name. */
// biome-ignore format: a table reads better in rows
export const numberSets: ReadonlyMap<string, string> = new Map(
  Object.entries({
    R: "R", N: "N", Z: "Z", Q: "Q", C: "C", P: "P", U: "U", ℝ: "R", ℕ: "N", ℤ: "Z", ℚ: "Q", ℂ: "C", ℙ: "P",
    reals: "R", Reals: "R", Real: "R", Natural: "N", natnums: "N", Complex: "C", cnums: "C", Integer: "Z",
    integers: "Z",
  }),
);

export const fractions: ReadonlySet<string> = wordSet`frac dfrac tfrac cfrac nicefrac sfrac flatfrac`;
export const binomials: ReadonlySet<string> = new Set(["binom", "dbinom", "tbinom"]);

/** Commands with their own rule in the grammar. */
export const structuralCommands: ReadonlySet<string> = new Set([
  ...fractions,
  ...binomials,
  ..."sqrt sum prod int iint oint lim overline dot choose pmod bmod mod pod hline".split(" "),
]);

export const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸᵃᵇᵏᵐᵗ";
export const superscriptsPlain = "0123456789+-=()nixyabkmt";
export const subscripts = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₘₙₓ";
export const subscriptsPlain = "0123456789+-=()aeijkmnx";

// biome-ignore format: a table reads better in rows
export const vulgarFractions: ReadonlyMap<string, readonly [bigint, bigint]> = new Map(
  Object.entries({
    "½": [1n, 2n], "⅓": [1n, 3n], "⅔": [2n, 3n], "¼": [1n, 4n], "¾": [3n, 4n], "⅕": [1n, 5n],
    "⅖": [2n, 5n], "⅗": [3n, 5n], "⅘": [4n, 5n], "⅙": [1n, 6n], "⅚": [5n, 6n], "⅐": [1n, 7n],
    "⅛": [1n, 8n], "⅜": [3n, 8n], "⅝": [5n, 8n], "⅞": [7n, 8n], "⅑": [1n, 9n], "⅒": [1n, 10n],
  }),
);
