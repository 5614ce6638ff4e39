// Step scorers on a server, with the checks of all scorers, and their other requirements: the key, and the message for
// a bad answer.

import { describe, expect, it } from "vitest";
import { ProviderError } from "../../src/models/provider-error.ts";
import { openScorer, type ScorerOptions } from "../../src/prm/open-scorer.ts";
import type { StepScorer } from "../../src/prm/step-scorer.ts";
import { scorerChecks } from "../../src/testing/index.ts";
import type { TestServer } from "../models/server.ts";
import { type PrmServerOptions, startPrmServer } from "../servers/prm-server.ts";

type Settings = Omit<ScorerOptions, "source">;

export interface Conforming {
  scorer: Settings;
  server: Omit<PrmServerOptions, "judge">;
}

const steps = ["First, 2 + 2 = 4.", "So 4 * 3 = 12.", "Hence 12 / 5 = 3.", "The answer is 3."];
const chances = [0.9, 0.75, 0.125, 0.6];
const problem = "What is 3(2 + 2) / 5?";
const question = { problem, steps, from: 0, key: "q" };

const chanceOf = ({ newest }: { newest: string }): number =>
  chances[steps.findLastIndex((step) => newest.includes(step))]!;

/** The scorer's rewards are the server's probabilities, or only the verdicts. */
const rewardOf = (kind: Settings["interface"], chance: number): number =>
  kind === "text" ? Math.round(chance) : chance;

const never = new Promise<never>(() => {});
const servers = {
  answers: {},
  fails: { instead: () => ({ status: 500, body: { error: { message: "no" } } }) },
  hangs: { instead: () => never },
};

interface Opened {
  scorer: StepScorer;
  server: TestServer;
  close(): Promise<void>;
}

async function open({ scorer: settings, server }: Conforming): Promise<Opened> {
  const running = await startPrmServer({ ...server, judge: chanceOf });
  const scorer = await openScorer({
    ...settings,
    source: { kind: "openai", baseUrl: running.url, model: "prm", apiKeyEnv: "PRM_KEY", maxTries: 1 },
    environment: { PRM_KEY: "secret-key" },
    concurrency: 8,
  });
  return { scorer, server: running, close: () => running.close() };
}

async function using(
  conforming: Conforming,
  use: (scorer: StepScorer, server: TestServer) => Promise<void>,
): Promise<void> {
  const { scorer, server, close } = await open(conforming);
  try {
    await use(scorer, server);
  } finally {
    await scorer.close();
    await close();
  }
}

export function conformsToScorer(name: string, conforming: Conforming): void {
  const { scorer: settings, server } = conforming;
  const checks = scorerChecks({
    problem,
    steps: steps.map((text, place) => ({
      text,
      reward: rewardOf(settings.interface, chances[place]!),
      verdict: place === 2 ? "wrong" : "right",
    })),
    open: (how) => open({ ...conforming, server: { ...server, ...servers[how] } }),
  });

  describe(`a step scorer: ${name}`, () => {
    for (const { name, run } of checks) it(name, run);

    it("sends the key, and shows a request without it and without asking", () =>
      using(conforming, async (scorer, running) => {
        expect(JSON.stringify(scorer.preview(question))).not.toContain("secret-key");
        expect(running.asked).toEqual([]);
        const { calls } = await scorer.score(question);
        expect(running.asked.length).toBeGreaterThanOrEqual(calls);
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
      ["an answer that is not JSON", { body: "<html>" }, true],
      ["a list of nothing", { body: { data: [], scores: "x", choices: [] } }, undefined],
    ])("fails with a provider's error on %s", (_, reply, isRetryable) =>
      using({ ...conforming, server: { ...server, instead: () => reply } }, async (scorer) => {
        const failed = scorer.score(question);
        await expect(failed).rejects.toBeInstanceOf(ProviderError);
        if (isRetryable !== undefined) await expect(failed).rejects.toMatchObject({ isRetryable });
      }),
    );
  });
}
