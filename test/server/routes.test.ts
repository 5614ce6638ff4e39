// A reward for each row, compositions, all fields of a row, and groups: in the service as a user starts it.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post as send, serveFor } from "./served.ts";

const boxed = (answer: string) => `So \\boxed{${answer}}.`;

async function post(url: string, path: string, sent: unknown) {
  const answer = await send(url + path, sent);
  const body = await bodyOf(answer);
  return { status: answer.status, body };
}

describe("a composition", () => {
  const reward = "r1_zero_boxed + 0.5*format - overlong(max=4, cache=4, unit=words)";

  it("is served under its expression, on every route", async () => {
    const { url } = await serveFor(["--reward", reward]);
    const items = [
      { response: boxed("4"), ground_truth: "4" },
      { response: boxed("5"), ground_truth: "4" },
      { response: boxed("5"), ground_truth: "" },
    ];
    const { body } = await post(url, "/v1/score", { items });
    expect(body.results).toEqual([
      { reward: 1, acc: 1, r1_zero_boxed: 1, format: 1, overlong: 0.5 },
      { reward: 0, acc: 0, r1_zero_boxed: 0, format: 1, overlong: 0.5 },
      {
        reward: null,
        acc: null,
        r1_zero_boxed: null,
        format: null,
        overlong: null,
        unscored: expect.any(String),
      },
    ]);
    const slime = await post(url, "/slime", { prompt: "2+2?", response: boxed("4"), label: "4" });
    expect(slime.body).toBe(1);
    const rlhf = await post(url, "/openrlhf", {
      query: [`2+2?${boxed("4")}`],
      prompts: ["2+2?"],
      labels: ["4"],
    });
    expect(rlhf.body.extra_logs).toEqual({ acc: 1, r1_zero_boxed: 1, format: 1, overlong: 0.5, unscored: 0 });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(`assay_items_total{reward="${reward}",outcome="right"} 3`);
    expect(metrics).toContain(`assay_reward_sum{reward="${reward}",part="acc"} 3`);
    const named = await post(url, "/v1/score", { reward: "2*r1_zero_boxed", items: items.slice(0, 1) });
    expect(named.body.results).toEqual([{ reward: 2, acc: 1, r1_zero_boxed: 1 }]);
    const unknown = await post(url, "/v1/score", { reward: "r1_zero + lenght(max=4)", items });
    expect([unknown.status, unknown.body.error.message]).toEqual([400, expect.stringContaining("'length'")]);
  });

  it("may stand in a file, and a mistake in it is said before the start", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "reward.json");
    await writeFile(
      file,
      JSON.stringify({ parts: [{ part: "r1_zero_boxed" }, { part: "format", weight: 0.1 }] }),
    );
    const { url } = await serveFor(["--reward", file]);
    const { body } = await post(url, "/v1/score", { items: [{ response: boxed("4"), ground_truth: "4" }] });
    expect(body.results).toEqual([{ reward: 1.1, acc: 1, r1_zero_boxed: 1, format: 1 }]);
    await writeFile(file, JSON.stringify({ parts: [{ part: "r1_zero_boxed", max: 4 }] }));
    for (const [given, message] of [
      [file, "r1_zero_boxed has no argument 'max'"],
      ["r1_zero + overlng(max=4, cache=1)", "Did you mean 'overlong'?"],
      [join(folder, "none.json"), "there is no such file"],
    ]) {
      const { code, stderr } = await assay(["serve", "--reward", given!]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message!)]);
    }
  });
});

