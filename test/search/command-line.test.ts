// Guided search as a user runs it: search, kill, continue, show, score and compare.

import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ProblemResult } from "../../src/search/result.ts";
import { assay } from "../command-line.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay, startAssay } from "../runs/spawned.ts";
import { writeSums } from "../runs/sums.ts";
import { search, startServers } from "./servers.ts";
import { resultsIn, searchArgs } from "./world.ts";

const json = <T>(text: string): T => JSON.parse(text) as T;

interface Printed {
  results: string;
  problems: number;
  answered: number;
  right: number;
  requests: { policy: number; reward: number };
  baseline?: { results: string; pass_at_1: { value: number }; maj_at_n: number; pass_at_n: number };
}

describe("assay search", () => {
  it("is killed in the middle, and ends as the undisturbed search does without repeating an iteration", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 20);
    const slow = await startServers({ delayMs: 15 });
    const out = join(folder, "killed");
    for (const patience of [3, 10, 15]) {
      const from = slow.policy.asked.length;
      const { kill, ended } = startAssay(
        searchArgs(rows, slow.policy, slow.reward, out, "--concurrency", "6"),
      );
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      while (slow.policy.asked.length < from + patience && !isOver) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      kill("SIGKILL");
      expect((await ended).signal).toBe("SIGKILL");
    }
    const journal = join(out, "search-0-None", "iterations.jsonl");
    const text = await readFile(journal, "utf8");
    const lines = text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter((line) => line !== "");
    const finished = lines.map(
      (line) => json<{ input: { statement: string; iteration: number } }>(line).input,
    );
    const from = slow.policy.asked.length;
    const last = await ranAssay(searchArgs(rows, slow.policy, slow.reward, out));
    expect(last.code).toBe(0);
    const done = new Set(finished.map(({ statement, iteration }) => `${statement} ${iteration}`));
    expect(done.size).toBeGreaterThan(5);
    const askedAgain = slow.policy.asked.slice(from).map(({ body }) => {
      const [, user, so] = body.messages!;
      return `${user!.content} ${so?.content.split("\n\n").length ?? 1}`;
    });
    expect(askedAgain.length).toBeGreaterThan(0);
    expect(askedAgain.filter((iteration) => done.has(iteration))).toEqual([]);

    const calm = join(folder, "calm");
    const undisturbed = await startServers();
    const { code } = await ranAssay(searchArgs(rows, undisturbed.policy, undisturbed.reward, calm));
    expect(code).toBe(0);
    expect(await resultsIn(out)).toEqual(await resultsIn(calm));
    // The output counts the whole search, not only its last start.
    const { requests } = json<Printed>(last.stdout);
    expect(requests.policy).toBe(undisturbed.policy.answered);
    expect(requests.reward).toBe(undisturbed.reward.answered);
  });

  it("takes the task description's flags, prints one object, and answers what the reward model is worth", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 40);
    const { policy, reward } = await startServers();
    const out = join(folder, "math");
    const { code, stdout } = await assay(
      searchArgs(
        rows,
        policy,
        reward,
        out,
        "--reward_tokenizer_path",
        "/nowhere",
        "--data_begin",
        "0",
        "--data_end",
        "None",
        "--temperature",
        "1.0",
        "--baseline",
      ),
    );
    expect(code).toBe(0);
    const printed = json<Printed>(stdout);
    expect(printed).toMatchObject({
      results: join(out, "result-0-None.json"),
      problems: 40,
      answered: 40,
    });
    const { baseline } = printed;
    // About half of the single solutions are right; the judge knows which.
    expect(printed.right).toBe(40);
    expect(baseline!.pass_at_1.value).toBeGreaterThan(0.3);
    expect(baseline!.pass_at_1.value).toBeLessThan(0.7);
    expect(baseline!.maj_at_n).toBeLessThan(1);
    expect(baseline!.pass_at_n).toBeGreaterThan(baseline!.maj_at_n);
    const samples = await resultsIn(join(out, "baseline"));
    const right = samples.flatMap(({ gt_answer, iteration_history }) =>
      iteration_history[0]!.candidates_info.map(({ candidate_step }) =>
        candidate_step.includes(`\\boxed{${gt_answer}}`) ? 1 : 0,
      ),
    );
    expect(right).toHaveLength(320);
    expect(baseline!.pass_at_1.value).toBeCloseTo(right.reduce<number>((a, b) => a + b, 0) / 320, 12);

    const compared = await assay(["compare", join(out, "baseline"), out, "--json"]);
    const { tasks } = json<{ tasks: Record<string, { problems: number; b: number; lost: string[] }> }>(
      compared.stdout,
    );
    expect(Object.values(tasks)).toMatchObject([{ problems: 40, b: 1, lost: [] }]);
  });

  it("prints a table where a person asks", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 4);
    const { policy, reward } = await startServers();
    const args = searchArgs(rows, policy, reward, join(folder, "out"), "--baseline").filter(
      (arg) => arg !== "--json",
    );
    const { stdout } = await assay(args);
    expect(stdout).toMatch(/greedy +100\.0% +51\.0% to 100\.0% +4/); // Wilson's interval of 4 in 4
    expect(stdout).toMatch(/majority@8 /);
    expect(stdout).toContain("4 with an answer");
  });

  it("shows its first requests without asking, and holds no key in them", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 4);
    const { policy, reward } = await startServers();
    process.env.SEARCH_TEST_KEY = "secret-of-the-test";
    const { stdout } = await assay(
      searchArgs(
        rows,
        policy,
        reward,
        join(folder, "out"),
        "--dry-run",
        "--policy-api-key-env",
        "SEARCH_TEST_KEY",
      ),
    );
    const shown = json<{ policy: { body: object }; reward: { body: object } }>(stdout);
    expect(shown.policy.body).toMatchObject({ model: "policy-model", n: 8, stop: ["\n\n"] });
    expect(shown.reward.body).toMatchObject({ model: "reward-model" });
    expect(stdout).not.toContain("secret");
    expect([...policy.asked, ...reward.asked]).toEqual([]);
  });

  it("shows the model that a server lists alone, as a run would send it", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 4);
    const { policy, reward } = await startServers();
    policy.models = { body: { data: [{ id: "m1" }] } };
    const { stdout } = await assay(searchArgs(rows, policy, reward, join(folder, "out"), "--dry-run"));
    const shown = json<{ policy: { body: object }; reward: { body: object } }>(stdout);
    expect(shown.policy.body).toMatchObject({ model: "m1" });
    expect(shown.reward.body).toMatchObject({ model: "reward-model" });
    expect(policy.asked).toEqual([]);
  });

  it("says once why it ended before its time", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 2);
    const { reward } = await startServers();
    const locked = createServer(({ method }, response) =>
      response.writeHead(method === "GET" ? 404 : 401).end("{}"),
    ).listen(0, "127.0.0.1");
    onTestFinished(() => void locked.close());
    await once(locked, "listening");
    const { port } = locked.address() as AddressInfo;
    const { code, stderr } = await assay(
      searchArgs(rows, { url: `http://127.0.0.1:${port}/v1` }, reward, join(folder, "out")),
    );
    expect(code).toBe(1);
    expect(stderr.match(/stopped before the end/g)).toHaveLength(1);
  });

  it("says what is missing or wrong", async () => {
    const base = ["search", "--data", "math", "--output_dir", "out"];
    const urls = ["--policy_api_base", "http://127.0.0.1:1/v1", "--reward_api_base", "http://127.0.0.1:1/v1"];
    const said = async (...args: string[]) => {
      const { code, stderr } = await assay(args);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said(...base)).toContain("which policy model?");
    expect(await said(...base, ...urls, "--strategy", "luck")).toContain(
      "--strategy: 'luck' is not one of greedy,",
    );
    expect(await said(...base, ...urls, "--data_begin", "5", "--data_end", "5")).toContain(
      "--data-end 5 must be greater than --data-begin 5",
    );
    expect(await said(...base, ...urls, "--limit", "3", "--data_end", "5")).toContain(
      "--limit cannot be used with --data-end",
    );
    expect(await said(...base, ...urls, "--policy", "sft")).toContain(
      "--policy cannot be used with --policy-api-base",
    );
    expect(await said(...base, ...urls, "--width", "2")).toContain("--width is for --strategy beam and dvts");
    expect(await said(...base, ...urls, "--strategy", "beam", "--n", "6")).toContain(
      "--n 6 is not a multiple of --width 4",
    );
  });
});

