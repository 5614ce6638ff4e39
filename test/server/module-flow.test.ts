// Slow users' rewards: their items are spread over the threads, and results arrive as they are ready.

import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, serveFor } from "./served.ts";

/** Writes one file and waits for another, so that an item can wait for its neighbour, or for the test. */
const waiting = (folder: string) => `
import { existsSync, writeFileSync } from "node:fs";
const sleep = () => new Promise((resolve) => setTimeout(resolve, 5));
export async function score(row) {
  if (row.write) writeFileSync(${JSON.stringify(folder)} + "/" + row.write, "");
  while (row.wait && !existsSync(${JSON.stringify(folder)} + "/" + row.wait)) await sleep();
  if (row.unscored) return { unscored: "no gold" };
  return { reward: row.number ?? 0, bonus: 0.5 };
}`;

async function serveModule(args: readonly string[] = [], source = waiting) {
  const folder = await temporaryFolder();
  const file = join(folder, "mine.mjs");
  await writeFile(file, source(folder));
  const service = await serveFor(["--module", file, "--workers", "2", "--item-timeout", "60", ...args]);
  return { folder, service, url: `${service.url}/v1/score` };
}

const lines = { "content-type": "application/x-ndjson" };
const linesOf = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");

describe("items of a module", () => {
  it("are spread over the threads, and answered in order", async () => {
    const { url, service } = await serveModule();
    const items = [
      { number: 0, write: "a", wait: "b" },
      { number: 1, write: "b", wait: "a" },
    ];
    const { results } = await bodyOf(post(url, { items }));
    expect(results.map(({ reward }) => reward)).toEqual(items.map(({ number }) => number));
    const many = Array.from({ length: 5_000 }, (_, number) => ({ number, filler: "x".repeat(100) }));
    const large = await bodyOf(post(url, { items: many }));
    expect(large.results.map(({ reward }) => reward)).toEqual(many.map(({ number }) => number));
    const streamed = await (await post(url, linesOf(many), lines)).text();
    expect(streamed.trimEnd().split("\n")).toHaveLength(5_000);
    expect(streamed).toBe(large.results.map(({ reward }) => `{"reward":${reward}.0,"bonus":0.5}\n`).join(""));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain("assay_queue_items 0\n");
  });

  it("of a list of OpenRLHF's are spread too", async () => {
    const meet = (folder: string) =>
      waiting(folder).replace("score(row) {", "score({ ground_truth }) { const row = ground_truth;");
    const { service } = await serveModule([], meet);
    const labels = [
      { number: 1, write: "a", wait: "b" },
      { number: 2, write: "b", wait: "a" },
    ];
    const answer = await bodyOf(
      post(`${service.url}/openrlhf`, { query: ["pa", "pb"], prompts: ["p", "p"], labels }),
    );
    expect(answer).toMatchObject({ rewards: [1, 2], extra_logs: { bonus: [0.5, 0.5], unscored: [0, 0] } });
  });

  it("are sent as soon as they are ready, the head of the answer before them", async () => {
    const { url, folder } = await serveModule();
    const items = [{ number: 1, wait: "one" }, { number: 2, wait: "two" }, { number: 3 }];
    const answer = await post(url, linesOf(items), lines);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    await writeFile(join(folder, "one"), "");
    expect((await reader.read()).value).toBe('{"reward":1.0,"bonus":0.5}\n');
    await writeFile(join(folder, "two"), "");
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value;
    expect(rest).toBe('{"reward":2.0,"bonus":0.5}\n{"reward":3.0,"bonus":0.5}\n');
  });

  it("that move no more end their stream with a line that says so", async () => {
    const { service } = await serveModule(["--request-timeout", "0.5"]);
    const body = linesOf([{ number: 1 }, { wait: "never" }]);
    const received = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(service.port, "127.0.0.1", () =>
        socket.write(
          `POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        ),
      );
      socket.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      socket.on("close", () => resolve(text)).on("error", reject);
    });
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(received).toContain('{"error":{"message":"nothing has moved for 0.5 s","type":"stream"}}\n');
    expect(received).not.toContain("\r\n0\r\n");
  });

  it("that hold a large body up are our fault: 503", async () => {
    const { url } = await serveModule(["--request-timeout", "1"]);
    const items = Array.from({ length: 100 }, () => ({ wait: "never", filler: "x".repeat(100_000) }));
    const answer = await post(url, { items });
    expect([answer.status, (await bodyOf(answer)).error.message]).toEqual([503, "not answered within 1 s"]);
  });
});

describe("the members of a module's results", () => {
  it("are the same in an answer, whichever item shows them first", async () => {
    const { url } = await serveModule();
    const items = [{ unscored: true }, 5, { number: 1 }, { unscored: true }];
    const { results } = await bodyOf(post(url, { items }));
    for (const result of results) expect(Object.keys(result).slice(0, 2)).toEqual(["reward", "bonus"]);
    expect(results.map(({ reward }) => reward)).toEqual([null, null, 1, null]);
    expect(results[0]).toEqual({ reward: null, bonus: null, unscored: "no gold" });
  });

  it("are 'reward' alone while none is known, also for a line that is no JSON", async () => {
    const { url } = await serveModule();
    const first = await (await post(url, "nonsense\n", lines)).text();
    expect(JSON.parse(first)).toEqual({ reward: null, error: expect.stringContaining("line 1: not JSON") });
    const text = await (await post(url, 'nonsense\n{"number":1}\n', lines)).text();
    const results = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(results[0]).toMatchObject({ reward: null, error: expect.stringContaining("line 1: not JSON") });
    expect(results[1]).toEqual({ reward: 1, bonus: 0.5 });
    const later = await (await post(url, "nonsense\n", lines)).text();
    expect(JSON.parse(later)).toMatchObject({ reward: null, bonus: null });
  });

  it("are known from the start where the module says them", async () => {
    const source = (folder: string) => `${waiting(folder)}\nexport const keys = ["bonus", "reward"];`;
    const { url, service } = await serveModule([], source);
    const { results } = await bodyOf(post(url, { items: [{ unscored: true }] }));
    expect(results).toEqual([{ bonus: null, reward: null, unscored: "no gold" }]);
    expect(Object.keys((await bodyOf(post(url, { items: [{}] }))).results[0]!)).toEqual(["bonus", "reward"]);
    const query = { query: ["none"], prompts: ["p"], labels: ["1"] };
    const zero = await post(`${service.url}/openrlhf?on_unscored=zero`, query);
    expect(await zero.json()).toEqual({ rewards: 0, scores: 0, extra_logs: { bonus: 0, unscored: 1 } });
  });
});