describe("a reward for each row", () => {
  it("is named by the row, or chosen by a field", async () => {
    const route =
      "data_source = openai/gsm8k : r1_zero_boxed,web:qa:qa_f1,long:r1_zero_boxed-overlong(2, 2, words)";
    const { url } = await serveFor(["--route", route]);
    const { body } = await post(url, "/v1/score", {
      items: [
        { data_source: "openai/gsm8k", response: boxed("4"), ground_truth: "4" },
        { data_source: "web:qa", prediction: "Paris", golden_answer: "Paris" },
        { data_source: "long", response: boxed("4"), ground_truth: "4" },
        { response: "</think> <answer>4</answer>", ground_truth: "4" },
        { reward: "r1_zero_lenient", response: "<answer>4</answer>", ground_truth: "4" },
        { data_source: "other", response: boxed("4"), ground_truth: "4" },
        { reward: "r1_zero_boxd", response: boxed("4"), ground_truth: "4" },
        { reward: 0.5, response: "</think> <answer>4</answer>", ground_truth: "4" },
      ],
    });
    expect(body.results.map((each) => each.reward)).toEqual([1, 1, 0, 1, 1, null, null, 1]);
    expect(body.results.map((each) => each.acc)).toEqual([1, 1, 1, 1, 1, null, null, 1]);
    const keys = body.results.map((each) =>
      Object.keys(each)
        .filter((key) => key !== "error")
        .join(),
    );
    expect(new Set(keys).size).toBe(1);
    expect(body.results[5]!.error).toBe(
      "there is no route for data_source 'other'; there are openai/gsm8k, web:qa, long",
    );
    expect(body.results[6]!.error).toContain("there is no reward 'r1_zero_boxd'");
    const slime = await post(url, "/slime", {
      response: boxed("4"),
      label: "4",
      data_source: "openai/gsm8k",
    });
    expect(slime.body).toBe(1);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('assay_items_total{reward="r1_zero_boxed",outcome="right"} 2');
    expect(metrics).toContain('assay_items_total{reward="qa_f1",outcome="right"} 1');
  });

  it("that is not known is said before the start", async () => {
    for (const [route, message] of [
      ["data_source", "FIELD=VALUE:REWARD"],
      ["data_source=gsm8k", "has no reward"],
      ["data_source=gsm8k:r1_zer", "Did you mean 'r1_zero'"],
      ["data_source=a:r1_zero,a:r1_zero", "twice"],
    ]) {
      const { code, stderr } = await assay(["serve", "--route", route!]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message!)]);
    }
  });
});

it("everything that a trainer sends of a row reaches a reward of one's own", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "seen.mjs");
  await writeFile(
    file,
    "export const score = (row) => Number(row.want.split(',').every((name) => row[name] !== undefined));",
  );
  const { url } = await serveFor(["--module", file]);
  const slime = {
    prompt: [{ role: "user", content: "2+2?" }],
    response: "4",
    label: "4",
    metadata: { id: 7 },
  };
  const want = "prompt,metadata,response,ground_truth";
  expect((await post(url, "/slime", { ...slime, want })).body).toBe(1);
  const rlhf = {
    query: ["2+2?4", "3+3?6"],
    prompts: ["2+2?", "3+3?"],
    labels: ["4", "6"],
    ids: [1, 2],
    run: "a",
  };
  const asked = await post(url, "/openrlhf", { ...rlhf, want: "prompt,ids,run,response,ground_truth" });
  expect(asked.body.rewards).toEqual([1, 1]);
  const gym = {
    question: "2+2?",
    expected_answer: "4",
    _ng_task_index: 3,
    response: { output: [{ type: "message", content: [{ type: "output_text", text: "4" }] }] },
  };
  const verified = await post(url, "/nemo-gym/verify", {
    ...gym,
    want: "question,prompt,_ng_task_index,ground_truth",
  });
  expect(verified.body.reward).toBe(1);
});

it("groups are counted and logged, by step", async () => {
  const folder = await temporaryFolder();
  const log = join(folder, "items.jsonl");
  const served = await serveFor(["--reward", "r1_zero_boxed", "--log", log, "--log-every", "100"]);
  const item = (group: object, answer: string) => ({
    ...group,
    step: 3,
    response: boxed(answer),
    ground_truth: "4",
  });
  const items = [
    item({ group: "a" }, "4"),
    item({ group: "a" }, "5"),
    item({ group: 7 }, "4"),
    item({ group: 7 }, "4"),
    item({ prompt: "2+2?" }, "5"),
    item({ prompt: "2+2?" }, "6"),
    item({ prompt: "alone" }, "4"),
  ];
  await post(served.url, "/v1/score", { items: items.slice(0, 3) });
  await post(served.url, "/v1/score", { items: items.slice(3) });
  served.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  const lines = (await readFile(log, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const groups = lines.filter((line) => "spread" in line).map(({ time: _, ...rest }) => rest);
  const common = { reward: "r1_zero_boxed", step: 3, items: 2 };
  expect(groups).toEqual([
    { ...common, group: "a", right: 1, mean: 0.5, spread: 0.5 },
    { ...common, group: "7", right: 2, mean: 1, spread: 0 },
    { ...common, group: expect.stringMatching(/^[0-9a-f]{12}$/), right: 0, mean: 0, spread: 0 },
  ]);
});