describe("assay show", () => {
  it("prints a problem's search as a person reads it", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 3);
    const { policy, reward } = await startServers();
    const out = join(folder, "out");
    await assay(searchArgs(rows, policy, reward, out));
    const { stdout } = await assay(["show", out, "--problem", "2"]);
    expect(stdout).toContain("What is 1 + 2?");
    expect(stdout).toContain("[iteration 1]");
    expect(stdout.match(/^→ \d/gm)).toHaveLength(3);
    expect(stdout).toMatch(/gold: +3\nverdict: right/);
    const again = await assay(["show", join(out, "search-0-None"), "--problem", "2", "--json"]);
    const { iterations } = json<{ iterations: { candidates: { judged: { text: string }[] }[] }[] }>(
      again.stdout,
    );
    expect(iterations).toHaveLength(3);
    expect(iterations[0]!.candidates[0]!.judged[0]!.text).toContain("[");
    const none = await assay(["show", out, "--problem", "9"]);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("problem '9'") });
  });
});

describe("assay show, of a whole folder", () => {
  it("finds a problem as TASK/ID and by the result file, and draws from all slices together", async () => {
    const servers = await startServers();
    const outputDir = await testFolder();
    await search(servers, { outputDir, problems: 4, config: { end: 2 } });
    await search(servers, { outputDir, problems: 4, config: { begin: 2 } });
    const { stdout } = await assay(["show", outputDir, "--problem", "3"]);
    const name = /^(.+), problem 3, greedy$/m.exec(stdout)![1]!;
    expect((await assay(["show", outputDir, "--problem", `${name}/3`])).stdout).toBe(stdout);
    expect((await assay(["show", join(outputDir, "result-2-None.json"), "--problem", "3"])).stdout).toBe(
      stdout,
    );
    const drawn = await assay(["show", outputDir, "--random", "1"]);
    expect(drawn.stdout.match(/, problem \d, greedy$/gm)).toHaveLength(1);
  });

  it.each(["best-of-n", "majority", "beam"] as const)(
    "of %s tells what was taken from what was not",
    async (strategy) => {
      const { outputDir, problems } = await search(await startServers(), {
        problems: 1,
        config: { strategy },
      });
      const [{ iterations, final_steps }] = problems as [ProblemResult];
      const { stdout } = await assay(["show", outputDir, "--problem", "1"]);
      const [tree] = stdout.split("[among the solutions that ended]");
      const taken = [...tree!.matchAll(/^→ \d+\.(\d+)/gm)].map(([, place]) => Number(place));
      expect(taken).toEqual(iterations.map(({ chosen }) => chosen));
      const steps = taken.map((place, i) => iterations[i]!.candidates[place]!.candidate_step);
      expect(steps.join("\n\n")).toBe(final_steps.join("\n\n"));
    },
  );
});

