// Every interface with every server that has it, and the special cases of each.

import { describe, expect, it } from "vitest";
import { namedPrompts } from "../../src/prm/named-prompts.ts";
import { openScorer, type ScorerOptions } from "../../src/prm/open-scorer.ts";
import { flavours, type PrmServerOptions, startPrmServer } from "../servers/prm-server.ts";
import { conformsToScorer } from "./scorer-conformance.ts";

for (const flavour of flavours) {
  const sampling = flavour === "tgi" ? { topLogprobs: 5 } : {};
  conformsToScorer(`text, ${flavour}`, { scorer: { interface: "text" }, server: { flavour } });
  conformsToScorer(`logprobs, ${flavour}`, {
    scorer: { interface: "logprobs", sampling },
    server: { flavour },
  });
  conformsToScorer(`rlhflow, ${flavour}`, {
    scorer: { interface: "rlhflow", sampling },
    server: { flavour },
  });
}
conformsToScorer("pooling, vllm", { scorer: { interface: "pooling" }, server: { flavour: "vllm" } });
conformsToScorer("pooling of plain text, vllm", {
  scorer: { interface: "pooling", prompt: "=== input ===\n{problem}\n{steps}", separator: "ки" },
  server: { flavour: "vllm", separator: "ки" },
});
for (const flavour of ["vllm", "sglang"] as const) {
  conformsToScorer(`scoring, ${flavour}`, {
    scorer: { interface: "scoring", labelTokenIds: [13, 27] },
    server: { flavour },
  });
}

conformsToScorer("openr", { scorer: { interface: "openr" }, server: { flavour: "openr" } });
conformsToScorer("skywork", { scorer: { interface: "skywork" }, server: { flavour: "skywork" } });

const question = { problem: "1 + 1?", steps: ["It is 2.", "So 2.", "Done."], from: 0, key: "q" };

/** The results of a scorer on a server, and its requests. */
async function scored(
  server: Partial<PrmServerOptions>,
  settings: Omit<ScorerOptions, "source">,
  asked: typeof question & { untilWrong?: boolean; seed?: number } = question,
) {
  const running = await startPrmServer({ flavour: "vllm", judge: () => 0.9, ...server });
  const source = { kind: "openai" as const, baseUrl: running.url, model: "prm", maxTries: 1 };
  const scorer = await openScorer({ ...settings, source });
  try {
    return { ...(await scorer.score(asked)), bodies: running.asked.map(({ body }) => body), running };
  } finally {
    await scorer.close();
    await running.close();
  }
}

describe("a judge in a conversation", () => {
  it("is given the problem with the first step, then bare steps, with a reply after each right one", async () => {
    const { bodies } = await scored({}, { interface: "logprobs" }, { ...question, untilWrong: true });
    const turns = bodies.map(({ messages }) => messages!.filter(({ role }) => role !== "system"));
    expect(turns).toEqual([
      [{ role: "user", content: "1 + 1?\n\nIt is 2." }],
      [
        { role: "user", content: "1 + 1?\n\nIt is 2." },
        { role: "assistant", content: "[Right]" },
        { role: "user", content: "So 2." },
      ],
      [
        { role: "user", content: "1 + 1?\n\nIt is 2." },
        { role: "assistant", content: "[Right]" },
        { role: "user", content: "So 2." },
        { role: "assistant", content: "[Right]" },
        { role: "user", content: "Done." },
      ],
    ]);
    for (const { messages } of bodies) expect(messages![0]!.role).toBe("system");
    expect(bodies[0]).toMatchObject({ temperature: 0.6, max_tokens: 4096, logprobs: true, top_logprobs: 10 });
  });

  it("asks for no logprobs where only the word counts", async () => {
    const { bodies } = await scored({}, { interface: "text" });
    for (const body of bodies) expect(body).not.toHaveProperty("logprobs");
  });

  it("stops where the judge gives no verdict, and says so", async () => {
    const { scores, calls } = await scored(
      { reply: (_, { index }) => (index === 1 ? "I do not know." : "[Right]") },
      { interface: "logprobs" },
      { ...question, untilWrong: true },
    );
    expect(calls).toBe(2);
    expect(scores[1]).toEqual({
      reward: 0.5,
      verdict: null,
      text: "I do not know.",
      note: "the reply holds no verdict",
    });
  });

  it("tells that reasoning never ended", async () => {
    const { scores } = await scored({ reply: () => "<think>[Right] or [Wrong]" }, { interface: "text" });
    expect(scores[0]).toMatchObject({ verdict: null, note: "the reasoning never ends" });
  });

  it("takes the word where the server sends no logprobs, and says so", async () => {
    const instead: PrmServerOptions["instead"] = ({ body }) => {
      const content = body.messages!.length > 2 ? "[Wrong]" : "[Right]";
      return { body: { choices: [{ message: { content }, finish_reason: "length" }] } };
    };
    const { scores } = await scored({ instead }, { interface: "logprobs" });
    expect(scores.map(({ reward }) => reward)).toEqual([1, 0, 0]);
    expect(scores[0]!.note).toBe(
      "the reply was cut off; the server sent no logprobs; the reward is the verdict itself",
    );
  });

  it("scores a [Wrong] low, though the word Right stands behind it", async () => {
    const reply = () => "Right it is not: [Wrong]. It would be Right otherwise.";
    const { scores } = await scored({ judge: () => 0.05, reply }, { interface: "logprobs" });
    expect(scores[0]).toMatchObject({ verdict: "wrong" });
    expect(scores[0]!.reward).toBeCloseTo(0.05);
  });

  it("judges by a threshold where one is given", async () => {
    const { scores } = await scored({ judge: () => 0.7 }, { interface: "logprobs", threshold: 0.8 });
    expect(scores[0]!.verdict).toBe("wrong");
  });

  it("may use words of its own", async () => {
    const { scores } = await scored({ reply: () => "Yes" }, { interface: "text", labels: [["yes", "no"]] });
    expect(scores[0]).toEqual({ reward: 1, verdict: "right", text: "Yes" });
  });

  it("draws each step's seed from the question's", async () => {
    const seeds = async (seed: number) =>
      (await scored({}, { interface: "text" }, { ...question, seed })).bodies.map((body) => body.seed);
    const first = await seeds(7);
    expect(new Set(first).size).toBe(3);
    expect(await seeds(7)).toEqual(first);
    expect(await seeds(8)).not.toEqual(first);
  });
});

