// Many requests of all kinds, while threads are killed one after the other: no request is lost, and all scores
// are the same as alone.

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findReward } from "../../src/rewards/index.ts";
import { trials } from "../seed.ts";
import { bodyOf, post, serveFor, tagged } from "./served.ts";

/** And more, until so many threads were killed. */
const [requests, kills] = [trials(4_000, 500), 4];

const golds = ["42", "\\frac{1}{2}", "x^2-1", "2\\sqrt{3}", "(1, 2)", ""];
const answers = ["42", "0.5", "(x-1)(x+1)", "\\sqrt{12}", "(1,2)", "42 or 43", "%%"];

function itemOf(i: number) {
  const answer = answers[i % answers.length]!;
  const response = i % 11 === 0 ? answer : tagged(answer, "x".repeat(i % 50 === 0 ? 20_000 : 200));
  return { response, ground_truth: golds[i % golds.length]! };
}

const expectedOf = (item: object) => {
  const { result, unscored } = findReward("r1_zero")!.score({ ...item });
  return unscored === undefined ? result : { ...result, unscored };
};

it("loses nothing and answers as if nothing had happened", async () => {
  const script = fileURLToPath(new URL("./kill-threads.mjs", import.meta.url));
  const service = await serveFor(["--workers", "2"], { node: ["--import", script] });
  const url = `${service.url}/v1/score`;
  const known = new Map<string, unknown>();
  const expected = (item: { response: string; ground_truth: string }) => {
    const key = JSON.stringify(item);
    if (!known.has(key)) known.set(key, expectedOf(item));
    return known.get(key);
  };

  const small = async (i: number) => {
    const { results, error } = await bodyOf(post(url, { items: [itemOf(i)] }));
    expect(error).toBeUndefined();
    expect(results).toEqual([expected(itemOf(i))]);
  };
  const batch = async (i: number) => {
    const items = Array.from({ length: 300 }, (_, j) => itemOf(i + j));
    const { results, error } = await bodyOf(post(url, { items }));
    expect(error).toBeUndefined();
    expect(results).toEqual(items.map(expected));
  };
  const lines = async (i: number) => {
    const items = Array.from({ length: 50 }, (_, j) => itemOf(i + j));
    const text = items.map((item) => `${JSON.stringify(item)}\n`).join("");
    const answer = await (await post(url, text, { "content-type": "application/x-ndjson" })).text();
    expect(
      answer
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(items.map(expected));
  };

  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  const killed = async () => Number(/assay_worker_restarts_total (\d+)/.exec(await metrics())![1]);
  let [next, isOver] = [0, false];
  const lane = async () => {
    for (let i = next++; !isOver; i = next++) {
      if (i % 250 === 7) await batch(i);
      else if (i % 50 === 9) await lines(i);
      else await small(i);
      if (i >= requests && i % 20 === 0) isOver ||= (await killed()) >= kills;
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  expect(await killed()).toBeGreaterThanOrEqual(kills);
  expect(await metrics()).toContain("assay_queue_items 0\n");
});
