// The safeguard around grading: a grader that never ends, takes all memory, or ends its thread, on one answer among
// others.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { endedOf as endedGrade, failed as failedGrade } from "../../src/cli/grade/grade-lines.ts";
import { endedOf as endedReward } from "../../src/cli/reward/lines-reward.ts";
import { choices, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay, startAssay } from "./spawned.ts";
import { evalArgs, problemOf, samplesOf } from "./sums.ts";

const problems = 8;
const bad = 3;

/** A task whose grading fails on one answer in the given way. */
async function writeTask(folder: string, breaks: string): Promise<string> {
  const path = join(folder, "stuck.mjs");
  await writeFile(
    path,
    `const conversations = Array.from({ length: ${problems} }, (_, i) => {
      const problem = \`What is \${i} + \${2 * i}?\`;
      return { id: String(i), problem, answer: String(3 * i), messages: [{ role: "user", content: problem }] };
    });
    export const task = {
      name: "stuck", description: "d", eval_type: "generative", maxNewTokens: 10,
      load: async () => ({ task, source: { dataset: "d", revision: "1", files: [] }, conversations }),
      grade({ answer }, { text }) {
        if (text.includes("BAD")) { ${breaks} }
        return { right: text.includes(\`{\${answer}}\`), extracted: text, by: "test" };
      },
    };`,
  );
  return path;
}

async function serve(): Promise<TestServer> {
  const server = await TestServer.start((asked) => {
    const number = problemOf(asked);
    return choices(asked, [`${number === bad ? "BAD " : ""}\\boxed{${3 * number}}`]);
  });
  onTestFinished(() => server.close());
  return server;
}

const limit = ["--grading-timeout", "0.5"];
const verdictsIn = async (run: string) =>
  (await readFile(join(run, "verdicts.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as { problem: string; right: boolean; by: string; reason?: string });

describe("one answer", () => {
  it.each([
    ["whose grading never ends", "for (;;);", "took longer than 0.5 s"],
    [
      "whose grading is a search without end",
      "/^(a+)+$/.test('a'.repeat(40) + 'b');",
      "took longer than 0.5 s",
    ],
    [
      "whose grading takes all memory",
      "const all = []; for (;;) all.push(new Array(1e6).fill(1.5));",
      "took",
    ],
    // On a busy machine the end of a thread may take longer than half a second.
    ["whose grading ends its thread", "process.exit(0);", "ended its thread", []],
  ])("%s is wrong, and the others are graded", async (_, breaks, reason, ...[limits = limit]) => {
    const folder = await testFolder();
    const server = await serve();
    const task = await writeTask(folder, breaks);
    const run = join(folder, "run");
    const { code, stdout, stderr } = await ranAssay(evalArgs(task, server.url, run, ...limits));
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).tasks.stuck).toMatchObject({ right: problems - 1, wrong: 1, unscored: {} });
    const wrong = (await verdictsIn(run)).filter(({ right }) => !right);
    expect(wrong).toMatchObject([
      { problem: `${bad}`, right: false, reason: expect.stringContaining(reason) },
    ]);
  });

  it("whose grading throws is unscored, said with its place, and fails the command", async () => {
    const folder = await testFolder();
    const server = await serve();
    const task = await writeTask(folder, "throw new RangeError('too deep');");
    const run = join(folder, "run");
    const { code, stdout, stderr } = await ranAssay(evalArgs(task, server.url, run));
    expect(JSON.parse(stdout)).toMatchObject({
      complete: true,
      tasks: { stuck: { right: problems - 1, wrong: 0, unscored: { grading: 1 } } },
    });
    expect(stderr).toContain(
      `stuck, problem ${bad}: the grading failed: too deep (${task}:9); the answer is unscored`,
    );
    expect(stderr).toContain("1 sample is unscored because the grading failed");
    expect(code).toBe(1);
    const unscored = (await verdictsIn(run)).filter(({ right }) => right === null);
    expect(unscored).toMatchObject([{ problem: `${bad}`, by: "grading failed" }]);
    const again = await ranAssay(["regrade", run, "-a", task, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ tasks: { stuck: { unscored: { grading: 1 } } } });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`${task}:9`);
    // After the mistake is corrected, the same completions are graded.
    await writeTask(folder, "");
    const mended = await ranAssay(["regrade", run, "-a", task, "--json"]);
    expect(JSON.parse(mended.stdout)).toMatchObject({ changed: 1, tasks: { stuck: { right: problems } } });
    expect(mended.code, mended.stderr).toBe(0);
  });

  it("is kept to be reported, is wrong again when the run goes on or is graded again, and is said", async () => {
    const folder = await testFolder();
    const server = await serve();
    const task = await writeTask(folder, "for (;;);");
    const run = join(folder, "run");
    const first = await ranAssay(evalArgs(task, server.url, run, ...limit));
    expect(first.stderr).toContain(
      `stuck, problem ${bad}: the grading took longer than 0.5 s, so the answer counts as wrong`,
    );
    const kept = (await readFile(join(run, "stuck.jsonl"), "utf8")).trim().split("\n");
    expect(kept).toHaveLength(1);
    expect(JSON.parse(kept[0]!)).toMatchObject({
      task: "stuck",
      problem: `${bad}`,
      gold: `${3 * bad}`,
      completion: { text: `BAD \\boxed{${3 * bad}}` },
    });
    const before = await readFile(join(run, "verdicts.jsonl"), "utf8");
    const again = await ranAssay(evalArgs(task, server.url, run, ...limit));
    expect(again.code).toBe(0);
    expect(server.asked).toHaveLength(problems);
    expect((await ranAssay(["regrade", run, "-a", task, ...limit])).code).toBe(0);
    expect(await readFile(join(run, "verdicts.jsonl"), "utf8")).toBe(before);
    const shown = await ranAssay(["show", run, "-a", task, ...limit, "--json"]);
    const lines = shown.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(problems);
    expect(lines.filter(({ right }) => right === true)).toHaveLength(problems - 1);
    const compared = await ranAssay(["compare", run, run, "-a", task, ...limit, "--json"]);
    expect(JSON.parse(compared.stdout).tasks.stuck).toMatchObject({ difference: 0, problems });
  });
});