/** Results as a different program might write them. */
const result = (gt_answer: unknown, pred_answer: string | null, more: object = {}) => ({
  question: `What is ${JSON.stringify(gt_answer)}?`,
  iteration_history: [],
  final_steps: [],
  gt_answer,
  pred_answer,
  ...more,
});

async function writeResults(folder: string, files: Record<string, object[]>): Promise<void> {
  for (const [path, results] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(results));
  }
}

describe("assay score", () => {
  it("is right over all, by data set, and their plain mean", async () => {
    const folder = await testFolder();
    await writeResults(folder, {
      "math/result-0-2.json": [result("\\frac{1}{2}", "0.5"), result("3", "4")],
      "math/result-2-None.json": [result("5", null, { ended: "step limit" }), result("7", "7")],
      "aime24/result-0-None.json": [result("025", "25")],
      "olympiadbench/result-0-None.json": [
        result(["2", "3"], "3"),
        result(["\\sqrt{2}"], "1"),
        result(["1"], null),
      ],
    });
    const { code, stdout } = await assay(["score", folder, "--json"]);
    expect(code).toBe(0);
    const expected = { aime24: 1, math: 0.5, olympiadbench: 1 / 3, average: (1 + 0.5 + 1 / 3) / 3 };
    // The program that wrote these files is unknown.
    const whole = { complete: true, done: 8, of: 8 };
    expect(json(stdout)).toEqual({ ...expected, ...whole, version: expect.any(String), runs: [] });
    expect(json(await readFile(join(folder, "results.json"), "utf8"))).toEqual(expected);
    const plain = await assay(["score", "--results_dir", folder]);
    expect(plain.stdout).toMatch(/math +4 +2 +50\.0% +15\.0% to 85\.0%/); // Wilson's interval of 2 in 4
    expect(plain.stdout).toMatch(/aime24 +1 +1 +100\.0% +20\.7% to 100\.0%/);
    expect(plain.stdout).toContain("math: 1 without an answer (step limit): 3");
  });

  it("says how much is there, and gives no figure where no search came to its end", async () => {
    const folder = await testFolder();
    const unasked = result("3", null, { ended: "not finished" });
    await writeResults(folder, {
      "math/result-0-None.json": [result("1", "1"), unasked],
      "aime24/result-0-None.json": [unasked, result("2", null, { ended: "provider", error: "down" })],
    });
    const { code, stdout } = await assay(["score", folder]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^INCOMPLETE 1\/4 problems\n1 failed, 2 not finished; counted as wrong in the figures\n/,
    );
    expect(stdout).toMatch(/^aime24 +2 +0 +– +– /m);
    expect(stdout).toMatch(/^math +2 +1 +50\.0% /m);
    expect(stdout).toContain("math: 50.0% (1 not finished counts as wrong; 100.0% of 1 finished)");
    expect(stdout).toMatch(/^average +–$/m);
    expect(json(await readFile(join(folder, "results.json"), "utf8"))).toEqual({
      aime24: null,
      math: 0.5,
      average: null,
      counted_as_wrong: { aime24: "1 failed, 1 not finished", math: "1 not finished" },
    });
  });

  it("says which golds cannot be graded against, and why, whatever words a file has", async () => {
    const folder = await testFolder();
    await writeResults(folder, {
      "math/result-0-None.json": [
        result("", "3"),
        result("4", "4"),
        result("5", null, { ended: "constructor" }),
      ],
    });
    const { code, stdout } = await assay(["score", folder]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^math: 1 with a gold that cannot be graded against \(.+\): 1$/m);
    expect(stdout).toContain("math: 1 without an answer (constructor): 3");
  });

  it("refuses slices that overlap, and says which", async () => {
    const folder = await testFolder();
    await writeResults(folder, {
      "math/result-0-2.json": [result("1", "1"), result("2", "2")],
      "math/result-1-3.json": [result("2", "2"), result("3", "3")],
    });
    const { code, stderr } = await assay(["score", folder]);
    expect(code).toBe(1);
    expect(stderr).toContain("result-0-2.json and result-1-3.json overlap");
  });

  it("leaves out a slice that another one covers, and says so", async () => {
    const folder = await testFolder();
    const all = [result("1", "1"), result("2", "0"), result("3", "3"), result("4", "4")];
    await writeResults(folder, {
      "math/result-0-2.json": [result("1", "0"), result("2", "0")],
      "math/result-2-3.json": [result("3", "0")],
      "math/result-0-None.json": all,
    });
    const { code, stdout, stderr } = await assay(["score", folder, "--json"]);
    expect(code).toBe(0);
    expect(json<{ math: number }>(stdout).math).toBe(3 / 4);
    expect(stderr).toContain("result-0-2.json is left out: result-0-None.json holds its problems too");
    expect(stderr).toContain("result-2-3.json is left out");
    await writeResults(folder, {
      "math/result-0-2.json": [result("1", "0"), result("9", "0", { question: "?" })],
    });
    expect((await assay(["score", folder])).stderr).toContain("overlap");
  });

  it("grades by the answer of a gold that is a whole solution, as the reference keeps Minerva's", async () => {
    const folder = await testFolder();
    const gold = (answer: string) => `We solve for it. The mass is \\boxed{${answer}} kg, as was asked.`;
    await writeResults(folder, {
      "minerva_math/result-0-None.json": [
        result(gold("2.5"), "2.5"),
        result(gold("\\frac{1}{2}"), "0.5"),
        result(gold("7"), "8"),
        result("So x is 3.\n#### 3", "3"),
        result("7", "7"),
      ],
    });
    const { stdout } = await assay(["score", folder, "--json"]);
    expect(json<{ minerva_math: number }>(stdout).minerva_math).toBe(4 / 5);
  });

  it("names the file, the result and the field that cannot be read", async () => {
    const folder = await testFolder();
    await writeResults(folder, { "math/result-0-None.json": [result("1", "1"), { question: "?" }] });
    const { code, stderr } = await assay(["score", folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/math\/result-0-None\.json: result 2: gt_answer/);
  });
});

describe("assay compare", () => {
  it("pairs two searches, with the flipped problems and the failures by kind", async () => {
    const folder = await testFolder();
    await writeResults(folder, {
      "a/math/result-0-None.json": [
        result("1", "1"),
        result("2", "9"),
        result("3", null, { ended: "provider", error: "no server" }),
        result("4", null, { ended: "step limit" }),
      ],
      "b/math/result-0-None.json": [result("1", "2"), result("2", "2"), result("3", "3"), result("4", null)],
    });
    const { stdout } = await assay(["compare", join(folder, "a"), join(folder, "b"), "--json"]);
    const { tasks } = json<{ tasks: object }>(stdout);
    expect(tasks).toMatchObject({
      math: {
        // The server failed at the third problem in A, so it does not count.
        problems: 3,
        a: 1 / 3,
        b: 1 / 3,
        difference: 0,
        sign_test: { better: 1, worse: 1, p: 1 },
        gained: ["2"],
        lost: ["1"],
        failures: {
          a: { wrong: 1, no_answer: 0, step_limit: 1 },
          b: { wrong: 1, no_answer: 1, step_limit: 0 },
        },
      },
    });
    const plain = await assay(["compare", join(folder, "a/math/result-0-None.json"), join(folder, "b/math")]);
    expect(plain.stdout).toContain("step limit");
    expect(plain.stdout).toContain("result-0-None.json, INCOMPLETE 3/4 problems\n");
    expect(plain.stdout).toContain("accuracy: A 33.3%, B 33.3%");
    await cp(join(folder, "a/math"), join(folder, "c/other"), { recursive: true });
    await writeResults(folder, { "c/other/result-0-None.json": [result("5", "5")] });
    const refused = await assay(["compare", join(folder, "a"), join(folder, "c")]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("differs between the two runs");
  });
});
