// NeMo Gym's resources server, with Gym's protocol: a session is seeded, a rollout verified, figures are requested;
// each path also exists under the rollout's own prefix.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPython, runsPython } from "./python.ts";
import { bodyOf, post, startServe } from "./served.ts";

let service: Awaited<ReturnType<typeof startServe>>;
beforeAll(async () => {
  service = await startServe(["--nemo-gym"]);
});
afterAll(() => service.stop());

const said = (...texts: string[]) => ({
  output: [
    { type: "reasoning", summary: [], content: [{ type: "output_text", text: "\\boxed{0}" }] },
    { type: "message", content: texts.map((text) => ({ type: "output_text", text, annotations: [] })) },
  ],
});
const rollout = (text: string, expected_answer: unknown) => ({
  responses_create_params: { input: [{ role: "user", content: "6 · 8?" }], temperature: 1 },
  question: "6 · 8?",
  expected_answer,
  response: said(text),
});

describe("verify", () => {
  it.each(["/verify", "/nemo-gym/verify", "/ng-rollout/0-0/verify", "/nemo-gym/ng-rollout/3-1/verify"])(
    "gives the request back with the reward: %s",
    async (path) => {
      const asked = rollout("so it is \\boxed{48}.", "$48$");
      expect(await bodyOf(post(`${service.url}${path}`, asked))).toEqual({
        ...asked,
        reward: 1,
        extracted_answer: "48",
        library_reward: 1,
        judge_evaluations: null,
      });
    },
  );

  it("leaves what it was sent as it was sent, and replaces what an earlier verification said", async () => {
    const text = `{"responses_create_params":{"temperature":1.0,"seed":12345678901234567890},"expected_answer":"48","response":${JSON.stringify(said("\\boxed{47}"))},"reward":1.0,"_ng_failure_class":"unscored"}`;
    const answer = await (await post(`${service.url}/verify`, text)).text();
    expect(answer).toContain('"temperature":1.0,"seed":12345678901234567890');
    expect(answer).toContain('"reward":0.0');
    expect(answer).not.toContain('"reward":1.0');
    expect(answer).not.toContain("_ng_failure_class");
  });

  it("says of what it cannot score that it failed, with a reward that is no null", async () => {
    expect(await bodyOf(post(`${service.url}/verify`, rollout("\\boxed{48}", null)))).toMatchObject({
      reward: 0,
      _ng_failure_class: "unscored",
    });
  });

  it("takes the last words of the model, and not its reasoning", async () => {
    const none = { ...rollout("", "0"), response: { output: [said("x").output[0]] } };
    expect(await bodyOf(post(`${service.url}/verify`, none))).toMatchObject({
      reward: 0,
      extracted_answer: null,
    });
  });

  it.each([{}, { response: {} }, { response: { output: "x" } }, { response: { output: [1] } }])(
    "refuses %j",
    async (body) => expect((await post(`${service.url}/verify`, body)).status).toBe(400),
  );
});

