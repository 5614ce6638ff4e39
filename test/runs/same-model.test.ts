// Whether a run detects a different model under the same name: real servers, the real command.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Asked, choices, type Reply, TestServer } from "../models/server.ts";
import { startServers } from "../search/servers.ts";
import { searchArgs } from "../search/world.ts";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";
import { answerSums, evalArgs, problemOf, writeSums } from "./sums.ts";

let folder: string;
let rows: string;
let run: string;
let server: TestServer;
beforeEach(async () => {
  folder = await testFolder();
  rows = await writeSums(folder, 6);
  run = join(folder, "run");
  server = await served();
});

async function served(): Promise<TestServer> {
  const server = await TestServer.start(answerSums());
  server.models = listing({ max_model_len: 4096, root: "/checkpoints/1" });
  onTestFinished(() => server.close().catch(() => {}));
  return server;
}

/** As vLLM lists its model: `created` changes each time. */
const listing = (entry: object): Reply => ({
  body: { object: "list", data: [{ id: "adder", created: Math.random(), owned_by: "vllm", ...entry }] },
});

const evaluate = (...more: string[]) => ranAssay(evalArgs(rows, server.url, run, ...more), folder);
const replying =
  (text: string, more: object = {}) =>
  (asked: Asked) => {
    const { body } = choices(asked, [text]) as { body: object };
    return { body: { ...body, ...more } };
  };
/** A model that is always right, instead of the one that often is not. */
function replaceModel(): void {
  server.answerWith((asked) => choices(asked, [`\\boxed{${3 * problemOf(asked)}}`]));
  server.answerProbe = replying("Another model's words.");
}
const accuracyIn = (stdout: string): number =>
  (JSON.parse(stdout) as { tasks: Record<string, { avg_at_k: { value: number } }> }).tasks.sums!.avg_at_k
    .value;
const runFile = async (path = run) => JSON.parse(await readFile(join(path, "run.json"), "utf8"));

describe("a run that is complete", () => {
  it("says so, sends no request, and tells no time of requests", async () => {
    expect((await evaluate()).code).toBe(0);
    const asked = server.asked.length;
    const args = evalArgs(rows, server.url, run).filter((word) => word !== "--json");
    const { code, stdout, stderr } = await ranAssay(args, folder);
    expect([code, server.asked.length]).toEqual([0, asked]);
    expect(stderr).toMatch(/complete since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, nothing was sent; the run is/);
    expect(stdout).not.toMatch(/\d requests|s each/);
    expect(stderr).not.toContain("warning");
  });

  it("stops where the server has another model, and says how to go on", async () => {
    const first = await evaluate();
    const asked = server.asked.length;
    replaceModel();
    const { code, stdout, stderr } = await evaluate();
    expect([code, stdout, server.asked.length]).toEqual([1, "", asked]);
    expect(stderr).toContain('"A fixed answer." → "Another model\'s words."');
    expect(stderr).toContain("--fresh");
    expect(stderr).toContain("--same-model");
    expect(accuracyIn(first.stdout)).toBeLessThan(1);
  });

  it("is shown where its server is gone, which was not asked", async () => {
    await evaluate();
    await server.close();
    const { code, stderr } = await evaluate();
    expect(code).toBe(0);
    expect(stderr).toContain("UTC, nothing was sent; the server was not asked");
  });
});

it("--fresh begins a new run, and the old one is kept", async () => {
  const first = await evaluate();
  replaceModel();
  const fresh = await evaluate("--fresh");
  expect(fresh.code).toBe(0);
  expect(accuracyIn(fresh.stdout)).toBe(1);
  const kept = (await readdir(folder)).find((name) => name.startsWith("run-before-"))!;
  expect(fresh.stderr).toContain(`the previous one was moved from ${run} to ${join(folder, kept)}`);
  const shown = await ranAssay(["regrade", join(folder, kept), "--json", "-a", rows], folder);
  expect(accuracyIn(shown.stdout)).toBe(accuracyIn(first.stdout));
  expect((await evaluate()).code).toBe(0);
});

it("--fresh where there is no run is a run like any other, and contradicts --same-model", async () => {
  expect((await evaluate("--fresh")).stderr).not.toContain("is now in");
  expect((await evaluate("--fresh", "--same-model")).code).toBe(2);
});

it("--same-model continues on the user's word, which is recorded and asked for once", async () => {
  await evaluate();
  replaceModel();
  expect((await evaluate("-n", "2", "-t", "1")).code).toBe(1);
  expect((await evaluate("-n", "2", "--same-model")).code).toBe(0);
  const { seen } = await runFile();
  expect(seen).toHaveLength(2);
  expect(seen[1]).toMatchObject({ role: "model", url: server.url, sameModel: true });
  expect(seen[0].sameModel).toBeUndefined();
  expect((await evaluate("-n", "2")).code).toBe(0);
});

