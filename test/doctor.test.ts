// assay doctor: its messages about a machine, about servers that answer and servers that do not.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay, bin } from "./command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-doctor-"));
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ object: "list", data: [{ id: "math-7b", object: "model" }] }));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Found {
  checks: { name: string; state: string; found: string; without?: string }[];
}

const asked = async (words: string[] = []) => {
  const { code, stdout } = await assay(["doctor", "--json", ...words], "", folder);
  const checks = new Map((JSON.parse(stdout) as Found).checks.map((check) => [check.name, check]));
  return { code, checks };
};

describe("assay doctor", () => {
  it("does not start on a Node that is too old, and says which one is needed", () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";
    const words = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, bin, "doctor"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: "assay: this is Node 18.20.8, and Assay needs Node 20.19 or newer\n",
    });
  });

  it("finds Node, memory and the cache, and says what each missing thing costs", async () => {
    const { code, checks } = await asked();
    expect(code).toBe(0);
    for (const name of ["Node", "machine", "data cache", "configuration"])
      expect(checks.get(name)?.state).toBe("ok");
    for (const { state, without } of checks.values())
      if (state === "missing") expect(without).toMatch(/\w+ \w+/);
  });

  it("asks every server of the configuration, and fails where one is wrong", async () => {
    const { port } = server.address() as AddressInfo;
    const sources = {
      here: { baseUrl: `http://127.0.0.1:${port}/v1`, model: "math-7b" },
      gone: { baseUrl: "http://127.0.0.1:9/v1", model: "math-7b" },
    };
    writeFileSync(join(folder, "assay.config.json"), JSON.stringify({ sources }));
    const { code, checks } = await asked();
    expect(code).toBe(1);
    expect(checks.get("model here")).toMatchObject({
      state: "ok",
      found: expect.stringContaining("math-7b"),
    });
    expect(checks.get("model gone")).toMatchObject({ state: "wrong" });
  });

  it("says what is wrong with a configuration that cannot be read", async () => {
    writeFileSync(join(folder, "assay.config.json"), "{bad");
    const { code, checks } = await asked();
    expect(code).toBe(1);
    expect(checks.get("configuration")?.found).toContain("assay.config.json");
  });

  it("never shows a token", async () => {
    writeFileSync(join(folder, "assay.config.json"), "{}");
    process.env.HF_TOKEN = "hf_notForAnyone";
    const { stdout } = await assay(["doctor"], "", folder);
    delete process.env.HF_TOKEN;
    expect(stdout).toContain("hub token");
    expect(stdout).not.toContain("hf_notForAnyone");
  });

  it("says that a queue cannot be reached", async () => {
    const { code, checks } = await asked(["--queue", "redis://127.0.0.1:9"]);
    expect(code).toBe(1);
    expect(checks.get("queue")).toMatchObject({ state: "wrong" });
  });
});
