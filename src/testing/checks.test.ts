// Correct implementations pass every check, and each mistake is found by the check that names it.

import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { GenerateRequest, Generation, Model } from "../models/model.ts";
import { ProviderError } from "../models/provider-error.ts";
import type { StepScorer, StepsToScore } from "../prm/step-scorer.ts";
import { defineReward, GoldError, type Reward } from "../rewards/reward.ts";
import { strategies } from "../search/strategies.ts";
import type { Strategy } from "../search/strategy.ts";
import { type Check, modelChecks, rewardChecks, scorerChecks, strategyChecks } from "./index.ts";

/** The names of the checks that fail. */
async function failing(checks: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of checks) {
    try {
      await run();
    } catch {
      failed.push(name);
    }
  }
  return failed;
}

const brevity = defineReward({
  name: "brevity",
  description: "the response has no more letters than the gold",
  fields: {
    response: z.string().describe("what the model said"),
    gold: z.unknown().describe("the longest answer that counts"),
  },
  gold: "gold",
  keys: ["reward"],
  example: { row: { response: "42", gold: "042" }, result: { reward: 1 } },
  score({ response, gold }) {
    if (typeof gold !== "string") throw new GoldError("the gold is no text");
    return { reward: response.length <= gold.length ? 1 : 0 };
  },
});

describe("checks of rewards", () => {
  it("pass a reward that keeps to them", async () =>
    expect(await failing(rewardChecks(brevity))).toEqual([]));

  const shared = { reward: 1 };
  const unscoredAsZero: Reward["score"] = (row) => {
    const outcome = brevity.score(row);
    return outcome.unscored === undefined ? outcome : { result: { reward: 0 } };
  };
  it.each<[string, Partial<Reward>, RegExp]>([
    ["a wrong example", { example: { ...brevity.example, result: { reward: 0 } } }, /gives its example/],
    ["no description", { description: "" }, /described in one line/],
    ["a field without words", { fields: z.looseObject({ response: z.string() }) }, /describes each field/],
    ["another member", { keys: ["reward", "length"] }, /exactly the declared fields/],
    ["a result that it keeps", { score: () => ({ result: shared }) }, /the caller may change/],
    ["a strict row", { score: (row) => scoreOnly(["response", "gold"], row) }, /additional fields/],
    ["no look at the row", { score: () => ({ result: { reward: 1 } }) }, /names the field/],
    ["a bad gold that is worth 0", { score: unscoredAsZero }, /if the gold is null/],
  ])("find %s", async (_, breach, name) =>
    expect(await failing(rewardChecks({ ...brevity, ...breach }))).toContainEqual(
      expect.stringMatching(name),
    ),
  );
});

function scoreOnly(fields: readonly string[], row: Record<string, unknown>) {
  if (Object.keys(row).some((field) => !fields.includes(field))) throw new TypeError("what is this?");
  return brevity.score(row);
}