describe("a model of the RLHFlow kind", () => {
  it("is asked for one token at temperature 0, in its own turns", async () => {
    const { bodies } = await scored({}, { interface: "rlhflow" }, { ...question, untilWrong: true });
    expect(bodies[1]).toMatchObject({ temperature: 0, max_tokens: 1, logprobs: true });
    expect(bodies[1]!.messages).toEqual([
      { role: "user", content: "1 + 1? It is 2." },
      { role: "assistant", content: "+" },
      { role: "user", content: "So 2." },
    ]);
  });

  it("has no verdict where neither sign is likely", async () => {
    const top_logprobs = [{ token: "The", logprob: -0.01 }];
    const logprobs = { content: [{ token: "The", logprob: -0.01, top_logprobs }] };
    const instead = () => ({ body: { choices: [{ message: { content: "The" }, logprobs }] } });
    const { scores } = await scored({ instead }, { interface: "rlhflow" });
    expect(scores[0]).toMatchObject({ reward: 0.5, verdict: null });
    expect(scores[0]!.note).toContain("neither + nor -");
  });
});

describe("a pooling model", () => {
  it("is given all steps at the server's root, a separator behind each", async () => {
    const { bodies, running, calls } = await scored({}, { interface: "pooling" });
    expect(running.asked.map(({ path }) => path)).toEqual(["/pooling"]);
    expect(calls).toBe(1);
    expect(bodies[0]).toMatchObject({ model: "prm", task: "token_classify" });
    expect(bodies[0]!.messages!.slice(1)).toEqual([
      { role: "user", content: "1 + 1?" },
      { role: "assistant", content: "It is 2.<extra_0>So 2.<extra_0>Done.<extra_0>" },
    ]);
  });

  const pooled = (rows: unknown[], scores?: ScorerOptions["scores"]) =>
    scored({ instead: () => ({ body: { data: [{ data: rows }] } }) }, { interface: "pooling", scores });
  const ln = Math.log;

  it.each([
    ["probabilities", [0.25, 0.5, 1], [0.25, 0.5, 1]],
    ["probabilities", [[0.25], [0.5], [1]], [0.25, 0.5, 1]],
    [
      "probabilities",
      [
        [0.75, 0.25],
        [0.5, 0.5],
        [0, 1],
      ],
      [0.25, 0.5, 1],
    ],
    ["logits", [0, ln(3), -ln(3)], [0.5, 0.75, 0.25]],
    ["logits", [[0.5], [1], [0]], [0.622459, 0.731059, 0.5]],
    [
      "logits",
      [
        [0, 1],
        [0.2, 0.8],
        [1, 0],
      ],
      [0.731059, 0.645656, 0.268941],
    ],
    [
      undefined,
      [
        [3, 3],
        [0, ln(4)],
        [-1, -1 - ln(4)],
      ],
      [0.5, 0.8, 0.2],
    ],
    [
      "two-class",
      [
        [0.1, 0.9],
        [0.6, 0.4],
        [0, ln(4)],
      ],
      [0.9, 0.4, 0.8],
    ],
    [
      "class:2",
      [
        [0.5, 0.25, 0.25],
        [0, 0, ln(2)],
        [0.1, 0.1, 0.8],
      ],
      [0.25, 0.5, 0.8],
    ],
    [
      "class:0",
      [
        [0.5, 0.25, 0.25],
        [ln(2), 0, 0],
        [0.8, 0.1, 0.1],
      ],
      [0.5, 0.5, 0.8],
    ],
  ] as const)("may answer with %s: %j", async (kind, rows, rewards) => {
    const { scores } = await pooled([...rows], kind);
    scores.forEach(({ reward }, place) => {
      expect(reward).toBeCloseTo(rewards[place]!, 5);
    });
  });

  it("scores a value alike, whatever stands beside it", async () => {
    const first = await pooled([0.9, 0.2, 0.6], "logits");
    const second = await pooled([0.9, 0.2, 3], "logits");
    expect(second.scores.slice(0, 2)).toEqual(first.scores.slice(0, 2));
    expect(first.scores[2]!.reward).toBeLessThan(second.scores[2]!.reward!);
  });

  it.each([
    [[0.9, 0.2, 0.6], undefined, "say --scores probabilities or --scores logits"],
    [[[0.9], [0.2], [0.6]], undefined, "say --scores probabilities or --scores logits"],
    [
      [
        [0.2, 0.2, 0.6],
        [0, 0, 1],
        [1, 0, 0],
      ],
      undefined,
      "say --scores class:K, with K from 0 to 2",
    ],
    [[0.9, 0.2, 3], "probabilities", "rows such as [3], which do not fit --scores probabilities"],
    [[0.9, 0.2, 3], "two-class", "rows such as [0.9], which do not fit --scores two-class"],
    [
      [
        [0, 1],
        [0, 1],
        [1, 0],
      ],
      "class:2",
      "rows such as [0, 1], which do not fit --scores class:2",
    ],
    [
      [
        [0, 0, 1],
        [0, 1, 0],
        [1, 0, 0],
      ],
      "logits",
      "rows such as [0, 0, 1], which do not fit --scores logits",
    ],
  ] as const)("that sends %j as %s is asked about", async (rows, kind, message) => {
    await expect(pooled([...rows], kind)).rejects.toThrow(message);
  });

  it("fails once, with a hint, where the rows are not the steps", async () => {
    const instead = () => ({ body: { data: [{ data: [[0.1, 0.9]] }] } });
    await expect(scored({ instead }, { interface: "pooling" })).rejects.toMatchObject({
      message: expect.stringContaining("1 row for 3 steps; is '<extra_0>'"),
      isRetryable: false,
    });
  });
});

