// Slime's client: one sample for each request, 64 connections, retries, and JSON as the reward. Miles sends the same
// requests, on a new connection each time, without a time limit and without retries.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPython, runsPython } from "./python.ts";
import { post, startServe, tagged } from "./served.ts";

let service: Awaited<ReturnType<typeof startServe>>;
beforeAll(async () => {
  service = await startServe();
});
afterAll(() => service.stop());

const sample = (response: unknown, label: unknown, prompt: unknown = "What is 6 · 8?") => ({
  prompt,
  response,
  label,
});
const ask = (body: unknown, search = "") => post(`${service.url}/slime${search}`, body);

describe("an answer", () => {
  it("is a bare number, or an object with the key that is asked for", async () => {
    const answer = await ask(sample(tagged("48"), "48"));
    expect([answer.headers.get("content-type"), await answer.text()]).toEqual(["application/json", "1.0"]);
    const keyed = await ask(sample(tagged("47"), 48, [{ role: "user", content: "6 · 8?" }]), "?key=score");
    expect(await keyed.text()).toBe('{"score":0.0}');
  });

  it("is never null: a label that is null is 422, or 0.0 for those who want that", async () => {
    const answer = await ask(sample(tagged("48"), null));
    expect([answer.status, answer.statusText]).toEqual([
      422,
      "unscored: the ground truth must be a string or a number; it is null",
    ]);
    expect(await (await ask(sample(tagged("48"), null), "?on_unscored=zero")).text()).toBe("0.0");
  });

  it.each([[{}], [sample(5, "48")], [sample(null, "48")], ["[]"], ["{"]])("to %j is 400", async (body) => {
    expect((await ask(body)).status).toBe(400);
  });

  it("says in ASCII what a status line can hold", async () => {
    const answer = await ask(sample(tagged("48"), { "ü\r\nx: y": 1 }));
    expect(answer.status).toBe(422);
    expect(answer.headers.get("x")).toBeNull();
  });
});

const slime = `
import asyncio, json, sys
import aiohttp

async def remote_rm(session, url, payload, max_retries=10):
    for attempt in range(max_retries):
        try:
            async with session.post(url, json=payload) as resp:
                resp.raise_for_status()
                return await resp.json()
        except Exception as error:
            if attempt + 1 >= max_retries:
                return str(error)
            await asyncio.sleep(0.02)

async def main():
    url, count = sys.argv[1], int(sys.argv[2])
    timeout = aiohttp.ClientTimeout(total=120, connect=10)
    async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=64)) as session:
        answer = " </think> <answer>%d</answer>"
        payloads = [{"prompt": "?", "response": answer % i, "label": str(i + i % 2)} for i in range(count)]
        rewards = await asyncio.gather(*(remote_rm(session, url, payload) for payload in payloads))
        failed = await remote_rm(session, url, {"prompt": "?", "response": "", "label": None})
    async with aiohttp.ClientSession() as session:
        async with session.post(url, json=payloads[0]) as resp:
            resp.raise_for_status()
            miles = await resp.json()
    print(json.dumps({"rewards": rewards, "floats": all(isinstance(r, float) for r in rewards), "failed": failed, "miles": miles}))

asyncio.run(main())
`;

describe.runIf(runsPython)("slime's client in Python", () => {
  it("gets a float for each of many samples at once, and the reason for one that has none", async () => {
    const seen = await runPython(slime, [`${service.url}/slime`, "500"]);
    expect(seen).toMatchObject({ floats: true, miles: 1 });
    const { rewards, failed } = seen as { rewards: number[]; failed: string };
    expect(rewards).toEqual(Array.from({ length: 500 }, (_, i) => (i % 2 === 0 ? 1 : 0)));
    expect(failed).toContain(
      "422, message='unscored: the ground truth must be a string or a number; it is null'",
    );
  });
});