describe("what a server says of itself", () => {
  it.each([
    ["root", { root: "/checkpoints/2", max_model_len: 4096 }],
    ["max_model_len", { root: "/checkpoints/1", max_model_len: 8192 }],
    ["id", { id: "subtracter", root: "/checkpoints/1", max_model_len: 4096 }],
  ])("stops a run where its %s differs", async (name, entry) => {
    await evaluate("-x", "3");
    server.models = listing(entry);
    const asked = server.asked.length;
    const { code, stderr } = await evaluate();
    expect([code, server.asked.length]).toEqual([1, asked]);
    expect(stderr).toContain(`model at ${server.url}: ${name}: `);
  });

  it("is recorded and said where only the log-probabilities or the fingerprint differ", async () => {
    const logprobs = (logprob: number) => ({ content: [{ token: "A", logprob, top_logprobs: [] }] });
    const saying = (logprob: number, fingerprint: string) => (asked: Asked) => {
      const { body } = choices(asked, ["A fixed answer."]) as { body: { choices: object[] } };
      const [choice] = body.choices;
      return {
        body: {
          ...body,
          choices: [{ ...choice, logprobs: logprobs(logprob) }],
          system_fingerprint: fingerprint,
        },
      };
    };
    server.answerProbe = saying(-0.1, "fp_1");
    await evaluate("-x", "3");
    server.answerProbe = saying(-0.1312, "fp_2");
    const { code, stderr } = await evaluate();
    expect(code).toBe(0);
    expect(stderr).toContain('system_fingerprint: "fp_1" → "fp_2"; log-probabilities: by up to 0.031');
    const { seen } = await runFile();
    expect(seen.map((one: { system_fingerprint: string }) => one.system_fingerprint)).toEqual([
      "fp_1",
      "fp_2",
    ]);
    expect(seen[1].greedy).toEqual({ text: "A fixed answer.", logprobs: [-0.1312] });
    expect(JSON.stringify(seen)).not.toContain("created");
  });

  it("is asked as the run asks, at temperature 0 and for 32 tokens, whatever the configuration adds", async () => {
    const extra = '{"temperature": 0.7, "max_tokens": null, "max_completion_tokens": 9000, "top_k": 5}';
    await evaluate("--extra-body", extra);
    const { body } = server.probes[0]!;
    expect(body).toMatchObject({ temperature: 0, max_completion_tokens: 32, model: "adder" });
    expect([body.max_tokens, body.top_k, body.n]).toEqual([undefined, undefined, undefined]);
  });

  it("is not written again where nothing has changed", async () => {
    await evaluate("-x", "2");
    await evaluate("-x", "4");
    await evaluate();
    expect((await runFile()).seen).toHaveLength(1);
  });
});

describe("a server that cannot say which model it is stops nothing", () => {
  it.each([
    [
      "refuses log-probabilities",
      (asked: Asked) =>
        asked.body.logprobs === undefined
          ? replying("A")(asked)
          : { status: 400, body: { error: "no logprobs" } },
    ],
    ["does not know the prompt", () => ({ status: 500, body: "broken" })],
    ["answers with something else", () => ({ body: "<html>" })],
    ["answers with nothing", () => ({ body: {} })],
  ])("one that %s", async (_, answer) => {
    server.models = { status: 404, body: {} };
    server.answerProbe = answer;
    expect((await evaluate("-x", "3")).code).toBe(0);
    expect((await evaluate()).code).toBe(0);
  });

  it("one that answers a fixed prompt in other words each time: the rest of what it says still counts", async () => {
    server.answerProbe = (asked, number) => replying(`Words ${number}.`)(asked);
    await evaluate("-x", "3");
    const { code, stderr } = await evaluate("-x", "4");
    expect(code).toBe(0);
    expect(stderr).toContain("in different words each time");
    server.models = listing({ root: "/checkpoints/2", max_model_len: 4096 });
    expect((await evaluate()).code).toBe(1);
  });
});

it("two servers of one name that answer differently are refused, and both named", async () => {
  const other = await served();
  other.answerProbe = replying("Another model's words.");
  const both = ["--base-url", other.url];
  const { code, stderr } = await evaluate(...both);
  expect([code, server.asked.length, other.asked.length]).toEqual([1, 0, 0]);
  expect(stderr).toContain(`model at ${server.url} and at ${other.url}: `);
  expect((await evaluate(...both, "--same-model")).code).toBe(0);
});

