// run.json of another person: whatever its content, a command ends with a message, and soon.

import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { RunFile } from "../../src/runs/run-file.ts";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";

const changes: Record<string, (file: RunFile) => unknown> = {
  null: () => null,
  "a list": () => [],
  "a number": () => 5,
  "nothing in it": () => ({}),
  "no tasks": (file) => ({ ...file, config: { ...file.config, tasks: [] } }),
  "a task that is not there": (file) => ({ ...file, config: { ...file.config, tasks: ["no such task"] } }),
  "data of another task": (file) => ({ ...file, data: { ...file.data, other: file.data.sums! } }),
  "a prototype's name": (file) => ({ ...file, data: { constructor: file.data.sums! } }),
  "samples without end": (file) => ({ ...file, config: { ...file.config, numSamples: 1e15 } }),
  "problems without end": (file) => ({ ...file, data: { sums: { ...file.data.sums!, problems: 1e15 } } }),
  "fewer problems than none": (file) => ({ ...file, data: { sums: { ...file.data.sums!, problems: -1 } } }),
  "a body without an end to its levels": (file) => ({
    ...file,
    config: { ...file.config, model: { ...file.config.model, extraBody: { deep: "DEEP" } } },
  }),
  "more tasks than any run has": (file) => ({
    ...file,
    config: { ...file.config, tasks: new Array(200_000).fill(file.config.tasks[0]) },
  }),
  "another kind": (file) => ({ ...file, kind: "unheard of" }),
  "a kind that is none": (file) => ({ ...file, kind: { a: 1 } }),
};

/** Nested more deeply than recursive programs can write. */
const deep = "[".repeat(150_000) + "]".repeat(150_000);

it("is read with care", async () => {
  const folder = await testFolder();
  const server = await TestServer.start(answerSums());
  onTestFinished(() => server.close());
  const good = join(folder, "good");
  await ranAssay(evalArgs(await writeSums(folder, 3), server.url, good));
  const file = JSON.parse(await readFile(join(good, "run.json"), "utf8"));
  for (const [name, change] of Object.entries(changes)) {
    const run = join(folder, name.replaceAll(/\W/g, "-"));
    await cp(good, run, { recursive: true });
    await writeFile(
      join(run, "run.json"),
      JSON.stringify(change(structuredClone(file))).replace('"DEEP"', deep),
    );
    const commands = [
      ["show", run],
      ["regrade", run],
      ["compare", run, good],
      ["eval", run, "--base-url", server.url],
    ];
    const ended = await Promise.all(commands.map((args) => ranAssay(args, folder)));
    for (const [i, { stderr, signal }] of ended.entries()) {
      expect(signal, name).toBeNull();
      expect(stderr, `${commands[i]![0]}, ${name}`).not.toMatch(
        /Cannot read|undefined|is not a function|TypeError|mistake in assay|unexpected error/,
      );
    }
  }
});
