// What a change to the grader changes: grades the same pairs with two commits and prints every kind of difference.
//
//   node scripts/verdicts.mjs REV           REV against the working tree
//   node scripts/verdicts.mjs REV OTHER     two commits
//     --out FILE    all differences as JSON Lines (default: only counts and three examples of each kind)
//     --show N      examples of each kind
//     --only SETS   some sets, for example labelled,tests
//
// There are more than 100,000 pairs: labelled pairs, real answers of GSM8K and ProcessBench (if a copy of the data is
// beside the project), every row of the tests and of docs/grading.md, mutants, identities and near identities by seed,
// golds against other golds; and whole responses for extraction and rewards. Each record has the expected verdict if it
// is known, so that the summary can name new equalities that are wrong. A record is (tree, verdict, by, certainty); a
// change from different to undecided, or back, is reported but is not a loss.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { mixed } from "../bench/mixed-answers.mjs";
import { categories, generator, identities } from "../bench/pairs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = process.env.ASSAY_SHARED ?? join(root, "..", "shared");
const lines = (path) => readFileSync(path, "utf8").trim().split("\n");
const records = (path) => (existsSync(path) ? lines(path).map((line) => JSON.parse(line)) : []);

/** name → pairs `{ gold, answer, expected? }` or responses `{ gold, response, expected? }`. */
const sets = {
  labelled() {
    const pairs = records(join(shared, "vectors", "answer_pairs.jsonl"));
    return pairs.flatMap(({ gold, answer, equal }) => [
      { gold, answer, expected: equal },
      { gold: answer, answer: gold },
    ]);
  },

  responses() {
    return records(join(shared, "vectors", "r1zero.jsonl"))
      .filter((row) => typeof row.ground_truth === "string")
      .map((row) => ({ gold: row.ground_truth, response: row.response }));
  },

  gsm8k() {
    return records(join(shared, "datasets", "gsm8k_example_model_solutions.jsonl")).flatMap((row) => {
      const gold = row.ground_truth.split("\nA: ").at(-1);
      return Object.values(row)
        .filter((value) => value?.solution !== undefined)
        .flatMap(({ solution, is_correct }) => {
          const answer = solution.split("\nA: ");
          return [
            { gold, response: solution, expected: is_correct },
            ...(answer.length > 1 ? [{ gold, answer: answer.at(-1), expected: is_correct }] : []),
          ];
        });
    });
  },

  /** The boxes of solutions to one problem, compared with a right one; and all last steps as responses. */
  processbench() {
    const made = [];
    for (const name of ["gsm8k", "math", "olympiadbench", "omnimath"]) {
      const path = join(shared, "datasets", "processbench", `${name}.json`);
      if (!existsSync(path)) continue;
      const byProblem = new Map();
      for (const row of JSON.parse(readFileSync(path, "utf8"))) {
        const response = row.steps.at(-1);
        const box = /\\boxed\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}/.exec(response)?.[1];
        const group = byProblem.get(row.problem) ?? byProblem.set(row.problem, []).get(row.problem);
        group.push({ box, response, right: row.final_answer_correct });
      }
      for (const group of byProblem.values()) {
        const golds = [...new Set(group.filter(({ box, right }) => right && box).map(({ box }) => box))];
        for (const { box, response, right } of group) {
          made.push({ gold: golds[0] ?? box ?? "1", response });
          if (box === undefined) continue;
          made.push({ gold: box, answer: box, expected: true });
          for (const gold of golds) made.push({ gold, answer: box, expected: right });
        }
      }
    }
    return made;
  },

  /** Rows `gold | answer | why` of the tests, with what the call around them expects. */
  tests() {
    const files = ["src", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".test.ts"))
        .map((name) => join(root, folder, name)),
    );
    const made = [];
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      for (const [, call, rows] of text.matchAll(/(\w+)\(\s*(?:"\w+",\s*)?table`([^`]*)`/g))
        for (const row of rows.split("\n")) {
          const cells = row.trim().split(/\s+\|\s+/);
          if (cells.length < 2) continue;
          const [gold, answer] = cells.map((cell) => cell.replaceAll("⏎", "\n"));
          made.push({ gold, answer, where: call });
        }
    }
    return made;
  },

  documents() {
    return lines(join(root, "docs", "grading.md"))
      .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code.replaceAll("\\|", "|")))
      .flatMap((codes) =>
        codes.flatMap((gold, i) => codes.slice(i + 1, i + 4).map((answer) => ({ gold, answer }))),
      );
  },

  async mutants() {
    const { Dice, gold, mutators } = await bundled(
      `export { Dice } from "./test/identities/dice.ts";
       export { gold } from "./test/mutants/golds.ts";
       import { mutators as plain } from "./test/mutants/mutators.ts";
       import { notationMutators } from "./test/mutants/notation-mutators.ts";
       export const mutators = [...plain, ...notationMutators];`,
    );
    const made = [];
    for (let trial = 0; made.length < 30_000; trial++) {
      const dice = new Dice(7, trial);
      const original = gold(dice);
      for (const { kinds, mutate } of mutators) {
        const answer = kinds.includes(original.kind) ? mutate(original, dice) : undefined;
        if (answer !== undefined) made.push({ gold: original.text, answer, expected: false });
      }
    }
    return made;
  },

  async identities() {
    const { Dice, identity, nearIdentity, structure, textsOf } = await bundled(
      `export { Dice } from "./test/identities/dice.ts";
       export { identity, nearIdentity, textsOf } from "./test/identities/rewritings.ts";
       export { structure } from "./test/identities/structures.ts";`,
    );
    const made = [];
    for (let trial = 0; trial < 8_000; trial++) {
      const dice = new Dice(11, trial);
      made.push({ ...textsOf(identity(dice), dice), expected: true });
      const near = nearIdentity(dice);
      if (near) made.push({ ...textsOf(near, dice), expected: false });
      for (const expected of [true, false]) {
        const texts = structure(dice, expected);
        if (texts) made.push({ gold: texts.gold, answer: texts.answer, expected });
      }
    }
    return made;
  },

  made() {
    const r = generator(5);
    const kinds = Object.values({ ...categories, ...identities, ...mixed });
    return Array.from({ length: 20_000 }, (_, i) => {
      const [gold, answer] = kinds[i % kinds.length](r, i % 3 !== 0);
      return { gold, answer, expected: i % 3 !== 0 };
    });
  },

  /** Golds of all other sets against each other: nearly all of them are different. */
  async crossed() {
    const golds = new Set();
    for (const name of ["labelled", "tests", "documents", "processbench", "made"])
      for (const { gold } of await sets[name]()) if (gold.length < 120) golds.add(gold);
    const all = [...golds].sort();
    const r = generator(9);
    return Array.from({ length: 30_000 }, (_, i) => ({
      gold: all[i % all.length],
      answer: all[i % 2 === 0 ? r.below(all.length) : (i + 1 + r.below(6)) % all.length],
    }));
  },
};

/** TypeScript of the tests, bundled for this Node. */
async function bundled(source) {
  const { rolldown } = await import("rolldown");
  const folder = mkdtempSync(join(tmpdir(), "verdicts-"));
  try {
    const entry = join(root, "verdicts-entry.ts");
    const bundle = await rolldown({
      input: entry,
      platform: "node",
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === entry ? id : null),
          load: (id) => (id === entry ? source : null),
        },
      ],
    });
    await bundle.write({ dir: folder, format: "esm", entryFileNames: "entry.mjs" });
    await bundle.close();
    return await import(pathToFileURL(join(folder, "entry.mjs")).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function collect(only) {
  const seen = new Set();
  const all = [];
  for (const [set, make] of Object.entries(sets)) {
    if (only && !only.includes(set)) continue;
    for (const record of await make()) {
      const key = JSON.stringify([record.gold, record.answer, record.response]);
      if (seen.has(key)) continue;
      seen.add(key);
      all.push({ set, ...record });
    }
  }
  return all;
}

const short = (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

/** Grades the records of a file with a build, one line each, for the comparison of two commits. */
async function grade(dist, input, output) {
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { extractAnswer, parse, verify } = await load("math/index.js");
  const { r1ZeroReward } = await load("rewards/index.js");
  const printable = (tree) =>
    JSON.stringify(tree, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
  const outcome = ({ gold, answer, response }) => {
    try {
      if (response !== undefined) {
        const tagged = response.includes("<answer>") ? response : `r </think> <answer>${response}</answer>`;
        const { reward } = r1ZeroReward(tagged, gold);
        return {
          verdict: reward === 1 ? "equal" : reward === 0 ? "different" : "unscored",
          extracted: extractAnswer(response)?.answer,
        };
      }
      const { verdict, by, certainty } = verify(gold, answer);
      return { verdict, by, certainty, tree: short(printable([parse(gold), parse(answer)])) };
    } catch (error) {
      return { verdict: "thrown", by: String(error) };
    }
  };
  writeFileSync(
    output,
    lines(input)
      .map((line) => JSON.stringify(outcome(JSON.parse(line))))
      .join("\n"),
  );
}

/** The build of a commit, in a folder that is removed at the end; of the working tree without one. */
function build(rev) {
  let folder = root;
  if (rev !== undefined) {
    folder = mkdtempSync(join(tmpdir(), "verdicts-commit-"));
    process.on("exit", () => {
      spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    });
    run("git", ["worktree", "add", "--detach", "--force", folder, rev]);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  }
  run(process.execPath, [join(folder, "scripts", "build.mjs")]);
  return join(folder, "dist");
}

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return;
  console.error(stderr);
  process.exit(1);
}

function report(pairs, before, after, { out, show }) {
  const kinds = new Map();
  const differences = [];
  const wrong = { before: 0, after: 0 };
  const lost = { before: 0, after: 0 };
  let trees = 0;
  pairs.forEach((pair, i) => {
    const [a, b] = [before[i], after[i]];
    for (const [time, { verdict }] of Object.entries({ before: a, after: b })) {
      if (pair.expected === false && verdict === "equal") wrong[time]++;
      if (pair.expected === true && verdict !== "equal") lost[time]++;
    }
    if (a.tree !== b.tree) trees++;
    if (
      a.verdict === b.verdict &&
      a.by === b.by &&
      a.certainty === b.certainty &&
      a.extracted === b.extracted
    )
      return;
    const said = ({ verdict, by, certainty }) => [verdict, by, certainty].filter(Boolean).join(", ");
    const kind =
      a.verdict === b.verdict ? `still ${a.verdict}: ${said(a)} → ${said(b)}` : `${said(a)} → ${said(b)}`;
    differences.push({ kind, ...pair, before: a, after: b });
    kinds.set(kind, [...(kinds.get(kind) ?? []), differences.at(-1)]);
  });
  const rank = ([kind, { length }]) =>
    (kind.startsWith("still") ? 0 : kind.includes("equal") ? 1e9 : 1e6) + length;
  for (const [kind, found] of [...kinds].sort((a, b) => rank(b) - rank(a))) {
    const expectation = (value) => found.filter(({ expected }) => expected === value).length;
    console.log(
      `\n${found.length} × ${kind}  (expected equal ${expectation(true)}, different ${expectation(false)}, not known ${expectation(undefined)})`,
    );
    for (const { set, gold, answer, response, expected, before: a, after: b } of found.slice(0, show)) {
      const text = answer ?? `${response.slice(-160)}  [${a.extracted} → ${b.extracted}]`;
      console.log(
        `    ${set}: ${JSON.stringify(gold)} ← ${JSON.stringify(text)}${expected === undefined ? "" : ` (${expected ? "equal" : "different"})`}`,
      );
    }
  }
  console.log(
    `\n${pairs.length} pairs and responses; ${differences.length} differ; ${trees} are read as a different tree`,
  );
  console.log(`called equal and expected to be different: ${wrong.before} before, ${wrong.after} after`);
  console.log(`not called equal and expected to be: ${lost.before} before, ${lost.after} after`);
  if (out) writeFileSync(out, differences.map((difference) => `${JSON.stringify(difference)}\n`).join(""));
}

if (process.argv[2] === "grade") await grade(...process.argv.slice(3));
else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string" }, show: { type: "string", default: "3" }, only: { type: "string" } },
  });
  if (positionals.length < 1 || positionals.length > 2) {
    console.error("usage: node scripts/verdicts.mjs REV [OTHER] [--out FILE] [--show N] [--only SETS]");
    process.exit(2);
  }
  const pairs = await collect(values.only?.split(","));
  const folder = mkdtempSync(join(tmpdir(), "verdicts-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "pairs"), pairs.map((pair) => JSON.stringify(pair)).join("\n"));
  const graded = [positionals[0], positionals[1]].map((rev, i) => {
    const output = join(folder, `verdicts-${i}`);
    run(process.execPath, [
      fileURLToPath(import.meta.url),
      "grade",
      build(rev),
      join(folder, "pairs"),
      output,
    ]);
    return records(output);
  });
  report(pairs, graded[0], graded[1], { out: values.out, show: Number(values.show) });
}
