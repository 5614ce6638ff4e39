// A server that puts the model's output into other fields than the usual one: a message says so, and the output is read
// there if the user asks for it.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { TaskMetrics } from "../../src/runs/metrics.ts";
import { type Asked, choices, type Reply, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";
import { evalArgs, sumTexts, writeSums } from "./sums.ts";

interface Message {
  content?: string | null;
  [field: string]: unknown;
}

/** Answers whose messages have their text elsewhere. */
function moved(asked: Asked, texts: string[], message: (text: string) => Message): Reply {
  const reply = choices(asked, texts) as { body: { choices: { message: Message }[] } };
  for (const choice of reply.body.choices) choice.message = message(choice.message.content!);
  return reply;
}

const inReasoning = (text: string): Message => ({ content: null, reasoning_content: text });
const inCalls = (text: string): Message => ({
  content: null,
  tool_calls: [{ function: { name: "answer", arguments: text } }],
});

async function serverOf(message: (text: string) => Message, texts = sumTexts): Promise<TestServer> {
  const server = await TestServer.start((asked) => moved(asked, texts(asked), message));
  onTestFinished(() => server.close());
  return server;
}

const sums = (stdout: string): TaskMetrics =>
  (JSON.parse(stdout) as { tasks: { sums: TaskMetrics } }).tasks.sums;

it.each([
  ["reasoning_content", inReasoning, { with_reasoning: 12, with_tool_calls: 0 }],
  ["tool_calls", inCalls, { with_reasoning: 0, with_tool_calls: 12 }],
])(
  "an evaluation says that its completions are in %s, and reads them there",
  async (field, message, where) => {
    const folder = await testFolder();
    const server = await serverOf(message);
    const rows = await writeSums(folder, 6);
    const args = (run: string, ...more: string[]) =>
      evalArgs(rows, server.url, join(folder, run), "-n", "2", "-t", "1", ...more);
    const { stdout } = await ranAssay(args("empty"));
    expect(sums(stdout)).toMatchObject({ right: 0, wrong: 12, empty: { completions: 12, of: 12, ...where } });
    const words = `sums: 12 of 12 completions are empty; the server put them into ${field}? --completion-field ${field} reads them there`;
    const again = await ranAssay(["regrade", join(folder, "empty")]);
    expect(again.stdout).toContain(words);
    // As if the server had used the usual field.
    const usual = await serverOf((content) => ({ content }));
    const should = sums(
      (await ranAssay(evalArgs(rows, usual.url, join(folder, "usual"), "-n", "2", "-t", "1"))).stdout,
    );
    expect(should.right).toBeGreaterThan(0);
    const read = await ranAssay(args("read", "--completion-field", field));
    expect(sums(read.stdout)).toMatchObject({ right: should.right, wrong: should.wrong });
    expect(sums(read.stdout).empty).toBeUndefined();
    expect(await readFile(join(folder, "read", "samples.jsonl"), "utf8")).toContain(`"from":"${field}"`);
    expect(await readFile(join(folder, "read", "run.json"), "utf8")).toContain(
      `"completionField": "${field}"`,
    );
    // The server's answer is in the journal, so no request is repeated.
    const regraded = await ranAssay([
      "regrade",
      join(folder, "empty"),
      "--completion-field",
      field,
      "--json",
    ]);
    expect(sums(regraded.stdout)).toMatchObject({ right: should.right, wrong: should.wrong });
    // The field belongs to the identity of the run.
    const other = await ranAssay(args("read"));
    expect(other.code).toBe(1);
    expect(other.stderr).toContain("completion-field");
  },
);

it("says so where the server sent nothing anywhere, and counts an answer beside reasoning as an answer", async () => {
  const folder = await testFolder();
  const server = await serverOf(() => ({ content: "" }));
  const rows = await writeSums(folder, 3);
  await ranAssay(evalArgs(rows, server.url, join(folder, "run")));
  const { stdout } = await ranAssay(["regrade", join(folder, "run")]);
  expect(stdout).toContain("3 of 3 completions are empty, and the server sent no text in another field");
  server.answerWith((asked) =>
    moved(asked, sumTexts(asked), (content) => ({ content, reasoning_content: "\\boxed{-1}" })),
  );
  const both = await ranAssay(
    evalArgs(rows, server.url, join(folder, "both"), "--completion-field", "reasoning_content"),
  );
  expect(sums(both.stdout).right).toBeGreaterThan(0);
});

it("a judge and a policy are read there too", async () => {
  const folder = await testFolder();
  const samples = join(folder, "made.jsonl");
  const lines = [-1, 0].map((label, i) => ({ id: `${i}`, problem: "1 + 1", steps: ["It is 2."], label }));
  await writeFile(samples, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const judge = await serverOf(inReasoning, () => ["The step is right. \\boxed{Right}"]);
  const bench = (prefix: string, ...more: string[]) =>
    ranAssay(
      [
        "processbench",
        "--data",
        samples,
        "--base-url",
        judge.url,
        "--model",
        "judge",
        "--output_prefix",
        prefix,
        ...more,
      ],
      folder,
    );
  const empty = await bench("empty");
  expect(empty.stdout).toContain(
    "made: 2 of 2 replies are empty; the server put them into reasoning_content?",
  );
  const read = await bench("read", "--completion-field", "reasoning_content", "--json");
  expect(JSON.parse(read.stdout).subsets.made).toMatchObject({ no_verdict: 0, correct_accuracy: 100 });
  const policy = await serverOf(inReasoning, ({ body }) =>
    Array.from({ length: body.n ?? 1 }, () => "So it is \\boxed{3}."),
  );
  const rows = await writeSums(folder, 2);
  const search = (out: string, ...more: string[]) =>
    ranAssay(
      [
        "search",
        "--data",
        rows,
        "--policy-api-base",
        policy.url,
        "--policy-model-name",
        "p",
        "--strategy",
        "majority",
        "-n",
        "2",
        "--output-dir",
        join(folder, out),
        ...more,
      ],
      folder,
    );
  const none = await search("none");
  expect(none.stdout, none.stderr).toMatch(
    /policy: \d+ of \d+ candidates are empty; the server put them into reasoning_content\?/,
  );
  const found = await search("found", "--completion-field", "reasoning_content", "--json");
  expect(JSON.parse(found.stdout), found.stderr).toMatchObject({ answered: 2 });
});