describe("the other paths", () => {
  it.each(["", "/ng-rollout/7-2", "/nemo-gym"])("are answered: under '%s'", async (prefix) => {
    const seeded = await post(`${service.url}${prefix}/seed_session`, {});
    expect(await seeded.json()).toEqual({});
    expect(await (await fetch(`${service.url}${prefix}/reverify_mode`)).json()).toBe("stateless");
  });

  it("give figures for each task and for all", async () => {
    const verify_responses = [
      { _ng_task_index: 0, _ng_rollout_index: 0, reward: 1 },
      { _ng_task_index: 0, _ng_rollout_index: 1, reward: 0 },
      { _ng_task_index: 1, _ng_rollout_index: 0, reward: 1 },
      { _ng_task_index: 1, _ng_rollout_index: 1, reward: 1 },
    ];
    const figures = await bodyOf(post(`${service.url}/aggregate_metrics`, { verify_responses }));
    expect(figures.group_level_metrics).toMatchObject([
      { _ng_task_index: 0, "mean/reward": 0.5, "max/reward": 1, "min/reward": 0, "median/reward": 0.5 },
      { _ng_task_index: 1, "mean/reward": 1, "std/reward": 0 },
    ]);
    expect(figures.agent_metrics).toMatchObject({ "mean/reward": 0.75, "std/reward": 0.5 });
    expect(figures.key_metrics).toEqual({ "mean/reward": 0.75 });
    expect(await bodyOf(post(`${service.url}/aggregate_metrics`, { verify_responses: [] }))).toEqual({
      group_level_metrics: [],
      agent_metrics: {},
      key_metrics: {},
    });
    expect((await post(`${service.url}/aggregate_metrics`, { verify_responses: 1 })).status).toBe(400);
  });

  it("write figures as floats, and the index of a task as it came", async () => {
    const verify_responses = [{ _ng_task_index: 7, _ng_rollout_index: 0, reward: 1, tokens: 1e308 }];
    const body = {
      verify_responses: [...verify_responses, { ...verify_responses[0], _ng_rollout_index: 1 }],
    };
    const text = await (await post(`${service.url}/aggregate_metrics`, body)).text();
    expect(text).toContain('{"_ng_task_index":7,"mean/reward":1.0,"max/reward":1.0,');
    expect(text).toContain('"std/reward":0.0');
    expect(text).toContain('"mean/tokens":null');
    expect(JSON.parse(text).agent_metrics["mean/reward"]).toBe(1);
  });

  it("leave a large body to a thread, and count no items for it", async () => {
    const node = ["--import", new URL("small-parses.mjs", import.meta.url).href];
    const own = await startServe(["--nemo-gym"], { node });
    try {
      const response = { _ng_task_index: 0, reward: 1, said: "x".repeat(300 * 1024) };
      const figures = await bodyOf(post(`${own.url}/aggregate_metrics`, { verify_responses: [response] }));
      expect(figures.key_metrics).toEqual({ "mean/reward": 1 });
      expect((await bodyOf(fetch(`${own.url}/v1/stats`))).rewards).toEqual({});
      const cut = `{"verify_responses":[${JSON.stringify(response)}`;
      expect((await post(`${own.url}/aggregate_metrics`, cut)).status).toBe(400);
    } finally {
      await own.stop();
    }
  });

  it.each(["{", "[]", "1", ""])("refuse to seed a session with '%s'", async (body) => {
    const answer = await post(`${service.url}/seed_session`, body);
    expect([answer.status, (await bodyOf(answer)).error.type]).toEqual([400, "invalid_request"]);
  });

  it("are not at the root unless that is asked for", async () => {
    const plain = await startServe();
    try {
      expect((await post(`${plain.url}/verify`, {})).status).toBe(404);
      expect((await post(`${plain.url}/nemo-gym/seed_session`, {})).status).toBe(200);
    } finally {
      await plain.stop();
    }
  });
});

/** As Gym's agents do: one session of aiohttp for all, without a time limit. */
const gym = `
import asyncio, json, sys
import aiohttp

async def main():
    url = sys.argv[1]
    body = json.loads(sys.argv[2])
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None), cookie_jar=aiohttp.DummyCookieJar()) as session:
        async def ask(path, data):
            async with session.post(url + path, json=data) as resp:
                resp.raise_for_status()
                return await resp.json()
        await ask("/seed_session", body)
        verified = await asyncio.gather(*(ask("/ng-rollout/%d-0/verify" % i, {**body, "_ng_task_index": i}) for i in range(50)))
        assert all(isinstance(v["reward"], float) and v["response"] == body["response"] for v in verified)
        stripped = [{k: v[k] for k in ("_ng_task_index", "reward")} for v in verified]
        print(json.dumps(await ask("/aggregate_metrics", {"verify_responses": stripped})))

asyncio.run(main())
`;

describe.runIf(runsPython)("Gym's client in Python", () => {
  it("seeds, verifies and aggregates", async () => {
    const body = JSON.stringify(rollout("\\boxed{48}", "48"));
    expect(await runPython(gym, [service.url, body])).toMatchObject({ key_metrics: { "mean/reward": 1 } });
  });
});
