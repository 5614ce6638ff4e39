// Runs before each file of tests: its property tests draw with the common seed; when the file ends, even if a test
// failed, the processes that it started are ended and its changes to the environment are undone. A process that waits
// for the next command of a test stays, and so does the browser.

import { ChildProcess } from "node:child_process";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { isIdle } from "../command-line.ts";
import { seed } from "../seed.ts";
import { keptPrograms } from "./kept.ts";
import { fileVariable } from "./none-left.ts";

interface Spawning {
  spawn(...args: unknown[]): unknown;
}

const started = new Set<ChildProcess>();
const known = Symbol.for("assay.test.processes");
const prototype = ChildProcess.prototype as ChildProcess & Spawning & { [known]?: Set<ChildProcess> };

// If files of tests share a thread, this is done once.
if (!prototype[known]) {
  prototype[known] = started;
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, ...args) {
    const code = spawn.apply(this, args);
    const all = prototype[known]!;
    if (this.pid !== undefined) all.add(this);
    this.once("exit", () => all.delete(this));
    return code;
  };
}

fc.configureGlobal({ seed });

const environment = { ...process.env };
process.env[fileVariable] = expect.getState().testPath ?? "";

afterAll(async () => {
  const left = [...prototype[known]!].filter(
    (child) =>
      child.exitCode === null &&
      child.signalCode === null &&
      !isIdle(child) &&
      !keptPrograms.has(child.spawnfile),
  );
  await Promise.all(
    left.map(
      (child) =>
        new Promise((resolve) => {
          child.once("exit", resolve);
          child.kill("SIGKILL");
        }),
    ),
  );
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
});
