// Pipes, devices and folders in place of a run's files: no command waits for them, or reads them endlessly.

import { execFileSync } from "node:child_process";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";

const kinds: Record<string, (path: string) => unknown> = {
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "a device": (path) => symlink("/dev/zero", path),
  "a folder": (path) => mkdir(path),
};

it.skipIf(process.platform === "win32")("what is no file is not read as one", async () => {
  const folder = await testFolder();
  const server = await TestServer.start(answerSums());
  onTestFinished(() => server.close());
  const good = join(folder, "good");
  const rows = await writeSums(folder, 3);
  await ranAssay(evalArgs(rows, server.url, good));
  for (const [kind, make] of Object.entries(kinds)) {
    for (const file of ["run.json", "samples.jsonl", "verdicts.jsonl", "samples.jsonl.lock"]) {
      const run = join(folder, `${kind} for ${file}`);
      await cp(good, run, { recursive: true });
      await rm(join(run, file), { force: true });
      await make(join(run, file));
      const commands = [
        ["show", run],
        ["compare", run, good],
        ["eval", "-i", run, "-a", rows, "--out", join(folder, `again, ${kind} for ${file}`)],
        evalArgs(rows, server.url, run),
        ["regrade", run],
      ];
      const ended = await Promise.all(commands.map((args) => ranAssay(args, folder)));
      for (const [i, { code, signal, stderr }] of ended.entries()) {
        const what = `${commands[i]![0]}, ${kind} for ${file}: ${stderr}`;
        expect(signal, what).toBeNull();
        expect([0, 1], what).toContain(code);
        expect(stderr, what).not.toMatch(/Cannot read|TypeError|mistake in assay|\bE[A-Z]{4,}\b/);
        if (code === 1) expect(stderr, what).toContain(kind);
      }
    }
  }
});
