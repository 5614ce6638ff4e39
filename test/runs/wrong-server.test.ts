// A server that is not there, or not the expected one, in the three commands that use models: a message before any file
// is written, and no retries.

import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Answer, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";
import { answerSums, writeSums } from "./sums.ts";

let folder: string;
let rows: string;
beforeEach(async () => {
  folder = await testFolder();
  rows = await writeSums(folder, 3);
});

async function serve(answer: Answer = answerSums()): Promise<TestServer> {
  const started = await TestServer.start(answer);
  onTestFinished(() => started.close().catch(() => {}));
  return started;
}

/** This port is not in use, and no server of a test can get it. */
const gone = { url: "http://127.0.0.1:1/v1" };

const listing = (...ids: string[]): TestServer["models"] => ({ body: { data: ids.map((id) => ({ id })) } });
const assay = (...args: string[]) => ranAssay(args, folder);
const isThere = (name: string) =>
  access(join(folder, name)).then(
    () => true,
    () => false,
  );

describe("a server that is not there", () => {
  it("is a sentence in every command that asks one, and no run is begun", async () => {
    const well = await serve();
    const sample = { id: "1", problem: "1+1?", steps: ["2"], label: -1 };
    await writeFile(join(folder, "judged.json"), JSON.stringify([sample]));
    const search = ["search", "--data", rows, "--output-dir", "out"];
    const commands = [
      ["eval", "-a", rows, "--base-url", gone.url, "--model", "m", "--out", "out"],
      [
        "processbench",
        "--data",
        "judged.json",
        "--base-url",
        gone.url,
        "--model",
        "m",
        "--output_dir",
        "out",
      ],
      [...search, "--policy-api-base", gone.url, "--reward-api-base", well.url],
      [...search, "--policy-api-base", well.url, "--reward-api-base", gone.url],
    ];
    for (const args of commands) {
      const { code, stderr } = await assay(...args);
      expect([code, stderr.trimEnd()]).toEqual([
        1,
        `assay ${args[0]}: ${gone.url}: nothing answers there (connection refused)`,
      ]);
      expect(await isThere("out")).toBe(false);
    }
    expect(well.asked).toEqual([]);
  });
});

describe("one of two servers", () => {
  it("that is not there is named once, and the other one is asked", async () => {
    const well = await serve();
    well.models = listing("adder");
    const args = ["eval", "-a", rows, "--base-url", gone.url, "--base-url", well.url, "--out"];
    const { code, stderr } = await assay(...args, "run");
    expect([code, stderr.split(gone.url).length - 1]).toEqual([0, 1]);
    expect(stderr).toContain(`assay eval: ${gone.url}: nothing answers there`);
    expect(stderr).not.toContain("retr");
    expect(well.asked).toHaveLength(3);
  });

  it("that does not have the model is named, and the other one is asked", async () => {
    const [other, well] = [await serve(), await serve()];
    other.models = listing("m1");
    well.models = listing("adder", "b");
    const { code, stderr } = await assay(
      ...["eval", "-a", rows, "--base-url", other.url, "--base-url", well.url, "--model", "adder"],
      ...["--out", "run"],
    );
    expect([code, other.asked]).toEqual([0, []]);
    expect(stderr).toContain(
      `assay eval: ${other.url}: the server does not list 'adder'; it lists m1; the other servers are used`,
    );
  });
});

describe("a server's models", () => {
  it("give the name where there is one, and else name themselves", async () => {
    const server = await serve();
    server.models = listing("adder");
    const args = ["eval", "-a", rows, "--base-url", server.url, "--out"];
    const { code, stderr } = await assay(...args, "one");
    expect([code, server.asked[0]!.body.model]).toEqual([0, "adder"]);
    expect(stderr).toContain("the server lists one model, adder, which is used");
    const other = await assay(...args, "other", "--model", "subtractor");
    expect([other.code, other.stderr.trimEnd()]).toEqual([
      1,
      "assay eval: the server has no model 'subtractor'; it lists 'adder' only, which is used if --model is left out",
    ]);
    server.models = listing("adder", "multiplier");
    const unnamed = await assay(...args, "unnamed");
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringContaining("the server lists adder, multiplier"),
    ]);
  });

  it("are told with the refusal of a name that is not among them", async () => {
    const server = await serve(() => ({ status: 400, body: { error: { message: "Model Not Exist" } } }));
    server.models = listing("adder", "multiplier");
    const { code, stdout, stderr } = await assay(
      ...["eval", "-a", rows, "--base-url", server.url, "--model", "c", "--out", "run", "--concurrency", "1"],
    );
    expect(code).toBe(1);
    expect(stderr).toContain(
      "assay eval: warning: the server does not list 'c'; it lists adder, multiplier. The",
    );
    expect(stderr).toContain("Model Not Exist; the server does not list 'c'; it lists adder, multiplier");
    expect(stdout).toMatch(/^INCOMPLETE 0\/3 samples\n/);
    expect(server.asked).toHaveLength(1);
  });
});

describe("a run that has answers", () => {
  it("is shown again without its server, and says what is missing where some is", async () => {
    const server = await serve();
    const args = ["eval", "-a", rows, "--base-url", server.url, "--model", "m", "--out", "run"];
    expect((await assay(...args)).code).toBe(0);
    await server.close();
    const again = await assay(...args);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("nothing answers there")]);
  });
});

describe("what a server forbids", () => {
  it("is final where nothing was ever allowed, and says that no key is configured", async () => {
    const server = await serve(() => ({ status: 403, body: { error: { message: "no" } } }));
    const { code, stderr } = await assay(
      ...["eval", "-a", rows, "--base-url", server.url, "--model", "m", "--out", "run", "--concurrency", "1"],
    );
    expect(code).toBe(1);
    expect(stderr).toContain("status 403: no; no key is configured, so the word 'EMPTY' was sent as one");
    expect(server.asked).toHaveLength(1);
  });
});
