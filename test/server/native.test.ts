// The native interface: good, bad and hostile requests.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rewards } from "../../src/rewards/index.ts";
import { bodyOf, post, startServe, tagged } from "./served.ts";

let service: Awaited<ReturnType<typeof startServe>>;
beforeAll(async () => {
  service = await startServe();
});
afterAll(() => service.stop());

const score = (body: unknown) => post(`${service.url}/v1/score`, body);
const right = { response: tagged("42"), ground_truth: "42" };
const wrong = { response: tagged("41"), ground_truth: "42" };

describe("POST /v1/score", () => {
  it("scores items in order, with floats, and touches nobody for another's fault", async () => {
    const items = [right, wrong, { ...right, ground_truth: "" }, { response: 7, ground_truth: "1" }, right];
    const answer = await score({ reward: "r1_zero", items });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(
      `{"results":[${[
        '{"format_reward":1.0,"answer_reward":1.0,"reward":1.0}',
        '{"format_reward":1.0,"answer_reward":0.0,"reward":0.0}',
        '{"format_reward":null,"answer_reward":null,"reward":null,"unscored":"the ground truth is empty"}',
        `{"format_reward":null,"answer_reward":null,"reward":null,"error":"'response' must be a string; it is a number"}`,
        '{"format_reward":1.0,"answer_reward":1.0,"reward":1.0}',
      ].join(",")}]}`,
    );
  });

  it("says why with ?explain=1, and only then", async () => {
    const items = [
      right,
      { response: tagged("It is not \\boxed{42}."), ground_truth: "42" },
      { response: "42", ground_truth: "42" },
    ];
    const answer = await bodyOf(post(`${service.url}/v1/score?explain=1`, { reward: "r1_zero", items }));
    expect(answer.results.map(({ explain }) => explain)).toEqual([
      { extracted: "42", mark: "answer tag", by: "identical", reason: null },
      { extracted: null, mark: null, by: "no answer", reason: "denial: 'not' before a mark" },
      { extracted: null, mark: null, by: "format", reason: "the template is not kept" },
    ]);
    const plain = await bodyOf(score({ reward: "r1_zero", items }));
    expect(plain.results[0]).not.toHaveProperty("explain");
  });

  it.each(rewards.map((reward) => [reward.name, reward] as const))(
    "scores the example of %s",
    async (name, reward) => {
      const { results } = await bodyOf(score({ reward: name, items: [reward.example.row] }));
      expect(results).toEqual([reward.example.result]);
      expect(Object.keys(results[0]!)).toEqual(reward.keys);
    },
  );

  it("takes options for all items, aliases, an empty list, and r1_zero where nothing is named", async () => {
    const hedge = { response: tagged("40 or 41 or \\boxed{42}"), ground_truth: "42" };
    const of = async (body: object) => (await bodyOf(score(body))).results.map(({ reward }) => reward);
    expect(await of({ items: [hedge] })).toEqual([0]);
    expect(await of({ items: [hedge], options: { grading: "fast" }, reward: "r1_zero_reward_fn" })).toEqual([
      1,
    ]);
    expect(await of({ items: [] })).toEqual([]);
  });

  it("says how many answers hedge, of a small request and of a large one", async () => {
    const hedges = ["42 or 43", "\\boxed{42} or \\boxed{43}", "42, 43", "maybe \\boxed{42}"].map((text) => ({
      response: tagged(text),
      ground_truth: "42",
    }));
    const counted = async (items: object[]) => (await score({ items })).headers.get("x-assay-hedges");
    expect(await counted([right, wrong, ...hedges, { response: "42 or 43", ground_truth: "42" }])).toBe("4");
    expect(await counted([right])).toBe("0");
    expect(await counted(Array.from({ length: 500 }, () => [wrong, ...hedges]).flat())).toBe("2000");
  });

  it("says which reward answered, and shows a change of options", async () => {
    const tag = async (body: object) =>
      (await score({ items: [right], ...body })).headers.get("x-assay-reward");
    const plain = await tag({});
    expect(plain).toMatch(/^r1_zero@\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(await tag({ reward: "r1_zero" })).toBe(plain);
    expect(await tag({ options: { grading: "fast" } })).not.toBe(plain);
    expect(await tag({ reward: "r1_zero_boxed" })).toMatch(/^r1_zero_boxed@/);
  });

  it.each([
    ["{", 400, undefined],
    ["[]", 400, undefined],
    ["null", 400, undefined],
    [{ reward: "r1_zero" }, 400, "items"],
    [{ items: {} }, 400, "items"],
    [{ rewards: "r1_zero", items: [] }, 400, "rewards"],
    [{ reward: "nobody", items: [] }, 400, "reward"],
    [{ reward: "__proto__", items: [] }, 400, "reward"],
    [{ reward: 5, items: [] }, 400, "reward"],
    [{ items: [], options: { grading: "loose" } }, 400, "options.grading"],
    [{ items: [], options: { response: "x" } }, 400, "options.response"],
    [{ items: [], options: { constructor: 1 } }, 400, "options.constructor"],
    [{ items: [], options: [] }, 400, "options"],
  ])("refuses %j with %d and names the place", async (body, status, param) => {
    const answer = await score(body);
    expect(answer.status).toBe(status);
    const { error } = await bodyOf(answer);
    expect(error).toMatchObject({ message: expect.any(String), type: "invalid_request" });
    expect(error.param).toBe(param);
  });

  it("is not moved by members that objects inherit", async () => {
    const text = `{"items":[{"__proto__":{"response":${JSON.stringify(right.response)}},"ground_truth":"42"}]}`;
    const { results } = await bodyOf(score(text));
    expect(results[0]!.error).toMatch(/'response' is missing/);
    const item = { ...right, constructor: 1, toString: "x", ["__proto__"]: 2 };
    expect((await bodyOf(score({ items: [item] }))).results[0]!.reward).toBe(1);
  });

  it("reads any JSON text: escapes, lone surrogates, long numbers", async () => {
    const text =
      '{"items":[{"response":"\\u0048m. \\ud800 </think> <answer>1e400</answer>","ground_truth":1e999}]}';
    const { results } = await bodyOf(score(text));
    expect(results[0]!.unscored).toBe("the ground truth is not a finite number");
  });
});

describe("lines", () => {
  const lines = (text: string, query = "?reward=r1_zero") =>
    post(`${service.url}/v1/score${query}`, text, { "content-type": "application/x-ndjson" });

  it("are answered one by one, in order; one that is not JSON is an error of its own", async () => {
    const text = `${JSON.stringify(right)}\nnot json\n\n[1]\n${JSON.stringify(wrong)}`;
    const answer = await lines(text);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    const out = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(out.map(({ reward }) => reward)).toEqual([1, null, null, null, 0]);
    expect(out.map(({ error }) => error?.slice(0, 7))).toEqual([
      undefined,
      "line 2:",
      "line 3:",
      "line 4:",
      undefined,
    ]);
    expect(
      out.every((each) => Object.keys(each).slice(0, 3).join() === "format_reward,answer_reward,reward"),
    ).toBe(true);
  });

  it("are answered while more come", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const asked = fetch(`${service.url}/v1/score`, {
      method: "POST",
      body: readable,
      headers: { "content-type": "application/x-ndjson" },
      // fetch requires this option if a body is a stream.
      ...({ duplex: "half" } as object),
    });
    const line = new TextEncoder().encode(`${JSON.stringify(right)}\n`);
    void writer.write(line);
    const reader = (await asked).body!.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(first).toBe('{"format_reward":1.0,"answer_reward":1.0,"reward":1.0}\n');
    void writer.write(line);
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(first);
    await writer.close();
    expect((await reader.read()).done).toBe(true);
  });

  it("of an unknown reward are refused before the first", async () => {
    expect((await lines("{}\n", "?reward=nobody")).status).toBe(400);
  });

  it("may be none", async () => {
    expect(await (await lines("")).text()).toBe("");
  });
});

