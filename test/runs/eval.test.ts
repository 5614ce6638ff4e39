// `assay eval`, as users and programs run it.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/cli/command.ts";
import { readEvalRequest } from "../../src/cli/eval/eval-options.ts";
import type { TaskMetrics } from "../../src/runs/metrics.ts";
import { type Answer, choices, promptIn, type Reply, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay, startAssay } from "./spawned.ts";
import { answerSums, evalArgs, isGuess, problemOf, samplesOf, sumTexts, writeSums } from "./sums.ts";

let folder: string;
let rows: string;
let run: string;
let server: TestServer;
beforeEach(async () => {
  folder = await testFolder();
  rows = await writeSums(folder, 12);
  run = join(folder, "run");
  server = await serve(answerSums());
});

async function serve(answer: Answer): Promise<TestServer> {
  const started = await TestServer.start(answer);
  onTestFinished(() => started.close().catch(() => {}));
  return started;
}

const assay = (...args: string[]) => ranAssay(args, folder);
const evaluate = (...more: string[]) => ranAssay(evalArgs(rows, server.url, run, ...more), folder);

interface Printed {
  run: string;
  tasks: Record<string, TaskMetrics>;
}
const printed = (stdout: string) => JSON.parse(stdout) as Printed;
const sums = (stdout: string) => printed(stdout).tasks.sums!;

describe("assay eval", () => {
  it("prints one JSON object with what the server's answers come to", async () => {
    const { code, stdout } = await evaluate("-n", "3", "-t", "0.7");
    expect(code).toBe(0);
    const rights = server.asked.map(({ body }) => [0, 1, 2].filter((i) => !isGuess(body.seed!, i)).length);
    const right = rights.reduce((a, b) => a + b);
    expect(printed(stdout).run).toBe(run);
    expect(sums(stdout)).toMatchObject({
      problems: 12,
      samples: 36,
      accuracy: rights.filter((count) => count > 0).length / 12,
      right,
      wrong: 36 - right,
      unscored: {},
      truncated: 0,
      maj_method: "exact",
      tokens: { input: 12 * 7, output: 36 * 3 },
      requests: 12,
    });
    expect(sums(stdout).avg_at_k.value).toBeCloseTo(right / 36);
    expect(Object.keys(sums(stdout).pass_at_k)).toEqual(["1", "2", "3"]);
    expect(Object.keys(sums(stdout).maj_at_k)).toEqual(["1", "2", "3"]);
  });

  it("prints a table where no JSON is asked for, and plain lines where nobody watches", async () => {
    const args = evalArgs(rows, server.url, run).filter((arg) => arg !== "--json");
    const { stdout, stderr } = await ranAssay(args, folder);
    expect(stdout).toMatch(
      /task +accuracy +problems +samples +right +wrong +unscored +truncated\nsums +[\d.]+%.* 12 +12 /,
    );
    expect(stderr).toContain("12/12 samples");
    expect(stderr).toContain(`the run is in ${run}`);
    expect(stdout + stderr).not.toContain("\x1b");
  });

  it("sends the flags, and top-k only when it is given", async () => {
    await evaluate("-t", "0.5", "--top-p", "0.9", "-m", "77", "--system", "Be brief.", "-x", "1");
    const { body } = server.asked[0]!;
    expect(body).toMatchObject({ temperature: 0.5, top_p: 0.9, max_tokens: 77 });
    expect(body.messages![0]).toEqual({ role: "system", content: "Be brief." });
    expect(body).not.toHaveProperty("top_k");
    expect(body).not.toHaveProperty("n");
    run = join(folder, "other");
    await evaluate("-k", "50", "-x", "1");
    expect(server.asked[1]!.body).toMatchObject({ top_k: 50, temperature: 0, max_tokens: 16_384 });
  });

  it("shows one request and asks nothing in a dry run", async () => {
    const { code, stdout } = await assay(
      ...evalArgs(rows, server.url, run, "--dry-run", "--api-key-env", "NONE"),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      url: `${server.url}/chat/completions`,
      body: { model: "adder", messages: [{ role: "user" }] },
    });
    expect(server.asked).toEqual([]);
    expect(await readdir(folder)).toEqual(["sums.jsonl"]);
  });

  it("warns of several samples at temperature 0", async () => {
    expect((await evaluate("-n", "2", "-x", "1")).stderr).toContain("at temperature 0 may all be the same");
    run = join(folder, "other");
    expect((await evaluate("-n", "2", "-t", "1", "-x", "1")).stderr).not.toContain("temperature 0");
  });

  it("asks in plain completion mode with the template r1_zero, and puts the stop back", async () => {
    server.answerWith((asked) => {
      const sum = 3 * problemOf(asked);
      const texts = [` adding </think> <answer>\\boxed{${sum}}`, ` adding, so \\boxed{${sum}}.`];
      return choices(asked, [texts[problemOf(asked) % 2]!]);
    });
    const { stdout } = await evaluate("--template", "r1_zero");
    expect(server.asked[0]!.path).toBe("/v1/completions");
    expect(server.asked[0]!.body.stop).toEqual(["</answer>"]);
    for (const { body } of server.asked) expect(promptIn(body).endsWith("<think>")).toBe(true);
    expect(sums(stdout)).toMatchObject({ right: 6, wrong: 6 });
  });

  it("runs several tasks as one run", async () => {
    const more = await writeSums(folder, 5, "more.jsonl");
    rows = `${rows}|${more}`;
    const { stdout } = await evaluate();
    expect(Object.entries(printed(stdout).tasks).map(([name, task]) => [name, task.problems])).toEqual([
      ["sums", 12],
      ["more", 5],
    ]);
  });

  it("counts completions that were cut off, and grades them on their text", async () => {
    server.answerWith((asked) => {
      const reply = choices(asked, sumTexts(asked)) as { body: { choices: { finish_reason: string }[] } };
      if (problemOf(asked) < 4) reply.body.choices[0]!.finish_reason = "length";
      return reply;
    });
    const { stdout } = await evaluate();
    const { right, wrong, truncated } = sums(stdout);
    expect([right + wrong, truncated]).toEqual([12, 4]);
  });

  it("finds its own folder under runs, the same for the same command", async () => {
    const args = evalArgs(rows, server.url, run).filter((arg) => arg !== "--out" && arg !== run);
    const first = printed((await assay(...args)).stdout).run;
    expect(first).toMatch(/^runs\/adder-sums-[0-9a-f]{8}$/);
    expect(printed((await assay(...args)).stdout).run).toBe(first);
    expect(server.asked).toHaveLength(12);
    expect(printed((await assay(...args, "-t", "1")).stdout).run).not.toBe(first);
  });
});

