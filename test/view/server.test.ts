// The viewer's server without a browser: allowed clients, valid requests, and simultaneous ones.

import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ranAssay } from "../runs/spawned.ts";
import { folderOfTests, get, idOf, listed, makeRun, type Row, serve } from "./served.ts";

const rows: Row[] = [1, 2].map((n) => ({ id: `${n}`, problem: `What is ${n}?`, answer: `${n}` }));

let folder: string;
let url: string;

beforeAll(async () => {
  folder = await folderOfTests();
  const completions = rows.map(({ id }) => ({
    problem: id,
    sample: 0,
    text: `\\boxed{${id}}`,
    finish: "stop",
  }));
  await makeRun(folder, "plain", rows, completions);
  await mkdir(join(folder, "runs", "newer"), { recursive: true });
  await writeFile(join(folder, "runs", "newer", "run.json"), JSON.stringify({ v: 2, kind: "dream" }));
  await mkdir(join(folder, "runs", "broken"), { recursive: true });
  await writeFile(join(folder, "runs", "broken", "run.json"), "{");
  await mkdir(join(folder, "runs", "results", "math"), { recursive: true });
  const result = {
    question: "What is 1?",
    iteration_history: [],
    final_steps: [],
    gt_answer: "1",
    pred_answer: "1",
  };
  await writeFile(
    join(folder, "runs", "results", "math", "result-0-None.json"),
    JSON.stringify([result, { ...result, pred_answer: "2" }]),
  );
  url = (await serve(folder, "runs")).url;
});

/** A request with the given head. */
const asked = (path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on("error", reject);
    sent.end();
  });

describe("the viewer's server", () => {
  it("answers to its own names and its own pages alone", async () => {
    const { host } = new URL(url);
    expect(await asked("/api/runs", { host })).toBe(200);
    expect(await asked("/api/runs", { host: "evil.example" })).toBe(403);
    expect(await asked("/", { host: "evil.example" })).toBe(403);
    expect(await asked("/api/runs", { host, origin: "http://evil.example" })).toBe(403);
    expect(await asked("/api/events", { host, origin: "null" })).toBe(403);
    expect(await asked("/api/runs", { host, origin: url })).toBe(200);
  });

  it("serves the page under a policy that allows nothing else", async () => {
    const page = await fetch(url);
    const policy = page.headers.get("content-security-policy")!;
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split("; ")).toContain(part);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src="\.\/)/);
    expect(html).not.toMatch(/https?:\/\//);
  });

  it("takes no path from a request", async () => {
    const id = await idOf(url, "plain");
    for (const path of [
      "/../package.json",
      "/..%2f..%2fetc%2fpasswd",
      "/assets/../../package.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/api/runs/..%2f..%2fetc",
      `/api/runs/${encodeURIComponent(join(folder, "runs", "plain"))}`,
      "/api/runs/%",
      "/api/runs/__proto__",
      "/api/runs/constructor/table",
      `/api/runs/${id}/../../etc`,
    ])
      expect([path, await asked(path, { host: new URL(url).host })]).toEqual([path, 404]);
    expect(await asked(`/api/runs/${id}/table?rows=-1`, { host: new URL(url).host })).toBe(400);
    expect(
      await asked(`/api/runs/${id}/sample?task=sums&problem=9&sample=0`, { host: new URL(url).host }),
    ).toBe(404);
    expect((await fetch(`${url}/api/runs`, { method: "POST" })).status).toBe(405);
  });

  it("lists what cannot be read with what is wrong, and result files that the reference writes", async () => {
    const runs = await listed(url);
    const problemOf = (name: string) => runs.find((run) => run.name === name)?.problem;
    expect(problemOf("newer")).toMatch(/kind 'dream', which this version of Assay cannot read/);
    expect(problemOf("broken")).toMatch(/it is not JSON/);
    expect(problemOf("plain")).toBeUndefined();
    const results = runs.find((run) => run.name === "results/math") as unknown as Record<string, unknown>;
    expect(results).toMatchObject({ kind: "search", problems: 2, figure: { value: 0.5 } });
  });

  it("serves a thousand readers at once", async () => {
    const id = await idOf(url, "plain");
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        fetch(`${url}/api/runs/${id}/table`).then((answer) => answer.json()),
      ),
    );
    for (const part of answers as { facts: { problem: number[] } }[])
      expect(part.facts.problem).toHaveLength(2);
  });

  it("gives a page only what is new to it", async () => {
    const id = await idOf(url, "plain");
    interface Part {
      facts: { problem: number[] };
      verdicts: { generation: string; state: number[] };
    }
    const whole = await get<Part>(url, `/api/runs/${id}/table`);
    expect(whole.verdicts.state).toEqual([1, 1]);
    const { generation } = whole.verdicts;
    const rest = await get<Part>(
      url,
      `/api/runs/${id}/table?rows=2&problems=2&generation=${generation}&graded=2&texts=9`,
    );
    expect(rest.facts.problem).toEqual([]);
    expect(rest.verdicts.state).toEqual([]);
  });

  it("says on the command line what is wrong with what it was given", async () => {
    const missing = await ranAssay(["view", "nowhere"], folder);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining("there is no folder 'nowhere'"),
    ]);
    const taken = await ranAssay(["view", "runs", "--port", new URL(url).port], folder);
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("is in use")]);
  });
});