it("SIGTERM ends a run whose grading is stuck, and loses nothing", async () => {
  const folder = await testFolder();
  const server = await serve();
  const task = await writeTask(folder, "for (;;);");
  const run = join(folder, "run");
  const { kill, ended } = startAssay(evalArgs(task, server.url, run, "--grading-timeout", "3600"));
  while (server.answered < problems) await new Promise((resolve) => setTimeout(resolve, 5));
  while ((await samplesOf(run).catch(() => [])).length < problems)
    await new Promise((resolve) => setTimeout(resolve, 5));
  kill("SIGTERM");
  const { signal } = await ended;
  expect(signal).toBeNull(); // It ended by itself.
  const resumed = await ranAssay(evalArgs(task, server.url, run, ...limit));
  expect(JSON.parse(resumed.stdout).tasks.stuck).toMatchObject({ right: problems - 1, wrong: 1 });
  expect(server.asked).toHaveLength(problems);
});

it("a search's answers are scored, also where one is stuck", async () => {
  const folder = await testFolder();
  const task = await writeTask(folder, "for (;;);");
  const results = [0, 1, 2, 3].map((number) => ({
    question: `q${number}`,
    gt_answer: `${number}`,
    pred_answer: number === 2 ? "BAD" : `${number}`,
    iteration_history: [],
    final_steps: [],
    ended: "answer",
  }));
  const out = join(folder, "stuck.mjs-results");
  await mkdir(join(out, "stuck.mjs"), { recursive: true });
  await writeFile(join(out, "stuck.mjs", "result-0-None.json"), JSON.stringify(results));
  const { stdout, stderr } = await ranAssay(["score", out, "-a", task, ...limit, "--json"], folder);
  expect(JSON.parse(stdout)).toMatchObject({ average: 0.75 });
  expect(stderr).toContain("the grading took longer than 0.5 s");
});

it("a search comes to its end where the grading of an answer does not, and keeps that answer", async () => {
  const folder = await testFolder();
  const task = await writeTask(folder, "for (;;);");
  const server = await TestServer.start((asked) => {
    const number = problemOf(asked);
    return choices(asked, [`So it is \\boxed{${number === bad ? "BAD" : 3 * number}}.`]);
  });
  onTestFinished(() => server.close());
  const out = join(folder, "out");
  const { code, stderr } = await ranAssay([
    "search",
    ...["--policy-api-base", server.url, "--data", task, "--output-dir", out, "--strategy", "majority"],
    ...["--n", "1", ...limit, "--json"],
  ]);
  expect(stderr).toContain(`stuck, problem ${bad}: the grading took longer than 0.5 s`);
  expect(code).toBe(0);
  const kept = (await readFile(join(out, "search-0-None", "stuck.jsonl"), "utf8")).trim().split("\n");
  expect(kept.map((line) => JSON.parse(line))).toMatchObject([
    { task: "stuck", problem: `${bad}`, completion: { text: "\\boxed{BAD}" } },
  ]);
});

