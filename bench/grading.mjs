// Accuracy on labelled pairs and speed of `verify` on one core: warm, with fresh pairs in every pass.
// Usage: node bench/grading.mjs [labelled.jsonl …]; each line has gold, answer, equal, category.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { extractAnswer, verify } from "../dist/math/index.js";
import { mixed } from "./mixed-answers.mjs";
import { categories, generator, identities } from "./pairs.mjs";

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
const micro = (ms) => `${(ms * 1000).toFixed(0)} µs`;

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
        .join("  "),
    );
}

function accuracy(file) {
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  let missed = 0;
  let wronglyEqual = 0;
  for (const { gold, answer, equal } of rows) {
    const found = verify(gold, answer).equal;
    if (found && !equal) wronglyEqual++;
    if (!found && equal) missed++;
  }
  console.log(
    `${file}: ${rows.length - missed - wronglyEqual} of ${rows.length} as labelled, ${missed} missed, ${wronglyEqual} wrongly equal`,
  );
}

function pass(makers, seed, perCategory) {
  const r = generator(seed);
  return Object.entries(makers).flatMap(([category, make]) =>
    Array.from({ length: perCategory }, (_, i) => {
      const [gold, answer] = make(r, i % 2 === 0);
      return { category, gold, answer, equal: i % 2 === 0 };
    }),
  );
}

function measure(title, makers, perCategory) {
  for (let seed = 1; seed <= 4; seed++)
    for (const { gold, answer } of pass(makers, seed, perCategory)) verify(gold, answer);
  const times = new Map();
  const all = [];
  let total = 0;
  let wrong = 0;
  let parsing = 0;
  for (let seed = 101; seed <= 106; seed++) {
    const pairs = pass(makers, seed, perCategory);
    const lines = pairs.map((pair) => JSON.stringify(pair));
    const parseStart = performance.now();
    for (const line of lines) JSON.parse(line);
    parsing += performance.now() - parseStart;
    for (const { category, gold, answer, equal } of pairs) {
      const start = performance.now();
      const result = verify(gold, answer);
      const time = performance.now() - start;
      total += time;
      all.push(time);
      if (result.equal !== (equal && category !== "unreadable")) wrong++;
      const entry = times.get(category) ?? { times: [], steps: [] };
      entry.times.push(time);
      entry.steps.push(result.steps);
      times.set(category, entry);
    }
  }
  const rows = [["category", "pairs", "median", "p99", "max", "median steps"]];
  for (const [category, entry] of times) {
    const sorted = entry.times.sort((a, b) => a - b);
    const steps = entry.steps.sort((a, b) => a - b);
    rows.push([
      category,
      sorted.length,
      micro(quantile(sorted, 0.5)),
      micro(quantile(sorted, 0.99)),
      micro(sorted[sorted.length - 1]),
      quantile(steps, 0.5),
    ]);
  }
  all.sort((a, b) => a - b);
  console.log(`\n${title}`);
  table(rows);
  console.log(
    `all: ${Math.round((all.length / total) * 1000).toLocaleString("en")} pairs a second, p99 ${micro(quantile(all, 0.99))}, max ${micro(all[all.length - 1])}, ${wrong} of ${all.length} not as made; ${(total / parsing).toFixed(1)} times the time of JSON.parse on the same lines`,
  );
  return total / all.length;
}

/**
 * The final answers in ProcessBench's files, each with the right answer to its problem, and with that of the next
 * problem.
 */
function realPairs(folder) {
  const pairs = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const found = JSON.parse(readFileSync(join(folder, file), "utf8"))
      .map((row) => ({ ...row, answer: extractAnswer(row.steps.join("\n\n"))?.answer }))
      .filter(({ answer }) => answer !== undefined);
    const right = new Map(
      found.filter((row) => row.final_answer_correct).map((row) => [row.problem, row.answer]),
    );
    for (const [i, { problem, answer }] of found.entries()) {
      const gold = right.get(problem) ?? answer;
      pairs.push({ gold, answer }, { gold, answer: found[(i + 1) % found.length].answer });
    }
  }
  return pairs;
}

/** Each pair once, as it arrives. */
function measureReal(folder) {
  const pairs = realPairs(folder);
  const undecided = new Map();
  const times = pairs.map(({ gold, answer }) => {
    const start = performance.now();
    const { verdict, by, unparsed } = verify(gold, answer);
    const time = performance.now() - start;
    const cause = unparsed ? `${by} ${unparsed}` : by;
    if (verdict === "undecided") undecided.set(cause, (undecided.get(cause) ?? 0) + 1);
    return time;
  });
  const total = times.reduce((sum, time) => sum + time, 0);
  times.sort((a, b) => a - b);
  console.log(
    `\nAnswers of real models, from ProcessBench: ${Math.round((pairs.length / total) * 1000).toLocaleString("en")} a second, p99 ${micro(quantile(times, 0.99))}, max ${micro(times.at(-1))}, ${pairs.length} pairs`,
  );
  const causes = [...undecided].sort(([, a], [, b]) => b - a).map(([cause, count]) => `${cause} ${count}`);
  console.log(
    `undecided, by cause: ${causes.join(", ") || "none"}; of ${new Set(pairs.map(({ gold }) => gold)).size} different golds`,
  );
}

const given = process.argv.slice(2);
const vectors = fileURLToPath(new URL("../../shared/vectors/answer_pairs.jsonl", import.meta.url));
for (const file of given.length > 0 ? given : existsSync(vectors) ? [vectors] : []) accuracy(file);
const plain = measure("Plain pairs", categories, 400);
measure("Identity-heavy pairs", identities, 100);
const answers = measure("Mixed answers", mixed, 100);
console.log(`a mixed answer takes ${(answers / plain).toFixed(1)} times as long as a plain pair`);
const real = fileURLToPath(new URL("../../shared/datasets/processbench", import.meta.url));
if (existsSync(real)) measureReal(real);