describe("a scoring endpoint", () => {
  it("is given the problem as the query and the solution up to each step as the items", async () => {
    const { bodies } = await scored({}, { interface: "scoring", labelTokenIds: [5, 6] });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ label_token_ids: [5, 6], apply_softmax: true });
    expect(bodies[0]!.query).toContain("1 + 1?");
    const items = bodies[0]!.items as string[];
    expect(items.map((item) => item.split("\n\n").length)).toEqual([2, 3, 4]);
  });

  it("is looked for at SGLang's path where vLLM's is not there, once", async () => {
    const running = await startPrmServer({ flavour: "sglang", judge: () => 0.9 });
    const source = { kind: "openai" as const, baseUrl: running.url, model: "prm", maxTries: 1 };
    const scorer = await openScorer({ interface: "scoring", labelTokenIds: [5, 6], source });
    await scorer.score(question);
    await scorer.score(question);
    expect(running.asked.map(({ path }) => path)).toEqual(["/generative_scoring", "/v1/score", "/v1/score"]);
    await scorer.close();
    await running.close();
  });

  it("is a sentence where the server has neither", async () => {
    const failed = scored({ flavour: "tgi" }, { interface: "scoring", labelTokenIds: [5, 6] });
    await expect(failed).rejects.toMatchObject({ status: 404, isHopeless: true });
  });

  it("needs the tokens' numbers", async () => {
    await expect(scored({}, { interface: "scoring" })).rejects.toThrow("token ids for right and for wrong");
  });
});