describe("POST /v1/grade and /v1/extract", () => {
  it("says whether answers are equal, and by which rule", async () => {
    const items = [
      { gold: "\\frac12", answer: "0.5" },
      { gold: 3, answer: "4" },
      { gold: "1", answer: "%%" },
      { gold: "1" },
    ];
    const answer = await post(`${service.url}/v1/grade`, { items });
    const { results } = await bodyOf(answer);
    expect(results[0]).toMatchObject({ equal: true, verdict: "equal", by: "rational", certainty: "proven" });
    expect(results[1]).toMatchObject({ equal: false, verdict: "different" });
    expect(results[2]).toMatchObject({ equal: false, unparsed: "answer" });
    expect(results[3]).toMatchObject({ equal: null, error: "'answer' is missing" });
    const strict = await post(`${service.url}/v1/grade`, { items: [], options: { nothing: 1 } });
    expect([strict.status, (await bodyOf(strict)).error.param]).toEqual([400, "options"]);
  });

  it("finds the final answer, and where it stands", async () => {
    const items = [{ response: "so \\boxed{42}." }, { response: "hm" }, {}];
    const { results } = await bodyOf(post(`${service.url}/v1/extract`, { items }));
    expect(results).toEqual([
      { answer: "42", start: 10, end: 12, mark: "box" },
      { answer: null, start: null, end: null, mark: null },
      { answer: null, start: null, end: null, mark: null, error: "'response' is missing" },
    ]);
  });
});

