// The options of `assay eval` in the requests to a real server, in the run's file and in the exit code.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readBenchFile } from "../../src/processbench/bench-file.ts";
import { readRunFile } from "../../src/runs/run-file.ts";
import { readSearchRun } from "../../src/search/run-file.ts";
import { TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";
import { answerSums, evalArgs, writeSums } from "./sums.ts";

let folder: string;
let rows: string;
let run: string;
let server: TestServer;
beforeEach(async () => {
  folder = await testFolder();
  rows = await writeSums(folder, 6);
  run = join(folder, "run");
  server = await TestServer.start(answerSums());
  onTestFinished(() => server.close().catch(() => {}));
});

function withVariable(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}
const evaluate = (...more: string[]) => ranAssay(evalArgs(rows, server.url, run, ...more), folder);
const keysSent = () => new Set(server.asked.map(({ headers }) => headers.authorization));

describe("the key", () => {
  it("is EMPTY where none is configured, as the reference's deployment script wants it", async () => {
    server.answerWith((asked) =>
      asked.headers.authorization === "Bearer EMPTY"
        ? answerSums()(asked, 1)
        : { status: 401, body: { error: { message: "Unauthorized" } } },
    );
    expect((await evaluate()).code).toBe(0);
    expect(keysSent()).toEqual(new Set(["Bearer EMPTY"]));
  });
  it("is OPENAI_API_KEY where none is named, and stands in no file", async () => {
    withVariable("OPENAI_API_KEY", "sk-in-the-environment");
    expect((await evaluate()).code).toBe(0);
    expect(keysSent()).toEqual(new Set(["Bearer sk-in-the-environment"]));
    const text = await readFile(join(run, "run.json"), "utf8");
    expect(text).not.toContain("sk-in-the-environment");
    expect(text).not.toContain("apiKeyEnv");
  });
  it("is not sent to a server that only the run's folder names", async () => {
    expect((await evaluate()).code).toBe(0);
    withVariable("OPENAI_API_KEY", "sk-in-the-environment");
    server.asked.length = 0;
    const { code, stderr } = await ranAssay(["eval", run, "-n", "2"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("a run's file is not trusted to say where requests and keys go");
    expect(server.asked).toEqual([]);
  });
  it("that is named goes before it", async () => {
    withVariable("OPENAI_API_KEY", "sk-in-the-environment");
    withVariable("MY_OWN_KEY", "sk-of-my-own-server");
    expect((await evaluate("--api-key-env", "MY_OWN_KEY")).code).toBe(0);
    expect(keysSent()).toEqual(new Set(["Bearer sk-of-my-own-server"]));
  });
});

describe("--extra-body", () => {
  it("is in every request and in the run's file, and makes another run", async () => {
    expect(
      (await evaluate("--extra-body", '{"min_p": 0.1}', "--timeout", "60", "--max-tries", "2")).code,
    ).toBe(0);
    expect(server.asked.every(({ body }) => (body as { min_p?: number }).min_p === 0.1)).toBe(true);
    const { config } = (await readRunFile(run))!;
    expect(config.model).toMatchObject({ extraBody: { min_p: 0.1 }, timeoutSeconds: 60, maxTries: 2 });
    expect(config.concurrency).toBe(64);
    const { code, stderr } = await evaluate();
    expect(code).toBe(1);
    expect(stderr).toContain('extra-body: {"min_p":0.1} → none');
  });
});

describe("--fail-below", () => {
  it("is exit code 1 with a sentence for each task that does not reach it", async () => {
    const { stdout } = await evaluate();
    const { value } = (JSON.parse(stdout) as { tasks: { sums: { avg_at_k: { value: number } } } }).tasks.sums
      .avg_at_k;
    expect((await evaluate("--fail-below", String(value))).code).toBe(0);
    const { code, stderr } = await evaluate("--fail-below", "1");
    expect(value).toBeLessThan(1);
    expect(stderr).toContain(
      `avg@1 of sums: ${Number(value.toPrecision(6))}, which is below 1 (--fail-below)`,
    );
    expect(code).toBe(1);
  });
});

describe("-a", () => {
  it("takes commas and repeats; a file whose name has a comma is that file", async () => {
    const other = await writeSums(folder, 3, "more,sums.jsonl");
    const { code, stdout } = await ranAssay(
      ["eval", "-a", rows, "-a", other, "--base-url", server.url, "--model", "m", "--out", run, "--json"],
      folder,
    );
    expect(Object.keys((JSON.parse(stdout) as { tasks: object }).tasks)).toEqual(["sums", "more,sums"]);
    expect(code).toBe(0);
  });
  it("lists the tasks where it is missing, and asks nothing", async () => {
    const { code, stderr } = await ranAssay(["eval", "--base-url", server.url, "--model", "m"], folder);
    expect(stderr).toContain("which task? Give -a TASK, or -a all");
    expect(stderr).toContain("GSM8K");
    expect(code).toBe(2);
    expect(server.asked).toEqual([]);
  });
  it("has a typo answered with the nearest task", async () => {
    const { stderr } = await ranAssay(
      ["eval", "--base-url", server.url, "--model", "m", "-a", "gsm8"],
      folder,
    );
    expect(stderr).toMatch(/Did you mean 'gsm8k'\?/i);
  });
});

describe("run files of earlier versions", () => {
  const model = {
    kind: "openai",
    model: "m",
    baseUrls: ["http://127.0.0.1:1/v1"],
    api: "chat",
    apiKeyEnv: "KEY",
  };
  const source = { dataset: "rows.jsonl", revision: "sha256:00", files: ["rows.jsonl"] };
  const rest = { v: 1, versions: { assay: "0.1.0", node: "20.19.0" }, created: "2025-01-01T00:00:00.000Z" };
  const write = (file: object) => writeFile(join(folder, "run.json"), JSON.stringify({ ...rest, ...file }));

  it("of eval are read", async () => {
    const config = { model, tasks: ["gsm8k"], temperature: 0.6, seed: 0, numSamples: 4, concurrency: 32 };
    const data = { sums: { source, problems: 3, digest: "00", maxNewTokens: 100 } };
    await write({ config, data });
    expect((await readRunFile(folder))!.config).toEqual(config);
  });
  it("of processbench are read", async () => {
    const config = {
      model,
      judge: "critique",
      identity: { seed: 0 },
      votes: 8,
      noVerdict: "skip",
      concurrency: 32,
    };
    await write({ kind: "processbench", config, data: { gsm8k: { source, samples: 3, digest: "00" } } });
    expect((await readBenchFile(folder))!.config).toEqual(config);
  });
  it("of search are read", async () => {
    const config = {
      policy: model,
      reward: null,
      data: "math",
      begin: 0,
      end: null,
      strategy: "beam",
      aggregate: "last",
      n: 2,
      width: 4,
      maxSteps: 30,
      stepTokens: 512,
      solutionTokens: 2048,
      temperature: 0.7,
      prompt: null,
      seed: 0,
    };
    await write({ kind: "search", config, task: "math", source, problems: 3, digest: "00" });
    expect((await readSearchRun(folder))!.config).toEqual(config);
  });
});