describe("a prompt", () => {
  const open = (prompt: string) =>
    openScorer({
      interface: "text",
      source: { kind: "openai", baseUrl: "http://127.0.0.1:1/v1", model: "prm" },
      prompt,
      promptName: "my.txt",
    });

  it("may be one's own", async () => {
    const prompt =
      "A remark.\n=== first step ===\nP: {problem}\nS{number}: {step} {{else}} \\boxed{label}\n=== next step ===\nS{number}: {step}\n=== after a right step ===\nok";
    const tricky = {
      ...question,
      problem: "Is {step} a brace?",
      steps: ["$& {problem}", "b"],
      untilWrong: true,
    };
    const { bodies } = await scored({}, { interface: "text", prompt }, tricky);
    expect(bodies[1]!.messages).toEqual([
      { role: "user", content: "P: Is {step} a brace?\nS1: $& {problem} {else} \\boxed{label}" },
      { role: "assistant", content: "ok" },
      { role: "user", content: "S2: b" },
    ]);
  });

  /** The requests for the first and the third step. */
  const messages = async (prompt: string) => {
    const { bodies } = await scored({}, { interface: "text", prompt });
    return [bodies[0]!.messages, bodies[2]!.messages];
  };

  it("may be written out in messages, with the earlier steps as one text", async () => {
    const instruction = "Judge the step.\n\nHere is the step:";
    const prompt = `=== user ===
${instruction}


 Question: {problem}

=== user ===
{previous_steps}

Current Step: {step}
`;
    const question = { role: "user", content: `${instruction}\n\n\n Question: 1 + 1?` };
    expect(await messages(prompt)).toEqual([
      [question, { role: "user", content: "Current Step: It is 2." }],
      [question, { role: "user", content: "It is 2.\n\nSo 2.\n\nCurrent Step: Done." }],
    ]);
  });

  it("may join the steps in another way, number them, and say that there are none", async () => {
    const prompt = `=== system ===
Step {number} of {problem}
=== user ===
Earlier: {previous_steps}
All: {steps}
=== assistant ===
The label is:
=== each step ===
Step {number}: {step}
=== between steps ===
\\n
=== no earlier steps ===
none
`;
    expect(await messages(prompt)).toEqual([
      [
        { role: "system", content: "Step 1 of 1 + 1?" },
        { role: "user", content: "Earlier: none\nAll: Step 1: It is 2." },
        { role: "assistant", content: "The label is:" },
      ],
      [
        { role: "system", content: "Step 3 of 1 + 1?" },
        {
          role: "user",
          content:
            "Earlier: Step 1: It is 2.\nStep 2: So 2.\nAll: Step 1: It is 2.\nStep 2: So 2.\nStep 3: Done.",
        },
        { role: "assistant", content: "The label is:" },
      ],
    ]);
  });

  it("leaves out a message that would be empty", async () => {
    const prompt = "=== user ===\n{problem}\n=== user ===\n{previous_steps}\n=== user ===\n{step}";
    const [first, third] = await messages(prompt);
    expect(first!.map(({ content }) => content)).toEqual(["1 + 1?", "It is 2."]);
    expect(third!.map(({ content }) => content)).toEqual(["1 + 1?", "It is 2.\n\nSo 2.", "Done."]);
  });

  it.each(Object.entries(namedPrompts.step))("named %s asks about every step", async (_, prompt) => {
    const asked = await messages(prompt);
    const texts = asked.map((each) => each!.map(({ content }) => content).join("\n"));
    for (const text of texts) expect(text).toContain("1 + 1?");
    expect(texts[0]).toContain("It is 2.");
    expect(texts[0]).not.toContain("Done.");
    for (const step of question.steps) expect(texts[1]).toContain(step);
    expect(texts.join()).not.toMatch(/(?<!\\[a-z]+)\{[a-z_]+\}/);
  });

  it.each([
    [
      "=== first ===\n{problem}",
      "my.txt, line 1: there is no section 'first' here; there is system, first step",
    ],
    ["=== first step ===\n{problem}", "my.txt: the section '=== first step ===' must contain {step}"],
    ["=== first step ===\n{problem} {step}", "my.txt: the section '=== next step ===' is missing"],
    ["=== system ===\na\n=== system ===\nb", "my.txt, line 3: the section 'system' appears twice"],
    [
      "A remark.\n=== user ===\n{problem} {now_step}",
      "my.txt, line 2: {now_step} is not a placeholder of '=== user ==='; the placeholders are {problem}, {step}, {number}, {steps}, {previous_steps}",
    ],
    ["=== user ===\n{problem}", "my.txt: one of the messages must contain {step} or {steps}"],
    ["=== user ===\n{step}", "my.txt: one of the messages must contain {problem}"],
    [
      "=== user ===\n{problem}{step}\n=== next step ===\n{step}",
      "line 3: there is no section 'next step' here",
    ],
    [
      "=== user ===\n{problem}{step}\n=== each step ===\n{problem}",
      "{problem} is not a placeholder of '=== each step ==='",
    ],
  ])("that cannot be used is named with its place: %j", async (prompt, message) => {
    await expect(open(prompt)).rejects.toThrow(message);
  });
});

