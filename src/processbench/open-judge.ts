// A judge of ProcessBench from its description.

import type { Sampling } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";
import { critiqueShape } from "../prm/built-in-prompts.ts";
import { builtInPrompt, openScorer, type ScorerOptions, sourceIdentity } from "../prm/open-scorer.ts";
import { PromptError, readPrompt } from "../prm/prompt-template.ts";
import type { JudgeName, NoVerdict } from "./bench-settings.ts";
import { critiqueJudge } from "./judges/critique.ts";
import type { Judge } from "./judges/judge.ts";
import { stepsJudge } from "./judges/steps.ts";

export interface JudgeOptions extends ScorerOptions {
  judge: JudgeName;
  /** Whether the steps behind a wrong one are scored as well; rewards are always wanted of all. */
  allSteps?: boolean | undefined;
  /** Critiques of each sample. */
  votes?: number | undefined;
  /** What a step without a verdict is taken for. */
  noVerdict?: NoVerdict | undefined;
  seed: number;
}

export const defaultVotes = 8;

/** @throws {ModelError} @throws {PromptError} */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { judge, noVerdict, seed } = options;
  if (judge === "critique") return openCritique(options);
  // With rewards, where a solution goes wrong is decided afterwards.
  const threshold = judge === "scalar" ? undefined : options.threshold;
  const scorer = await openScorer({ ...options, threshold });
  const allSteps = judge === "scalar" || options.allSteps === true;
  return stepsJudge({ scorer, allSteps, noVerdict, seed });
}

async function openCritique(options: JudgeOptions): Promise<Judge> {
  const { source, votes = defaultVotes, seed, prompt: text = builtInPrompt("critique") } = options;
  const drawn: Sampling = votes === 1 ? { temperature: 0 } : { temperature: 1, topP: 0.9 };
  const sampling = { ...drawn, maxTokens: 4096, ...options.sampling };
  const name = options.promptName ?? "the prompt";
  const prompt = readPrompt(text, critiqueShape, name);
  if (!/\{(?:paragraphs|steps)\}/.test(prompt.question!))
    throw new PromptError(`${name}: the section '=== question ===' must contain {paragraphs} or {steps}`);
  return critiqueJudge({
    model: await openModel(source, options),
    prompt,
    sampling,
    votes,
    seed,
    identity: { ...sourceIdentity(source), prompt: text, sampling },
  });
}
