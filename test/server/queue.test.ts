// `--max-queue`: each item counts once, from its arrival until its answer is sent.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, type Served, serveFor, tagged, until } from "./served.ts";

const itemsOf = (count: number) =>
  Array.from({ length: count }, () => ({ response: tagged("42"), ground_truth: "42" }));
const queriesOf = (count: number, length = 1) => ({
  query: Array.from({ length: count }, () => `Q${tagged("42", "x".repeat(length))}`),
  prompts: Array.from({ length: count }, () => "Q"),
  labels: Array.from({ length: count }, () => "42"),
});
const queued = async ({ url }: Served) =>
  Number(/assay_queue_items (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())![1]);

describe("--max-queue 100", () => {
  it("takes a batch of 100, and says at once that one of more can never be taken", async () => {
    const service = await serveFor(["--max-queue", "100"]);
    const score = (count: number) => post(`${service.url}/v1/score`, { items: itemsOf(count) });
    for (const count of [1, 64, 65, 99, 100, 100])
      expect([count, (await score(count)).status]).toEqual([count, 200]);
    for (const count of [101, 150, 500, 5_000]) {
      const answer = await score(count);
      expect([count, answer.status]).toEqual([count, 413]);
      expect((await bodyOf(answer)).error.message).toContain("more than 100 items in one request");
    }
    expect(await queued(service)).toBe(0);
  });

  it("counts the queries of a trainer, in small bodies and in large ones", async () => {
    const service = await serveFor(["--max-queue", "100"]);
    for (const length of [1, 4_000]) {
      const ask = (count: number) => post(`${service.url}/openrlhf`, queriesOf(count, length));
      expect([length, (await ask(100)).status]).toEqual([length, 200]);
      const answer = await ask(101);
      expect([length, answer.status]).toEqual([length, 413]);
      // A trainer logs only the status line.
      expect(answer.statusText).toContain("more than 100 items in one request");
    }
    expect(await queued(service)).toBe(0);
  });

  it("counts items of one's own reward once, and those of a trainer's request all", async () => {
    const folder = await temporaryFolder();
    // Items wait until a file exists that releases them.
    const source = `
      import { existsSync } from "node:fs";
      export const score = async () => {
        while (!existsSync(${JSON.stringify(join(folder, "go"))})) await new Promise((r) => setTimeout(r, 10));
        return 1;
      };`;
    await writeFile(join(folder, "mine.mjs"), source);
    const service = await serveFor([
      ...["--max-queue", "100", "--item-timeout", "600"],
      ...["--module", join(folder, "mine.mjs")],
    ]);
    const asked = [post(`${service.url}/openrlhf`, queriesOf(40))];
    await until(async () => (await queued(service)) === 40);
    for (let i = 0; i < 60; i++) asked.push(post(`${service.url}/v1/score`, { items: [{}] }));
    await until(async () => (await queued(service)) === 100);
    expect((await post(`${service.url}/v1/score`, { items: [{}] })).status).toBe(503);
    await writeFile(join(folder, "go"), "");
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(Array(61).fill(200));
    expect(await queued(service)).toBe(0);
  });
});
