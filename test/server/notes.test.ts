// The items on the page: the last hundred of each kind and the slowest, from all threads.

import { afterEach, describe, expect, it } from "vitest";
import { grader } from "../../web/pages/playground-grader.ts";
import { bodyOf, post, startServe, tagged } from "./served.ts";

interface Note {
  response: string;
  gold: string;
  answer?: string;
  ms: number;
}

let service: Awaited<ReturnType<typeof startServe>> | undefined;
afterEach(() => service?.stop());

const noted = async (url: string) =>
  (await bodyOf(fetch(`${url}/v1/stats`))) as unknown as { notes: Record<string, Note[]>; slowest: Note[] };
const responses = (notes: readonly Note[] | undefined) => notes?.map(({ response }) => response);
/** The last hundred, the newest first. */
const lastOf = (count: number, of: (number: number) => string) =>
  Array.from({ length: Math.min(count, 100) }, (_, i) => of(count - 1 - i));

describe("the last hundred", () => {
  const untagged = (i: number) => ({ response: `no tags ${i}`, ground_truth: "1" });
  const hedge = (i: number) => tagged(`${i} or ${i + 1}`);

  it("are those of one request, of many, and of a large one", async () => {
    service = await startServe();
    const url = `${service.url}/v1/score`;
    const items = Array.from({ length: 3_060 }, (_, i) => untagged(i));
    await post(url, { items: items.slice(0, 60) });
    expect(responses((await noted(service.url)).notes.no_format)).toEqual(
      lastOf(60, (i) => untagged(i).response),
    );
    await post(url, { items: items.slice(60) });
    expect(responses((await noted(service.url)).notes.no_format)).toEqual(
      lastOf(3_060, (i) => untagged(i).response),
    );
    for (let i = 0; i < 150; i++)
      await post(url, { items: [{ response: hedge(i), ground_truth: String(i) }] });
    const { notes, slowest } = await noted(service.url);
    expect(responses(notes.hedge)).toEqual(lastOf(150, hedge));
    expect(slowest.length).toBe(20);
    expect(slowest.map(({ ms }) => ms)).toEqual(slowest.map(({ ms }) => ms).sort((a, b) => b - a));
  });

  it("hold the end of a long response, and the answer that was found", async () => {
    service = await startServe();
    const response = tagged("41 or 42", "x".repeat(100_000));
    await post(`${service.url}/slime`, { response, label: "42" });
    await post(`${service.url}/slime`, { response: tagged("41 +"), label: "42" });
    const { notes } = await noted(service.url);
    expect(notes.hedge).toMatchObject([{ response: response.slice(-1_000), isTail: true, gold: "42" }]);
    expect(notes.unparsed).toMatchObject([{ answer: "41 +", gold: "42", isTail: false }]);
  });
});

it("can be tried again in the playground wherever a browser can compute their reward", async () => {
  service = await startServe();
  const { playground } = await bodyOf(fetch(`${service.url}/v1/stats`));
  expect([...grader.rewards].sort()).toEqual([...(playground as string[])].sort());
  const page = await fetch(`${service.url}/playground`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const files = [...(await page.text()).matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) expect((await fetch(`${service.url}${path}`)).status).toBe(200);
});
