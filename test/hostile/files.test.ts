// Files: links that others have placed, full disks, and two processes that write at once.

import { mkdir, readdir, readFile, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay, scriptPath, start, startAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";

async function serve(): Promise<TestServer> {
  const server = await TestServer.start(answerSums());
  onTestFinished(() => server.close());
  return server;
}

it("a journal that is a link is not written through", async () => {
  const folder = await testFolder();
  const server = await serve();
  const run = join(folder, "run");
  await mkdir(run);
  const victim = join(folder, "victim");
  await writeFile(victim, "");
  await symlink(victim, join(run, "samples.jsonl"));
  const { code, stderr } = await ranAssay(evalArgs(await writeSums(folder, 2), server.url, run));
  expect(code).toBe(1);
  expect(stderr).toContain("it is a symbolic link, which is not followed here");
  expect(await readFile(victim, "utf8")).toBe("");
});

it("run.json and verdicts.jsonl replace a link, and leave no draft", async () => {
  const folder = await testFolder();
  const server = await serve();
  const rows = await writeSums(folder, 2);
  const run = join(folder, "run");
  await ranAssay(evalArgs(rows, server.url, run));
  const victim = join(folder, "victim");
  await writeFile(victim, "mine");
  const verdicts = await readFile(join(run, "verdicts.jsonl"), "utf8");
  await unlink(join(run, "verdicts.jsonl"));
  await symlink(victim, join(run, "verdicts.jsonl"));
  expect((await ranAssay(["regrade", run])).code).toBe(0);
  expect(await readFile(victim, "utf8")).toBe("mine");
  expect(await readFile(join(run, "verdicts.jsonl"), "utf8")).toBe(verdicts);
  expect((await readdir(run)).sort()).toEqual([
    "results.json",
    "run.json",
    "samples.jsonl",
    "verdicts.jsonl",
  ]);
});

it("verdicts that do not fit on the disk are a failure, and the old ones stay", async () => {
  const folder = await testFolder();
  const server = await serve();
  const run = join(folder, "run");
  await ranAssay(evalArgs(await writeSums(folder, 60), server.url, run));
  const before = await readFile(join(run, "verdicts.jsonl"), "utf8");
  const args = [scriptPath("assay.mjs"), "regrade", run];
  const limited = await start("bash", [
    "-c",
    'trap "" XFSZ; ulimit -f 2; exec "$@"',
    "bash",
    process.execPath,
    ...args,
  ]).ended;
  expect(limited.code).toBe(1);
  expect(limited.stderr).toContain("verdicts.jsonl: cannot be written");
  expect(await readFile(join(run, "verdicts.jsonl"), "utf8")).toBe(before);
});

/** Long compared with its grading, so an input of some MiB is graded fast. */
const pair = (i: number) =>
  `${JSON.stringify({ gold: `${i}`, answer: `${i % 2}`, note: "x".repeat(200) })}\n`;

it("an output is written by one at a time", async () => {
  const folder = await testFolder();
  const [input, output] = [join(folder, "in.jsonl"), join(folder, "out.jsonl")];
  await writeFile(input, Array.from({ length: 8_000 }, (_, i) => pair(i)).join(""));
  const args = ["grade", "--input", input, "--output", output];
  const ran = await Promise.all([ranAssay(args), ranAssay(args)]);
  const refused = ran.filter(({ stderr }) => stderr.includes(`writes to ${output}`));
  // If one ended before the other started, both succeed.
  expect(refused.length).toBeLessThanOrEqual(1);
  const lines = (await readFile(output, "utf8")).trim().split("\n");
  expect(lines).toHaveLength(8_000);
  lines.forEach((line, i) => {
    expect((JSON.parse(line) as { gold: string }).gold).toBe(`${i}`);
  });
  expect((await readdir(folder)).sort()).toEqual(["in.jsonl", "out.jsonl"]);
});

it("an output that was not finished is gone on with by the same work over the same input alone", async () => {
  const folder = await testFolder();
  const [input, other, output] = ["in.jsonl", "other.jsonl", "out.jsonl"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(input, Array.from({ length: 30_000 }, (_, i) => pair(i)).join(""));
  await writeFile(other, Array.from({ length: 30_000 }, (_, i) => pair(i + 1)).join(""));
  const { kill, ended } = startAssay(["grade", "--input", input, "--output", output]);
  while ((await readFile(output, "utf8").catch(() => "")) === "")
    await new Promise((resolve) => setTimeout(resolve, 2));
  kill("SIGKILL");
  await ended;
  const go = (...args: string[]) => ranAssay([...args, "--output", output, "--resume"]);
  expect((await go("grade", "--input", other)).stderr).toContain("was begun with a different input");
  expect((await go("grade", "--input", input, "--extract", "never")).stderr).toContain(
    "was begun by assay grade",
  );
  expect((await go("reward", "r1_zero", "--input", input)).stderr).toContain("was begun by assay grade");
  expect((await go("grade", "--input", input)).code).toBe(0);
  expect((await readFile(output, "utf8")).trim().split("\n")).toHaveLength(30_000);
});

it("what was read of an input may not differ when an output is gone on with, what was not may", async () => {
  const folder = await testFolder();
  const [input, output, module, go] = ["in.jsonl", "out.jsonl", "own.mjs", "go"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const [count, held] = [30_000, 9_000];
  const lines = Array.from({ length: count }, (_, i) => pair(i));
  await writeFile(input, lines.join(""));
  // From some line on it waits, so that the command is killed in the middle of its work.
  await writeFile(
    module,
    `import { existsSync } from "node:fs";
    const pause = new Int32Array(new SharedArrayBuffer(4));
    export function score({ gold }) {
      while (gold >= ${held} && !existsSync(${JSON.stringify(go)})) Atomics.wait(pause, 0, 0, 5);
      return Number(gold);
    }`,
  );
  const command = ["reward", "--module", module, "--timeout", "600", "--output", output];
  const { kill, ended } = startAssay([...command, "--input", input]);
  // Some 6,000 lines, of more than 1 MiB of input.
  while ((await stat(output).catch(() => ({ size: 0 }))).size < 3 << 19)
    await new Promise((resolve) => setTimeout(resolve, 2));
  kill("SIGKILL");
  await ended;
  await writeFile(go, "");
  const written = (await readFile(output, "utf8")).split("\n").length - 1;
  expect(written).toBeGreaterThan(5_000);
  expect(written).toBeLessThanOrEqual(held);
  const goOn = async (changed: number) => {
    const other = join(folder, "other.jsonl");
    await writeFile(other, lines.with(changed, pair(7)).join(""));
    return ranAssay([...command, "--input", other, "--resume"]);
  };
  const before = await readFile(output);
  const refused = await goOn(written - 100);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("begun with a different input") });
  expect((await readFile(output)).equals(before)).toBe(true);
  expect(await goOn(count - 1)).toMatchObject({ code: 0 });
  const after = (await readFile(output, "utf8")).trim().split("\n");
  expect(after).toHaveLength(count);
  expect(JSON.parse(after[count - 1]!)).toMatchObject({ gold: "7", result: { reward: 7 } });
  expect((await readdir(folder)).sort()).toEqual(["go", "in.jsonl", "other.jsonl", "out.jsonl", "own.mjs"]);
});
