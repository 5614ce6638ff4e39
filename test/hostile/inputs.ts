// Inputs that are made to be expensive: one thing repeated, one thing nested, two things alternating, and random
// mixtures that are repeated. Each kind is a function of a size, so a test can double it.

import { Dice } from "../identities/dice.ts";

export interface Kind {
  name: string;
  /** A text of about this many characters. */
  write(size: number): string;
}

/**
 * Patterns that readers search for: marks of answers, turns, reasoning and emphasis, verdicts, brackets, formulas and
 * plain words.
 */
export const pieces: readonly string[] = [
  ...["\\(", "\\[", "\\)", "\\]", "$", "$$", "\\$", "\\\\", "\\", "\\{", "\\}", "{", "}", "(", ")", "[", "]"],
  ...[
    "\\left(",
    "\\right)",
    "|",
    "\\|",
    "<",
    ">",
    "</",
    "/>",
    "<<",
    ">>",
    "'",
    '"',
    "`",
    "```",
    "```\n",
    "~~",
  ],
  ...[
    "*",
    "**",
    "***",
    "_",
    "__",
    "#",
    "####",
    "#### ",
    "#### 5 ",
    "\n#### ",
    "# Answer: ",
    "# Answer: ** ** ",
  ],
  ...[
    "**Answer",
    "**Answer:** ",
    "** ",
    "**a** ",
    "\n**Answer**\n",
    "\n# Answer\n",
    "\n",
    "\n\n",
    " \n",
    "\r\n",
    "\t",
  ],
  ...[
    " ",
    "\u00a0",
    "\u3000",
    "\\,",
    "\\ ",
    "\\quad ",
    "~",
    ",",
    ", ",
    ";",
    ":",
    ": ",
    ".",
    ". ",
    "..",
    "...",
    "…",
    "?",
  ],
  ...[
    "!",
    "-",
    "--",
    "- ",
    "−",
    "+",
    "=",
    "= ",
    "<=",
    "==",
    "/",
    "//",
    "%",
    "^",
    "^{",
    "_{",
    "&",
    "&&",
    "@",
    "°",
  ],
  ...[
    "0",
    "7",
    "1,",
    "1,000",
    ",000",
    "1 ",
    "1.",
    "1. ",
    ".5",
    "0.",
    "1/",
    "1/2 ",
    "3e",
    "1e5",
    "2 1/2 ",
    "1 = ",
    "2+",
  ],
  ...[
    "2+2=5 ",
    "1=1=",
    "1+1=3. ",
    "a",
    "x",
    "x ",
    "e",
    "i",
    "A",
    "(A)",
    "(A) ",
    "A: ",
    "\nA: 5",
    "B. ",
    "ab",
    "aa ",
  ],
  ...[
    "the ",
    "The answer is ",
    "the answer is: ",
    "answer ",
    "answer: ",
    "answer is 5, ",
    "Answer:\n",
    "final answer",
  ],
  ...[
    "answer to ",
    "the answer of ",
    "correct answer ",
    "is ",
    "or ",
    "and ",
    " or",
    "not ",
    "if ",
    "wait ",
    "Wait, ",
  ],
  ...[
    "actually ",
    "no, ",
    "option A is ",
    "Option A is correct. ",
    "option ",
    "right ",
    "Right",
    "wrong ",
    "[Right] ",
  ],
  ...[
    "<Right>",
    "<Right> ",
    "<right>",
    "(Right)",
    "(Right)\n",
    "[Right",
    "label ",
    "the label is: ",
    "label: Right, ",
  ],
  ...[
    "verdict of ",
    "verdict: ",
    "Is it correct? ",
    "correct? ",
    "correct ",
    "Correct: ",
    "step ",
    "Step 1 ",
    "is: ",
  ],
  ...[
    "first error ",
    "first error step: ",
    "first error is in step 1 ",
    "first ",
    "all steps are ",
    "all of the ",
  ],
  ...[
    "all the steps of the ",
    "no errors found ",
    "the solution is ",
    "Question: ",
    "\n\nQuestion: ",
    "\n\nProblem 1. ",
  ],
  ...[
    "<think>",
    "</think>",
    "<think ",
    "<answer>",
    "</answer>",
    "<answer",
    "<answer ",
    "</answer",
    "<s>",
    "</s>",
    "<del>",
  ],
  ...[
    "<|im_end|>",
    "<|",
    "<|end|>",
    "<|channel|>",
    "<|channel|>final",
    "<|start|>assistant",
    "[INST]",
    "\nUser:",
    "[THINK]",
  ],
  ...[
    "<output>",
    "<output>Right",
    "<a>",
    "<a ",
    '{"answer":',
    '{"answer": 5}',
    '"answer": ',
    '{"a":',
    '",',
    '"a",',
    "[1,",
  ],
  ...[
    "\\boxed{",
    "\\boxed{5}",
    "\\boxed{5} ",
    "\\boxed{5}, ",
    "\\boxed",
    "\\boxed ",
    "\\fbox{",
    "\\text{",
    "\\text{ ",
    "\\text{a}",
  ],
  ...[
    "\\frac",
    "\\frac1",
    "\\frac{1}{2}",
    "\\dfrac",
    "\\sqrt",
    "\\sqrt{",
    "\\sqrt2",
    "\\hat",
    "\\hat ",
    "\\hat{",
    "\\vec{",
    "\\bar",
  ],
  ...[
    "\\overline{",
    "\\cancel{",
    "\\begin{pmatrix}",
    "\\end{pmatrix}",
    "\\begin{array}{",
    "\\begin{cases}",
    "\\begin{align}",
  ],
  ...[
    "\\sum",
    "\\sum_{k=1}^{n}",
    "\\int ",
    "\\lim",
    "\\to",
    "\\cup",
    "\\cup(1,2)",
    "\\pm",
    "\\pm 1",
    "\\cdot ",
    "\\times",
    "\\sin ",
  ],
  ...[
    "\\sin(",
    "f(",
    "\\log_",
    "\\ln",
    "!",
    "\\circ",
    "^\\circ",
    "\\%",
    "\\in",
    "\\ldots",
    "\\infty",
    "\\pi",
    "\\color{red}",
  ],
  ...[
    "\\mathrm{",
    "\\mathbf{x}",
    "\\operatorname{",
    "\\left",
    "\\le",
    "\\neq",
    "\\quad",
    "\\displaystyle",
    "\\textbf{(A) }",
  ],
  ...[
    "a_1",
    "x_{1}",
    "x^2",
    "x^2+",
    "5x ",
    "xy",
    "dx",
    "cm",
    "5 cm ",
    "kg ",
    "miles ",
    "dollars",
    "percent",
    "degrees ",
    "east ",
  ],
  ...[
    "one hundred ",
    "twenty-",
    "two ",
    "million",
    "half ",
    "minus ",
    "和",
    "答案",
    "答案是",
    "答案是5。",
    "的",
    "一",
    "一百",
    "选A",
    "等于",
  ],
  ...[
    "中文的句子很长，",
    "。",
    "，",
    "：",
    "ответ ",
    "ответ: 5. ",
    "respuesta ",
    "réponse est ",
    "정답",
    "答え",
    "é",
    "😀",
    "ſ",
    "\ud800",
  ],
];

