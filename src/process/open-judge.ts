// A judge of ProcessBench from its description.

import type { Sampling } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";
import type { JudgeName } from "./bench-file.ts";
import { critiquePrompt, critiqueShape } from "./built-in-prompts.ts";
import { critiqueJudge } from "./judges/critique.ts";
import type { Judge } from "./judges/judge.ts";
import { stepsJudge } from "./judges/steps.ts";
import {
  builtInPrompts,
  openScorer,
  type ScorerInterface,
  type ScorerOptions,
  sourceIdentity,
} from "./open-scorer.ts";
import { readPrompt } from "./prompt-template.ts";

export interface JudgeOptions extends ScorerOptions {
  judge: JudgeName;
  /** Whether the steps behind a wrong one are scored as well; rewards are always wanted of all. */
  allSteps?: boolean | undefined;
  /** Critiques of each sample. */
  votes?: number | undefined;
  seed: number;
}

export const defaultVotes = 8;

/** The prompt that is used where none is brought. */
export const builtInPrompt = (judge: JudgeName, asked: ScorerInterface): string =>
  judge === "critique" ? critiquePrompt : builtInPrompts[asked];

/** @throws {ModelError} @throws {PromptError} */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { judge, seed } = options;
  if (judge === "critique") return openCritique(options);
  // With rewards, where a solution goes wrong is decided afterwards.
  const threshold = judge === "scalar" ? undefined : options.threshold;
  const scorer = await openScorer({ ...options, threshold });
  return stepsJudge({ scorer, allSteps: judge === "scalar" || options.allSteps === true, seed });
}

async function openCritique(options: JudgeOptions): Promise<Judge> {
  const { source, votes = defaultVotes, seed, prompt: text = critiquePrompt } = options;
  const drawn: Sampling = votes === 1 ? { temperature: 0 } : { temperature: 1, topP: 0.9 };
  const sampling = { ...drawn, maxTokens: 4096, ...options.sampling };
  const prompt = readPrompt(text, critiqueShape, options.promptName ?? "the prompt");
  return critiqueJudge({
    model: await openModel(source, options),
    prompt,
    sampling,
    votes,
    seed,
    identity: { ...sourceIdentity(source), prompt: text, sampling },
  });
}
