// What every step scorer keeps to, however its model is asked.

import { describe, expect, it } from "vitest";
import { ProviderError } from "../../src/models/provider-error.ts";
import { openScorer, type ScorerOptions } from "../../src/prm/open-scorer.ts";
import type { StepScorer } from "../../src/prm/step-scorer.ts";
import type { TestServer } from "../models/server.ts";
import { type PrmServerOptions, startPrmServer } from "../servers/prm-server.ts";

type Settings = Omit<ScorerOptions, "source">;

export interface Conforming {
  scorer: Settings;
  server: Omit<PrmServerOptions, "judge">;
}

const steps = ["First, 2 + 2 = 4.", "So 4 * 3 = 12.", "Hence 12 / 5 = 3.", "The answer is 3."];
const chances = [0.9, 0.75, 0.125, 0.6];
const question = { problem: "What is 3(2 + 2) / 5?", steps, from: 0, key: "q" };

const chanceOf = ({ newest }: { newest: string }): number =>
  chances[steps.findLastIndex((step) => newest.includes(step))]!;

/** The scorer's rewards are the server's chances, or what of them the verdict alone tells. */
const rewardOf = (kind: Settings["interface"], chance: number): number =>
  kind === "text" ? Math.round(chance) : chance;

async function using(
  { scorer: settings, server }: Conforming,
  use: (scorer: StepScorer, server: TestServer) => Promise<void>,
): Promise<void> {
  const running = await startPrmServer({ ...server, judge: chanceOf });
  const scorer = await openScorer({
    ...settings,
    source: { kind: "openai", baseUrl: running.url, model: "prm", apiKeyEnv: "PRM_KEY", maxTries: 1 },
    environment: { PRM_KEY: "secret-key" },
    concurrency: 8,
  });
  try {
    await use(scorer, running);
  } finally {
    await scorer.close();
    await running.close();
  }
}

export function conformsToScorer(name: string, conforming: Conforming): void {
  const { scorer: settings, server } = conforming;
  const wanted = chances.map((chance) => rewardOf(settings.interface, chance));
  const close = (rewards: (number | null)[], expected: readonly number[]) => {
    expect(rewards).toHaveLength(expected.length);
    rewards.forEach((reward, place) => {
      expect(reward).toBeCloseTo(expected[place]!, 6);
    });
  };

  describe(`a step scorer: ${name}`, () => {
    it("scores every step", () =>
      using(conforming, async (scorer, { asked }) => {
        const { scores, calls, usage } = await scorer.score(question);
        close(
          scores.map(({ reward }) => reward),
          wanted,
        );
        expect(scores.map(({ verdict }) => verdict)).toEqual(["right", "right", "wrong", "right"]);
        expect(calls).toBeGreaterThan(0);
        expect(asked.length).toBeGreaterThanOrEqual(calls);
        expect(usage.inputTokens).toBeGreaterThanOrEqual(0);
      }));

    it("leaves off behind the first wrong step when it is told to", () =>
      using(conforming, async (scorer) => {
        const { scores } = await scorer.score({ ...question, untilWrong: true });
        expect(scores.map(({ verdict }) => verdict)).toEqual(["right", "right", "wrong"]);
      }));

    it("begins where it is told to, with the same scores", () =>
      using(conforming, async (scorer) => {
        const { scores } = await scorer.score(question);
        for (const from of [1, 3]) {
          expect((await scorer.score({ ...question, from })).scores).toEqual(scores.slice(from));
        }
      }));

    it("scores a step as it does among all of them", () =>
      using(conforming, async (scorer) => {
        const { scores } = await scorer.score(question);
        const alone = await Promise.all(
          steps.map((_, from) => scorer.score({ ...question, steps: steps.slice(0, from + 1), from })),
        );
        expect(alone.flatMap((each) => each.scores)).toEqual(scores);
      }));

    it("sends the key, and shows a request without it and without asking", () =>
      using(conforming, async (scorer, running) => {
        const shown = JSON.stringify(scorer.preview(question));
        expect(shown).toContain(steps[0]);
        expect(shown).not.toContain("secret-key");
        expect(running.asked).toEqual([]);
        await scorer.score(question);
        expect(running.asked[0]!.headers.authorization).toBe("Bearer secret-key");
      }));

    it("says what its scores depend on", () =>
      using(conforming, async ({ identity }) => {
        expect(identity).toMatchObject({ interface: settings.interface, model: "prm" });
        expect(JSON.stringify(identity)).not.toContain("127.0.0.1");
      }));

    it.each([
      ["a refusal", { status: 400, body: { error: { message: "no" } } }, false],
      ["a failure", { status: 500, body: { error: { message: "no" } } }, true],
      ["an answer that is none", { body: { hello: "there" } }, true],
      ["an answer that is no JSON", { body: "<html>" }, true],
      ["a list of nothing", { body: { data: [], scores: "x", choices: [] } }, undefined],
    ])("fails with a provider's error on %s", (_, reply, isRetryable) =>
      using({ ...conforming, server: { ...server, instead: () => reply } }, async (scorer) => {
        const failed = scorer.score(question);
        await expect(failed).rejects.toBeInstanceOf(ProviderError);
        if (isRetryable !== undefined) await expect(failed).rejects.toMatchObject({ isRetryable });
      }),
    );

    it("stops when it is told to", () =>
      using({ ...conforming, server: { ...server, instead: () => never } }, async (scorer) => {
        const abort = new AbortController();
        const failed = scorer.score(question, { signal: abort.signal });
        setTimeout(() => abort.abort(), 20);
        await expect(failed).rejects.toMatchObject({ failure: "stopped" });
      }));
  });
}

const never = new Promise<never>(() => {});
