// Of several processes that try to take the lock of a killed process, exactly one succeeds, at any timing.

import { type ChildProcess, fork, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { takeLock } from "../../src/jsonl/lock.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { trials } from "../seed.ts";

const script = fileURLToPath(new URL("lock-process.mjs", import.meta.url));
const processes: ChildProcess[] = [];
afterEach(() => {
  for (const child of processes.splice(0)) child.kill("SIGKILL");
});

const startAll = (count: number): Promise<ChildProcess[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(script);
      processes.push(child);
      await once(child, "message");
      return child;
    }),
  );

/** The number of a process that has ended. */
async function gonePid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

/** A third of each kind. */
const rounds = trials(300, 90);

interface Said {
  has: boolean;
  why?: string;
}

/** The report of each when all try at once. */
async function race(children: readonly ChildProcess[], path: string): Promise<Said[]> {
  const said = children.map(async (child) => ((await once(child, "message")) as [Said])[0]);
  const at = Date.now() + 4;
  for (const child of children) child.send({ path, at });
  return Promise.all(said);
}

const claimOn = (path: string, content: string): string =>
  `${path}.${createHash("sha256").update(content).digest("hex").slice(0, 16)}.claim`;

describe("a lock that a killed process left", () => {
  it("has one new holder, however many want it", async () => {
    const folder = await temporaryFolder();
    const children = await startAll(10);
    const pid = await gonePid();
    for (let round = 0; round < rounds; round++) {
      const path = join(folder, `${round}.lock`);
      const dead = JSON.stringify({ pid, host: hostname(), began: "1", mark: `${round}` });
      writeFileSync(path, dead);
      // In some rounds, others died while they took it: one with the claim, one with the claim on the claim.
      const claim = JSON.stringify({ pid, host: hostname(), began: "2", mark: `${round}` });
      if (round % 3 > 0) writeFileSync(claimOn(path, dead), claim);
      if (round % 3 > 1)
        writeFileSync(claimOn(path, claim), JSON.stringify({ ...JSON.parse(claim), began: "3" }));
      const said = await race(children, path);
      const winners = children.filter((_, place) => said[place]!.has);
      expect(winners.length, `round ${round}: ${JSON.stringify(said)}`).toBe(1);
      expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: winners[0]!.pid });
      for (const { has, why } of said)
        if (!has) expect(why).toContain(`process ${winners[0]!.pid} writes to this run`);
      expect(readdirSync(folder)).toEqual([`${round}.lock`]);
      // The winner releases it when the next round begins.
      await race(children, join(folder, "other"));
      expect(readdirSync(folder)).toEqual(["other"]);
    }
  });

  it("is not kept by a process that was killed, and that its parent has not asked for yet", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "journal.lock");
    // A shell that never waits for its child keeps it as a zombie.
    const code = `import { takeLock } from ${JSON.stringify(new URL("../../dist/jsonl/lock.js", import.meta.url).href)};
      takeLock(${JSON.stringify(path)}); console.log(process.pid); process.kill(process.pid, "SIGKILL");`;
    const parent = spawn(
      "/bin/sh",
      ["-c", `"$0" --input-type=module -e "$1" & exec sleep 60`, process.execPath, code],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    processes.push(parent);
    const pid = Number(String((await once(parent.stdout!, "data"))[0]));
    while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid });
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(`process ${process.pid} writes to this run`);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is left alone where somebody else has taken it since", async () => {
    const path = join(await temporaryFolder(), "journal.lock");
    const lock = takeLock(path);
    const other = JSON.stringify({ pid: process.ppid, host: "elsewhere", began: null });
    writeFileSync(path, other);
    lock.release();
    expect(readFileSync(path, "utf8")).toBe(other);
  });
});
