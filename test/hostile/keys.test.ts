// Keys: where they are read, where they are sent, and where they must not occur.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Answer, choices, TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { evalArgs, writeSums } from "../runs/sums.ts";

const key = 'sk-very/secret+"of the test';

async function serve(answer: Answer): Promise<TestServer> {
  const server = await TestServer.start(answer);
  onTestFinished(() => server.close());
  return server;
}

async function textsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  return (await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name), "utf8")))).join(
    "\n",
  );
}

/** In every spelling in which it might be recorded. */
const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
const expectNoKey = (text: string) => {
  for (const spelling of spellings) expect(text).not.toContain(spelling);
};

it("a server that repeats the key has it written nowhere, in an answer or in an error", async () => {
  const folder = await testFolder();
  const rows = await writeSums(folder, 4);
  process.env.ASSAY_TEST_KEY = key;
  const server = await serve((asked, number) => {
    expect(asked.headers.authorization).toBe(`Bearer ${key}`);
    if (number === 1) return { status: 400, body: { error: { message: `no such key: ${key}` } } };
    const echo = choices(asked, [`\\boxed{${key}} and ${key}`]);
    return number === 2
      ? { body: `{"model": ${JSON.stringify(key)}, ${JSON.stringify(echo.body).slice(1)}` }
      : echo;
  });
  const run = join(folder, "run");
  const args = evalArgs(rows, server.url, run, "--api-key-env", "ASSAY_TEST_KEY", "--concurrency", "1");
  const { stdout, stderr } = await ranAssay(args);
  const shown = await ranAssay(["show", run]);
  expect(stdout).not.toBe("");
  expectNoKey(stdout + stderr + shown.stdout + shown.stderr);
  expectNoKey(await textsIn(folder));
  expect(await readFile(join(run, "samples.jsonl"), "utf8")).toContain("[key]");
});

it.each(["http://127.0.0.1:1/v1?api_key=hunter2hunter2", "http://me:hunter2hunter2@127.0.0.1:1/v1"])(
  "an address that holds a key is refused, and the key not repeated: %s",
  async (url) => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 1);
    const { code, stdout, stderr } = await ranAssay(evalArgs(rows, url, join(folder, "run")));
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain("hunter2");
    await writeFile(
      join(folder, "assay.config.json"),
      JSON.stringify({ sources: { s: { baseUrl: url, model: "m" } } }),
    );
    const configured = await ranAssay(["eval", "-i", "s", "-a", rows], folder);
    expect(configured.code).toBe(1);
    expect(configured.stderr).toContain("must be an address and nothing else");
    expect(configured.stderr).not.toContain("hunter2");
  },
);

it("a foreign run names neither the server nor the variable that a key is read from", async () => {
  const folder = await testFolder();
  const rows = await writeSums(folder, 2);
  const mine = await serve((asked) => choices(asked, ["\\boxed{0}"]));
  const theirs = await serve((asked) => choices(asked, ["\\boxed{0}"]));
  const run = join(folder, "run");
  await ranAssay(evalArgs(rows, mine.url, run, "-x", "1"));
  const file = JSON.parse(await readFile(join(run, "run.json"), "utf8"));
  Object.assign(file.config.model, { baseUrls: [theirs.url], apiKeyEnv: "ASSAY_TEST_VICTIM" });
  file.config.maxProblems = 2;
  await writeFile(join(run, "run.json"), JSON.stringify(file));
  process.env.ASSAY_TEST_VICTIM = "the-victim's-secret";
  const plain = await ranAssay(["eval", run]);
  expect(plain.code).toBe(2);
  expect(plain.stderr).toContain("--api-key-env ASSAY_TEST_VICTIM");
  const from = mine.asked.length;
  await ranAssay(["eval", run, "--base-url", mine.url, "-x", "2"]);
  expect(theirs.asked).toEqual([]);
  expect(mine.asked.length).toBeGreaterThan(from);
  for (const { headers } of mine.asked) expect(headers.authorization).toBe("Bearer EMPTY");
});

it("a run of a configured source goes on with what the configuration says, whatever its file says", async () => {
  const folder = await testFolder();
  const rows = await writeSums(folder, 2);
  const mine = await serve((asked) => choices(asked, ["\\boxed{0}"]));
  const theirs = await serve((asked) => choices(asked, ["\\boxed{0}"]));
  await mkdir(join(folder, "work"));
  await writeFile(
    join(folder, "work", "assay.config.json"),
    JSON.stringify({ sources: { s: { baseUrl: mine.url, model: "adder" } } }),
  );
  const run = join(folder, "run");
  const cwd = join(folder, "work");
  await ranAssay(["eval", "-i", "s", "-a", rows, "-x", "1", "--out", run], cwd);
  const text = await readFile(join(run, "run.json"), "utf8");
  await writeFile(join(run, "run.json"), text.replaceAll(mine.url, theirs.url));
  expect((await ranAssay(["eval", run, "-x", "2"], cwd)).code).toBe(0);
  expect(theirs.asked).toEqual([]);
  expect(mine.asked).toHaveLength(2);
});

it("a key in the place of a variable's name is not repeated", async () => {
  const folder = await testFolder();
  const rows = await writeSums(folder, 1);
  for (const given of ["sk-proj-4f9a8b7c6d5e", "gsk4f9a8b7c6d5e4f9a8b7c"]) {
    const args = ["eval", "-a", rows, "--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
    const { code, stderr } = await ranAssay([...args, "--api-key-env", given], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("--api-key-env: this is not the name of an environment variable");
    expect(stderr).not.toContain(given);
  }
});
