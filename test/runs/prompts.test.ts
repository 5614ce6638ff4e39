// The prompt of a run: the user's own, worked examples, stop strings, the reasoning effort, and the API.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { type Asked, choices, TestServer } from "../models/server.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-prompts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
write("rows.jsonl", lines([{ id: "a", problem: "What is 2 + 2?", answer: "4" }]));
write(
  "shots.jsonl",
  lines([
    { problem: "What is 1 + 1?", solution: "One and one are two.", answer: "2" },
    { problem: "What is 2 + 2?", answer: "4" },
  ]),
);
write("prompt.txt", "Solve this: {problem}\n");

let server: TestServer;
let runs = 0;
beforeEach(async () => {
  server = await TestServer.start((asked) => choices(asked, ["\\boxed{4}"]));
});
afterEach(() => server.close());

const run = (...words: string[]) =>
  assay(
    [
      "eval",
      "--base-url",
      server.url,
      "--model",
      "m",
      "-a",
      "rows.jsonl",
      "--out",
      `run-${runs++}`,
      ...words,
    ],
    "",
    folder,
  );
const asked = (): Asked["body"] => server.asked[0]!.body;
const runFile = () => JSON.parse(readFileSync(join(folder, `run-${runs - 1}`, "run.json"), "utf8"));

describe("a prompt of the user's own", () => {
  it("asks with the text of a file, and the run's file repeats it without the file", async () => {
    expect((await run("--prompt-file", "prompt.txt", "--system", "Be brief.")).code).toBe(0);
    expect(asked().messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Solve this: What is 2 + 2?" },
    ]);
    expect(runFile().config.prompt).toBe("Solve this: {problem}");
  });

  it("must say where the problem goes", async () => {
    write("bad.txt", "Solve it.");
    const { code, stderr } = await run("--prompt-file", "bad.txt");
    expect(code).toBe(2);
    expect(stderr).toContain("bad.txt must contain {problem}, where the problem goes");
    expect((await run("--prompt-file", "absent.txt")).stderr).toContain("absent.txt cannot be read");
  });
});

describe("worked examples", () => {
  it("come first, asked as the problem is, without one that is the problem itself", async () => {
    expect((await run("--few-shot", "shots.jsonl", "--prompt-file", "prompt.txt")).code).toBe(0);
    expect(asked().messages).toEqual([
      { role: "user", content: "Solve this: What is 1 + 1?" },
      { role: "assistant", content: "One and one are two.\n\nThe answer is \\boxed{2}." },
      { role: "user", content: "Solve this: What is 2 + 2?" },
    ]);
  });

  it("are asked with the task's own prompt where there is no other", async () => {
    await run("--few-shot", "shots.jsonl");
    const [first, , last] = asked().messages!;
    expect(first!.content).toBe(last!.content.replace("2 + 2", "1 + 1"));
  });

  it("are kept in the run, which other examples do not continue", async () => {
    await run("--few-shot", "shots.jsonl");
    expect(runFile().config.fewShot).toEqual([
      { problem: "What is 1 + 1?", answer: "2", solution: "One and one are two." },
      { problem: "What is 2 + 2?", answer: "4" },
    ]);
    write("others.jsonl", lines([{ problem: "What is 3 + 3?", answer: "6" }]));
    runs--;
    const { code, stderr } = await run("--few-shot", "others.jsonl");
    expect(code).toBe(1);
    expect(stderr).toContain("few-shot");
    runs--;
    const again = await run();
    expect(again.code).toBe(1); // Without the examples it is a different run.
    const continued = await assay(
      ["eval", `run-${runs - 1}`, "--base-url", server.url, "-n", "2", "-t", "0"],
      "",
      folder,
    );
    expect(continued.code).toBe(0);
    expect(server.asked.at(-1)!.body.messages).toHaveLength(3);
  });

  it("need an answer", async () => {
    write("bare.jsonl", lines([{ problem: "What is 1 + 1?", answer: "" }]));
    const { code, stderr } = await run("--few-shot", "bare.jsonl");
    expect(code).toBe(1);
    expect(stderr).toContain("bare.jsonl: row 1 has no answer, which an example needs");
  });
});

describe("stops and reasoning", () => {
  it("are sent with every request and kept in the run", async () => {
    const { code } = await run(
      "--stop",
      "END",
      "--stop",
      "\n\n",
      "--reasoning-effort",
      "high",
      "--tag",
      "v1",
    );
    expect(code).toBe(0);
    expect(asked()).toMatchObject({ stop: ["END", "\n\n"], reasoning_effort: "high" });
    expect(runFile().config).toMatchObject({ stop: ["END", "\n\n"], reasoningEffort: "high", tag: ["v1"] });
    const { stdout } = await assay(["show", "."], "", folder);
    expect(stdout).toMatch(/state +tags/);
  });

  it("have their tokens counted apart", async () => {
    server.answerWith((asked) => {
      const { body } = choices(asked, ["\\boxed{4}"]) as { body: Record<string, unknown> };
      const usage = { prompt_tokens: 7, completion_tokens: 30 };
      return { body: { ...body, usage: { ...usage, completion_tokens_details: { reasoning_tokens: 20 } } } };
    });
    const { stdout } = await run("--thinking-budget", "16");
    expect(asked().thinking_token_budget).toBe(16);
    expect(stdout).toContain("7 tokens in, 30 out (20 of reasoning)");
  });
});

describe("the API", () => {
  it("may be Anthropic's: a run from the command line alone", async () => {
    const message = (text: string) => ({
      body: {
        model: "m",
        content: [{ type: "text", text }],
        stop_reason: "end_turn",
        usage: { input_tokens: 3, output_tokens: 2 },
      },
    });
    server.answerWith(() => message("\\boxed{4}"));
    server.answerProbe = () => message("A fixed answer.");
    const { code, stdout } = await run("--api", "messages", "-n", "2", "-t", "1", "--json");
    expect(code).toBe(0);
    expect(server.asked.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages"]);
    expect(JSON.parse(stdout).tasks.rows).toMatchObject({ right: 2, tokens: { input: 6, output: 4 } });
    expect(runFile().seen[0].greedy.text).toBe("A fixed answer.");
  });

  it("may be the Responses API", async () => {
    const response = (text: string) => ({
      body: { status: "completed", output: [{ type: "message", content: [{ type: "output_text", text }] }] },
    });
    server.answerWith(() => response("\\boxed{4}"));
    server.answerProbe = () => response("A fixed answer.");
    const { code, stdout } = await run("--api", "responses", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tasks.rows).toMatchObject({ right: 1 });
    expect(server.asked[0]!.path).toBe("/v1/responses");
  });

  it("refuses what it cannot be asked for", async () => {
    const refused = async (...words: string[]) => {
      const { code, stderr } = await run(...words);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused("--api", "messages", "--thinking-budget", "9")).toContain("give -t 1");
    expect(await refused("--api", "responses", "--thinking-budget", "9")).toContain("--reasoning-effort");
    expect(await refused("--api", "responses", "--template", "r1_zero")).toContain("continues a text");
  });
});
