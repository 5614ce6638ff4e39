// Hostile items together with honest ones, in a real service: the honest ones are answered correctly and without delay,
// the hostile one gets its own result, and no item is lost.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../runs/folder.ts";
import { bodyOf, post, type Served, serveFor, tagged, until } from "./served.ts";

/** Does what an item says. */
const module = `import { existsSync, writeFileSync } from "node:fs";
export const score = (row) => {
  if (row.does === "hang") for (;;);
  if (row.does === "hang softly") return new Promise(() => {});
  if (row.does === "swell") for (const all = []; ; ) all.push(new Array(1e5).fill(all.length + 0.5));
  if (row.does === "die") process.exit(7);
  if (row.does === "die once" && !existsSync(row.mark)) {
    writeFileSync(row.mark, "");
    process.exit(7);
  }
  return Number(row.value);
};`;

async function serveOwn(...args: string[]): Promise<Served & { folder: string }> {
  const folder = await testFolder();
  const path = join(folder, "own.mjs");
  await writeFile(path, module);
  const served = await serveFor(["--workers", "2", "--module", path, "--item-timeout", "2", ...args]);
  return { ...served, folder };
}

const honest = { response: tagged("\\boxed{\\frac{2}{4}}"), ground_truth: "0.5" };
const right = { format_reward: 1, answer_reward: 1, reward: 1 };

const restartsOf = async (url: string): Promise<number> =>
  Number(/assay_worker_restarts_total (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())![1]);

describe("an item of the user's own reward", () => {
  it.each([
    ["hang", "timed out after 4 s"],
    ["hang softly", "timed out after 4 s"],
    ["swell", "took too much memory"],
    ["die", "ended its thread with exit code 7"],
  ])(
    "that would %s fails alone in a small body, while others and /healthz are answered",
    async (does, reason) => {
      const { url } = await serveOwn("--item-timeout", does === "swell" ? "60" : "4");
      // The threads of built-in rewards are started with the first request.
      await post(`${url}/v1/score`, { reward: "r1_zero", items: [honest] });
      let isAnswered = false;
      const hostile = bodyOf(
        post(`${url}/v1/score`, { items: [{ value: 1 }, { does }, { value: 3 }] }),
      ).finally(() => {
        isAnswered = true;
      });
      const seen: boolean[] = [];
      for (let i = 0; i < 20; i++) {
        const [health, { results }] = await Promise.all([
          fetch(`${url}/healthz`),
          bodyOf(post(`${url}/v1/score`, { reward: "r1_zero", items: [honest] })),
        ]);
        expect(health.status).toBe(200);
        expect(results).toEqual([right]);
        seen.push(isAnswered);
      }
      const { results } = await hostile;
      expect(results).toEqual([{ reward: 1 }, { reward: null, error: reason }, { reward: 3 }]);
      // The first of them was answered while the hostile item was still in progress.
      expect(seen[0]).toBe(false);
      expect(await restartsOf(url)).toBe(does === "die" ? 2 : 1);
      // The worker was replaced.
      expect((await bodyOf(post(`${url}/v1/score`, { items: [{ value: 4 }] }))).results).toEqual([
        { reward: 4 },
      ]);
    },
  );

  it("at which a worker dies once is scored again", async () => {
    const { url, folder } = await serveOwn();
    const does = { does: "die once", mark: join(folder, "mark"), value: 2 };
    const { results } = await bodyOf(post(`${url}/v1/score`, { items: [{ value: 1 }, does] }));
    expect(results).toEqual([{ reward: 1 }, { reward: 2 }]);
  });

  it("fails alone in a stream", async () => {
    const { url } = await serveOwn();
    const rows = [{ value: 1 }, { does: "hang" }, { value: 3 }];
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const answer = await post(`${url}/v1/score`, text, { "content-type": "application/x-ndjson" });
    const lines = (await answer.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { reward: 1 },
      { reward: null, error: "timed out after 2 s" },
      { reward: 3 },
    ]);
  });
});

describe("an item of a built-in reward that costs much", () => {
  const costly = `${"(".repeat(5)}\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}${")^6".repeat(5)}`;

  it("has a result of its own in a small body, and honest ones beside it are right", async () => {
    const { url } = await serveFor(["--workers", "2", "--item-timeout", "0.5"]);
    const hostile = Array.from({ length: 3 }, () =>
      bodyOf(post(`${url}/v1/grade`, { items: [{ gold: `${costly}`, answer: `${costly}+0` }] })),
    );
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => bodyOf(post(`${url}/v1/score`, { items: [honest] }))),
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(answers.map(({ results }) => results)).toEqual(Array(100).fill([right]));
    for (const { results } of await Promise.all(hostile)) {
      expect(results).toHaveLength(1);
      // Ended, or decided within its budget: never right by accident, and never without a result.
      const [{ equal, error }] = results as [{ equal: boolean | null; error?: string }];
      if (equal === null) expect(error).toBe("timed out after 0.5 s");
    }
    await until(async () => (await (await fetch(`${url}/metrics`)).text()).includes("assay_queue_items 0\n"));
  });
});
