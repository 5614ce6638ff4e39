// Requirements for every step scorer.

import assert from "node:assert/strict";
import { ProviderError } from "../models/provider-error.ts";
import type { StepScorer } from "../prm/step-scorer.ts";
import { assertSame, type Check, failureOf, using } from "./check.ts";

export interface ScorerUnderTest {
  scorer: StepScorer;
  /** Closes the resources of the scorer; the scorer itself is closed before. */
  close(): Promise<void>;
}

export interface ScorerCase {
  problem: string;
  /** A solution, and its expected judgements; a wrong step must come before the last one. */
  steps: readonly { text: string; reward: number; verdict: "right" | "wrong" }[];
  /**
   * Called once for each check.
   * @param server whether the scorer's model answers, fails at every request, or never answers
   */
  open(server: "answers" | "fails" | "hangs"): Promise<ScorerUnderTest>;
}

const tolerance = 1e-6;

export function scorerChecks({ problem, steps, open }: ScorerCase): Check[] {
  const texts = steps.map(({ text }) => text);
  const verdicts = steps.map(({ verdict }) => verdict);
  const firstWrong = verdicts.indexOf("wrong");
  assert.ok(firstWrong >= 0 && firstWrong < steps.length - 1, "a wrong step must stand before the last one");
  const question = { problem, steps: texts, from: 0, key: "q" };
  const check = (
    name: string,
    server: "answers" | "fails" | "hangs",
    use: (scorer: StepScorer) => Promise<void>,
  ): Check => ({
    name,
    run: () =>
      using(
        () => open(server),
        ({ scorer }) => scorer,
        ({ scorer }) => use(scorer),
      ),
  });
  return [
    check("scores every step", "answers", async (scorer) => {
      const { scores, calls, usage } = await scorer.score(question);
      assertSame(
        scores.map(({ verdict }) => verdict),
        verdicts,
      );
      for (const [place, { reward }] of scores.entries()) {
        const wanted = steps[place]!.reward;
        const isClose = reward !== null && Math.abs(reward - wanted) < tolerance;
        assert.ok(isClose, `step ${place + 1}: the reward is ${reward}, not ${wanted}`);
      }
      assert.ok(calls > 0);
      assert.ok(usage.inputTokens >= 0);
    }),
    check("stops after the first wrong step if it is asked to", "answers", async (scorer) => {
      const { scores } = await scorer.score({ ...question, untilWrong: true });
      assertSame(
        scores.map(({ verdict }) => verdict),
        verdicts.slice(0, firstWrong + 1),
      );
    }),
    check("starts at the requested step, with the same scores", "answers", async (scorer) => {
      const { scores } = await scorer.score(question);
      for (const from of [1, steps.length - 1])
        assertSame((await scorer.score({ ...question, from })).scores, scores.slice(from));
    }),
    check("gives a step the same score alone and with other steps", "answers", async (scorer) => {
      const { scores } = await scorer.score(question);
      const alone = await Promise.all(
        texts.map((_, from) => scorer.score({ ...question, steps: texts.slice(0, from + 1), from })),
      );
      assertSame(
        alone.flatMap((each) => each.scores),
        scores,
      );
    }),
    check("shows a request", "answers", async (scorer) => {
      const shown = JSON.stringify(scorer.preview(question));
      assert.ok(shown.includes(JSON.stringify(texts[0]).slice(1, -1)), "the first step is not in it");
    }),
    check("has an identity of plain data", "answers", async ({ identity }) => {
      assert.notEqual(Object.keys(identity).length, 0);
      assertSame(JSON.parse(JSON.stringify(identity)), identity);
    }),
    check("fails with a ProviderError if its model fails", "fails", async (scorer) => {
      const failure = await failureOf(scorer.score(question));
      assert.ok(failure instanceof ProviderError, `it should be a ProviderError, not: ${failure}`);
    }),
    check("stops when it is aborted", "hangs", async (scorer) => {
      const abort = new AbortController();
      const failed = failureOf(scorer.score(question, { signal: abort.signal }));
      setTimeout(() => abort.abort(), 20);
      const failure = await failed;
      assert.ok(failure instanceof ProviderError, `it should be a ProviderError, not: ${failure}`);
      assert.equal(failure.failure, "stopped");
    }),
  ];
}
