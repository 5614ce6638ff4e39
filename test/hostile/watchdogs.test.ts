// Code that reads untrusted text on a main thread is stopped if it does not end. The readers themselves are linear, so
// no text makes them hang; here each is replaced by one that hangs at a word.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { command } from "../../src/cli/grade/grade.ts";
import { usualLabels } from "../../src/prm/labels.ts";
import { readReply } from "../../src/prm/scorers/chat-scorer.ts";
import { Judgements } from "../../src/processbench/judged.ts";
import { outcomeOf } from "../../src/processbench/outcome.ts";
import { gradeRun } from "../../src/runs/grading/grade-run.ts";
import { ThreadedGrader } from "../../src/runs/grading/threaded-grader.ts";
import { writeVerdicts } from "../../src/runs/grading/verdicts-file.ts";
import { answerOf, isSameAnswer } from "../../src/search/paths.ts";
import { findTask } from "../../src/tasks/registry.ts";
import { samplePage } from "../../src/view/eval-page.ts";
import { EvalIndex } from "../../src/view/index/eval-index.ts";
import type { Grading } from "../../src/view/index/grading.ts";
import { useMarks } from "../../web/report/marks.ts";
import { testFolder } from "../runs/folder.ts";

const hanging = vi.hoisted(() => {
  const state = { isOn: true };
  const hangs = (given: readonly unknown[]) =>
    state.isOn && given.some((each) => typeof each === "string" && each.includes("HANG"));
  /** Functions that hang if a text says so. */
  const of = <T extends object>(real: T, ...names: (keyof T)[]): T => {
    const replaced = names.map((name) => [
      name,
      (...given: unknown[]) => {
        while (hangs(given));
        return (real[name] as (...given: unknown[]) => unknown)(...given);
      },
    ]);
    return { ...real, ...Object.fromEntries(replaced) };
  };
  return { state, of };
});

vi.mock(import("../../src/math/index.ts"), async (original) =>
  hanging.of(await original(), "verify", "explain", "extractAnswer", "markedAnswer", "goldAnswer"),
);
vi.mock(import("../../src/math/false-equations.ts"), async (original) =>
  hanging.of(await original(), "falseEquations"),
);
vi.mock(import("../../src/prm/verdict.ts"), async (original) => hanging.of(await original(), "readVerdict"));
vi.mock(import("../../src/processbench/critique.ts"), async (original) =>
  hanging.of(await original(), "readCritique"),
);
/**
 * The same with a shorter limit; with a long one where nothing hangs, so that a busy machine does not stop an honest
 * reading.
 */
vi.mock(import("../../src/workers/within-time.ts"), async (original) => {
  const { endsWithin, valueWithin } = await original();
  const limit = () => (hanging.state.isOn ? 1000 : 60_000);
  return {
    hereMs: 1000 as number as 5000, // Its type is its value.
    endsWithin: (_, run) => endsWithin(limit(), run),
    valueWithin: (run, otherwise) => valueWithin(run, otherwise, limit()),
  };
});

/** The thread reports that it has graded its input. */
vi.mock(import("../../src/workers/pool.ts"), async (original) => {
  class OtherThread {
    async run(items: readonly unknown[]) {
      return items.map(() => ({ right: false, extracted: null, by: "the thread" }));
    }
    async close() {}
  }
  const { Pool, ...rest } = await original();
  return { ...rest, Pool: OtherThread as unknown as typeof Pool };
});

/** The results of honest texts. */
function honest<T>(run: () => T): T {
  hanging.state.isOn = false;
  return run();
}

beforeEach(() => {
  hanging.state.isOn = true;
});