it("a replay whose file was edited stops, and one that was not does not", async () => {
  const record = join(folder, "record.jsonl");
  const lines = (right: boolean) =>
    Array.from(
      { length: 6 },
      (_, i) => `${JSON.stringify({ problem: `${i + 1}`, text: `\\boxed{${right ? 3 * i : 7}}` })}\n`,
    );
  await writeFile(record, lines(false).join(""));
  const replay = (...more: string[]) =>
    ranAssay(["eval", "-i", record, "-a", rows, "--out", run, "--json", ...more], folder);
  expect((await replay()).code).toBe(0);
  expect((await replay()).code).toBe(0);
  await writeFile(record, lines(true).join(""));
  const { code, stderr } = await replay();
  expect(code).toBe(1);
  expect(stderr).toContain("sha256 of the files: ");
  const fresh = await replay("--fresh");
  expect(accuracyIn(fresh.stdout)).toBe(1);
});

it("shards that different models answered are not merged, unless on the user's word", async () => {
  const shard = (index: number) =>
    ranAssay(evalArgs(rows, server.url, join(folder, `shard-${index}`), "--shard", `${index}/2`), folder);
  await shard(0);
  replaceModel();
  await shard(1);
  const merge = (...more: string[]) =>
    ranAssay(
      [
        "merge",
        join(folder, "shard-0"),
        join(folder, "shard-1"),
        "--out",
        join(folder, "merged"),
        "-a",
        rows,
        ...more,
      ],
      folder,
    );
  const refused = await merge();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("were answered by different models");
  expect((await merge("--same-model")).code).toBe(0);
  expect((await runFile(join(folder, "merged"))).seen).toHaveLength(2);
});

it("a run of an earlier version continues, says once that its model is not known, and is known from then on", async () => {
  await evaluate("-x", "3");
  const { seen: _, ...old } = await runFile();
  await writeFile(join(run, "run.json"), JSON.stringify(old));
  const first = await evaluate("-x", "4");
  expect([first.code, first.stderr.includes("was started by an earlier version")]).toEqual([0, true]);
  const second = await evaluate("-x", "5");
  expect([second.code, second.stderr.includes("earlier version")]).toEqual([0, false]);
  replaceModel();
  expect((await evaluate()).code).toBe(1);
});

it("a judge of ProcessBench that is another one stops its run, and --fresh keeps the old one with its files", async () => {
  const sample = { id: "s-1", problem: "1 + 1?", steps: ["It is 2."], label: -1 };
  await writeFile(join(folder, "some.jsonl"), `${JSON.stringify(sample)}\n`);
  server.answerWith((asked) => choices(asked, ["correct"]));
  const judge = (...more: string[]) =>
    ranAssay(
      [
        "processbench",
        "--base-url",
        server.url,
        "--model",
        "adder",
        "--data",
        "some.jsonl",
        "--json",
        ...more,
      ],
      folder,
    );
  expect((await judge()).code).toBe(0);
  server.answerProbe = replying("Another model's words.");
  const stopped = await judge();
  expect([stopped.code, stopped.stderr.includes(`judge at ${server.url}: `)]).toEqual([1, true]);
  expect((await judge("--fresh")).code).toBe(0);
  const names = await readdir(join(folder, "outputs", "adder"));
  const kept = names.find((name) => name.startsWith("before-"))!;
  expect((await readdir(join(folder, "outputs", "adder", kept))).sort()).toEqual([
    "correct_some_step.jsonl",
    "error_some_step.jsonl",
    "run_step",
  ]);
  expect((await judge()).stderr).toContain("nothing was sent");
});

it("a search stops where its policy or its reward model is another one", async () => {
  const { policy, reward } = await startServers();
  const out = join(folder, "out");
  const search = (...more: string[]) =>
    ranAssay(searchArgs(rows, policy, reward, out, "--data-end", "2", ...more), folder);
  expect((await search()).code).toBe(0);
  reward.answerProbe = replying("Another model's words.");
  const stopped = await search();
  expect([stopped.code, stopped.stderr.includes(`reward model at ${reward.url}: `)]).toEqual([1, true]);
  const { code, stderr } = await search("--fresh");
  expect([code, stderr.includes(join(out, "before-"))]).toEqual([0, true]);
  const kept = (await readdir(out)).find((name) => name.startsWith("before-"))!;
  expect((await readdir(join(out, kept))).sort()).toEqual(["result-0-2.json", "search-0-2"]);
});