describe("the same run", () => {
  it("asks for nothing that it has", async () => {
    const first = await evaluate();
    const again = await evaluate("--concurrency", "3");
    expect(server.asked).toHaveLength(12);
    expect(printed(again.stdout)).toEqual(printed(first.stdout));
  });

  it("is extended by more samples and more problems, and asks for those alone", async () => {
    await evaluate("-n", "2", "-t", "1", "-x", "5");
    const { stdout } = await evaluate("-n", "5", "-t", "1", "-x", "8");
    expect(sums(stdout)).toMatchObject({ problems: 8, samples: 40 });
    expect(server.asked.slice(5).map(({ body }) => body.n)).toEqual([3, 3, 3, 3, 3, 5, 5, 5]);
    expect(new Set(server.asked.map(({ body }) => body.seed)).size).toBe(13);
  });

  it("may move to other servers", async () => {
    await evaluate("-x", "3");
    const other = await serve(answerSums());
    server = other;
    expect((await evaluate()).code).toBe(0);
    expect(other.asked).toHaveLength(9);
  });

  it("is not one with other settings: refused with what changed", async () => {
    await evaluate();
    const changes: [string[], string[]][] = [
      [
        ["-t", "0.6", "--system", "x", "-m", "9"],
        ["temperature: 0 → 0.6", 'system: none → "x"', "max-tokens of sums: 16384 → 9"],
      ],
      [
        ["--seed", "4", "--model", "other"],
        ["seed: 0 → 4", 'model: "adder" → "other"'],
      ],
      [["-x", "3"], ["problems of sums: 12 → 3 (they can only be raised)"]],
    ];
    for (const [flags, sentences] of changes) {
      const { code, stderr } = await evaluate(...flags);
      expect(code).toBe(1);
      for (const sentence of sentences) expect(stderr).toContain(sentence);
    }
    expect(server.asked).toHaveLength(12);
  });

  it("is not one over other data", async () => {
    await evaluate("-x", "5");
    await writeFile(rows, (await readFile(rows, "utf8")).replace('"answer":"3"', '"answer":"4"'));
    const { code, stderr } = await evaluate("-x", "5");
    expect(code).toBe(1);
    expect(stderr).toContain("data of sums:");
  });

  it("is run again from its file, once its server is named again", async () => {
    await evaluate("-n", "2", "-t", "0.3", "--seed", "9", "-x", "6");
    const again = join(folder, "again");
    const refused = await assay("eval", join(run, "run.json"), "--out", again);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`name its model again: --base-url ${server.url},`);
    const { code } = await assay("eval", join(run, "run.json"), "--base-url", server.url, "--out", again);
    expect(code).toBe(0);
    expect(await samplesOf(again)).toEqual(await samplesOf(run));
  });

  it("refuses a second writer", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answerWith((asked, number) => released.then(() => answerSums()(asked, number) as Reply));
    const first = evaluate();
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const { code, stderr } = await evaluate();
    release();
    expect(code).toBe(1);
    expect(stderr).toContain("writes to this run");
    expect((await first).code).toBe(0);
  });
});

