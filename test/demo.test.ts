// The whole demo on the real models: a small version of 'npm run demo'.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay, bin, quickToStart, type Ran } from "./command-line.ts";

const small = ["--limit", "3", "--n", "2", "--steps", "6"];

let folder: string;
const taken: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-demo-"));
  for (const port of [8000, 8001]) taken.push(...(await take(port)));
});

afterAll(async () => {
  for (const server of taken) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Nothing if the port is in use already: a different program may release it at any moment. */
function take(port: number): Promise<Server[]> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve([]));
    server.listen(port, "127.0.0.1", () => resolve([server]));
  });
}

const demo = (...more: string[]): Promise<Ran> => assay(["demo", ...small, ...more], "", folder);

describe("assay demo", () => {
  it("goes the whole way, twice in a row, also where the usual ports are taken", async () => {
    const [first, second] = [await demo("--out", "one"), await demo("--out", "two")];
    for (const { code, stdout } of [first, second]) {
      expect(code).toBe(0);
      for (const server of taken)
        expect(stdout).not.toContain(`:${(server.address() as AddressInfo).port}/v1`);
      const own = stdout.replace(/^(?:task|arith|subset|data set).*$/gm, ""); // Without the tables of the parts.
      expect(own.split("\n").filter((line) => line.length > 100)).toEqual([]);
      expect(stdout).toMatch(/25 +25 \\text\{ or \} 26 +different/);
      for (const part of ["assay eval", "assay processbench", "assay search", "assay score"]) {
        expect(stdout).toContain(`$ ${part} `);
      }
      expect(stdout).toMatch(/Can it judge\?[\s\S]*F1 +\d[\s\S]*Is it useful\?[\s\S]*guided, 2 candidates/);
    }
    expect((await readdir(join(folder, "one"))).sort()).toEqual(["eval", "processbench", "search"]);
    const results = (name: string) =>
      readFile(join(folder, name, "search", "arith", "result-0-3.json"), "utf8");
    expect(await results("one"), "the same seed draws the same").toBe(await results("two"));
    const [problem] = JSON.parse(await results("one"));
    expect(problem.question).toMatch(/\d/);
    expect(problem.final_steps.length).toBe(problem.iteration_history.length);
  });

  it("refuses a folder that is there already", async () => {
    const { code, stderr } = await demo("--out", ".");
    expect(code).toBe(2);
    expect(stderr).toContain("--out: . exists already");
  });

  it("ends at once when it is told to, and its servers with it, and says so", async () => {
    const child = spawn(process.execPath, [...quickToStart, bin, "demo", "--out", "three"], { cwd: folder });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      complaint += text;
    });
    const url = await new Promise<string>((resolve) => {
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        said += text;
        const found = /reward-model +(\S+)\n/.exec(said);
        if (found) resolve(found[1]!);
      });
    });
    expect((await fetch(`${url}/models`)).status).toBe(200);
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(1);
    expect(complaint).toContain("assay demo: stopped; the results so far are in three");
    await expect(fetch(`${url}/models`)).rejects.toThrow();
  });
});
