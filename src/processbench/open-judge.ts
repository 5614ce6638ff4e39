// A judge of ProcessBench from its description, or again from the context of a run.

import { z } from "zod";
import type { Sampling } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";
import { critiqueShape } from "../prm/built-in-prompts.ts";
import { builtInPrompt, openScorer, type ScorerOptions, sourceIdentity } from "../prm/open-scorer.ts";
import { PromptError, readPrompt } from "../prm/prompt-template.ts";
import { readIdentity, samplingOfIdentity, scorerAskedAs } from "../prm/scorer-identity.ts";
import type { RunContext } from "../runs/engine/executor.ts";
import { expectedModels } from "../seen/seen.ts";
import { benchConfig } from "./bench-file.ts";
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

/** What the judgements of a run share. */
export const benchContextSchema = benchConfig
  .pick({ model: true, judge: true, identity: true })
  .extend({ seen: expectedModels.optional() });
export type BenchContext = z.output<typeof benchContextSchema>;

const critiqueIdentity = z.object({ prompt: z.string(), sampling: samplingOfIdentity, seed: z.int() });
const stepsIdentity = z.object({
  "all steps": z.boolean(),
  "no verdict": z.literal("right").optional(),
  seed: z.int(),
});

/**
 * The judge of a run, wherever its context was carried: it does the run's units as the one does that began it.
 * @param opened the model, as whoever opens it has it
 * @throws {ModelError} @throws {PromptError}
 */
export function judgeOfContext(
  { data }: RunContext,
  opened: Pick<JudgeOptions, "source" | "concurrency" | "environment" | "doubt" | "pauses">,
): Promise<Judge> {
  const { judge, identity } = data as BenchContext;
  if (judge === "critique") {
    const asked = readIdentity(critiqueIdentity, identity);
    return openJudge({ ...opened, ...asked, judge, interface: "text" });
  }
  const { seed, "all steps": allSteps, "no verdict": noVerdict } = readIdentity(stepsIdentity, identity);
  return openJudge({ ...opened, ...scorerAskedAs(identity), judge, allSteps, noVerdict, seed });
}
