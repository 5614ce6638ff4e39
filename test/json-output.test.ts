// The output of `--json` of every command: one object, names in one style, fractions, and for figures the model, its
// settings, and the version.

import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "./command-line.ts";
import { TestServer } from "./models/server.ts";
import { madeSamples, writeSubsets } from "./processbench/made-samples.ts";
import { answerSums, evalArgs, writeSums } from "./runs/sums.ts";
import { judgeSums, searchArgs, writeSteps } from "./search/world.ts";
import { startPolicyServer } from "./servers/policy-server.ts";
import { startPrmServer } from "./servers/prm-server.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

let folder: string;
let servers: TestServer[];
const printed: Record<string, Record<string, unknown>> = {};

/** Runs a command, and keeps its output. */
async function keep(name: string, args: readonly string[]): Promise<void> {
  const { stdout, stderr } = await assay(args, "", folder);
  expect(stdout.trimEnd().split("\n"), `${name}: ${stderr}`).toHaveLength(1);
  printed[name] = JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-json-"));
  const sums = await TestServer.start(answerSums());
  const policy = await startPolicyServer({ flavour: "vllm", write: writeSteps });
  const reward = await startPrmServer({ flavour: "vllm", judge: judgeSums });
  servers = [sums, policy, reward];
  const rows = await writeSums(folder, 3);
  const at = (name: string) => join(folder, name);
  const sampling = ["-n", "4", "-t", "0.5", "--top-p", "0.9", "--extra-body", '{"enableThinking": true}'];
  await keep("eval", evalArgs(rows, sums.url, at("four"), "--json", ...sampling));
  await keep("eval of one", evalArgs(rows, sums.url, at("one"), "--json"));
  await keep("regrade", ["regrade", at("four"), "--json"]);
  await keep("search", searchArgs(rows, policy, reward, at("out/math"), "--strategy", "beam", "--baseline"));
  await keep("score", ["score", at("out"), "--json"]);
  const data = await writeSubsets(folder, { math: madeSamples("math", 2) });
  const bench = ["processbench", "--base-url", reward.url, "--model", "org/judge", "--data", data];
  await keep("processbench", [...bench, "--output-dir", at("bench"), "--json"]);
  const benchRun = at("bench/org_judge/run_step");
  await keep("regrade of processbench", ["regrade", benchRun, "--json"]);
  await keep("compare", ["compare", at("four"), at("one"), "--json"]);
  await keep("compare of searches", ["compare", at("out/math/baseline"), at("out/math"), "--json"]);
  await keep("compare of kinds", ["compare", at("four"), at("out/math"), "--json"]);
  await keep("compare of judges", ["compare", benchRun, benchRun, "--json"]);
  await keep("show", ["show", at("one"), "--problem", "1", "--json"]);
  await keep("show of a search", ["show", at("out/math"), "--problem", "1", "--json"]);
  await keep("show of processbench", ["show", benchRun, "--problem", "math-0", "--json"]);
  await keep("grade", ["grade", "--gold", "1/2", "--answer", "0.5", "--json", "--explain"]);
  await mkdir(at("lines"));
  const pairs = [
    { gold: "1", answer: "1" },
    { gold: "\\frac{", answer: "1" },
  ];
  await writeFile(at("lines/pairs.jsonl"), pairs.map((pair) => JSON.stringify(pair)).join("\n"));
  const graded = ["--input", at("lines/pairs.jsonl"), "--output", at("lines/graded.jsonl"), "--json"];
  await keep("grade of lines", ["grade", ...graded]);
  const answers = [{ prediction: "a red fox", golden_answer: "red fox den" }];
  await writeFile(at("lines/qa.jsonl"), answers.map((row) => JSON.stringify(row)).join("\n"));
  const rewarded = ["--input", at("lines/qa.jsonl"), "--output", at("lines/rewarded.jsonl"), "--json"];
  await keep("reward", ["reward", "qa_f1", ...rewarded]);
  await keep("validate", ["validate", rows, "--json"]);
  await keep("fetch", ["fetch", rows, "--json"]);
  await keep("tasks", ["tasks", "--json"]);
  await keep("models", ["models", "--json"]);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

/** The names of all fields, except those of the user's data. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => [
    name,
    ...(name === "extra_body" ? [] : namesIn(held)),
  ]);
}

it("has names of one style everywhere", () => {
  for (const [command, object] of Object.entries(printed))
    for (const name of namesIn(object)) expect(name, command).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
});

describe("figures come with the model, its sampling and the version", () => {
  const sampling = {
    num_samples: 4,
    temperature: 0.5,
    top_p: 0.9,
    seed: 0,
    max_new_tokens: { sums: expect.any(Number) },
    api: "chat",
    // Fields that are sent to a server are the user's.
    extra_body: { enableThinking: true },
  };

  it("of an evaluation, and of one that is graded again", () => {
    for (const name of ["eval", "regrade"])
      expect(printed[name], name).toMatchObject({ version, model: "adder", sampling });
    const { tasks } = printed.eval as { tasks: { sums: { avg_at_k: { value: number } } } };
    expect(tasks.sums.avg_at_k.value).toBeLessThanOrEqual(1);
  });

  it("of a judge, whose figures are percent as in the published tables", () => {
    for (const name of ["processbench", "regrade of processbench"])
      expect(printed[name], name).toMatchObject({
        version,
        model: "org/judge",
        judge: "step",
        sampling: { temperature: 0.6 },
        subsets: { math: { f1: expect.any(Number) } },
      });
  });

  it("of a search", () => {
    const facts = {
      version,
      model: "policy-model",
      reward_model: "reward-model",
      strategy: "beam",
      sampling: { n: 8, width: 4, temperature: 0.7, max_steps: 30, step_tokens: 512 },
    };
    expect(printed.search).toMatchObject({
      ...facts,
      problems: 3,
      requests: { policy: expect.any(Number), reward: expect.any(Number) },
      tokens: { policy: { input: expect.any(Number) }, reward: { output: expect.any(Number) } },
    });
    expect(printed.score).toMatchObject({
      version,
      math: expect.any(Number),
      average: expect.any(Number),
      runs: [{ run: join(folder, "out/math/search-0-None"), ...facts }],
    });
  });

  it("of both runs that are compared, with the figure that the difference is of", () => {
    expect(printed.compare).toMatchObject({
      version,
      metric: "avg_at_k",
      k: { a: 4, b: 1 },
      runs: {
        a: [{ version, model: "adder", sampling }],
        b: [{ model: "adder", sampling: { num_samples: 1 } }],
      },
    });
    expect(printed["compare of searches"]).toMatchObject({
      metric: "accuracy",
      runs: { a: [{ strategy: "majority", reward_model: null }], b: [{ strategy: "beam" }] },
    });
    expect(printed["compare of kinds"]).toMatchObject({ metric: "avg_at_k", k: { a: 4, b: 1 } });
    expect(printed["compare of judges"]).toMatchObject({ metric: "match", runs: { a: [{ judge: "step" }] } });
  });

  it("and a person is told which figure it is", async () => {
    const { stdout } = await assay(["compare", "four", "one"], "", folder);
    expect(stdout).toMatch(/^avg@4 of A, avg@1 of B: A \d+\.\d%, B \d+\.\d%, difference/m);
    const same = await assay(["compare", "four", "four"], "", folder);
    expect(same.stdout).toMatch(/^avg@4: A/m);
    const judges = await assay(
      ["compare", "bench/org_judge/run_step", "bench/org_judge/run_step"],
      "",
      folder,
    );
    expect(judges.stdout).toMatch(/^judged as labelled: A/m);
  });
});

it("names the version everywhere but in what was sampled", () => {
  const unversioned = Object.keys(printed).filter((name) => printed[name]!.version !== version);
  expect(unversioned.filter((name) => !/^(?:show|compare|regrade|score)/.test(name))).toEqual([]);
});

it("counts outcomes under such names", () => {
  expect(printed["grade of lines"]).toMatchObject({ counts: { equal: 1, unreadable_gold: 1 } });
  expect(printed.reward).toMatchObject({ counts: { partly_right: 1 }, scored: 1, reward: "qa_f1" });
});