describe("failures", () => {
  it("are unscored with their reason, have scored-only values beside, and are asked again", async () => {
    let isWell = false;
    server.answerWith((asked, number) =>
      problemOf(asked) < 3 && !isWell
        ? { status: 400, body: { error: { message: "the context is too long" } } }
        : answerSums()(asked, number),
    );
    const { code, stdout, stderr } = await evaluate();
    expect(code).toBe(1);
    const { right, wrong, unscored, samples, problems, scored_only } = sums(stdout);
    expect(unscored).toEqual({ provider: 3 });
    expect(right + wrong + 3).toBe(samples);
    expect([problems, scored_only!.problems, scored_only!.samples]).toEqual([12, 9, 9]);
    expect(stderr).toContain("status 400: the context is too long");
    expect(stderr).toContain(
      `3 samples are missing; 'assay eval ${run} --base-url ${server.url}' asks for them`,
    );
    isWell = true;
    const before = server.asked.length;
    const again = await evaluate();
    expect(again.code).toBe(0);
    expect(server.asked.slice(before).map(problemOf)).toEqual([0, 1, 2]);
    expect(sums(again.stdout).unscored).toEqual({});
  });

  it("that all requests would share stop the run, in the server's words and without the key", async () => {
    server.answerWith(() => ({ status: 401, body: { error: { message: "bad key: sk-hidden-1" } } }));
    process.env.TEST_ASSAY_KEY = "sk-hidden-1";
    onTestFinished(() => {
      delete process.env.TEST_ASSAY_KEY;
    });
    const { code, stdout, stderr } = await evaluate("--api-key-env", "TEST_ASSAY_KEY", "--concurrency", "2");
    expect(code).toBe(1);
    expect(server.asked.length).toBeLessThanOrEqual(2);
    expect(server.asked[0]!.headers.authorization).toBe("Bearer sk-hidden-1");
    expect(stderr).toContain("status 401: bad key: [key]");
    expect(sums(stdout).unscored).toEqual({ not_asked: 12 });
    const files = await Promise.all((await readdir(run)).map((name) => readFile(join(run, name), "utf8")));
    expect(stdout + stderr + files.join()).not.toContain("sk-hidden-1");
  });

  it("name a key's variable that is not set", async () => {
    const { code, stderr } = await evaluate("--api-key-env", "TEST_ASSAY_NO_KEY");
    expect(code).toBe(1);
    expect(stderr).toContain("TEST_ASSAY_NO_KEY, which should hold the key, is not set");
  });

  it("of usage are said in a sentence", async () => {
    const task = ["-a", "AIME-2024"];
    const model = [...task, "--base-url", server.url, "--model", "m"];
    for (const [args, sentence] of [
      [[], /which task\? Give -a TASK, or -a all .*The tasks are:\n.*AIME-2024/s],
      [["--base-url", server.url], "which task?"],
      [task, "which model?"],
      [[...task, "-i", "nobody"], /there is no source 'nobody'; there is no assay\.config\.\* here$/],
      [
        [...task, "--base-url", server.url],
        "which model? Give --model NAME; the server does not list its models",
      ],
      [[...task, "--base-url", "here", "--model", "m"], "'here' is not a URL"],
      [[...model, "-n", "0"], "-n: '0' is not a whole number from 1 to 100000"],
      [[...model, "-n", "1.5"], "-n: '1.5' is not a whole number"],
      [[...model, "--top-p", "2"], "--top-p: '2' is not a number from 0 to 1"],
      [[...model, "--template", "r2"], "--template: 'r2' is not one of r1_zero"],
      [[...model, "--template", "r1_zero", "--system", "x"], "--template cannot be used with --system"],
      [[...model, "--budget", "3"], "--budget needs the model's prices"],
      [[...model, "-a", "x||y"], "a name is missing"],
      [[...model, "-a", "x,,y"], "a name is missing"],
      [
        [...task, "-i", "sft", "--base-url", server.url],
        "--source cannot be used with --base-url: give one of them",
      ],
    ] as const) {
      const read = readEvalRequest(args, { path: undefined, sources: {}, tasks: {} });
      await expect(read).rejects.toBeInstanceOf(UsageError);
      await expect(read).rejects.toThrow(sentence);
    }
  });
});