describe("a grader", () => {
  /** The built code, because threads run built files. */
  const built = (name: string) => import(`../../dist/runs/grading/${name}.js`);
  const item = (number: number) => ({
    task: "stuck",
    conversation: { id: `${number}`, problem: "p", answer: `${3 * number}`, messages: [] },
    completion: { text: `${number === bad ? "BAD " : ""}\\boxed{${3 * number}}`, finish: "stop" },
  });

  it("goes on in order after an answer that takes long, and each is told once", async () => {
    const path = await writeTask(await testFolder(), "for (;;);");
    const { ThreadedGrader } = await built("threaded-grader");
    const ended: string[] = [];
    const grader = new ThreadedGrader(
      { given: [path] },
      { limitMs: 300, onEnded: (each: { conversation: { id: string } }) => ended.push(each.conversation.id) },
    );
    const told: [number, boolean, string][] = [];
    for (let number = 0; number < problems; number++)
      grader.grade(item(number), (grade: { right: boolean; by: string }) =>
        told.push([number, grade.right, grade.by]),
      );
    await grader.done();
    await grader.close();
    expect(told.map(([number]) => number)).toEqual(Array.from({ length: problems }, (_, i) => i));
    expect(told.filter(([, right]) => !right)).toEqual([[bad, false, "grading ended"]]);
    expect(ended).toEqual([`${bad}`]);
  });

  it("waits for a thread where a verdict is wanted at once, and goes on there", async () => {
    const path = await writeTask(await testFolder(), "for (;;);");
    const { task } = await import(path);
    const { guardTask } = await built("threaded-grader");
    const guarded = guardTask(task, { given: [path] }, { limitMs: 300 });
    const verdicts = Array.from({ length: problems }, (_, number) => {
      const { conversation, completion } = item(number);
      return guarded.grade(conversation, { text: completion.text }).right;
    });
    expect(verdicts).toEqual(Array.from({ length: problems }, (_, number) => number !== bad));
  });
});

describe("lines", () => {
  it("among which one is stuck are answered, that one as wrong, in order", async () => {
    const folder = await testFolder();
    const worker = join(folder, "worker.mjs");
    await writeFile(
      worker,
      `export const failed = { equal: null };
      export const endedOf = () => ({ equal: false });
      export const open = () => (row) => {
        if (row.bad) for (;;);
        return { add: { equal: true } };
      };`,
    );
    const lines = Array.from({ length: 40 }, (_, i) => ({
      i,
      ...(i === 7 || i === 30 ? { bad: true } : {}),
    }));
    const [input, output] = [join(folder, "in.jsonl"), join(folder, "out.jsonl")];
    await writeFile(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { runLines } = await import("../../dist/jsonl/run-lines.js" as string);
    const summary = await runLines({
      input,
      output,
      worker: pathToFileURL(worker),
      work: "test",
      workers: 1,
      timeoutMs: 300,
    });
    expect(summary).toMatchObject({ lines: 40, failed: 0, counts: { ended: 2 } });
    const answered = (await readFile(output, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answered.map(({ i }) => i)).toEqual(lines.map(({ i }) => i));
    for (const { i, equal, reason } of answered) {
      expect(equal).toBe(i !== 7 && i !== 30);
      expect(reason).toBe(equal ? undefined : "the grading took longer than 0.3 s");
    }
  });

  it("whose grading was ended are wrong, and have the members that others have", () => {
    const { reason, ...members } = failedGrade;
    expect(Object.keys(endedGrade())).toEqual(Object.keys(members));
    expect(endedGrade().equal).toBe(false);
    expect(endedReward({ name: "r1_zero", onUnscored: "null" })).toMatchObject({
      result: { format_reward: 0, answer_reward: 0, reward: 0 },
    });
    expect(endedReward({ name: undefined, module: "file:///mine.mjs", onUnscored: "null" })).toBeUndefined();
    expect(reason).toBeNull();
  });
});