describe("OpenR's servers", () => {
  it("are asked for the worker with the model, and the worker for the values of a tagged text", async () => {
    const chances = [0.9, 0.25, 0.6];
    const openr = { flavour: "openr" as const, judge: ({ index }: { index: number }) => chances[index]! };
    const { bodies, scores, calls, running } = await scored(openr, { interface: "openr" });
    expect(running.asked.map(({ path }) => path)).toEqual(["/get_worker_address", "/worker_value_inference"]);
    expect(bodies).toEqual([{ model: "prm" }, { input_str: "1 + 1? It is 2. ки\nSo 2. ки\nDone. ки\n" }]);
    expect(scores.map(({ reward }) => reward)).toEqual(chances);
    expect(calls).toBe(2);
  });

  it("get no key at an address that only the controller named", async () => {
    const running = await startPrmServer({ flavour: "openr", judge: () => 0.9 });
    const scorer = await openScorer({
      interface: "openr",
      source: {
        kind: "openai",
        baseUrl: running.url,
        model: "prm",
        apiKeyEnv: "KEY",
        headers: { "x-team": "a" },
      },
      environment: { KEY: "the-key-of-the-test" },
    });
    await scorer.score(question);
    await scorer.close();
    await running.close();
    const [controller, worker] = running.asked;
    expect(controller!.headers.authorization).toBe("Bearer the-key-of-the-test");
    expect([worker!.headers.authorization, worker!.headers["x-team"]]).toEqual([undefined, undefined]);
  });

  const wrong: [string, object, RegExp][] = [
    ["no worker", { address: "" }, /has no worker for the model 'prm'/],
    ["no address", { address: "file:///etc/passwd" }, /is not an address/],
    ["a user in the address", { address: "http://a:b@127.0.0.1" }, /is not an address/],
  ];
  it.each(wrong)("say %s", async (_, body, message) => {
    const instead = () => ({ body });
    await expect(scored({ flavour: "openr", instead }, { interface: "openr" })).rejects.toThrow(message);
  });

  it("must send a probability for each step", async () => {
    const value = (value: number[]) => ({
      flavour: "openr" as const,
      instead: ({ path }: { path: string }) =>
        path === "/get_worker_address" ? undefined : { body: { value } },
    });
    await expect(scored(value([0.5]), { interface: "openr" })).rejects.toThrow("1 value for 3 steps");
    await expect(scored(value([0.5, 3, 1]), { interface: "openr" })).rejects.toThrow(
      "3, which is not a probability",
    );
  });
});

describe("Skywork's plug-in", () => {
  it("is sent the tokens of each line, and a step's reward is the sigmoid at its last newline", async () => {
    const chances: Record<string, number> = { "It is 2.": 0.9, half: 0.3, whole: 0.75, "Done.": 0.6 };
    const judge = ({ newest }: { newest: string }) => chances[newest] ?? 0.5;
    const asked = { ...question, steps: ["It is 2.", "half\nwhole", "Done."] };
    const { bodies, scores, running } = await scored(
      { flavour: "skywork", judge },
      { interface: "skywork" },
      asked,
    );
    const rewards = scores.map(({ reward }) => Number(reward!.toFixed(9)));
    expect(rewards).toEqual([0.9, 0.75, 0.6]);
    const { path, body } = running.asked.at(-1)!;
    expect(path).toBe("/v1/embeddings");
    expect(String.fromCodePoint(...(body.input as [number[]])[0])).toBe(
      "<|endoftext|>1 + 1?\nIt is 2.\nhalf\nwhole\nDone.\n",
    );
    expect(bodies[0]).toEqual({ model: "prm", prompt: "<|endoftext|>1 + 1?\n", add_special_tokens: false });
  });

  it("must send a value for each token", async () => {
    const instead = ({ path }: { path: string }) =>
      path === "/v1/embeddings" ? { body: { data: [{ embedding: [0.1, 0.2] }] } } : undefined;
    const asked = scored({ flavour: "skywork", instead }, { interface: "skywork" });
    await expect(asked).rejects.toThrow(/2 values for \d+ tokens/);
  });
});