describe("stopping", () => {
  it("with Ctrl-C lets the requests in flight end, says how to go on, and goes on", async () => {
    server.answerWith(answerSums(() => 100));
    const { kill, ended } = startAssay(evalArgs(rows, server.url, run, "--concurrency", "3"), folder);
    while (server.asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain("waiting for the requests in flight");
    expect(stderr).toContain(`'assay eval ${run} --base-url ${server.url}' asks for them`);
    const asked = server.asked.length;
    expect(sums(stdout).unscored).toEqual({ not_asked: 12 - asked });
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, done: asked, of: 12 });
    expect(await samplesOf(run)).toHaveLength(asked);
    expect((await evaluate()).code).toBe(0);
    expect(server.asked).toHaveLength(12);
  });

  it("with a second Ctrl-C, or with SIGTERM, does not wait", async () => {
    server.answerWith(answerSums(() => 60_000));
    for (const [wanted, signals] of [
      [130, ["SIGINT", "SIGINT"]],
      [143, ["SIGTERM"]],
    ] as const) {
      const before = server.asked.length;
      const running = startAssay(evalArgs(rows, server.url, run, "--concurrency", "3"), folder);
      while (server.asked.length < before + 3) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const [i, signal] of signals.entries()) {
        running.kill(signal);
        // Two signals at once are one.
        while (i + 1 < signals.length && !running.stderr().includes("waiting for the requests in flight"))
          await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect((await running.ended).code).toBe(wanted);
    }
    expect(await samplesOf(run)).toEqual([]);
  });

  it("with one Ctrl-C does not wait for another try", async () => {
    server.answerWith(() => ({ status: 503, headers: { "retry-after": "60" }, body: { error: "busy" } }));
    const args = evalArgs(rows, server.url, run, "--concurrency", "3").filter((word) => word !== "--json");
    const { kill, ended } = startAssay(args, folder);
    while (server.asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 300));
    kill("SIGINT");
    const { code, stdout } = await ended; // A minute would exceed the time limit of the test.
    expect(code).toBe(130);
    expect(stdout).toMatch(/^INCOMPLETE 0\/12 samples\n/);
    expect(stdout).toMatch(/^sums +– +12 +12/m);
    expect(await samplesOf(run)).toEqual([]);
  });

  it("for a spent budget keeps what was paid for, and goes on with more", async () => {
    const sources = {
      priced: { baseUrl: server.url, model: "adder", prices: { input: 1000, output: 1000 } },
    };
    await writeFile(join(folder, "assay.config.json"), JSON.stringify({ sources }));
    const args = ["eval", "-i", "priced", "-a", rows, "--out", run, "--json", "--concurrency", "1"];
    const { code, stdout, stderr } = await assay(...args, "--budget", "0.035");
    expect(code).toBe(1);
    expect(stderr).toContain("the budget of 0.035 is used up");
    const paid = server.asked.length; // A request costs 0.01, and one may be in progress when the last is counted.
    expect([4, 5]).toContain(paid);
    expect(sums(stdout)).toMatchObject({ unscored: { not_asked: 12 - paid } });
    expect(sums(stdout).cost).toBeCloseTo(0.01 * paid);
    expect((await assay(...args, "--budget", "1")).code).toBe(0);
    expect(server.asked).toHaveLength(12);
  });
});

describe("a replay", () => {
  it("of a run gives the run's scores, without a server", async () => {
    const recorded = sums((await evaluate("-n", "3", "-t", "1")).stdout);
    await server.close();
    const again = join(folder, "again");
    const { code, stdout } = await assay(
      ...["eval", "-i", run, "-a", rows, "-n", "3", "-t", "1", "--out", again, "--json"],
    );
    expect(code).toBe(0);
    const { tokens: _, request_seconds: __, ...scores } = sums(stdout);
    expect(recorded).toMatchObject(scores);
  });

  it("of a file finds completions by problem, and says which are missing", async () => {
    const completions = join(folder, "completions.jsonl");
    await mkdir(run);
    const lines = Array.from({ length: 11 }, (_, i) => ({ problem: i + 1, text: `\\boxed{${3 * i}}` }));
    await writeFile(completions, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { code, stdout } = await assay("eval", "-i", completions, "-a", rows, "--out", run, "--json");
    expect(code).toBe(1);
    expect(sums(stdout)).toMatchObject({ right: 11, unscored: { provider: 1 } });
  });
});