const repeated = (piece: string): Kind => ({
  name: `${JSON.stringify(piece)} repeated`,
  write: (size) => piece.repeat(Math.max(1, Math.round(size / piece.length))),
});

/** Delimiters around something. */
export const wraps: Record<string, (inner: string) => string> = {
  hat: (s) => `\\hat{${s}}`,
  vec: (s) => `\\vec{${s}}`,
  bar: (s) => `\\bar{${s}}`,
  tilde: (s) => `\\tilde{${s}}`,
  "hat without braces": (s) => `\\hat ${s}`,
  pmatrix: (s) => `\\begin{pmatrix}${s}&1\\\\2&3\\end{pmatrix}`,
  array: (s) => `\\begin{array}{c}${s}\\\\1\\end{array}`,
  equation: (s) => `\\[${s}\\]`,
  "power of a matrix": (s) => `(${s})^6`,
  inverse: (s) => `(${s})^{-1}`,
  matrices: (s) => `\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}${s}`,
  "sum of matrices": (s) => `\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}+2${s}`,
  determinant: (s) => `\\begin{vmatrix}x&${s}\\\\1&2\\end{vmatrix}`,
  braces: (s) => `{${s}}`,
  brackets: (s) => `(${s})`,
  list: (s) => `(${s},1)`,
  set: (s) => `\\{${s},1\\}`,
  "square brackets": (s) => `[${s}]`,
  bars: (s) => `|${s}|`,
  fraction: (s) => `\\frac{1}{1+${s}}`,
  root: (s) => `\\sqrt{1+${s}}`,
  power: (s) => `2^{${s}}`,
  square: (s) => `(${s})^2`,
  "a call": (s) => `f(${s})`,
  sine: (s) => `\\sin(${s})`,
  binomial: (s) => `\\binom{${s}}{2}`,
  factorial: (s) => `(${s})!`,
  sum: (s) => `\\sum_{k=1}^{5}(k+${s})`,
  product: (s) => `\\prod_{k=1}^{3}(k+${s})`,
  integral: (s) => `\\int_0^1 (x+${s}) dx`,
  derivative: (s) => `\\frac{d}{dx}(x(${s}))`,
  limit: (s) => `\\lim_{x\\to 0}(${s})`,
  cases: (s) => `\\begin{cases}${s}&x>0\\\\1&x\\le 0\\end{cases}`,
  union: (s) => `(1,2)\\cup(${s})`,
  "both signs": (s) => `1\\pm(${s})`,
  box: (s) => `\\boxed{${s}}`,
  text: (s) => `\\text{a ${s}}`,
  colour: (s) => `\\color{red}{${s}}`,
  cancel: (s) => `\\cancel{${s}}`,
  "an answer's tag": (s) => `<answer>${s}</answer>`,
  reasoning: (s) => `<think>${s}</think>`,
  bold: (s) => `**${s}**`,
  dollars: (s) => `$${s}$`,
  quotes: (s) => `"${s}"`,
  object: (s) => `{"answer": ${s}}`,
  "list of JSON": (s) => `[${s}]`,
  heading: (s) => `\n# Answer: ${s}`,
  equality: (s) => `x=${s}`,
  "sides of an equation": (s) => `${s}=${s.slice(0, 20)}`,
};

