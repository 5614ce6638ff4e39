// Inputs that are made to be expensive, with the steps that they were charged and their CPU time (the best of three),
// compared with a plain pair. Usage: npm run build && node bench/hostile.mjs

import { extractAnswer } from "../dist/answers/index.js";
import { explain, falseEquations, verify } from "../dist/math/index.js";
import { readVerdict } from "../dist/prm/verdict.js";
import { r1ZeroReward } from "../dist/rewards/index.js";

/** The time limit for a call. */
const most = 300;

const nested = (wrap, core, times) => {
  let text = core;
  for (let i = 0; i < times; i++) text = wrap(text);
  return text;
};
const two = "\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}";
const three = "\\begin{pmatrix}x&2&3\\\\1&y&1\\\\2&1&z\\end{pmatrix}";
const determinant = (s) =>
  `\\begin{vmatrix}${s}&1&2&3&4\\\\1&7&2&3&4\\\\1&2&8&3&4\\\\1&2&3&9&4\\\\1&2&3&4&5\\end{vmatrix}`;
const strict = (text) => verify("5", text, { form: "evaluated" });
const reference = (text) => r1ZeroReward(`</think> <answer>${text}</answer>`, "5", { grading: "full" });
const kilobytes = (piece, size) => piece.repeat(Math.ceil((size * 1024) / piece.length));

const inputs = [
  ["a plain pair", strict, "\\frac{10}{2}"],
  ["4 nested powers of a matrix", strict, nested((s) => `(${s})^6`, two, 4)],
  ["60 nested powers of a matrix", strict, nested((s) => `(${s})^6`, two, 60)],
  ["13 matrices side by side", strict, three.repeat(13)],
  ["5 nested inverses", strict, nested((s) => `(${s})^{-1}`, three, 5)],
  ["20 nested determinants", strict, nested(determinant, "x", 20)],
  [
    "a long factor of a long matrix",
    strict,
    `(${"x+".repeat(1000)}x)\\begin{pmatrix}${"1&".repeat(1000)}1\\end{pmatrix}`,
  ],
  ["28 hats, reference grading", reference, nested((s) => `\\hat{${s}}`, "x", 28)],
  ["190 hats, reference grading", reference, nested((s) => `\\hat{${s}}`, "x", 190)],
  [
    "30 nested matrices, reference grading",
    reference,
    nested((s) => `\\begin{pmatrix}${s}&1\\\\1&2\\end{pmatrix}`, "1", 30),
  ],
  [
    "a wide matrix, reference grading",
    reference,
    `\\begin{pmatrix}${"a".repeat(30_000)}${"&1".repeat(15_000)}\\end{pmatrix}`,
  ],
  ["64 KB of \\(", strict, kilobytes("\\(", 64)],
  ["64 KB of #### on one line", extractAnswer, kilobytes("#### ", 64)],
  ["64 KB of # Answer: ** **", extractAnswer, kilobytes("# Answer: ** ** ", 64)],
  ["700 KB of <Right>", readVerdict, kilobytes("<Right>", 700)],
  ["64 KB of dashes, false equations", falseEquations, `1+1=3 ${kilobytes("-", 64)}`],
  [
    "explain, 262 KB of Chinese",
    (text) => explain("5", text),
    "因此我们得到这个问题的结果等于".repeat(17_400),
  ],
  ["explain, 10,000 boxes", (text) => explain("5", text), "\\boxed{5} ".repeat(10_000)],
  [
    "explain, 5,000 nested boxes",
    (text) => explain("5", text),
    `${"\\boxed{".repeat(5000)}5${"}".repeat(5000)}`,
  ],
];

for (let i = 0; i < 200; i++) strict(`\\frac{${i}}{2}`);
const rows = [["input", "characters", "counted", "ms", "× a plain pair"]];
let plain; // The first row.
let isSlow = false;
for (const [name, read, text] of inputs) {
  const times = [0, 1, 2].map(() => {
    const began = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  const ms = Math.min(...times);
  plain ??= ms;
  isSlow ||= ms > most;
  const counted = read === strict ? strict(text).steps : "";
  rows.push([name, text.length, counted, ms.toFixed(ms < 10 ? 2 : 0), (ms / plain).toFixed(0)]);
}
const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
for (const row of rows)
  console.log(
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join("  "),
  );
if (isSlow) console.log(`\nslower than ${most} ms: see above`);
