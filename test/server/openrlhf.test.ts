// OpenRLHF's client: one completion for each request, a new connection each, five tries at intervals of a second, and
// its use of the answer.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPython, runsPython } from "./python.ts";
import { bodyOf, post, serveFor, startServe, tagged } from "./served.ts";

let service: Awaited<ReturnType<typeof startServe>>;
beforeAll(async () => {
  service = await startServe();
});
afterAll(() => service.stop());

const prompt =
  "Answer in <think> </think> <answer> </answer> tags, as in </think> <answer>42</answer>. Q: 6 · 8?\n";
const ask = (bodies: { query: string[]; prompts: string[]; labels: unknown[] | null }, search = "") =>
  post(`${service.url}/openrlhf${search}`, bodies);
const one = (response: string, label: unknown, search = "") =>
  ask({ query: [`${prompt}${response}`], prompts: [prompt], labels: [label] }, search);

describe("an answer", () => {
  it("says why with ?explain=1", async () => {
    const { explain } = (await (await one(tagged("47"), "48", "?explain=1")).json()) as { explain: unknown };
    expect(explain).toMatchObject([{ extracted: "47", by: "rational" }]);
  });
  it("holds numbers for one, and lists for several", async () => {
    expect(await (await one(`${tagged("48")}<|im_end|>`, "48")).text()).toBe(
      '{"rewards":1.0,"scores":1.0,"extra_logs":{"format_reward":1.0,"answer_reward":1.0,"unscored":0.0}}',
    );
    const query = [`${prompt}${tagged("48")}`, `${prompt}${tagged("47")}`];
    const several = await ask({ query, prompts: [prompt, prompt], labels: ["48", 48] });
    expect(await several.text()).toBe(
      '{"rewards":[1.0,0.0],"scores":[1.0,0.0],"extra_logs":{"format_reward":[1.0,1.0],"answer_reward":[1.0,0.0],"unscored":[0.0,0.0]}}',
    );
  });

  it("to nothing is empty lists of the same names", async () => {
    const answer = await ask({ query: [], prompts: [], labels: [] });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { rewards: [], scores: [], extra_logs: { format_reward: [], answer_reward: [], unscored: [] } },
    ]);
  });

  it("never grades the prompt, although it holds an answer", async () => {
    expect((await bodyOf(one("I do not know.", "42"))).rewards).toBe(0);
    const long = `${"Once more. ".repeat(20)}${prompt}`;
    const cut = await ask({ query: [`${long.slice(30)}${tagged("48")}`], prompts: [long], labels: ["48"] });
    expect((await bodyOf(cut)).rewards).toBe(1);
    const other = await ask({ query: [tagged("42")], prompts: [prompt], labels: ["42"] });
    expect(other.status).toBe(422);
  });

  it.each([null, "", {}, []])(
    "to a gold that is unusable is 422 with the reason in the status line: %j",
    async (label) => {
      const answer = await one(tagged("48"), label);
      expect(answer.status).toBe(422);
      expect(answer.statusText).toMatch(/^unscored: /);
      expect((await bodyOf(answer)).error).toMatchObject({ message: answer.statusText, type: "unscored" });
      const zero = await bodyOf(one(tagged("48"), label, "?on_unscored=zero"));
      expect(zero).toEqual({
        rewards: 0,
        scores: 0,
        extra_logs: { format_reward: 0, answer_reward: 0, unscored: 1 },
      });
    },
  );

  it("names the item of several that cannot be scored", async () => {
    const query = [`${prompt}${tagged("48")}`, `${prompt}${tagged("47")}`];
    const answer = await ask({ query, prompts: [prompt, prompt], labels: ["48", ""] });
    expect(answer.statusText).toBe("item 1: unscored: the ground truth is empty");
  });

  it("comes from the reward that the address names", async () => {
    expect((await bodyOf(one("so \\boxed{48}", "48", "?reward=r1_zero_boxed"))).rewards).toBe(1);
    expect((await bodyOf(one("forty-eight", "forty-eight", "?reward=qa_f1"))).rewards).toBe(1);
  });

  it.each([
    ["?reward=nobody", { query: [], prompts: [], labels: [] }],
    ["?reward=qa_f1_format", { query: [], prompts: [], labels: [] }],
    ["?on_unscored=null", { query: [], prompts: [], labels: [] }],
    ["", { query: ["x"], prompts: [], labels: [] }],
    ["", { query: ["x"], prompts: ["x"], labels: ["1", "2"] }],
    ["", { query: "x", prompts: "x", labels: "x" }],
    ["", { query: [1], prompts: ["x"], labels: ["1"] }],
    ["", {}],
  ])("to a request that is none of this protocol is 400: %s %j", async (search, body) => {
    expect((await post(`${service.url}/openrlhf${search}`, body)).status).toBe(400);
  });
});

/** Modelled on `request_api_wrapper` and the code after it, with `.std()` of the result. */
const client = `
import json, statistics, sys, time
import requests

def request_api_wrapper(url, data, try_max_times=5):
    for attempt in range(try_max_times):
        try:
            response = requests.post(url=url, json=data, headers={"Content-Type": "application/json"}, timeout=180)
            response.raise_for_status()
            return response.json()
        except requests.RequestException as error:
            said.append(str(error))
        time.sleep(0.05)
    return None

url, prompt, *completions = sys.argv[1:]
said = []
answers = [request_api_wrapper(url, {"query": [prompt + text], "prompts": [prompt], "labels": [label]})
           for text, label in (json.loads(each) for each in completions)]
rewards = [answer["rewards"] if answer else None for answer in answers]
floats = [isinstance(reward, float) for reward in rewards if reward is not None]
logs = [sorted(answer["extra_logs"]) for answer in answers if answer]
print(json.dumps({"rewards": rewards, "floats": all(floats), "logs": logs, "said": said,
                  "std": statistics.pstdev([r for r in rewards if r is not None] or [0])}))
`;

describe.runIf(runsPython)("OpenRLHF's client in Python", () => {
  const of = (...pairs: [string, unknown][]) => pairs.map((pair) => JSON.stringify(pair));

  it("gets floats, the same names each time, and the reason in its log", async () => {
    const pairs = of([tagged("48"), "48"], [tagged("47"), "48"], [tagged("48"), ""]);
    const seen = await runPython(client, [`${service.url}/openrlhf`, prompt, ...pairs]);
    expect(seen).toMatchObject({ rewards: [1, 0, null], floats: true, std: 0.5 });
    const { logs, said } = seen as { logs: string[][]; said: string[] };
    expect(logs).toEqual(Array(2).fill(["answer_reward", "format_reward", "unscored"]));
    expect(said).toHaveLength(5);
    expect(said[0]).toContain("422 Client Error: unscored: the ground truth is empty");
  });

  it("shows a token by the address alone", async () => {
    const guarded = await serveFor(["--token-env", "TOKEN"], { env: { TOKEN: "s3cret" } });
    const url = `http://x:s3cret@127.0.0.1:${guarded.port}/openrlhf`;
    expect(await runPython(client, [url, prompt, ...of([tagged("48"), "48"])])).toMatchObject({
      rewards: [1],
    });
    const wrong = await runPython(client, [
      url.replace("s3cret", "guess"),
      prompt,
      ...of([tagged("48"), "48"]),
    ]);
    expect((wrong as { said: string[] }).said[0]).toContain("401");
  });
});