export function nested(names: readonly string[], core: string, size: number): string {
  let text = core;
  for (let i = 0; text.length < size; i++) {
    const next = wraps[names[i % names.length]!]!(text);
    if (next.length <= text.length) break;
    text = next;
  }
  return text;
}

const nests = (name: string): Kind => ({
  name: `nested: ${name}`,
  write: (size) => nested([name], name.includes("matri") || name === "inverse" ? matrix : "1", size),
});

const matrix = "\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}";

/** An opening delimiter that is never closed, and the reverse. */
const open: readonly Kind[] = [
  { name: "spaces before a letter", write: (size) => `${" ".repeat(size)}x` },
  { name: "spaces between letters", write: (size) => `x${" ".repeat(size)}x` },
  { name: "lines between letters", write: (size) => `x${"\n".repeat(size)}x` },
  { name: "blank lines with spaces", write: (size) => "x\n   \n".repeat(size / 6) },
  { name: "a long number", write: (size) => "1234567890".repeat(size / 10) },
  { name: "a long decimal", write: (size) => `0.${"1234567890".repeat(size / 10)}` },
  { name: "a number in groups", write: (size) => `1${",000".repeat(size / 4)}` },
  { name: "a long sum", write: (size) => `1${"+1".repeat(size / 2)}` },
  { name: "a long sum of letters", write: (size) => `x${"+xy".repeat(size / 3)}` },
  { name: "a long chain of equations", write: (size) => `1+1${"=2".repeat(size / 2)}` },
  { name: "a long chain of false equations", write: (size) => `1+1${"=2+1".repeat(size / 4)}` },
  { name: "a long list", write: (size) => Array.from({ length: size / 4 }, (_, i) => i).join(", ") },
  { name: "a long set", write: (size) => `\\{${Array.from({ length: size / 4 }, (_, i) => i).join(",")}\\}` },
  { name: "many names", write: (size) => Array.from({ length: size / 8 }, (_, i) => `x_{${i}}`).join("+") },
  {
    name: "many intervals",
    write: (size) => Array.from({ length: size / 12 }, (_, i) => `(${2 * i},${2 * i + 1})`).join("\\cup"),
  },
  {
    name: "many inequalities",
    write: (size) => Array.from({ length: size / 8 }, (_, i) => `x>${i}`).join(", "),
  },
  { name: "open boxes, one closed", write: (size) => `${"\\boxed{".repeat(size / 7)}5}` },
  { name: "open tags, one closed", write: (size) => `${"<answer>".repeat(size / 8)}5</answer>` },
  { name: "a word", write: (size) => "a".repeat(size) },
  { name: "words", write: (size) => "several words of a sentence ".repeat(size / 28) },
  {
    name: "sentences",
    write: (size) => "This is a sentence of a model. So the answer is 5. ".repeat(size / 51),
  },
  { name: "Chinese", write: (size) => "因此我们得到这个问题的结果等于".repeat(size / 15) },
  { name: "bold words in one line", write: (size) => `# Answer: ${"**a** ".repeat(size / 6)}` },
  { name: "hashes in one line", write: (size) => `#### ${"a #### ".repeat(size / 7)}` },
];