async function printed(...args: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    expect(await command.run(args)).toBe(0);
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

it.each([
  ["the answer", ["--gold", "5", "--answer", "HANG"]],
  ["the gold", ["--gold", "HANG and 5", "--answer", "5"]],
  ["an explanation", ["--gold", "5", "--answer", "HANG", "--explain"]],
])("grade of one pair: %s", async (_, args) => {
  expect(await printed(...args, "--grading-timeout", "1")).toContain("the grading took longer than 1 s");
  expect(await honest(() => printed(...args))).toContain("(by ");
});

it("a judge's reply", () => {
  const reply = (text: string) =>
    readReply({ text, finish: "stop", logprobs: undefined }, usualLabels, false, undefined);
  expect(reply("HANG")).toMatchObject({ verdict: null, note: "reading the reply took longer than 1 s" });
  expect(honest(() => reply("Verdict: Right"))).toMatchObject({ verdict: "right" });
});

it("a critique of ProcessBench, and what is said of its sample", () => {
  const judgements = new Judgements();
  const add = (problem: string, text: string) =>
    judgements.add({
      v: 1,
      id: `gsm8k/${problem}`,
      kind: "draw",
      input: {
        ...{ task: "gsm8k", problem, statement: "?", gold: "0", prompt: "?" },
        ...{ samples: [0], seeds: [0] },
      },
      outcome: {
        completions: [{ sample: 0, text, finish: "stop" }],
        failures: [],
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      time: { at: "2026-01-01T00:00:00.000Z", ms: 1 },
    });
  add("1", "HANG");
  honest(() => add("2", "\\boxed{0}"));
  const outcome = (problem: string) =>
    outcomeOf({ steps: ["a"], label: 0 }, judgements.of("gsm8k", problem), { by: "votes", votes: 1 });
  expect(outcome("1")).toMatchObject({
    missing: "no_verdict",
    reason: "reading the reply took longer than 1 s",
  });
  expect(outcome("2")).toMatchObject({ match: true });
});

it("a search: the answer of a path, and whether two answers are the same", () => {
  const path = (step: string) => ({ steps: [step], rewards: [1], ends: "answer" as const });
  expect(answerOf(path("HANG.\n\nSo \\boxed{5}."), { takesMarkedAnswers: false })).toBeNull();
  expect(isSameAnswer("5", "HANG")).toBe(false);
  expect(honest(() => answerOf(path("HANG.\n\nSo \\boxed{5}."), { takesMarkedAnswers: false }))).toBe("5");
  expect(honest(() => isSameAnswer("5", "5.0"))).toBe(true);
});

it("equations in a report", () => {
  expect(useMarks("HANG 1+1=3", undefined, true)).toEqual([]);
  expect(honest(() => useMarks("HANG 1+1=3", undefined, true))).toHaveLength(1);
});

it("a gold of a data set, which is named", async () => {
  const rows = join(await testFolder(), "rows.jsonl");
  const golds = Array.from({ length: 50 }, (_, i) => (i === 40 ? "HANG" : `${i}`));
  await writeFile(rows, golds.map((answer) => `${JSON.stringify({ problem: "?", answer })}\n`).join(""));
  const task = await findTask(rows, { tasks: {} });
  await expect(task.load()).rejects.toThrow("rows.jsonl: row 41 takes longer than 1 s to read");
  hanging.state.isOn = false;
  expect((await task.load()).conversations).toHaveLength(50);
});

describe("a grader that may begin in this thread", () => {
  const conversation = { id: "1", messages: [], problem: "?", answer: "5" };
  /** The grader of each answer, in the order of the reports. */
  async function gradedBy(texts: readonly string[], given = "math500", mayBeginHere = true) {
    const grader = new ThreadedGrader({ given: [given] }, { mayBeginHere });
    const { name } = await findTask(given);
    const told: string[] = [];
    for (const [i, text] of texts.entries())
      void grader.grade({ task: name, conversation, completion: { text, finish: "stop" } }, ({ right, by }) =>
        told.push(`${i} ${right} ${by === "the thread" ? "there" : "here"}`),
      );
    await grader.done();
    await grader.close();
    return told;
  }

  it("grades the first here, 64 at most, and the others in the thread, in order", async () => {
    hanging.state.isOn = false;
    const told = await gradedBy(Array.from({ length: 150 }, (_, i) => `\\boxed{${i + 5}}`));
    // On a busy machine these are fewer, because their time is limited too.
    const here = told.filter((each) => each.endsWith(" here")).length;
    expect(here).toBeGreaterThan(0);
    expect(here).toBeLessThanOrEqual(64);
    expect(told).toEqual(told.map((_, i) => `${i} ${i === 0} ${i < here ? "here" : "there"}`));
    expect(told).toHaveLength(150);
  });

  it("gives an answer that takes long to the thread, and all after it", async () => {
    const told = await gradedBy(["\\boxed{5}", "\\boxed{HANG}", "\\boxed{5}"]);
    expect(told).toEqual(["0 true here", "1 false there", "2 false there"]);
  });

  it("grades nothing here where it may not, or where the grading is a user's own code", async () => {
    expect(await gradedBy(["\\boxed{5}"], "math500", false)).toEqual(["0 false there"]);
    const path = join(await testFolder(), "own.mjs");
    await writeFile(
      path,
      `export const task = {
        name: "own", description: "d", eval_type: "generative", maxNewTokens: 10, load: async () => {},
        grade() { throw new Error("not in this thread"); },
      };`,
    );
    expect(await gradedBy(["\\boxed{5}"], path)).toEqual(["0 false there"]);
  });
});

describe("the viewer", () => {
  it("shows a sample whose text or answer takes too long to read", async () => {
    const folder = await testFolder();
    const run = join(folder, "run");
    await mkdir(run);
    const rows = join(folder, "rows.jsonl");
    await writeFile(rows, '{"problem":"?","answer":"1"}\n');
    const model = { kind: "openai", model: "m", api: "chat" };
    const settings = { tasks: [rows], temperature: 1, seed: 0, numSamples: 1, concurrency: 1 };
    const source = { dataset: rows, files: [] };
    const file = {
      v: 1,
      config: { model, ...settings },
      data: { rows: { source, problems: 1, digest: "", maxNewTokens: 9 } },
      versions: { assay: "0.1.0", node: "v20" },
      created: "2026-01-01T00:00:00.000Z",
    };
    await writeFile(join(run, "run.json"), JSON.stringify(file));
    const line = {
      v: 1,
      id: "rows/1",
      kind: "draw",
      input: {
        ...{ task: "rows", problem: "1", statement: "?", gold: "1", prompt: "?" },
        ...{ samples: [0], seeds: [1] },
      },
      outcome: {
        completions: [{ sample: 0, text: "So \\boxed{HANG}.", finish: "stop" }],
        failures: [],
        usage: { inputTokens: 1, outputTokens: 2 },
      },
      time: { at: "2026-01-01T00:00:00.000Z", ms: 5 },
    };
    await writeFile(join(run, "samples.jsonl"), `${JSON.stringify(line)}\n`);
    hanging.state.isOn = false;
    const { scores } = await gradeRun(run, (name) => findTask(name, { tasks: {} }));
    await writeVerdicts(run, scores, { assay: "0.1.0" });
    const grading = { grade: () => {} } as unknown as Grading;
    const index = new EvalIndex(run, join(folder, "cache"), grading, () => {});
    await index.refresh();
    const read = await samplePage(index, "rows", "1", 0);
    expect(read).toMatchObject({ verdict: { state: "wrong", answer: "HANG" }, reading: { gold: "1" } });
    hanging.state.isOn = true;
    const page = await samplePage(index, "rows", "1", 0);
    expect(page).toMatchObject({ verdict: { state: "wrong", answer: "HANG" }, reading: undefined });
  });
});
