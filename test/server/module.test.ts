// Users' rewards: they run in threads that are ended and replaced when necessary.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, serveFor } from "./served.ts";

async function serveModule(source: string, args: readonly string[] = []) {
  const file = join(await temporaryFolder(), "mine.mjs");
  await writeFile(file, source);
  return {
    file,
    service: await serveFor(["--module", file, "--item-timeout", "0.5", ...args]),
  };
}

const odd = `
const kept = [];
export function score(row) {
  console.log("said on standard output");
  if (row.do === "hang") for (;;);
  if (row.do === "wait") return new Promise(() => {});
  if (row.do === "throw") throw new Error("no idea");
  if (row.do === "exit") process.exit(3);
  if (row.do === "die") setImmediate(() => { throw new Error("later"); });
  if (row.do === "die") return new Promise(() => {});
  if (row.do === "eat") for (;;) kept.push(new Array(1e6).fill(Math.random()));
  if (row.do === "nan") return NaN;
  if (row.do === "other") return { score: 1 };
  if (row.do === "unscored") return { unscored: "no gold" };
  return { reward: row.number, bonus: 0.5 };
}`;

describe("a module", () => {
  it("scores, and its faults are those of single items", async () => {
    const { service } = await serveModule(odd, ["--workers", "2"]);
    const faults = ["hang", "wait", "throw", "exit", "die", "nan", "other", "unscored"];
    const items: Record<string, unknown>[] = Array.from({ length: 40 }, (_, number) => ({ number }));
    for (const [i, fault] of faults.entries()) items[5 * i] = { do: fault };
    // The fields of a result are known from the first result that has any.
    await post(`${service.url}/v1/score`, { items: [{ number: 1 }] });
    const answer = await post(`${service.url}/v1/score`, { items });
    expect(answer.headers.get("x-assay-reward")).toMatch(/^mine@/);
    const { results } = await bodyOf(answer);
    expect(results).toHaveLength(40);
    for (const [i, result] of results.entries()) {
      expect(Object.keys(result).slice(0, 2)).toEqual(["reward", "bonus"]);
      if (i % 5 !== 0 || i >= 5 * faults.length) expect(result).toEqual({ reward: i, bonus: 0.5 });
      else expect(result).toMatchObject({ reward: null, bonus: null });
    }
    const reasons = faults.map((_, i) => String(results[5 * i]!.error ?? results[5 * i]!.unscored));
    expect(reasons[0]).toBe("timed out after 0.5 s");
    expect(reasons[1]).toBe("timed out after 0.5 s");
    expect(reasons[2]).toMatch(/^no idea \(.*:\d+/);
    expect(reasons[3]).toContain("exit code 3");
    expect(reasons[4]).toContain("later");
    expect(reasons[5]).toContain("must be a finite number");
    expect(reasons[6]).toBe("the module's score returned score; its results have reward, bonus");
    expect(reasons[7]).toBe("no gold");
    expect(service.stderr()).toContain("said on standard output");
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(Number(/assay_worker_restarts_total (\d+)/.exec(metrics)![1])).toBeGreaterThanOrEqual(4);
  });

  it("that eats memory ends its thread, and not the service", async () => {
    const { service } = await serveModule(odd, ["--item-timeout", "30"]);
    const { results } = await bodyOf(
      post(`${service.url}/v1/score`, { items: [{ do: "eat" }, { number: 7 }] }),
    );
    expect(String(results[0]!.error)).toContain("memory");
    expect(results[1]).toMatchObject({ reward: 7 });
  });

  it("is read once: a change of its file shows in no answer, also after a thread is replaced", async () => {
    const source = "export default (row) => { if (row.do === 'exit') process.exit(1); return 1; };";
    const { file, service } = await serveModule(source);
    const ask = async (item: object) => {
      const answer = await post(`${service.url}/v1/score`, { items: [item] });
      return { tag: answer.headers.get("x-assay-reward"), result: (await bodyOf(answer)).results[0] };
    };
    const before = await ask({});
    await writeFile(file, "export default () => 2;");
    for (let i = 0; i < 2; i++) expect((await ask({ do: "exit" })).result).toMatchObject({ reward: null });
    expect(await ask({})).toEqual(before);
    const other = await serveFor(["--module", file]);
    expect((await post(`${other.url}/v1/score`, { items: [{}] })).headers.get("x-assay-reward")).not.toBe(
      before.tag,
    );
  });

  it("is read with all that it imports: they may change and go, and are a part of the reward's name", async () => {
    const source = `import { value } from "./deeper/helper.mjs";
      import data from "./data.json" with { type: "json" };
      import { factor } from "./factor.cjs";
      export default (row) => { if (row.do === "exit") process.exit(1); return value * factor + data.plus; };`;
    const folder = await temporaryFolder();
    const file = join(folder, "mine.mjs");
    const helper = join(folder, "deeper", "helper.mjs");
    await mkdir(join(folder, "deeper"));
    await writeFile(file, source);
    await writeFile(helper, "export const value = 1;");
    await writeFile(join(folder, "data.json"), '{"plus":4}');
    await writeFile(join(folder, "factor.cjs"), "exports.factor = 2;");
    const ask = async (url: string, item: object) => {
      const answer = await post(`${url}/v1/score`, { items: [item] });
      return { tag: answer.headers.get("x-assay-reward"), result: (await bodyOf(answer)).results[0] };
    };
    const service = await serveFor(["--module", file]);
    const before = await ask(service.url, {});
    expect(before.result).toEqual({ reward: 6 });
    await writeFile(helper, "export const value = 10;");
    await writeFile(join(folder, "factor.cjs"), "exports.factor = 20;");
    const other = await serveFor(["--module", file]);
    const changed = await ask(other.url, {});
    expect(changed.result).toEqual({ reward: 204 });
    expect(changed.tag).not.toBe(before.tag);
    for (const gone of [file, helper, join(folder, "data.json")]) await rm(gone);
    expect((await ask(service.url, { do: "exit" })).result).toMatchObject({ reward: null });
    expect(await ask(service.url, {})).toEqual(before);
  });

  it("that ends its thread at an item is tried once more there", async () => {
    const folder = await temporaryFolder();
    const source = `import { appendFileSync } from "node:fs";
      export default () => { appendFileSync(${JSON.stringify(join(folder, "tries"))}, "x"); process.exit(3); };`;
    const { service } = await serveModule(source);
    const { results } = await bodyOf(post(`${service.url}/v1/score`, { items: [{}] }));
    expect(results[0]!.error).toContain("exit code 3");
    expect(await readFile(join(folder, "tries"), "utf8")).toBe("xx");
  });

  it("answers trainers, and leaves built-in rewards where they are", async () => {
    const { service } = await serveModule(
      "export const score = ({ response, ground_truth }) => Number(response === ground_truth);",
    );
    expect(await (await post(`${service.url}/slime`, { response: "a", label: "a" })).text()).toBe("1.0");
    const built = await bodyOf(
      post(`${service.url}/v1/score`, {
        reward: "r1_zero_boxed",
        items: [{ response: "\\boxed{1}", ground_truth: "1" }],
      }),
    );
    expect(built.results[0]).toMatchObject({ reward: 1 });
    const lines = await post(`${service.url}/v1/score`, '{"response":"a","ground_truth":"b"}\n', {
      "content-type": "application/x-ndjson",
    });
    expect(await lines.text()).toBe('{"reward":0.0}\n');
  });

  it.each([
    ["export const x = 1;", "1", "the module exports no function"],
    ["export const x = 1;", "2", "the module exports no function"],
    ["throw new Error('not today');", "2", "not today"],
    ["export const = 1;", "2", "Unexpected token"],
    ["process.exit(4);", "2", "exit code 4"],
  ])(
    "that cannot be loaded is said before the start: %s with --workers %s",
    async (source, workers, message) => {
      const file = join(await temporaryFolder(), "mine.mjs");
      await writeFile(file, source);
      const { code, stderr, stdout } = await assay([
        ...["serve", "--port", "0", "--workers", workers, "--module", file],
      ]);
      expect([code, stderr, stdout]).toEqual([1, expect.stringContaining(message), ""]);
    },
  );
});
