// docs/trainers.md and docs/python.md: the code that users paste is taken from the pages and run, by a Python that
// plays the trainer, with a service as on the page.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServe } from "../server/served.ts";
import { clientTests, python, runsPython } from "./python.ts";

const pageUrl = "http://127.0.0.1:8100";
const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");

/** The code blocks of a language under a heading, up to the next heading. */
function blocks(page: string, heading: string, language: string): string[] {
  const found: string[] = [];
  let under = "";
  for (const [, title, kind, code] of read(page).matchAll(/^#+ ([^\n]*)$|^```(\w+)\n(.*?)^```$/gms)) {
    if (title !== undefined) under = title;
    else if (under === heading && kind === language) found.push(code!);
  }
  if (found.length === 0) throw new Error(`docs/${page} has no block of ${language} under '${heading}'`);
  return found;
}

/** The URL after an option in a shell block. */
const urlAfter = (option: string, shell: string): string => shell.split(`${option} `)[1]!.split("'")[1]!;

describe.runIf(runsPython("docs/trainers.md"))("docs/trainers.md", () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof startServe>>;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "assay-trainers-"));
    const rows = join(folder, "train.jsonl");
    writeFileSync(rows, '{"prompt": "2+2?", "response": "", "ground_truth": "4"}\n');
    const [line] = blocks("trainers.md", "Rewards for trainers", "sh");
    const words = line!.trim().split(" ");
    expect(words.slice(0, 4)).toEqual(["assay", "serve", "--port", "8100"]);
    service = await startServe(words.slice(4).map((word) => (word === "train.jsonl" ? rows : word)));
    url = service.url;
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  async function play(trainer: string, pasted: string): Promise<unknown> {
    const { code, stdout, stderr } = await python([join(clientTests, "play_trainer.py"), trainer, pasted]);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  /** What a trainer gets from a block, pasted into a file with the service's own address. */
  function paste(trainer: string, heading: string, number = 0): Promise<unknown> {
    const block = blocks("trainers.md", heading, "python")[number]!;
    expect(block).toContain(pageUrl);
    const file = join(folder, `pasted_${trainer}.py`);
    writeFileSync(file, block.replaceAll(pageUrl, url));
    return play(trainer, file);
  }

  it("TRL: floats, None for the gold that is empty, and both metrics", async () => {
    expect(await paste("trl", "TRL GRPO")).toEqual({
      name: "r1_zero_boxed",
      rewards: [1, 0, 0, null],
      metrics: { "assay/unscored": 0.25, "assay/hedges": 0.25 },
    });
  });
  it("TRL: coroutine functions", async () => {
    expect(await paste("trl_async", "TRL GRPO", 2)).toMatchObject([
      { name: "r1_zero", rewards: [1, 0, 0, null] },
      { name: "r1_zero_format", rewards: [1, 1, 0, 1] },
    ]);
  });
  it("TRL: functions that leave a row out together", async () => {
    expect(await paste("trl_together", "TRL GRPO", 1)).toMatchObject({
      seen: [
        { name: "r1_zero", rewards: [1, 0, 0, null], metrics: { "assay/unscored": 0.25 } },
        { name: "r1_zero_format", rewards: [1, 1, 0, null], metrics: {} },
        { name: "r1_zero", rewards: [1, 0, 0, null] },
        { name: "r1_zero_format", rewards: [1, 1, 0, null] },
      ],
      unscorable: [false, false, false, true],
    });
  });
  it("ms-swift: raises for the gold that is empty", async () => {
    expect(await paste("swift", "ms-swift")).toEqual([
      [1, 0, 0],
      expect.stringContaining("row 3 could not be scored: the ground truth is empty"),
    ]);
  });
  it("verl: the same keys for every row, and an error for the gold that is empty", async () => {
    expect(await paste("verl", "verl")).toEqual({
      score: [1, 0, 0],
      acc: [1, 0, 0],
      format_reward: [1, 1, 1],
      answer_reward: [1, 0, 0],
      unscored: [0, 0, 0],
      error: [expect.stringContaining("the ground truth is empty")],
    });
  });
  it("verl: a batch with zeros for what is not scored", async () => {
    expect(await paste("verl_batch", "verl", 1)).toMatchObject({ score: [1, 0, 0], unscored: [0, 0, 1] });
  });
  it("OpenRLHF: the file", async () => {
    expect(await paste("openrlhf", "OpenRLHF")).toMatchObject({
      rewards: [1, 0],
      scores: [1, 0],
      error: expect.stringContaining("the ground truth is empty"),
    });
  });
  it("OpenRLHF: the URL", async () => {
    const [shell] = blocks("trainers.md", "OpenRLHF", "sh");
    const given = urlAfter("--reward.remote_url", shell!).replace(pageUrl, url);
    expect(await play("openrlhf_url", given)).toMatchObject([
      { rewards: 1, scores: 1 },
      { rewards: 0, scores: 0 },
    ]);
  });
  it("slime: the URL, plain and with a key", async () => {
    const [shell] = blocks("trainers.md", "slime", "sh");
    const given = urlAfter("--rm-url", shell!).replace(pageUrl, url);
    expect(await play("slime_url", given)).toEqual([1, 0, 0]);
    expect(await play("slime_url", `${given}&key=score`)).toEqual([{ score: 1 }, { score: 0 }, { score: 0 }]);
  });
  it("slime: the function", async () => {
    expect(await paste("slime", "slime")).toEqual([
      1,
      0,
      0,
      "a row could not be scored: the ground truth is empty. Leave such rows out of the data set",
    ]);
  });
  it("AgentFly: two tool messages are needed", async () => {
    expect(await paste("agentfly", "AgentFly")).toMatchObject([
      { reward: 1, f1: 1 },
      { reward: 0, f1: 0 },
    ]);
  });
  it("AReaL: from a pool of processes", async () => {
    expect(await paste("areal", "AReaL")).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, "UnscoredError"]);
  });
  it("AReaL: a service that is gone is an error before AReaL makes a 0 of it", async () => {
    const file = join(folder, "gone_areal.py");
    writeFileSync(
      file,
      blocks("trainers.md", "AReaL", "python")[0]!.replaceAll(pageUrl, "http://127.0.0.1:9"),
    );
    expect(await play("areal_unreachable", file)).toEqual(["UnreachableError", true]);
  });
  it("verifiers and prime-rl", async () => {
    expect(await paste("verifiers", "verifiers and prime-rl")).toEqual([
      1,
      0,
      0,
      "TaskError: the ground truth is empty",
    ]);
  });
  it.each([
    ["skyrl", "SkyRL", [1, 0]],
    ["open_instruct", "open-instruct", [1, 0]],
    [
      "rllm",
      "rLLM",
      [
        [1, true, 1],
        [0, false, 0],
      ],
    ],
  ])("%s", async (trainer, heading, seen) => expect(await paste(trainer, heading)).toEqual(seen));
  it("verl: the setting that 0.8 and newer read", () => {
    const [shell] = blocks("trainers.md", "verl", "sh");
    expect(shell).toContain(" reward.custom_reward_function.path=");
    expect(shell).toContain(" reward.custom_reward_function.name=compute_score");
  });
  it("NeMo Gym: the files are where the page says", () => {
    const [shell] = blocks("trainers.md", "NeMo Gym", "sh");
    const [, from] = /^cp -r (\S+)/.exec(shell!)!;
    const [, config] = /\[(resources_servers\/assay\/\S+?),/.exec(shell!)!;
    const yaml = readFileSync(
      new URL(`../../${from!.replace(/resources_servers.*/, "")}${config}`, import.meta.url),
    );
    expect(yaml.toString()).toContain("entrypoint: app.py");
  });

  /** Runs a block, and compares its output with the comments after its prints. */
  async function printsItsComments(block: string): Promise<void> {
    const expected = [...block.matchAll(/^print\(.*\) +# (.*)$/gm)].map((match) => match[1]);
    expect(expected.length).toBeGreaterThan(0);
    const { code, stdout, stderr } = await python(["-c", block.replaceAll(pageUrl, url)]);
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd().split("\n")).toEqual(expected);
  }
  it("any other: prints what its comment says", () =>
    printsItsComments(blocks("trainers.md", "Any other trainer", "python")[0]!));
  it("docs/python.md prints what its comments say, with a service of its own", () =>
    printsItsComments(blocks("python.md", "Rewards from Python", "python")[0]!));
});