describe("what there is", () => {
  it("lists rewards with the schemas of their fields and results", async () => {
    const list = await bodyOf(fetch(`${service.url}/v1/rewards`));
    expect(list.default).toBe("r1_zero");
    const [first] = list.rewards as { aliases: string[]; [name: string]: unknown }[];
    expect(first!.aliases).toContain("r1_zero_reward_fn");
    expect(first).toMatchObject({
      fields: { properties: { response: { type: "string" } } },
      result: { required: ["format_reward", "answer_reward", "reward"] },
      defaults: { grading: "strict" },
    });
  });

  it("describes its interface by the schemas that check it", async () => {
    const { openapi, ...rest } = await bodyOf(fetch(`${service.url}/openapi.json`));
    expect(openapi).toMatch(/^3\.1/);
    const schema = { required: ["items"], additionalProperties: false };
    const content = { "application/json": { schema } };
    expect(rest).toMatchObject({ paths: { "/v1/score": { post: { requestBody: { content } } } } });
    const paths = rest.paths as Record<string, object>;
    for (const [path, operations] of Object.entries(paths)) {
      const method = Object.keys(operations)[0]!.toUpperCase();
      const { status } = await fetch(`${service.url}${path}`, {
        method,
        ...(method === "POST" ? { body: "" } : {}),
      });
      expect([path, status]).toEqual([path, method === "GET" ? 200 : 415]);
    }
  });

  it("counts by reward and outcome", async () => {
    const items = [
      right,
      wrong,
      { response: "x", ground_truth: "1" },
      { response: tagged("%%"), ground_truth: "1" },
    ];
    const before = await (await fetch(`${service.url}/metrics`)).text();
    await score({ reward: "r1_zero_lenient", items });
    const after = await (await fetch(`${service.url}/metrics`)).text();
    const of = (text: string, outcome: string) =>
      Number(
        new RegExp(`^assay_items_total\\{reward="r1_zero_lenient",outcome="${outcome}"\\} (\\d+)$`, "m").exec(
          text,
        )?.[1] ?? 0,
      );
    for (const outcome of ["right", "wrong", "no_format", "unparsed"])
      expect([outcome, of(after, outcome) - of(before, outcome)]).toEqual([outcome, 1]);
    expect(after).toMatch(/^assay_request_seconds_count\{route="\/v1\/score"\} \d+$/m);
    expect(after).toMatch(/^assay_queue_items 0$/m);
  });
});