/** A few pieces, repeated in order; a seed chooses them, because there are too many combinations. */
const mixed = (seed: number, trial: number): Kind => {
  const dice = new Dice(seed, trial);
  const unit = Array.from({ length: dice.int(2, 5) }, () => dice.pick(pieces)).join("");
  return { ...repeated(unit), name: `${JSON.stringify(unit)} repeated (seed ${seed}, ${trial})` };
};

export const mixtures = (seed: number, count: number): Kind[] =>
  Array.from({ length: count }, (_, trial) => mixed(seed, trial));

export const kinds: readonly Kind[] = [...open, ...Object.keys(wraps).map(nests), ...new Set(pieces)].map(
  (kind) => (typeof kind === "string" ? repeated(kind) : kind),
);

/** Around a whole-number letter, for which rules do more work than for a number. */
export const aroundLetters: readonly Kind[] = Object.keys(wraps).map((name) => ({
  name: `nested around n: ${name}`,
  write: (size) => nested([name], "n", size),
}));

/** A text of any size, for tests that only check that every call ends. */
export function anyText(dice: Dice, most: number): string {
  const size = Math.round(2 ** (Math.log2(most) * dice.next()));
  const core = dice.pick(["1", "x", "n", "5", matrix, "x+y", "7".repeat(50), "", "2.5"]);
  const names = Array.from({ length: dice.int(1, 3) }, () => dice.pick(Object.keys(wraps)));
  switch (dice.int(0, 4)) {
    case 0:
      return dice.pick(kinds).write(size);
    case 1:
      return nested(names, core, Math.min(size, dice.pick([60, 120, 400, 2000])));
    case 2:
      return Array.from({ length: dice.int(1, 60) }, () => dice.pick(pieces)).join(dice.pick(["", " "]));
    case 3: {
      const unit = Array.from({ length: dice.int(1, 5) }, () => dice.pick(pieces)).join("");
      return unit.repeat(Math.max(1, Math.round(size / (unit.length + 1))));
    }
    default: {
      const around = dice.pick(kinds).write(size / 2);
      return `${around}${nested(names, core, 200)}${dice.pick(kinds).write(size / 2)}`;
    }
  }
}