describe("checks of strategies", () => {
  const { beam } = strategies;
  it.each<[string, Partial<Strategy>, RegExp]>([
    ["one that asks for too many", { candidatesEach: (_, { n }) => n + 1 }, /n candidates at most/],
    ["one that chooses what was dropped", changed((d) => ({ ...d, chosen: [0, 1] })), /may be chosen/],
    ["one that makes up a solution", changed(madeUp), /continues only chosen candidates/],
    ["one that forgets the trees", changed(withoutOrigin), /candidate that produced each/],
    ["one that is not plain data", changed(withMap), /written and read/],
    ["one that changes what it is handed", { decide: sortsInPlace }, /chooses only candidates/],
    ["one that gives ties to the last", changed((d) => ({ ...d, chosen: d.chosen.toReversed() })), /ties/],
    [
      "one that answers what nobody said",
      { conclude: () => ({ path: null, answer: "7" }) },
      /concludes with/,
    ],
  ])("find %s", async (_, breach, name) =>
    expect(await failing(strategyChecks({ ...beam, ...breach }))).toContainEqual(expect.stringMatching(name)),
  );

  it("say in which search a breach was found", () => {
    const [first] = strategyChecks({ ...beam, candidatesEach: () => 99 }, { seed: 7 });
    expect(() => first!.run()).toThrow(/^in search \d+ of seed 7, with \{"n":\d/);
  });

  type Decision = ReturnType<Strategy["decide"]>;
  function changed(change: (decision: Decision) => Decision): Partial<Strategy> {
    return { decide: (...decided) => change(beam.decide(...decided)) };
  }
  function madeUp(decision: Decision): Decision {
    const open = decision.state.open.map((path) => ({ ...path, steps: [...path.steps, "Trust me."] }));
    return { ...decision, state: { ...decision.state, open } };
  }
  function withoutOrigin(decision: Decision): Decision {
    const open = decision.state.open.map(({ steps, rewards, ends }) => ({ steps, rewards, ends }));
    return { ...decision, state: { ...decision.state, open } };
  }
  function withMap(decision: Decision): Decision {
    return { ...decision, state: { ...decision.state, seen: new Map([[1, 2]]) } as Decision["state"] };
  }
  function sortsInPlace(...[state, candidates, settings]: Parameters<Strategy["decide"]>): Decision {
    (candidates as unknown[]).sort();
    return beam.decide(state, candidates, settings);
  }
});

const refused = () => new ProviderError("no such draw", { failure: "status", status: 400 });

const usage = { inputTokens: 1, outputTokens: 1 };

class ScriptedModel implements Model {
  readonly name: string = "scripted";
  generate({ draws }: GenerateRequest): Promise<Generation> {
    if (draws.some(({ seed }) => seed === 666)) return Promise.reject(refused());
    const completions = draws.map(({ seed }, index) => this.completion(index, `${seed}`));
    return Promise.resolve({ completions, failures: [], usage });
  }
  completion(index: number, text: string): Generation["completions"][number] {
    return { index, text, finish: "stop" };
  }
  preview = (): object => ({ asks: "nobody" });
  close = (): Promise<void> => Promise.resolve();
}

const checksOf = (model: Model) =>
  modelChecks(async () => ({
    model,
    prompt: "1 + 1 =",
    draws: [
      { key: "a", seed: 1 },
      { key: "b", seed: 2 },
    ],
    impossible: { key: "c", seed: 666 },
    close: async () => {},
  }));

describe("checks of models", () => {
  it("pass a model that keeps to them", async () =>
    expect(await failing(checksOf(new ScriptedModel()))).toEqual([]));

  let asked = 0;
  it.each<[string, Model, RegExp]>([
    ["no name", Object.assign(new ScriptedModel(), { name: "" }), /has a name/],
    [
      "one text for all draws",
      mutant({ completion: (index) => ({ index, text: "", finish: null }) }),
      /each draw/,
    ],
    [
      "another text each time",
      mutant({ completion: (index) => ({ index, text: `${asked++}`, finish: null }) }),
      /the same completion/,
    ],
    [
      "an error of another kind",
      mutant({ generate: () => Promise.reject(new Error("no")) }),
      /a provider's error/,
    ],
  ])("find %s", async (_, model, name) =>
    expect(await failing(checksOf(model))).toContainEqual(expect.stringMatching(name)),
  );

  function mutant(breach: Partial<ScriptedModel>): Model {
    return Object.assign(new ScriptedModel(), breach);
  }
});

const steps = [
  { text: "2 + 2 = 4.", reward: 0.9, verdict: "right" as const },
  { text: "4 / 2 = 3.", reward: 0.2, verdict: "wrong" as const },
  { text: "So 3.", reward: 0.6, verdict: "right" as const },
];

class ScriptedScorer implements StepScorer {
  readonly identity = { model: "scripted" };
  constructor(private readonly server: "answers" | "fails" | "hangs") {}
  score(question: StepsToScore, { signal }: { signal?: AbortSignal | undefined } = {}) {
    if (this.server === "fails") return Promise.reject(refused());
    if (this.server === "hangs")
      return new Promise<never>((_, reject) => {
        const stopped = new ProviderError("stopped", { failure: "stopped" });
        signal!.addEventListener("abort", () => reject(stopped));
      });
    const asked = steps.slice(question.from, question.steps.length);
    const wrong = asked.findIndex(({ verdict }) => verdict === "wrong");
    const told = question.untilWrong && wrong >= 0 ? asked.slice(0, wrong + 1) : asked;
    const scores = told.map(({ reward, verdict }) => ({ reward, verdict, text: null }));
    return Promise.resolve({ scores, calls: 1, usage });
  }
  preview = (question: StepsToScore): object => ({ question });
  close = (): Promise<void> => Promise.resolve();
}

describe("checks of step scorers", () => {
  const checks = (breach: Partial<StepScorer> = {}) =>
    scorerChecks({
      problem: "(2 + 2) / 2?",
      steps,
      open: async (server) => ({
        scorer: Object.assign(new ScriptedScorer(server), breach),
        close: async () => {},
      }),
    });

  it("pass a scorer that keeps to them", async () => expect(await failing(checks())).toEqual([]));

  const score: StepScorer["score"] = (question, options) =>
    new ScriptedScorer("answers").score({ ...question, from: 0, untilWrong: false }, options);
  it("find one that always scores everything, and never fails", async () =>
    expect(await failing(checks({ score }))).toEqual([
      "stops after the first wrong step if it is asked to",
      "starts at the requested step, with the same scores",
      "gives a step the same score alone and with other steps",
      "fails with a ProviderError if its model fails",
      "stops when it is aborted",
    ]));

  it("want a solution that shows something", () => {
    const open = () => Promise.reject(new Error("never opened"));
    expect(() => scorerChecks({ problem: "?", steps: steps.slice(0, 2), open })).toThrow(/a wrong step/);
  });
});
