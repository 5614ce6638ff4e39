// Guided search on real servers: its requests, its choices, and its records.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StrategyName } from "../../src/search/strategies.ts";
import { strategyNames } from "../../src/search/strategies.ts";
import { choices } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { flavours } from "../servers/prm-server.ts";
import { search, startServers } from "./servers.ts";
import { chanceOf, qualityOf, resultsIn, stepsOf, type WrittenResult } from "./world.ts";

const kept = (result: WrittenResult) =>
  result.iterations.map(({ candidates }) => candidates.filter(({ dropped }) => dropped === undefined));

describe("a greedy search", () => {
  it.each(flavours)("solves every problem with a policy behind %s", async (flavour) => {
    const servers = await startServers({ flavour }, { flavour: "vllm" });
    const { problems, answered, requests } = await search(servers);
    expect(answered).toBe(6);
    for (const { question, final_steps, ended } of problems) {
      expect(ended).toBe("answer");
      expect(final_steps).toHaveLength(stepsOf(question));
    }
    expect(requests).toEqual({ policy: servers.policy.answered, reward: servers.reward.answered });
  });

  it("takes the best candidate of each step, and writes down all of them", async () => {
    const { outputDir } = await search(await startServers());
    const results = await resultsIn(outputDir);
    expect(results).toHaveLength(6);
    for (const result of results) {
      expect(Object.keys(result)).toEqual(
        expect.arrayContaining(["question", "iteration_history", "final_steps", "gt_answer", "pred_answer"]),
      );
      result.iteration_history.forEach((iteration, i) => {
        const { candidates_info, chosen_step_index, chosen_step, iteration_index } = iteration;
        expect(iteration_index).toBe(i + 1);
        const { candidates, chosen } = result.iterations[i]!;
        expect(candidates).toHaveLength(8);
        // As the reference writes it: the candidates that could be chosen, each step once, only with its reward.
        expect(candidates_info).toEqual(
          kept(result)[i]!.map(({ candidate_step, reward }) => ({ candidate_step, reward })),
        );
        expect(new Set(candidates_info.map(({ candidate_step }) => candidate_step)).size).toBe(
          candidates_info.length,
        );
        expect(candidates[chosen!]!.candidate_step).toBe(chosen_step);
        const best = Math.max(...candidates_info.map(({ candidate_step }) => qualityOf(candidate_step)));
        expect(qualityOf(chosen_step)).toBe(best);
        expect(candidates_info.findIndex((each) => qualityOf(each.candidate_step) === best)).toBe(
          chosen_step_index,
        );
        expect(candidates_info[chosen_step_index]!.reward).toBeCloseTo(chanceOf(best), 10);
        expect(result.final_steps[i]).toBe(chosen_step);
      });
      expect(result.pred_answer).toBe(/boxed\{(\d+)\}/.exec(result.final_steps.at(-1)!)![1]);
    }
  });

  it("scores steps that are the same once, and says which they are", async () => {
    const servers = await startServers({
      write: ({ choice, steps }) =>
        steps.length === 0
          ? { step: `Begin with quality ${choice < 6 ? 40 : 70}.`, isLast: false }
          : { step: "With quality 5, the answer is \\boxed{0}.", isLast: true },
    });
    const { outputDir, requests } = await search(servers, { problems: 1 });
    expect(requests).toEqual({ policy: 2, reward: 3 });
    const [result] = await resultsIn(outputDir);
    const [first, second] = result!.iterations;
    expect(first!.chosen).toBe(6);
    expect(first!.candidates.map(({ reward }) => reward === null)).toEqual(
      [false, true, true, true, true, true, false, true], // one of each text is scored
    );
    expect(first!.candidates[7]!.dropped).toBe("the same as candidate 6");
    const [history] = result!.iteration_history;
    expect(history!.candidates_info.map(({ candidate_step }) => candidate_step)).toEqual([
      "Begin with quality 40.",
      "Begin with quality 70.",
    ]);
    expect(history!.chosen_step_index).toBe(1);
    const journal = await readFile(join(outputDir, "search-0-None", "iterations.jsonl"), "utf8");
    const [before, after] = journal.split("\n", 2).map((line) => JSON.parse(line));
    expect(before.outcome.candidates[7].dropped).toEqual({ why: "the same", as: 6 });
    expect(after.input.state.open[0].from).toEqual({ iteration: 1, candidate: 6 });
    expect(second!.candidates.filter(({ reward }) => reward !== null)).toHaveLength(1);
  });

  it.each([
    { strategy: "best-of-n", reward: 2 },
    { strategy: "dvts", reward: 2 },
  ] as const)(
    "$strategy scores what is the same once, also between solutions",
    async ({ strategy, reward }) => {
      const servers = await startServers({
        write: ({ steps }) => ({
          step: steps.length === 0 ? "quality 1" : "With quality 2, the answer is \\boxed{0}.",
          isLast: steps.length > 0,
        }),
      });
      const { requests, answered } = await search(servers, { problems: 1, config: { strategy } });
      expect(answered).toBe(1);
      expect(requests.reward).toBe(reward); // two steps, drawn any number of times
    },
  );

  it("gives ties to the first", async () => {
    const servers = await startServers({}, { judge: () => 0.5 });
    const { outputDir } = await search(servers);
    for (const { iteration_history } of await resultsIn(outputDir)) {
      for (const { chosen_step_index } of iteration_history) expect(chosen_step_index).toBe(0);
    }
  });

  it("asks as the task's description says", async () => {
    const servers = await startServers();
    await search(servers, { problems: 1, config: { temperature: 0.9 } });
    const [first, second] = servers.policy.asked.map(({ body }) => body);
    expect(first).toMatchObject({ n: 8, max_tokens: 512, temperature: 0.9, stop: ["\n\n"] });
    expect(first!.messages!.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(first!.messages![1]!.content).toBe("What is 0 + 0?");
    expect(first).not.toHaveProperty("continue_final_message");
    expect(second).toMatchObject({ continue_final_message: true, add_generation_prompt: false });
    expect(second!.messages![2]!.content).toMatch(/^Step 1 with quality \d+\.\n\n$/);
    const judged = servers.reward.asked.at(-1)!.body;
    expect(judged).toMatchObject({ temperature: 0.6, max_tokens: 4096, logprobs: true, top_logprobs: 10 });
    expect(judged.messages!.filter(({ role }) => role === "user")).toHaveLength(2);
  });

  it("continues one text where the policy has no chat", async () => {
    const servers = await startServers();
    const { answered } = await search(servers, {
      config: { policy: { kind: "openai", model: "policy-model", api: "completions" } },
    });
    expect(answered).toBe(6);
    expect(servers.policy.asked.every(({ path }) => path === "/v1/completions")).toBe(true);
  });

  it("asks with the bare problem where no prompt is wanted, and with the user's own where it is", async () => {
    const servers = await startServers();
    await search(servers, { problems: 1, config: { prompt: null } });
    expect(servers.policy.asked[0]!.body.messages).toEqual([{ role: "user", content: "What is 0 + 0?" }]);
    await search(servers, { problems: 1, config: { prompt: "Please: {problem}" } });
    expect(servers.policy.asked.at(-2)!.body.messages).toEqual([
      { role: "user", content: "Please: What is 0 + 0?" },
    ]);
  });
});

describe("every strategy", () => {
  it.each(strategyNames)("%s comes to an answer", async (strategy) => {
    const servers = await startServers();
    const { answered, requests, outputDir } = await search(servers, { config: { strategy } });
    expect(answered).toBe(6);
    expect(requests).toEqual({ policy: servers.policy.answered, reward: servers.reward.answered });
    if (strategy === "majority") expect(servers.reward.asked).toHaveLength(0);
    for (const { iteration_history, final_steps } of await resultsIn(outputDir)) {
      const chosen = iteration_history.map(({ chosen_step }) => chosen_step);
      expect(chosen.join("\n\n")).toContain(final_steps.join("\n\n"));
    }
  });

  const choicesOf = async (strategy: StrategyName, concurrency: number) => {
    const servers = await startServers({ delayMs: 1 });
    const { outputDir } = await search(servers, { problems: 10, concurrency, config: { strategy } });
    return resultsIn(outputDir);
  };
  it.each(strategyNames)("%s chooses the same at concurrency 1 and 64", async (strategy) => {
    expect(await choicesOf(strategy, 64)).toEqual(await choicesOf(strategy, 1));
  });
});

describe("what breaks others", () => {
  it("no stop reason from the server: a few calls, and an answer", async () => {
    const servers = await startServers({ flavour: "llama.cpp" });
    const { answered, requests } = await search(servers, { problems: 1 });
    expect(answered).toBe(1);
    expect(requests.policy).toBe(8 * stepsOf("What is 0 + 0?"));
  });

  it("a boxed answer that stopped at a blank line is the end", async () => {
    const servers = await startServers({
      write: ({ choice }) => ({ step: `With quality ${choice}, the answer is \\boxed{0}.`, isLast: false }),
    });
    const { answered, requests } = await search(servers, { problems: 1 });
    expect(answered).toBe(1);
    expect(requests).toEqual({ policy: 1, reward: 8 });
  });

  it("one null content among eight loses that one alone", async () => {
    const servers = await startServers({
      instead: (asked, number) => {
        if (number > 1) return undefined;
        const reply = choices(
          asked,
          Array.from({ length: 8 }, (_, i) => `Step 1 with quality ${i}.`),
        );
        const { choices: all } = reply.body as { choices: { message: { content: string | null } }[] };
        all[3]!.message.content = null;
        return reply;
      },
    });
    const { answered, outputDir } = await search(servers, { problems: 1 });
    expect(answered).toBe(1);
    const [result] = await resultsIn(outputDir);
    const [first] = result!.iterations;
    expect(first!.candidates[3]).toMatchObject({
      reward: null,
      dropped: expect.stringContaining("empty"),
    });
    expect(kept(result!)[0]).toHaveLength(7);
  });

  it("a reward server that refuses one request loses that candidate alone", async () => {
    const servers = await startServers(
      {},
      { instead: (_, number) => (number === 3 ? { status: 400, body: { error: "too long" } } : undefined) },
    );
    const { answered, outputDir } = await search(servers, { problems: 4 });
    expect(answered).toBe(4);
    const dropped = (await resultsIn(outputDir)).flatMap(({ iterations }) =>
      iterations.flatMap(({ candidates }) => candidates.filter((each) => each.dropped?.includes("too long"))),
    );
    expect(dropped).toHaveLength(1);
    expect(dropped[0]!.reward).toBeNull();
  });

  it("empty completions are no steps, and end the search after a second try", async () => {
    const servers = await startServers({
      instead: (asked) =>
        choices(
          asked,
          Array.from({ length: asked.body.n ?? 1 }, () => ""),
        ),
    });
    const { answered, requests, ended, outputDir } = await search(servers, { problems: 2 });
    expect(answered).toBe(0);
    expect(requests).toEqual({ policy: 4, reward: 0 });
    expect(ended).toEqual({ "no candidates": 2 });
    const seeds = servers.policy.asked.map(({ body }) => body.seed);
    expect(new Set(seeds).size).toBe(4);
    const [result] = await resultsIn(outputDir);
    expect(result).toMatchObject({ pred_answer: null, final_steps: [], ended: "no candidates" });
    expect(result!.iterations).toMatchObject([{ iteration_index: 1, chosen: null }]);
    expect(result!.iterations[0]!.candidates).toHaveLength(16);
    expect(result!.iteration_history).toEqual([]);
  });

  it("candidates are scored at once, and problems advance at once", async () => {
    const servers = await startServers();
    servers.policy.holdUntil = 10;
    // More than the candidates of one problem.
    servers.reward.holdUntil = 9;
    await search(servers, { problems: 10 });
    expect(servers.policy.mostInFlight).toBe(10);
    expect(servers.reward.mostInFlight).toBeGreaterThanOrEqual(9);
  });
});

describe("a server that swallows the last blank line", () => {
  it("is asked without a stop the second time, and its step is cut here", async () => {
    const servers = await startServers({
      instead: (asked) =>
        asked.body.stop === undefined
          ? choices(
              asked,
              Array.from({ length: 8 }, (_, i) => `\n\nOn with quality ${i}: \\boxed{0}\n\nMore.`),
            )
          : choices(
              asked,
              Array.from({ length: 8 }, () => ""),
            ),
    });
    const { problems } = await search(servers, { problems: 1 });
    expect(problems[0]!.final_steps).toEqual(["On with quality 7: \\boxed{0}"]);
  });
});

describe("failures", () => {
  it("of the provider leave a result without an answer, and the next start asks again", async () => {
    const outputDir = await testFolder();
    let isBroken = true;
    const servers = await startServers(
      {},
      {
        instead: ({ body }) =>
          isBroken && body.messages![1]!.content.startsWith("What is 2 ")
            ? { status: 500, body: { error: "out of memory" } }
            : undefined,
      },
    );
    const first = await search(servers, { outputDir });
    expect(first).toMatchObject({ answered: 5, ended: { answer: 5, provider: 1 } });
    const failed = (await resultsIn(outputDir))[2]!;
    expect(failed).toMatchObject({ pred_answer: null, ended: "provider" });
    expect(failed.error).toContain("out of memory");
    isBroken = false;
    const before = servers.policy.asked.length;
    const second = await search(servers, { outputDir });
    expect(second).toMatchObject({ answered: 6, ended: { answer: 6 } });
    const asked = servers.policy.asked.slice(before).map(({ body }) => body.messages![1]!.content);
    expect(new Set(asked)).toEqual(new Set(["What is 2 + 4?"]));
    expect((await resultsIn(outputDir))[2]).not.toHaveProperty("error");
  });

  it("at the step limit keep the steps, without an answer", async () => {
    const servers = await startServers({
      write: ({ steps, choice }) => ({ step: `Step ${steps.length} with quality ${choice}.`, isLast: false }),
    });
    const { problems } = await search(servers, { problems: 1, config: { maxSteps: 5 } });
    expect(problems[0]).toMatchObject({ pred_answer: null, ended: "step limit" });
    expect(problems[0]!.final_steps).toHaveLength(5);
  });

  it("a policy that ends its turn without a box has no answer", async () => {
    const servers = await startServers({ write: () => ({ step: "I give up, quality 3.", isLast: true }) });
    const { problems, requests } = await search(servers, { problems: 1 });
    expect(problems[0]).toMatchObject({ pred_answer: null, ended: "turn" });
    expect(requests.policy).toBe(1);
  });

  it("a completion that was cut off is kept, and marked", async () => {
    const servers = await startServers({
      instead: (asked, number) => {
        if (number > 1) return undefined;
        const reply = choices(
          asked,
          Array.from({ length: 8 }, (_, i) => `Step 1 with quality ${i}, and the`),
        );
        const { choices: all } = reply.body as { choices: { finish_reason: string }[] };
        for (const choice of all) choice.finish_reason = "length";
        return reply;
      },
    });
    const { problems } = await search(servers, { problems: 1 });
    expect(problems[0]!.iterations[0]!.candidates[7]).toMatchObject({ cut_off: true });
    expect(problems[0]!.pred_answer).not.toBeNull();
  });

  it("a judge without a verdict leaves 0.5, and says so", async () => {
    const servers = await startServers({}, { reply: () => "I cannot tell." });
    const { problems } = await search(servers, { problems: 1 });
    const [info] = problems[0]!.iterations[0]!.candidates;
    expect(info).toMatchObject({ reward: 0.5, note: expect.stringContaining("no verdict") });
  });
});

describe("the folder of a search", () => {
  it("is refused when something else is asked for, saying what", async () => {
    const outputDir = await testFolder();
    const servers = await startServers();
    await search(servers, { outputDir });
    const before = servers.policy.asked.length;
    await expect(search(servers, { outputDir, config: { n: 4, temperature: 1 } })).rejects.toThrow(
      /n: 8 → 4; temperature: 0\.7 → 1\..*--output-dir/,
    );
    await search(servers, { outputDir });
    expect(servers.policy.asked).toHaveLength(before);
  });

  it("holds what the judge said", async () => {
    const { outputDir } = await search(await startServers(), { problems: 1 });
    const journal = await readFile(join(outputDir, "search-0-None", "iterations.jsonl"), "utf8");
    expect(journal).toContain("Let me look at it.\\n[Right]");
  });

  it("is made for a slice, with the same choices as in the whole", async () => {
    const servers = await startServers();
    const whole = await search(servers);
    const part = await search(servers, { config: { begin: 2, end: 5 } });
    expect(part.results).toMatch(/result-2-5\.json$/);
    expect(part.problems).toEqual(whole.problems.slice(2, 5));
    await expect(search(servers, { config: { begin: 6, end: 9 } })).rejects.toThrow(/6 problems/);
  });
});
